package covariance_test

import (
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// drawn is a mean of draws with the factors of the last, of 2 columns.
func drawn() *covariance.Covariance {
	return &covariance.Covariance{Columns: []string{"a", "b"}, Form: covariance.Factors, Estimate: covariance.MeanOfDraws,
		Dense: mat.NewDense(2, 2, []float64{4, 1, 1, 9}), Freedom: 12.5, Draws: 3, Factors: 3, Choice: "drawn",
		Loadings: mat.NewDense(2, 3, []float64{1, 2, 3, 4, 5, 6}), Specific: []float64{7, 8},
		Correlation: mat.NewDense(2, 2, []float64{1, 0.25, 0.25, 1}),
		Deviation:   mat.NewDense(2, 2, []float64{0, 0.5, 0.5, 0.125}),
		Changes:     mat.NewDense(4, 3, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}),
		Tree:        columnTree(), Scale: 1.5, Noise: 0.75}
}

// columnTree is a tree over the columns a and b.
func columnTree() *tree.Tree {
	t, err := tree.New([]string{"a", "b"}, []int{2, 2, -1}, []float64{math.Inf(1), math.Inf(1), 0.5})
	if err != nil {
		panic(err)
	}
	t.Support = []float64{1, 1, 0.25}
	return t
}

// fitted is a fit by factors, of 3 columns.
func fitted() *covariance.Covariance {
	return &covariance.Covariance{Columns: []string{"a", "b", "c"}, Form: covariance.Factors,
		Estimate: covariance.Likelihood,
		Loadings: mat.NewDense(3, 2, []float64{1, 2, 3, 4, 5, 6}), Specific: []float64{7, 8, 9}, Factors: 2,
		Choice: "cross-validation"}
}

func full() inferencetest.KindValue  { return drawn() }
func empty() inferencetest.KindValue { return new(covariance.Covariance) }

func TestKind(t *testing.T) { inferencetest.Kind(t, full, empty) }

func TestVersion1(t *testing.T) {
	inferencetest.SameForm(t, full(), empty(), "testdata/covariance1.bin")
}

func FuzzCovariance(f *testing.F) {
	b, err := fitted().MarshalBinary()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	inferencetest.FuzzKind(f, full, empty)
}

