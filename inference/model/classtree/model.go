package classtree

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/labels"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/mat"
)

// Model is the tree over latent classes. Its zero value is ready for use.
type Model struct{}

var (
	_ inference.Model       = Model{}
	_ inference.Discrete    = Model{}
	_ inference.KindSampler = Model{}
)

// The choices of parameters.
const (
	scalesOne = "one"
	scalesOwn = "own"
)

// Info describes the model.
func (Model) Info() inference.Info {
	inf := math.Inf(1)
	return inference.Info{
		Family: inference.FamilyTrees,
		Name:   "classtree",
		Title:  "Tree of latent classes",
		Summary: "Puts rows into classes and the classes on a tree, for surveys and tables of very many " +
			"rows. It gives the profile of each class; small classes borrow from those near them.",
		Reference: "M. Li, B. Stephenson and Z. Wu (2023), Tree-regularized Bayesian latent class analysis " +
			"for improving weakly separated dietary pattern subtyping in small-sized subpopulations, " +
			"arXiv:2306.04700; D. A. Knowles and Z. Ghahramani (2011), Pitman-Yor diffusion trees, UAI 27, 410–418.",
		Parameters: []inference.Parameter{
			{Name: "classes", Title: "Classes", Type: inference.Integer, Default: "10", Min: 2, Max: 500,
				Help: "The greatest number of classes. Classes that the rows do not need stay empty."},
			{Name: "concentration", Title: "a, concentration of classes", Type: inference.Real, Default: "1",
				OpenMin: true, Max: 1e4,
				Help: "Of the Dirichlet prior of the shares of classes, for all together. Values as large as " +
					"the number of classes keep more of them in use."},
			{Name: "scales", Title: "Scales of columns", Type: inference.Choice, Default: scalesOwn,
				Choices: []string{scalesOne, scalesOwn},
				Help: "one: columns differ as much between classes; own: each column has its own variance " +
					"between classes, and numbers their own within."},
			{Name: "c", Title: "c, divergence", Type: inference.Real, Default: "1", OpenMin: true, Max: inf,
				OpenMax: true, Learnt: true, Advanced: true,
				Help: "Classes part late in the tree where it is small, early where it is large."},
			{Name: "theta", Title: "θ, concentration of the tree", Type: inference.Real, Default: "1", Min: 0.001,
				Max: 1000, Learnt: true, Advanced: true,
				Help: "Larger values give branch points with more branches."},
			{Name: "alpha", Title: "α, discount of the tree", Type: inference.Real, Default: "0", Min: 0, Max: 0.99,
				Learnt: true, Advanced: true,
				Help: "Larger values give branch points with more branches."},
		},
		Kinds:          observation.Sorts(),
		Looks:          []column.Sort{column.YesNo},
		Preprocessing:  inference.Preprocessing{Centre: true, Scale: true},
		Scalars:        []string{"log_joint", "log_likelihood", "classes_used", "branch_points", "c", "theta", "alpha"},
		Objective:      "log_joint",
		ObjectiveTitle: "log joint density, nats",
		Iteration:      "sweep",
		Iterations:     500,
		Samples:        true,
		Chains:         2,
	}
}

// Discrete implements inference.Discrete.
func (Model) Discrete(d *inference.Dataset, _ inference.Settings) bool {
	if d.Kinds == nil {
		return binary(d)
	}
	for _, k := range d.Kinds {
		if !k.Sort.Mass() {
			return false
		}
	}
	return true
}

var errTooFew = errors.New("classtree: classes need at least two rows")

// Check refuses tables of fewer than two rows.
func (Model) Check(data *inference.Dataset, s inference.Settings) (notes []string, err error) {
	n, _ := data.Dims()
	if n < 2 {
		return nil, errTooFew
	}
	t, err := newTable(data)
	if err != nil {
		return nil, err
	}
	switch {
	case t.masses:
		notes = append(notes, "Cells are taken as yes/no.")
	case data.Kinds == nil && !data.Preprocessing.Scale:
		notes = append(notes, "Columns are not scaled: classes then mostly sort columns by their size. Scale "+
			"them in the preprocessing, unless they share a unit.")
	}
	if asked := s.Int("classes"); asked > n {
		notes = append(notes, fmt.Sprintf("There are %d rows, so there are at most %d classes.", n, n))
	}
	if data.Unknown() > 0 {
		notes = append(notes, "Missing cells are left out: a row belongs to classes by its other cells.")
	}
	return notes, nil
}

// Estimate assumes costs measured on one core: 1 ns for a class and a cell, 60 ns for the latent number of a cell, and
// for the tree, with K² places for the subtrees, 4 ns for a column.
func (Model) Estimate(data *inference.Dataset, s inference.Settings) inference.Estimate {
	rows, columns := data.Dims()
	n, d := float64(rows), float64(columns)
	k := float64(classesOf(s, rows))
	sweep := n*(k*(d+4)+60*d) + 3*16*k*k*(d+20)
	bytes := 20*n*d + 8*n*d + math.Max(leastDraws, math.Min(mostDraws, mostLabels/n))*(8*n+8*k*d) + 40*n
	first := 40*math.Min(n, 2*fewestRows)*k*d + 8*n*d
	if n >= 2*fewestRows { // of the samples
		first += sweep / n * (firstSweeps*fewestRows + 2*laterSweeps*n)
	}
	return inference.Estimate{Bytes: int64(bytes), Start: time.Duration(first + sweep),
		Iteration: time.Duration(sweep)}
}

// New prepares a chain.
func (Model) New(data *inference.Dataset, s inference.Settings, streams inference.Streams,
	threads int) (inference.Stepper, error) {
	if n, _ := data.Dims(); n < 2 {
		return nil, errTooFew
	}
	return newChain(data, s, streams, threads)
}

// Sample implements inference.PriorSampler: numbers.
func (Model) Sample(n, d int, s inference.Settings, rng *rand.Rand) (inference.Draw, error) {
	if n < 1 || d < 1 {
		return inference.Draw{}, fmt.Errorf("classtree: a sample of %d rows and %d columns has no cells", n, d)
	}
	return sample(n, make([]observation.Column, d), s, rng)
}

// SampleKinds implements inference.KindSampler.
func (Model) SampleKinds(n int, kinds []column.Kind, s inference.Settings, rng *rand.Rand) (inference.Draw, error) {
	t := observation.Unseen(kinds)
	d, err := sample(n, t.Columns, s, rng)
	if err == nil {
		d.X = t.Sample(d.X, rng)
	}
	return d, err
}

// sample draws the latent numbers of a table of these columns.
func sample(n int, columns []observation.Column, s inference.Settings, rng *rand.Rand) (inference.Draw, error) {
	st := newState(tableOf(mat.NewDense(n, len(columns), nil), columns), s.Int("classes"), s.Text("scales") == scalesOwn,
		hyperOf(s, s.Int("classes")), rng)
	st.alpha = s.Real("concentration")
	for tries := 0; !st.mover.Grow(); tries++ {
		if tries == 1000 {
			return inference.Draw{},
				errors.New("classtree: at these values of c and θ classes part too late to be told apart; " +
					"choose a larger c")
		}
	}
	st.drawPrior()
	x, of := mat.NewDense(n, st.t.width, nil), make([]int, n)
	for i, k := range st.z {
		of[i] = int(k)
		for a := range st.t.width {
			x.Set(i, a, st.location(of[i], a)+math.Sqrt(st.noise[st.group[a]])*rng.NormFloat64())
		}
	}
	labels.Number(of)
	return inference.Draw{X: x, Parts: []inference.Part{&partition.Partition{Name: "classes", Labels: of}}}, nil
}
