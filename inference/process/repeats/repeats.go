// Package repeats finds the columns of a table that follow from others: a temperature in other units, a copy, a sum. A
// covariance has no inverse with them. It is that of the columns which span the table, and the repeats are predicted
// from these by linear regression (math 11.12).
package repeats

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	kind "example.org/espalier/inference/kind/covariance"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A Repeat is a column that follows from kept columns.
type Repeat struct {
	Column  int       // of the table
	Parents []int     // the columns that it follows from, by their place among the kept ones
	Weights []float64 // of the parents
	Offset  float64
	Scale   float64   // of the t density of a new cell, > 0
	freedom float64   // and its degrees of freedom
	means   []float64 // of the parents
	spread  float64   // variance of the column
}

// A List is the repeats of a table.
type List []Repeat

// leastShare is the share of a column's variance that the others must leave unexplained, for the prior of Σ
// knows no smaller ones: see leastG of package covary. It is also the greatest part that a
// parent may lack.
const leastShare = 1e-6

// leastTold is the least scale of a repeat, as a share of its standard deviation: that of the computer's own rounding.
const leastTold = 1e-12

// mostTested bounds the rows by which repeats are looked for; those found are tested by all rows.
const mostTested = 1000

// Find returns which of some columns of x are kept, as they do not follow from those before them, and the others. They
// are found by Gram and Schmidt's orthogonalisation of rows without missing cells. Half of these must be left to test a
// relation, so that columns never follow for want of rows. O(N·D·r) for columns of rank r.
func Find(x *mat.Dense, columns []int) (kept []int, list List) {
	all := completeRows(x, columns)
	rows := inference.Spaced(all, max(mostTested, 4*len(columns)))
	var base [][]float64 // orthonormal
	for i, j := range columns {
		if 2*(len(base)+1) > len(rows) {
			kept = append(kept, columns[i:]...)
			break
		}
		v, _ := centred(x, rows, j)
		total := floats.Norm(v, 2)
		rest := total
		for before := math.Inf(1); rest < before/2; { // again where much was cancelled
			before = rest
			for _, b := range base {
				floats.AddScaled(v, -floats.Dot(b, v), b)
			}
			rest = floats.Norm(v, 2)
		}
		left, whole := float64(len(rows)-1-len(base)), float64(len(rows)-1)
		if len(base) > 0 && rest*rest/left <= leastShare*total*total/whole {
			if r := (Repeat{Column: j}); r.regress(x, all, kept) {
				list = append(list, r)
				continue
			}
		}
		kept = append(kept, j)
		if rest > 0 {
			floats.Scale(1/rest, v)
			base = append(base, v)
		}
	}
	return kept, list
}

// centred returns some rows of a column less their mean, which is returned too.
func centred(x *mat.Dense, rows []int, column int) (v []float64, mean float64) {
	v = make([]float64, len(rows))
	for k, r := range rows {
		v[k] = x.At(r, column)
	}
	mean = floats.Sum(v) / float64(len(rows))
	floats.AddConst(-mean, v)
	return v, mean
}

// completeRows returns the rows of x without missing cells in some columns.
func completeRows(x *mat.Dense, columns []int) (rows []int) {
	n, _ := x.Dims()
	for i := range n {
		row := x.RawRowView(i)
		if !slices.ContainsFunc(columns, func(j int) bool { return math.IsNaN(row[j]) }) {
			rows = append(rows, i)
		}
	}
	return rows
}

