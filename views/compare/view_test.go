package compare

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/stat/compare"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// comparison runs what is posted until the view has compared what it was given.
func comparison(s *viewstest.Stage, c *View) {
	s.TB.Helper()
	s.Run(func() bool { return !c.Busy() && c.rest == nil })
	s.Settle(c.view)
}

// pairOf returns the Ward and the average linkage of a sample.
func pairOf(tb testing.TB, name string) (*inference.Dataset, Tree, Tree) {
	data, ward := viewstest.Sample(tb, name)
	average := linkage.Tree(linkage.Cluster(data.X, linkage.Average), data.Rows)
	return data, Tree{"Ward linkage", ward, dendro.HeightAxis(9)}, Tree{"average linkage", average, dendro.HeightAxis(4)}
}

func compareStage(tb testing.TB, name string) (*viewstest.Stage, *View, *List) {
	tb.Helper()
	s := viewstest.NewStage(tb)
	data, own, other := pairOf(tb, name)
	c := New(s.Post, plotting.Light)
	tb.Cleanup(c.Close)
	c.view.Modifiers = func() fyne.KeyModifier { return 0 }
	c.SetTitle("Ward and average linkage, " + name)
	c.SetData(data)
	l := NewList(c)
	c.OnCompared = l.Follow
	c.OnSelect = func(rows []int) { c.SetSelection(rows); l.Follow() }
	c.SetTrees(own, other, false)
	s.Show(container.NewBorder(nil, nil, nil, l, c), 1100, 700)
	comparison(s, c)
	return s, c, l
}

// where returns the place of a node in the coordinates of the view.
func (c *View) where(tb testing.TB, side, v int) fyne.Position {
	tb.Helper()
	_, scene := c.view.Shown()
	at := scene.(*dendro.TanglegramScene).NodePosition(side, v)
	return fyne.NewPos(float32(at.X), float32(scene.Size().Y-at.Y))
}

func TestCompareShowsBothTrees(t *testing.T) {
	s, c, l := compareStage(t, "leukaemia_ALL")
	if c.Err() != nil {
		t.Fatal(c.Err())
	}
	s.Keep("compare")
	f := c.Figure()
	if f.Names != [2]string{"Ward linkage", "average linkage"} ||
		!strings.Contains(f.Subtitle, "Robinson-Foulds distance") {
		t.Errorf("%v, %q", f.Names, f.Subtitle)
	}
	own, other, _ := c.Pair()
	want, err := tree.RobinsonFoulds(own, other)
	if got := f.Tangle.Comparison.RobinsonFoulds; err != nil || got != want {
		t.Errorf("distance %d, want %d", got, want)
	}
	all := c.Clades()
	if len(all[InBoth]) != len(f.Tangle.Comparison.Shared) || len(all[OnlyOwn])+len(all[OnlyOther]) != want {
		t.Errorf("%d, %d and %d clades", len(all[0]), len(all[1]), len(all[2]))
	}
	if len(l.Listed()) != len(all[InBoth]) {
		t.Error("the list begins with the shared clades")
	}
	if f.Tangle.Crossings > c.done.asGiven {
		t.Error("untangling made more crossings")
	}
	crossings := f.Tangle.Crossings
	c.view.TypedRune('u')
	comparison(s, c)
	if c.Untangled() || c.Figure().Tangle.Crossings != c.done.asGiven {
		t.Error("U leaves the trees as they come")
	}
	c.view.TypedRune('u')
	comparison(s, c)
	if c.Figure().Tangle.Crossings != crossings {
		t.Error("U again untangles them")
	}
}

// TestCompareSelection: a clade clicked at one side is selected by rows, in both trees,
// also with the sides swapped.
func TestCompareSelection(t *testing.T) {
	s, c, l := compareStage(t, "leukaemia_ALL")
	for _, swapped := range []bool{false, true} {
		if c.Swapped() != swapped {
			c.view.TypedRune('s')
			comparison(s, c)
		}
		for side := range 2 {
			p := c.Figure().Tangle.Tree(side)
			v, rows := viewstest.CladeOf(t, p.Tree(), 12, 40)
			viewstest.Tap(c.view, c.where(t, side, v))
			s.Settle(c.view)
			if !slices.Equal(c.selection, rows) {
				t.Errorf("swapped %v, side %d: %v is selected, want %v", swapped, side, c.selection, rows)
			}
			if got := study.SetOf(c.Figure().Selection.Rows); !slices.Equal(got, rows) {
				t.Errorf("swapped %v, side %d: %v is shown", swapped, side, got)
			}
		}
	}
	if name := c.Figure().Names[1]; name != "Ward linkage" {
		t.Errorf("swapped, %q stands at the right", name)
	}
	c.view.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if len(c.selection) != 0 {
		t.Error("Esc selects nothing")
	}
	l.Choose(OnlyOther)
	l.list.Select(0)
	if k := c.Clades()[OnlyOther][0]; !slices.Equal(c.selection, k.Rows) {
		t.Errorf("a click on %q selects %v", k.Title, c.selection)
	}
	s.Settle(c.view)
	s.Keep("compare-selected")
	before := c.selection
	c.view.TypedRune('n')
	if slices.Equal(before, c.selection) {
		t.Error("N moves to the next difference")
	}
	c.view.TypedRune('p')
	if !slices.Equal(before, c.selection) {
		t.Error("P goes back")
	}
	c.view.TypedRune('z')
	if c.view.Window().IsAll() {
		t.Error("Z zooms to the selection")
	}
}

