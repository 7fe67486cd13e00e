package pydttest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/inferencetest/labelled"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/forecast"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/polishing"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/pitmanyor"
	"example.org/espalier/inference/process/pruning"
	"example.org/espalier/inference/process/timetree"

	"gonum.org/v1/gonum/mat"
)

func init() { polishing.DebugChecks = true }

// RandomData draws n points of a crude two-level hierarchy in d columns, with a share of cells missing.
func RandomData(rng *rand.Rand, n, d int, missing float64) *mat.Dense {
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			v := math.Sin(float64(i%3*7+j)) + 0.5*math.Cos(float64(i%7*3+j)) + 0.3*rng.NormFloat64()
			if rng.Float64() < missing {
				v = math.NaN()
			}
			x.Set(i, j, v)
		}
	}
	return x
}

// RandomState builds a tree over random data by random attachments, so that it has branch points of several degrees.
func RandomState(rng *rand.Rand, n, d int, missing, noise float64) (*posterior.State, *problem.Problem) {
	p := problem.New(RandomData(rng, n, d, missing))
	h := hyper.New(p, 1.3, 0.8, 1, 0.3, noise, true, true, true, true, true)
	s := posterior.NewState(p, h)
	order := rng.Perm(n)
	s.Begin(int32(order[0]), int32(order[1]))
	for _, v := range order[2:] {
		AttachAtRandom(s, rng, int32(v))
	}
	s.Recompute()
	return s, p
}

// AttachAtRandom attaches a subtree at a random allowed place, whatever the data.
func AttachAtRandom(s *posterior.State, rng *rand.Rand, r int32) timetree.Position {
	for {
		nodes := s.Preorder()
		v := nodes[rng.IntN(len(nodes))]
		if !s.IsLeaf(v) && rng.IntN(2) == 0 && s.Rem[v] > s.Rem[r] {
			at := timetree.Position{Node: v, Join: true}
			s.Link(r, at)
			return at
		}
		low, high := math.Max(s.Rem[v], s.Rem[r]), s.ParentRem(v)
		if high <= low {
			continue
		}
		at := timetree.Position{Node: v, Rem: low + (high-low)*(0.1+0.8*rng.Float64())}
		s.Link(r, at)
		return at
	}
}

// SharedTimesOf returns the matrix of the times t_mrca, with 1 on the diagonal.
func SharedTimesOf(s *posterior.State) *mat.SymDense {
	m := mat.NewSymDense(s.N, nil)
	up := func(v int32) []int32 {
		var path []int32
		for ; v >= 0; v = s.Parent[v] {
			path = append(path, v)
		}
		return path
	}
	for i := range s.N {
		m.SetSym(i, i, 1)
		seen := map[int32]bool{}
		for _, v := range up(int32(i)) {
			seen[v] = true
		}
		for j := range i {
			for _, v := range up(int32(j)) {
				if seen[v] {
					m.SetSym(i, j, 1-s.Rem[v])
					break
				}
			}
		}
	}
	return m
}

// LogNormal returns the log density of the observed entries of y under N(0, cov).
func LogNormal(y []float64, cov *mat.SymDense) float64 {
	var keep []int
	for i, v := range y {
		if !math.IsNaN(v) {
			keep = append(keep, i)
		}
	}
	if len(keep) == 0 {
		return 0
	}
	sub, z := mat.NewSymDense(len(keep), nil), mat.NewVecDense(len(keep), nil)
	for a, i := range keep {
		z.SetVec(a, y[i])
		for b, j := range keep {
			if b <= a {
				sub.SetSym(a, b, cov.At(i, j))
			}
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(sub) {
		panic("covariance not positive definite")
	}
	var w mat.VecDense
	if err := chol.SolveVecTo(&w, z); err != nil {
		panic(err)
	}
	return -0.5 * (float64(len(keep))*pruning.Ln2Pi + chol.LogDet() + mat.Dot(z, &w))
}

func Close(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*(1+math.Abs(want))) {
		t.Fatalf("%s: got %.12g, want %.12g", what, got, want)
	}
}

// LogPriorByDefinition is equation 2a; the code uses 2b.
func LogPriorByDefinition(s *posterior.State, theta, alpha, c float64) float64 {
	h := func(m int) float64 {
		a, _ := math.Lgamma(float64(m) - alpha)
		b, _ := math.Lgamma(float64(m) + 1 + theta)
		return math.Exp(a - b)
	}
	harmonic := func(m int) (sum float64) {
		for i := 1; i <= m; i++ {
			sum += h(i)
		}
		return sum
	}
	sum := 0.0
	for _, v := range s.Preorder() {
		if s.IsLeaf(v) {
			continue
		}
		m, kids := int(s.Size[v]), s.Kids[v]
		split := -special.LogGamma(float64(m)+theta) - float64(len(kids)-1)*special.LogGamma(1-alpha)
		for i, k := range kids {
			split += special.LogGamma(float64(s.Size[k]) - alpha)
			if i >= 2 {
				split += math.Log(theta + float64(i)*alpha)
			}
		}
		sum += split + math.Log(c) + s.Ell[v] + c*(s.ParentEll(v)-s.Ell[v])*harmonic(m-1)
	}
	return sum
}

func Compare(t *testing.T, what string, got, want []float64) {
	t.Helper()
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Fatalf("%s: iteration %d differs", what, i)
		}
	}
}