// regress finds the parents among the first kept columns and their weights, by these rows. It reports whether the
// column follows from them in all.
func (r *Repeat) regress(x *mat.Dense, rows, kept []int) bool {
	y, mean := centred(x, rows, r.Column)
	total := floats.Norm(y, 2)
	n := float64(len(rows))
	fit := func(some []int) (weights, means []float64, share float64) {
		m := mat.NewDense(len(y), len(some), nil)
		norms := make([]float64, len(some))
		for c, p := range some {
			v, mean := centred(x, rows, kept[p])
			norms[c], means = floats.Norm(v, 2), append(means, mean)
			floats.Scale(1/norms[c], v)
			m.SetCol(c, v)
		}
		var w, left mat.VecDense
		target := mat.NewVecDense(len(y), y)
		if err := w.SolveVec(m, target); err != nil && !isCondition(err) {
			return nil, nil, math.Inf(1)
		}
		left.MulVec(m, &w)
		left.SubVec(target, &left)
		weights = append(weights, w.RawVector().Data...)
		for c := range weights {
			weights[c] /= norms[c]
		}
		rest := mat.Norm(&left, 2) / total
		return weights, means, rest * rest * (n - 1) / (n - 1 - float64(len(some)))
	}
	for p := range kept {
		r.Parents = append(r.Parents, p)
	}
	var share float64
	r.Weights, r.means, share = fit(r.Parents)
	if !(share <= leastShare) {
		return false
	}
	var few []int // parents that say more than a repeat may lack
	for c, p := range r.Parents {
		if v, _ := centred(x, rows, kept[p]); math.Abs(r.Weights[c])*floats.Norm(v, 2) > math.Sqrt(leastShare)*total {
			few = append(few, p)
		}
	}
	if len(few) < len(r.Parents) {
		if weights, means, s := fit(few); s <= leastShare {
			r.Parents, r.Weights, r.means, share = few, weights, means, s
		}
	}
	r.Offset = mean
	for c, w := range r.Weights {
		r.Offset -= w * r.means[c]
	}
	r.freedom = n - 1 - float64(len(r.Parents))
	r.spread = total * total / (n - 1)
	r.Scale = math.Max(math.Sqrt(share*r.spread), leastTold*(math.Sqrt(r.spread)+math.Abs(mean)))
	return true
}

// Predict returns the location and scale of a repeat in a row of the columns of Σ, of whose cells those marked absent
// are known by their variances alone.
func (r *Repeat) Predict(kept []float64, absent func(place int) bool) (location, scale float64) {
	location = r.Offset
	scale = r.Scale * r.Scale
	for c, p := range r.Parents {
		if v := kept[p]; !math.IsNaN(v) {
			location += r.Weights[c] * v
		} else {
			location += r.Weights[c] * r.means[c]
		}
		if absent(p) {
			scale += r.spread
		}
	}
	return location, math.Sqrt(scale)
}

// Log returns the log density of the column at a value, where Predict gives this location and scale.
func (r *Repeat) Log(value, location, scale float64) float64 {
	z := (value - location) / scale
	a, _ := math.Lgamma((r.freedom + 1) / 2)
	b, _ := math.Lgamma(r.freedom / 2)
	return a - b - 0.5*math.Log(r.freedom*math.Pi) - math.Log(scale) - (r.freedom+1)/2*math.Log1p(z*z/r.freedom)
}

// Complete fills in the cells of the kept columns of a row that follow from its repeats, where a parent alone is
// missing (NaN), and returns the log density of all repeats given the kept columns, and of such cells in the units of
// the repeat.
func (l List) Complete(whole, kept []float64) (logDensity float64) {
	used := make([]bool, len(l))
	for again := true; again; {
		again = false
		for i := range l {
			r := &l[i]
			value := whole[r.Column]
			if used[i] || math.IsNaN(value) {
				continue
			}
			lacking := -1
			location := r.Offset
			for c, p := range r.Parents {
				switch v := kept[p]; {
				case !math.IsNaN(v):
					location += r.Weights[c] * v
				case lacking >= 0:
					lacking = len(r.Parents)
				default:
					lacking = c
				}
			}
			if lacking < 0 || lacking == len(r.Parents) {
				continue
			}
			kept[r.Parents[lacking]] = (value - location) / r.Weights[lacking]
			logDensity -= math.Log(math.Abs(r.Weights[lacking]))
			used[i], again = true, true
		}
	}
	for i := range l {
		if r := &l[i]; !used[i] && !math.IsNaN(whole[r.Column]) {
			location, scale := r.Predict(kept, func(p int) bool { return math.IsNaN(kept[p]) })
			logDensity += r.Log(whole[r.Column], location, scale)
		}
	}
	return logDensity
}

