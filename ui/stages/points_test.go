package stages

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/espalier/plotting/teach"
	"example.org/espalier/plotting/teach/stage"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

// placeOf looks for a place of the picture where a point stands, or none for −1.
func (s *hall) placeOf(which int) fyne.Position {
	s.TB.Helper()
	for y := float32(40); y < 700; y += 4 {
		for x := float32(40); x < 900; x += 4 {
			if _, i, ok := s.stage.pointAt(fyne.NewPos(x, y)); ok && i == which {
				return fyne.NewPos(x, y)
			}
		}
	}
	s.TB.Fatalf("point %d is nowhere", which)
	return fyne.Position{}
}

// drawn runs what is posted until that number of points is shown by a picture that is on the screen.
func (s *hall) drawn(want func(list []teach.Point) bool) {
	s.TB.Helper()
	s.Run(func() bool {
		p := s.stage
		if p == nil || p.now.points == nil || !want(p.now.points) {
			return false
		}
		f, scene := p.view.Shown()
		return scene != nil && p.view.Settled() && f != nil
	})
}

// Points are dragged, added and removed with the mouse and by keys, and the answer follows.
func TestPointsOfAStage(t *testing.T) {
	s := newHall(t, usual, "")
	s.Open(teach.Request{Stage: "linkage", Seed: 1, Step: 5, Set: []string{"data=groups", "points=12"}})
	s.at(5)
	s.drawn(func(list []teach.Point) bool { return len(list) == 12 })
	p := s.stage
	if !p.points.object.Visible() || p.points.reset.Visible() {
		t.Error("nothing says that points can be moved, or they can be put back before")
	}
	before, summary := p.now.points, p.now.summary
	from := s.placeOf(3)
	to := s.placeOf(-1)
	p.view.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: from}})
	p.view.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: to}, Dragged: fyne.NewDelta(to.X-from.X, to.Y-from.Y)})
	p.view.DragEnd()
	s.drawn(func(list []teach.Point) bool {
		return !(math.Abs(list[3].X-before[3].X) <= 0.1) && list[4].X-before[4].X < 1e-3
	})
	s.at(5) // steps made on the way to it may have been shown before
	if p.now.summary == summary || p.now.at != 5 || !p.points.reset.Visible() {
		t.Errorf("at step %d of the moved points: %s", p.now.at, p.now.summary)
	}
	to = s.placeOf(-1)
	p.view.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: to}})
	for range 2 {
		p.view.Tapped(&fyne.PointEvent{Position: to})
	}
	s.drawn(func(list []teach.Point) bool { return len(list) == 13 })
	p.view.TappedSecondary(&fyne.PointEvent{Position: s.placeOf(0)})
	s.drawn(func(list []teach.Point) bool { return len(list) == 12 })
	// By keys.
	p.typedRune('m')
	at := p.now.points[0]
	held := fyne.KeyModifierShift
	p.view.Modifiers = func() fyne.KeyModifier { return held }
	p.typedKey(pressed(fyne.KeyRight))
	s.drawn(func(list []teach.Point) bool { return list[0].X > at.X+0.01 && math.Abs(list[0].Y-at.Y) < 1e-3 })
	held = 0
	p.typedRune('a')
	s.drawn(func(list []teach.Point) bool { return len(list) == 13 })
	p.typedKey(pressed(fyne.KeyDelete))
	s.drawn(func(list []teach.Point) bool { return len(list) == 12 })
	p.typedKey(pressed(fyne.KeyRight)) // without Shift it is a step
	s.Run(func() bool { return p.now.at == 6 })
	for range 20 {
		p.removePoint(0)
	}
	s.drawn(func(list []teach.Point) bool { return len(list) == stage.FewestPoints })
	// Another control that gives points takes their place; another linkage leaves them.
	p.form.set("method", "ward", nil)
	s.Run(func() bool { return p.now.request.Command() != "" && len(p.now.points) == stage.FewestPoints })
	p.form.set("data", "bridge", nil)
	s.drawn(func(list []teach.Point) bool { return len(list) == 12 })
	// A stage without points is left alone.
	s.Open(teach.Request{Stage: "crp", Seed: 1, Step: 3})
	s.at(3)
	if p := s.stage; p.points.object.Visible() || p.pointKey(pressed(fyne.KeyDelete), false) {
		t.Error("a stage without points offers to move them")
	}
}

