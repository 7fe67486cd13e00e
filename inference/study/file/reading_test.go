package file

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/study"
)

// halves reads the sample study in two steps, with one of its results in the first.
func halves(t *testing.T, data []byte) (*Reading, []study.Loss) {
	t.Helper()
	r, lost, err := from(bytes.NewReader(data), int64(len(data)), nil,
		func(s study.State) []study.ResultID { return []study.ResultID{s.Shown} })
	if err != nil {
		t.Fatal(err)
	}
	return r, lost
}

// Reading in two steps gives the same as reading in one. Until the second step the other results have
// only their description, those of the open table first.
func TestReadingInTwoSteps(t *testing.T) {
	c := sample(t)
	r, lost := halves(t, write(t, c))
	if len(lost) > 0 || !slices.Equal(r.Waiting, []study.ResultID{5, 4}) {
		t.Fatalf("%v wait; %v", r.Waiting, lost)
	}
	for id, x := range r.Contents.Results {
		whole := x.Fit.Snapshot != nil && x.Fit.State != nil
		if whole != (id == 2) || x.Fit.Iterations != c.Results[id].Fit.Iterations ||
			(x.Fit.Rows == nil) != (c.Results[id].Fit.Rows == nil) || (x.Test == nil) != (id != 5) {
			t.Errorf("result %d, at first: %+v", id, x.Fit)
		}
	}
	for len(r.Waiting) > 0 {
		before := r.Contents.Results[r.Waiting[0]].Fit
		x, lost, ok := r.Next()
		if len(lost) > 0 || !ok || x.Fit == before || before.Snapshot != nil {
			t.Errorf("result %d: %v, %v", x.ID, lost, ok)
		}
		r.Contents.Results[x.ID] = x
	}
	if lost := r.End(); len(lost) > 0 {
		t.Error(lost)
	}
	same(t, c, r.Contents)
}

// Damage to a part is reported when the part is read, or at the end if nobody asked for it.
func TestDamageIsToldWhenItIsRead(t *testing.T) {
	parts, err := Of(sample(t))
	if err != nil {
		t.Fatal(err)
	}
	stranger := Part{"notes.txt", []byte("a part of a later program")}
	data := listed(t, append(parts, stranger)...)
	spoil := func(part []byte) []byte {
		t.Helper()
		as := pack(Part{Data: part}).data
		at := bytes.Index(data, as)
		if at < 0 {
			t.Fatal("a part is not in the file")
		}
		bad := bytes.Clone(data)
		bad[at+len(as)/2] ^= 4
		return bad
	}
	of := func(name string) []byte {
		return parts[slices.IndexFunc(parts, func(p Part) bool { return p.Name == name })].Data
	}
	for _, x := range []struct {
		data []byte
		name string
		next bool // what was found is read all the same
	}{
		{spoil(of("results/5/snapshot")), "results/5/snapshot", true},
		{spoil(of("results/5/state")), "results/5/state", true},
		{spoil(stranger.Data), "notes.txt", true},
	} {
		r, lost := halves(t, x.data)
		if len(lost) > 0 || r.Waiting[0] != 5 {
			t.Fatalf("%s: %v is reported at once, %v wait", x.name, lost, r.Waiting)
		}
		got, lost, ok := r.Next()
		if ok != x.next || len(lost) > 0 {
			t.Errorf("%s: %+v, %v", x.name, got.Fit, lost)
		}
		if lost := r.End(); len(lost) != 1 || lost[0].What != x.name || !strings.Contains(lost[0].Why, "damaged") {
			t.Errorf("%s: at the end %v is reported", x.name, lost)
		}
		if _, lost, err := open(x.data); err != nil || len(lost) != 1 || lost[0].What != x.name {
			t.Errorf("%s: in one step %v is reported, %v", x.name, lost, err)
		}
	}
	both := spoil(of("results/5/snapshot"))
	at := bytes.Index(both, pack(Part{Data: of("results/5/state")}).data)
	both[at+3] ^= 1
	r, _ := halves(t, both)
	if _, lost, ok := r.Next(); ok || len(lost) != 1 {
		t.Errorf("with nothing whole: %v, %v", lost, ok)
	}
}
