package ink

import (
	"image/color"

	"gonum.org/v1/plot/vg"
)

// Fills gathers outlines by colour, in the order in which the colours first appear.
type Fills struct {
	paths map[color.NRGBA]*vg.Path
	order []color.NRGBA
}

// NewFills returns an empty Fills.
func NewFills() *Fills { return &Fills{paths: map[color.NRGBA]*vg.Path{}} }

// Path returns the path of a colour, for the caller to add to.
func (f *Fills) Path(ink color.NRGBA) *vg.Path {
	p, ok := f.paths[ink]
	if !ok {
		p = &vg.Path{}
		f.paths[ink] = p
		f.order = append(f.order, ink)
	}
	return p
}

// AddTo adds the paths to a list, in the order of their colours.
func (f *Fills) AddTo(list *List) {
	for _, ink := range f.order {
		list.Add(Fill{ink, *f.paths[ink]})
	}
}
