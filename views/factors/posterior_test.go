package factors

import (
	"example.org/espalier/inference"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/depict/latent"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"
	"example.org/espalier/views/viewstest"
)

// posteriorOf is what the draws of a factor model say together.
func posteriorOf(data *inference.Dataset, s *inference.Snapshot, sum *factors.Summary) *Posterior {
	return &Posterior{0, latent.FactorSubject{Subject: viewstest.SubjectOf(data, s), Summary: sum}}
}

// A page is the pane of a figure of factors, with the summaries that a test gives it.
type page struct {
	*pane.Entry
	latest *Posterior
}

func newPage(tab string, post screen.Post, style plotting.Style) *page {
	p := &page{}
	p.Entry = pane.NewEntry(depict.ByTab(tab), p, post, style)
	return p
}

func (p *page) Offer(pane.Result)                {}
func (p *page) OnSummary(func(r study.ResultID)) {}

func (p *page) Latest(study.ResultID) (*depict.Subject, *factors.Summary) {
	if p.latest == nil {
		return nil, nil
	}
	return p.latest.Subject, p.latest.Summary
}

// SetPosterior shows a result with its summary.
func (p *page) SetPosterior(q *Posterior) {
	p.latest = q
	p.SetResult(pane.Result{Subject: q.Subject, ID: q.Result, Rests: true})
}

// SetSubject shows a result, with a summary where it has one.
func (p *page) SetSubject(_ study.ResultID, s latent.FactorSubject) {
	if p.latest = nil; s.Summary != nil {
		p.latest = &Posterior{0, s}
	}
	p.SetResult(pane.Result{Subject: s.Subject, Rests: true})
}
