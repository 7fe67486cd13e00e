package workspace

import (
	"slices"

	"example.org/espalier/inference"
	fit "example.org/espalier/inference/job"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/depict/graphs"
	"example.org/espalier/plotting/depict/latent"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/report"
	"example.org/espalier/sampledata"
	"example.org/espalier/views/runs"
)

// Entries lists the results of the open table that have found something, oldest first.
func (r *Runs) Entries() []runs.BoardEntry {
	return entries(r, r.w.Now().Results)
}

// Boarded lists the results that [Runs.Entries] lists, after the first tree, which is compared with others and not
// alone.
func Boarded(r *Runs) []runs.BoardEntry {
	list := r.Entries()
	if j := r.quickTree(); j != nil && len(list) > 0 && !slices.Contains(r.w.Now().Results, j.ID) {
		list = append(entries(r, []study.ResultID{j.ID}), list...)
	}
	return list
}

func entries(r *Runs, ids []study.ResultID) (list []runs.BoardEntry) {
	now := r.w.Now()
	for _, id := range ids {
		known, ok := r.w.Doc.Result(id)
		j := r.Jobs[id]
		if !ok || j == nil || known.Table != now.Open || known.Fit.Snapshot == nil || j.Snapshot == nil {
			continue
		}
		name := now.Label(id).Name
		if name == "" && j.First {
			name = "First tree"
		}
		list = append(list, runs.BoardEntry{ID: id, Name: name, Fit: known.Fit, Subject: r.Seen(j).Subject()})
	}
	return list
}

// Reported lists the results of all tables for a report, grouped by table; the quick first tree only if there is
// nothing else. Those of the open table are compared with an annotation, "" for none; those of the others with the
// annotation chosen on their boards. The list shares nothing with the views.
func (r *Runs) Reported(labels string) (items []report.Item) {
	now := r.w.Now()
	list := slices.Clone(now.Results)
	if len(list) == 0 && now.Shown != 0 {
		list = []study.ResultID{now.Shown}
	}
	for _, id := range list {
		known, ok := r.w.Doc.Result(id)
		j := r.Jobs[id]
		if !ok || j == nil || known.Fit.Snapshot == nil || j.Snapshot == nil {
			continue
		}
		sheet, against := now.SheetOf(known.Table), labels
		data := sheet.GroupsAnnotated(j.Table).Annotated(j.Plain)
		if known.Table != now.Open {
			against = runs.BoardLabels(sheet.Panes, data)
		}
		label := now.Label(id)
		items = append(items, report.Item{Name: label.Name, Note: label.Note, Fit: known.Fit, Labels: against,
			Part: report.PartOf(now, r.w.Doc.Table, known.Table), Sheet: sheet,
			Subject: depict.Edited((&depict.Subject{Model: j.Model, Info: j.Info, Settings: j.Settings,
				Decided: j.Decided,
				Seed:    j.Seed, Chains: j.Chains, BurnIn: inference.BurnIn, First: j.First, Table: j.Table, Data: data,
				Snapshot: new(subject.Namer).Named(known.Fit.Snapshot, data.Rows), Annotations: j.Named,
				Looks: r.w.LooksOf(known.Table), Places: known.Places, Number: id, Software: "Espalier " +
					r.w.Version}).With(graphs.Told{Known: graphs.KnownOf(sheet.Panes, j.Plain)},
				latent.Told{Truth: sampledata.Loadings(j.Table)}), sheet, study.FrameOf(data))})
	}
	return items
}

// Results lists the results of the open table, the newest first.
func (r *Runs) Results() (ids []study.ResultID) {
	now := r.w.Now()
	for _, id := range now.Results {
		if known, ok := r.w.Doc.Result(id); ok && known.Table == now.Open {
			ids = append(ids, id)
		}
	}
	slices.Reverse(ids)
	return ids
}

