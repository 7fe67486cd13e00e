package network

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"

	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// prepared holds the parts of a network's drawing that do not depend on places, window and style.
// It is safe for concurrent use.
type prepared struct {
	order []int   // edges, the weakest first
	lines []line  // of the edges in that order
	near  [][]int // edges of each node, the strongest first
	named []int   // nodes, those of most strength first

	// The least and the greatest strength and weight, and whether an edge has no arrow.
	weakest, strongest, lightest, heaviest float64
	either                                 bool
	reach                                  float64 // the size of the largest weight

	mu    sync.Mutex
	names map[vg.Length][]name // by the size of the text
}

// A line is the ends of an edge and its bundle, whatever is selected; most drawings need no more of it.
type line struct {
	from, to int32
	bundle   uint16
}

// A name is the text beside a node.
type name struct {
	text  string
	width vg.Length
}

// longestName is the room for a name.
const longestName = 130

// Prepare computes once the geometry that all drawings of the network need, so that a frame costs less. Names and
// edges, Via aside, must not be changed afterwards; copies share it.
func (f *Network) Prepare() { f.ready = prepare(f) }

// prepare computes the shared parts of the drawings of f.
func prepare(f *Network) *prepared {
	n := len(f.Names)
	p := &prepared{near: make([][]int, n), names: map[vg.Length][]name{}, weakest: math.Inf(1),
		strongest: math.Inf(-1), lightest: math.Inf(1), heaviest: math.Inf(-1)}
	degree := make([]float64, n)
	for k, e := range f.Edges {
		p.order = append(p.order, k)
		degree[e.From] += e.Strength
		degree[e.To] += e.Strength
		p.weakest, p.strongest = min(p.weakest, e.Strength), max(p.strongest, e.Strength)
		p.lightest, p.heaviest = min(p.lightest, e.Weight), max(p.heaviest, e.Weight)
		p.either = p.either || e.Either
		p.reach = max(p.reach, math.Abs(e.Weight))
	}
	stable.Sort(p.order, func(a, b int) int { return cmp.Compare(f.Edges[a].Strength, f.Edges[b].Strength) })
	reach := 0.0
	if f.Signed {
		reach = p.reach
	}
	for _, k := range p.order {
		e := &f.Edges[k]
		p.lines = append(p.lines, line{int32(e.From), int32(e.To), bundleOf(e, reach, len(f.Edges) > manyEdges)})
	}
	for i := len(p.order) - 1; i >= 0; i-- {
		e := f.Edges[p.order[i]]
		p.near[e.From] = append(p.near[e.From], p.order[i])
		if e.To != e.From {
			p.near[e.To] = append(p.near[e.To], p.order[i])
		}
	}
	for u := range n {
		p.named = append(p.named, u)
	}
	stable.Sort(p.named, func(a, b int) int { return cmp.Compare(degree[b], degree[a]) })
	return p
}

// written returns the names in a face, shortened to their room.
func (p *prepared) written(f *Network, face font.Face) []name {
	p.mu.Lock()
	defer p.mu.Unlock()
	if list, ok := p.names[face.Font.Size]; ok {
		return list
	}
	list := make([]name, len(f.Names))
	of := map[string]string{} // the name behind each text
	alike := false            // two names have one text
	for u, text := range f.Names {
		short := ink.ElideMiddle(face, text, longestName)
		if short != text && u < len(f.Brief) {
			short, text = f.Brief[u], f.Brief[u]
		}
		if other, ok := of[short]; ok && other != text {
			alike = true
		}
		of[short] = text
		list[u] = name{short, ink.TextWidth(face, short)}
	}
	if alike {
		begin := beginning(f.Names)
		for u, text := range f.Names {
			if list[u].text != text && u >= len(f.Brief) {
				short := ink.Elide(face, "…"+text[begin:], longestName)
				list[u] = name{short, ink.TextWidth(face, short)}
			}
		}
	}
	p.names[face.Font.Size] = list
	return list
}

// beginning is the length of the words that all names begin with, so that the rest tells them apart.
func beginning(names []string) int {
	common := names[0]
	for _, s := range names[1:] {
		k := 0
		for k < min(len(s), len(common)) && s[k] == common[k] {
			k++
		}
		common = common[:k]
	}
	return strings.LastIndexAny(common, " _-.:/") + 1
}

// ByEdges lists the nodes that are shown, those whose edges are strongest in sum first.
func ByEdges(f *Network) []int {
	p := f.ready
	if p == nil {
		p = prepare(f)
	}
	return slices.DeleteFunc(slices.Clone(p.named), f.hidden)
}
