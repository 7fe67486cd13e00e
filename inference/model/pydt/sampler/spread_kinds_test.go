package sampler

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/noise"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/observation"
	"example.org/espalier/inference/process/observation/observationtest"
	"example.org/espalier/inference/process/pitmanyor"

	"gonum.org/v1/gonum/mat"
)

// togetherKinds returns a function that draws a chain whose columns of several kinds vary together, with Σ,
// intercepts, latent numbers and cells, from the joint distribution. With holes, a cell of every third row is
// missing.
func togetherKinds(columns []observationtest.Seen, h hyper.Hyper, holes bool, seed uint64) func() *Chain {
	const n = 5
	rng := rand.New(rand.NewPCG(seed, 43))
	var of []observation.Column
	for _, s := range columns {
		of = append(of, s.Column)
	}
	h.Largest = n
	return func() *Chain {
		table := observation.NewTable(mat.NewDense(n, len(columns), nil), of)
		d := table.Width()
		data := &inference.Dataset{Rows: make([]string, n), Columns: make([]string, d), X: mat.NewDense(n, d, nil)}
		var c *Chain
		for c == nil {
			c = chainFrom(data, drawPrior(h, rng), rng)
		}
		p, z := newSpreadKinds(data, table, inference.Streams{})
		c.take(p, z)
		l := newLive(p, c.Live.hyper)
		l.Top, l.Free = c.Live.Top, c.Live.Free
		copy(l.Node, c.Live.Node)
		l.hyper.Sigma2, l.hyper.FixSigma2 = 1, true
		c.Live = l
		psi := make([]float64, d)
		for j := range psi {
			psi[j] = .5 + float64(j%3)/2
		}
		z.prior.Centre = covary.Diagonal(psi)
		z.prior.G = rng.ExpFloat64()
		z.prior.Nu = float64(d) + 1 + math.Exp(nuDeviation*rng.NormFloat64())
		z.learnNu = true
		z.w, z.sigma = z.prior.Draw(nil, rng)
		c.redrawTogether()
		var inverse mat.Dense
		if err := inverse.Inverse(z.w.Dense()); err != nil {
			if _, ok := err.(mat.Condition); !ok {
				panic(err)
			}
		}
		b := mat.NewDense(1, d, nil)
		for j := range d {
			b.Set(0, j, rng.NormFloat64())
		}
		b.Mul(b, &inverse)
		copy(z.hidden.base, b.RawRowView(0))
		cells := mat.NewDense(n, len(columns), nil)
		for i := range n {
			for j, s := range columns {
				low, high := table.Of(j)
				var u []float64
				for a := low; a < high; a++ {
					u = append(u, z.x.At(i, a)+z.hidden.base[a])
				}
				switch {
				case holes && (i+2*j)%3 == 0:
					cells.Set(i, j, math.NaN())
					if s.Column != nil {
						s.See(i, make([]float64, len(u)), rng) // no limit of before
					}
				case s.Column == nil:
					cells.Set(i, j, u[0])
				default:
					cells.Set(i, j, s.See(i, u, rng))
				}
			}
		}
		z.hidden.table = observation.NewTable(cells, of)
		return c
	}
}

var togetherKindNames = append(slices.Clone(togetherNames), "Σ tanh b", "Σ b²", "Σ tanh u·cell", "Σ tanh u²·cell",
	"Σ u·u'", "pairs of rows")

func (c *Chain) togetherKindStatistics() []float64 {
	z := spreadOf(c)
	var b, bb, uc, uuc, uu, rows float64
	n, d := z.x.Dims()
	for j, v := range z.hidden.base {
		b += math.Tanh(v * float64(1+j))
		bb += math.Log1p(v * v)
	}
	for i := range n {
		for j := range z.hidden.table.Columns {
			low, high := z.hidden.table.Of(j)
			for a := low; a < high; a++ {
				u := math.Tanh(z.x.At(i, a) + z.hidden.base[a])
				next := math.Tanh(z.x.At(i, (a+1)%d) + z.hidden.base[(a+1)%d])
				uu += u * next
				rows += u * math.Tanh(z.x.At((i+1)%n, a)+z.hidden.base[a])
				if y := z.hidden.table.Row(i)[j]; !math.IsNaN(y) {
					uc += u * math.Tanh(y-.9)
					uuc += u * u * math.Tanh(y-.9)
				}
			}
		}
	}
	return append(c.togetherStatistics(), b, bb, uc, uuc, uu, rows)
}

