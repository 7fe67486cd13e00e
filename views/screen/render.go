package screen

import (
	"image"

	"fyne.io/fyne/v2"
	"gonum.org/v1/plot/vg"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/raster"
)

// redraw asks the worker for a picture of the present figure, window, style and size.
func (v *View) redraw() {
	v.pace.Stop()
	if v.hidden {
		v.stale = true
		return
	}
	size := v.Size()
	if size.Width < 1 || size.Height < 1 {
		v.stale = true
		return
	}
	if !onScreen(v.probe) {
		v.stale = true
		v.raster.Refresh() // makes the painter ask for a picture when the view is visible again
		return
	}
	v.request(size, v.deviceSize(size))
}

// onScreen reports whether nothing around an object is hidden, such as the page of a tab.
func onScreen(probe fyne.CanvasObject) bool {
	a := fyne.CurrentApp()
	if a == nil || a.Driver().CanvasForObject(probe) == nil {
		return true
	}
	// The driver answers with the origin where it finds no visible object; the probe
	// never lies there.
	return a.Driver().AbsolutePositionForObject(probe) != fyne.NewPos(0, 0)
}

// deviceSize returns the size in pixels of the screen: the one that the painter last asked for at
// this size, or a guess that may be a pixel off.
func (v *View) deviceSize(size fyne.Size) image.Point {
	if v.asked.size == size {
		return v.asked.pixels
	}
	if a := fyne.CurrentApp(); a != nil {
		if c := a.Driver().CanvasForObject(v); c != nil {
			w, h := c.PixelCoordinateForPosition(fyne.NewPos(size.Width, size.Height))
			if w > 0 && h > 0 {
				return image.Pt(w, h)
			}
		}
	}
	return image.Pt(int(size.Width+0.5), int(size.Height+0.5))
}

func (v *View) request(size fyne.Size, pixels image.Point) {
	v.stale = false
	order := v.pictures.next()
	source, serial, window, style, clock, of := v.source, v.serial, v.window, v.style, v.pace.clock, v.Of
	v.worker.Submit(func() {
		start := clock.Now()
		p := picture{size: size, pixels: pixels, image: v.pictures.buffer(pixels), of: of}
		v.made.draw(&p, source, serial, window, style)
		p.order, p.cost = order, clock.Now().Sub(start)
		p.cost += v.glide(p, clock)
		v.post(func() { v.show(p) })
	})
}

// show puts a finished picture on the screen. It runs on the goroutine of the window, whose painter
// has already copied the previous one.
func (v *View) show(p picture) {
	v.pictures.show(p)
	v.pace.Cost = p.cost
	v.raster.Refresh()
	v.point(v.pointer)
	if v.hovering {
		v.Refresh() // its overlay belongs to the previous picture
	}
	v.recall()
	if v.OnDrawn != nil {
		v.OnDrawn()
	}
}

// pixels gives the painter the picture on the screen. If the painter wants another size than was
// drawn, such as after a move to another monitor, pixels requests that size and shows the
// present picture meanwhile, larger or smaller but not out of shape.
func (v *View) pixels(w, h int) image.Image {
	want := image.Pt(w, h)
	v.asked.size, v.asked.pixels = v.Size(), want
	p := v.pictures.now()
	pending := v.pictures.newer(p.order)
	if w > 0 && h > 0 && (v.stale || p.image != nil && p.pixels != want && !pending) && !v.hidden {
		v.request(v.Size(), want)
	}
	if p.image != nil {
		return v.pictures.fitted(want, v.style.Surface)
	}
	return v.pictures.ground(want, v.style.Surface)
}

// overlayPixels draws the mark under the pointer. It runs on the goroutine of the window and costs a few lines.
func (v *View) overlayPixels(w, h int) image.Image {
	b := v.overlay.buffer
	if b == nil || b.Rect.Dx() != w || b.Rect.Dy() != h {
		b = image.NewRGBA(image.Rect(0, 0, w, h))
		v.overlay.buffer = b
	} else {
		clear(b.Pix)
	}
	_, s := v.Shown()
	if v.lasso.drawing && s != nil && s.Size().X > 0 {
		v.lasso.draw(raster.New(b, float64(w)/float64(s.Size().X)))
		return b
	}
	if o, ok := s.(overlayScene); ok && v.hovering && s.Size().X > 0 {
		o.DrawOverlay(raster.New(b, float64(w)/float64(s.Size().X)), v.hover)
	}
	return b
}

// An overlayScene draws the mark under the pointer on a transparent canvas.
type overlayScene interface {
	DrawOverlay(c vg.Canvas, m plotting.Mark)
}

// Chosen returns the part of the figure that the user chose to see; ok is false where the view chose it by itself.
func (v *View) Chosen() (w plotting.Window, ok bool) {
	if !v.recalled.IsAll() {
		return v.recalled, true
	}
	return v.window, v.chosen && !v.window.IsAll()
}

// Recall shows a part that was chosen before, as soon as there is a figure that zooms. A gesture comes first.
func (v *View) Recall(w plotting.Window) {
	v.recalled = w.Normal()
	v.recall()
}

// recall shows the part that is to be shown again, if it can be. The user did nothing, so nobody is told of a choice.
func (v *View) recall() {
	if !v.recalled.IsAll() {
		v.choose(v.recalled)
	}
}
