package communities

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/nearest"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/kind/scales"
	"example.org/espalier/inference/stat/scores"

	"gonum.org/v1/gonum/mat"
)

// grouped are rows in groups of a plane, apart from each other; the last has no values.
func grouped(n, groups int, apart float64) (*inference.Dataset, []int) {
	rng := rand.New(rand.NewPCG(1, 2))
	x := mat.NewDense(n, 2, nil)
	names, truth := make([]string, n), make([]int, n)
	for i := range n {
		names[i], truth[i] = fmt.Sprint("row", i), i%groups
		x.SetRow(i, []float64{apart*float64(i%groups) + rng.NormFloat64(), rng.NormFloat64()})
	}
	x.SetRow(n-1, []float64{math.NaN(), math.NaN()})
	return &inference.Dataset{Name: "groups", X: x, Rows: names, Columns: []string{"x", "y"},
		Centre: make([]float64, 2),
		Scale:  []float64{1, 1}}, truth
}

// fitted runs a fit to its end, or through some resolutions.
func fitted(t *testing.T, data *inference.Dataset, set map[string]string, most int) *fit {
	t.Helper()
	p := inferencetest.Begin(t, Model{}, data, set)
	inferencetest.Iterate(t, p, most)
	return p.(*fit)
}

// The resolution asked for comes first and divides the rows into their groups; all others follow, and the greater
// they are, the more communities. A row without values is in none.
func TestModel(t *testing.T) {
	data, truth := grouped(121, 4, 20)
	f := fitted(t, data, map[string]string{"resolution": "0.3"}, 1)
	s := f.Snapshot()
	label := partition.LabelsOf(s)
	if a := scores.AdjustedRand(label[:120], truth[:120]); a != 1 || label[120] != -1 {
		t.Errorf("agreement %v, the row without values is in %d", a, label[120])
	}
	if of := scales.Of(s); len(of.At) != 1 || of.At[0] != 0.3 {
		t.Errorf("scales %v", of.At)
	}
	f = fitted(t, data, map[string]string{"resolution": "0.3"}, math.MaxInt)
	s = f.Snapshot()
	of := scales.Of(s)
	if len(of.At) != len(grid())+1 || !slices.Equal(of.Labels[of.Nearest(0.3)], label) {
		t.Errorf("scales %v", of.At)
	}
	if of.Groups(0) != 4 || of.Groups(len(of.At)-1) < 10 {
		t.Errorf("from %d to %d communities", of.Groups(0), of.Groups(len(of.At)-1))
	}
	for _, p := range s.Parts {
		if err := p.Check(data); err != nil {
			t.Error(err)
		}
	}
	if why := s.Reason(); !strings.Contains(why, "4 separate parts") || !strings.Contains(why, "1 row "+
		"shares too few") {
		t.Errorf("%q", why)
	}
	if n := len(graph.Of(s).Edges); n != len(f.found.Graph.To)/2 {
		t.Errorf("%d edges of %d", n, len(f.found.Graph.To)/2)
	}
}

// The quality at each resolution is the modularity over all pairs of rows, and no other resolution's
// partition has more.
func TestQuality(t *testing.T) {
	data, _ := grouped(61, 3, 4)
	f := fitted(t, data, nil, math.MaxInt)
	of, g := scales.Of(f.Snapshot()), f.found.Graph
	for k, resolution := range of.At {
		for m, z := range of.Labels {
			q := byPairs(g, z, resolution)
			if m == k && !(math.Abs(q-of.Quality[k]) <= 1e-9) {
				t.Errorf("resolution %v: %v, by pairs %v", resolution, of.Quality[k], q)
			}
			if q > of.Quality[k]+0.002 {
				t.Errorf("resolution %v: %v, but the communities at %v have %v", resolution, of.Quality[k],
					of.At[m], q)
			}
		}
	}
}

// byPairs is the modularity by its definition, over all pairs.
func byPairs(g *nearest.Graph, z []int, resolution float64) (q float64) {
	n := g.Rows()
	a := mat.NewDense(n, n, nil)
	for i := range n {
		for e := g.Start[i]; e < g.Start[i+1]; e++ {
			a.Set(i, g.To[e], g.Weight[e])
		}
	}
	total := mat.Sum(a)
	for i := range n {
		for j := range n {
			if z[i] == z[j] && z[i] >= 0 {
				q += (a.At(i, j) - resolution*mat.Sum(a.RowView(i))*mat.Sum(a.RowView(j))/total) / total
			}
		}
	}
	return q
}

// Given distances give the communities that the rows give.
func TestGiven(t *testing.T) {
	data, _ := grouped(60, 3, 5)
	data.X.SetRow(59, []float64{5, 0})
	given := inferencetest.Given(t, data)
	if _, err := inference.Check(Model{}, given, Model{}.Info().Defaults()); err != nil {
		t.Fatal(err)
	}
	a, b := partition.LabelsOf(fitted(t, data, nil, 1).Snapshot()),
		partition.LabelsOf(fitted(t, given, nil, 1).Snapshot())
	if !slices.Equal(a, b) {
		t.Errorf("%v\n%v", a, b)
	}
}

// A state is refused by a run of other resolutions, and after any step it is continued to the same bits.
func TestResume(t *testing.T) {
	data, _ := grouped(80, 4, 6)
	whole, err := fitted(t, data, nil, math.MaxInt).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	for _, after := range []int{0, 1, 12, 13, 24} {
		bytes, err := fitted(t, data, nil, after).MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		f := fitted(t, data, nil, 0)
		if err := f.UnmarshalBinary(bytes); err != nil {
			t.Fatal(err)
		}
		for done := false; !done; {
			r, err := f.Step(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			done = r.Done
		}
		if resumed, _ := f.MarshalBinary(); !slices.Equal(resumed, whole) {
			t.Errorf("resumed after %d resolutions a fit ends elsewhere", after)
		}
	}
	other := fitted(t, data, map[string]string{"resolution": "0.2"}, 0)
	if err := other.UnmarshalBinary(whole); err == nil {
		t.Error("a state of other resolutions is accepted")
	}
}
