// Package labelled lists all trees over few leaves with names, for tests that enumerate them. Their
// probabilities come from the definition, without the tables of package pitmanyor.
package labelled

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/espalier/inference/tree"
)

// A Tree is a leaf or a branch point of two children or more, without times.
type Tree struct {
	Leaf int     // its number, where Kids is nil
	Kids []*Tree // nil for a leaf
}

// All returns every tree over n ≥ 1 leaves: 1, 1, 4, 26, 236 for 1 to 5.
func All(n int) []*Tree {
	if n == 1 {
		return []*Tree{{}}
	}
	var out []*Tree
	for _, t := range All(n - 1) {
		for i, at := range t.Nodes() {
			// On the branch above node i.
			c := t.clone()
			v := c.Nodes()[i]
			*v = Tree{Kids: []*Tree{{Leaf: v.Leaf, Kids: v.Kids}, {Leaf: n - 1}}}
			out = append(out, c)
			if at.Kids != nil { // or as a further child of it
				c := t.clone()
				v := c.Nodes()[i]
				v.Kids = append(v.Kids, &Tree{Leaf: n - 1})
				out = append(out, c)
			}
		}
	}
	return out
}

// Of returns the structure of a tree.
func Of(t *tree.Tree) *Tree {
	var walk func(v int) *Tree
	walk = func(v int) *Tree {
		n := &Tree{Leaf: v}
		for _, c := range t.Children[v] {
			n.Kids = append(n.Kids, walk(c))
		}
		return n
	}
	return walk(t.Top)
}

func (t *Tree) clone() *Tree {
	c := &Tree{Leaf: t.Leaf}
	for _, k := range t.Kids {
		c.Kids = append(c.Kids, k.clone())
	}
	return c
}

// Nodes lists the nodes, parents first.
func (t *Tree) Nodes() []*Tree {
	out := []*Tree{t}
	for _, k := range t.Kids {
		out = append(out, k.Nodes()...)
	}
	return out
}

// Size returns the number of leaves.
func (t *Tree) Size() (sum int) {
	for _, v := range t.Nodes() {
		if v.Kids == nil {
			sum++
		}
	}
	return sum
}

// String writes the tree with its leaves' numbers, alike for any order of children.
func (t *Tree) String() string {
	if t.Kids == nil {
		return fmt.Sprint(t.Leaf)
	}
	var names []string
	for _, k := range t.Kids {
		names = append(names, k.String())
	}
	slices.Sort(names)
	return fmt.Sprint(names)
}

// Pattern writes the tree without names: "((oo)o)".
func (t *Tree) Pattern() string {
	if t.Kids == nil {
		return "o"
	}
	var parts []string
	for _, k := range t.Kids {
		parts = append(parts, k.Pattern())
	}
	slices.SortFunc(parts, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	return "(" + strings.Join(parts, "") + ")"
}

// LogProbability is that of the tree under a Pitman-Yor diffusion tree, times integrated out: the
// product over branch points of exp(S_v)/H_{m−1}, by their definitions.
func (t *Tree) LogProbability(theta, alpha float64) (sum float64) {
	for _, v := range t.Nodes() {
		if v.Kids == nil {
			continue
		}
		m := float64(v.Size())
		harmonic := 0.0
		for i := 1.0; i < m; i++ {
			harmonic += math.Gamma(i-alpha) / math.Gamma(i+1+theta)
		}
		sum -= logGamma(m+theta) + float64(len(v.Kids)-1)*logGamma(1-alpha) + math.Log(harmonic)
		for i, k := range v.Kids {
			sum += logGamma(float64(k.Size()) - alpha)
			if i >= 2 {
				sum += math.Log(max(theta+float64(i)*alpha, 0))
			}
		}
	}
	return sum
}

// Patterns returns the probability of each pattern of n leaves.
func Patterns(n int, theta, alpha float64) map[string]float64 {
	out := map[string]float64{}
	for _, t := range All(n) {
		out[t.Pattern()] += math.Exp(t.LogProbability(theta, alpha))
	}
	return out
}

func logGamma(x float64) float64 {
	y, _ := math.Lgamma(x)
	return y
}
