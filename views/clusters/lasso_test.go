package clusters

import (
	"math"
	"slices"
	"testing"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/space"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"gonum.org/v1/plot/vg"
)

// A drag with Ctrl selects the rows that it encircles; with Shift it adds them to the
// selection. Without the tool and without Ctrl it moves the picture. Escape cancels it.
func TestScatterLasso(t *testing.T) {
	s := viewstest.NewStage(t)
	c := pane.NewEntry(depict.ByTab("Clusters"), nil, s.Post, plotting.Light)
	t.Cleanup(c.Close)
	var held fyne.KeyModifier
	c.View().Modifiers = func() fyne.KeyModifier { return held }
	picks, picked := 0, study.Selection{}
	c.Connect(pane.Wishes{Pick: func(p study.Selection) { picks++; picked = p; c.Select(p) }})
	data, snapshot := viewstest.IrisClusters(t)
	c.SetResult(pane.Result{Subject: viewstest.SubjectOf(data, snapshot)})
	s.Show(c, 900, 600)
	s.Settle(c.View())

	// The rows within a rectangle, from the places that the figure reports.
	f, _ := c.View().Shown()
	points := f.(*space.Clusters).Points
	_, scene := c.View().Shown()
	found := map[int]fyne.Position{}
	place := func(row int) fyne.Position {
		if at, known := found[row]; known {
			return at
		}
		area := scene.PlotArea()
		for y := area.Min.Y; y <= area.Max.Y; y += 4 {
			for x := area.Min.X; x <= area.Max.X; x += 4 {
				if m, ok := scene.Hit(vg.Point{X: x, Y: y}); ok && m.Row == row {
					found[row] = viewstest.OnView(c.View(), m.Anchor)
					return found[row]
				}
			}
		}
		t.Fatalf("row %d is not to be seen", row)
		return fyne.Position{}
	}
	leftmost, rightmost := 0, 0
	for i := range points.X {
		if points.X[i] < points.X[leftmost] {
			leftmost = i
		}
		if points.X[i] > points.X[rightmost] {
			rightmost = i
		}
	}
	near := func(row int, half float64) (rows []int) { // in a square, without the code under test
		at, other := place(row), place(leftmost+rightmost-row)
		perX := (points.X[row] - points.X[leftmost+rightmost-row]) / float64(at.X-other.X)
		perY := (points.Y[row] - points.Y[leftmost+rightmost-row]) / float64(at.Y-other.Y)
		for i := range points.X {
			if math.Abs((points.X[i]-points.X[row])/perX) < half && math.Abs((points.Y[i]-points.Y[row])/perY) < half {
				rows = append(rows, i)
			}
		}
		return rows
	}
	left, right := near(leftmost, 60), near(rightmost, 60)
	if len(left) < 2 || len(right) < 2 || len(study.Without(left, right)) != len(left) {
		t.Fatalf("%d and %d rows around the ends", len(left), len(right))
	}

	// Without Ctrl a drag moves the picture.
	viewstest.Drag(c.View(), 0, true, viewstest.Around(place(leftmost), 60)...)
	if picks != 0 {
		t.Fatal("a plain drag selects")
	}
	held = screen.Ctrl
	viewstest.Drag(c.View(), held, false, viewstest.Around(place(leftmost), 60)...)
	s.Keep("lasso")
	c.View().DragEnd()
	if got := picked.Rows; !slices.Equal(got, left) {
		t.Errorf("selected %v, want %v", got, left)
	}
	s.Settle(c.View())
	held = screen.Ctrl | fyne.KeyModifierShift
	viewstest.Drag(c.View(), held, true, viewstest.Around(place(rightmost), 60)...)
	both := study.SetOf(slices.Concat(left, right))
	if got := picked.Rows; !slices.Equal(got, both) {
		t.Errorf("with Shift selected %v, want %v", got, both)
	}

	// With the tool every drag draws; Escape cancels the line first, and then the tool.
	held = 0
	s.Settle(c.View())
	c.View().TypedRune('s')
	if !c.View().Lasso() {
		t.Fatal("S does not take up the lasso")
	}
	picks = 0
	viewstest.Drag(c.View(), 0, false, viewstest.Around(place(leftmost), 60)...)
	c.View().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	c.View().DragEnd()
	if picks != 0 || !c.View().Lasso() {
		t.Error("Escape does not give up the line alone")
	}
	viewstest.Drag(c.View(), 0, true, viewstest.Around(place(rightmost), 60)...)
	if got := picked.Rows; !slices.Equal(got, right) {
		t.Errorf("the tool selects %v, want %v", got, right)
	}
	viewstest.Drag(c.View(), 0, true, viewstest.Around(fyne.NewPos(20, 20), 5)...)
	if len(picked.Rows) != 0 {
		t.Error("a line around nothing leaves rows selected")
	}
	c.View().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if c.View().Lasso() {
		t.Error("Escape does not put the lasso away")
	}
}
