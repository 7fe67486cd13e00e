package factors

import (
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
	"gonum.org/v1/plot/vg"
)

// A summaryView is what views of a [Posterior] have in common: the figure with choosers
// above it, the selection shared with other views, and the chosen factor.
type summaryView struct {
	pane.Base

	view      *screen.View
	of        *Summaries // what summarises the draws; nil where the pane is given the summary
	posterior *Posterior
	data      *inference.Dataset // of the last result or posterior
	selection study.Selection    // in data
	factor    int                // ID of the one looked at
	looked    bool
	moved     bool                                // the user has chosen what is seen
	wait      func(data *inference.Dataset)       // Wait of the pane
	source    func() func() plotting.Figure       // the maker of what is to be shown now
	tools     func()                              // brings the choosers up to date
	window    func(area vg.Point) plotting.Window // to begin with; nil for all
	minor     *minorChoice                        // whether minor factors are shown; nil where the figure sees to it
}

// init prepares the parts.
func (s *summaryView) init(self fyne.Widget, tab string, post screen.Post, style plotting.Style, tools ...fyne.CanvasObject) {
	s.Init(self, tab, post, style, tools...)
	s.view, s.wait = s.View(), s.Wait
	s.Row.Hide()
	s.start()
}

// Follow makes the pane show the summaries of the draws.
func (s *summaryView) Follow(of *Summaries) {
	s.of = of
	of.Follow(s.SetPosterior)
}

// SetResult starts the summary of the newest snapshot; the figure is drawn when it is done.
func (s *summaryView) SetResult(r pane.Result) {
	s.begin(r.Data)
	s.wait(r.Data)
	if s.of != nil {
		s.of.Offer(r)
	}
}

// start connects the view.
func (s *summaryView) start() {
	s.view.OnWindow = func(w plotting.Window) { s.moved = !w.IsAll(); s.drawn() }
	s.view.OnDrawn = s.drawn
}

// showRow shows the choosers, or gives their room to the figure.
func (s *summaryView) showRow(on bool) {
	if on != s.Row.Visible() {
		controls.Show(s.Row, on)
		s.Box.Refresh()
	}
}

// refreshRow refreshes the tools.
func (s *summaryView) refreshRow() { controls.RefreshTools(s.Row, s.Box, s.Row.Visible()) }

// drawn shows as many rows as have room, until the user chooses otherwise.
func (s *summaryView) drawn() {
	if s.moved || s.window == nil || s.posterior == nil {
		return
	}
	if _, scene := s.view.Shown(); scene != nil {
		s.view.SetWindow(s.window(scene.PlotArea().Size()))
	}
}

// marks returns the selection in the form that the figures take.
func (s *summaryView) marks() depict.FactorMarks {
	side := s.posterior.Side()
	return depict.FactorMarks{Items: s.selection.Items(side), Cases: s.selection.Cases(side), Factors: s.selection.Factors(s.posterior.Result)}
}

// Wait says that the draws of a run are being summarised, unless something of the same data is
// already shown.
func (s *summaryView) Wait(data *inference.Dataset) {
	if s.posterior == nil || s.posterior.Data != data {
		s.posterior = nil
		s.showRow(false)
		s.view.SetFigure(ink.Sentence{Text: "Combining the draws…"})
	}
}

// begin forgets what was chosen in other data. What is selected in these may be told before their summary is there.
func (s *summaryView) begin(data *inference.Dataset) {
	if s.data != data {
		s.data, s.selection, s.looked, s.moved = data, study.Selection{}, false, false
	}
}

// SetPosterior shows the summary of the draws of a run, at the pace of a run.
func (s *summaryView) SetPosterior(p *Posterior) {
	s.begin(p.Data)
	s.posterior = p
	s.showRow(true)
	s.tools()
	s.Settle()
	s.view.Offer(s.source())
}

// Select marks what is selected. If a factor is among it, it becomes the chosen one.
func (s *summaryView) Select(selection study.Selection) {
	if selection.Equal(s.selection) {
		return
	}
	s.selection = selection
	if list := s.factors(); len(list) > 0 {
		s.look(list[len(list)-1])
	}
	s.redraw()
}

