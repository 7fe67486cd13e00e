package consensus

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/tree"
)

// NEXUS returns a tree over the leaves of the draws in the form of [tree.WriteNEXUS], with the
// annotations of a posterior that FigTree and treeio (ggtree) read: posterior, the support of its
// clade, and height, height_mean, height_median and height_95%_HPD, where height is 1−t, the time
// before the leaves. A clade that no draw has gets only its height. It takes O(SN) time for S
// draws.
func (s *Set) NEXUS(name string, t *tree.Tree) tree.NEXUSTree {
	t = s.Support(t)
	var near []float64
	if s.back != nil {
		near = s.back.Near(t)
	}
	x := tree.NEXUSTree{Name: name, Tree: t, TopIsRoot: true, Fields: make([][]string, t.Nodes())}
	for v, n := range s.annotate(t, 0.95) {
		field := func(key string, values ...float64) {
			text := make([]string, len(values))
			for i, h := range values {
				text[i] = strconv.FormatFloat(h+0, 'g', 6, 64) // −0 becomes 0
			}
			value := strings.Join(text, ",")
			if len(values) > 1 {
				value = "{" + value + "}"
			}
			x.Fields[v] = append(x.Fields[v], key+"="+value)
		}
		field("height", 1-t.Time(v))
		if near != nil && !t.IsLeaf(v) {
			field("transfer", near[v])
		}
		if n.Count == 0 || math.IsNaN(n.Mean) {
			continue
		}
		field("height_mean", 1-n.Mean)
		field("height_median", 1-n.Median)
		field("height_95%_HPD", 1-n.High, 1-n.Low)
	}
	return x
}

// NEXUSDraws returns draws in the form of [tree.WriteNEXUS], each named by its chain and iteration:
// "chain_1_iteration_200".
func NEXUSDraws(samples []forest.Draw) []tree.NEXUSTree {
	list := make([]tree.NEXUSTree, len(samples))
	for i, d := range samples {
		list[i] = tree.NEXUSTree{Name: fmt.Sprintf("chain_%d_iteration_%d", d.Chain+1, d.Iteration), Tree: d.Tree}
	}
	return list
}

// Trees returns the trees of all draws.
func (s *Set) Trees() []*tree.Tree {
	list := make([]*tree.Tree, len(s.draws))
	for i, d := range s.draws {
		list[i] = d.Tree
	}
	return list
}
