package ui

import (
	"strings"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/stat/diagnostics"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/ui/files"
	"example.org/espalier/ui/workspace"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/results"
	"example.org/espalier/views/say"
	"example.org/espalier/views/screen"
	"example.org/espalier/views/stamp"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
)

// A resultColumn lists the results of the tables of the study.
type resultColumn struct {
	object fyne.CanvasObject

	w        *window
	list     *results.List
	count    *controls.Text
	pictures *results.Pictures
	verdicts map[study.ResultID]diagnostics.Level // of the draws, for results already assessed
	resize   func()
}

func newResultColumn(w *window, style plotting.Style) *resultColumn {
	c := &resultColumn{w: w, list: results.NewList(look.LeftInner),
		pictures: results.NewPictures(screen.Post(w.post), style), count: controls.NewText("", look.SizeSmall, look.Muted),
		verdicts: map[study.ResultID]diagnostics.Level{}, resize: func() {}}
	runs := w.ws.Runs
	c.list.Do = results.Wishes{Show: runs.Show, Rename: c.askLabel, Name: c.name,
		Beside:    func(id study.ResultID) { w.centre.other.toggle(id) },
		Duplicate: c.duplicate, Remove: runs.Remove, Stop: runs.StopResult, Carry: c.carry}
	c.list.Resized = func() { c.resize() }
	c.pictures.OnPicture = c.refresh
	// The rows extend a little beyond the column, so that their text aligns with its edge.
	c.object = controls.Stack(6, controls.Row(0, controls.Head("Results").Elastic(), c.count),
		controls.Inset(-6, 0, -6, 0, c.list))
	c.refresh()
	return c
}

// duplicate puts the settings of a result into the form and the form in sight.
func (c *resultColumn) duplicate(id study.ResultID) {
	c.w.ws.Runs.Duplicate(id)
	controls.Reveal(c.w.model.object)
}

// fewRows is how many results a low window lists until the user asks for all.
const fewRows = 2

// shorten lists fewer results where the window is low, and reports whether the list changed.
func (c *resultColumn) shorten(low bool) bool {
	if low {
		return c.list.SetMost(fewRows)
	}
	return c.list.SetMost(results.MostRows)
}

// refresh shows the results as they are now.
func (c *resultColumn) refresh() {
	runs := c.w.ws.Runs
	ids := workspace.Listed(runs)
	var entries []results.Entry
	var above *inference.Table
	several := len(ids) > 0 && workspace.TableOf(runs, ids[0]) != workspace.TableOf(runs, ids[len(ids)-1])
	for _, id := range ids {
		e := c.entry(id)
		if t := workspace.TableOf(runs, id); several && t != above && t != nil {
			e.Head, above = t.Name, t
		}
		entries = append(entries, e)
		c.askPicture(id)
	}
	c.count.Set("")
	if len(ids) > 3 {
		c.count.Set(say.Thousands(len(ids)))
	}
	if c.list.Set(entries) {
		c.resize()
	}
	c.pictures.Forget(func(id study.ResultID) bool {
		_, ok := c.w.ws.Doc.Result(id)
		return !ok
	})
}

// askPicture requests a small picture of a result: of its first snapshot, and of later ones when it
// rests.
func (c *resultColumn) askPicture(id study.ResultID) {
	j := c.w.ws.Runs.Jobs[id]
	if j == nil || j.Snapshot == nil || !c.pictures.Wants(id, j.Snapshot) ||
		!j.Subject().HasTree() && !j.Subject().Treeless() {
		return
	}
	if !j.Progress().State.Working() || c.pictures.Of(id) == nil {
		c.pictures.Ask(id, j.Subject())
	}
}

// judged records the verdict on the draws of a result.
func (c *resultColumn) judged(of stamp.Stamp, v diagnostics.Verdict) {
	if of.Result != 0 && c.verdicts[of.Result] != v.Level {
		c.verdicts[of.Result] = v.Level
		c.refresh()
	}
}

// entry describes a result and its state in words.
func (c *resultColumn) entry(id study.ResultID) results.Entry {
	ws := c.w.ws
	now, known := ws.Now(), study.Result{}
	known, _ = ws.Doc.Result(id)
	e := results.Entry{ID: id, Title: ws.Runs.Title(id), Note: now.Label(id).Note, Done: -1, Dot: look.Muted,
		Shown: now.Shown == id, Beside: c.beside(id), Picture: c.pictures.Of(id)}
	if known.Fit == nil {
		return e
	}
	e.Settings = settingsInWords(ws, known)
	j := ws.Runs.Jobs[id]
	if j == nil {
		e.Time = say.Elapsed(time.Duration(known.Fit.Seconds * float64(time.Second)))
		return e
	}
	p := c.w.centre.seen().Progress(id, j.Progress())
	e.Time = say.Elapsed(p.Elapsed)
	if j.Snapshot != nil {
		if v, ok := j.Subject().Objective(0); ok {
			e.Score = say.ScoreName(j.Info.ShownTitle(j.Snapshot)) + " " + chart.FormatScore(v)
		}
	}
	e.Dot, e.Status = c.standing(j, p)
	if p.State.Working() && !j.Queued {
		e.Status, _ = say.ProgressLines(p, j.Info)
		e.Status, _, _ = strings.Cut(e.Status, " · ")
		e.Score, e.Time, e.Done = "", "", say.BarFraction(p, j.Info, workspace.Rate(ws.Runs) > 0)
	}
	return e
}