func FromShape(s *posterior.State, n *labelled.Tree) {
	var walk func(n *labelled.Tree) int32
	walk = func(n *labelled.Tree) int32 {
		if n.Kids == nil {
			return int32(n.Leaf)
		}
		u := s.Take()
		for _, k := range n.Kids {
			c := walk(k)
			s.Parent[c] = u
			s.Kids[u] = append(s.Kids[u], c)
		}
		return u
	}
	s.Top = walk(n)
	s.Parent[s.Top] = -1
}

// RowNames returns n names.
func RowNames(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = strconv.Itoa(i)
	}
	return names
}

// CorrelatedRows draws rows from the model with columns that all correlate by 0.8.
func CorrelatedRows(n, d int, seed uint64) *inference.Dataset {
	rng := rand.New(rand.NewPCG(seed, 41))
	t := pitmanyor.NewPrior(0, 0, n).Sample(1, RowNames(n), rng)
	z := covary.SampleLocations(t, d+1, 1, 0, rng)
	x := mat.NewDense(n, d, nil)
	for i := range n {
		row := z.RawRowView(i)
		for j := range d {
			x.Set(i, j, 2*(math.Sqrt(0.8)*row[d]+math.Sqrt(0.2)*row[j]))
		}
	}
	return DatasetOf(x)
}

func BatchMean(x []float64) (mean, se float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		se += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(se / float64(len(x)-1) / float64(len(x)))
}

func LearntHyper(n int) hyper.Hyper {
	return hyper.Hyper{Prior: pitmanyor.NewPrior(1, 0.3, n), C: 1, Sigma2: 1, Noise: 0.1, Largest: n}
}

func TestHyper(theta, alpha float64, n int) hyper.Hyper {
	return hyper.Hyper{Prior: pitmanyor.NewPrior(theta, alpha, n), C: 0.8, Sigma2: 1.3, Noise: 0.2}
}

// PriorOfTimes is equation 2a of a state's tree.
func PriorOfTimes(s *posterior.State) float64 {
	t := s.Capture().Publish(RowNames(s.N))
	return s.Hyper.Prior.LogDensity(t, s.Hyper.C)
}

func PriorData(n, d int, seed uint64) *inference.Dataset {
	h := hyper.Hyper{Prior: pitmanyor.NewPrior(0, 0, n), C: 1, Sigma2: 1}
	return DatasetOf(hyper.SamplePrior(n, d, make([]string, n), h, rand.New(rand.NewPCG(seed, 21))).X)
}

// Tetrahedron draws points around four equidistant centres in three dimensions.
func Tetrahedron(rng *rand.Rand, n int) *mat.Dense {
	centres := [][]float64{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}
	x := mat.NewDense(n, 3, nil)
	for i := range n {
		for j := range 3 {
			x.Set(i, j, centres[i%4][j]+0.2*rng.NormFloat64())
		}
	}
	return x
}

func DatasetOf(x *mat.Dense) *inference.Dataset {
	n, d := x.Dims()
	data := &inference.Dataset{Name: "test", X: x, Kind: inference.Continuous, Scale: make([]float64, d),
		Centre: make([]float64, d)}
	for i := range n {
		data.Rows = append(data.Rows, fmt.Sprint("r", i))
	}
	for j := range d {
		data.Columns = append(data.Columns, fmt.Sprint("c", j))
		data.Scale[j] = 1
	}
	return data
}

