package ui

import (
	"strconv"
	"time"

	"example.org/espalier/inference/run"
	"example.org/espalier/inference/stat/diagnostics"
	"example.org/espalier/ui/frame"
	"example.org/espalier/ui/workspace"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/say"
	"example.org/espalier/views/stamp"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
)

// A runColumn starts, pauses and ends runs and shows the progress of the present one.
type runColumn struct {
	object  fyne.CanvasObject // notes about the run
	told    *frame.Told       // it, folding
	buttons fyne.CanvasObject

	ws              *workspace.Workspace
	go_, step, stop *controls.Button
	bar             *controls.Progress
	line1, line2    *controls.Paragraph
	status          *controls.Status
	verdict         *controls.Status // on the draws of a sampler
	judgement       diagnostics.Verdict
	of              stamp.Stamp        // what it is on
	seen            func() stamp.Stamp // stamp of the figure; nil before there is one
	resize          func()             // called when the height of the column changes
	again           *controls.Button
	settle          *controls.Button
	alone           *controls.Button // fits with independent columns
	queue           *controls.Button
	why             *controls.Button    // leads from the verdict to the diagnostics
	play            *controls.Button    // replays the result
	rate            *controls.Picker    // how fast runs go
	slow            fyne.CanvasObject   // its row
	place           *controls.Paragraph // where the next run starts, unless here
}

func newRunColumn(ws *workspace.Workspace) *runColumn {
	c := &runColumn{ws: ws}
	c.go_ = controls.NewButton("Run", controls.Primary, ws.Runs.Go).WithTip("F5 or Ctrl+R")
	c.step = controls.NewButton("Step", controls.Quiet, ws.Runs.Step).WithTip("One iteration, then a pause (F6)")
	c.stop = controls.NewButton("Stop", controls.Quiet, ws.Runs.Stop).
		WithTip("Ends the run and keeps what it found (Shift+F5)")
	c.bar = controls.NewProgress()
	c.line1 = controls.NewParagraph("", look.LeftInner, look.SizeSmall, look.Muted)
	c.line2 = controls.NewParagraph("", look.LeftInner, look.SizeSmall, look.Muted)
	c.status = controls.NewStatus(look.LeftInner)
	c.verdict = controls.NewStatus(look.LeftInner)
	c.resize = func() {}
	c.settle = controls.NewButton("Run until settled", controls.Linked, ws.Runs.Settle).WithTip(
		"Continues until the objective gains almost nothing in " + say.Thousands(run.SettleWindow) + " iterations")
	c.queue = controls.NewButton("Queue a run with these settings", controls.Linked, ws.Runs.Queue).WithTip(
		"It starts when this run ends, or at once if processors are free")
	c.why = controls.NewButton("See the diagnostics", controls.Linked, func() {})
	c.play = controls.NewButton("Play how it formed", controls.Linked,
		func() {}).WithTip("Replays the result shown (Ctrl+Shift+Y)")
	c.alone = controls.NewButton("Fit with independent columns", controls.Linked, ws.Runs.RunIndependent)
	c.again = controls.NewButton("Run again from the start", controls.Linked, ws.Runs.Run)
	// The buttons come last: the column grows upwards with its texts, and they stay where they are.
	c.place = controls.NewParagraph("", look.LeftInner, look.SizeSmall, look.Muted)
	c.rate, c.slow = newRate(ws.Runs)
	pace, again := controls.Stack(0, c.slow), controls.Stack(0, c.again)
	c.told = frame.NewTold(controls.Head("Run"), controls.Stack(8, c.place, pace,
		c.bar, controls.Stack(3, c.line1, c.line2), c.status, c.verdict, controls.Stack(2, c.why, c.play,
			c.alone, c.settle, c.queue, again)), []*fyne.Container{pace, again}, c.status, c.verdict)
	c.object = c.told.Object
	c.buttons = controls.Shares(8, []float32{106, 50, 50}, c.go_, c.step, c.stop)
	c.refresh()
	return c
}

func (c *runColumn) refresh() {
	s := c.ws.Runs.Stage()
	p, any := c.ws.Runs.Progress()
	if any && c.seen != nil {
		p = c.seen().Progress(c.ws.Now().Shown, p) // the count is that of the figure
	}
	c.go_.SetText(goText(s))
	able := c.ws.Data() != nil && !s.Away && (s.Working || s.Paused || c.ws.Unsettled() == "")
	c.go_.SetEnabled(able)
	c.step.SetEnabled(able)
	c.stop.SetEnabled(s.Working || s.Paused)
	if !any || !s.Exists {
		c.bar.Set(0)
		c.line1.Set("", look.Muted)
		c.line2.Set("", look.Muted)
	} else {
		c.bar.Set(say.BarFraction(p, c.ws.Runs.Job().Info, workspace.Rate(c.ws.Runs) > 0))
		l1, l2 := say.ProgressLines(p, c.ws.Runs.Job().Info)
		c.line1.Set(l1, look.Muted)
		c.line2.Set(l2, look.Muted)
	}
	controls.Show(c.bar, s.Exists)
	dot, text := statusOf(c.ws)
	c.status.Set(dot, text)
	j := c.ws.Runs.Job() // a verdict on the draws of another result, or of another model than is picked, is not shown
	if j != nil && c.judgement.Text != "" {
		c.verdict.Set(verdictDots[c.judgement.Level], c.of.Prefix(c.seen(), j.Info)+c.judgement.Text)
	}
	controls.Show(c.verdict, c.judgement.Text != "" && j != nil && c.of.Result == j.ID &&
		j.Info.Name == c.ws.Next.Setup().Model)
	controls.Show(c.why, c.verdict.Visible())
	if c.ws.On != nil {
		c.place.Set("Runs start on "+c.ws.On.Name+".", look.Muted)
	}
	controls.Show(c.place, c.ws.On != nil)
	c.rate.Put(strconv.Itoa(workspace.Rate(c.ws.Runs)))
	controls.Show(c.slow, c.ws.Data() != nil && !s.Away && c.ws.Next.Info().Iterations > 0)
	controls.Show(c.play, workspace.Replayable(c.ws.Runs).Last != nil)
	controls.Show(c.alone, s.Ended && j != nil && (j.Apart || j.Rival) && able && c.ws.Runs.HasIndependentColumns())
	controls.Show(c.settle, s.Climbing && !s.Stale && able)
	controls.Show(c.queue, (s.Working || s.Paused) && s.Stale && c.ws.Data() != nil && c.ws.Unsettled() == "")
	controls.Show(c.again, s.Ended && s.More && !s.Stale && able)
}

