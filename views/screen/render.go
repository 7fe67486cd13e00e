package screen

import (
	"image"
	"image/draw"

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
	if !v.onScreen() {
		v.stale = true
		v.raster.Refresh() // makes the painter ask for a picture when the view is visible again
		return
	}
	v.request(size, v.deviceSize(size))
}

// onScreen reports whether nothing around the view is hidden, such as the page of a tab.
func (v *View) onScreen() bool {
	a := fyne.CurrentApp()
	if a == nil || a.Driver().CanvasForObject(v.probe) == nil {
		return true
	}
	// The driver answers with the origin where it finds no visible object; the probe
	// never lies there.
	return a.Driver().AbsolutePositionForObject(v.probe) != fyne.NewPos(0, 0)
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
	v.mu.Lock()
	v.order++
	order := v.order
	v.mu.Unlock()
	source, serial, window, style, clock := v.source, v.serial, v.window, v.style, v.pace.clock
	v.worker.Submit(func() {
		start := clock.Now()
		p := v.draw(source, serial, window, style, size, pixels)
		p.order, p.cost = order, clock.Now().Sub(start)
		p.cost += v.glide(p, clock)
		v.post(func() { v.show(p) })
	})
}

// draw makes a picture. It runs on the worker.
func (v *View) draw(source func() plotting.Figure, serial int, window plotting.Window, style plotting.Style, size fyne.Size, pixels image.Point) picture {
	if v.made.serial != serial || v.made.figure == nil {
		v.made.serial, v.made.figure = serial, nil
		if source != nil {
			v.made.figure = source()
		}
	}
	f := v.made.figure
	p := picture{size: size, pixels: pixels, image: v.buffer(pixels)}
	if f == nil {
		draw.Draw(p.image, p.image.Rect, image.NewUniform(style.Surface), image.Point{}, draw.Src)
		return p
	}
	if s, ok := f.(plotting.Styled); ok {
		f = s.WithStyle(style)
	}
	if z, ok := f.(plotting.Zoomable); ok {
		f = z.WithWindow(window)
	}
	p.figure = f
	k := TextSize()
	p.scene = f.Layout(vg.Point{X: vg.Length(k * float64(size.Width)), Y: vg.Length(k * float64(size.Height))})
	raster.Render(p.scene, float64(pixels.X)/float64(p.scene.Size().X), p.image)
	raster.Seen(p.image, Vision())
	return p
}

// buffer returns the buffer that is not on the screen. It allocates a new one only when the size
// changed.
func (v *View) buffer(pixels image.Point) *image.RGBA {
	v.mu.Lock()
	b := v.spare
	v.spare = nil
	v.mu.Unlock()
	if b == nil || b.Rect.Size() != pixels {
		b = image.NewRGBA(image.Rectangle{Max: pixels})
	}
	return b
}

// show puts a finished picture on the screen. It runs on the goroutine of the window, whose painter
// has already copied the previous one.
func (v *View) show(p picture) {
	v.mu.Lock()
	v.spare = v.drawn.image
	v.drawn = p
	v.mu.Unlock()
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
// drawn, such as after a move to another monitor, pixels requests that size and stretches the
// present picture meanwhile.
func (v *View) pixels(w, h int) image.Image {
	want := image.Pt(w, h)
	v.asked.size, v.asked.pixels = v.Size(), want
	v.mu.Lock()
	p := v.drawn
	pending := v.order != p.order
	v.mu.Unlock()
	if w > 0 && h > 0 && (v.stale || p.image != nil && p.pixels != want && !pending) && !v.hidden {
		v.request(v.Size(), want)
	}
	if p.image != nil {
		return p.image
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.blank == nil || v.blank.Rect.Size() != want {
		v.blank = image.NewRGBA(image.Rectangle{Max: want})
		draw.Draw(v.blank, v.blank.Rect, image.NewUniform(v.style.Surface), image.Point{}, draw.Src)
	}
	return v.blank
}

// overlayPixels draws what the pointer is over. It runs on the goroutine of the window
// and costs a few lines.
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
		v.drawLasso(raster.New(b, float64(w)/float64(s.Size().X)))
		return b
	}
	if o, ok := s.(overlayScene); ok && v.hovering && s.Size().X > 0 {
		o.DrawOverlay(raster.New(b, float64(w)/float64(s.Size().X)), v.hover)
	}
	return b
}

// An overlayScene draws what the pointer is over on a transparent canvas.
type overlayScene interface {
	DrawOverlay(c vg.Canvas, m plotting.Mark)
}

// Chosen returns the part of the figure that the user chose to see; ok is false where it is what the view shows by
// itself.
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