func TestCheck(t *testing.T) {
	type change = func(c *covariance.Covariance)
	for name, c := range map[string]struct {
		of     func() *covariance.Covariance
		change change
		want   string
	}{
		"nothing":           {drawn, func(*covariance.Covariance) {}, ""},
		"nothing of a fit":  {fitted, func(*covariance.Covariance) {}, ""},
		"no loadings":       {fitted, func(c *covariance.Covariance) { c.Loadings = nil }, ""},
		"no columns":        {drawn, func(c *covariance.Covariance) { c.Columns = nil }, "it has no columns"},
		"form":              {drawn, func(c *covariance.Covariance) { c.Form = "any" }, "the form \"any\""},
		"estimate":          {drawn, func(c *covariance.Covariance) { c.Estimate = "guess" }, "the estimate \"guess\""},
		"freedom":           {drawn, func(c *covariance.Covariance) { c.Freedom = math.NaN() }, "NaN degrees of freedom"},
		"factors":           {fitted, func(c *covariance.Covariance) { c.Factors = -1 }, "-1 factors"},
		"factors of a free": {fitted, func(c *covariance.Covariance) { c.Form = covariance.Free }, "2 factors"},
		"draws":             {drawn, func(c *covariance.Covariance) { c.Draws = 0 }, "cannot have 0 draws"},
		"draws of a fit":    {fitted, func(c *covariance.Covariance) { c.Draws = 2 }, "cannot have 2 draws"},
		"no correlations":   {drawn, func(c *covariance.Covariance) { c.Correlation = nil }, "draws without correlations"},
		"size":              {drawn, func(c *covariance.Covariance) { c.Dense = mat.NewDense(1, 1, nil) }, "1×1 numbers"},
		"symmetry":          {drawn, func(c *covariance.Covariance) { c.Dense.Set(0, 1, 1.5) }, "not symmetric"},
		"variance":          {drawn, func(c *covariance.Covariance) { c.Dense.Set(0, 0, -1) }, "the variance -1"},
		"covariance": {drawn, func(c *covariance.Covariance) {
			c.Dense.Set(0, 1, 7)
			c.Dense.Set(1, 0, 7)
		}, "their variances allow at most 6"},
		"nothing at all":    {fitted, func(c *covariance.Covariance) { c.Specific = nil }, "0 specific variances"},
		"specific variance": {fitted, func(c *covariance.Covariance) { c.Specific[1] = -2 }, "the specific variance -2"},
		"loadings": {fitted, func(c *covariance.Covariance) {
			c.Loadings = mat.NewDense(2, 2,
				nil)
		}, "loadings of 2×2"},
		"a loading": {fitted, func(c *covariance.Covariance) { c.Loadings.Set(0, 0, math.Inf(1)) }, "the loading +Inf"},
		"a correlation": {drawn, func(c *covariance.Covariance) {
			c.Correlation.Set(0, 1, 1.5)
			c.Correlation.Set(1, 0, 1.5)
		}, "not between"},
		"a deviation": {drawn, func(c *covariance.Covariance) { c.Deviation.Set(1, 1, -1) }, "negative"},
		"no number":   {drawn, func(c *covariance.Covariance) { c.Deviation.Set(1, 1, math.NaN()) }, "not finite"},
		"no tree": {fitted, func(c *covariance.Covariance) { c.Form, c.Factors = covariance.ByTree, 0 },
			"no tree over the columns"},
		"a tree": {drawn, func(c *covariance.Covariance) { c.Tree.Parent[0] = 0 }, "the tree over the columns"},
		"leaves": {drawn, func(c *covariance.Covariance) { c.Tree.Names = []string{"b", "a"} },
			"not the columns, in order"},
		"scale": {drawn, func(c *covariance.Covariance) { c.Scale = 0 }, "the scale 0"},
		"changes": {drawn, func(c *covariance.Covariance) {
			c.Changes = mat.NewDense(4, 2,
				nil)
		}, "changes of 2 factors"},
		"a change":      {drawn, func(c *covariance.Covariance) { c.Changes.Set(1, 1, math.NaN()) }, "above node 1"},
		"one deviation": {drawn, func(c *covariance.Covariance) { c.Deviation = mat.NewDense(1, 1, nil) }, "deviations: 1×1"},
	} {
		v := c.of()
		c.change(v)
		err := v.Check(nil)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	for names, ok := range map[string]bool{"a b": true, "b a": false, "a": false} {
		if err := drawn().Check(&inference.Dataset{Columns: strings.Fields(names)}); (err == nil) != ok {
			t.Errorf("of data of columns %s: %v", names, err)
		}
	}
}

func TestNumbers(t *testing.T) {
	f := fitted()
	if got := f.At(0, 1); got != 1*3+2*4 {
		t.Errorf("covariance of a and b %v", got)
	}
	if got := f.At(2, 2); got != 25+36+9 {
		t.Errorf("variance of c %v", got)
	}
	if got, want := f.CorrelationAt(0, 1), 11/math.Sqrt((1+4+7)*(9+16+8)); !(math.Abs(got-want) <= 1e-15) {
		t.Errorf("correlation of a and b %v, want %v", got, want)
	}
	if m := f.Select([]int{2, 0}); m.At(0, 1) != 5+12 || m.At(1, 1) != 12 {
		t.Errorf("of c and a %v", mat.Formatted(m))
	}
	d := drawn()
	if d.At(0, 1) != 1 || d.CorrelationAt(1, 0) != 0.25 || d.CorrelationAt(1, 1) != 1 {
		t.Error("of draws the numbers are not those of their mean")
	}
	f.Specific[0], f.Loadings = 0, nil
	if got := f.CorrelationAt(0, 1); got != 0 {
		t.Errorf("a column that does not vary has the correlation %v", got)
	}
}

// The mean and the deviation of a correlation over three draws, two of them in one chain.
func TestPool(t *testing.T) {
	chain := func(correlations ...float64) *covariance.Covariance {
		c := drawn()
		mean, square := 0.0, 0.0
		for _, r := range correlations {
			mean += r / float64(len(correlations))
			square += r * r / float64(len(correlations))
		}
		sd := math.Sqrt(square - mean*mean)
		c.Draws, c.Freedom = len(correlations), 10*float64(len(correlations))
		c.Correlation = mat.NewDense(2, 2, []float64{1, mean, mean, 1})
		c.Deviation = mat.NewDense(2, 2, []float64{0, sd, sd, 0})
		c.Dense = mat.NewDense(2, 2, []float64{1, mean, mean, 1})
		return c
	}
	one, two := chain(0.5, -0.25), chain(0.875)
	got := one.Pool([]inference.Part{one, nil, two}).(*covariance.Covariance)
	want := chain(0.5, -0.25, 0.875)
	if got.Draws != 3 || !(math.Abs(got.Freedom-50./3) <= 1e-12) ||
		!mat.EqualApprox(got.Correlation, want.Correlation, 1e-15) ||
		!mat.EqualApprox(got.Deviation, want.Deviation, 1e-15) || !mat.EqualApprox(got.Dense, want.Dense, 1e-15) {
		t.Errorf("%+v\n%v", got, mat.Formatted(got.Deviation))
	}
	if err := got.Check(nil); err != nil {
		t.Error(err)
	}
	if one.Draws != 2 || one.Correlation.At(0, 1) != 0.125 {
		t.Error("pooling changed a chain")
	}
	f := fitted()
	if got := f.Pool([]inference.Part{nil, f, one}); got != inference.Part(f) {
		t.Error("of chains without draws the first is not taken")
	}
	s := &inference.Snapshot{Parts: []inference.Part{f}}
	if covariance.Of(s) != f || covariance.Of(nil) != nil {
		t.Error("what a snapshot holds is not found")
	}
}
