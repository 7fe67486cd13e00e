package rowmap

import (
	"context"
	"errors"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/algorithm/nearest"
	"example.org/espalier/inference/algorithm/pace"
	"example.org/espalier/inference/algorithm/tsne"
	"example.org/espalier/inference/kind/places"
	"example.org/espalier/inference/parallel"
	"example.org/espalier/inference/process/diffusion"
	"example.org/espalier/inference/saved"

	"gonum.org/v1/gonum/stat"
)

const (
	least     = 1e-4 // deviation of the places at the start
	mostNear  = 12   // neighbours that trustworthiness looks at
	mostPairs = 400_000
)

// witnesses returns from how many of n rows the distortion of the map is estimated.
func witnesses(n int) int { return min(n, max(50, mostPairs/n)) }

// near is the number of neighbours that trustworthiness looks at, of n rows.
func near(n int) int { return max(1, min(mostNear, n/4)) }

// fit is one run: neighbours, then steps down the gradient.
type fit struct {
	data       *inference.Dataset
	streams    inference.Streams
	by         linkage.Metric
	ruler      *linkage.Ruler
	perplexity float64

	search  *nearest.Search
	errand  *parallel.Errand
	pending *made // result of the errand
	made    *made // nil until the neighbours are known
	saved   state // of a run that is continued, until then
	now     *tsne.Embedding
	kept    state // after the last step
}

// made holds the quantities that follow from the data alone.
type made struct {
	near *tsne.Affinities
	seen []*tsne.Witness
	tree [][]float64 // of the witnesses to all rows along the tree; nil for too many rows
	x, y []float64   // at the start
}

// state is saved. Work in progress is repeated.
type state struct {
	Map    *tsne.Embedding
	Judged []float64 // trustworthiness, continuity and both correlations; nil until somebody asks
}

var _ inference.Saver = (*fit)(nil)

// Step implements inference.Stepper.
func (f *fit) Step(ctx context.Context) (inference.Report, error) {
	if f.made == nil {
		if err := f.prepare(ctx); err != nil || f.made == nil {
			return inference.Report{Phase: "searching for neighbours", Fraction: f.fraction()}, err
		}
		if f.now = tsne.New(f.made.near, f.made.x, f.made.y); f.saved.Map != nil {
			f.now = f.saved.Map.Copy() // snapshots of before the first step hold the saved one
			f.now.Use(f.made.near)
		}
	}
	if len(f.made.near.To) == 0 {
		return inference.Report{}, errors.New("tsne: no two rows have enough known cells in common; " +
			"leave out the columns that are mostly missing")
	}
	outcome, err := pace.Work(ctx, nil, f.now.Advance)
	switch {
	case err != nil:
		return inference.Report{}, err
	case outcome == pace.Paused:
		return inference.Report{Phase: phase, Fraction: 1}, nil
	}
	f.kept = state{Map: f.now.Copy()}
	return inference.Report{Scalars: []float64{f.now.Divergence}, Phase: phase, Fraction: 1, Changed: true}, nil
}

const phase = "placing rows"

func (f *fit) fraction() float64 {
	if f.search == nil {
		return 0
	}
	return 0.9 * f.search.Done()
}

// prepare searches for neighbours, a row at a time, and then calls make, on a goroutine.
func (f *fit) prepare(ctx context.Context) error {
	n := len(f.data.Rows)
	if f.search == nil {
		f.search = nearest.NewSearch(f.ruler, n, tsne.Neighbours(n, f.perplexity))
	}
	if f.errand == nil {
		_, err := pace.Work(ctx, func() bool { return f.search.Done() == 1 },
			func() bool { return f.search.Advance() })
		if err != nil || f.search.Done() < 1 {
			return err
		}
		search, out := f.search, new(made)
		f.pending, f.errand = out, parallel.NewErrand(func() bool { f.make(search.Near, out); return true })
	}
	if f.errand.Wait(ctx, pace.Step) == parallel.Complete {
		f.made, f.errand, f.search = f.pending, nil, nil
	}
	return ctx.Err()
}

// make computes affinities, witnesses, the tree and the start from the neighbours.
func (f *fit) make(links [][]nearest.Link, out *made) {
	n := len(links)
	out.near = tsne.NewAffinities(links, f.perplexity)
	chosen := inference.UpTo(n)
	rng := f.streams.Task(0)
	if count := witnesses(n); count < n {
		chosen = rng.Perm(n)[:count]
	}
	for _, i := range chosen {
		d := make([]float64, n)
		f.ruler.From(i, d)
		out.seen = append(out.seen, tsne.NewWitness(i, d, near(n)))
	}
	if n <= tsne.Exact {
		c := linkage.NewBy(f.data.X, linkage.Average, f.by)
		for !c.Advance(math.MaxInt) {
		}
		for _, i := range chosen {
			out.tree = append(out.tree, along(c.Merges(), n, i))
		}
	}
	out.x, out.y = make([]float64, n), make([]float64, n)
	var axes [][]float64
	if f.by != linkage.Given {
		axes, _ = diffusion.Principal(f.data.X, 2)
	}
	for k, at := range [][]float64{out.x, out.y} {
		square := 0.0
		for i := range at {
			if k >= len(axes) {
				at[i] = rng.NormFloat64()
			} else {
				for j, v := range f.data.X.RawRowView(i) {
					if !math.IsNaN(v) {
						at[i] += axes[k][j] * v
					}
				}
			}
			square += at[i] * at[i] / float64(n)
		}
		for i := range at {
			at[i] *= least / math.Sqrt(math.Max(square, math.SmallestNonzeroFloat64))
		}
	}
}

