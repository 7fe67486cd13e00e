package workspace

import (
	"context"
	"path/filepath"
	"slices"

	"example.org/espalier/inference"
	fit "example.org/espalier/inference/job"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/study/opening"
	"example.org/espalier/ui/files"
	"example.org/espalier/views/panics"
)

// adopt prepares a result of the document, by its number, to be shown and continued. A fit that was
// working when it was saved continues at once, unless it was removed since; others rest.
func (r *Runs) adopt(id study.ResultID, m *fit.Material) {
	w := r.w
	known, ok := w.Doc.Result(id)
	if !ok {
		return
	}
	o := fit.Options{Threads: w.Threads, Every: tick, Rate: w.Runs.rate, Paused: known.Fit.Ended == run.Paused}
	found := *known.Fit
	if now := w.Now(); !found.Ended.Ended() && id != now.Shown && !slices.Contains(now.Results, id) {
		found.Ended = run.Stopped
	}
	var h fit.Handle
	away := false
	if !found.Ended.Ended() {
		if h = w.takenUp(m, o); h != nil {
			away = true
		}
	}
	if h == nil && !found.Ended.Ended() {
		if found.State != nil {
			o.State = found.State
			started, err := w.runner().Start(w.Context, m, o)
			if err != nil {
				w.Fail(m.Info.Title+" could not continue.", err)
			} else {
				h = started
			}
		}
		if h == nil { // it stays as it was saved
			found.Ended = run.Stopped
		}
	}
	if h == nil {
		o.State, o.Paused = nil, false
		h = fit.Rest(w.Context, w.runner(), m, &found, o)
	}
	table := w.Doc.Table(known.Table)
	j := &Job{Result: Result{ID: id, Model: m.Model, Info: m.Info, Settings: m.Settings, Decided: found.Decided,
		Seed: m.Spec.Seed, Chains: m.Chains,
		Table: table, Data: opening.Framed(m, table), Named: m.Spec.Annotations, First: known.First,
		Snapshot: found.Snapshot},
		Plain: m.Data, enough: int(m.Spec.Goal.EffectiveSize), Weighable: h.Able().Evidence, Run: h,
		goal: m.Spec.Goal, gone: make(chan struct{}),
		Landed: found.Ended.Ended(), Kept: found.Ended.Ended(), Away: away, made: found.Arithmetic}
	if plain := w.Doc.Prepared(known.Table, *m.Spec.Preprocessing); plain != nil && m.Held.From == "" &&
		m.Spec.Rows == nil && m.Spec.Columns == nil {
		j.Plain = plain
	} else {
		j.Plain = j.Data
	}
	if c := m.Spec.Classes; c != nil {
		j.classes, j.held = c.Column, int(100*c.Share+0.5)
	}
	if found.Ended == run.Failed {
		j.Err = h.Wait()
	}
	j.places = known.Places
	r.Jobs[id] = j
	if known.Data = j.Data; known.Fit.Ended != found.Ended {
		known.Fit = &found
	}
	w.Doc.Put(known)
	go r.read(j)
	go r.tick(j)
	if !j.Landed {
		if !o.Paused {
			r.goesOn(j)
		}
		r.Open = append(r.Open, j)
		go r.wait(j)
	}
}

// Bring adds a result that was fitted on the command line to the study, with its table where that is not in it, and
// shows it.
func (s *Studies) Bring(path string) {
	w, name, tables := s.w, filepath.Base(filepath.Dir(path)), map[study.TableID]*inference.Table{}
	for _, h := range w.Now().Sheets {
		tables[h.Table] = w.Doc.Table(h.Table)
	}
	s.Work("Opening "+name, func(ctx context.Context) func() {
		f, err := files.OpenFit(ctx, path, tables)
		return func() {
			if err != nil {
				w.Fail("Could not open the result "+name+".", err)
				return
			}
			w.CancelOpen()
			w.generation, w.wanted, w.Notice = w.generation+1, nil, Notice{}
			to := preparation{label: "Open the result " + name, table: f.Same, prep: f.Plain.Preprocessing}
			if w.Doc.Table(to.table) == nil {
				to.table = w.Doc.AddTable(f.Table)
			}
			if to.table != w.Now().Open {
				w.refused = nil
			}
			w.Doc.AddPrepared(to.table, f.Plain)
			id := w.Doc.AddResult(study.Result{Table: to.table, Fit: f.Result, Test: f.Test, Data: f.Material.Data})
			w.Runs.adopt(id, f.Material)
			w.Doc.Do(to.label, "", func(st study.State) study.State {
				if st.Open == 0 {
					st.Setup = w.Next.fitting(f.Setup)
				}
				st = w.landed(to)(st)
				if h, _ := st.Sheet(); h.Naming == (inference.Naming{}) {
					h.Naming = f.Result.Spec.Read.Labels
					st = st.WithSheet(h)
				}
				return withResult(st, id)
			})
			w.Changed(anythingChanged)
		}
	})
}

