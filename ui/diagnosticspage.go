package ui

import (
	"espalier/inference/stat/diagnostics"
	"espalier/plotting"
	"espalier/views/runs"
	"espalier/views/screen"
	look "espalier/views/theme"

	"fyne.io/fyne/v2"
)

const tabDiagnostics = "Diagnostics"

// A diagnosticsPage shows how far the draws of a sampler can be trusted. It has each new
// snapshot judged, also while another page is shown, for the sentence below the run.
type diagnosticsPage struct {
	c     *centre
	view  *runs.DiagnosticsView
	judge *runs.Judge
}

func newDiagnosticsPage(c *centre) *diagnosticsPage {
	p := &diagnosticsPage{c: c, view: runs.NewDiagnosticsView(screen.Post(c.w.post), c.style()), judge: runs.NewJudge(screen.Post(c.w.post))}
	p.judge.OnJudged = func(j runs.Judged) {
		p.view.Set(j)
		c.w.run.judged(j.Report.Verdict)
	}
	p.view.OnClade = c.pickRows
	p.view.OnDraw, c.trace.OnDraw = c.goToDraw, c.goToDraw
	c.tree.OnDraw = c.markDraw
	return p
}

// goToDraw shows the draw nearest to one that was picked in a trace, or marks the one
// picked where no trees are kept.
func (c *centre) goToDraw(chain, iteration int) {
	if !c.tree.Draws.GoTo(chain, iteration) {
		c.markDraw(chain, iteration)
	}
}

// markDraw puts the cursor of the traces at the draw that is shown; a negative iteration
// at none.
func (c *centre) markDraw(chain, iteration int) {
	c.diagnosis.view.SetCursor(chain, iteration)
	c.trace.SetCursor(chain, iteration)
}

// offer has the newest snapshot judged when it is time.
func (p *diagnosticsPage) offer() {
	j := p.c.w.ws.Runs.shown()
	if j == nil || j.Snapshot == nil || !j.Info.Samples {
		p.judge.Forget()
		p.view.Clear()
		p.c.trace.SetCursor(-1, -1)
		p.c.w.run.judged(diagnostics.Verdict{})
		return
	}
	p.judge.Offer(j.ID, j.Snapshot, j.Info, !j.Progress().State.Working())
}

func (p *diagnosticsPage) Name() string              { return tabDiagnostics }
func (p *diagnosticsPage) Object() fyne.CanvasObject { return p.view }
func (p *diagnosticsPage) View() *screen.View        { return p.view.View() }
func (p *diagnosticsPage) Offers(r *Result) bool     { return r.Info.Samples }
func (p *diagnosticsPage) Show(*Result)              {}
func (p *diagnosticsPage) Follow()                   {}
func (p *diagnosticsPage) SetStyle(s plotting.Style) { p.view.SetStyle(s) }
func (p *diagnosticsPage) Close()                    { p.judge.Close(); p.view.Close() }
func (p *diagnosticsPage) Figure() (plotting.Figure, string) {
	if f := p.view.Figure(); f != nil {
		return f, f.Report.Verdict.Text
	}
	return nil, ""
}

// judged shows what is to be thought of the draws, nothing for an empty verdict.
func (c *runColumn) judged(v diagnostics.Verdict) {
	dot := look.Muted
	switch v.Level {
	case diagnostics.Good:
		dot = look.Good
	case diagnostics.Warn:
		dot = look.Warn
	case diagnostics.Bad:
		dot = look.Bad
	}
	if c.verdict.Text() != v.Text {
		defer c.resize()
	}
	c.verdict.Set(dot, v.Text)
}
