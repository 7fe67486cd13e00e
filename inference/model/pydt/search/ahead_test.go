package search

import (
	"context"
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/evidence"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/model/pydt/pydttest"
)

// goAhead makes the search take steps ahead for any table until the test ends.
func goAhead(t *testing.T) {
	before := aheadWork
	aheadWork = 0
	t.Cleanup(func() { aheadWork = before })
}

// aheadTables are tables whose trees are searched in different ways.
func aheadTables() map[string]*inference.Dataset {
	return map[string]*inference.Dataset{
		"complete":  pydttest.BushyData(40, 6, 1, 0.2, 6),
		"scattered": pydttest.WithMissing(pydttest.BushyData(30, 6, 1, 0.2, 7), 20, 3),
		"binary":    pydttest.BinaryData(16, 12, 1),
	}
}

// Steps ahead are used, some are discarded, and the search takes the same path with them as without, bit for bit.
func TestStepsAheadGoTheSameWay(t *testing.T) {
	goAhead(t)
	moved, dropped := 0, 0
	for name, data := range aheadTables() {
		t.Run(name, func(t *testing.T) {
			const iterations = 130
			alone, want := runFit(t, pydt, data, nil, 1, iterations, 1)
			for _, threads := range []int{2, 3} {
				f, got := runFit(t, pydt, data, nil, 1, iterations, threads)
				if len(got) != len(want) {
					t.Fatalf("%d iterations, not %d", len(got), len(want))
				}
				for i, x := range want {
					if math.Float64bits(got[i]) != math.Float64bits(x) {
						t.Fatalf("%d threads, iteration %d: %v, not %v", threads, i, got[i], x)
					}
				}
				if len(f.Best) != len(alone.Best) {
					t.Fatalf("%d threads: %d trees are kept, not %d", threads, len(f.Best), len(alone.Best))
				}
				for i, k := range alone.Best {
					if f.Best[i].Hash != k.Hash || math.Float64bits(f.Best[i].Objective) != math.Float64bits(k.Objective) {
						t.Fatalf("%d threads: tree %d differs", threads, i)
					}
				}
				t.Logf("%d threads: %d steps ahead counted, of them %d moved a subtree; %d were in vain", threads, f.ahead.counted,
					f.ahead.moved, f.ahead.dropped)
				if len(f.ahead.doubles) != threads-1 || f.ahead.counted < iterations/8 {
					t.Errorf("%d threads: %d doubles and %d steps counted", threads, len(f.ahead.doubles), f.ahead.counted)
				}
				moved, dropped = moved+f.ahead.moved, dropped+f.ahead.dropped
			}
		})
	}
	if moved == 0 || dropped == 0 {
		t.Errorf("%d steps ahead moved a subtree and %d were in vain: the test sees neither", moved, dropped)
	}
}

// A search that is saved in the middle of a round and continued on another number of threads takes the
// same path.
func TestStepsAheadAreNotSaved(t *testing.T) {
	goAhead(t)
	data := aheadTables()["complete"]
	const iterations = 60
	_, want := runFit(t, pydt, data, nil, 1, iterations, 1)
	f, got := runFit(t, pydt, data, nil, 1, 0, 3)
	middle := 0
	for f.Iteration < iterations {
		r, err := f.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if r.Scalars == nil {
			continue
		}
		got = append(got, r.Scalars[0])
		if f.Iteration%7 != 0 {
			continue
		}
		if len(f.ahead.round) > 0 {
			middle++
		}
		state, err := f.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		st, err := pydt.New(data, byDefault(pydt), inference.Streams{Seed: 1}, 2+f.Iteration%2)
		if err != nil {
			t.Fatal(err)
		}
		next := st
		if err := next.UnmarshalBinary(state); err != nil {
			t.Fatal(err)
		}
		f = next
	}
	for i, x := range want {
		if math.Float64bits(got[i]) != math.Float64bits(x) {
			t.Fatalf("iteration %d: %v, not %v", i, got[i], x)
		}
	}
	if middle == 0 {
		t.Error("no save came in the middle of a round")
	}
}

// A double that mirrors a state has the messages that it would compute itself.
func TestMirror(t *testing.T) {
	for name, data := range aheadTables() {
		f, _ := runFit(t, pydt, data, nil, 1, 0, 1)
		s, o := posterior.NewState(f.Problem, f.start), f.state
		mirror(s, o)
		for range 2 { // as it is, and computed again
			if s.Hash[s.Top] != o.Hash[o.Top] || s.Objective() != o.Objective() || evidence.Score(s) != evidence.Score(o) {
				t.Fatalf("%s: objective %v and score %v, not %v and %v", name, s.Objective(), evidence.Score(s),
					o.Objective(), evidence.Score(o))
			}
			s.Recompute()
		}
	}
}

// Steps ahead are taken only for large tables, and are limited in number and memory.
func TestDoubles(t *testing.T) {
	for _, c := range []struct{ rows, columns, threads, want int }{
		{1000, 50, 1, 0}, {1000, 50, 2, 1}, {1000, 50, 4, 3}, {1000, 50, 100, mostAhead}, {150, 4, 2, 0},
		{2, 1000, 4, 0}, {3000, 1000, 8, 0},
	} {
		p := problem.New(pydttest.PriorData(c.rows, c.columns, 1).X)
		s := posterior.NewState(p, hyper.New(p, 1, 1, 1, 0, 0, true, true, true, true, true))
		if got := doubles(s, c.threads); got != c.want {
			t.Errorf("%d × %d on %d threads: %d doubles, not %d", c.rows, c.columns, c.threads, got, c.want)
		}
	}
}

// On several threads all builds get their turns: none is ahead of another by more than one.
func TestBuildsTakeTurns(t *testing.T) {
	s := starts{finished: make([]bool, 5)}
	for round := range 40 {
		if round == 20 {
			s.finished[1] = true
		}
		turns := make([]int, len(s.finished))
		for range 20 {
			open := s.next(2)
			if len(open) != 2 || open[0] == open[1] {
				t.Fatalf("builds %v", open)
			}
			for _, i := range open {
				if s.finished[i] {
					t.Fatalf("build %d is done", i)
				}
				turns[i]++
			}
		}
		least, most := 20, 0
		for i, n := range turns {
			if !s.finished[i] {
				least, most = min(least, n), max(most, n)
			}
		}
		if most-least > 1 {
			t.Fatalf("turns %v", turns)
		}
	}
	s.finished = []bool{true, true, false, true, true}
	if open := s.next(2); len(open) != 1 || open[0] != 2 {
		t.Errorf("builds %v, and only 2 is left", open)
	}
	s.finished, s.turn = make([]bool, 3), 0
	for range 3 {
		if open := s.next(1); len(open) != 1 || open[0] != 0 {
			t.Errorf("builds %v on one thread, not the first", open)
		}
	}
}
