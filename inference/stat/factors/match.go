package factors

import (
	"cmp"
	"context"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/assignment"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/kind/factor"

	"gonum.org/v1/gonum/blas/blas32"
)

// A piece is one factor of a draw, with the norms of its two vectors.
type piece struct {
	items                []int32
	values, activities   []float32
	loadingNorm, actNorm float64
}

func newPiece(items []int32, values, activities []float32) piece {
	p := piece{items: items, values: values, activities: activities}
	p.loadingNorm, p.actNorm = norm(values), norm(activities)
	return p
}

func norm(v []float32) float64 {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	return math.Sqrt(sum)
}

// piecesOf splits a draw into its factors.
func piecesOf(d *factor.Sparse) []piece {
	pieces := make([]piece, len(d.Items))
	for k := range pieces {
		pieces[k] = newPiece(d.Items[k], d.Values[k], d.Activities[k])
	}
	return pieces
}

// A reference is the mean factor that others are compared with: a sum of unit vectors, in which a
// draw with large loadings and small activities counts as much as any other.
type reference struct {
	loadings, activities []float64
	loadingNorm, actNorm float64
	single               []float32 // the activities, for products in single precision
}

func newReference(items, cases int) *reference {
	return &reference{loadings: make([]float64, items), activities: make([]float64, cases)}
}

// add adds a factor, negated if sign is −1. Call measure after the last.
func (r *reference) add(p piece, sign float64) {
	if p.loadingNorm == 0 || p.actNorm == 0 {
		return
	}
	scale := sign / p.loadingNorm
	for i, item := range p.items {
		r.loadings[item] += scale * float64(p.values[i])
	}
	scale = sign / p.actNorm
	for n, x := range p.activities {
		r.activities[n] += scale * float64(x)
	}
}

func (r *reference) measure() {
	square := func(v []float64) (sum float64) {
		for _, x := range v {
			sum += x * x
		}
		return sum
	}
	r.loadingNorm, r.actNorm = math.Sqrt(square(r.loadings)), math.Sqrt(square(r.activities))
	if r.single == nil {
		r.single = make([]float32, len(r.activities))
	}
	for n, x := range r.activities {
		r.single[n] = float32(x)
	}
}

// piece returns the reference as a factor.
func (r *reference) piece() piece {
	var p piece
	for i, v := range r.loadings {
		if v != 0 {
			p.items, p.values = append(p.items, int32(i)), append(p.values, float32(v))
		}
	}
	for _, v := range r.activities {
		p.activities = append(p.activities, float32(v))
	}
	return newPiece(p.items, p.values, p.activities)
}

// compare returns the cosines of loadings and of activities. It computes the cheaper one first; if
// that is below least, which no product with the other can then reach, it returns 0 for both.
func (r *reference) compare(p piece, least float64) (loadings, activities float64) {
	if r.loadingNorm == 0 || r.actNorm == 0 || p.loadingNorm == 0 || p.actNorm == 0 {
		return 0, 0
	}
	ofLoadings := func() float64 {
		sum := 0.0
		for i, item := range p.items {
			sum += r.loadings[item] * float64(p.values[i])
		}
		return sum / (r.loadingNorm * p.loadingNorm)
	}
	ofActivities := func() float64 {
		n := len(r.single)
		sum := blas32.Dot(blas32.Vector{N: n, Data: r.single, Inc: 1}, blas32.Vector{N: n, Data: p.activities, Inc: 1})
		return float64(sum) / (r.actNorm * p.actNorm)
	}
	if len(p.items) < len(p.activities) {
		if loadings = ofLoadings(); math.Abs(loadings) < least {
			return 0, 0
		}
		return loadings, ofActivities()
	}
	if activities = ofActivities(); math.Abs(activities) < least {
		return 0, 0
	}
	return ofLoadings(), activities
}

// A place is where a factor of a draw was assigned.
type place struct {
	to                   int     // number of the reference, −1 for none
	sign                 float64 // 1, or −1 if the factor is flipped
	loadings, activities float64 // cosines, after flipping
}

// A likeness is a factor and a reference that may match.
type likeness struct {
	factor, reference    int
	loadings, activities float64 // cosines
}

// pair assigns each factor of a draw to at most one reference, and to each reference at most one
// factor. It ignores pairs less similar than least.
func pair(pieces []piece, references []*reference, least float64) []place {
	var like []likeness
	for k, p := range pieces {
		for j, r := range references {
			if l, a := r.compare(p, least); l*a >= least {
				like = append(like, likeness{k, j, l, a})
			}
		}
	}
	places := make([]place, len(pieces))
	for k := range places {
		places[k] = place{to: -1, sign: 1}
	}
	for _, knot := range knots(like, len(pieces), len(references)) {
		for _, l := range best(knot) {
			sign := math.Copysign(1, l.activities)
			places[l.factor] = place{l.reference, sign, sign * l.loadings, sign * l.activities}
		}
	}
	return places
}