// carry shows where a dragged result would go, and puts it there when it is dropped: on the right half of the figures
// it goes beside the result shown, on the left half in its place.
func (c *resultColumn) carry(id study.ResultID, at fyne.Position, dropped bool) {
	area := controls.AreaOf(c.w.centre.figures)
	area.Size.Width /= 2
	target, left, text := controls.Area{}, area, c.w.ws.Runs.Title(id)
	area.At.X += area.Size.Width
	put := func(study.ResultID) {}
	switch {
	case area.Holds(at):
		target, text, put = area, text+" in the second pane", c.w.centre.other.put
	case left.Holds(at):
		target, put = left, c.w.ws.Runs.Show
		if c.w.centre.other.on() {
			text += " in the first pane"
		}
	}
	if !dropped {
		controls.Carry(c.list, text, at, target)
		return
	}
	controls.EndCarry(c.list)
	if _, ok := c.w.ws.Doc.Result(id); ok {
		put(id)
	}
}

// beside reports whether a result is in the second pane.
func (c *resultColumn) beside(id study.ResultID) bool {
	return c.w.centre != nil && c.w.centre.other.chosen.Result == id
}

// standing returns the dot of a result and the words before its score.
func (c *resultColumn) standing(j *workspace.Job, p run.Progress) (fyne.ThemeColorName, string) {
	switch {
	case j.Queued:
		return look.Muted, "queued"
	case p.State.Working():
		return look.Good, ""
	case p.State == run.Paused:
		return look.Warn, "paused"
	case p.State == run.Failed:
		return look.Bad, "failed"
	case p.State == run.Stopped:
		return look.Warn, "stopped"
	}
	level, judged := c.verdicts[j.ID]
	if known, ok := c.w.ws.Doc.Result(j.ID); !judged && ok && known.Fit != nil && known.Fit.Diagnostics != nil {
		level = known.Fit.Diagnostics.Verdict.Level // the verdict when it ended
	}
	switch level {
	case diagnostics.Warn:
		return look.Warn, "few draws"
	case diagnostics.Bad:
		if j.Chains < 2 {
			return look.Bad, "not converged"
		}
		return look.Bad, "chains differ"
	}
	if p.GainKnown && !p.Settled {
		return look.Warn, say.Unsettled(p.Gain)
	}
	return look.Good, ""
}

// settingsInWords names the differences of a fit from the defaults and from the table's present preparation.
func settingsInWords(ws *workspace.Workspace, r study.Result) string {
	h := ws.Now().SheetOf(r.Table)
	return files.SettingsInWords(r.Fit, ws.Model(r.Fit.Spec.Model), h)
}

// name names a result and keeps the note on it.
func (c *resultColumn) name(id study.ResultID, name string) {
	c.w.ws.Runs.Label(id, study.Label{Name: name, Note: c.w.ws.Now().Label(id).Note})
}

// askLabel asks for the name of a result and a note on it.
func (c *resultColumn) askLabel(id study.ResultID) {
	w := c.w
	old := w.ws.Now().Label(id)
	name, note := controls.NewField(old.Name, nil), controls.NewField(old.Note, nil)
	name.Left, note.Left, name.PlaceHolder, note.PlaceHolder = true, true, w.ws.Runs.ModelTitle(id), "none"
	var s *dialogs.Sheet
	accept := func() {
		s.Close()
		w.ws.Runs.Label(id, study.Label{Name: strings.TrimSpace(name.Text), Note: strings.TrimSpace(note.Text)})
	}
	name.OnSubmitted, note.OnSubmitted = func(string) { w.win.Canvas().Focus(note) }, func(string) { accept() }
	body := controls.Stack(8,
		controls.NewParagraph("A name and a note help to tell results apart. They are saved with the study.", 380,
			look.SizeBody, look.Ink),
		controls.Row(280, controls.Label("Name"), name), controls.Row(280, controls.Label("Note"), note))
	s = w.OpenSheet("Name and note", fyne.NewSize(420, 220), body,
		controls.NewButton("Cancel", controls.Quiet, func() { s.Close() }),
		controls.NewButton("Keep", controls.Primary, accept))
	s.Accept = accept
	w.win.Canvas().Focus(name)
}

func (c *resultColumn) restyle(s plotting.Style) {
	c.pictures.SetStyle(s)
	c.refresh()
}
