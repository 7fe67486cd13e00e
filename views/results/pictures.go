package results

import (
	"context"
	"image"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/raster"
	"example.org/espalier/views/screen"
)

// Pictures draws results small, one after another, in a worker. Make one with [NewPictures];
// Close it when it is no longer needed. Its methods belong to the goroutine of the window.
type Pictures struct {
	// OnPicture is called when a new picture is ready.
	OnPicture func()

	post   screen.Post
	worker *screen.Worker
	style  plotting.Style
	made   map[study.ResultID]picture
	asked  study.ResultID // being drawn; 0 for none
	ctx    context.Context
	cancel context.CancelFunc
}

// A picture shows a snapshot in a style.
type picture struct {
	of    *inference.Snapshot
	style plotting.Style
	image image.Image // nil where there is nothing to draw
}

// NewPictures returns a store without pictures.
func NewPictures(post screen.Post, style plotting.Style) *Pictures {
	p := &Pictures{post: post, worker: screen.NewWorker(), style: style, made: map[study.ResultID]picture{}}
	p.ctx, p.cancel = context.WithCancel(context.Background())
	return p
}

// SetStyle sets the style of the pictures drawn from now on.
func (p *Pictures) SetStyle(s plotting.Style) { p.style = s }

// Close ends the goroutine.
func (p *Pictures) Close() { p.cancel(); p.worker.Close() }

// Of returns the picture of a result, nil before there is one. The picture of an older snapshot
// stays until a newer one is ready.
func (p *Pictures) Of(r study.ResultID) image.Image { return p.made[r].image }

// Wants reports whether the picture of a result is missing or out of date.
func (p *Pictures) Wants(r study.ResultID, s *inference.Snapshot) bool {
	m, ok := p.made[r]
	return s != nil && (!ok || m.of != s || m.style != p.style)
}

// patience is how long a picture waits for all else that is being drawn.
const patience = 2 * time.Second

// Ask starts to draw a result. While another one is being drawn it does nothing; OnPicture says when to ask again.
// The first picture waits until all that is larger is drawn.
func (p *Pictures) Ask(r study.ResultID, s *depict.Subject) {
	if p.asked != 0 {
		return
	}
	p.asked = r
	if len(p.made) > 0 {
		p.start(r, s)
		return
	}
	go func() {
		var idle <-chan struct{}
		p.post(func() { idle = screen.Idle() }) // after the present work, which may ask for figures
		select {
		case <-idle:
		case <-time.After(patience):
		case <-p.ctx.Done():
		}
		p.post(func() { p.start(r, s) })
	}()
}

func (p *Pictures) start(r study.ResultID, s *depict.Subject) {
	style := p.style
	p.worker.Submit(func() {
		img := draw(p.ctx, s, style)
		p.post(func() {
			p.asked = 0
			p.made[r] = picture{s.Snapshot, style, img}
			if p.ctx.Err() == nil && p.OnPicture != nil {
				p.OnPicture()
			}
		})
	})
}

// Forget drops the pictures of results that are gone.
func (p *Pictures) Forget(gone func(study.ResultID) bool) {
	for r := range p.made {
		if gone(r) {
			delete(p.made, r)
		}
	}
}

// draw draws the figure that stands for a result, without the text around it, at a higher
// resolution than shown; nil if that fails.
func draw(ctx context.Context, s *depict.Subject, style plotting.Style) (img image.Image) {
	defer func() {
		if recover() != nil {
			img = nil // a result without a picture is still in the list
		}
	}()
	entry, ok := depict.Standing(s)
	if !ok {
		return nil
	}
	plate, err := entry.Plate(ctx, s)
	if err != nil {
		return nil
	}
	f := plate.Figure
	f = plotting.InStyle(f, style)
	const scale = 0.5 // pixels per point: words become specks, lines stay
	picture, scene := raster.Figure(f, 4*int(PictureWidth), 4*int(PictureHeight), scale, nil)
	area, height := scene.PlotArea(), float64(scene.Size().Y)
	part := image.Rect(int(scale*float64(area.Min.X)), int(scale*(height-float64(area.Max.Y))),
		int(scale*float64(area.Max.X)), int(scale*(height-float64(area.Min.Y))))
	if part.Dx() < 8 || part.Dy() < 8 {
		return picture
	}
	return picture.SubImage(part)
}
