package factors

import (
	"maps"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/matrix"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
)

// A factorView is what the heat maps of a factor model have in common: the data, the
// factors, and the selection shared with the other views.
type factorView struct {
	pane.Base

	view      *screen.View
	of        *Summaries     // where the draws are put together; nil for the present state alone
	result    study.ResultID // whose factors they are
	shown     pane.Result    // the newest
	subject   depict.FactorSubject
	selection study.Selection
	made      *depict.MatrixMaker
	put       func(result study.ResultID, s depict.FactorSubject) // SetSubject of the pane
	source    func() func() plotting.Figure                       // returns the maker of what is to be shown now
	tools     func()                                              // brings the choosers up to date
}

// init prepares the parts.
func (v *factorView) init(self fyne.Widget, tab string, post screen.Post, style plotting.Style, choosers ...fyne.CanvasObject) {
	v.Init(self, tab, post, style, choosers...)
	v.view, v.made, v.put = v.View(), &depict.MatrixMaker{}, v.SetSubject
}

// refreshRow refreshes the row of tools.
func (v *factorView) refreshRow() { controls.RefreshTools(v.Row, v.Box, true) }

// Follow shows the summaries of the draws in the pane.
func (v *factorView) Follow(s *Summaries) {
	v.of = s
	s.Follow(func(p *Posterior) {
		if p.Result == v.shown.ID && v.shown.Subject != nil {
			v.bring()
		}
	})
}

// Offers reports whether the result is of a factor model.
func (v *factorView) Offers(s *depict.Subject) bool { return depict.HasFactors(s) }

// SetResult shows the factors of the newest snapshot and starts the summary of its draws, which is
// shown when it is done.
func (v *factorView) SetResult(r pane.Result) {
	v.shown = r
	v.bring()
	if v.of != nil {
		v.of.Offer(r)
	}
}

// bring shows the factors: the summary of the draws if there is one, else the present state.
func (v *factorView) bring() {
	s := depict.FactorSubject{Subject: v.shown.Subject}
	if v.of != nil {
		if p := v.of.Current(v.shown.ID); p != nil && (p.Summary.Draws > 0 || p.Summary.Fold().Minor > 0) {
			s.Summary = p.Summary
		}
	}
	v.put(v.shown.ID, s)
}

// SetSubject shows the factors of a result, at the pace of a run.
func (v *factorView) SetSubject(result study.ResultID, s depict.FactorSubject) {
	if s.Data != v.data() {
		v.selection = study.Selection{}
	}
	v.result, v.subject = result, s
	v.tools()
	v.Settle()
	v.view.Offer(v.source())
}

// data is the data set of the result; nil before the first.
func (v *factorView) data() *inference.Dataset {
	if v.subject.Subject == nil {
		return nil
	}
	return v.subject.Data
}

// marks returns the selection in the form that the figures take.
func (v *factorView) marks() depict.FactorMarks {
	side := v.side()
	return depict.FactorMarks{Items: v.selection.Items(side), Cases: v.selection.Cases(side), Factors: v.selectedFactors()}
}

// Select marks what is selected.
func (v *factorView) Select(s study.Selection) {
	if !s.Equal(v.selection) {
		v.selection = s
		v.redraw()
	}
}

// changed redraws after the user has chosen something.
func (v *factorView) changed() {
	v.redraw()
	v.Chosen()
}

// redraw redraws what is shown.
func (v *factorView) redraw() {
	if v.data() != nil {
		v.tools()
		v.view.SetSource(v.source())
	}
}

// pick selects in this view and tells the others.
func (v *factorView) pick(s study.Selection, modifiers fyne.KeyModifier) {
	v.Select(screen.ClickedOn(v.selection, s, modifiers))
	v.Pick(v.selection)
}

// selectedFactors returns the IDs of the selected factors of the result shown.
func (v *factorView) selectedFactors() []int { return v.selection.Factors(v.result) }

// selectionOf returns the selection of items, cases and factors of the result shown.
func (v *factorView) selectionOf(items, cases, factors []int) study.Selection {
	return study.OfSides(v.side(), items, cases).WithFactors(v.result, factors...)
}

// Figure returns the figure shown, in the style and window of the view, for export; nil when there
// is none.
func (v *factorView) Figure() plotting.Figure {
	if v.data() == nil {
		return nil
	}
	f, ok := v.source()().(matrix.Matrix)
	if !ok || f.Heat == nil {
		return nil
	}
	f.ColumnGlow, f.RowGlow = nil, nil
	f.Style, f.Window = v.view.Style(), v.view.Window()
	return f
}

// side returns which side of the data owns the loadings.
func (v *factorView) side() inference.Side {
	if v.data() == nil {
		return inference.OnColumns
	}
	return v.subject.Side()
}

// factorID lists the ID of the factor at a place; none outside.
func factorID(f *factor.State, place int) []int {
	if place >= 0 && place < f.Count() {
		return []int{f.IDs[place]}
	}
	return nil
}

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
