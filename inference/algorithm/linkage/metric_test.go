package linkage

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// byDefinition is a metric over the shared cells as the package says; NaN where there is none.
func byDefinition(m Metric, x, y []float64) float64 {
	var a, b []float64
	for k := range x {
		if !math.IsNaN(x[k]) && !math.IsNaN(y[k]) {
			a, b = append(a, x[k]), append(b, y[k])
		}
	}
	switch m {
	case Correlation:
		return 1 - stat.Correlation(a, b, nil)
	case Cosine:
		return 1 - mat.Dot(mat.NewVecDense(len(a), a), mat.NewVecDense(len(b), b))/mat.Norm(mat.NewVecDense(len(a), a),
			2)/mat.Norm(mat.NewVecDense(len(b), b), 2)
	}
	s := 0.0
	for k := range a {
		e := a[k] - b[k]
		if m == Squared {
			s += e * e
		} else {
			s += math.Abs(e)
		}
	}
	return s * float64(len(x)) / float64(len(a))
}

// Distances are those of the definitions, with missing cells and without; merges of two rows are
// at their distance, under Ward at that of the rows brought to unit length.
func TestMetrics(t *testing.T) {
	for _, m := range []Metric{Correlation, Cosine, Manhattan, Squared} {
		for _, missing := range []float64{0, 0.2} {
			rng := rand.New(rand.NewPCG(1, 9))
			x := gaussian(20, 9, 3)
			for i := range 20 {
				for j := range 9 {
					x.Set(i, j, x.At(i, j)+3)
					if rng.Float64() < missing {
						x.Set(i, j, math.NaN())
					}
				}
			}
			d := newMetricDistances(x, true, m)
			for finished := false; !finished; {
				_, finished = d.block()
			}
			for i := range 20 {
				for j := i + 1; j < 20; j++ {
					want := byDefinition(m, x.RawRowView(i), x.RawRowView(j))
					if got := d.d2[condensed(20, i, j)] * d.scale; !(math.Abs(got-want) <= 1e-12*(1+want)) {
						t.Fatalf("%s, %g missing: distance of rows %d and %d is %g, not %g", m, missing, i, j, got, want)
					}
				}
			}
			two := mat.DenseCopyOf(x.Slice(0, 2, 0, 9))
			want := byDefinition(m, x.RawRowView(0), x.RawRowView(1))
			for _, method := range []Method{Single, Complete, Average} {
				c := NewBy(two, method, m)
				for !c.Advance(1) {
				}
				if h := c.Merges()[0].Height; !(math.Abs(h-want) <= 1e-12*(1+want)) {
					t.Errorf("%s, %s: two rows merge at %g, not %g", m, method, h, want)
				}
			}
			if m.angular() {
				c := NewBy(two, Ward, m)
				for !c.Advance(math.MaxInt) {
				}
				if h := c.Merges()[0].Height; !(math.Abs(h-math.Sqrt(2*want)) <= 1e-12) {
					t.Errorf("%s, ward: two rows merge at %g, not %g", m, h, math.Sqrt(2*want))
				}
			}
		}
	}
}

// Rows of one shape join first, whatever their level and height, and a row without variation
// is at 1 from all.
func TestCorrelationLinkage(t *testing.T) {
	x := mat.NewDense(4, 4, []float64{1, 2, 3, 4, 10, 20, 31, 40, 4, 3, 2, 1, 5, 5, 5, 5})
	c := NewBy(x, Single, Correlation)
	for !c.Advance(math.MaxInt) {
	}
	m := c.Merges()
	if first := byDefinition(Correlation, x.RawRowView(0), x.RawRowView(1)); m[0].A != 0 || m[0].B != 1 ||
		!(math.Abs(m[0].Height-first) <= 1e-12) {
		t.Errorf("the first merge is %+v", m[0])
	}
	for _, merge := range m[1:] { // the row without variation joins both ends
		if !(math.Abs(merge.Height-1) <= 1e-12) {
			t.Errorf("a merge with the row without variation is at %g", merge.Height)
		}
	}
	o := NewOrdererBy(x, m, Correlation)
	for !o.Advance(math.MaxInt) {
	}
	if order := o.Order(); len(order) != 4 {
		t.Errorf("the order is %v", order)
	}
	for _, by := range []Metric{Manhattan, Squared} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Ward linkage of %s distances is taken", by)
				}
			}()
			NewBy(x, Ward, by)
		}()
	}
}

// Distances that are given lead to the merges and the order that the rows lead to from which
// they come.
func TestGivenDistances(t *testing.T) {
	x := gaussian(30, 4, 11)
	given := mat.NewDense(30, 30, nil)
	for i := range 30 {
		for j := range 30 {
			s := 0.0
			for k, v := range x.RawRowView(i) {
				s += (v - x.At(j, k)) * (v - x.At(j, k))
			}
			given.Set(i, j, math.Sqrt(s))
		}
	}
	for _, m := range Methods() {
		want := Cluster(x, m)
		c := NewBy(given, m, Given)
		for !c.Advance(1000) {
		}
		for i, g := range c.Merges() {
			if w := want[i]; g.A != w.A || g.B != w.B || !(math.Abs(g.Height-w.Height) <= 1e-9) {
				t.Fatalf("%s: merge %d is %+v, not %+v", m, i, g, w)
			}
		}
		o := NewOrdererBy(given, want, Given)
		for !o.Advance(1000) {
		}
		for i, v := range OptimalOrder(x, want) {
			if o.Order()[i] != v {
				t.Fatalf("%s: the order is %v", m, o.Order())
			}
		}
	}
}

// A row without variation in the cells that it shares with another has no angle with it: it is at 1, as rows at right
// angles are.
func TestRowsWithoutAngle(t *testing.T) {
	nan := math.NaN()
	x := mat.NewDense(3, 4, []float64{2, 2, nan, 2, 1, 3, 5, 7, 0, 0, nan, 0})
	for _, c := range []struct {
		by   Metric
		i, j int
	}{{Correlation, 0, 1}, {Correlation, 1, 2}, {Cosine, 1, 2}, {Cosine, 0, 2}} {
		d := newMetricDistances(x, true, c.by)
		for finished := false; !finished; {
			_, finished = d.block()
		}
		if got := d.d2[condensed(3, c.i, c.j)] * d.scale; !(math.Abs(got-1) <= 1e-12) {
			t.Errorf("%s: rows %d and %d are at %v", c.by, c.i, c.j, got)
		}
	}
}
