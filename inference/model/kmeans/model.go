package kmeans

import (
	"fmt"
	"math"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/lloyd"
	"example.org/espalier/inference/process/coded"
	"example.org/espalier/inference/words"

	"gonum.org/v1/gonum/mat"
)

// Model is k-means clustering. Its zero value is ready for use.
type Model struct{}

var _ inference.Model = Model{}

// Info describes the model.
func (Model) Info() inference.Info {
	return inference.Info{
		Family: inference.FamilyClusters,
		Name:   "kmeans",
		Title:  "k-means",
		Summary: "Finds a given number of round clusters of equal width, the best of several starts. Fast, and the " +
			"usual method for comparison with mixtures; it gives no probabilities.",
		Reference: "D. Arthur and S. Vassilvitskii (2007), k-means++: the advantages of careful seeding, SODA, 1027–1035; " +
			"S. P. Lloyd (1982), Least squares quantization in PCM, IEEE Transactions on Information Theory 28, 129–137",
		Parameters: []inference.Parameter{
			{Name: "k", Title: "k, clusters", Type: inference.Integer, Default: "4", Min: 1, Max: 500,
				Help: "Number of clusters. k-means does not estimate it."},
		},
		Preprocessing: inference.Preprocessing{Centre: true, Scale: true},
		Kinds:         coded.Sorts(),
		OneFactor:     true,
		Scalars:       []string{"sum_of_squares", "explained", "last"},
		Iteration:     "restart",
		Iterations:    20,
	}
}

// Check refuses tables of fewer different rows than clusters.
func (Model) Check(data *inference.Dataset, s inference.Settings) (notes []string, err error) {
	n, p := data.Dims()
	k, x := s.Int("k"), coded.Of(data).X
	different, bare, infinite := map[string]bool{}, 0, -1
	key := make([]byte, 0, 8*p)
	for i := range n {
		key, empty := key[:0], true
		for _, v := range x.RawRowView(i) {
			b := math.Float64bits(v)
			for shift := range 8 {
				key = append(key, byte(b>>(8*shift)))
			}
			empty = empty && math.IsNaN(v)
			if math.IsInf(v, 0) {
				infinite = i
			}
		}
		if len(different) < k {
			different[string(key)] = true
		}
		if empty {
			bare++
		}
	}
	switch {
	case n < 1:
		return nil, fmt.Errorf("kmeans: the table has no rows")
	case infinite >= 0:
		return nil, fmt.Errorf("kmeans: row %q contains an infinite number", data.Rows[infinite])
	case bare == n:
		return nil, fmt.Errorf("kmeans: every cell is missing")
	case len(different) < k:
		if len(different) == 1 {
			return nil, fmt.Errorf("kmeans: all rows of the table are equal, too few for %d clusters; set k to 1", k)
		}
		return nil, fmt.Errorf("kmeans: the table has %d different rows, fewer than the %d clusters; set k to %d or "+
			"fewer", len(different), k, len(different))
	}
	notes = append(notes, fmt.Sprintf("%s, as k says: k-means does not find how many there are.", words.Plural(k,
		"cluster")))
	if n < 2*k {
		notes = append(notes, fmt.Sprintf("A cluster has fewer than two of the %d rows on average: set k to fewer.", n))
	}
	if note := coded.Note(data); note != "" {
		notes = append(notes, note)
	}
	if m := data.Unknown(); m > 0 {
		notes = append(notes, fmt.Sprintf("%d cells are missing; distances and means leave them out", m))
	}
	if bare > 0 {
		notes = append(notes, fmt.Sprintf("%d rows have no values: their clusters are arbitrary", bare))
	}
	return notes, nil
}

// Estimate predicts the memory and time of the fit, assuming ten rounds per start.
func (Model) Estimate(data *inference.Dataset, s inference.Settings) inference.Estimate {
	n, p := data.Dims()
	start := time.Duration(40*n*p*s.Int("k")) + time.Microsecond
	return inference.Estimate{Bytes: 8 * int64(n*p+3*n+n*s.Int("k")+3*s.Int("k")*p), Start: start, Iteration: start}
}

// New prepares a fit. It works on one thread.
func (m Model) New(data *inference.Dataset, s inference.Settings, streams inference.Streams, _ int) (inference.Stepper,
	error) {
	if _, err := m.Check(data, s); err != nil {
		return nil, err
	}
	f := &fit{k: s.Int("k"), streams: streams, coded: coded.Of(data), kinds: coded.Needed(data)}
	f.rows = rowsOf(f.coded.X)
	f.total = f.spread()
	return f, nil
}

// rowsOf copies a table; missing cells hold the mean of their column.
func rowsOf(x *mat.Dense) lloyd.Rows {
	n, p := x.Dims()
	d := lloyd.Rows{N: n, P: p, Y: make([]float64, 0, n*p), Seen: make([][]int, n)}
	mean, seen := make([]float64, p), make([]float64, p)
	for i := range n {
		row := x.RawRowView(i)
		var columns []int
		for q, v := range row {
			if !math.IsNaN(v) {
				mean[q] += v
				seen[q]++
				columns = append(columns, q)
			}
		}
		if len(columns) < p {
			d.Seen[i] = append([]int{}, columns...)
		}
		d.Y = append(d.Y, row...)
	}
	for j, v := range d.Y {
		if q := j % p; math.IsNaN(v) {
			d.Y[j] = mean[q] / math.Max(1, seen[q])
		}
	}
	return d
}
