package film

import (
	"reflect"
	"sync"

	"example.org/espalier/plotting"

	"gonum.org/v1/plot/vg"
)

// Between returns the n figures on the way from one figure to another, evenly spaced and slower at both ends, and then
// the other: n + 1 in all. Where the change has no motion that is the other alone.
func Between(from, to plotting.Figure, n int) []plotting.Figure {
	t := &transition{from: from, to: to}
	out := make([]plotting.Figure, 0, n+1)
	for i := range n {
		share := float64(i+1) / float64(n+1)
		out = append(out, passage{t, plotting.Eased(share)})
	}
	return append(out, to)
}

// A transition is the way from one figure to another. It keeps its last layout.
type transition struct {
	from, to plotting.Figure

	mu     sync.Mutex // guards the fields below
	size   vg.Point
	scenes func(share float64) plotting.Scene
	style  plotting.Style
	dress  *transition // the same in that style
}

// styled returns the transition in a style, the same one for the same style.
func (t *transition) styled(s plotting.Style) *transition {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.dress == nil || !reflect.DeepEqual(t.style, s) {
		t.style, t.dress = s, &transition{from: plotting.InStyle(t.from, s), to: plotting.InStyle(t.to, s)}
	}
	return t.dress
}

// at returns the scene at a share of the way.
func (t *transition) at(size vg.Point, share float64) plotting.Scene {
	t.mu.Lock()
	if t.scenes == nil || t.size != size {
		a, b := t.from.Layout(size), t.to.Layout(size)
		if t.size, t.scenes = size, plotting.Motion(a, b); t.scenes == nil {
			t.scenes = func(float64) plotting.Scene { return b }
		}
	}
	scenes := t.scenes
	t.mu.Unlock()
	return scenes(share)
}

// A passage is the figure at a share of the way.
type passage struct {
	t     *transition
	share float64
}

// Layout implements plotting.Figure.
func (p passage) Layout(size vg.Point) plotting.Scene { return p.t.at(size, p.share) }

// WithStyle implements plotting.Styled.
func (p passage) WithStyle(s plotting.Style) plotting.Figure {
	return passage{p.t.styled(s), p.share}
}
