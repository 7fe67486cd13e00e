package stages

import (
	"testing"

	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/teach"
	"example.org/espalier/plotting/teach/stage"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"gonum.org/v1/plot/vg"
)

// A sign under the pointer puts its picture in a frame, and a picture under the pointer lights its sign.
func TestSignsAndPicturesLightEachOther(t *testing.T) {
	s := newHall(t, usual, "")
	s.Open(teach.Request{Stage: "plane-steps", Seed: 1, Step: 20})
	s.at(20)
	p := s.stage
	framed := func() int {
		f, _ := p.view.Shown()
		panels, ok := f.(*chart.Panels)
		if !ok {
			return -1
		}
		return panels.Light
	}
	settled := func() { s.Run(func() bool { f, _ := p.view.Shown(); return f != nil && p.view.Settled() }) }
	settled()
	at := fyne.Position{}
	size := p.signs.Size()
	for y := float32(1); y < size.Height && at.IsZero(); y += 2 {
		for x := float32(1); x < size.Width; x += 2 {
			room := vg.Point{X: vg.Length(size.Width), Y: vg.Length(size.Height)}
			if p.signs.signAt(room, vg.Point{X: vg.Length(x), Y: vg.Length(size.Height - y)}) == "ρ" {
				at = fyne.NewPos(x, y)
				break
			}
		}
	}
	if at.IsZero() {
		t.Fatal("ρ is nowhere in the formula")
	}
	p.signs.MouseIn(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}})
	s.Run(func() bool { return framed() == 1 && p.view.Settled() })
	if p.light.sign != "ρ" {
		t.Errorf("the sign %q is lit", p.light.sign)
	}
	p.signs.MouseOut()
	s.Run(func() bool { return framed() == 0 && p.view.Settled() })
	// Over the picture: a place of its first part.
	over := fyne.Position{}
	for x := float32(20); x < p.view.Size().Width && over.IsZero(); x += 20 {
		scene, q, ok := p.view.SceneAt(fyne.NewPos(x, 200))
		if ok && scene.(stage.Placed).PartAt(q) == 0 {
			over = fyne.NewPos(x, 200)
		}
	}
	p.view.OnPoint(over, true)
	if p.light.sign != "ρ" || p.framed {
		t.Errorf("over the picture %+v is lit, framed %v", p.light, p.framed)
	}
	p.view.OnPoint(over, false)
	if p.light.sign != "" {
		t.Errorf("after it %q is lit", p.light.sign)
	}
}