// At the end of a course that has a step for each point the end stays in view, and the step before it is one step away.
func TestPointsAtTheEndOfACourse(t *testing.T) {
	s := newHall(t, usual, "")
	s.Open(teach.Request{Stage: "linkage", Seed: 1, Step: 11, Set: []string{"data=groups", "points=12"}})
	s.at(11)
	p := s.stage
	p.player.By(3) // past the end
	p.addPoint(teach.Point{X: 0.5, Y: 1})
	s.Run(func() bool { return p.now.of == 12 && p.now.at == 12 })
	p.removePoint(0)
	s.Run(func() bool { return p.now.of == 11 && p.now.at == 11 })
	p.player.By(-1)
	s.at(10)
}

// The four trees in the plane follow a point that is dragged in any of the four pictures.
func TestPointsOfThePlane(t *testing.T) {
	s := newHall(t, usual, "")
	s.Open(teach.Request{Stage: "pydt-plane", Seed: 1, Step: 2, Points: "-2,0;-2.1,0.3;-1.8,0.1;2,0;2.1,0.3;1.8,-0.1"})
	s.at(2)
	s.drawn(func(list []teach.Point) bool { return len(list) == 6 })
	p := s.stage
	if !p.points.object.Visible() || p.form.settings.Text("data") != "points" {
		t.Error("nothing says that points can be moved, or that they are the data")
	}
	before := p.now.points
	from, to := s.placeOf(3), s.placeOf(-1)
	p.view.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: from}})
	p.view.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: to}, Dragged: fyne.NewDelta(to.X-from.X, to.Y-from.Y)})
	p.view.DragEnd()
	s.drawn(func(list []teach.Point) bool {
		return math.Hypot(list[3].X-before[3].X, list[3].Y-before[3].Y) > 0.1 && list[4] == before[4]
	})
	p.typedRune('m')
	p.typedRune('a')
	s.drawn(func(list []teach.Point) bool { return len(list) == 7 })
	// Draws from the prior have no points to move; then the stage's own ones are shown.
	p.form.set("data", "prior", nil)
	s.Run(func() bool { return p.now.points == nil })
	p.form.set("data", "points", nil)
	s.drawn(func(list []teach.Point) bool { return len(list) == 40 })
}

// In a posterior and in trees of the plane the answer follows points that are added, moved and removed, as in a linkage.
func TestPointsOfOtherStages(t *testing.T) {
	for _, r := range []teach.Request{{Stage: "posterior", Step: 8, Set: []string{"show=clusters"}}, {Stage: "pydt-plane", Step: 2}} {
		s := newHall(t, usual, "")
		r.Seed, r.Points = 1, "-2,0;-2.1,0.2;-1.9,0.1;2,0;2.1,0.1;2,0.3"
		s.Open(r)
		s.drawn(func(list []teach.Point) bool { return len(list) == 6 })
		p := s.stage
		p.addPoint(teach.Point{X: 0.5, Y: 1})
		s.drawn(func(list []teach.Point) bool { return len(list) == 7 && list[6].Y == 1 })
		p.movePoint(6, teach.Point{X: 0.5, Y: -1})
		s.drawn(func(list []teach.Point) bool { return len(list) == 7 && list[6].Y == -1 })
		p.removePoint(0)
		s.drawn(func(list []teach.Point) bool { return len(list) == 6 && list[0].X == -2.1 && list[5].Y == -1 })
	}
}

// A class brings its own table: the first two columns of numbers take the place of the points.
func TestPointsFromATable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "class.csv")
	if err := os.WriteFile(path, []byte("who,height,age\na,150,10\nb,170,12\nc,160,14\nd,180,11\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := newHall(t, usual, path)
	s.Open(teach.Request{Stage: "messages", Seed: 1})
	s.drawn(func(list []teach.Point) bool { return len(list) == 40 })
	s.stage.askTable()
	s.drawn(func(list []teach.Point) bool { return len(list) == 4 })
	if p := s.stage; !p.points.reset.Visible() || !strings.Contains(p.now.request.Command(), "--points=") {
		t.Errorf("the command is %s", p.now.request.Command())
	}
	test.Tap(s.stage.points.reset)
	s.drawn(func(list []teach.Point) bool { return len(list) == 40 })
}
