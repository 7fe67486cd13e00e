package bhc

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/algorithm/pace"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/process/coded"
	"example.org/espalier/inference/process/conjugate"
	"example.org/espalier/inference/process/observation"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

const (
	sliceWork = 2_000_000 // multiplications between looks at the clock
)

// fit is one fit in progress. Of the next iteration nothing is kept in saved states: it depends on the tree alone.
type fit struct {
	data    *inference.Dataset
	t       *table
	x       *mat.Dense // by which leaves are ordered: the data, coded where columns are no numbers
	law     law
	fixed   [3]bool
	random  bool // trees are built from the top, see divider
	streams inference.Streams
	best    bool // the groups shown are the most probable partition of the tree

	now       *hierarchy       // nil before the first tree is built
	tree      *tree.Tree       // of now
	leaves    []int            // their order, by which the tree is drawn
	iteration int              // completed, −1 before the first tree
	settled   bool             // building again changes nothing
	values    []float64        // the scalars of now
	parts     []inference.Part // parts of a snapshot of now, never written again

	starts   []hyper          // from which the first tree is still to be built
	learning *search          // of the next iteration
	building building         // of the next iteration
	ordering *linkage.Orderer // of the tree just built
	next     *hierarchy       // that tree
}

// building is a tree in the making.
type building interface {
	step() (work int, finished bool)
	fraction() float64
	whole() *hierarchy
}

func newFit(data *inference.Dataset, s inference.Settings, streams inference.Streams) (*fit, error) {
	t, err := newTable(data)
	if err != nil {
		return nil, fmt.Errorf("bhc: %w", err)
	}
	t.full = s.Text("covariance") == full && t.d > 1
	f := &fit{data: data, t: t, x: coded.Of(data).X, law: lawOf(s), iteration: -1,
		best: s.Text("groups") == byPartition, streams: streams, random: isRandom(t.n, s),
		fixed: [3]bool{s.Fixed("concentration"), s.Fixed("scale"), s.Fixed("kappa")}}
	for _, share := range startShares {
		h := hyper{s.Real("concentration"), s.Real("scale"), s.Real("kappa")}
		if !f.fixed[1] {
			h.Scale *= share
		}
		if !f.fixed[2] {
			h.Kappa *= share
		}
		if len(f.starts) == 0 || h != f.starts[0] {
			f.starts = append(f.starts, h)
		}
	}
	f.start()
	return f, nil
}

// startShares multiply ρ and κ₀ in the starts, of which the best is taken: clusters from as wide as the table
// to a sixth of that, with the same prior of their means.
var startShares = [...]float64{1, 0.3, 0.1, 0.03}

// start begins the tree of the next start.
func (f *fit) start() {
	f.building = f.builder(f.starts[0], len(f.starts))
	f.starts = f.starts[1:]
}

// builder begins a tree; that of a divider depends on task alone.
func (f *fit) builder(h hyper, task int) building {
	if f.random {
		return newDivider(f.t, h, f.law, f.streams.Task(uint64(task)))
	}
	return newBuilder(f.t, h, f.law)
}

// Step implements inference.Stepper.
func (f *fit) Step(ctx context.Context) (inference.Report, error) {
	return pace.Course{Ended: func() bool { return f.settled }, Advance: f.advance, Phase: f.phase,
		Scalars: func() []float64 { return slices.Clone(f.values) }, First: f.iteration < 0, Fraction: f.fraction}.Step(ctx)
}

// advance does a slice of work and reports whether an iteration was completed.
func (f *fit) advance() bool {
	switch {
	case f.ordering != nil:
		if !f.ordering.Advance(sliceWork) {
			return false
		}
		f.accept(f.next, f.ordering.Order())
		f.ordering, f.next = nil, nil
		f.iteration++
		return true
	case f.building != nil:
		for left := sliceWork; left > 0; {
			work, finished := f.building.step()
			left -= work + 1
			if finished {
				h := f.building.whole()
				f.built(h.score(h.hyper, f.law.freedom))
				return f.settled
			}
		}
	case f.learning != nil:
		if f.learning.advance() {
			f.building = f.builder(f.learning.at.hyper, len(startShares)+1+max(f.iteration, 0))
		}
	default:
		f.learning = newSearch(f.t, f.now, f.fixed, f.law.freedom)
	}
	return false
}