func TestCompareColours(t *testing.T) {
	s, c, _ := compareStage(t, "leukaemia_ALL")
	first := c.data.Annotations[0]
	c.view.TypedRune('c')
	f := c.Figure()
	if c.Colour() != first.Name || f.Colour == nil || len(f.Colour.Annotation.Codes) != len(c.data.Rows) {
		t.Fatalf("%q", c.Colour())
	}
	s.Settle(c.view)
	s.Keep("compare-coloured")
	for range c.data.Annotations {
		c.view.TypedRune('c')
	}
	if c.Colour() != "" || c.Figure().Colour != nil {
		t.Error("after the last annotation comes the order")
	}
}

// TestCompareCommonLeaves: trees of different leaves are an error, or compared on the
// common ones, which stay tied to the rows of the data.
func TestCompareCommonLeaves(t *testing.T) {
	s, c, _ := compareStage(t, "leukaemia_ALL")
	own, other := c.Trees()
	n := other.Tree.Leaves()
	var rest []int
	for i := range n {
		if i%3 != 0 {
			rest = append(rest, i)
		}
	}
	other.Tree = other.Tree.Restrict(rest)
	c.SetTrees(own, other, false)
	comparison(s, c)
	var e *compare.LeavesError
	if !errors.As(c.Err(), &e) || !e.Comparable() || c.Figure() != nil || len(c.Clades()[InBoth]) != 0 {
		t.Fatalf("%v", c.Err())
	}
	c.SetTrees(own, other, true)
	comparison(s, c)
	if c.Err() != nil || c.Figure() == nil {
		t.Fatal(c.Err())
	}
	c.SetSelection([]int{0, 1, 2, 3, 4, 5})
	p := c.Figure().Tangle.Tree(0).Tree()
	var names []string
	for _, leaf := range c.Figure().Selection.Rows {
		names = append(names, p.Names[leaf])
	}
	if want := []string{c.data.Rows[1], c.data.Rows[2], c.data.Rows[4], c.data.Rows[5]}; !slices.Equal(names, want) {
		t.Errorf("%v is shown, want %v", names, want)
	}
	for _, k := range c.Clades()[InBoth] {
		for _, r := range k.Rows {
			if r%3 == 0 {
				t.Fatalf("%q holds row %d, which is left out", k.Title, r)
			}
		}
	}
}

func TestCompareScores(t *testing.T) {
	s, c, l := compareStage(t, "leukaemia_ALL")
	l.ScoreNote = "Pitman-Yor diffusion tree, times of both trees fitted."
	c.SetScores([]Score{{"log posterior", -120.25, -130.5}, {"log prior", math.NaN(), -4}})
	l.Follow()
	s.Settle(c.view)
	s.Keep("compare-scores")
	facts := c.Figure().Facts
	if !slices.Contains(facts, [2]string{"log posterior, difference, nats", "10.25"}) || len(facts) != 4 {
		t.Errorf("%v", facts)
	}
	own, other := c.Trees()
	other.Tree = other.Tree.Ladderize()
	c.SetTrees(own, other, false)
	if c.Scores() != nil {
		t.Error("scores of another tree stay")
	}
}

// TestCompareLive: trees that change in a row are compared at the end, not each.
func TestCompareLive(t *testing.T) {
	s, c, _ := compareStage(t, "leukaemia_ALL")
	done := 0
	c.OnCompared = func() { done++ }
	own, other := c.Trees()
	for range 30 {
		own.Tree = own.Tree.Ladderize()
		c.SetTrees(own, other, false)
	}
	comparison(s, c)
	if c.done.own != own.Tree {
		t.Error("the last tree is not the one compared")
	}
	if done == 0 || done > 5 {
		t.Errorf("30 changes took %d comparisons", done)
	}
	c.SetTrees(Tree{}, other, false)
	if c.Figure() != nil || c.Busy() {
		t.Error("without a tree nothing is shown")
	}
}

func TestCompareManyAndFew(t *testing.T) {
	s, c, l := compareStage(t, "digits8x8")
	s.Keep("compare-many")
	if len(l.Listed()) == 0 {
		t.Error("no clades are shared")
	}
	c.SetStyle(plotting.Dark)
	s.Settle(c.view)
	s.Keep("compare-dark")
}

// TestTimeChangeOfEqualTrees: what rounding leaves of equal times is no change.
func TestTimeChangeOfEqualTrees(t *testing.T) {
	for x, want := range map[float64]string{0: "none", 7.4e-18: "none", -2e-12: "none", 0.0123: "0.0123"} {
		if got := timeChange(x); got != want {
			t.Errorf("%g is %q, not %q", x, got, want)
		}
	}
}
