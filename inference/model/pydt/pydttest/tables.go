package pydttest

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/leaves"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/pitmanyor"
	"gonum.org/v1/gonum/mat"
)

// WithMissing returns the data with so many scattered cells missing.
func WithMissing(data *inference.Dataset, missing int, seed uint64) *inference.Dataset {
	n, d := data.Dims()
	rng := rand.New(rand.NewPCG(seed, 33))
	for _, i := range rng.Perm(n * d)[:missing] {
		data.X.Set(i/d, i%d, math.NaN())
	}
	return data
}

// BushyData draws rows from the prior with branch points of many children, and noise.
func BushyData(n, d int, theta, alpha float64, seed uint64) *inference.Dataset {
	h := hyper.Hyper{Prior: pitmanyor.NewPrior(theta, alpha, n), C: 1, Sigma2: 1, Noise: 0.01}
	return DatasetOf(hyper.SamplePrior(n, d, make([]string, n), h, rand.New(rand.NewPCG(seed, 21))).X)
}

// Gaps makes every so manyth cell of a table missing.
func Gaps(x *mat.Dense, every int) *mat.Dense {
	n, d := x.Dims()
	for i := every; i < n*d; i += every {
		x.Set(i/d, i%d, math.NaN())
	}
	return x
}

// Blocks returns n rows of d columns in blocks of columns that are the same but for the share of own noise.
func Blocks(n, d, of int, own float64, seed uint64) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 93))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		common := 0.0
		for j := range d {
			if j%of == 0 {
				common = rng.NormFloat64()
			}
			x.Set(i, j, common+own*rng.NormFloat64())
		}
	}
	return x
}

// BinaryProblem returns the problem of a table of zeros and ones.
func BinaryProblem(x *mat.Dense) *problem.Problem {
	p := problem.New(x)
	p.TakeSigns()
	p.SeparateColumns()
	return p
}

// BinaryState builds a random tree over random zeros and ones, with its sites settled.
func BinaryState(rng *rand.Rand, n, d int, missing, sigma2 float64) (*posterior.State, *problem.Problem) {
	x := RandomData(rng, n, d, missing)
	x.Apply(func(_, _ int, v float64) float64 {
		switch {
		case math.IsNaN(v):
			return v
		case v > 0:
			return 1
		}
		return 0
	}, x)
	p := BinaryProblem(x)
	s := posterior.NewState(p, hyper.New(p, sigma2, 0.8, 1, 0.3, 1, true, true, true, true, true))
	order := rng.Perm(n)
	s.Begin(int32(order[0]), int32(order[1]))
	for _, v := range order[2:] {
		AttachAtRandom(s, rng, int32(v))
	}
	s.Recompute()
	return s, p
}

// BinaryData draws zeros and ones from the prior.
func BinaryData(n, d int, seed uint64) *inference.Dataset {
	h := hyper.Hyper{Prior: pitmanyor.NewPrior(0, 0, n), C: 1, Sigma2: 4, Noise: 1}
	x := hyper.SamplePrior(n, d, make([]string, n), h, rand.New(rand.NewPCG(seed, 54))).X
	x.Apply(func(_, _ int, v float64) float64 {
		if v > 0 {
			return 1
		}
		return 0
	}, x)
	data := DatasetOf(x)
	data.Kind = inference.Binary
	return data
}

// SomeSigma is a covariance of four columns or fewer, with two factors.
func SomeSigma(d int) *covary.Sigma {
	all := [][]float64{{1, 0.2}, {0.8, -0.5}, {-0.6, 0.3}, {0.1, 0.9}}
	s := covary.Diagonal([]float64{0.3, 0.5, 0.4, 0.6}[:d])
	s.Lambda = mat.NewDense(d, 2, nil)
	for j := range d {
		s.Lambda.SetRow(j, all[j])
	}
	return s
}

// DenseJoint returns the log density of data, structure and times ℓ by one Cholesky
// decomposition a column and equation 2a.
func DenseJoint(s *posterior.State) float64 {
	sum := 0.0
	cov := SharedTimesOf(s)
	for j := range s.D {
		y := make([]float64, s.N)
		full := mat.NewSymDense(s.N, nil)
		for i := range y {
			y[i] = s.Mean[i*s.D+j]
			for k := range i + 1 {
				full.SetSym(i, k, s.Hyper.Sigma2*cov.At(i, k))
			}
			full.SetSym(i, i, full.At(i, i)+s.Hyper.Noise)
			for _, cl := range s.Classes {
				if j >= cl.Low && j < cl.High && cl.Observed != nil && !cl.Observed[i] {
					y[i] = math.NaN()
				}
			}
		}
		sum += LogNormal(y, full)
	}
	for _, v := range s.Preorder() {
		if s.IsLeaf(v) {
			continue
		}
		var sizes []int
		total := 0
		for _, k := range s.Kids[v] {
			sizes = append(sizes, LeavesBelow(s, k))
			total += LeavesBelow(s, k)
		}
		sum += s.Hyper.Prior.LogSplit(sizes) + math.Log(s.Hyper.C) -
			s.Hyper.C*s.Hyper.Prior.Harmonic(total-1)*(s.Ell[v]-s.ParentEll(v))
	}
	return sum
}

func LeavesBelow(s *posterior.State, v int32) int {
	if s.IsLeaf(v) {
		return 1
	}
	n := 0
	for _, k := range s.Kids[v] {
		n += LeavesBelow(s, k)
	}
	return n
}

// RemBelow returns the earliest of the times of v's branch points below, as time remaining, leaving out one.
func RemBelow(s *posterior.State, v, without int32) float64 {
	r := 0.0
	for _, k := range s.Kids[v] {
		if k != without {
			r = math.Max(r, s.Rem[k])
		}
	}
	return r
}

func SameBits(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) })
}

// SearchAsLarge treats tables of more than a given number of rows as large until the test ends.
func SearchAsLarge(t *testing.T, rows int) {
	t.Helper()
	before := problem.LargeRows
	problem.LargeRows = rows
	t.Cleanup(func() { problem.LargeRows = before })
}

// Orthant is the exact log probability of the signs of two or three latent numbers:
// P = 1/4 + asin ρ/2π and P = 1/8 + Σ asin ρ/4π, a sign turning ρ over.
func Orthant(s *posterior.State, column int) float64 {
	shared, signs := SharedTimesOf(s), s.Sites.Cells.(leaves.Signs)
	angle := 0.0
	for i := range s.N {
		for j := range i {
			y := signs.Of(i)[column] * signs.Of(j)[column]
			angle += math.Asin(y * s.Hyper.Sigma2 * shared.At(i, j) / (s.Hyper.Sigma2 + 1))
		}
	}
	if s.N == 2 {
		return math.Log(0.25 + angle/(2*math.Pi))
	}
	return math.Log(0.125 + angle/(4*math.Pi))
}