var ThreeRows = mat.NewDense(3, 1, []float64{0.8, 1.1, -0.9})

var FourRows = mat.NewDense(4, 2, []float64{0.8, 0.2, 1.1, 0.5, -0.9, -0.7, -0.6, 0.4})

// WriteTable leaves a Markdown table where scripts/validate looks for it.
func WriteTable(t *testing.T, name string, b *strings.Builder) {
	t.Log("\n" + b.String())
	dir := os.Getenv("ESPALIER_VALIDATION")
	if dir == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(dir, name+".md"), []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

func MeanAndError(x []float64) (mean, se float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		se += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(se / float64(len(x)-1) / float64(len(x)))
}

// ConstantTable draws rows of three correlated columns, between two columns that are 0 in all rows
// except in the last few new ones.
func ConstantTable(n, fresh, lit int) (learnt, held *mat.Dense) {
	rng := rand.New(rand.NewPCG(4, 45))
	x := mat.NewDense(n+fresh, 5, nil)
	for i := range n + fresh {
		centre, along := 2*float64(i%3-1), rng.NormFloat64()
		x.SetRow(i, []float64{0, centre + along, 2*centre + along + 0.05*rng.NormFloat64(), 0,
			0.5*centre - along + 0.05*rng.NormFloat64()})
		if i >= n+fresh-lit {
			x.Set(i, 3*(i%2), 1.5)
		}
	}
	return mat.DenseCopyOf(x.Slice(0, n, 0, 5)), mat.DenseCopyOf(x.Slice(n, n+fresh, 0, 5))
}

// MeanCorrelation returns the mean over all pairs of columns.
func MeanCorrelation(s mat.Symmetric) float64 {
	d, sum, pairs := s.SymmetricDim(), 0.0, 0.0
	for i := range d {
		for j := range i {
			sum += s.At(i, j) / math.Sqrt(s.At(i, i)*s.At(j, j))
			pairs++
		}
	}
	return sum / pairs
}

func LogDet(s mat.Symmetric) float64 {
	var chol mat.Cholesky
	if !chol.Factorize(s) {
		return math.NaN()
	}
	return chol.LogDet()
}

// Known draws 240 rows of six columns from the model, all pairs correlated by 0.8, and returns the rows to
// learn from, those hidden, the generating tree of the former and Σ.
func Known(seed uint64) (learn, hidden *inference.Dataset, generating *forecast.Forecast, sigma *covary.Sigma) {
	const n, d, share = 240, 6, 0.01
	rng := rand.New(rand.NewPCG(seed, 48))
	sigma = covary.Diagonal([]float64{0.2, 0.2, 0.2, 0.2, 0.2, 0.2})
	root := math.Sqrt(0.8)
	sigma.Lambda = mat.NewDense(d, 1, []float64{root, root, root, root, root, root})
	t := pitmanyor.NewPrior(0, 0, n).Sample(1, RowNames(n), rng)
	x, _ := covary.Sample(t, sigma, share, rng)
	all := DatasetOf(x)
	all.Rows = RowNames(n)
	some, rest := EveryKth(n, 6)
	learn, hidden = all.SelectRows(some), all.SelectRows(rest)
	h := hyper.New(problem.New(learn.X), 1, 1, 0, 0, share, true, true, true, true, true)
	s := posterior.NewState(problem.New(learn.X), h)
	s.Adopt(t.Restrict(some))
	return learn, hidden, ForecastOf(s, learn.X, sigma, 0), sigma
}

// ForecastOf makes a forecast from a state's tree and table, Σ known where nu is 0.
func ForecastOf(s *posterior.State, x *mat.Dense, sigma *covary.Sigma, nu float64) *forecast.Forecast {
	h := s.Hyper
	h.Noise /= h.Sigma2
	h.Sigma2 = 1
	k := s.Capture()
	return &forecast.Forecast{Law: correlated.Law{Form: correlated.AnyCovariance, Sigma: sigma,
		Prior: covary.Wishart{Centre: sigma, G: 1, Nu: nu}, Filled: x},
		Names: RowNames(s.N), Hyper: h, Trees: []*posterior.Sketch{k}}
}

// EveryKth splits n rows: every k-th is hidden, the others are learnt from.
func EveryKth(n, k int) (learn, hidden []int) {
	for i := range n {
		if i%k == 0 {
			hidden = append(hidden, i)
		} else {
			learn = append(learn, i)
		}
	}
	return learn, hidden
}