// knots splits the pairs into independent sets: most factors are similar to one reference only.
func knots(like []likeness, factors, references int) [][]likeness {
	root := inference.UpTo(factors + references)
	var find func(i int) int
	find = func(i int) int {
		if root[i] != i {
			root[i] = find(root[i])
		}
		return root[i]
	}
	for _, l := range like {
		root[find(l.factor)] = find(factors + l.reference)
	}
	number, out := make(map[int]int, factors), [][]likeness(nil)
	for _, l := range like {
		r := find(l.factor)
		n, met := number[r]
		if !met {
			n = len(out)
			number[r], out = n, append(out, nil)
		}
		out[n] = append(out[n], l)
	}
	return out
}

// best returns the pairs of the assignment with the greatest sum.
func best(knot []likeness) []likeness {
	if len(knot) == 1 {
		return knot
	}
	rows, columns := map[int]int{}, map[int]int{}
	for _, l := range knot {
		if _, met := rows[l.factor]; !met {
			rows[l.factor] = len(rows)
		}
		if _, met := columns[l.reference]; !met {
			columns[l.reference] = len(columns)
		}
	}
	cost := make([][]float64, len(rows))
	for i := range cost {
		cost[i] = make([]float64, len(columns))
	}
	for _, l := range knot {
		cost[rows[l.factor]][columns[l.reference]] = -l.loadings * l.activities
	}
	to := assignment.Solve(cost)
	var out []likeness
	for _, l := range knot {
		if to[rows[l.factor]] == columns[l.reference] {
			out = append(out, l)
		}
	}
	return out
}

// A matcher finds which factors of draws are the same.
type matcher struct {
	items, cases int
	options      Options
	draws        [][]piece
	places       [][]place // of each draw's factors
	references   []*reference
	summed       bool // the references are the sums of the factors assigned to them
}

const (
	seeds      = 20 // draws that may add factors that the reference lacks
	mostRounds = 12 // rounds of matching; rarely more than four
)

// match fills places and references. It starts from draw best.
func (m *matcher) match(ctx context.Context, best int) error {
	m.places = make([][]place, len(m.draws))
	if err := m.seed(ctx, best); err != nil {
		return err
	}
	for round := range mostRounds {
		changed := false
		for i, d := range m.draws {
			if err := ctx.Err(); err != nil {
				return err
			}
			next := pair(d, m.references, m.options.Similar)
			changed = changed || round == 0 || !samePlaces(next, m.places[i])
			m.places[i] = next
		}
		m.summed = m.summed && !changed
		// A factor may be matched more often once its reference improves.
		if m.rebuild(m.options.Least/2) || changed {
			continue
		}
		break
	}
	m.rebuild(m.options.Least)
	if k := m.given(); len(m.references) > k {
		m.keep(k, best)
		m.summed = false
		for i, d := range m.draws {
			if err := ctx.Err(); err != nil {
				return err
			}
			m.places[i] = pair(d, m.references, m.options.Similar)
		}
		m.rebuild(m.options.Least)
	}
	return ctx.Err()
}

// given returns the number of factors if all draws have the same number, as those of a model with a given number do;
// otherwise more than any number.
func (m *matcher) given() int {
	for _, d := range m.draws {
		if len(d) != len(m.draws[0]) {
			return math.MaxInt
		}
	}
	return len(m.draws[0])
}

// keep reduces the references to k. If chains disagree about the factors, or about a rotation of them, there are more
// references than any draw has factors, and a model with three factors would be shown with five. Those of one draw are
// kept: the draw whose references are most frequent among the others, or draw best if it is as good. If these are fewer
// than k, the most frequent other references follow.
func (m *matcher) keep(k, best int) {
	members := m.assigned()
	of := func(draw int) (sum int) {
		for _, at := range m.places[draw] {
			if at.to >= 0 {
				sum += members[at.to]
			}
		}
		return sum
	}
	for i := range m.draws {
		if of(i) > of(best) {
			best = i
		}
	}
	order, first := inference.UpTo(len(members)), make([]bool, len(members))
	for _, at := range m.places[best] {
		if at.to >= 0 {
			first[at.to] = true
		}
	}
	stable.Sort(order, func(a, b int) int {
		if first[a] != first[b] {
			if first[a] {
				return -1
			}
			return 1
		}
		return cmp.Compare(members[b], members[a])
	})
	order = order[:k]
	slices.Sort(order)
	kept := make([]*reference, k)
	for i, j := range order {
		kept[i] = m.references[j]
	}
	m.references = kept
}

