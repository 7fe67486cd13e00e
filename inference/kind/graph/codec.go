package graph

import (
	"errors"

	"example.org/espalier/inference/kind/wire"
)

// form is a Graph as it is written: edges and points of the path by column, and the draws one
// after the other.
type form struct {
	_ struct{} `cbor:",toarray"`
	head
	classForm
	// Joined are the ends of the edges of the points, one point after the other; Kept is how many
	// each has, −1 where they are not kept.
	Kept, Joined wire.Ints
}

// form2 is the layout of version 2, without the edges of the points of a path.
type form2 struct {
	_ struct{} `cbor:",toarray"`
	head
	classForm
}

// form1 is the layout of version 1, without class.
type form1 struct {
	_ struct{} `cbor:",toarray"`
	head
}

// head holds the fields of all versions.
type head struct {
	Over              string
	Nodes             wire.Strings
	Directed          bool
	Measure, Weighted string
	From, To          wire.Ints
	Strength, Weight  wire.Floats
	Omitted           wire.Floats // one
	Root              wire.Floats
	Best, Draws       wire.Ints
	Penalty           wire.Floats
	Edges             wire.Ints
	Criterion         wire.Floats
	Chosen            wire.Bools
}

// classForm is a Class.
type classForm struct {
	ClassLog         wire.Floats // one, or none
	BondFrom, BondTo wire.Ints
	BondDirected     wire.Bools
}

// notKept says of so many points that their edges are not kept.
func notKept(points int) wire.Ints {
	kept := make(wire.Ints, points)
	for k := range kept {
		kept[k] = -1
	}
	return kept
}

// MarshalBinary implements inference.Part.
func (g *Graph) MarshalBinary() ([]byte, error) {
	f := form{head: head{Over: g.Over, Nodes: g.Nodes, Directed: g.Directed, Measure: g.Measure, Weighted: g.Weighted,
		Omitted: wire.Floats{g.Omitted}, Root: g.Root, Best: g.Best}}
	for _, e := range g.Edges {
		f.From, f.To = append(f.From, e.From), append(f.To, e.To)
		f.Strength, f.Weight = append(f.Strength, e.Strength), append(f.Weight, e.Weight)
	}
	for _, d := range g.Draws {
		f.Draws = append(f.Draws, d...)
	}
	for _, p := range g.Path {
		f.Penalty, f.Edges = append(f.Penalty, p.Penalty), append(f.Edges, p.Edges)
		f.Criterion, f.Chosen = append(f.Criterion, p.Criterion), append(f.Chosen, p.Chosen)
		if p.Joined == nil {
			f.Kept = append(f.Kept, -1)
			continue
		}
		f.Kept = append(f.Kept, len(p.Joined))
		for _, e := range p.Joined {
			f.Joined = append(f.Joined, e[0], e[1])
		}
	}
	if c := g.Class; c != nil {
		f.ClassLog = wire.Floats{c.Log}
		for _, b := range c.Bonds {
			f.BondFrom, f.BondTo, f.BondDirected = append(f.BondFrom, b.From), append(f.BondTo, b.To),
				append(f.BondDirected, b.Directed)
		}
	}
	return wire.Marshal(f)
}

var errDamaged = errors.New("graph: columns of different lengths; the bytes are damaged")

// UnmarshalBinary reads what MarshalBinary wrote, now or in an earlier version, from anywhere. g is changed
// only where it gives no error.
func (g *Graph) UnmarshalBinary(data []byte) error {
	var f form
	if err := wire.Unmarshal("a graph", data, &f); err != nil {
		var second form2
		var first form1
		switch {
		case wire.Unmarshal("a graph", data, &second) == nil:
			f = form{head: second.head, classForm: second.classForm, Kept: notKept(len(second.Penalty))}
		case wire.Unmarshal("a graph", data, &first) == nil:
			f = form{head: first.head, Kept: notKept(len(first.Penalty))}
		default:
			return err
		}
	}
	return g.read(f)
}

// read takes a form to pieces.
func (g *Graph) read(f form) error {
	edges, points, t := len(f.From), len(f.Penalty), len(f.Nodes)
	if len(f.Omitted) != 1 || len(f.To) != edges || len(f.Strength) != edges || len(f.Weight) != edges ||
		len(f.Edges) != points || len(f.Kept) != points || len(f.Criterion) != points || len(f.Chosen) != points ||
		len(f.Draws) > 0 && (t == 0 || len(f.Draws)%t != 0) || len(f.ClassLog) > 1 ||
		len(f.ClassLog) == 0 && len(f.BondFrom) > 0 ||
		len(f.BondTo) != len(f.BondFrom) || len(f.BondDirected) != len(f.BondFrom) {
		return errDamaged
	}
	read := Graph{Over: f.Over, Nodes: f.Nodes, Directed: f.Directed, Measure: f.Measure, Weighted: f.Weighted,
		Omitted: f.Omitted[0], Root: f.Root, Best: f.Best}
	for k := range f.From {
		read.Edges = append(read.Edges, Edge{From: f.From[k], To: f.To[k], Strength: f.Strength[k], Weight: f.Weight[k]})
	}
	for k := 0; k < len(f.Draws); k += t {
		read.Draws = append(read.Draws, f.Draws[k:k+t:k+t])
	}
	for k := range f.Penalty {
		p := Point{Penalty: f.Penalty[k], Edges: f.Edges[k], Criterion: f.Criterion[k], Chosen: f.Chosen[k]}
		n := f.Kept[k]
		if n < -1 || n > len(f.Joined)/2 {
			return errDamaged
		}
		if n >= 0 {
			p.Joined = make([][2]int, n)
			for i := range p.Joined {
				p.Joined[i] = [2]int{f.Joined[2*i], f.Joined[2*i+1]}
			}
			f.Joined = f.Joined[2*n:]
		}
		read.Path = append(read.Path, p)
	}
	if len(f.Joined) > 0 {
		return errDamaged
	}
	if len(f.ClassLog) == 1 {
		read.Class = &Class{Log: f.ClassLog[0]}
		for k := range f.BondFrom {
			read.Class.Bonds = append(read.Class.Bonds, Bond{From: f.BondFrom[k], To: f.BondTo[k], Directed: f.BondDirected[k]})
		}
	}
	if err := read.Check(nil); err != nil {
		return err
	}
	*g = read
	return nil
}
