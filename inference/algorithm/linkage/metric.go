package linkage

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A Metric is a distance between rows.
type Metric string

// The metrics, over the cells that both rows have:
//   - Euclidean: √Σ(x−y)², the sum divided by the share of columns compared;
//   - Squared: the square of that, whose mean between two clusters is that of their means plus their variances about
//
// them;
//   - Correlation: 1−r, r Pearson's correlation of the two rows, so that rows of the same
//     shape are near whatever their level and height;
//   - Cosine: 1−cos of the angle between the rows, so that their height does not matter;
//   - Manhattan: Σ|x−y|, divided by the share of columns compared;
//   - Given: the rows are those of the n×n matrix of the distances themselves, symmetric and
//     without missing cells.
//
// A row without variation (Correlation) or of zeros (Cosine) has distance 1 from all. Under
// Ward linkage Correlation and Cosine are the Euclidean distances of the rows brought to unit
// length, whose squares are 2(1−r) and 2(1−cos); Manhattan has no Ward linkage,
// and for Squared it would be that of Euclidean.
const (
	Euclidean   Metric = "euclidean"
	Squared     Metric = "squared"
	Correlation Metric = "correlation"
	Cosine      Metric = "cosine"
	Manhattan   Metric = "manhattan"
	Given       Metric = "given"
)

// Metrics lists the metrics of rows of a table: all but Given.
func Metrics() []Metric { return []Metric{Euclidean, Correlation, Cosine, Manhattan, Squared} }

// check panics on an unknown metric and on one that the method cannot take.
func (m Metric) check(method Method) {
	switch m {
	case Euclidean, Correlation, Cosine, Given:
	case Manhattan, Squared:
		if method == Ward {
			panic(fmt.Sprintf("linkage: Ward linkage needs distances of points, which %s distances are not", string(m)))
		}
	default:
		panic(fmt.Sprintf("linkage: unknown metric %q", string(m)))
	}
}

// rooted reports whether distances, and not their squares, are kept for a method.
func (m Metric) rooted(method Method) bool {
	return method == Average || method == Diana || m != Euclidean && method != Ward
}

// angular reports whether rows are compared after they are brought to unit length.
func (m Metric) angular() bool { return m == Correlation || m == Cosine }

// newMetricDistances is newDistances of another metric.
func newMetricDistances(x *mat.Dense, root bool, m Metric) *distances {
	if m == Euclidean || m == Squared {
		d := newDistances(x, root)
		d.by(m)
		return d
	}
	n, columns := x.Dims()
	if m == Given && n != columns {
		panic("linkage: given distances are a square matrix")
	}
	d := &distances{n: n, columns: columns, root: root, scale: 1, second: 1}
	d.by(m)
	d.rows, d.norms = make([]float64, n*columns), make([]float64, n)
	missing := false
	for i := range n {
		row := d.row(i)
		copy(row, x.RawRowView(i))
		missing = missing || floats.HasNaN(row)
	}
	if m.angular() {
		for i := range n {
			unit(d.row(i), m == Correlation)
		}
	}
	if missing {
		d.mask()
	}
	for i := range n {
		d.norms[i] = floats.Dot(d.row(i), d.row(i))
	}
	return d
}

// unit brings the cells of a row that are there to mean 0, if asked, and length 1. Their
// correlations and angles stay as they are. A row that is 0 then stays so.
func unit(row []float64, centre bool) {
	greatest, mean, count := 0.0, 0.0, 0.0
	for _, v := range row {
		if !math.IsNaN(v) {
			greatest = math.Max(greatest, math.Abs(v))
		}
	}
	if greatest == 0 {
		return
	}
	for j, v := range row {
		if !math.IsNaN(v) {
			row[j] /= greatest
			mean += row[j]
			count++
		}
	}
	if mean /= count; !centre {
		mean = 0
	}
	square := 0.0
	for j, v := range row {
		if !math.IsNaN(v) {
			row[j] = v - mean
			square += row[j] * row[j]
		}
	}
	if length := math.Sqrt(square); length > 1e-12*math.Sqrt(count) {
		for j := range row {
			row[j] /= length
		}
		return
	}
	for j, v := range row {
		if !math.IsNaN(v) {
			row[j] = 0
		}
	}
}

// betweenBy is between of a metric that is not Euclidean, a square too.
func (d *distances) betweenBy(i, j int) (float64, bool) {
	x, y := d.row(i), d.row(j)
	if d.metric == Given {
		return x[j] * x[j], true
	}
	holes := d.has != nil && (d.has[i] != nil || d.has[j] != nil)
	if d.metric == Manhattan {
		s := floats.Distance(x, y, 1)
		if holes {
			shared := 0
			s = 0
			for k, v := range x {
				if d.together(i, j, k) {
					s += math.Abs(v - y[k])
					shared++
				}
			}
			if shared == 0 {
				return 0, false
			}
			s *= float64(d.columns) / float64(shared)
		}
		return s * s, true
	}
	if holes {
		return d.angleShared(i, j)
	}
	if d.norms[i] == 0 || d.norms[j] == 0 {
		return 2, true
	}
	s := 2 - 2*floats.Dot(x, y)
	if s < nearby {
		s = direct(x, y)
	}
	return s, true
}

// together reports whether rows i and j both have column k.
func (d *distances) together(i, j, k int) bool {
	return d.present[i*d.columns+k] != 0 && d.present[j*d.columns+k] != 0
}

// angleShared is the squared distance of two rows brought to unit length over the cells that
// they share; false if these are fewer than the angle needs.
func (d *distances) angleShared(i, j int) (float64, bool) {
	x, y := d.row(i), d.row(j)
	var a, b []float64
	for k := range x {
		if d.together(i, j, k) {
			a, b = append(a, x[k]), append(b, y[k])
		}
	}
	least := 1
	if d.metric == Correlation {
		least = 2
	}
	if len(a) < least {
		return 0, false
	}
	unit(a, d.metric == Correlation)
	unit(b, d.metric == Correlation)
	if floats.Norm(a, 2) == 0 || floats.Norm(b, 2) == 0 {
		return 2, true
	}
	return direct(a, b), true
}

// unscaled returns a distance in the units of the data.
func (d *distances) unscaled(distance float64) float64 {
	if d.metric == Squared {
		return min(distance*d.scale*d.scale, math.MaxFloat64)
	}
	return distance * d.scale
}

// A storing is the form in which a squared distance is kept: the square, half of it, or its root.
type storing uint8

const (
	square storing = iota
	half
	root
)

// by sets the metric and the function that is called for each pair.
func (d *distances) by(m Metric) {
	d.metric, d.straight = m, m == Euclidean || m == Squared
	switch {
	case !d.root, m == Squared:
		d.stores = square
	case m.angular():
		d.stores = half
	default:
		d.stores = root
	}
}

// stored returns the form in which a squared distance is kept.
func (d *distances) stored(s float64) float64 {
	switch d.stores {
	case square:
		return s
	case half:
		return s / 2
	}
	return math.Sqrt(s)
}