// Listed lists the results of all tables of the study, those of the open table first, each table with its newest first
// and, at the end of the open one, the quick tree that was made when it was opened.
func Listed(r *Runs) (ids []study.ResultID) {
	now := r.w.Now()
	ids = r.Results()
	if j := r.quickTree(); j != nil && !slices.Contains(ids, j.ID) {
		ids = append(ids, j.ID)
	}
	for _, h := range now.Sheets {
		for _, id := range slices.Backward(now.Results) {
			if known, ok := r.w.Doc.Result(id); ok && known.Table == h.Table && h.Table != now.Open {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// TableOf returns the table of a result; nil for a result that is no more.
func TableOf(r *Runs, id study.ResultID) *inference.Table {
	known, _ := r.w.Doc.Result(id)
	return r.w.Doc.Table(known.Table)
}

// ModelTitle names the model of a result.
func (r *Runs) ModelTitle(id study.ResultID) string {
	if j := r.Jobs[id]; j != nil {
		return j.Info.Title
	}
	if known, ok := r.w.Doc.Result(id); ok && known.Fit != nil {
		if m := r.w.Model(known.Fit.Spec.Model); m != nil {
			return m.Info().Title
		}
		return known.Fit.Spec.Model
	}
	return "Result"
}

// Title returns the name that the user gave a result, or that of its model; the first tree is called so.
func (r *Runs) Title(id study.ResultID) string {
	known, _ := r.w.Doc.Result(id)
	switch name := r.w.Now().Label(id).Name; {
	case name != "":
		return name
	case known.First:
		return "First tree"
	}
	return r.ModelTitle(id)
}

// Show shows a result, with its table. The quick first tree becomes a result as others are.
func (r *Runs) Show(id study.ResultID) {
	known, _ := r.w.Doc.Result(id)
	if known.Table != r.w.Now().Open {
		if r.w.Studies.ShowTable(known.Table); r.later(func() { r.Show(id) }) {
			return
		}
	}
	r.w.Doc.Do("show "+r.Title(id), "show a result", func(s study.State) study.State {
		if known.First && !slices.Contains(s.Results, id) {
			s = withResult(s, id)
		}
		s.Shown = id
		return s
	})
}

// Label gives a result a name and a note.
func (r *Runs) Label(id study.ResultID, l study.Label) {
	r.w.Doc.Do("name of "+r.Title(id), "", func(s study.State) study.State { return s.WithLabel(id, l) })
}

// Remove takes a result out of the list and stops its run. If it was shown, the newest remaining
// result is shown instead.
func (r *Runs) Remove(id study.ResultID) {
	r.StopResult(id)
	r.w.Doc.Do("remove "+r.Title(id), "", func(s study.State) study.State { return r.w.Doc.Without(s, id) })
}

// Duplicate copies the setup of a result into the form of the next run.
func (r *Runs) Duplicate(id study.ResultID) {
	known, ok := r.w.Doc.Result(id)
	if !ok || known.Fit == nil || r.w.Model(known.Fit.Spec.Model) == nil {
		return
	}
	spec := known.Fit.Spec
	setup := study.SetupOf(spec)
	if spec.Classes == nil {
		setup.HeldOut = UsualHeld
	}
	r.w.refused = nil
	r.w.Next.edit("settings of "+r.Title(id), func(u *study.Setup) { *u = setup })
	if p := spec.Preprocessing; p != nil {
		r.w.SetPreprocessing("Preprocessing of "+r.Title(id), *p)
	}
	r.w.Tell(Notice{Text: "The settings of “" + r.Title(id) + "” are in the form. Change them, then run."})
}

// StopResult ends the run of a result and keeps the result.
func (r *Runs) StopResult(id study.ResultID) {
	if j := r.Jobs[id]; j != nil && !j.closed && !j.Run.Progress().State.Ended() {
		r.tell(j, fit.Command{Do: fit.Stop})
		r.w.Changed(RunChanged)
	}
}
