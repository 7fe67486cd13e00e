package ui

import (
	"espalier/inference"
	"espalier/inference/kind/factor"
	"espalier/inference/study"
	"espalier/plotting"
	"espalier/plotting/depict"
	"espalier/views/factors"
	"espalier/views/screen"

	"fyne.io/fyne/v2"
)

// Names of the tabs of what the draws of a factor model say together.
const (
	tabFactors = "Factors"
	tabRanking = "Ranking"
	tabByGroup = "By group"
	tabNumber  = "Number"
)

// factorSummaries has the snapshots of factor models summarised while a page shows what
// comes of it, and brings that to all of them.
type factorSummaries struct {
	c          *centre
	summariser *factors.Summariser
	follow     []func(*factors.Posterior)
	run        *job // that last is of
	last       *factors.Posterior
}

func newFactorSummaries(c *centre) *factorSummaries {
	s := &factorSummaries{c: c, summariser: factors.NewSummariser(screen.Post(c.w.post))}
	s.summariser.OnPosterior = func(p *factors.Posterior) {
		s.last = p
		for _, f := range s.follow {
			f(p)
		}
	}
	return s
}

// offer has the newest snapshot of a result summarised when it is time.
func (s *factorSummaries) offer(r *Result) {
	if factor.StateOf(r.Snapshot) != nil {
		if r.of != s.run {
			s.run, s.last = r.of, nil
		}
		s.summariser.Offer(r.ID, r.Subject(), r.of == nil || !r.of.Progress().State.Working())
	}
}

// current returns what was last said of the run of a result; nil before the first time.
func (s *factorSummaries) current(r *Result) *factors.Posterior {
	if r == nil || r.of != s.run {
		return nil
	}
	return s.last
}

// A summaryFigure is a view of what the draws of a factor model say together.
type summaryFigure interface {
	fyne.CanvasObject
	View() *screen.View
	Wait(data *inference.Dataset)
	SetPosterior(p *factors.Posterior)
	Select(s study.Selection)
	Figure() plotting.Figure
	SetStyle(s plotting.Style)
	Close()
}

// A summaryPage shows a summaryFigure.
type summaryPage struct {
	summaryFigure
	of    *factorSummaries
	name  string
	bring func(r *Result) // beside the summary; may be nil
}

// newSummaryPages makes the pages of what the draws of a factor model say together.
func newSummaryPages(c *centre) []page {
	post, of := screen.Post(c.w.post), c.summaries
	loadings := factors.NewLoadingsView(post, c.style())
	ranking := factors.NewRankingView(post, c.style())
	ranking.Clipboard = func(text string) { c.w.app.Clipboard().SetContent(text) }
	groups := factors.NewGroupsView(post, c.style())
	counts := factors.NewCountsView(post, c.style())
	counts.OnDraw = c.goToDraw
	loadings.OnPick, ranking.OnPick, groups.OnPick, counts.OnPick = c.pick, c.pick, c.pick, c.pick
	pages := []*summaryPage{
		{summaryFigure: loadings, name: tabFactors},
		{summaryFigure: ranking, name: tabRanking},
		{summaryFigure: groups, name: tabByGroup},
		{summaryFigure: counts, name: tabNumber, bring: func(r *Result) { counts.SetSubject(r.Subject()) }},
	}
	var out []page
	for _, p := range pages {
		p.of = of
		of.follow = append(of.follow, p.SetPosterior)
		out = append(out, p)
	}
	return out
}

func (p *summaryPage) Name() string              { return p.name }
func (p *summaryPage) Object() fyne.CanvasObject { return p.summaryFigure }
func (p *summaryPage) Offers(r *Result) bool     { return depict.ByTab(p.name).Offers(r.Subject()) }

// Show has the newest snapshot summarised; the figure follows when it is.
func (p *summaryPage) Show(r *Result) {
	p.Wait(r.Data)
	if p.bring != nil {
		p.bring(r)
	}
	p.Select(p.of.c.selection())
	p.of.offer(r)
}

// Follow brings the selection that another view made.
func (p *summaryPage) Follow() {
	if p.of.c.shown != nil && factor.StateOf(p.of.c.shown.Snapshot) != nil {
		p.Select(p.of.c.selection())
	}
}

// Figure implements page.
func (p *summaryPage) Figure() (plotting.Figure, string) {
	if f := p.summaryFigure.Figure(); f != nil {
		return f, ""
	}
	return nil, ""
}

// Close ends the goroutines of the page; the first closed ends that of the summaries.
func (p *summaryPage) Close() {
	p.summaryFigure.Close()
	p.of.summariser.Close()
}
