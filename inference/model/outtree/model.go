package outtree

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/conjugate"
	"example.org/espalier/inference/saved"
)

// Model is the tree-dependent density. Its zero value is ready for use.
type Model struct{}

var (
	_ inference.Model        = Model{}
	_ inference.PriorSampler = Model{}
)

// The greatest numbers of rows whose pairs are all summed, and of rows in blocks.
const (
	most       = 2000
	mostBlocks = 20_000
)

const (
	walk   = "walk"
	linear = "linear"
	one    = "one"
	any    = "any"
)

// Info describes the model.
func (Model) Info() inference.Info {
	return inference.Info{
		Family: inference.FamilyGraphs,
		Name:   "outtree",
		Title:  "Out-tree",
		Summary: "Assumes that each row arose from another, its parent. It sums over all trees and gives, for every " +
			"pair, the probability that one is the parent of the other.",
		Reference: "T. Jebara (2008), Bayesian out-trees, Proceedings of the 24th Conference on Uncertainty in Artificial Intelligence, 315–324.",
		Parameters: []inference.Parameter{
			{Name: "conditional", Title: "Child given parent", Type: inference.Choice, Default: walk,
				Choices: []string{walk, linear},
				Help: "walk: a child lies near its parent, with the same variance for all; linear: each column of a " +
					"child is a linear function of its parent."},
			{Name: "roots", Title: "Roots", Type: inference.Choice, Default: one, Choices: []string{one, any},
				Help: "one: all rows are in one tree; any: the number of trees is learnt, so that rows fall into " +
					"groups."},
			{Name: "tau", Title: "τ, precision", Type: inference.Real, Default: "0", Min: 0,
				Max: 1e12, Learnt: true, Zero: "auto",
				Help: "Precision (inverse variance) of each column of a child around its parent, in working units."},
			{Name: "root_weight", Title: "a, weight of a root", Type: inference.Real, Default: "1", Min: 0,
				OpenMin: true, Max: 1e6, Learnt: true,
				Help: "Weight of each further root if there may be several: about a roots are expected."},
			{Name: "blocks", Title: "Blocks of rows", Type: inference.Integer, Default: "1", Min: 1, Max: 1000,
				Help: "1: every pair of rows has its own weight, for up to 2,000 rows; more: the rows of another " +
					"block share the mean of their weights, for up to 20,000. Blocks of about 500 rows do well."},
			{Name: "labels", Title: "Labels to propagate", Type: inference.Integer, Default: "0",
				Min: 0, Max: 1000, Zero: "none",
				Help: "Number of the annotation, counted from 1, whose labels are propagated along the edges to the " +
					"rows where it is blank; 0 means none."},
			{Name: "label_sweeps", Title: "Sweeps over labels", Type: inference.Integer, Default: "200", Min: 4,
				Max: 100_000, Advanced: true,
				Help: "Number of trees drawn together with the hidden labels, once the bound has converged; the " +
					"first quarter is discarded."},
			{Name: "shape", Title: "a₀, prior shape", Type: inference.Real, Default: "1", Min: 0,
				OpenMin: true, Max: 1e6, Advanced: true,
				Help: "Shape of the gamma prior of τ."},
			{Name: "rate", Title: "b₀, prior rate", Type: inference.Real, Default: "0.01", Min: 0,
				OpenMin: true, Max: 1e6, Advanced: true,
				Help: "Rate of the gamma prior of τ, as a multiple of the mean variance of the columns."},
			{Name: "slope_variance", Title: "V₀, slopes", Type: inference.Real, Default: "10", Min: 0,
				OpenMin: true, Max: 1e6, Advanced: true,
				Help: "Prior variance of the slopes and offsets of the linear conditional, as a multiple of 1/τ."},
		},
		Preprocessing:  inference.Preprocessing{Centre: true, Scale: true},
		Scalars:        []string{"free_energy", "tau", "roots", "root_weight"},
		Objective:      "free_energy",
		ObjectiveTitle: "bound on the log evidence, nats",
		Iteration:      "cycle",
		Iterations:     200,
	}
}