// built takes a tree if it is better than the present one under the hyperparameters for which it was built.
func (f *fit) built(h *hierarchy) {
	f.building = nil
	if f.now == nil {
		if f.next == nil || h.logJoint(f.t) > f.next.logJoint(f.t) {
			f.next = h
		}
		if len(f.starts) > 0 {
			f.start()
			return
		}
		h = f.next
	} else {
		same := f.learning.at
		f.learning = nil
		if !(h.logJoint(f.t) > same.logJoint(f.t)+1e-9*math.Abs(same.logJoint(f.t))) {
			f.settled = true // the tree stays, with its hyperparameters
			f.show(same)
			f.iteration++
			return
		}
	}
	f.next, f.ordering = h, linkage.NewOrdererBy(f.x, h.merges(f.t), linkage.Euclidean)
}

// accept takes a tree with its leaves in this order.
func (f *fit) accept(h *hierarchy, leaves []int) {
	f.leaves = leaves
	f.tree = linkage.Tree(h.merges(f.t), f.data.Rows).OrderByPosition(leaves)
	f.show(h)
}

// show makes the parts of a hierarchy whose tree is known, once for all snapshots of it.
func (f *fit) show(h *hierarchy) {
	f.now = h
	found := &partition.Partition{Name: "clusters"}
	var clusters int
	found.Labels, clusters = h.labels(h.cut(f.best))
	if f.t.n <= partition.MostTogether {
		found.Together = mat.NewDense(f.t.n, f.t.n, h.together())
	}
	f.values = []float64{h.logJoint(f.t), float64(clusters), h.hyper.Alpha, h.hyper.Scale, h.hyper.Kappa, h.height(f.t)}
	merged := *f.tree
	merged.Support = h.merged()
	shown := merged.CollapseBelow(0) // without open nodes
	f.parts = []inference.Part{
		&forest.Forest{Trees: []forest.Weighted{{Tree: shown, Objective: f.values[0], Weight: 1}}}, found,
	}
}

func (f *fit) phase() string {
	switch {
	case f.settled && f.law.mixing > 0:
		log, most := f.now.rosy(f.law.mixing)
		return fmt.Sprintf("settled; as a rose tree of at most %d children the rows have the log density %.4f", most,
			log+f.t.jacobian)
	case f.settled:
		return "settled"
	case f.ordering != nil:
		return "ordering the leaves"
	case f.iteration < 0:
		return "joining rows"
	}
	return "learning α, ρ and κ₀, joining again"
}

// fraction is the share of the start that is done.
func (f *fit) fraction() float64 {
	switch {
	case f.iteration >= 0:
		return 1
	case f.ordering != nil:
		return 0.9 + 0.1*f.ordering.Fraction()
	}
	done := float64(len(startShares) - 1 - len(f.starts))
	return 0.9 * (done + f.building.fraction()) / float64(len(startShares))
}

// Snapshot implements inference.Stepper.
func (f *fit) Snapshot() *inference.Snapshot {
	s := &inference.Snapshot{Model: Model{}.Info().Name, Iteration: max(0, f.iteration), Phase: f.phase()}
	if f.now == nil {
		return s
	}
	for i, name := range (Model{}).Info().Scalars {
		s.Scalars = append(s.Scalars, inference.Scalar{Name: name, Mean: f.values[i]})
	}
	s.Parts = slices.Clone(f.parts)
	return s
}

// leastWeight is the log probability below which a node adds nothing to a prediction.
const leastWeight = -40

