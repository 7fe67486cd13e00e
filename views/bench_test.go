package views

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"espalier/inference"
	"espalier/inference/study"
	"espalier/inference/tree"
	"espalier/plotting"
	"espalier/plotting/beside"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"gonum.org/v1/gonum/mat"
)

// random returns a random binary tree and data of that size.
func random(tb testing.TB, leaves, columns int) (*inference.Dataset, *tree.Tree) {
	tb.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	parent, log := make([]int, leaves, 2*leaves), make([]float64, leaves, 2*leaves)
	live := make([]int, leaves)
	data := &inference.Dataset{X: mat.NewDense(leaves, columns, nil), Centre: make([]float64, columns), Scale: make([]float64, columns)}
	for i := range leaves {
		live[i], log[i] = i, math.Inf(1)
		data.Rows = append(data.Rows, fmt.Sprintf("row %d", i))
	}
	for j := range columns {
		data.Columns = append(data.Columns, fmt.Sprintf("column %d", j))
		data.Scale[j] = 1
		for i := range leaves {
			data.X.Set(i, j, rng.NormFloat64())
		}
	}
	data.Preprocessing.Centre, data.Preprocessing.Scale = true, true
	for len(live) > 1 {
		v := len(parent)
		parent, log = append(parent, -1), append(log, 5*float64(len(live))/float64(leaves)+0.01)
		for range 2 {
			i := rng.IntN(len(live))
			parent[live[i]] = v
			live = slices.Delete(live, i, i+1)
		}
		live = append(live, v)
	}
	t, err := tree.New(data.Rows, parent, log)
	if err != nil {
		tb.Fatal(err)
	}
	return data, t
}

// benchStage shows a random tree, 1200 by 800, with a worker that is answered at once.
func benchStage(b *testing.B, leaves, columns int) (*TreeView, *tree.Tree, func()) {
	test.NewTempApp(b)
	data, tr := random(b, leaves, columns)
	drawn := make(chan struct{}, 1)
	calls := make(chan posted)
	v := NewTreeView(func(f func()) { p := posted{f, make(chan struct{})}; calls <- p; <-p.done }, plotting.Light)
	v.view.OnDrawn = func() { drawn <- struct{}{} }
	b.Cleanup(v.Close)
	win := test.NewTempWindow(b, v)
	win.SetPadded(false)
	win.Resize(fyne.NewSize(1200, 800))
	wait := func() {
		for !v.view.Settled() {
			p := <-calls
			p.f()
			close(p.done)
			<-drawn
		}
	}
	v.SetData(data)
	v.OrderColumns(beside.FileOrder)
	v.SetTree(tr)
	wait()
	return v, tr, wait
}

var benchSizes = []struct{ leaves, columns int }{{200, 50}, {2000, 500}, {20000, 0}}

// BenchmarkPan is one frame while a tree is dragged: from the gesture to the picture.
func BenchmarkPan(b *testing.B) {
	for _, s := range benchSizes {
		b.Run(fmt.Sprintf("%dx%d", s.leaves, s.columns), func(b *testing.B) {
			v, _, wait := benchStage(b, s.leaves, max(s.columns, 1))
			v.ShowHeat(s.columns > 0)
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
			v.ShowHeat(s.columns > 0)
			wait()
			for b.Loop() {
				c := *tr
				v.SetTree(&c)
				v.refigure() // at once, as if the last picture were long ago
				wait()
			}
		})
	}
}

// BenchmarkSelect is a click: from the change of the selection to the picture.
func BenchmarkSelect(b *testing.B) {
	v, tr, wait := benchStage(b, 2000, 500)
	rows := [][]int{study.SetOf(tr.LeavesBelow(tr.Children[tr.Top][0])), study.SetOf(tr.LeavesBelow(tr.Children[tr.Top][1]))}
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
		v.view.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(300+float32(i%200), 200+float32(i%300))}})
	}
}

// BenchmarkSummarise is one change of the inspector.
func BenchmarkSummarise(b *testing.B) {
	data, tr := random(b, 2000, 500)
	s := NewTreeState(nil).WithSelection(tr.LeavesBelow(tr.Children[tr.Top][0]))
	for b.Loop() {
		Summarise(tr, data, s, 0)
	}
}
