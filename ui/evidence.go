package ui

import (
	"context"

	"example.org/espalier/inference"
	fit "example.org/espalier/inference/job"
	"example.org/espalier/ui/workspace"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/inspect"
	"example.org/espalier/views/say"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
)

const (
	evidenceDraws = 1000 // each time it is asked for
	evidenceBatch = 20   // between updates of the estimate
)

// An evidencePanel estimates the evidence of a fit by importance sampling, on a goroutine of its
// own, and says how far the fit's bound falls short of it.
type evidencePanel struct {
	object *fyne.Container
	link   *controls.Button
	lines  *fyne.Container

	w        *window
	of       *workspace.Job // whose evidence it is
	now      *sampling      // under way, or being stopped; nil if there is none
	estimate inference.EvidenceEstimate
	cycle    int // after which it is
	draws    int // made each time it is asked for
	problem  string
}

// sampling is one goroutine that draws.
type sampling struct {
	cancel  context.CancelFunc
	stopped bool
}

func newEvidencePanel(w *window) *evidencePanel {
	p := &evidencePanel{w: w, lines: controls.Stack(6), draws: evidenceDraws}
	p.link = controls.NewButton("Estimate by importance sampling", controls.Linked, p.tapped).WithTip(
		"Draws parameters around the fit and weights them, to estimate how far the bound is below the evidence")
	p.object = controls.Stack(6, controls.Gap(0, 12), controls.Head("Evidence"), p.lines, controls.Beside(0, p.link))
	p.object.Hide()
	return p
}

// follow shows the panel if the result has a bound whose evidence can be estimated.
func (p *evidencePanel) follow(r *workspace.Result) {
	on := r != nil && r.Of != nil && r.Of.Weighable && r.Info.Objective == "free_energy" && r.Subject().Treeless()
	controls.Show(p.object, on)
	if r == nil || r.Of != p.of {
		p.end()
		p.now = nil
		p.of, p.estimate, p.problem = nil, inference.EvidenceEstimate{}, ""
		if on {
			p.of = r.Of
		}
		p.show()
	}
}

// end stops the sampling under way; its goroutine reports when it has stopped.
func (p *evidencePanel) end() {
	if p.now != nil {
		p.now.stopped = true
		p.now.cancel()
	}
}

// tapped begins, stops or continues the estimate. If the fit has continued since, the estimate
// begins again.
func (p *evidencePanel) tapped() {
	if p.now != nil {
		p.end()
		p.show()
		return
	}
	j := p.of
	if j == nil || j.Snapshot == nil {
		return
	}
	if p.cycle != j.Snapshot.Iteration {
		p.estimate = inference.EvidenceEstimate{}
	}
	p.cycle, p.problem = j.Snapshot.Iteration, ""
	ctx, cancel := context.WithCancel(p.w.ws.Context)
	p.now = &sampling{cancel: cancel}
	p.show()
	go p.sample(ctx, p.now, j, p.draws)
}

// sample draws in a goroutine and reports the estimate.
func (p *evidencePanel) sample(ctx context.Context, mine *sampling, j *workspace.Job, draws int) {
	defer mine.cancel()
	err := error(nil)
	for done := 0; err == nil && done < draws && ctx.Err() == nil; done += evidenceBatch {
		var a fit.Answer
		if a, err = j.Run.Ask(ctx, fit.Query{Evidence: &fit.Weigh{Draws: evidenceBatch, On: done > 0}}); err != nil {
			break
		}
		p.w.post(func() {
			if p.now == mine {
				p.estimate = *a.Evidence
				p.show()
			}
		})
	}
	p.w.post(func() {
		if p.now != mine {
			return
		}
		p.now = nil
		if err != nil && !mine.stopped {
			p.problem = say.Sentence(err.Error())
		}
		p.show()
	})
}

// show writes the present estimate.
func (p *evidencePanel) show() {
	p.lines.RemoveAll()
	for _, line := range inspect.Evidence(p.estimate) {
		p.lines.Add(line)
	}
	if p.problem != "" {
		p.lines.Add(controls.NewParagraph(p.problem, look.RightWidth-2*look.Margin, look.SizeSmall, look.BadText))
	}
	switch {
	case p.now != nil && p.now.stopped:
		p.link.SetText("Stopping…")
	case p.now != nil:
		p.link.SetText("Stop")
	case p.estimate.Draws > 0:
		p.link.SetText("More draws")
	default:
		p.link.SetText("Estimate by importance sampling")
	}
	controls.Relayout(p.object)
}
