package graph

import (
	"cmp"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
)

// Pool implements inference.Pooler: strengths are the means over the chains, weights the means over them by strength,
// and the class that of the best graph of all. Fields that only trees have are those of the first chain.
func (g *Graph) Pool(chains []inference.Part) inference.Part {
	all := make([]*Graph, 0, len(chains))
	for _, c := range chains {
		if one, ok := c.(*Graph); ok && one != nil {
			all = append(all, one)
		}
	}
	if len(all) == 0 {
		return g
	}
	out := *all[0]
	if len(all) == 1 {
		return &out
	}
	type pair struct{ from, to int }
	sums, share := map[pair]Edge{}, 1/float64(len(all))
	out.Omitted = 0
	for _, one := range all {
		out.Omitted += share * one.Omitted
		if one.Class != nil && (out.Class == nil || one.Class.Log > out.Class.Log) {
			out.Class = one.Class
		}
		for _, e := range one.Edges {
			s := sums[pair{e.From, e.To}]
			sums[pair{e.From, e.To}] = Edge{e.From, e.To, s.Strength + e.Strength, s.Weight + e.Strength*e.Weight}
		}
	}
	out.Edges = make([]Edge, 0, len(sums))
	for _, s := range sums {
		if s.Strength > 0 {
			s.Weight /= s.Strength
		}
		s.Strength *= share
		out.Edges = append(out.Edges, s)
	}
	stable.SortFunc(out.Edges, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(a.To, b.To), cmp.Compare(a.From, b.From))
	})
	return &out
}
