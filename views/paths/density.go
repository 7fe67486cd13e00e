package paths

import (
	"context"
	"time"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/depict/choice"
	"example.org/espalier/plotting/space"
	"example.org/espalier/views/screen"
)

// A DensityView shows the predictive density of a new row over two directions of the data, with the rows and the tree
// between its posterior means. The density becomes finer when nothing has changed for a while. Make one with
// [NewDensityView]; Close it when it is no longer needed.
type DensityView struct {
	follower
	made    *depict.DensityMaker
	refiner *screen.Worker
	rest    *time.Timer // until the density is refined
	cancel  context.CancelFunc
	closed  bool
}

// refineRest is how long the view must be still before the density is refined.
const refineRest = 200 * time.Millisecond

// NewDensityView returns a view without a density. A nil post is fyne.DoAndWait.
func NewDensityView(post screen.Post, style plotting.Style) *DensityView {
	d := &DensityView{refiner: screen.NewWorker(), follower: newFollower("Density", post, style)}
	d.OnGiven = func(g *depict.Given) {
		g.Tree, g.Seen = d.at, d.View().Window()
		d.made = choice.Maker[depict.DensityMaker](g.Store)
	}
	d.OnHide = d.rested
	v := d.View()
	drawn, moved := v.OnDrawn, v.OnWindow
	v.OnDrawn = func() { drawn(); d.refineSoon() }
	v.OnWindow = func(w plotting.Window) { moved(w); d.refineSoon() }
	return d
}

// Close ends the goroutines of the view.
func (d *DensityView) Close() {
	d.closed = true
	d.rested()
	d.refiner.Close()
	d.Entry.Close()
}

// Settled reports whether the picture on the screen is the last that was asked for, its density at the finest.
func (d *DensityView) Settled() bool {
	return d.View().Settled() && d.rest == nil && d.cancel == nil
}

// rested cancels the refinement of the density, begun or not.
func (d *DensityView) rested() {
	if d.rest != nil {
		d.rest.Stop()
		d.rest = nil
	}
	if d.cancel != nil {
		d.cancel()
		d.cancel = nil
	}
}

// refineSoon refines the density on the screen once nothing has changed for a while.
func (d *DensityView) refineSoon() {
	d.rested()
	f, _ := d.View().Shown()
	shown, ok := f.(*space.Density)
	if !ok || d.closed || shown.Places.Shows(shown.Field, d.View().Window(), depict.FineCells) {
		return
	}
	var timer *time.Timer
	timer = time.AfterFunc(refineRest, func() {
		d.View().Do(func() {
			if d.rest == timer {
				d.rest = nil
				d.refine(shown.Places)
			}
		})
	})
	d.rest = timer
}

// refine computes the density of the window on a goroutine and shows it.
func (d *DensityView) refine(p *space.Places) {
	ctx, cancel := context.WithCancel(context.Background())
	d.cancel = cancel
	window := d.View().Window()
	d.refiner.Submit(func() {
		field, err := p.Field(ctx, window, depict.FineCells)
		d.View().Do(func() {
			if err != nil || ctx.Err() != nil {
				return
			}
			d.cancel = nil
			d.made.Put(p, field)
			d.Redraw()
		})
	})
}
