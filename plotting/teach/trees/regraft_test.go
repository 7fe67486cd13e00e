package trees

import (
	"math"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting/teach/stage"

	"gonum.org/v1/gonum/mat"
)

// density is the log density of rows and their tree: columns are normal with the times that pairs of leaves share as
// their covariance, and each branch point has c (1 − t)^(cJ − 1) (l − 1)! (r − 1)! / (l + r − 1)!.
func density(t *tree.Tree, x *mat.Dense, c float64) (data, prior float64) {
	n, d := x.Dims()
	k := mat.NewSymDense(n, nil)
	for i := range n {
		k.SetSym(i, i, 1)
		for j := range i {
			k.SetSym(i, j, t.SharedTime(i, j))
		}
	}
	var inverse mat.Dense
	if err := inverse.Inverse(k); err != nil {
		panic(err)
	}
	log, _ := mat.LogDet(k)
	for j := range d {
		v := x.ColView(j)
		data -= (float64(n)*math.Log(2*math.Pi) + log + mat.Inner(v, &inverse, v)) / 2
	}
	harmonic := func(n int) (h float64) {
		for k := 1; k <= n; k++ {
			h += 1 / float64(k)
		}
		return h
	}
	factorial := func(n int) float64 { return math.Gamma(float64(n + 1)) }
	for v, kids := range t.Children {
		if len(kids) != 2 {
			continue
		}
		l, r := len(t.LeavesBelow(kids[0])), len(t.LeavesBelow(kids[1]))
		j := harmonic(l+r-1) - harmonic(l-1) - harmonic(r-1)
		prior += math.Log(c) + (c*j-1)*math.Log(1-t.Time(v)) + math.Log(factorial(l-1)*factorial(r-1)/factorial(l+r-1))
	}
	return data, prior
}

// The ratios of each move are those of the trees before and after, from their covariances.
func TestRatiosOfMoves(t *testing.T) {
	for _, proposal := range []string{"blind", "looking"} {
		s := Regraft()
		set := s.Defaults()
		for _, v := range [][2]string{{"proposal", proposal}, {"leaves", "7"}, {"columns", "3"}} {
			if err := set.Set(v[0], v[1]); err != nil {
				t.Fatal(err)
			}
		}
		o := stage.Options{Settings: set, Seed: 5}
		x := mat.NewDense(7, 3, nil)
		r := newRows(o, stage.NewRandom(5, 0))
		for i := range 7 {
			for j := range 3 {
				x.Set(i, j, r.s.MeanOf(int32(i))[j])
			}
		}
		play, err := newRegraft(o)
		if err != nil {
			t.Fatal(err)
		}
		accepted := 0
		for _, g := range play.moves {
			data, prior := density(g.was, x, 1)
			newData, newPrior := density(g.proposed, x, 1)
			inferencetest.Near(t, "table", g.data, newData-data, 1e-6*(1+math.Abs(newData)))
			inferencetest.Near(t, "tree", g.prior, newPrior-prior, 1e-6*(1+math.Abs(newPrior)))
			if g.accepted {
				data, prior = newData, newPrior
				accepted++
			}
			inferencetest.Near(t, "density", g.whole, data+prior, 1e-6*(1+math.Abs(data)))
		}
		if accepted == 0 {
			t.Errorf("%s: no move is accepted", proposal)
		}
	}
}
