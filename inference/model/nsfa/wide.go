package nsfa

import (
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/mat"
)

// Items have one latent number each. A category of L levels has L − 1, so it is as many items, its contrasts, one after
// the other. In published results it is one column again, whose squared loading is the mean of those of the contrasts.

// wide says which columns the items are of, where some are categories.
type wide struct {
	of    []int // the column of each item
	first []int // the first item of each column
	count int   // columns
}

// widen returns the data with each category as often as it has contrasts, and the columns of these items; both as they
// are, and nil, where there is no category.
func widen(data *inference.Dataset, columns []observation.Column) (*inference.Dataset, []observation.Column, *wide) {
	w, items, several := &wide{count: len(columns)}, []observation.Column(nil), false
	for j, c := range columns {
		w.first = append(w.first, len(w.of))
		k, is := c.(*observation.Categories)
		if !is {
			w.of, items = append(w.of, j), append(items, c)
			continue
		}
		several = true
		for a := range k.Width() {
			w.of, items = append(w.of, j), append(items, observation.Contrast{Of: k, Index: a})
		}
	}
	if !several {
		return data, columns, nil
	}
	d := *data
	n, _ := data.Dims()
	d.X = mat.NewDense(n, len(w.of), nil)
	d.Columns, d.Kinds = make([]string, len(w.of)), nil
	for item, j := range w.of {
		d.X.SetCol(item, mat.Col(nil, j, data.X))
		d.Columns[item], d.Kinds = data.Columns[j], append(d.Kinds, data.Kinds[j])
	}
	d.ColumnAnnotations = nil
	for _, a := range data.ColumnAnnotations {
		d.ColumnAnnotations = append(d.ColumnAnnotations, a.Select(w.of))
	}
	d.Limits = nil
	for at, limit := range data.Limits {
		if d.Limits == nil {
			d.Limits = inference.Limits{}
		}
		d.Limits[inference.Cell{Row: at.Row, Column: w.first[at.Column]}] = limit
	}
	return &d, items, w
}

// contrasts is how many items a column is.
func (w *wide) contrasts(column int) int {
	if column+1 < len(w.first) {
		return w.first[column+1] - w.first[column]
	}
	return len(w.of) - w.first[column]
}

// state returns a state by columns.
func (w *wide) state(s *factor.State) *factor.State {
	if w == nil || s == nil {
		return s
	}
	out := *s
	k := len(s.IDs)
	if k > 0 {
		out.Loadings = mat.NewDense(w.count, k, nil)
		if s.Inclusion != nil {
			out.Inclusion = mat.NewDense(w.count, k, nil)
		}
	}
	fold := func(v []float64) []float64 {
		if v == nil {
			return nil
		}
		to := make([]float64, w.count)
		for item, j := range w.of {
			to[j] += v[item] / float64(w.contrasts(j))
		}
		return to
	}
	out.Noise, out.Offset = fold(s.Noise), fold(s.Offset)
	for item, j := range w.of {
		share := 1 / math.Sqrt(float64(w.contrasts(j)))
		for l := range k {
			g := s.Loadings.At(item, l)
			if w.contrasts(j) > 1 {
				g = math.Hypot(out.Loadings.At(j, l), g*share)
			}
			out.Loadings.Set(j, l, g)
			if s.Inclusion != nil {
				out.Inclusion.Set(j, l, max(out.Inclusion.At(j, l), s.Inclusion.At(item, l)))
			}
		}
	}
	return &out
}

// sparse returns a kept state by columns.
func (w *wide) sparse(s *factor.Sparse) *factor.Sparse {
	if w == nil || s == nil {
		return s
	}
	out := *s
	out.Items, out.Values = make([][]int32, len(s.Items)), make([][]float32, len(s.Items))
	for k, items := range s.Items {
		for i, item := range items {
			j, v := w.of[item], s.Values[k][i]
			last := len(out.Items[k]) - 1
			n := w.contrasts(j)
			if n > 1 {
				v = float32(math.Abs(float64(v)) / math.Sqrt(float64(n)))
			}
			if last >= 0 && int(out.Items[k][last]) == j {
				out.Values[k][last] = float32(math.Hypot(float64(out.Values[k][last]), float64(v)))
				continue
			}
			out.Items[k], out.Values[k] = append(out.Items[k], int32(j)), append(out.Values[k], v)
		}
	}
	fold := func(v []float32) []float32 {
		if v == nil {
			return nil
		}
		to := make([]float32, w.count)
		for item, j := range w.of {
			to[j] += v[item] / float32(w.contrasts(j))
		}
		return to
	}
	out.Noise, out.Offset = fold(s.Noise), fold(s.Offset)
	return &out
}

