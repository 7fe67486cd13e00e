package ink

import (
	"image/color"

	"gonum.org/v1/plot/vg"
)

// fills gathers outlines by colour, in the order in which the colours came.
type fills struct {
	paths map[color.NRGBA]*vg.Path
	order []color.NRGBA
}

func NewFills() *fills { return &fills{paths: map[color.NRGBA]*vg.Path{}} }

func (f *fills) Path(ink color.NRGBA) *vg.Path {
	p, ok := f.paths[ink]
	if !ok {
		p = &vg.Path{}
		f.paths[ink] = p
		f.order = append(f.order, ink)
	}
	return p
}

func (f *fills) AddTo(list *List) {
	for _, ink := range f.order {
		list.Add(Fill{ink, *f.paths[ink]})
	}
}
