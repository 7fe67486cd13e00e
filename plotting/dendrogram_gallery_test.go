package plotting

import (
	"testing"
)

func TestGallery(t *testing.T) {
	d := example(46, 40, tissues, 1)
	keepPicture(t, "46", rendered(d, 860, 600))
	keepPicture(t, "2000", rendered(example(2000, 500, tissues, 2), 1200, 800))
	c := example(46, 10, tissues, 1)
	c.Shape = Circular
	keepPicture(t, "c46", rendered(c, 860, 700))
	c = example(2000, 0, tissues, 1)
	c.Shape = Circular
	keepPicture(t, "c2000", rendered(c, 860, 700))
	g := example(46, 12, tissues, 1)
	v := g.Tree.tree.Children[g.Tree.tree.Top]
	g.Collapsed = []Clade{{Rows: g.Tree.Leaves(g.Tree.tree.Children[v[0]][1]), Name: "collapsed ones"}}
	var rows [][]int
	for _, c := range g.Tree.tree.Children[v[1]] {
		rows = append(rows, g.Tree.Leaves(c))
	}
	g.Groups = CategoryGroups(rows)
	g.CutTime, g.CutLabel = 0.46, "5 groups"
	g.Highlight.Rows = g.Tree.Leaves(g.Tree.tree.Children[v[0]][0])
	g.Matches = []int{10, 21, 33}
	g.Style = Dark
	keepPicture(t, "g46", rendered(g, 1000, 700))
}
