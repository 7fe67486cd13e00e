package forest

import (
	"errors"
	"fmt"
	"slices"

	"example.org/espalier/inference/kind/wire"
	"example.org/espalier/inference/tree"
)

// Version is that of the form that MarshalBinary writes.
const Version = 1

// form is a Forest as it is written. Equal trees, and equal lists of leaf names, are written once;
// others refer to their place.
type form struct {
	_                 struct{} `cbor:",toarray"`
	Names             []wire.Strings
	Trees             []wire.Raw // each a wire.Tree
	Tree              wire.Ints  // of the trees offered, the place in Trees
	Objective, Weight wire.Floats
	DrawTree          wire.Ints // of the draws, the place in Trees
	Chain, Iteration  wire.Ints
	DrawObjective     wire.Floats
}

// Kind implements inference.Part.
func (*Forest) Kind() string { return Kind }

// MarshalBinary implements inference.Part. It fails for a tree that is nil, whose leaves
// have children, or whose lists are of different lengths.
func (f *Forest) MarshalBinary() ([]byte, error) {
	w := writer{places: map[*tree.Tree]int{}, equal: map[string]int{}}
	for _, t := range f.Trees {
		place, err := w.place(t.Tree)
		if err != nil {
			return nil, err
		}
		w.out.Tree = append(w.out.Tree, place)
		w.out.Objective, w.out.Weight = append(w.out.Objective, t.Objective), append(w.out.Weight, t.Weight)
	}
	for _, d := range f.Draws {
		place, err := w.place(d.Tree)
		if err != nil {
			return nil, err
		}
		w.out.DrawTree, w.out.DrawObjective = append(w.out.DrawTree, place), append(w.out.DrawObjective, d.Objective)
		w.out.Chain, w.out.Iteration = append(w.out.Chain, d.Chain), append(w.out.Iteration, d.Iteration)
	}
	size := 1024 + 32*(len(f.Trees)+len(f.Draws))
	for _, t := range w.out.Trees {
		size += len(t)
	}
	return wire.MarshalSized(w.out, size)
}

// A writer collects trees that are equal.
type writer struct {
	out    form
	places map[*tree.Tree]int
	equal  map[string]int // place by form
}

func (w *writer) place(t *tree.Tree) (int, error) {
	if i, ok := w.places[t]; ok {
		return i, nil
	}
	p, err := wire.TreeOf(t)
	if err != nil {
		return 0, fmt.Errorf("forest: %w", err)
	}
	p.Names = w.names(t.Names)
	b, err := wire.Marshal(p)
	if err != nil {
		return 0, err
	}
	i, ok := w.equal[string(b)]
	if !ok {
		i = len(w.out.Trees)
		w.equal[string(b)] = i
		w.out.Trees = append(w.out.Trees, b)
	}
	w.places[t] = i
	return i, nil
}

// names returns the place of a list of names. There is one list, or very few.
func (w *writer) names(list []string) int {
	for i, l := range w.out.Names {
		if len(l) == len(list) && (len(l) == 0 || &l[0] == &list[0] || slices.Equal(l, list)) {
			return i
		}
	}
	w.out.Names = append(w.out.Names, list)
	return len(w.out.Names) - 1
}

// UnmarshalBinary reads what MarshalBinary wrote. The bytes may come from anywhere; after an error
// f is unchanged. Equal trees become one tree.
func (f *Forest) UnmarshalBinary(data []byte) error {
	var in form
	if err := wire.Unmarshal("a forest", data, &in); err != nil {
		return err
	}
	if n, d := len(in.Tree), len(in.DrawTree); len(in.Objective) != n || len(in.Weight) != n || len(in.Chain) != d ||
		len(in.Iteration) != d || len(in.DrawObjective) != d {
		return errForm
	}
	trees := make([]*tree.Tree, len(in.Trees))
	for i, b := range in.Trees {
		var p wire.Tree
		if err := wire.Unmarshal("a tree", b, &p); err != nil {
			return err
		}
		if p.Names < 0 || p.Names >= len(in.Names) {
			return errForm
		}
		var err error
		if trees[i], err = p.Tree(in.Names[p.Names]); err != nil {
			return fmt.Errorf("forest: %w", err)
		}
	}
	var read Forest
	for i, place := range in.Tree {
		if place < 0 || place >= len(trees) {
			return errForm
		}
		read.Trees = append(read.Trees, Weighted{trees[place], in.Objective[i], in.Weight[i]})
	}
	for i, place := range in.DrawTree {
		if place < 0 || place >= len(trees) {
			return errForm
		}
		read.Draws = append(read.Draws, Draw{in.Chain[i], in.Iteration[i], in.DrawObjective[i], trees[place]})
	}
	if err := read.Check(nil); err != nil {
		return err
	}
	*f = read
	return nil
}

var errForm = errors.New("forest: a tree or a draw cannot be decoded; the bytes are damaged")
