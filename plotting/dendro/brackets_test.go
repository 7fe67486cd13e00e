package dendro

import (
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/plot/vg"
)

// Brackets stand inside branch points of many children, where each group stands together: not where children are turned
// apart, not without groups.
func TestBrackets(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 4))
	tr := plottingtest.Coalescent(12, rng).CollapseBelow(0)
	data := plottingtest.DatasetOf(plottingtest.Diffused(tr, 3, rng))
	whole := tr.Clone()
	whole.Support = make([]float64, whole.Nodes())
	star := whole.CollapseBelow(0.5)
	grouped := star.Resolved(data.X.RawRowView)
	draw := func(d *Dendrogram) (blocks int, lines int) {
		scene := d.LayoutTree(vg.Point{X: 500, Y: 400})
		if _, ok := scene.layout.branches.bracketsBlock(); ok {
			blocks = 1
		}
		if ink := scene.layout; ink.p.Grouped != nil {
			for v := range ink.p.Tree().Nodes() {
				if len(ink.p.Tree().Children[v]) > 2 {
					lines += len(ink.branches.bracketPath(v))
				}
			}
		}
		return blocks, lines
	}
	d := NewDendrogram(star.OrderedAs(grouped))
	if b, n := draw(d); b != 0 || n != 0 {
		t.Errorf("without groups: %d, %d", b, n)
	}
	d.Tree.Grouped = grouped
	// Ten groups inside the star, each a line across and one to the group that holds it, in two parts.
	if b, n := draw(d); b != 1 || n < 30 || n > 40 {
		t.Errorf("a star of 12: %d legends, %d parts of lines", b, n)
	}
	torn := star.OrderedAs(grouped)
	torn.Children[torn.Top] = slices.Clone(torn.Children[torn.Top])
	rng.Shuffle(12, func(i, j int) {
		c := torn.Children[torn.Top]
		c[i], c[j] = c[j], c[i]
	})
	d.Tree = beside.Prepare(torn)
	d.Tree.Grouped = grouped
	if _, n := draw(d); n != 0 {
		t.Errorf("torn apart: %d parts of lines", n)
	}
	d.Tree = beside.Prepare(star.OrderedAs(grouped).Rotate(star.Top))
	d.Tree.Grouped = grouped
	if _, n := draw(d); n < 30 {
		t.Errorf("turned around: %d parts of lines", n)
	}
	// Other shapes have them too: arcs, or lines across straight branches, two parts for each step from child to child.
	for shape, least := range map[Shape]int{Circular: 40, Slanted: 20, Radial: 20} {
		d.Shape = shape
		if b, n := draw(d); b != 1 || n < least {
			t.Errorf("%v: %d legends, %d parts of lines", shape, b, n)
		}
	}
}
