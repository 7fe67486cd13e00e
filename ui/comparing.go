package ui

import (
	"context"
	"fmt"
	"math"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/board"
	fit "example.org/espalier/inference/job"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/ui/comparing"
)

// A comparison fits several models to the open table while the same part of it is hidden from
// each. The fits become results of the table as they end.
type comparison struct {
	cancel  context.CancelFunc
	stopped bool
	text    string
	done    int
	failed  []string
}

// CompareModels begins a comparison, unless one is under way.
func (w *Workspace) CompareModels(p board.Plan) {
	if w.comparison != nil || w.data() == nil {
		return
	}
	specs, err := p.Specs(w.models)
	if err != nil {
		w.fail("The models cannot be compared.", err)
		return
	}
	ctx, cancel := context.WithCancel(w.ctx)
	c := &comparison{cancel: cancel, text: "The first fit is starting…"}
	w.comparison = c
	sheet, _ := w.now().Sheet()
	from := board.From{Table: sheet.AnnotatedTable(w.Table()), Models: w.models}
	threads, version, last := w.threads, w.version, -1
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
					w.post(func() { w.compared(c, p.Fit, p.Fits, p.Spec, percent) })
				}
			},
			Done: func(f board.Fitted) { w.post(func() { w.adopt(c, f, sheet) }) },
		})
		w.post(func() { w.endComparing(c, err) })
	}()
	w.changed(RunChanged)
}

// compared records the progress of a comparison.
func (w *Workspace) compared(c *comparison, at, of int, s fit.Spec, percent int) {
	if w.comparison == c && !c.stopped {
		c.text = fmt.Sprintf("Fit %d of %d: %s, split %d, %d %%", at+1, of, w.model(s.Model).Info().Title, s.Seed, percent)
		w.changed(RunChanged)
	}
}

// adopt adds a fit as a result of the table of a sheet.
func (w *Workspace) adopt(c *comparison, f board.Fitted, sheet study.Sheet) {
	if f.Err != nil {
		c.failed = append(c.failed, f.Spec.Model+": "+strings.TrimPrefix(f.Err.Error(), f.Spec.Model+": "))
		return
	}
	c.done++
	m := f.Handle.Material()
	j := &job{Result: Result{Model: m.Model, Info: m.Info, Settings: m.Settings, Decided: m.Decided(), Seed: m.Spec.Seed, Chains: m.Chains, Table: w.doc.Table(sheet.Table), Data: m.Data, Snapshot: f.Result.Snapshot},
		data: m.Data, run: f.Handle, closed: true, landed: true, gone: make(chan struct{})}
	close(j.gone)
	j.ID = w.doc.AddResult(study.Result{Table: sheet.Table, Fit: f.Result, Made: sheet.Made(), Data: m.Data})
	w.Runs.jobs[j.ID] = j
	w.doc.Do("Compare Models", "compare models", func(s study.State) study.State {
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
		w.say(Notice{Bad: true, Text: plotting.Plural(len(c.failed), "model") + " could not be compared.", Err: fmt.Errorf("%s", strings.Join(c.failed, "; "))})
	} else if err == nil {
		w.say(Notice{Text: plotting.Plural(c.done, "fit") + " done: the board compares them."})
	}
	w.changed(RunChanged)
}

// StopComparing ends the comparison under way; the fits done stay.
func (w *Workspace) StopComparing() {
	if c := w.comparison; c != nil && !c.stopped {
		c.stopped, c.text = true, "Stopping…"
		c.cancel()
		w.changed(RunChanged)
	}
}

// Comparing returns the progress of the comparison in words, and whether one is under way.
func (w *Workspace) Comparing() (text string, working bool) {
	if w.comparison == nil {
		return "", false
	}
	return w.comparison.text, true
}

// comparePlan returns what the fits of a comparison share.
func (w *Workspace) comparePlan() board.Plan {
	p := w.data().Preprocessing
	return board.Plan{Base: fit.Spec{Table: fit.SourceOf(w.Table()), Preprocessing: &p}}
}

// askCompareModels asks which models to compare on the open table. Another goroutine finds out what
// each of them predicts.
func (w *window) askCompareModels() {
	data := w.ws.data()
	if data == nil {
		w.ws.fail("There is nothing to compare models on.", fmt.Errorf("first open a table, or choose a sample"))
		return
	}
	own, models := w.ws.Next.Settings(), w.ws.Models()
	w.Background(func(context.Context) func() {
		offers := board.Offers(models, data, func(m inference.Model) inference.Settings { return comparing.Like(m, own) })
		return func() {
			if w.ws.data() == data && w.Top() == nil {
				w.showCompareModels(offers, own)
			}
		}
	})
}

func (w *window) showCompareModels(offers []board.Offer, own inference.Settings) *comparing.Order {
	return comparing.Ask(w.Dialogs, comparing.Question{Models: w.ws.Models(), Offers: offers, Picked: w.ws.Next.Model(), Own: own, Plan: w.ws.comparePlan(), Ran: w.centre.board.Entries(),
		Seed: w.ws.Next.Seed(), Begin: func(p board.Plan) {
			w.ws.CompareModels(p)
			w.centre.tabs.Pick(w.centre.board.Tab())
		}})
}
