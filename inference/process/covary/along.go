package covary

import (
	"math"

	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// Leaves returns the table, N×K, whose contrasts on a tree are given: the inverse of
// [NewContrasts]. u is N×K, one row for each contrast in their order. O(N·K).
func Leaves(t *tree.Tree, u *mat.Dense, noise float64) *mat.Dense {
	n, k := u.Dims()
	c := NewContrasts(t, mat.NewDense(n, 1, nil), noise) // the variances alone
	// Of each message: its variance before each child was merged, going up as NewContrasts does.
	mean := mat.NewDense(t.Nodes(), k, nil)
	top := mean.RawRowView(t.Top)
	for j, v := range u.RawRowView(n - 1) {
		top[j] = v * math.Sqrt(c.Variances[n-1])
	}
	variance := make([]float64, t.Nodes())
	order := t.PreOrder()
	for i := len(order) - 1; i >= 0; i-- {
		v := order[i]
		if t.IsLeaf(v) {
			variance[v] = noise
			continue
		}
		precision := 0.0
		for _, child := range t.Children[v] {
			precision += 1 / math.Max(variance[child]+length(t, child), least)
		}
		variance[v] = 1 / precision
	}
	at := n - 1 // contrasts of a branch point follow one another, later ones for nodes further up
	for _, v := range order {
		if t.IsLeaf(v) {
			continue
		}
		kids := t.Children[v]
		own := append([]float64(nil), mean.RawRowView(v)...)
		// The message before the last child was merged, and so on down to the first child.
		w := make([]float64, len(kids))
		before := make([]float64, len(kids))
		sum := 0.0
		for i, child := range kids {
			w[i] = math.Max(variance[child]+length(t, child), least)
			sum += 1 / w[i]
			before[i] = 1 / sum
		}
		for i := len(kids) - 1; i > 0; i-- {
			at--
			total := before[i-1] + w[i]
			share := before[i-1] / total
			child := mean.RawRowView(kids[i])
			for j, x := range u.RawRowView(at) {
				apart := x * math.Sqrt(total)
				own[j] += share * apart
				child[j] = own[j] - apart
			}
		}
		copy(mean.RawRowView(kids[0]), own)
	}
	return mat.DenseCopyOf(mean.Slice(0, n, 0, k))
}

// Changes returns how much each column of a table changes along the branch above each node, in
// standard deviations of such a change: nodes×K. f is N×K, row i at leaf i, and diffuses with
// unit variance; noise is that of its leaves. Locations are their expectations given f. The
// branch of the top node begins at 0 at time 0. O(N·K).
func Changes(t *tree.Tree, f *mat.Dense, noise float64) *mat.Dense {
	p := NewPasser(t, f, noise)
	_, k := f.Dims()
	at := mat.NewDense(t.Nodes(), k, nil)
	out := mat.NewDense(t.Nodes(), k, nil)
	origin := make([]float64, k)
	for _, v := range p.order {
		from := origin
		if parent := t.Parent[v]; parent >= 0 {
			from = at.RawRowView(parent)
		}
		delta := length(t, v)
		here, message, change := at.RawRowView(v), p.mean.RawRowView(v), out.RawRowView(v)
		share := 0.0
		if delta > 0 {
			share = delta / (delta + p.variance[v])
		}
		for j := range here {
			move := share * (message[j] - from[j])
			here[j] = from[j] + move
			if delta > 0 {
				change[j] = move / math.Sqrt(delta)
			}
		}
	}
	return out
}