// look chooses a factor.
func (s *summaryView) look(id int) {
	if !s.looked || s.factor != id {
		s.factor, s.looked, s.moved = id, true, false
	}
}

// changed redraws after the user has chosen something.
func (s *summaryView) changed() {
	s.redraw()
	s.Chosen()
}

// redraw redraws what is shown.
func (s *summaryView) redraw() {
	if s.posterior != nil {
		s.tools()
		s.view.SetSource(s.source())
	}
}

// folds makes the view fold minor factors away, with a chooser for that.
func (s *summaryView) folds() *controls.Chooser {
	s.minor = newMinorChoice(func() { s.moved = false; s.changed() })
	return s.minor.chooser
}

// offerMinor refreshes that chooser.
func (s *summaryView) offerMinor() {
	if s.posterior != nil {
		s.minor.offer(s.posterior.FactorSubject)
	}
}

// ShowMinor shows minor factors too, or folds them away.
func (s *summaryView) ShowMinor(on bool) {
	s.minor.show(on, func() { s.moved = false; s.changed() })
}

// summary returns the summary shown; nil before the first.
func (s *summaryView) summary() *factors.Summary {
	if s.posterior == nil {
		return nil
	}
	return s.subject().Summary
}

// subject is the result with the factors that are shown. There must be a posterior.
func (s *summaryView) subject() depict.FactorSubject {
	if s.minor == nil || s.minor.shown {
		return s.posterior.FactorSubject
	}
	folded := s.posterior.Folded(false)
	if s.minor.follows && s.looked && folded.Summary.Count() > 0 && !slices.Contains(folded.Summary.Factors.IDs, s.factor) {
		return s.posterior.FactorSubject
	}
	return folded
}

// place returns the place of the chosen factor, the first if none was chosen; −1 if there is none.
func (s *summaryView) place() int {
	sum := s.summary()
	if sum.Count() == 0 {
		return -1
	}
	if s.looked {
		if j := slices.Index(sum.Factors.IDs, s.factor); j >= 0 {
			return j
		}
	}
	return 0
}

// pick selects in this view and tells the others.
func (s *summaryView) pick(selection study.Selection, modifiers fyne.KeyModifier) {
	s.Select(screen.ClickedOn(s.selection, selection, modifiers))
	s.Pick(s.selection)
}

// factors returns the IDs of the selected factors of the result shown.
func (s *summaryView) factors() []int {
	if s.posterior == nil {
		return nil
	}
	return s.selection.Factors(s.posterior.Result)
}

// selectionOf returns the selection of items and factors of the result shown.
func (s *summaryView) selectionOf(items, factors []int) study.Selection {
	return study.OfSides(s.posterior.Side(), items, nil).WithFactors(s.posterior.Result, factors...)
}

// ChooseFactor selects the factor at a place.
func (s *summaryView) ChooseFactor(j int) {
	if sum := s.summary(); j >= 0 && j < sum.Count() {
		s.pick(s.selectionOf(nil, s.ids(j)), 0)
	}
}

// stepFactor goes to the factor beside the one looked at.
func (s *summaryView) stepFactor(by int) { s.ChooseFactor(s.place() + by) }

// ids lists the ID of the factor at a place.
func (s *summaryView) ids(j int) []int {
	if sum := s.summary(); j >= 0 && j < sum.Count() {
		return []int{sum.Factors.IDs[j]}
	}
	return nil
}

// factorNames lists the factors for a chooser.
func (s *summaryView) factorNames() (names []string) {
	sum := s.summary()
	for j := range sum.Count() {
		names = append(names, sum.Name(j))
	}
	return names
}

// styled gives a figure the style and the window of the view, for export.
func (s *summaryView) styled(f plotting.Figure) plotting.Figure {
	if k, ok := f.(plotting.Styled); ok {
		f = k.WithStyle(s.view.Style())
	}
	if z, ok := f.(plotting.Zoomable); ok {
		f = z.WithWindow(s.view.Window())
	}
	return f
}