// Sweeps keep the joint distribution of tree, Σ, its prior, intercepts, latent numbers and cells of every kind,
// complete and with missing cells, and of yes/no alone, whose noise is learnt as a share of Σ. Without the contrast of
// the intercepts they do not, nor where columns without a scale are given variance 1 after each draw, nor where the
// noise of yes/no has the density of its logarithm for its own.
func TestGewekeTogetherByKinds(t *testing.T) {
	pairs := 3000
	if testing.Short() {
		pairs = 600
	}
	h := spreadHyper(5)
	h.Prior = pitmanyor.NewPrior(0, 0, 5)
	check := func(t testing.TB, columns []observationtest.Seen, holes bool, seed uint64,
		change func(c *Chain)) float64 {
		draw := togetherKinds(columns, h, holes, seed)
		return spreadReplicates(t, togetherKindNames, h, func() *Chain {
			c := draw()
			change(c)
			return c
		}, (*Chain).togetherKindStatistics, pairs)
	}
	right := func(*Chain) {}
	check(t, observationtest.EveryKind(), false, 1, right)
	check(t, observationtest.EveryKind(), true, 2, right)
	check(t, observationtest.EveryKind()[1:3], true, 3, right)
	signs := func() []observationtest.Seen {
		return []observationtest.Seen{observationtest.EveryKind()[1], observationtest.EveryKind()[1],
			observationtest.EveryKind()[1]}
	}
	check(t, signs(), false, 5, right)
	for name, twin := range map[string]struct {
		columns []observationtest.Seen
		change  func(c *Chain)
	}{
		"another density of the noise": {signs(), func(c *Chain) {
			c.passes = append(c.passes, pass{whole: func(c *current) {
				c.drawVariance(&c.Live.hyper.Noise, 0, func(x float64) float64 { return noise.Log(x) - x }, c.Live.SetNoise)
			}})
		}},
		"no contrast of the intercepts": {observationtest.EveryKind()[:3], func(c *Chain) {
			spreadOf(c).spoil = func(rows *covary.Contrasts) *covary.Contrasts {
				n, d := rows.Dims()
				return &covary.Contrasts{U: mat.DenseCopyOf(rows.U.Slice(1, n, 0, d)), Variances: rows.Variances[1:],
					Node: rows.Node[1:]}
			}
		}},
		"unit variances": {observationtest.EveryKind()[:3], func(c *Chain) {
			c.passes = append(c.passes, pass{whole: func(c2 *current) {
				z := spreadOf(c)
				d := z.sigma.SymmetricDim()
				w := mat.DenseCopyOf(z.w.Dense())
				scale := make([]float64, d)
				for a := range d {
					if scale[a] = 1; z.hidden.free[a] {
						scale[a] = 1 / math.Sqrt(z.sigma.At(a, a))
					}
				}
				for a := range d {
					for b := range d {
						w.Set(a, b, w.At(a, b)/scale[a])
						if b <= a {
							z.sigma.SetSym(a, b, z.sigma.At(a, b)*scale[a]*scale[b])
						}
					}
				}
				z.w = covary.NewMap(w)
				z.mapRows(c2.Live)
			}})
		}},
	} {
		pairs = 2000
		if z := check(&inferencetest.Recorder{TB: t}, twin.columns, false, 4, twin.change); !(z >= 6) {
			t.Errorf("%s: |z| ≤ %.1f", name, z)
		}
	}
}