// newRate returns the choice of how fast runs go, and its row.
func newRate(r *workspace.Runs) (*controls.Picker, fyne.CanvasObject) {
	options := []controls.Option{}
	for _, n := range workspace.Rates {
		o := controls.Option{Value: strconv.Itoa(n), Title: strconv.Itoa(n) + " a second",
			Note: "Slow motion: every step is drawn."}
		if n == 0 {
			o.Title, o.Note = "full", "The answer comes as soon as it can."
		}
		options = append(options, o)
	}
	p := controls.NewPicker(options, options[0].Value, func(v string) {
		n, _ := strconv.Atoi(v) // of the options
		workspace.SetRate(r, n)
	})
	return p, controls.Row(94, controls.Label("Speed"), p)
}

// runMore is the text of the button that continues a run that has ended.
const runMore = "Run more"

func goText(s workspace.Stage) string {
	switch {
	case s.Working:
		return "Pause"
	case s.Paused:
		return "Resume"
	case s.Ended && s.More && !s.Stale:
		return runMore
	}
	return "Run"
}

// statusOf returns the dot and the sentence at the end of the left column.
func statusOf(w *workspace.Workspace) (fyne.ThemeColorName, string) {
	if b := w.Busy(); b != "" {
		return look.Warn, b + "…"
	}
	if w.Data() == nil {
		return look.Muted, "Open a table to begin."
	}
	s := w.Runs.Stage()
	if what := w.Unsettled(); what != "" && !s.Working && !s.Paused {
		return look.Bad, say.Sentence(what)
	}
	if !s.Exists {
		if c := w.Runs.Check(); c.Err != nil {
			return look.Bad, say.Sentence(c.Err.Error())
		} else {
			notes := "Ready."
			if t := c.Duration(w.Next.Iterations()); t > 10*time.Second && w.Next.Enough() == 0 &&
				!say.Untold(w.Next.Iterations(), w.Next.Info()) {
				notes = "Ready. A run takes " + say.Duration(t) + "."
			}
			for _, n := range c.Notes {
				notes += " " + say.Sentence(n)
			}
			return look.Good, notes
		}
	}
	j := w.Runs.Job()
	p := j.Progress()
	stale := ""
	switch next := w.Next.Model().Info(); {
	case s.Stale && j.Info.Name != next.Name: // a result of another model was clicked, or another model picked
		stale = " The next run fits " + next.Title + "."
	case s.Stale:
		stale = " The settings have changed since; the changes apply to the next run."
	}
	switch p.State {
	case run.Building, run.Running:
		return look.Good, say.Sentence("Working"+say.PhaseAfter(p)) + say.Decided(j.Snapshot) + stale
	case run.Paused:
		if j.Queued {
			return look.Warn, "Queued: it starts when another run ends."
		}
		return look.Warn, "Paused." + stale
	case run.Stopped:
		return look.Warn, "Stopped after " + say.Elapsed(p.Elapsed) + ". What was found is kept." + say.Climbed(p,
			j.Info) + say.Reasoned(j.Snapshot) + stale
	case run.Failed:
		return look.Bad, "The run failed."
	}
	ends := say.Reasoned(j.Snapshot) + j.Claims + stale
	if p.Reached {
		return look.Good, "Finished in " + say.Elapsed(p.Elapsed) + ": there are enough draws." + ends
	}
	if p.Final && j.Info.Iterations > 0 && (p.Settled || !run.Climbs(j.Info)) {
		return look.Good, "Finished in " + say.Elapsed(p.Elapsed) + ": nothing is left to do." + ends
	}
	dot := look.Good
	if p.GainKnown && !p.Settled || j.Apart {
		dot = look.Warn
	}
	return dot, "Finished in " + say.Elapsed(p.Elapsed) + "." + say.Climbed(p,
		j.Info) + say.Reasoned(j.Snapshot) + j.Claims + stale
}

// verdictDots are the colours of the dots of verdicts, by their level.
var verdictDots = map[diagnostics.Level]fyne.ThemeColorName{diagnostics.Unknown: look.Muted,
	diagnostics.Good: look.Good, diagnostics.Warn: look.Warn, diagnostics.Bad: look.Bad}

// judged shows the verdict on the draws of a moment, nothing for an empty verdict.
func (c *runColumn) judged(of stamp.Stamp, v diagnostics.Verdict) {
	if c.judgement.Text != v.Text || c.of != of {
		defer c.resize()
	}
	c.of, c.judgement = of, v
	c.refresh()
}
