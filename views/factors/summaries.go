package factors

import (
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"
)

// Summaries has the snapshots of factor models summarised while a pane shows what comes of it,
// and brings that to all of them. Make one with [NewSummaries]; Close it when it is no longer
// needed. Its methods belong to the goroutine of the window.
type Summaries struct {
	summariser *Summariser
	follow     []func(*Posterior)
	result     study.ResultID // that last is of
	last       *Posterior
}

// NewSummaries returns one that has nothing to do. A nil post is fyne.DoAndWait.
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

// Follow has f called with what the draws say whenever that is known anew.
func (s *Summaries) Follow(f func(*Posterior)) { s.follow = append(s.follow, f) }

// Offer has the newest snapshot of a result summarised when it is time.
func (s *Summaries) Offer(r pane.Result) {
	if !r.HasFactors() {
		return
	}
	if r.ID != s.result {
		s.result, s.last = r.ID, nil
	}
	s.summariser.Offer(r.ID, r.Subject, r.Rests)
}

// Current returns what was last said of a result; nil before the first time.
func (s *Summaries) Current(r study.ResultID) *Posterior {
	if r != s.result {
		return nil
	}
	return s.last
}

// Close ends the goroutine.
func (s *Summaries) Close() { s.summariser.Close() }

// Panes returns the panes of factor models, in the order of their tabs: heat maps, then what
// the draws say together.
func Panes(s *Summaries, post screen.Post, style plotting.Style) []pane.Pane {
	features, activities, reconstruction := NewFeaturesView(post, style), NewActivitiesView(post, style), NewReconstructionView(post, style)
	scatter, loadings, ranking, groups, counts := NewScatterView(post, style), NewLoadingsView(post, style), NewRankingView(post, style), NewGroupsView(post, style), NewCountsView(post, style)
	for _, v := range []interface{ Follow(*Summaries) }{features, activities, reconstruction, scatter, loadings, ranking, groups, counts} {
		v.Follow(s)
	}
	return []pane.Pane{features, activities, reconstruction, scatter, loadings, ranking, groups, counts}
}
