package factors

import (
	"context"
	"math"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// The shares of factors, of what is in no factor of the summary and of the noise add up to one: for draws that do not
// all have the same factors, for factors that overlap, and for an estimate.
func TestSharesAddUp(t *testing.T) {
	sum := func(s *Summary) float64 {
		total := s.Noise.Mean + s.Rest.Mean
		for _, e := range s.Explained {
			total += e.Mean
		}
		return total
	}
	p := plant(60, 30, 6, 0.5)
	s := &inference.Snapshot{Parts: []inference.Part{&factor.Factors{State: &factor.State{}}}}
	for i := range 40 {
		which := []int{0, 1, 2}
		if i%2 == 0 {
			which = append(which, 3)
		}
		if i == 7 { // in one draw of forty: no factor of the summary
			which = append(which, 4, 5)
		}
		add(s, factor.Draw{Iteration: i, State: p.draw(0.1, which...)})
	}
	got, err := Summarise(context.Background(), p.data(), s, Options{})
	if err != nil || got.Count() != 4 {
		t.Fatalf("%d factors, %v", got.Count(), err)
	}
	if !(math.Abs(sum(got)-1) <= 1e-5) || !(got.Rest.Mean > 0) {
		t.Errorf("shares add up to %v, %v of it the rest", sum(got), got.Rest.Mean)
	}
	if parts := got.Parts(got.Fold()); len(parts) != 6 || !(math.Abs(floats.Sum(parts)-1) <= 1e-5) {
		t.Errorf("the parts of a fold are %v", parts)
	}
	if f := (Fold{Major: []int{0, 1}, Minor: 2, Share: got.Explained[2].Mean + got.Explained[3].Mean +
		got.Rest.Mean}); !(math.Abs(floats.Sum(got.Parts(f))-1) <= 1e-5) {
		t.Errorf("the parts of a fold with minor factors are %v", got.Parts(f))
	}
	// One draw by hand: ‖g‖²‖x‖² of its factors, and 30 cases of 60 items with the noise 0.5.
	one := &inference.Snapshot{Parts: []inference.Part{&factor.Factors{State: &factor.State{}}}}
	add(one, factor.Draw{State: p.draw(0, 0, 1)})
	got, err = Summarise(context.Background(), p.data(), one, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var power [2]float64
	for j := range power {
		g, x := mat.Norm(p.loadings.ColView(j), 2), mat.Norm(p.activities.ColView(j), 2)
		power[j] = g * g * x * x
	}
	whole := power[0] + power[1] + 30*60*0.5
	if want := max(power[0], power[1]) / whole; !(math.Abs(got.Explained[0].Mean-want) <= 1e-5) ||
		!(math.Abs(got.Noise.Mean-900/whole) <= 1e-5) {
		t.Errorf("%v and noise %v, want %v and %v", got.Explained[0].Mean, got.Noise.Mean, want, 900/whole)
	}
	noise := slices.Repeat([]float64{0.5}, 60)
	estimate := &inference.Snapshot{Parts: []inference.Part{&factor.Factors{State: &factor.State{IDs: upTo(6),
		Loadings: p.loadings, Activities: p.activities, Noise: noise}}}}
	got, err = Summarise(context.Background(), p.data(), estimate, Options{})
	if err != nil || !(math.Abs(sum(got)-1) <= 1e-12) {
		t.Errorf("shares of an estimate add up to %v, %v", sum(got), err)
	}
}

// folded is a summary of factors with the given shares and numbers of items of 20.
func folded(shares []float64, items []int) *Summary {
	k := len(shares)
	s := &Summary{Factors: &factor.State{Loadings: mat.NewDense(20, k, nil), Inclusion: mat.NewDense(20, k, nil),
		IDs: upTo(k)}, Matches: make([]Match, k)}
	for j, v := range shares {
		s.Explained = append(s.Explained, Spread{Mean: v})
		for i := range items[j] {
			s.Factors.Inclusion.Set(i, j, 0.7)
		}
	}
	s.Rest.Mean = 0.02
	return s
}

// Small factors and those of one item are set aside, if there are many factors.
func TestFold(t *testing.T) {
	shares, items := []float64{0.3, 0.2, 0.1}, []int{19, 5, 1}
	for range 12 {
		shares, items = append(shares, 0.005), append(items, 4)
	}
	percent := func(x float64) string { return string(rune('0'+int(math.Round(10*x)))) + "0 %" }
	got := folded(shares, items).Fold()
	if !slices.Equal(got.Major, []int{0, 1}) || got.Minor != 13 || !(math.Abs(got.Share-(0.1+12*0.005+0.02)) <= 1e-12) {
		t.Errorf("%+v", got)
	}
	if text := got.Words(percent); text != "and 13 minor factors, 20 %" {
		t.Error(text)
	}
	if n := folded(shares, items).Dense(); n != 1 {
		t.Errorf("%d dense factors", n)
	}
	if few := folded(shares[:5], items[:5]).Fold(); len(few.Major) != 5 || few.Minor != 0 || few.Words(percent) != "" {
		t.Errorf("of five factors %+v", few)
	}
	small := slices.Repeat([]float64{0.001}, 20)
	if none := folded(small, slices.Repeat([]int{3}, 20)).Fold(); len(none.Major) != 20 || none.Minor != 0 {
		t.Errorf("of small factors alone %+v", none)
	}
	// Those that one reads keep names, IDs, columns and shares.
	all := folded(shares, items)
	read := all.Readable()
	if f := all.Fold(); read.Count() != len(f.Major) || !slices.Equal(read.Numbers, f.Major) ||
		read.Left.Minor != f.Minor {
		t.Errorf("%d factors are read: %+v", read.Count(), read.Left)
	}
	for i, j := range read.Numbers {
		if read.Name(i) != all.Name(j) || read.Factors.IDs[i] != all.Factors.IDs[j] ||
			read.Explained[i] != all.Explained[j] ||
			!mat.Equal(read.Factors.Loadings.ColView(i), all.Factors.Loadings.ColView(j)) {
			t.Errorf("factor %d is not %s", i, all.Name(j))
		}
	}
	if again := read.Readable(); again.Count() != read.Count() {
		t.Errorf("%d of %d are left when folded again", again.Count(), read.Count())
	}
	if few := folded(shares[:5], items[:5]); few.Readable() != few {
		t.Error("a few factors are folded")
	}
	if (*Summary)(nil).Fold().Minor != 0 {
		t.Error("nothing has minor factors")
	}
}
