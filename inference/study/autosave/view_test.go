package autosave

import (
	"bytes"
	"testing"

	"example.org/espalier/inference/study/file"
)

// TestAViewIsKept: if all work is in the study file and only the view differs, the view alone is kept; if there is new
// work, everything is kept; and if the file has everything, nothing.
func TestAViewIsKept(t *testing.T) {
	b := newBench(t, nil)
	c := contents("note")
	saves := func(w Work) {
		t.Helper()
		b.set(w)
		b.k.Ended()
		if err := <-b.told; err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		saves(Work{Contents: c, Of: "/a/b.espalier", Clean: true, Mark: "12 bytes"})
		want, err := file.Study(c)
		if err != nil {
			t.Fatal(err)
		}
		s := &Session{Store: opened(t, b.s.dir, nil)}
		v, ok := s.View()
		if !ok || v.Of != "/a/b.espalier" || v.Mark != "12 bytes" || !bytes.Equal(v.State, want.Data) {
			t.Errorf("kept is %v, %+v", ok, v)
		}
		if parts, lost := s.Load(); len(parts) != 2 || len(lost) > 0 {
			t.Errorf("%d parts are kept, %v", len(parts), lost)
		}
		saves(Work{Contents: c, Of: "/a/b.espalier"})
		s = &Session{Store: opened(t, b.s.dir, nil)}
		if _, ok := s.View(); ok {
			t.Error("work is taken for a view")
		}
		if c, lost := s.Contents(); len(lost) > 0 || c.Tables[1] == nil {
			t.Errorf("the table is not kept: %v", lost)
		}
	}
	saves(Work{Contents: c, Of: "/a/b.espalier", Clean: true})
	if _, ok := b.s.View(); ok {
		t.Error("a view is kept that the file has")
	}
}
