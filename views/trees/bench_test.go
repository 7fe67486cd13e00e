package trees

import (
	"fmt"
	"testing"

	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

// benchStage shows a random tree, 1200 by 800, with a worker that is answered at once.
func benchStage(b *testing.B, leaves, columns int) (*View, *tree.Tree, func()) {
	test.NewTempApp(b)
	data, tr := viewstest.Random(b, leaves, columns)
	drawn := make(chan struct{}, 1)
	calls := make(chan viewstest.Posted)
	v :=
		New(func(f func()) { p := viewstest.Posted{F: f, Done: make(chan struct{})}; calls <- p; <-p.Done }, plotting.Light)
	v.view.OnDrawn = func() { drawn <- struct{}{} }
	b.Cleanup(v.Close)
	win := test.NewTempWindow(b, v)
	win.SetPadded(false)
	win.Resize(fyne.NewSize(1200, 800))
	wait := func() {
		for !v.view.Settled() {
			p := <-calls
			p.F()
			close(p.Done)
			<-drawn
		}
	}
	v.SetData(data)
	v.Choose("columns", "file")
	v.SetTrees(viewstest.One(tr))
	wait()
	return v, tr, wait
}

var benchSizes = []struct{ leaves, columns int }{{200, 50}, {2000, 500}, {20000, 0}}

// BenchmarkPan is one frame while a tree is dragged: from the gesture to the picture.
func BenchmarkPan(b *testing.B) {
	for _, s := range benchSizes {
		b.Run(fmt.Sprintf("%dx%d", s.leaves, s.columns), func(b *testing.B) {
			v, _, wait := benchStage(b, s.leaves, max(s.columns, 1))
			v.Choose("heat", map[bool]string{false: "no", true: "yes"}[s.columns > 0])
			v.view.SetWindow(plotting.Window{X0: 0, X1: 1, Y0: 0.2, Y1: 0.7})
			wait()
			i := 0
			for b.Loop() {
				i++
				y := 0.2 + 0.1*float64(i%2)
				v.view.SetWindow(plotting.Window{X0: 0, X1: 1, Y0: y, Y1: y + 0.5})
				wait()
			}
		})
	}
}

// BenchmarkSetTree is one frame of a run that is watched: a new tree to the picture.
func BenchmarkSetTree(b *testing.B) {
	for _, s := range benchSizes {
		b.Run(fmt.Sprintf("%dx%d", s.leaves, s.columns), func(b *testing.B) {
			v, tr, wait := benchStage(b, s.leaves, max(s.columns, 1))
			v.Choose("heat", map[bool]string{false: "no", true: "yes"}[s.columns > 0])
			wait()
			for b.Loop() {
				c := *tr
				v.SetTrees(viewstest.One(&c))
				v.refigure() // at once, as if the last picture were long ago
				wait()
			}
		})
	}
}

// BenchmarkSelect is a click: from the change of the selection to the picture.
func BenchmarkSelect(b *testing.B) {
	v, tr, wait := benchStage(b, 2000, 500)
	rows := [][]int{study.SetOf(tr.LeavesBelow(tr.Children[tr.Top][0])),
		study.SetOf(tr.LeavesBelow(tr.Children[tr.Top][1]))}
	i := 0
	for b.Loop() {
		i++
		v.Select(rows[i%2])
		wait()
	}
}

// BenchmarkHover is what the goroutine of the window does for each move of the mouse.
func BenchmarkHover(b *testing.B) {
	v, _, _ := benchStage(b, 2000, 500)
	i := 0
	for b.Loop() {
		i++
		v.view.MouseMoved(
			&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(300+float32(i%200), 200+float32(i%300))}})
	}
}