// Check refuses tables without an edge, with too many rows, and missing cells under the linear
// conditional.
func (Model) Check(data *inference.Dataset, s inference.Settings) (notes []string, err error) {
	n, d := data.Dims()
	missing := data.Missing()
	switch {
	case n < 2:
		return nil, errors.New("outtree: a tree needs at least two rows")
	case n > mostBlocks:
		return nil,
			fmt.Errorf("outtree: the trees of %d rows take too long to sum, also in blocks; keep at most %d rows in the "+
				"preprocessing", n, mostBlocks)
	case n > most && n/s.Int("blocks") > most:
		return nil,
			fmt.Errorf("outtree: the pairs of %d rows take too long to sum one by one; set blocks=%d, so that the rows "+
				"of other blocks are taken together, or keep at most %d rows in the preprocessing", n, (n+499)/500, most)
	case s.Int("blocks") > 1 && s.Int("blocks") > n/2:
		return nil,
			fmt.Errorf("outtree: %d blocks of %d rows would have fewer than two rows each; set blocks to at most %d, "+
				"or to 1 for all pairs", s.Int("blocks"), n, max(1, n/2))
	case missing == n*d:
		return nil, errors.New("outtree: every cell is missing")
	case missing > 0 && s.Text("conditional") == linear:
		return nil, errors.New("outtree: the linear conditional needs a table without missing cells; set " +
			"conditional=walk, or leave out the columns that have them")
	case s.Fixed("tau") && s.Real("tau") == 0:
		return nil, errors.New("outtree: tau is fixed but has no value; give it one with --set tau=…, or let it be " +
			"learnt")
	case s.Fixed("tau") && s.Text("conditional") == linear:
		return nil, errors.New("outtree: the linear conditional has a τ for each column, which cannot be fixed; let " +
			"tau be learnt")
	}
	if missing > 0 {
		notes = append(notes, fmt.Sprintf("Missing cells (%d) are integrated out by variational Bayes, column by "+
			"column; compare bounds only between fits of the same cells.", missing))
	}
	if k := s.Int("blocks"); k > 1 {
		notes = append(notes,
			fmt.Sprintf("The rows are cut into about %d blocks. The parents of a row in another block share the "+
				"mean of their weights; block_error says how much this changes the parents of a row, among %d rows.", k,
				min(compared, n)))
	}
	if k, err := propagated(data, s); err != nil {
		return nil, err
	} else if k != nil {
		hidden := 0
		for _, y := range k.label {
			if y < 0 {
				hidden++
			}
		}
		notes = append(notes, fmt.Sprintf("Labels of %s, known for %d rows, are propagated to %d.", k.name, n-hidden, hidden))
	}
	for i := range n {
		if row := data.X.RawRowView(i); inference.AllMissing(row) {
			notes = append(notes, fmt.Sprintf("Row %q has no values: its place in the tree is arbitrary.", data.Rows[i]))
			break
		}
	}
	return notes, nil
}

// propagated returns the labels that the settings ask for; nil for none.
func propagated(data *inference.Dataset, s inference.Settings) (*known, error) {
	at := s.Int("labels")
	switch {
	case at == 0:
		return nil, nil
	case at > len(data.Annotations):
		return nil, fmt.Errorf("outtree: labels is %d, but the table has %s; set labels to 0 for none", at,
			inference.Plural(len(data.Annotations), "annotation"))
	}
	return labelsOf(data.Annotations[at-1], s.Int("label_sweeps"))
}

// kinds counts the rows that equal none before them.
func kinds(data *inference.Dataset) int {
	n, d := data.Dims()
	seen := map[string]bool{}
	key := make([]byte, 0, 8*d)
	for i := range n {
		key = key[:0]
		for _, v := range data.X.RawRowView(i) {
			key = binary.LittleEndian.AppendUint64(key, math.Float64bits(v))
		}
		seen[string(key)] = true
	}
	return len(seen)
}