// takenUp returns a fit that a cluster has continued since it was left, nil where none has it.
func (w *Workspace) takenUp(m *fit.Material, o fit.Options) fit.Handle {
	for _, c := range w.Clusters {
		if c.Holds(m) {
			c.Here, o.State, o.Paused = w.runner(), nil, false
			h, err := c.Start(w.Context, m, o)
			if err == nil {
				return h
			}
			w.Fail(m.Info.Title+" could not be found again on "+c.Name+".", err)
		}
	}
	return nil
}

// closeAll ends all runs and forgets them.
func (r *Runs) closeAll() {
	for _, j := range r.Jobs {
		if !j.closed {
			j.closed = true
			close(j.gone)
			go j.Run.Close()
		}
	}
	r.Open, r.Jobs = nil, map[study.ResultID]*Job{}
}

// keepEnd gives the document everything that a run left at its end: scores, diagnostics and the
// state to continue from. Another goroutine computes it.
func (r *Runs) keepEnd(j *Job) {
	if j.First || j.closed {
		return
	}
	ctx, at := r.w.Context, j.Snapshot
	go func() {
		found, err := panics.Call(func() (*fit.Result, error) { return j.Run.Result(ctx) })
		state, failure := j.Run.Save(ctx)
		r.w.Post(func() {
			known, ok := r.w.Doc.Result(j.ID)
			if !ok || j.closed || !j.Landed || j.Snapshot != at || j.Run.Latest() != at || ctx.Err() != nil {
				return
			}
			if err == nil && found != nil {
				if known.Fit = endOf(known.Fit, found, r.w.Version); failure == nil {
					known.Fit.State = state
				}
				j.Kept = true
				r.w.Studies.quietly(func() { r.w.Doc.Put(known) }) // states saved since the end have it already
				if j.Snapshot = known.Fit.Snapshot; j.Snapshot != at {
					r.changed(j, ResultChanged)
				}
			}
			r.w.Studies.Keeper.Ended()
		})
	}()
}

// endOf returns a result with all that its fit had found by its end.
func endOf(known, found *fit.Result, version string) *fit.Result {
	kept := *found
	kept.Snapshot = found.Expecting(known.Snapshot) // from another process came a copy
	kept.Version, kept.Spec = version, known.Spec
	kept.Hash = kept.Spec.Hash()
	return &kept
}

// fitting returns a setup that is valid for the models of this program: for an unknown model that
// of the first model, and without values that its parameters refuse.
func (n *NextRun) fitting(s study.Setup) study.Setup {
	m := n.w.Model(s.Model)
	if m == nil {
		m = n.w.models[0]
		s = study.Setup{Model: m.Info().Name, Seed: 1}
	}
	settings, _ := fit.SettingsOf(m.Info(), s.Settings) // refused values become defaults
	s.Settings = fit.ValuesOf(settings)
	s.Chains, s.Iterations = min(max(0, s.Chains), MostChains), min(max(0, s.Iterations), MostIterations)
	s.Enough, s.HeldOut = min(max(0, s.Enough), MostEnough), min(max(0, s.HeldOut), MostHeld)
	if s.HeldOut == 0 {
		s.HeldOut = UsualHeld
	}
	if s.Seed == 0 {
		s.Seed = 1
	}
	return s
}

// keepsAnything reports whether a table has work that opening another table must not lose.
func (w *Workspace) keepsAnything(h study.Sheet) bool {
	if len(h.Rows.Groups)+len(h.Columns.Groups) > 0 || !h.Made().Empty() || h.Note != "" || h.Origin != nil {
		return true
	}
	return w.hasResults(h)
}

// hasResults reports whether the study has results of the table of a sheet.
func (w *Workspace) hasResults(h study.Sheet) bool {
	return slices.ContainsFunc(w.Now().Results, func(id study.ResultID) bool {
		r, ok := w.Doc.Result(id)
		return ok && r.Table == h.Table
	})
}