// along is the distance of a row to all others along a tree: the height of the merge that joins them.
func along(merges []linkage.Merge, n, row int) []float64 {
	d := make([]float64, n)
	at := row
	for k, m := range merges {
		if m.A != at && m.B != at {
			continue
		}
		for todo := []int{m.A + m.B - at}; len(todo) > 0; {
			v := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if v < n {
				d[v] = m.Height
			} else {
				todo = append(todo, merges[v-n].A, merges[v-n].B)
			}
		}
		at = n + k
	}
	return d
}

// Snapshot shows the map and its distortion.
func (f *fit) Snapshot() *inference.Snapshot {
	s := &inference.Snapshot{Model: Model{}.Info().Name, Phase: phase}
	m := f.kept.Map
	if m == nil {
		return s
	}
	f.judge()
	j := f.kept.Judged
	s.Iteration = m.Round - 1
	blank := f.blank()
	p := &places.Places{X: within(m.X, blank), Y: within(m.Y, blank), Near: near(len(m.X)), Trust: j[0],
		Continuity: j[1], Correlation: j[2], Tree: j[3]}
	s.Parts = []inference.Part{p}
	s.Scalars = []inference.Scalar{{Name: "divergence", Mean: m.Divergence}, {Name: "trustworthiness", Mean: p.Trust},
		{Name: "continuity", Mean: p.Continuity}, {Name: "correlation", Mean: p.Correlation}}
	return s
}

// blank returns which rows have no values; nil if all have.
func (f *fit) blank() (rows []bool) {
	for i := range f.data.Rows {
		if known := func(v float64) bool { return !math.IsNaN(v) }; slices.ContainsFunc(f.data.X.RawRowView(i), known) {
			continue
		}
		if rows == nil {
			rows = make([]bool, len(f.data.Rows))
		}
		rows[i] = true
	}
	return rows
}

// within returns coordinates in which blank rows, which the others push away, are no farther out than the outermost of
// these.
func within(at []float64, blank []bool) []float64 {
	if blank == nil {
		return at
	}
	low, high := math.Inf(1), math.Inf(-1)
	for i, v := range at {
		if !blank[i] {
			low, high = min(low, v), max(high, v)
		}
	}
	out := slices.Clone(at)
	for i, v := range out {
		out[i] = min(max(v, low), high)
	}
	return out
}

// judge computes the distortion of the map, unless it is known.
func (f *fit) judge() {
	m := f.kept.Map
	if m == nil || f.kept.Judged != nil {
		return
	}
	trust, continuity, correlation := tsne.Trust(f.made.seen, m.X, m.Y, near(len(m.X)))
	along := math.NaN()
	if f.made.tree != nil {
		along = f.treeCorrelation(m)
	}
	f.kept.Judged = []float64{trust, continuity, correlation, along}
}

// treeCorrelation is the correlation of the distances in the plane with those along the tree.
func (f *fit) treeCorrelation(m *tsne.Embedding) float64 {
	var plane, tree []float64
	for k, w := range f.made.seen {
		for j, d := range f.made.tree[k] {
			if j != w.Row && !math.IsInf(d, 1) {
				plane, tree = append(plane, math.Hypot(m.X[w.Row]-m.X[j], m.Y[w.Row]-m.Y[j])), append(tree, d)
			}
		}
	}
	if r := stat.Correlation(plane, tree, nil); math.Abs(r) <= 1 {
		return r
	}
	return 0
}

// layout is the version of the saved state.
const layout = 1

// MarshalBinary implements inference.Saver.
func (f *fit) MarshalBinary() ([]byte, error) {
	if f.kept.Map == nil {
		return saved.Seal("tsne", layout, f.saved)
	}
	f.judge()
	return saved.Seal("tsne", layout, f.kept)
}

// UnmarshalBinary implements inference.Saver.
func (f *fit) UnmarshalBinary(data []byte) error {
	var s state
	if err := saved.Open("tsne", layout, data, &s); err != nil {
		return err
	}
	if m := s.Map; m != nil {
		n := len(f.data.Rows)
		for _, list := range [][]float64{m.X, m.Y, m.U, m.V, m.GainX, m.GainY} {
			if len(list) != n {
				return errors.New("tsne: the saved state is of another table; start the run again")
			}
			for _, v := range list {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					return errors.New("tsne: the saved state holds places that are none; start the run again")
				}
			}
		}
		if len(s.Judged) != 4 {
			return errors.New("tsne: the saved state does not judge its map; start the run again")
		}
		if m.Round < 1 {
			return errors.New("tsne: the saved state is of no step; start the run again")
		}
	}
	f.saved, f.kept, f.made, f.now, f.search, f.errand = s, s, nil, nil, nil, nil
	return nil
}
