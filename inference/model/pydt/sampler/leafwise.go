package sampler

import (
	"example.org/espalier/inference/algorithm/vector"
)

// A leafwise visits the leaves of a live tree, each given all others.
type leafwise struct {
	arena []float64 // stack of messages, as precision a class and precision·mean a column
}

// visit calls draw for every leaf, depth first, with what all other leaves, those before it as they are now, say of its
// parent's location: the precision of each class and precision·mean of each column. draw may change the leaf's values.
// O(N·D)
func (t *leafwise) visit(c *current, draw func(c *current, v int32, above []float64)) {
	l := c.Live
	above := t.take(l.Width)
	w := 1 / (l.hyper.Sigma2 * (1 - l.Node[l.Top].Rem))
	for k := range l.C {
		above[k] = w
	}
	clear(above[l.C:])
	t.below(c, l.Top, above, draw)
	t.release(l.Width)
}

// take returns n numbers on top of the arena's stack.
func (t *leafwise) take(n int) []float64 {
	at := len(t.arena)
	if cap(t.arena) < at+n {
		t.arena = append(t.arena, make([]float64, n)...) // slices taken before keep their old memory
	}
	t.arena = t.arena[:at+n]
	return t.arena[at : at+n : at+n]
}

func (t *leafwise) release(n int) { t.arena = t.arena[:len(t.arena)-n] }

// below visits the leaves below v, given the message about v's location from the rest of the tree, and updates the
// messages there.
func (t *leafwise) below(c *current, v int32, above []float64, draw func(c *current, v int32, above []float64)) {
	l := c.Live
	if l.IsLeaf(v) {
		draw(c, v, above)
		return
	}
	n := int(l.Node[v].Kids)
	// Row i holds the messages of the children from i on about v's location.
	rows := t.take((n + 2) * l.Width)
	row := func(i int) []float64 { return rows[i*l.Width : (i+1)*l.Width] }
	kids := make([]int32, 0, 8)
	for b := l.Node[v].First; b >= 0; b = l.Node[b].Next {
		kids = append(kids, b)
	}
	clear(row(n))
	for i := n - 1; i >= 0; i-- {
		copy(row(i), row(i+1))
		l.addMessage(row(i), kids[i])
	}
	// Then the new messages of the children before i join the message from above.
	to := row(n + 1)
	for i, b := range kids {
		length := l.hyper.Sigma2 * (l.Node[v].Rem - l.Node[b].Rem)
		for k, cl := range l.Classes {
			precision := above[k] + row(i + 1)[k]
			to[k] = precision / (1 + precision*length)
			for j := l.C + cl.Low; j < l.C+cl.High; j++ {
				to[j] = (above[j] + row(i + 1)[j]) / precision * to[k]
			}
		}
		t.below(c, b, to, draw)
		l.addMessage(above, b)
	}
	l.Update(v)
	t.release((n + 2) * l.Width)
}

// addMessage adds the message of child b about its parent's location.
func (l *live) addMessage(to []float64, b int32) {
	row, length := l.Row(b), l.hyper.Sigma2*(l.ParentRem(b)-l.Node[b].Rem)
	for k, cl := range l.Classes {
		if p := 1 / (row[k] + length); p > 0 {
			to[k] += p
			vector.AddScaled(to[l.C+cl.Low:l.C+cl.High], row[l.C+cl.Low:l.C+cl.High], p)
		}
	}
}
