package pydt

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	kind "example.org/espalier/inference/kind/covariance"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A repeat is a column that follows from columns of Σ: a temperature in other units, a copy, a sum. Σ has no
// inverse with it. So Σ is that of the columns which the others span, and the repeat is predicted from them by
// linear regression (math 11.12).
type repeat struct {
	column  int       // of the table
	parents []int     // of the columns of Σ, by their place
	weights []float64 // of the parents
	means   []float64 // of the parents
	offset  float64
	scale   float64 // of the t density of a new cell, > 0
	freedom float64 // and its degrees of freedom
	spread  float64 // variance of the column
}

// leastShare is the share of a column's variance that the others must leave unexplained, for the prior of Σ
// knows no smaller ones: see [leastLogG] and leastG of package covary. It is also the greatest part that a
// parent may lack.
const leastShare = 1e-6

// leastTold is the least scale of a repeat, as a share of its standard deviation: that of the computer's own rounding.
const leastTold = 1e-12

// mostTested bounds the rows by which repeats are looked for; those found are tested by all rows.
const mostTested = 1000

// findRepeats takes from the kept columns those that follow from the ones before them, found by Gram and Schmidt's
// orthogonalisation of rows without missing cells. Half of these must be left to test a relation, so that columns
// never follow for want of rows. O(N·D·r) for columns of rank r.
func (a *apart) findRepeats(x *mat.Dense) {
	all := completeRows(x, a.kept)
	rows := evenly(all, max(mostTested, 4*len(a.kept)))
	var base [][]float64 // orthonormal
	var kept []int
	for i, j := range a.kept {
		if 2*(len(base)+1) > len(rows) {
			kept = append(kept, a.kept[i:]...)
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
			if r := (repeat{column: j}); r.regress(x, all, kept) {
				a.repeated = append(a.repeated, r)
				continue
			}
		}
		kept = append(kept, j)
		if rest > 0 {
			floats.Scale(1/rest, v)
			base = append(base, v)
		}
	}
	a.kept = kept
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

// evenly returns at most this many items of a list, evenly spaced.
func evenly(list []int, most int) []int {
	if len(list) <= most {
		return list
	}
	some := make([]int, most)
	for i := range some {
		some[i] = list[i*len(list)/most]
	}
	return some
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

// regress finds the parents among the first kept columns and their weights, by these rows. It reports whether the column
// follows from them in all.
func (r *repeat) regress(x *mat.Dense, rows, kept []int) bool {
	y, mean := centred(x, rows, r.column)
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
		r.parents = append(r.parents, p)
	}
	var share float64
	r.weights, r.means, share = fit(r.parents)
	if !(share <= leastShare) {
		return false
	}
	var few []int // parents that say more than a repeat may lack
	for c, p := range r.parents {
		if v, _ := centred(x, rows, kept[p]); math.Abs(r.weights[c])*floats.Norm(v, 2) > math.Sqrt(leastShare)*total {
			few = append(few, p)
		}
	}
	if len(few) < len(r.parents) {
		if weights, means, s := fit(few); s <= leastShare {
			r.parents, r.weights, r.means, share = few, weights, means, s
		}
	}
	r.offset = mean
	for c, w := range r.weights {
		r.offset -= w * r.means[c]
	}
	r.freedom = n - 1 - float64(len(r.parents))
	r.spread = total * total / (n - 1)
	r.scale = math.Max(math.Sqrt(share*r.spread), leastTold*(math.Sqrt(r.spread)+math.Abs(mean)))
	return true
}

// predict returns the location and scale of a repeat in a row of the columns of Σ, of whose cells those marked absent are
// known by their variances alone.
func (r *repeat) predict(kept []float64, absent func(place int) bool) (location, scale float64) {
	location = r.offset
	scale = r.scale * r.scale
	for c, p := range r.parents {
		if v := kept[p]; !math.IsNaN(v) {
			location += r.weights[c] * v
		} else {
			location += r.weights[c] * r.means[c]
		}
		if absent(p) {
			scale += r.spread
		}
	}
	return location, math.Sqrt(scale)
}

// log returns the log density of the column at a value.
func (r *repeat) log(value, location, scale float64) float64 {
	z := (value - location) / scale
	a, _ := math.Lgamma((r.freedom + 1) / 2)
	b, _ := math.Lgamma(r.freedom / 2)
	return a - b - 0.5*math.Log(r.freedom*math.Pi) - math.Log(scale) - (r.freedom+1)/2*math.Log1p(z*z/r.freedom)
}

// fromRepeats fills in the cells of the kept columns that follow from repeats, where a parent alone is missing, and returns
// the log density of all repeats given the kept columns, and of such cells in the units of the repeat.
func (a *apart) fromRepeats(whole, kept []float64) (logDensity float64) {
	if a == nil || len(a.repeated) == 0 {
		return 0
	}
	used := make([]bool, len(a.repeated))
	for again := true; again; {
		again = false
		for i := range a.repeated {
			r := &a.repeated[i]
			value := whole[r.column]
			if used[i] || math.IsNaN(value) {
				continue
			}
			lacking := -1
			location := r.offset
			for c, p := range r.parents {
				switch v := kept[p]; {
				case !math.IsNaN(v):
					location += r.weights[c] * v
				case lacking >= 0:
					lacking = len(r.parents)
				default:
					lacking = c
				}
			}
			if lacking < 0 || lacking == len(r.parents) {
				continue
			}
			kept[r.parents[lacking]] = (value - location) / r.weights[lacking]
			logDensity -= math.Log(math.Abs(r.weights[lacking]))
			used[i], again = true, true
		}
	}
	for i := range a.repeated {
		if r := &a.repeated[i]; !used[i] && !math.IsNaN(whole[r.column]) {
			location, scale := r.predict(kept, func(p int) bool { return math.IsNaN(kept[p]) })
			logDensity += r.log(whole[r.column], location, scale)
		}
	}
	return logDensity
}

// complete writes the covariances of a repeat to a published Σ of all columns. Correlations and their deviations are those
// of the parent that counts for most.
func (r *repeat) complete(out *kind.Covariance, kept []int) {
	j := r.column
	own := r.scale * r.scale
	if out.Dense != nil {
		d, _ := out.Dense.Dims()
		row := make([]float64, d)
		for c, p := range r.parents {
			floats.AddScaled(row, r.weights[c], out.Dense.RawRowView(kept[p]))
		}
		variance := own
		for c, p := range r.parents {
			variance += r.weights[c] * row[kept[p]]
		}
		row[j] = variance
		for i, v := range row {
			out.Dense.Set(i, j, v)
			out.Dense.Set(j, i, v)
		}
	}
	if out.Loadings != nil {
		row := out.Loadings.RawRowView(j)
		for c, p := range r.parents {
			floats.AddScaled(row, r.weights[c], out.Loadings.RawRowView(kept[p]))
		}
	}
	if out.Specific != nil {
		out.Specific[j] = own
		for c, p := range r.parents {
			out.Specific[j] += r.weights[c] * r.weights[c] * out.Specific[kept[p]]
		}
	}
	if out.Correlation == nil {
		return
	}
	most, share := 0, -1.0
	for c, p := range r.parents {
		if v := r.weights[c] * r.weights[c] * out.Dense.At(kept[p], kept[p]); v > share {
			most, share = c, v
		}
	}
	parent, sign := kept[r.parents[most]], math.Copysign(1, r.weights[most])
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

// repeatOf returns the repeat that a column is, nil if it is none.
func (a *apart) repeatOf(column int) *repeat {
	if a == nil {
		return nil
	}
	for i := range a.repeated {
		if a.repeated[i].column == column {
			return &a.repeated[i]
		}
	}
	return nil
}

// repeatNote says which columns repeat which, for the user.
func (a *apart) repeatNote(names []string) string {
	type group struct {
		parents, repeats []string
	}
	var groups []*group
	for i := range a.repeated {
		r := &a.repeated[i]
		var from []string
		for _, p := range r.parents {
			from = append(from, names[a.kept[p]])
		}
		at := slices.IndexFunc(groups, func(g *group) bool { return slices.Equal(g.parents, from) })
		if at < 0 {
			at, groups = len(groups), append(groups, &group{parents: from})
		}
		groups[at].repeats = append(groups[at].repeats, names[r.column])
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
	return strings.Join(said, "; ") + ". Where columns vary together, Σ and the evidence leave such columns out, and the others predict them"
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
