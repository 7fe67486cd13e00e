package viewstest

import (
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/sampledata"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// A Stage is a window under test. Functions posted by workers wait until the test lets them run, as the goroutine of a
// window does.
type Stage struct {
	TB    testing.TB
	Win   fyne.Window
	Posts chan Posted
	down  chan struct{} // closed when nothing more is run
}

// A Posted function waits for the test to run it and close Done.
type Posted struct {
	F    func()
	Done chan struct{}
}

// NewStage returns a stage of an application of its own.
func NewStage(tb testing.TB) *Stage {
	test.NewTempApp(tb).Settings().SetTheme(look.New(look.Light))
	s := &Stage{TB: tb, Posts: make(chan Posted), down: make(chan struct{})}
	tb.Cleanup(func() { close(s.down) }) // workers go that wait
	return s
}

// Post is the function by which workers return to the goroutine of the window.
func (s *Stage) Post(f func()) {
	p := Posted{f, make(chan struct{})}
	select {
	case s.Posts <- p:
		<-p.Done
	case <-s.down:
	}
}

// Show puts an object into a window of a size.
func (s *Stage) Show(o fyne.CanvasObject, w, h float32) {
	s.Win = test.NewTempWindow(s.TB, o)
	s.Win.SetPadded(false)
	s.Win.Resize(fyne.NewSize(w, h))
}

// A settler is a view that knows whether it shows its latest source.
type settler interface{ Settled() bool }

// A Rester tells when it has nothing to do.
type Rester interface{ Rest() <-chan struct{} }

// Settle runs posted functions until every view shows its latest source.
func (s *Stage) Settle(views ...settler) {
	s.TB.Helper()
	s.Run(func() bool { return !slices.ContainsFunc(views, func(v settler) bool { return !v.Settled() }) })
}

// Rested runs posted functions until workers have nothing to do, and then until every view shows its latest source.
func (s *Stage) Rested(workers []Rester, views ...settler) {
	s.TB.Helper()
	for _, w := range workers {
		for rest := w.Rest(); rest != nil; {
			select {
			case p := <-s.Posts:
				p.F()
				close(p.Done)
			case <-rest:
				rest = nil
			}
		}
	}
	s.Settle(views...)
}

// Run runs posted functions until something is so.
func (s *Stage) Run(until func() bool) {
	s.TB.Helper()
	for !until() {
		p := <-s.Posts
		p.F()
		close(p.Done)
	}
}

// Keep writes a picture of the window where ESPALIER_PICTURES says, to be looked at.
func (s *Stage) Keep(name string) {
	s.TB.Helper()
	dir := os.Getenv("ESPALIER_PICTURES")
	if dir == "" {
		return
	}
	f, err := os.Create(filepath.Join(dir, name+".png"))
	if err != nil {
		s.TB.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, s.Win.Canvas().Capture()); err != nil {
		s.TB.Fatal(err)
	}
}

// Sample returns an embedded table, prepared, with its Ward tree.
func Sample(tb testing.TB, name string) (*inference.Dataset, *tree.Tree) {
	tb.Helper()
	table, err := sampledata.Open(name)
	if err != nil {
		tb.Fatal(err)
	}
	data, err := table.Prepare(inference.Preprocessing{Centre: true, Scale: true})
	if err != nil {
		tb.Fatal(err)
	}
	return data, linkage.Tree(linkage.Cluster(data.X, linkage.Ward), data.Rows)
}

// Chosen is a selection of a result that has no number.
func Chosen(rows, columns, factors []int) study.Selection {
	return study.Selection{Rows: rows, Columns: columns}.WithFactors(0, factors...)
}

// CladeOf returns a branch point with a number of leaves between low and high.
func CladeOf(tb testing.TB, t *tree.Tree, low, high int) (node int, rows []int) {
	tb.Helper()
	counts := t.LeafCounts()
	for v := t.Leaves(); v < t.Nodes(); v++ {
		if counts[v] >= low && counts[v] <= high && t.Parent[v] >= 0 {
			return v, study.SetOf(t.LeavesBelow(v))
		}
	}
	tb.Fatalf("no clade of %d to %d leaves", low, high)
	return 0, nil
}
