package ink

import (
	"image/color"

	"gonum.org/v1/plot/vg"
)

// Fills gathers outlines by colour, in the order in which the colours came.
type Fills struct {
	paths map[color.NRGBA]*vg.Path
	order []color.NRGBA
}

// NewFills returns none.
func NewFills() *Fills { return &Fills{paths: map[color.NRGBA]*vg.Path{}} }

// Path returns the path of a colour, to which a caller adds what it fills.
func (f *Fills) Path(ink color.NRGBA) *vg.Path {
	p, ok := f.paths[ink]
	if !ok {
		p = &vg.Path{}
		f.paths[ink] = p
		f.order = append(f.order, ink)
	}
	return p
}

// AddTo adds the paths to a list, in the order in which their colours came up.
func (f *Fills) AddTo(list *List) {
	for _, ink := range f.order {
		list.Add(Fill{ink, *f.paths[ink]})
	}
}
