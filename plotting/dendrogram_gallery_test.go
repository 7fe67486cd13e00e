package plotting

import (
	"math"
	"strings"
	"testing"
)

func TestGallery(t *testing.T) {
	three := example(3, 4, tissues[:2], 3)
	keepPicture(t, "3", rendered(three, 700, 400))
	d := example(46, 40, tissues, 1)
	keepPicture(t, "46", rendered(d, 860, 600))
	small := example(46, 40, tissues, 1)
	keepPicture(t, "small", rendered(small, 400, 300))
	c := example(46, 10, tissues, 1)
	c.Shape = Circular
	keepPicture(t, "c46", rendered(c, 860, 700))
	g := example(46, 12, tissues, 1)
	for i := range g.Heat.X.RawMatrix().Rows {
		g.Heat.X.Set(i, 3, math.NaN())
		if i%5 == 0 {
			g.Heat.X.Set(i, 7, math.NaN())
		}
	}
	v := g.Tree.tree.Children[g.Tree.tree.Top]
	g.Collapsed = []Clade{{Rows: g.Tree.Leaves(g.Tree.tree.Children[v[0]][1]), Name: "collapsed ones"}}
	var rows [][]int
	for _, c := range g.Tree.tree.Children[v[1]] {
		rows = append(rows, g.Tree.Leaves(c))
	}
	g.Groups = CategoryGroups(rows)
	g.CutTime, g.CutLabel = 0.46, "5 groups"
	g.Highlight.Rows = g.Tree.Leaves(g.Tree.tree.Children[v[0]][0])
	g.Highlight.Columns = []int{5}
	g.Matches = []int{10, 21, 33}
	g.Style = Dark
	keepPicture(t, "g46", rendered(g, 1000, 700))
	long := example(60, 20, strings.Fields(strings.Repeat("level ", 30)), 5)
	for i := range long.Tree.tree.Names {
		long.Tree.tree.Names[i] = "a rather long name of a leaf that goes on to sixty letters " + long.Tree.tree.Names[i]
	}
	for i := range long.Strips[0].Annotation.Levels {
		long.Strips[0].Annotation.Levels[i] += " " + long.Tree.tree.Names[i]
	}
	second := cladeLabels(long.Tree.tree, "sex", []string{"female", "male"}, testRand(9))
	long.Strips = append(long.Strips, Strip{Annotation: second})
	long.Height = 12.3
	keepPicture(t, "long", rendered(long, 1000, 700))
	print := example(189, 60, tissues, 1)
	keepPicture(t, "print85", rendered(print, 321, 400))
}
