package crosscat

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/process/expecting"
	"example.org/espalier/inference/process/observation"
)

// What one draw expects of a cell is a ratio of sums over the clusters that its row can be in: of the probabilities
// of the whole view with the cell and without it.
func TestBelieve(t *testing.T) {
	data := kindsTable(t, 16, rand.New(rand.NewPCG(4, 3)))
	c := inferencetest.Begin(t, Model{}, data, nil).(*sampler)
	inferencetest.Iterate(t, c, 12)
	c.Draws.Draws = c.Draws.Draws[len(c.Draws.Draws)-1:]
	columns, err := observation.Of(data)
	if err != nil {
		t.Fatal(err)
	}
	d := c.Draws.Draws[0]
	sum := func(at inference.Cell, without bool) float64 {
		s := c.stateOf(d)
		v := s.views[d.Of[at.Column]]
		if w := s.laws[at.Column].Width(); without {
			s.own[at.Column] = slices.Clone(s.own[at.Column])
			clear(s.own[at.Column][at.Row*w : (at.Row+1)*w])
		}
		total := special.LogSum{}
		for k := range slices.Max(v.Z) + 2 {
			z := slices.Clone(v.Z)
			if z[at.Row] = k; k == slices.Max(v.Z)+1 && count(v.Z, v.Z[at.Row]) == 1 {
				continue // it is alone already
			}
			trial := s.newView(v.columns, v.Alpha, dense(z))
			trial.Settle(0, s.t.n)
			total.Add(trial.LogLikelihood() + trial.LogPrior())
		}
		return total.Value()
	}
	checked := 0
	for j := range c.state.t.d {
		at := inference.Cell{Row: (3*j + 1) % 16, Column: j}
		v := data.X.At(at.Row, j)
		if math.IsNaN(v) {
			continue
		}
		beliefs, err := c.Believe(t.Context(), []inference.Cell{at}, 10)
		if err != nil {
			t.Fatal(err)
		}
		var factor observation.Factor
		if columns[j] != nil {
			factor = columns[j].Factor(at.Row, v)
		}
		if _, point := factor.(*observation.Point); point {
			continue // by the Gaussians that stand for the law
		}
		got := expecting.Cell(at, columns[j], len(data.KindAt(j).Levels), factor, v, beliefs[0])
		want := sum(at, false) - sum(at, true)
		if !c.state.t.masses[j] {
			want -= math.Log(c.state.t.scale[j])
		}
		inferencetest.Near(t, data.Columns[j], got.Log, want, 1e-4)
		checked++
	}
	if checked < 15 {
		t.Errorf("%d cells are checked", checked)
	}
}

func count(z []int, k int) (n int) {
	for _, v := range z {
		if v == k {
			n++
		}
	}
	return n
}

// dense numbers labels by first appearance.
func dense(z []int) []int {
	number := map[int]int{}
	for i, k := range z {
		if _, is := number[k]; !is {
			number[k] = len(number)
		}
		z[i] = number[k]
	}
	return z
}
