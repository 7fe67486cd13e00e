package stages

import (
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/teach/stage"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
	"gonum.org/v1/plot/vg"
)

// A light is a sign of the formula and the picture in which it stands, each lit where the pointer is on the other.
type light struct {
	sign string // "" for none
	part int    // of the figure, −1 for none
}

var dark = light{part: -1}

// parted is the figure of the present moment, nil where it has no parts.
func (p *stageScreen) parted() stage.Parted {
	f, _ := p.now.figure.(stage.Parted)
	return f
}

// overSign lights the picture of a sign under the pointer; "" lights none.
func (p *stageScreen) overSign(sign string) {
	next := dark
	if f := p.parted(); f != nil && sign != "" {
		if part := p.stage.Shows(sign, f); part >= 0 {
			next = light{sign, part}
		}
	}
	p.setLight(next, true)
}

// overPicture lights the sign of the picture under the pointer.
func (p *stageScreen) overPicture(at fyne.Position, ok bool) {
	next := dark
	if f := p.parted(); f != nil && ok && !p.t.projecting && !p.prediction.on {
		scene, q, on := p.view.SceneAt(at)
		placed, is := scene.(stage.Placed)
		if on && is {
			names := f.PartNames()
			if part := placed.PartAt(q); part >= 0 && part < len(names) {
				if sign := p.stage.SignOf(names[part]); sign != "" {
					next = light{sign, part}
				}
			}
		}
	}
	p.setLight(next, false)
}

// setLight lights a sign and, where the pointer is on that, its picture.
func (p *stageScreen) setLight(next light, picture bool) {
	if next.sign == p.light.sign && next.part == p.light.part && picture == p.framed {
		return
	}
	was := p.framed && p.light.part >= 0
	p.light, p.framed = next, picture
	p.formula.Refresh()
	if (was || picture && next.part >= 0) && p.now.figure != nil {
		p.view.SetFigure(p.guessed(p.now.figure, p.shown(p.now.figure), p.now))
	}
}

// litPart is the figure with the picture of the sign under the pointer in a frame.
func (p *stageScreen) litPart(f plotting.Figure) plotting.Figure {
	if parted, ok := f.(stage.Parted); ok && p.framed && p.light.part >= 0 && !p.prediction.on {
		return parted.Lit(p.light.part)
	}
	return f
}

// A signArea is the formula, which tells which sign is under the pointer.
type signArea struct {
	widget.BaseWidget
	raster *canvas.Raster
	signAt func(size, p vg.Point) string
	over   func(sign string)
}

var _ desktop.Hoverable = (*signArea)(nil)

func newSignArea(raster *canvas.Raster, signAt func(size, p vg.Point) string, over func(sign string)) *signArea {
	a := &signArea{raster: raster, signAt: signAt, over: over}
	a.ExtendBaseWidget(a)
	return a
}

// CreateRenderer implements fyne.Widget.
func (a *signArea) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(a.raster) }

// MouseIn implements desktop.Hoverable.
func (a *signArea) MouseIn(e *desktop.MouseEvent) { a.MouseMoved(e) }

// MouseMoved implements desktop.Hoverable.
func (a *signArea) MouseMoved(e *desktop.MouseEvent) {
	size := a.Size()
	a.over(a.signAt(vg.Point{X: vg.Length(size.Width), Y: vg.Length(size.Height)},
		vg.Point{X: vg.Length(e.Position.X), Y: vg.Length(size.Height - e.Position.Y)}))
}

// MouseOut implements desktop.Hoverable.
func (a *signArea) MouseOut() { a.over("") }