// isotropic is the greatest difference of the noise of contrasts, as a share, that counts as none.
const isotropic = 1e-9

// draws is how many times a cell of a category is drawn where its contrasts differ in their noise.
const draws = 128

// predictCategory returns the log probability of a level of a category whose contrasts are N(m, w), and the level of
// the greatest mean utility. Contrasts have noise of their own, so the probability is an integral over their
// utilities: of one variance by quadrature, and otherwise with each contrast's noise beyond the least drawn from
// points of equal weight, the same for all levels, so that the probabilities of all levels sum to one.
func predictCategory(c *observation.Categories, value float64, m, w []float64) (log, expected float64) {
	expected = c.Predict(0, m, w)
	cell := c.Factor(0, value)
	if cell == nil {
		return math.NaN(), expected
	}
	n := len(m)
	least, most := w[0], w[0]
	for _, v := range w {
		least, most = min(least, v), max(most, v)
	}
	room := make([]float64, 4*n)
	at, same, mean, variance := room[:n], room[n:2*n], room[2*n:3*n], room[3*n:]
	for a := range same {
		same[a] = least
	}
	if most-least <= isotropic*most {
		copy(at, m)
		return cell.Moments(at, same, mean, variance), expected
	}
	step := 1.0
	for range 60 { // the root of x^(n+1) = x + 1
		step = math.Pow(1+step, 1/float64(n+1))
	}
	var sum special.LogSum
	for t := range draws {
		for a := range at {
			// The points of a lattice whose steps are powers of the root (Roberts 2018), shifted to the middle.
			_, u := math.Modf(0.5 + float64(t+1)*math.Pow(step, -float64(a+1)))
			u = min(max(u, 1e-6), 1-1e-6)
			at[a] = m[a] + math.Sqrt(w[a]-least)*math.Sqrt2*math.Erfinv(2*u-1)
		}
		sum.Add(cell.Moments(at, same, mean, variance))
	}
	return sum.Value() - math.Log(draws), expected
}

// logWide is [chain.LogCells] where some columns are several items.
func (c *chain) logWide(now []*draw, cells []inference.Cell, value []float64) (log, mean []float64, err error) {
	var items, cases, from []int
	for _, cell := range cells {
		from = append(from, len(items))
		for a := range c.wide.contrasts(cell.Column) {
			items, cases = append(items, c.wide.first[cell.Column]+a), append(cases, cell.Row)
		}
	}
	log, mean = make([]float64, len(cells)), make([]float64, len(cells))
	for i := range log {
		log[i] = math.Inf(-1)
	}
	d, _ := c.state.Dims()
	loading, fit := make([]float64, d), make([]float64, len(items))
	share := math.Log(float64(len(now)))
	m, w := make([]float64, d), make([]float64, d)
	for _, kept := range now {
		predict(kept.Factors, items, cases, loading, fit)
		columns := c.columnsOf(kept)
		for i := range cells {
			low, high := from[i], len(items)
			if i+1 < len(cells) {
				high = from[i+1]
			}
			for t := low; t < high; t++ {
				m[t-low], w[t-low] = fit[t]+kept.Base[items[t]], float64(kept.Factors.Noise[items[t]])
			}
			n, item := high-low, items[low]
			var own, expected float64
			switch k := columns[item].(type) {
			case nil:
				expected = fit[low] + c.state.Offset(item)
				e := value[i] - expected
				own = -0.5 * (logTwoPi + math.Log(w[0]) + e*e/w[0])
			case observation.Contrast:
				own, expected = predictCategory(k.Of, value[i], m[:n], w[:n])
			default:
				own, expected = predictKind(k, cases[low], value[i], m[0], w[0])
			}
			mean[i] += expected / float64(len(now))
			log[i] = special.LogAdd(log[i], own-share)
		}
	}
	return log, mean, nil
}
