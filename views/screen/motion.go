package screen

import (
	"cmp"
	"time"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/raster"
	"example.org/espalier/views/clock"
)

const (
	GlideTime  = 150 * time.Millisecond // of a figure that changes, unless SetGlide says otherwise
	GlideFrame = 20 * time.Millisecond  // least between two pictures of it
)

// SetMotion sets whether trees, and columns of matrices, glide from one form to the next. By
// default they do not: tests and users who prefer reduced motion want the new form at once.
func (v *View) SetMotion(on bool) { v.motion.Store(on) }

// SetGlide sets how long the figures of a view glide from one form to the next, if they do; 0 is [GlideTime].
func SetGlide(v *View, d time.Duration) { v.gliding.Store(int64(d)) }

// glide animates from the figure on the screen to that of p, whose picture is ready, and returns
// the time spent drawing. It runs on the worker, and ends early when a newer picture is requested.
func (v *View) glide(p picture, clock clock.Clock) (spent time.Duration) {
	if !v.motion.Load() {
		return 0
	}
	shown := v.pictures.now()
	if shown.scene == nil || p.scene == nil || shown.pixels != p.pixels {
		return 0
	}
	between := plotting.Motion(shown.scene, p.scene)
	if between == nil {
		return 0
	}
	began, lasts := clock.Now(), cmp.Or(time.Duration(v.gliding.Load()), GlideTime)
	for {
		share := float64(clock.Now().Sub(began)) / float64(lasts)
		if share >= 1 || v.pictures.newer(p.order) {
			return spent
		}
		start := clock.Now()
		f := picture{size: p.size, pixels: p.pixels, image: v.pictures.buffer(p.pixels), figure: p.figure,
			of: p.of, order: shown.order, cost: p.cost}
		scene := between(plotting.Eased(share))
		f.scene = scene
		raster.Render(scene, float64(p.pixels.X)/float64(p.size.Width), f.image)
		raster.Seen(f.image, Vision())
		spent += clock.Now().Sub(start)
		v.post(func() { v.show(f) })
		if rest := GlideFrame - clock.Now().Sub(start); rest > 0 {
			next := make(chan struct{})
			clock.AfterFunc(rest, func() { close(next) })
			<-next
		}
	}
}