func samePlaces(a, b []place) bool {
	for k := range a {
		if a[k].to != b[k].to || a[k].sign != b[k].sign {
			return false
		}
	}
	return true
}

// seed makes the first references from the factors of one draw and those that others add.
func (m *matcher) seed(ctx context.Context, best int) error {
	order, met := []int{best}, []int(nil) // met: how many of the draws have each reference
	for i := range min(seeds, len(m.draws)) {
		if at := i * len(m.draws) / min(seeds, len(m.draws)); at != best {
			order = append(order, at)
		}
	}
	for _, i := range order {
		if err := ctx.Err(); err != nil {
			return err
		}
		for k, at := range pair(m.draws[i], m.references, m.options.Similar) {
			if at.to < 0 {
				at.to = len(m.references)
				met = append(met, 0)
				m.references = append(m.references, newReference(m.items, m.cases))
			}
			m.references[at.to].add(m.draws[i][k], at.sign)
			m.references[at.to].measure()
			met[at.to]++
		}
	}
	if len(m.draws) >= seeds { // with this many draws, a factor of a single one rarely reaches a share worth reporting
		kept := m.references[:0:0]
		for j, r := range m.references {
			if met[j] > 1 {
				kept = append(kept, r)
			}
		}
		m.references = kept
	}
	return nil
}

// rebuild makes the references the sums of the factors assigned to them. It drops those that too few
// of the draws have, merges twins, and reports whether it did either.
func (m *matcher) rebuild(least float64) (changed bool) {
	members := m.assigned()
	if !m.summed {
		m.sum()
	}
	to, sign := m.joined(members)
	total := make([]int, len(m.references))
	for j, n := range members {
		total[to[j]] += n
	}
	number, kept := make([]int, len(m.references)), []*reference(nil)
	for j, r := range m.references {
		number[j] = -1
		if to[j] == j && float64(total[j]) >= least*float64(len(m.draws)) && total[j] > 0 {
			number[j] = len(kept)
			kept = append(kept, r)
		}
	}
	for i := range m.places {
		for k := range m.places[i] {
			if at := &m.places[i][k]; at.to >= 0 {
				at.sign *= sign[at.to]
				at.to = number[to[at.to]]
			}
		}
	}
	changed = len(kept) < len(m.references)
	m.references, m.summed = kept, !changed
	return changed
}

// assigned returns how many factors are assigned to each reference.
func (m *matcher) assigned() []int {
	members := make([]int, len(m.references))
	for _, places := range m.places {
		for _, at := range places {
			if at.to >= 0 {
				members[at.to]++
			}
		}
	}
	return members
}

// sum recomputes the references from the factors assigned to them.
func (m *matcher) sum() {
	for j := range m.references {
		m.references[j] = newReference(m.items, m.cases)
	}
	for i, d := range m.draws {
		for k, at := range m.places[i] {
			if at.to >= 0 {
				m.references[at.to].add(d[k], at.sign)
			}
		}
	}
	for _, r := range m.references {
		r.measure()
	}
}

// joined finds references that are one factor under two numbers: as similar as a pair, but hardly
// ever in the same draw. It returns, for each reference, the number it keeps and its sign.
func (m *matcher) joined(members []int) (to []int, sign []float64) {
	to, sign = make([]int, len(members)), make([]float64, len(members))
	for j := range to {
		to[j], sign[j] = j, 1
	}
	together := make([][]int, len(members))
	for j := range together {
		together[j] = make([]int, len(members))
	}
	for _, places := range m.places {
		for k, a := range places {
			for _, b := range places[:k] {
				if a.to >= 0 && b.to >= 0 {
					together[max(a.to, b.to)][min(a.to, b.to)]++
				}
			}
		}
	}
	for b := range members {
		if members[b] == 0 {
			continue
		}
		p := m.references[b].piece()
		for a := range b {
			if members[a] == 0 || to[a] != a || to[b] != b || 10*together[b][a] > min(members[a], members[b]) {
				continue
			}
			loadings, activities := m.references[a].compare(p, m.options.Similar)
			if loadings*activities >= m.options.Similar {
				to[b], sign[b] = a, math.Copysign(1, activities)
			}
		}
	}
	return to, sign
}