// Publish writes the covariances of a repeat to a published Σ of all columns; kept are the columns kept. Correlations
// and their deviations are those of the parent that counts for most.
func (r *Repeat) Publish(out *kind.Covariance, kept []int) {
	j := r.Column
	own := r.Scale * r.Scale
	if out.Dense != nil {
		d, _ := out.Dense.Dims()
		row := make([]float64, d)
		for c, p := range r.Parents {
			floats.AddScaled(row, r.Weights[c], out.Dense.RawRowView(kept[p]))
		}
		variance := own
		for c, p := range r.Parents {
			variance += r.Weights[c] * row[kept[p]]
		}
		row[j] = variance
		for i, v := range row {
			out.Dense.Set(i, j, v)
			out.Dense.Set(j, i, v)
		}
	}
	if out.Loadings != nil {
		row := out.Loadings.RawRowView(j)
		for c, p := range r.Parents {
			floats.AddScaled(row, r.Weights[c], out.Loadings.RawRowView(kept[p]))
		}
	}
	if out.Specific != nil {
		out.Specific[j] = own
		for c, p := range r.Parents {
			out.Specific[j] += r.Weights[c] * r.Weights[c] * out.Specific[kept[p]]
		}
	}
	if out.Correlation == nil {
		return
	}
	most, share := 0, -1.0
	for c, p := range r.Parents {
		if v := r.Weights[c] * r.Weights[c] * out.Dense.At(kept[p], kept[p]); v > share {
			most, share = c, v
		}
	}
	parent, sign := kept[r.Parents[most]], math.Copysign(1, r.Weights[most])
	for i := range out.Columns {
		v, s := sign*out.Correlation.At(parent, i), out.Deviation.At(parent, i)
		if i == j {
			v, s = 1, 0
		}
		out.Correlation.Set(i, j, v)
		out.Correlation.Set(j, i, v)
		out.Deviation.Set(i, j, s)
		out.Deviation.Set(j, i, s)
	}
}

// Of returns the repeat that a column is, nil if it is none.
func (l List) Of(column int) *Repeat {
	for i := range l {
		if l[i].Column == column {
			return &l[i]
		}
	}
	return nil
}

// Note says which columns repeat which, for the user, by the names of all columns.
func (l List) Note(names []string, kept []int) string {
	type group struct {
		parents, repeats []string
	}
	var groups []*group
	for i := range l {
		r := &l[i]
		var from []string
		for _, p := range r.Parents {
			from = append(from, names[kept[p]])
		}
		at := slices.IndexFunc(groups, func(g *group) bool { return slices.Equal(g.parents, from) })
		if at < 0 {
			at, groups = len(groups), append(groups, &group{parents: from})
		}
		groups[at].repeats = append(groups[at].repeats, names[r.Column])
	}
	const most = 3
	var said []string
	for i, g := range groups {
		if i == most {
			said = append(said, "and others follow too")
			break
		}
		verb := "repeat"
		if len(g.parents) > 1 {
			verb = "follow from"
		}
		if len(g.repeats) == 1 {
			verb = strings.Replace(verb, "repeat", "repeats", 1)
			verb = strings.Replace(verb, "follow", "follows", 1)
		}
		said = append(said, several(g.repeats)+" "+verb+" "+several(g.parents))
	}
	return strings.Join(said, "; ") +
		". Where columns vary together, Σ and the evidence leave such columns out, and the others predict them"
}

// several lists names in a sentence, the first few of many.
func several(names []string) string {
	const most = 4
	quoted := make([]string, 0, most+1)
	for i, name := range names {
		if i == most-1 && len(names) > most {
			quoted = append(quoted, fmt.Sprintf("%d more", len(names)-i))
			break
		}
		quoted = append(quoted, strconv.Quote(name))
	}
	last := len(quoted) - 1
	if last == 0 {
		return quoted[0]
	}
	return strings.Join(quoted[:last], ", ") + " and " + quoted[last]
}

func isCondition(err error) bool { _, ok := err.(mat.Condition); return ok }
