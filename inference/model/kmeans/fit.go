package kmeans

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/lloyd"
	"example.org/espalier/inference/algorithm/pace"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/process/coded"
	"example.org/espalier/inference/saved"
	"example.org/espalier/inference/words"

	"gonum.org/v1/gonum/mat"
)

const (
	sliceWork = 200_000 // multiply-adds between looks at the clock
)

// fit is one run: the best of the starts so far, and the current start.
type fit struct {
	k       int
	streams inference.Streams
	coded   *coded.Table
	kinds   bool       // some columns are no numbers
	rows    lloyd.Rows // of it
	total   float64    // sum of squares about the mean of all rows

	best  *lloyd.Clusters // nil before the first start is complete
	now   *lloyd.Clusters // nil between starts
	count int             // number of complete starts
}

var _ inference.Saver = (*fit)(nil)

// spread returns the sum of squares of the rows about their mean.
func (f *fit) spread() float64 {
	one := lloyd.New(f.rows, make([]int, f.rows.N), 1)
	one.Settle()
	return one.Sum
}

// Step continues a start. Each start has its own stream, so it does not depend on the starts before.
func (f *fit) Step(ctx context.Context) (inference.Report, error) {
	outcome, err := pace.Work(ctx, nil, func() bool {
		if f.now == nil {
			f.now = lloyd.New(f.rows, lloyd.Seeds(f.rows, f.k, f.streams.Task(uint64(f.count))), f.k)
			f.now.Single = true
		}
		return f.now.Advance(sliceWork)
	})
	switch {
	case err != nil:
		return inference.Report{}, err
	case outcome == pace.Paused:
		r := inference.Report{Phase: f.phase(), Fraction: 1}
		if f.best == nil {
			r.Fraction = 0
		}
		return r, nil
	}
	better := f.best == nil || f.now.Sum < f.best.Sum
	last := f.now.Sum
	if better {
		f.best = f.now
	}
	f.now = nil
	f.count++
	return inference.Report{Scalars: []float64{f.best.Sum, f.explained(), last}, Phase: f.phase(), Fraction: 1,
		Changed: better}, nil
}

func (f *fit) phase() string { return fmt.Sprintf("start %d", f.count+1) }

// tied reports whether row i could move from its cluster k to another and leave the sum of squares as it is: to leave
// n rows takes n/(n − 1) times its squared distance off, to join m adds m/(m + 1) times that.
func (f *fit) tied(i, k int) bool {
	const equal = 1e-9 // relative difference below which they count as equal
	p, n := f.rows.P, float64(f.best.Size[k])
	if n < 2 {
		return false
	}
	own := f.rows.Distance(i, f.best.Centres[k*p:(k+1)*p]) * n / (n - 1)
	for other := range f.k {
		m := float64(f.best.Size[other])
		if other != k && math.Abs(f.rows.Distance(i, f.best.Centres[other*p:(other+1)*p])*m/(m+1)-own) <= equal*own {
			return true
		}
	}
	return false
}

// explained returns the share of the sum of squares that lies between the clusters.
func (f *fit) explained() float64 {
	if f.total == 0 {
		return 0
	}
	return 1 - f.best.Sum/f.total
}

// Snapshot shows the best clusters so far, largest first, as Gaussians of one width.
func (f *fit) Snapshot() *inference.Snapshot {
	s := &inference.Snapshot{Model: Model{}.Info().Name, Iteration: max(f.count-1, 0), Phase: f.phase()}
	if f.best == nil {
		return s
	}
	order := inference.UpTo(f.k)
	stable.Sort(order, func(a, b int) int { return cmp.Compare(f.best.Size[b], f.best.Size[a]) })
	place := make([]int, f.k)
	for i, k := range order {
		place[k] = i
	}
	n, p := f.rows.N, f.rows.P
	squares, cells := make([]float64, f.k), 0.0
	labels, r := make([]int, n), mat.NewDense(n, f.k, nil)
	tied := 0
	for i, k := range f.best.Nearest {
		if f.tied(i, k) {
			tied++
		}
		labels[i] = place[k]
		r.Set(i, place[k], 1)
		squares[k] += f.rows.Distance(i, f.best.Centres[k*p:(k+1)*p])
		if f.rows.Seen[i] != nil {
			cells += float64(len(f.rows.Seen[i]))
		} else {
			cells += float64(p)
		}
	}
	if tied > 0 {
		s.Phase += fmt.Sprintf(
			"; %s another cluster exactly as well: there the order of the rows chose the groups, and with them "+
				"any score of their agreement", words.Plural(tied, "row")+words.ByNumber(tied, " fits", " fit"))
	}
	m := &mixture.Mixture{Noise: f.noise(make([]float64, p), f.best.Sum/cells), Responsibilities: r}
	for i, k := range order {
		size := float64(f.best.Size[k])
		centre := slices.Clone(f.best.Centres[k*p : (k+1)*p])
		c := mixture.Component{ID: i, Weight: size / float64(n), Size: size, Mean: f.coded.Back(centre),
			Score: -squares[k] / max(size, 1)}
		if f.kinds {
			c.Noise = f.noise(centre, f.best.Sum/cells)
		}
		m.Components = append(m.Components, c)
	}
	s.Parts = []inference.Part{m, &partition.Partition{Name: "cluster", Labels: labels}}
	s.Scalars = []inference.Scalar{{Name: "sum_of_squares", Mean: f.best.Sum}, {Name: "explained", Mean: f.explained()}}
	return s
}

// leastShown is the least variance of the place of a level as it is shown.
const leastShown = 0.01

// noise returns the variance of each column of the data about a centre, by that of the coded columns.
func (f *fit) noise(centre []float64, variance float64) []float64 {
	out := f.coded.Slope(centre)
	for j, slope := range out {
		out[j] = slope * slope * variance
		if f.kinds {
			out[j] = max(out[j], leastShown)
		}
	}
	return out
}

// state is the saved form; the current start is repeated.
type state struct {
	Best  *lloyd.Clusters
	Count int
}

// layout is the version of the saved state.
const layout = 1

// MarshalBinary implements inference.Saver.
func (f *fit) MarshalBinary() ([]byte, error) {
	return saved.Seal("kmeans", layout, state{f.best, f.count})
}

// UnmarshalBinary implements inference.Saver.
func (f *fit) UnmarshalBinary(data []byte) error {
	var s state
	if err := saved.Open("kmeans", layout, data, &s); err != nil {
		return err
	}
	if b := s.Best; b != nil && (len(b.Nearest) != f.rows.N || len(b.Size) != f.k || len(b.Centres) != f.k*f.rows.P) {
		return fmt.Errorf("kmeans: the saved state belongs to another table or number of clusters; start the run again")
	}
	f.best, f.now, f.count = s.Best, nil, s.Count
	return nil
}
