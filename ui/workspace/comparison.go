package workspace

import (
	"context"
	"fmt"
	"math"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/board"
	fit "example.org/espalier/inference/job"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/views/pane"
)

// TreeScorer returns the model that scores the trees of a result, its settings, and a description
// of them. It is the model of the result, with the parameters that the run learnt, if that model
// scores trees; else the picked model, else the first model that can.
func (w *Workspace) TreeScorer(r pane.Result) (m inference.TreeScorer, s inference.Settings, words string) {
	if m, ok := w.Model(r.Info.Name).(inference.TreeScorer); ok {
		s = r.Settings.Clone()
		for _, l := range r.Learnt() {
			_ = s.Set(l.Name, plotting.Cell(l.Mean)) // a mean beyond the range leaves the start
		}
		return m, s, r.Info.Title + ", with the parameters learnt in this run"
	}
	if m, ok := w.Next.Model().(inference.TreeScorer); ok {
		return m, w.Next.Settings(), w.Next.Info().Title + ", with the settings on the left, none learnt"
	}
	for _, model := range w.Models() {
		if m, ok := model.(inference.TreeScorer); ok {
			return m, m.Info().Defaults(), m.Info().Title + ", with its defaults, none learnt"
		}
	}
	return nil, s, ""
}

// A comparison fits several models to the open table while the same part of it is hidden from
// each. The fits become results of the table as they end.
type comparison struct {
	cancel  context.CancelFunc
	stopped bool
	text    string
	done    int
	had     int // fits that the table had already
	failed  []string
}

// CompareModels begins a comparison, unless one is under way.
func (w *Workspace) CompareModels(p board.Plan) {
	if w.comparison != nil || w.Plain() == nil {
		return
	}
	specs, err := p.Specs(w.models)
	if err != nil {
		w.Fail("The models cannot be compared.", err)
		return
	}
	ctx, cancel := context.WithCancel(w.Context)
	c := &comparison{cancel: cancel, text: "The first fit is starting…"}
	w.comparison = c
	sheet, _ := w.Now().Sheet()
	from := board.From{Table: sheet.AnnotatedTable(w.Table()), Models: w.models, Have: map[string]bool{}}
	for _, id := range w.Now().Results {
		if r, ok := w.Doc.Result(id); ok && r.Table == sheet.Table && r.Fit != nil && r.Fit.Ended == run.Finished {
			from.Have[r.Fit.Hash] = true
		}
	}
	threads, version, last := w.Threads, w.Version, -1
	go func() {
		defer cancel()
		err := board.Fit(ctx, fit.Local{Version: version}, from, specs, fit.Options{Threads: threads}, board.Watch{
			Progress: func(p board.Progress) {
				percent := 0
				if !math.IsNaN(p.Share) {
					percent = int(100 * min(p.Share, 1))
				}
				if now := 101*p.Fit + percent; now != last { // at most one message for each per cent
					last = now
					w.Post(func() { w.compared(c, p.Fit, p.Fits, p.Spec, percent) })
				}
			},
			Done: func(f board.Fitted) { w.Post(func() { w.adopt(c, f, sheet) }) },
		})
		w.Post(func() { w.endComparing(c, err) })
	}()
	w.Changed(RunChanged)
}

// compared records the progress of a comparison.
func (w *Workspace) compared(c *comparison, at, of int, s fit.Spec, percent int) {
	if w.comparison == c && !c.stopped {
		c.text = fmt.Sprintf("Fit %d of %d: %s, split %d, %d %%", at+1, of, w.Model(s.Model).Info().Title,
			s.Seed, percent)
		w.Changed(RunChanged)
	}
}

// adopt adds a fit as a result of the table of a sheet.
func (w *Workspace) adopt(c *comparison, f board.Fitted, sheet study.Sheet) {
	if f.Err != nil {
		c.failed = append(c.failed, f.Spec.Model+": "+strings.TrimPrefix(f.Err.Error(), f.Spec.Model+": "))
		return
	}
	if f.Result == nil {
		c.had++
		return
	}
	c.done++
	m := f.Handle.Material()
	j := &Job{Result: Result{Model: m.Model, Info: m.Info, Settings: m.Settings, Decided: m.Decided(),
		Seed: m.Spec.Seed, Chains: m.Chains, Table: w.Doc.Table(sheet.Table), Data: m.Data,
		Snapshot: f.Result.Snapshot},
		Plain: m.Data, Run: f.Handle, closed: true, Landed: true, gone: make(chan struct{})}
	close(j.gone)
	j.ID = w.Doc.AddResult(study.Result{Table: sheet.Table, Fit: f.Result, Made: sheet.Made(), Data: m.Data})
	w.Runs.Jobs[j.ID] = j
	w.Doc.Do("Compare Models", "compare models", func(s study.State) study.State {
		shown := s.Shown
		if s = withResult(s, j.ID); shown != 0 || s.Open != sheet.Table {
			s.Shown = shown
		}
		return s
	})
}

// endComparing reports the outcome of a comparison.
func (w *Workspace) endComparing(c *comparison, err error) {
	if w.comparison != c {
		return
	}
	w.comparison = nil
	if len(c.failed) > 0 {
		w.Tell(Notice{Bad: true, Text: plotting.Plural(len(c.failed), "model") + " could not be compared.",
			Err: fmt.Errorf("%s", strings.Join(c.failed, "; "))})
	} else if err == nil {
		text := plotting.Plural(c.done, "fit") + " done: the board compares them."
		if c.had > 0 {
			text += " " + plotting.Plural(c.had, "fit") + " had been run already and stood there."
		}
		w.Tell(Notice{Text: text})
	}
	w.Changed(RunChanged)
}

// StopComparing ends the comparison under way; the fits done stay.
func (w *Workspace) StopComparing() {
	if c := w.comparison; c != nil && !c.stopped {
		c.stopped, c.text = true, "Stopping…"
		c.cancel()
		w.Changed(RunChanged)
	}
}

// Comparing returns the progress of the comparison in words, and whether one is under way.
func (w *Workspace) Comparing() (text string, working bool) {
	if w.comparison == nil {
		return "", false
	}
	return w.comparison.text, true
}

// ComparePlan returns the common part of the fits of a comparison.
func (w *Workspace) ComparePlan() board.Plan {
	p := w.Plain().Preprocessing
	return board.Plan{Base: fit.Spec{Table: fit.SourceOf(w.Table()), Preprocessing: &p}}
}