// LogDensity implements inference.Predictor. A new row joins a cluster of n rows with probability n/(N+α), and starts
// one with probability α/(N+α); a node is a cluster with its probability under the tree.
func (f *fit) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	if f.now == nil {
		return nil, errors.New("bhc: there is no tree yet")
	}
	m, _ := x.Dims()
	var other [][]float64
	if c := f.t.columns; c != nil {
		if c.Exposed() {
			return nil, observation.ErrExposed
		}
		other, _ = c.Rows(x, false)
	}
	d := f.t.d
	z := make([]float64, m*d)
	out := make([]float64, m)
	jacobian := make([]float64, m)
	for i := range m {
		out[i] = math.Inf(-1)
		row := x.RawRowView(i)
		if other != nil {
			row = other[i][:d]
		}
		f.t.scale(row, z[i*d:(i+1)*d])
		for j, v := range z[i*d : (i+1)*d] {
			if !math.IsNaN(v) {
				jacobian[i] -= math.Log(f.t.sd[j])
			}
		}
	}
	columns := make([]conjugate.Student, d)
	none := f.t.empty()
	add := func(c *cluster, weight float64) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		for j := range columns {
			columns[j] = f.now.base.column(c, j)
		}
		for i := range m {
			v := weight
			if f.t.full {
				v += f.now.base.full.next(c, z[i*d:(i+1)*d], &none)
			} else {
				for j, w := range z[i*d : (i+1)*d] {
					if !math.IsNaN(w) {
						v += columns[j].Log(w)
					}
				}
			}
			if other != nil {
				v += f.t.columns.LogNext(c.other, other[i])
			}
			out[i] = special.LogAdd(out[i], v)
		}
		return nil
	}
	total := math.Log(float64(f.t.n) + f.now.hyper.Alpha)
	for k, w := range f.now.logWeights() {
		if c := &f.now.nodes[k].cluster; w > leastWeight {
			if err := add(c, w+math.Log(float64(c.size))-total); err != nil {
				return nil, err
			}
		}
	}
	if err := add(&none, math.Log(f.now.hyper.Alpha)-total); err != nil {
		return nil, err
	}
	for i := range out {
		out[i] += jacobian[i]
	}
	return out, nil
}

// LogCells implements inference.CellPredictor: the row of a cell is in the clusters of the nodes above it, each with
// its probability.
func (f *fit) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	if f.now == nil {
		return nil, nil, errors.New("bhc: there is no tree yet")
	}
	logDensity, mean = make([]float64, len(cells)), make([]float64, len(cells))
	w := f.now.logWeights()
	for i, c := range cells {
		if o := f.other(c.Column); o >= 0 {
			logDensity[i], mean[i] = f.otherCell(c.Row, o, value[i], w)
			continue
		}
		c.Column = f.number(c.Column)
		z, sum := (value[i]-f.t.mean[c.Column])/f.t.sd[c.Column], math.Inf(-1)
		for k := c.Row; k >= 0; k = f.now.nodes[k].parent {
			if w[k] > leastWeight {
				p := f.now.base.column(&f.now.nodes[k].cluster, c.Column)
				sum = special.LogAdd(sum, w[k]+p.Log(z))
				mean[i] += math.Exp(w[k]) * p.Location
			}
		}
		logDensity[i] = sum - math.Log(f.t.sd[c.Column])
		mean[i] = f.t.mean[c.Column] + f.t.sd[c.Column]*mean[i]
	}
	return logDensity, mean, nil
}

// number returns the place of a column among the numbers, −1 if it is none; other that among the other columns.
func (f *fit) number(column int) int {
	if f.t.columns == nil {
		return column
	}
	return slices.Index(f.t.columns.Numbers, column)
}

func (f *fit) other(column int) int {
	if f.t.columns == nil {
		return -1
	}
	return slices.Index(f.t.columns.Others, column)
}

// otherCell is [fit.LogCells] for a cell of column o of those that are no numbers, by the log weights of the nodes.
func (f *fit) otherCell(row, o int, value float64, w []float64) (log, mean float64) {
	c, law := f.t.columns, f.t.columns.Laws[o]
	exposure := f.t.rows[row][len(c.Numbers)+len(c.Others)+o]
	log = math.Inf(-1)
	for k := row; k >= 0; k = f.now.nodes[k].parent {
		if w[k] > leastWeight {
			s := c.Of(f.now.nodes[k].other, o)
			log = special.LogAdd(log, w[k]+law.LogNext(s, value, exposure))
			mean += math.Exp(w[k]) * law.Mean(s) * exposure
		}
	}
	return log, mean
}
