package runs

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"espalier/inference"
	"espalier/inference/kind/trials"
	"espalier/inference/stat/heldout"
	"espalier/plotting"
)

// A HeldOutCase is a model under settings whose held-out fit can be compared.
type HeldOutCase struct {
	Model    inference.Model
	Settings inference.Settings
	Name     string // "nsfa", under which it stands in the figure
	Chosen   bool   // to begin with
}

// A HeldOutSubject is what models are compared on. Scores are kept as long as Key stays.
type HeldOutSubject struct {
	Key           any // comparable
	Table         *inference.Table
	Data          *inference.Dataset // the table prepared
	Preprocessing inference.Preprocessing
	Seed          uint64 // the first of the seeds
	Cases         []HeldOutCase
}

// heldPlan is what is hidden and how long fits are; scores under different plans do not compare.
type heldPlan struct {
	percent int
	part    int // 1 / part of each model's own iterations
}

// heldFit is a fit of a study.
type heldFit struct {
	of    int // case
	seed  uint64
	score heldout.Score
	err   error
}

// A heldOutStudy fits the models chosen, one fit after another, on a goroutine of its own.
type heldOutStudy struct {
	cancel  context.CancelFunc
	stopped bool
	at      string  // the fit under way
	share   float64 // of it that is done
}

// heldTask is one fit to be done.
type heldTask struct {
	of   int
	seed uint64
}

// tasks lists the fits that are asked for and not done: of the first seed for every model,
// then of the next, so that models can soon be compared.
func (v *HeldOutView) tasks() (list []heldTask) {
	for k := range heldRepeats[v.repeat] {
		for i := range v.subject.Cases {
			seed := v.subject.Seed + uint64(k)
			done := slices.ContainsFunc(v.fits, func(f heldFit) bool { return f.of == i && (f.seed == seed || f.err != nil) })
			if v.chosen[i] && !done {
				list = append(list, heldTask{i, seed})
			}
		}
	}
	return list
}

// run does fits until the context ends, in a goroutine.
func (v *HeldOutView) run(ctx context.Context, mine *heldOutStudy, subject HeldOutSubject, plan heldPlan, tasks []heldTask) {
	defer mine.cancel()
	failed := map[int]bool{}
	for _, t := range tasks {
		if ctx.Err() != nil {
			break
		}
		if failed[t.of] {
			continue
		}
		c := subject.Cases[t.of]
		v.tell(mine, func() { mine.at, mine.share = fmt.Sprintf("%s, seed %d", c.Name, t.seed), 0 })
		f := heldFit{of: t.of, seed: t.seed}
		f.score, f.err = v.fit(ctx, mine, subject, plan, c, t.seed)
		if ctx.Err() != nil {
			break
		}
		failed[t.of] = f.err != nil
		v.tell(mine, func() { v.fits = append(v.fits, f); v.changed() })
	}
	v.tell(mine, func() { v.now = nil })
}

// tell changes the view on the goroutine of the window, where the study is still its own.
func (v *HeldOutView) tell(mine *heldOutStudy, change func()) {
	v.view.Do(func() {
		if v.now == mine {
			change()
			v.setTools()
		}
	})
}

// fit does one fit; a panic of a model is an error of the fit.
func (v *HeldOutView) fit(ctx context.Context, mine *heldOutStudy, subject HeldOutSubject, plan heldPlan, c HeldOutCase, seed uint64) (score heldout.Score, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s failed: %v", c.Name, p)
		}
	}()
	last := 0.0
	return heldout.Fit(ctx, subject.Table, subject.Preprocessing, c.Model, c.Settings, heldout.Options{
		Share: float64(plan.percent) / 100, Seed: seed, Threads: runtime.GOMAXPROCS(0),
		Iterations: max(1, inference.InfoFor(c.Model, c.Settings).Iterations/plan.part),
		Progress: func(share float64) {
			if share >= last+0.02 {
				last = share
				v.tell(mine, func() { mine.share = share })
			}
		}})
}

// Trials returns the fits that are done, the best model first.
func (v *HeldOutView) Trials() *trials.Trials {
	t := &trials.Trials{Unit: strings.TrimSuffix(v.things(), "s"), Share: float64(heldShares[v.share]) / 100, Part: heldParts[v.part]}
	for i, c := range v.subject.Cases {
		m := trials.Model{Name: c.Name}
		for _, f := range v.fits {
			if f.of == i && f.err == nil && v.chosen[i] {
				m.Fits = append(m.Fits, trials.Fit{Name: fmt.Sprintf("%s, seed %d", c.Name, f.seed), Seed: f.seed, N: f.score.N, LogDensity: f.score.LogDensity, Squared: f.score.Squared})
			}
		}
		if len(m.Fits) > 0 {
			t.Models = append(t.Models, m)
		}
	}
	slices.SortStableFunc(t.Models, func(a, b trials.Model) int { return cmp.Compare(b.Mean(), a.Mean()) })
	return t
}

// status says how far the study is, or what could not be fitted.
func (v *HeldOutView) status() string {
	if v.now != nil {
		if v.now.stopped {
			return "stopping…"
		}
		text := fmt.Sprintf("%s to go", plotting.Plural(len(v.tasks()), "fit"))
		if v.now.at != "" {
			text += ": " + v.now.at
			if v.now.share > 0 {
				text += ", " + plotting.FormatPercent(v.now.share)
			}
		}
		return text
	}
	for _, f := range v.fits {
		if f.err != nil && v.chosen[f.of] {
			name := v.subject.Cases[f.of].Name
			return name + " is left out: " + strings.TrimPrefix(strings.TrimPrefix(f.err.Error(), v.subject.Cases[f.of].Model.Info().Name+": "), name+": ")
		}
	}
	return ""
}
