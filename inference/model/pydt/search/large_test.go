package search

import (
	"bytes"
	"context"
	"math"
	"reflect"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/model/pydt/attaching"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/evidence"
	"example.org/espalier/inference/model/pydt/placing"
	"example.org/espalier/inference/model/pydt/pydttest"
)

// A narrow pass looks at only a small share of the branches and still nearly always finds the best
// place.
func TestNarrowPass(t *testing.T) {
	f, _ := runFit(t, pydt, pydttest.PriorData(250, 15, 3),
		map[string]string{"columns": correlated.Independent, "start": "linkage"}, 1, 0, 1)
	s := f.state
	whole, narrow := attaching.New(s), attaching.New(s)
	narrow.Narrow = attaching.Reach(8) // as of a tree of so few rows
	same, looked, worst := 0, 0, 0.0
	const tries = 60
	for range tries {
		r := f.searcher.Choose()
		from := s.Detach(r)
		whole.Start(r)
		for !whole.Advance(1 << 30) {
		}
		all, best := len(s.Order), whole.Best(placing.Tried)[0]
		narrow.Start(r)
		for !narrow.Advance(1) {
		}
		if len(s.Order) > narrow.Narrow+20 || len(s.Order) > all {
			t.Fatalf("looked at %d branches of %d", len(s.Order), all)
		}
		looked += len(s.Order)
		found := narrow.Best(placing.Tried)[0]
		if found.Node == best.Node && found.Join == best.Join {
			same++
		}
		worst = math.Max(worst, best.Score-found.Score)
		s.Restore(from)
	}
	t.Logf("%d of %d places the same, %d branches looked at on average, of %d; at most %.2f nats below", same, tries,
		looked/tries, s.Count[s.Top], worst)
	if same < tries*95/100 || looked/tries > int(s.Count[s.Top])/2 {
		t.Errorf("%d of %d places the same after a look at %d branches of %d", same, tries, looked/tries, s.Count[s.Top])
	}
}

// The difference of the scores of two trees is close to what the vicinity of the places predicts.
func TestVicinity(t *testing.T) {
	f, _ := runFit(t, pydt, pydttest.PriorData(120, 6, 5), map[string]string{"columns": correlated.Independent,
		"start": "linkage"}, 1, 0, 1)
	s := f.state
	c, whole := evidence.NewVicinity(s), attaching.New(s)
	var tr placing.Trial
	tr.S = s
	var off, change []float64
	for range 60 {
		before := evidence.Score(s)
		r := f.searcher.Choose()
		from := s.Detach(r)
		whole.Start(r)
		for !whole.Advance(1 << 30) {
		}
		found := slices.Clone(whole.Best(placing.Tried))
		at := found[len(found)-1] // not the best one: that is where it was
		c.Begin()
		if from.Removed {
			c.Add(from.Sibling)
		}
		c.Add(from.Touched())
		c.Add(at.Node)
		tr.Attach(r, at)
		objective, there := s.Objective(), c.Value(r)
		after := evidence.Score(s)
		tr.Back()
		s.Restore(from)
		here := c.Value(r)
		local := objective + there - s.Objective() - here
		off, change = append(off, math.Abs(local-(after-before))), append(change, math.Abs(after-before))
	}
	slices.Sort(off)
	slices.Sort(change)
	t.Logf("off by %.3g in the median, %.3g at most, of %.3g in the median", off[len(off)/2], off[len(off)-1],
		change[len(change)/2])
	if off[len(off)/2] > 0.02 || off[len(off)-1] > 0.3 {
		t.Errorf("off by %.3g in the median, %.3g at most", off[len(off)/2], off[len(off)-1])
	}
}

// A fit of a large table keeps its tree at each upkeep and shows its progress in between. It does not
// depend on the number of threads, and continues from any moment to the same bits.
func TestLargeFit(t *testing.T) {
	pydttest.SearchAsLarge(t, 40)
	data := pydttest.PriorData(60, 4, 4)
	for _, model := range []searched{pydt, ddt} {
		s := model.Info().Defaults()
		if err := s.Set("columns", correlated.Independent); err != nil {
			t.Fatal(err)
		}
		start := func(threads int) *Fit {
			st, err := model.New(data, s, inference.Streams{Seed: 2}, threads)
			if err != nil {
				t.Fatal(err)
			}
			return st
		}
		run := func(f *Fit, to int) (trace [][]float64) {
			for f.Iteration < to || f.Stage != Searching {
				r, err := f.Step(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				if r.Scalars != nil {
					trace = append(trace, r.Scalars)
				}
			}
			return trace
		}
		f, other := start(1), start(2)
		run(f, 30)
		if !f.searchesNearby() || f.first.clusterer != nil {
			t.Fatal("the table is not searched as a large one")
		}
		run(other, 30)
		saved, err := f.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		shown := f.Snapshot()
		best := forest.Best(shown)
		if err := best.Check(); err != nil {
			t.Fatal(err)
		}
		resumed := start(2)
		if err := resumed.UnmarshalBinary(saved); err != nil {
			t.Fatal(err)
		}
		again, err := resumed.MarshalBinary()
		if err != nil || !bytes.Equal(saved, again) {
			t.Fatalf("%v: a state read and saved again has other bytes", err)
		}
		a, b, c := run(f, 60), run(resumed, 60), run(other, 60)
		if !reflect.DeepEqual(a, b) || !reflect.DeepEqual(a, c) {
			t.Error("the trace depends on the number of threads, or on having been saved")
		}
		x, y := f.Snapshot(), resumed.Snapshot()
		if !reflect.DeepEqual(forest.Best(x).Parent, forest.Best(y).Parent) || !reflect.DeepEqual(x.Scalars, y.Scalars) {
			t.Error("a resumed fit shows another tree")
		}
		if first, last := a[0][0], a[len(a)-1][0]; last < first-1 {
			t.Errorf("the score fell from %.3f to %.3f", first, last)
		}
		if got := f.working().Objective; !(math.Abs(got-evidence.Score(f.state)) <= 0.5) {
			t.Errorf("the score is %.3f by steps and %.3f by itself", got, evidence.Score(f.state))
		}
	}
}
