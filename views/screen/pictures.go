package screen

import (
	"image"
	"image/color"
	"sync"

	"golang.org/x/image/draw"
	"gonum.org/v1/plot/vg"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/raster"
)

// pictures are shared by the worker of a view and the window: the picture on the screen and the one to draw the next
// into. It is safe for concurrent use.
type pictures struct {
	mu    sync.Mutex
	drawn picture // on the screen
	spare *image.RGBA
	blank *image.RGBA
	order int // counts requests, to know the latest

	fit   *image.RGBA // the picture drawn of that order, in another size
	fitOf int
}

// now returns the picture on the screen.
func (p *pictures) now() picture {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.drawn
}

// next counts a request and returns its number.
func (p *pictures) next() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.order++
	return p.order
}

// newer reports whether a picture was requested after the given one.
func (p *pictures) newer(order int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.order != order
}

// show makes a picture the one on the screen, and the one before it the next buffer.
func (p *pictures) show(next picture) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.spare, p.drawn = p.drawn.image, next
}

// buffer returns the buffer that is not on the screen. It allocates a new one only when the size changed.
func (p *pictures) buffer(pixels image.Point) *image.RGBA {
	p.mu.Lock()
	b := p.spare
	p.spare = nil
	p.mu.Unlock()
	if b == nil || b.Rect.Size() != pixels {
		b = image.NewRGBA(image.Rectangle{Max: pixels})
	}
	return b
}

// offBy is how many pixels a picture may be off its size: so few change no shape.
const offBy = 2

// fitted returns the picture on the screen as large as it fits into a size, from the upper left on: it is never
// stretched along one side alone.
func (p *pictures) fitted(want image.Point, surface color.Color) image.Image {
	p.mu.Lock()
	defer p.mu.Unlock()
	of := p.drawn.image
	size := of.Rect.Size()
	if size.X < 1 || size.Y < 1 || max(size.X-want.X, want.X-size.X, size.Y-want.Y, want.Y-size.Y) <= offBy {
		return of
	}
	if p.fit == nil || p.fit.Rect.Size() != want || p.fitOf != p.drawn.order {
		p.fit, p.fitOf = image.NewRGBA(image.Rectangle{Max: want}), p.drawn.order
		draw.Draw(p.fit, p.fit.Rect, image.NewUniform(surface), image.Point{}, draw.Src)
		scale := min(float64(want.X)/float64(size.X), float64(want.Y)/float64(size.Y))
		to := image.Rect(0, 0, int(scale*float64(size.X)), int(scale*float64(size.Y)))
		draw.NearestNeighbor.Scale(p.fit, to, of, of.Rect, draw.Src, nil)
	}
	return p.fit
}

// ground returns an empty ground, for before the first picture.
func (p *pictures) ground(pixels image.Point, surface color.Color) image.Image {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.blank == nil || p.blank.Rect.Size() != pixels {
		p.blank = image.NewRGBA(image.Rectangle{Max: pixels})
		draw.Draw(p.blank, p.blank.Rect, image.NewUniform(surface), image.Point{}, draw.Src)
	}
	return p.blank
}

// made is the figure of the source that was asked for last.
type made struct {
	serial int
	figure plotting.Figure
}

// draw fills a picture, whose sizes and buffer are set. It runs on the worker.
func (m *made) draw(p *picture, source func() plotting.Figure, serial int, window plotting.Window,
	style plotting.Style) {
	if m.serial != serial || m.figure == nil {
		m.serial, m.figure = serial, nil
		if source != nil {
			m.figure = source()
		}
	}
	f := m.figure
	if f == nil {
		draw.Draw(p.image, p.image.Rect, image.NewUniform(style.Surface), image.Point{}, draw.Src)
		return
	}
	f = plotting.Through(plotting.InStyle(f, style), window)
	p.figure = f
	k := vg.Length(TextSize())
	p.scene = f.Layout(vg.Point{X: k * vg.Length(p.size.Width), Y: k * vg.Length(p.size.Height)})
	raster.Render(p.scene, float64(p.pixels.X)/float64(p.scene.Size().X), p.image)
	raster.Seen(p.image, Vision())
}
