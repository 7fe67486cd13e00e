package factors

import (
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"
)

// Summaries summarises the snapshots of factor models while some pane shows the summary, and
// passes it to all such panes. Make one with [NewSummaries]; Close it when it is no longer
// needed. Its methods belong to the goroutine of the window.
type Summaries struct {
	summariser *Summariser
	follow     []func(*Posterior)
	result     study.ResultID // that last is of
	last       *Posterior
}

// NewSummaries returns idle Summaries. A nil post is fyne.DoAndWait.
func NewSummaries(post screen.Post) *Summaries {
	s := &Summaries{summariser: NewSummariser(post)}
	s.summariser.OnPosterior = func(p *Posterior) {
		s.last, s.result = p, p.Result
		for _, f := range s.follow {
			f(p)
		}
	}
	return s
}

// Follow makes it call f with each new summary.
func (s *Summaries) Follow(f func(*Posterior)) { s.follow = append(s.follow, f) }

// Offer summarises the newest snapshot of a result when the pace allows it.
func (s *Summaries) Offer(r pane.Result) {
	if !depict.HasFactors(r.Subject) {
		return
	}
	if r.ID != s.result {
		s.result, s.last = r.ID, nil
	}
	s.summariser.Offer(r.ID, r.Subject, r.Rests)
}

// Current returns the last summary of a result; nil before the first.
func (s *Summaries) Current(r study.ResultID) *Posterior {
	if r != s.result {
		return nil
	}
	return s.last
}

// Close ends the goroutine.
func (s *Summaries) Close() { s.summariser.Close() }

// OnSummary has a function called with the result of each new summary; see [pane.Draws].
func (s *Summaries) OnSummary(f func(r study.ResultID)) { s.Follow(func(p *Posterior) { f(p.Result) }) }

// Latest returns the last summary of a result and its subject; nil before the first.
func (s *Summaries) Latest(r study.ResultID) (*depict.Subject, *factors.Summary) {
	if p := s.Current(r); p != nil {
		return p.Subject, p.Summary
	}
	return nil, nil
}

// tabs are those of the panes of factor models, in their order: heat maps first, then summaries of the draws.
var tabs = []string{"Features", "Variance", "Activities", "Reconstruction", "Scatter", "Factors", "Ranking",
	"By group", "Number", "Truth"}

// Panes returns the panes of factor models, in the order of their tabs.
func Panes(s *Summaries, post screen.Post, style plotting.Style) (list []pane.Pane) {
	list = append(list, NewFeaturesView(s, post, style))
	for _, tab := range tabs[1:] {
		list = append(list, pane.NewEntry(depict.ByTab(tab), s, post, style))
	}
	return list
}

// Shortcuts returns the keys of the views of factor models, for the help.
func Shortcuts() []screen.Shortcut { return pane.Shortcuts(tabs...) }
