package factors

import (
	"maps"
	"sync/atomic"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/depict/latent"
	"example.org/espalier/plotting/matrix"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"
)

// A FeaturesView shows which items each factor of a model loads on. A factor that is new in a run flashes once. Make
// one with [NewFeaturesView]; Close it when it is no longer needed.
type FeaturesView struct {
	*pane.Entry
	births *births
	of     kindOfFactors
	glow   atomic.Pointer[map[int]float64] // by place
}

// kindOfFactors tells factors that cannot be compared: those new in the draws may not be new in the chain, and those
// that come with the fold are not new.
type kindOfFactors struct {
	data              *inference.Dataset
	drawn, now, minor bool
}

// NewFeaturesView returns an empty view. A nil post is fyne.DoAndWait.
func NewFeaturesView(draws pane.Draws, post screen.Post, style plotting.Style) *FeaturesView {
	v := &FeaturesView{Entry: pane.NewEntry(depict.ByTab("Features"), draws, post, style), births: newBirths()}
	v.OnGiven = v.see
	v.OnFigure = func(f plotting.Figure) plotting.Figure {
		if m, ok := f.(matrix.Matrix); ok {
			m.ColumnGlow = *v.glow.Load()
			return m
		}
		return f
	}
	return v
}

// see records the factors that are to be shown, and redraws while a new one glows.
func (v *FeaturesView) see(g *depict.Given) {
	s, st := g.Factors(), v.States()["Features"].(latent.FeaturesState)
	glow := map[int]float64(nil)
	if f := st.Factors(s); f != nil {
		of := kindOfFactors{g.Data, s.Draws() > 0, st.Now, st.Minor}
		if of != v.of {
			v.of, v.births.known = of, nil
		}
		v.births.see(f.IDs, g.Snapshot.Iteration)
		glow = glowOf(f.IDs, v.births.glow())
	}
	v.glow.Store(&glow)
	v.births.fade(v.View().Do, v.Redraw)
}

// Close ends the goroutine of the view.
func (v *FeaturesView) Close() { v.births.stop(); v.Entry.Close() }

const (
	flashTime = 900 * time.Millisecond // of a new feature
	flashStep = 120 * time.Millisecond
)

// births remembers which factors are new in a run, so that each can flash once.
type births struct {
	now       func() time.Time
	known     map[int]bool
	born      map[int]time.Time
	iteration int
	timer     *time.Timer
}

func newBirths() *births { return &births{now: time.Now, born: map[int]time.Time{}} }

// see records the factors of a state. Those of the first state of a run are not new.
func (b *births) see(ids []int, iteration int) {
	first := b.known == nil || iteration < b.iteration
	b.iteration = iteration
	if first {
		clear(b.born)
	}
	known := map[int]bool{}
	for _, id := range ids {
		known[id] = true
		if !first && !b.known[id] {
			b.born[id] = b.now()
		}
	}
	b.known = known
}

// glow returns how strongly each new factor glows, by its ID.
func (b *births) glow() map[int]float64 {
	glow := map[int]float64{}
	now := b.now()
	maps.DeleteFunc(b.born, func(id int, at time.Time) bool {
		left := 1 - float64(now.Sub(at))/float64(flashTime)
		if left <= 0 || !b.known[id] {
			return true
		}
		glow[id] = left
		return false
	})
	return glow
}

// fade calls redraw, through post, while a new factor glows.
func (b *births) fade(post screen.Post, redraw func()) {
	if len(b.born) == 0 || b.timer != nil {
		return
	}
	b.timer = time.AfterFunc(flashStep, func() {
		post(func() {
			if b.timer == nil {
				return // stopped meanwhile
			}
			b.timer = nil
			redraw()
			b.fade(post, redraw)
		})
	})
}

func (b *births) stop() {
	if b.timer != nil {
		b.timer.Stop()
		b.timer = nil
	}
}

// glowOf turns the glow by ID into one by place in ids.
func glowOf(ids []int, glow map[int]float64) map[int]float64 {
	if len(glow) == 0 {
		return nil
	}
	at := map[int]float64{}
	for place, id := range ids {
		if g := glow[id]; g > 0 {
			at[place] = g
		}
	}
	return at
}
