// Package witness is the kind of result that says how well the clades of trees are supported where columns vary
// together: the trees of a chain that counts as many columns as would vary as little together.
package witness

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/wire"
)

// Kind is the name of the kind, Version that of the form that MarshalBinary writes.
const (
	Kind    = "witnesses"
	Version = 1
)

// Witnesses are the shapes of trees that a chain has drawn. They are never modified once published.
type Witnesses struct {
	Rows      int     // leaves of each tree: the rows of the table
	Columns   int     // of the table
	Effective float64 // independent columns that would vary as little together, from 1 to Columns
	// Parents holds the parent of each node of each draw, −1 for the topmost one. Leaves come before branch points.
	Parents [][]int
}

// Of returns the witnesses of a snapshot; nil where there are none.
func Of(s *inference.Snapshot) *Witnesses {
	w, _ := inference.Of[*Witnesses](s)
	return w
}

// Points returns the mean and the standard deviation of the number of branch points over the draws; NaN without any.
func (w *Witnesses) Points() (mean, deviation float64) {
	n, square := float64(len(w.Parents)), 0.0
	for _, p := range w.Parents {
		x := float64(len(p) - w.Rows)
		mean += x
		square += x * x
	}
	if n == 0 {
		return math.NaN(), math.NaN()
	}
	mean, square = mean/n, square/n
	return mean, math.Sqrt(math.Max(square-mean*mean, 0))
}

// Kind implements inference.Part.
func (*Witnesses) Kind() string { return Kind }

// Pool implements inference.Pooler: the draws of all chains, and the mean of their effective columns.
func (w *Witnesses) Pool(chains []inference.Part) inference.Part {
	out, found := &Witnesses{Rows: w.Rows, Columns: w.Columns}, 0.0
	for _, c := range chains {
		if one, ok := c.(*Witnesses); ok && one.Rows == w.Rows && one.Columns == w.Columns {
			out.Parents = append(out.Parents, one.Parents...)
			out.Effective += one.Effective
			found++
		}
	}
	out.Effective /= found
	return out
}

// Check implements inference.Part: each draw is one tree over the rows whose branch points have two children or more.
func (w *Witnesses) Check(data *inference.Dataset) error {
	if w.Rows < 2 || w.Columns < 1 || !(w.Effective >= 1) || w.Effective > float64(w.Columns) {
		return fmt.Errorf("witnesses: %d rows, and %v effective columns of %d", w.Rows, w.Effective, w.Columns)
	}
	for i, p := range w.Parents {
		if err := checkShape(p, w.Rows); err != nil {
			return fmt.Errorf("witnesses: draw %d: %w", i, err)
		}
	}
	if data != nil {
		if n, d := data.Dims(); n != w.Rows || d != w.Columns {
			return fmt.Errorf("witnesses: trees of %d × %d for a table of %d × %d", w.Rows, w.Columns, n, d)
		}
	}
	return nil
}

// checkShape checks the parents of one tree of n leaves.
func checkShape(p []int, n int) error {
	if len(p) <= n || len(p) > 2*n-1 {
		return fmt.Errorf("%d nodes for %d leaves", len(p), n)
	}
	children, top := make([]int, len(p)), -1
	for v, u := range p {
		switch {
		case u == -1 && top < 0:
			top = v
		case u < n || u >= len(p):
			return fmt.Errorf("node %d hangs from %d", v, u)
		default:
			children[u]++
		}
	}
	if top < n {
		return errors.New("there is no topmost branch point")
	}
	if few := slices.IndexFunc(children[n:], func(c int) bool { return c < 2 }); few >= 0 {
		return fmt.Errorf("branch point %d has less than two children", n+few)
	}
	// Without a circle, every node is taken off once all below it are.
	var ready []int
	for v := range n {
		ready = append(ready, v)
	}
	for i := 0; i < len(ready); i++ {
		if u := p[ready[i]]; u >= 0 {
			if children[u]--; children[u] == 0 {
				ready = append(ready, u)
			}
		}
	}
	if len(ready) != len(p) {
		return errors.New("branch points hang from each other in a circle")
	}
	return nil
}

// form is Witnesses as they are written: the parents of all draws one after the other.
type form struct {
	_         struct{}  `cbor:",toarray"`
	Table     wire.Ints // Rows and Columns
	Effective wire.Floats
	Nodes     wire.Ints // of each draw
	Parents   wire.Ints
}

// MarshalBinary implements inference.Part.
func (w *Witnesses) MarshalBinary() ([]byte, error) {
	f := form{Table: wire.Ints{w.Rows, w.Columns}, Effective: wire.Floats{w.Effective}}
	for _, p := range w.Parents {
		f.Nodes = append(f.Nodes, len(p))
		f.Parents = append(f.Parents, p...)
	}
	return wire.Marshal(f)
}

// UnmarshalBinary reads what MarshalBinary wrote. The bytes may come from anywhere; after an error w is unchanged.
func (w *Witnesses) UnmarshalBinary(data []byte) error {
	var f form
	if err := wire.Unmarshal("witnesses", data, &f); err != nil {
		return err
	}
	if len(f.Table) != 2 || len(f.Effective) != 1 {
		return errForm
	}
	read, rest := Witnesses{Rows: f.Table[0], Columns: f.Table[1], Effective: f.Effective[0]}, f.Parents
	for _, k := range f.Nodes {
		if k < 1 || k > len(rest) {
			return errForm
		}
		read.Parents, rest = append(read.Parents, rest[:k:k]), rest[k:]
	}
	if len(rest) > 0 {
		return errForm
	}
	if err := read.Check(nil); err != nil {
		return err
	}
	*w = read
	return nil
}

var errForm = errors.New("witnesses: the trees cannot be decoded; the bytes are damaged")
