package beside

import (
	"sync"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
)

// nameWidths holds the width of the longest label of a tree in each typeface, once it was asked for.
type nameWidths [len(boldest)]struct {
	once sync.Once
	ems  float64
}

// boldest is the least ratio of the width of a name in regular type to that in bold, by typeface.
var boldest = [...]float64{plotting.Sans: 0.85, plotting.Serif: 0.7, plotting.Mono: 0.99}

// WidestName returns the width of the longest label, in bold, as a share of the size of text. Bold,
// because selecting a leaf must not move the picture.
func (p *PreparedTree) WidestName(t plotting.Typeface) float64 {
	n := &p.names[t]
	n.once.Do(func() {
		regular, bold := ink.Regular(t, 1), ink.Bold(t, 1)
		widest := 0.0
		for _, name := range p.tree.Names {
			if w := float64(ink.TextWidth(regular, name)); w > boldest[t]*widest { // a shorter one cannot be the longest in bold
				widest = max(widest, w)
				n.ems = max(n.ems, w, float64(ink.TextWidth(bold, name)))
			}
		}
	})
	return n.ems
}
