package pruning

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/algorithm/vector"
)

// LogLikelihood returns log p(y | T, t, σ², s²), section 3.1, from the messages: O(N·D).
func (m *Messages) LogLikelihood() float64 {
	var logs special.LogProduct
	squares := 0.0
	for _, v := range m.Preorder() {
		if !m.IsLeaf(v) {
			squares += m.Meeting(v, &logs)
		}
	}
	return m.LogOf(&logs, squares)
}

// Evaluate is Recompute and LogLikelihood in one pass over the messages, of the nodes in preorder.
func (m *Messages) Evaluate(order []int32) float64 {
	var logs special.LogProduct
	squares := 0.0
	for i := len(order) - 1; i >= 0; i-- {
		if v := order[i]; !m.IsLeaf(v) {
			squares += m.updateAndMeet(v, &logs)
		}
	}
	return m.LogOf(&logs, squares)
}

// LogOf returns the log likelihood from the sums over the branch points.
func (m *Messages) LogOf(logs *special.LogProduct, squares float64) float64 {
	w, up := *m.Sigma2*(1-m.Node[m.Top].Rem), m.Row(m.Top)
	for k, cl := range m.Classes {
		if total := up[k] + w; !math.IsInf(total, 1) {
			logs.Multiply(total, cl.Weight)
			squares += cl.Weight * Ln2Pi
		}
	}
	return -0.5 * (logs.Log() + squares + m.QuadraticOfTop())
}

// Meeting returns the terms of −2·log p(y) from the join of messages at v: it returns the squares and adds the
// variances to logs.
func (m *Messages) Meeting(v int32, logs *special.LogProduct) (squares float64) {
	nv, up, sigma2 := &m.Node[v], m.Row(v), *m.Sigma2
	if nv.Kids == 2 {
		a := nv.First
		b := m.Node[a].Next
		down, beside := m.Row(a), m.Row(b)
		wa, wb := sigma2*(nv.Rem-m.Node[a].Rem), sigma2*(nv.Rem-m.Node[b].Rem)
		if m.Columnwise {
			return m.meetingColumns(down, beside, wa, wb, logs)
		}
		for k, cl := range m.Classes {
			if sum := down[k] + wa + beside[k] + wb; !math.IsInf(sum, 1) {
				low, high := m.C+cl.Low, m.C+cl.High
				logs.Multiply(sum, cl.Weight)
				squares += vector.SquaredDistance(down[low:high], beside[low:high])/sum + cl.Weight*Ln2Pi
			}
		}
		return squares
	}
	for k, cl := range m.Classes {
		finite := -1.0
		for b := nv.First; b >= 0; b = m.Node[b].Next {
			row := m.Row(b)
			w := row[k] + sigma2*(nv.Rem-m.Node[b].Rem)
			if math.IsInf(w, 1) {
				continue
			}
			logs.Multiply(w, cl.Weight)
			finite++
			squares += vector.SquaredDistance(row[m.C+cl.Low:m.C+cl.High], up[m.C+cl.Low:m.C+cl.High]) / w
		}
		if finite >= 0 {
			logs.Multiply(1/up[k], cl.Weight)
			squares += finite * cl.Weight * Ln2Pi
		}
	}
	return squares
}

// meetingColumns is meeting of two messages with a class for every column.
func (m *Messages) meetingColumns(down, beside []float64, wa, wb float64, logs *special.LogProduct) (squares float64) {
	va, ma := down[:m.C], down[m.C:]
	vb, mb := beside[:len(va)], beside[m.C:]
	ma, mb = ma[:len(va)], mb[:len(va)]
	logs.Alone()
	value, product := logs.Value, logs.Product
	for k, v := range va {
		sum := v + wa + vb[k] + wb
		if sum > math.MaxFloat64 {
			continue
		}
		d := ma[k] - mb[k]
		squares += d*d/sum + Ln2Pi
		if sum < 1e-100 || sum > 1e100 {
			value += math.Log(sum)
		} else if product *= sum; product < 1e-200 || product > 1e200 {
			value, product = value+math.Log(product), 1
		}
	}
	logs.Value, logs.Product = value, product
	return squares
}

// updateAndMeet is update and meeting.
func (m *Messages) updateAndMeet(v int32, logs *special.LogProduct) (squares float64) {
	if m.Plain {
		return m.joinPlain(v, logs)
	}
	m.Update(v)
	return m.Meeting(v, logs)
}

// QuadraticOfTop returns the term of the quadratic form from the top node's message under the origin.
func (m *Messages) QuadraticOfTop() float64 {
	q, w, up := 0.0, *m.Sigma2*(1-m.Node[m.Top].Rem), m.Row(m.Top)
	for k, cl := range m.Classes {
		if total := up[k] + w; !math.IsInf(total, 1) {
			for _, x := range up[m.C+cl.Low : m.C+cl.High] {
				q += x * x / total
			}
		}
	}
	return q
}
