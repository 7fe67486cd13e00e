package stamp

import (
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/study"
)

func TestBehind(t *testing.T) {
	one, two := &inference.Table{}, &inference.Table{Name: "two"}
	at := func(table *inference.Table, result, iteration int) Stamp {
		return Of(table, 0, &inference.Snapshot{Iteration: iteration}).with(result)
	}
	none := func(result int) Stamp { return Of(one, 0, nil).with(result) }
	for _, c := range []struct {
		name   string
		wanted Stamp
		rests  bool
		seen   Stamp
		want   string
	}{
		{"the same", at(one, 1, 5), true, at(one, 1, 5), ""},
		{"an earlier moment of a run that works", at(one, 1, 5), false, at(one, 1, 3), ""},
		{"an earlier moment of one that has ended", at(one, 1, 5), true, at(one, 1, 3), Drawing},
		{"another result", at(one, 2, 5), true, at(one, 1, 5), Drawing},
		{"another table", at(two, 2, 5), true, at(one, 1, 5), Drawing},
		{"a run that has nothing yet", none(2), false, at(one, 1, 5), Last},
		{"a result that is being read", none(2), true, at(one, 1, 5), Other},
		{"a run of another table that has nothing yet", none(2), false, at(two, 1, 5), Another},
		{"no picture yet", at(one, 1, 0), true, Stamp{}, Drawing},
		{"nothing to draw", none(1), false, Stamp{}, ""},
		{"nothing wanted", none(0), true, at(one, 1, 5), ""},
	} {
		if got := (Wanted{c.wanted, c.rests}).Behind(c.seen); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// What is counted beside a picture is what the picture shows, until the run ends.
func TestProgressIsThatOfThePicture(t *testing.T) {
	s := Of(nil, 3, &inference.Snapshot{Iteration: 400})
	p := run.Progress{State: run.Running, Fraction: 1, Iteration: 427}
	if got := s.Progress(3, p).Iteration; got != 400 {
		t.Errorf("%d is counted beside a picture of 400", got)
	}
	if got := s.Progress(4, p).Iteration; got != 427 {
		t.Errorf("%d is counted of another run", got)
	}
	if p.State = run.Finished; s.Progress(3, p).Iteration != 427 {
		t.Error("a run that has ended is not as it is")
	}
	info := inference.Info{Iteration: "sweep"}
	later := s.At(&inference.Snapshot{Iteration: 1427})
	if got := s.Prefix(later, info); got != "At sweep 400: " {
		t.Errorf("%q", got)
	}
	if s.Prefix(s, info) != "" || later.Prefix(s, info) != "" || s.Prefix(Stamp{Result: 9}, info) != "" {
		t.Error("a sentence of the same moment, or beside another result, names its moment")
	}
}

func (s Stamp) with(result int) Stamp { s.Result = study.ResultID(result); return s }
