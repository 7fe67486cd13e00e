package opening

import (
	"path/filepath"
	"testing"
	"time"

	"example.org/espalier/inference/study"
	"example.org/espalier/inference/study/autosave"
	"example.org/espalier/inference/study/file"
)

func shown(now study.State) []study.ResultID { return []study.ResultID{now.Shown} }

// opened asks an Early for a study that can be written, and releases it when the test ends.
func opened(t *testing.T, e *Early, path string) Opened {
	t.Helper()
	_, views, err := e.Kept(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	o, err := e.Open(path, views, shown)
	if err != nil || o.File.ReadOnly != nil || len(o.Study.Contents.Results) != 4 || o.Study.Rest == nil {
		t.Fatalf("%+v, %v", o, err)
	}
	t.Cleanup(func() {
		o.Study.Rest.Drop()
		if err := o.File.Release(); err != nil {
			t.Error(err)
		}
	})
	return o
}

// A study that was begun can be fetched once. Asking for another one releases it, and then it can
// be asked for again.
func TestEarly(t *testing.T) {
	path, _ := savedStudy(t)
	other, _ := savedStudy(t)
	root := t.TempDir()
	e := Start(root, path, shown)
	<-e.done
	if f := file.Hold(path); f.ReadOnly == nil {
		t.Error("the study is not held before it is asked for")
	}
	first := opened(t, e, path)
	if first.Study != e.opened.Study || first.Seen {
		t.Error("it is not the one that was begun")
	}
	if o := opened(t, e, other); o.Study == first.Study {
		t.Error("a study is had twice")
	}
	e = Start(root, path, shown) // it is held elsewhere
	if o, err := e.Open(path, nil, shown); err != nil || o.File.ReadOnly == nil {
		t.Errorf("%+v, %v", o, err)
	}
	third, _ := savedStudy(t)
	e = Start(root, third, shown)
	<-e.done
	if o, err := e.Open(other, nil, shown); err != nil || o.File.ReadOnly == nil {
		t.Errorf("%+v, %v", o, err)
	}
	opened(t, nil, third) // it is free again
	for _, path := range []string{"", "sample:iris", filepath.Join(root, "peas.csv")} {
		e := Start(root, path, shown)
		if <-e.done; e.opened.Study != nil || e.openErr != nil {
			t.Errorf("%q: %+v, %v", path, e.opened, e.openErr)
		}
	}
	gone := filepath.Join(root, "gone.espalier")
	if _, err := Start(root, gone, shown).Open(gone, nil, shown); err == nil {
		t.Error("a study that is not there is opened")
	}
}

// If work was left, no study is held, because the work may be restored into its file. What was last shown is
// shown.
func TestEarlyBesideKeptWork(t *testing.T) {
	path, c := savedStudy(t)
	root := t.TempDir()
	keep := func(save func(s *autosave.Session) error) {
		t.Helper()
		s, err := autosave.Begin(root, nil)
		if err == nil {
			err = save(s)
		}
		if err == nil {
			err = s.Release()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	f := file.Hold(path)
	mark := f.Mark()
	if err := f.Release(); err != nil {
		t.Fatal(err)
	}
	c.State.Shown = 3
	keep(func(s *autosave.Session) error { return s.SaveView(c, path, mark, "", time.Now()) })
	e := Start(root, path, shown)
	left, views, err := e.Kept(root)
	if len(left) > 0 || err != nil || views[path].Mark != mark {
		t.Fatal(left, views, err)
	}
	if again, _, _ := e.Kept(root); len(again) > 0 {
		t.Error("work is had twice")
	}
	o, err := e.Open(path, views, shown)
	if err != nil || !o.Seen || o.Study.Contents.State.Shown != 3 {
		t.Errorf("%+v, %v", o, err)
	}
	o.Study.Rest.Drop()
	if err := o.File.Release(); err != nil {
		t.Fatal(err)
	}
	keep(func(s *autosave.Session) error { return s.SaveStudy(c, path, "", time.Now()) })
	e = Start(root, path, shown)
	if left, _, err := e.Kept(root); len(left) != 1 || err != nil {
		t.Fatal(left, err)
	} else if err := left[0].Discard(); err != nil {
		t.Error(err)
	}
	<-e.done
	opened(t, nil, path)
}