// inLogs reports whether the sum over trees has to be taken in logarithms: where few kinds of rows make a table, τ is
// about the number of cells over the squares of the edges between kinds, and the weight of such an edge is
// e^(−n·d/kinds) beside that of one between equal rows, with some edges twice as long as others. Plain numbers go down
// to e^−640.
func inLogs(data *inference.Dataset) bool {
	n, d := data.Dims()
	return n > leastLogs && n*d > 640*kinds(data)
}

// leastLogs is the number of rows up to which a sum takes no time either way.
const leastLogs = 50

// Estimate predicts memory and time. A cycle is an elimination and the way back. In logarithms it takes some 14 ns
// where it takes one.
func (Model) Estimate(data *inference.Dataset, s inference.Settings) inference.Estimate {
	n, d := data.Dims()
	t, blocks := float64(n), float64(s.Int("blocks"))
	if blocks > 1 {
		b := t / blocks
		pairs := t * t * (10 + 1.5*float64(d))
		cycle := time.Duration(pairs+1.5*t*b*(b+blocks)) + time.Microsecond
		return inference.Estimate{Bytes: int64(8 * t * (3*b + 7*blocks + 40 + 4*float64(d))), Start: cycle, Iteration: cycle}
	}
	nanoseconds := t*t*t + (400+1.3*float64(d))*t*t
	if inLogs(data) {
		nanoseconds += 13 * t * t * t
	}
	if s.Text("conditional") == linear || data.Missing() > 0 {
		nanoseconds += 4 * t * t * float64(d)
	}
	if t > 1500 {
		nanoseconds *= 2 // the matrices are larger than the caches
	}
	cycle := time.Duration(nanoseconds) + time.Microsecond
	return inference.Estimate{Bytes: 8 * int64(4*n*n+4*n*d), Start: cycle, Iteration: cycle}
}

// New prepares a fit. It works on one thread.
func (m Model) New(data *inference.Dataset, s inference.Settings, streams inference.Streams, _ int) (inference.Stepper,
	error) {
	if _, err := m.Check(data, s); err != nil {
		return nil, err
	}
	mean, variance, _ := conjugate.Moments(data.X)
	total := 0.0
	for _, v := range variance {
		total += v
	}
	p := prior{shape: s.Real("shape"), rate: s.Real("rate") * total / float64(len(variance)),
		mean: mean, variance: variance,
		slope: s.Real("slope_variance"), forest: s.Text("roots") == any, weight: s.Real("root_weight"),
		weightFixed: s.Fixed("root_weight")}
	if s.Fixed("tau") {
		p.tau = s.Real("tau")
	}
	f := newFit(data.X, p, s.Text("conditional") == linear, s.Real("tau"))
	f.names, f.streams = data.Rows, streams
	if k := s.Int("blocks"); k > 1 {
		if block, count := cut(f.table, k, streams.Task(cutStream)); count > 1 {
			f.sum, f.blocked = newBlocks(block), true
		}
	}
	var err error
	f.known, err = propagated(data, s)
	return f, err
}

// layout is the version of the saved state.
const layout = 1

var errOther = errors.New("outtree: the saved state belongs to another table or other settings; start the run again")

// MarshalBinary implements inference.Saver. A cycle under way is begun again.
func (f *fit) MarshalBinary() ([]byte, error) {
	s := f.state
	if f.graph != nil {
		var err error
		if s.Found, err = f.graph.MarshalBinary(); err != nil {
			return nil, err
		}
	}
	return saved.Seal("outtree", layout, s)
}

// UnmarshalBinary implements inference.Saver.
func (f *fit) UnmarshalBinary(data []byte) error {
	var s state
	if err := saved.Open("outtree", layout, data, &s); err != nil {
		return err
	}
	return f.restore(s)
}
