package ui

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/depict/graphs"
	"example.org/espalier/plotting/depict/latent"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/report"
	"example.org/espalier/plotting/write"
	"example.org/espalier/sampledata"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/views/runs"
	"example.org/espalier/views/say"
)

// askReport asks where to write a page about all results, and writes it.
func (w *window) askReport() {
	if rest := w.ws.Studies.rest; rest != nil {
		rest.Want()
		w.ws.Tell(Notice{Text: "The study is still being read. Write the report when all results are in the list."})
		return
	}
	items := w.ws.Runs.reported(w.centre.board.Labels())
	if len(items) == 0 {
		w.ws.fail("There is nothing to report.", errors.New("first open a table and press Run"))
		return
	}
	name := say.FileName(cmp.Or(w.ws.Studies.Name(), items[len(items)-1].Fit.Data.Name)) + "-report.html"
	w.ChooseSave("Write report", name, []dialogs.FileFilter{{Name: "HTML", Extensions: []string{"html"}}}, func(path string) { w.saveReport(path, items) })
}

// saveReport writes the page on another goroutine.
func (w *window) saveReport(path string, items []report.Item) {
	r := report.Report{Software: w.config.software(), Made: time.Now(), Items: items, Note: w.ws.now().Note}
	w.Background(func(ctx context.Context) func() {
		for i, item := range r.Items {
			if item.Fit.Diagnostics == nil && item.Subject.Info.Samples {
				whole := *item.Fit
				whole.Diagnostics, _ = item.Subject.Report(ctx) // if ctx has ended, nothing is written
				r.Items[i].Fit = &whole
			}
		}
		err := write.File(path, func(to io.Writer) error { return report.Write(ctx, to, r) })
		return func() {
			if err != nil {
				w.ws.fail("The report could not be written.", err)
				return
			}
			w.ws.Tell(Notice{Text: "Report on " + plotting.Plural(len(r.Items), "result") + " written to " + path})
		}
	})
}

// reported lists the results of all tables for a report, grouped by table; the quick first tree
// only if there is nothing else. Those of the open table are compared with an annotation, "" for
// none; those of the others with what was chosen on their boards. The list shares nothing with the
// views.
func (r *Runs) reported(labels string) (items []report.Item) {
	now := r.w.now()
	list := slices.Clone(now.Results)
	if len(list) == 0 && now.Shown != 0 {
		list = []study.ResultID{now.Shown}
	}
	for _, id := range list {
		known, ok := r.w.doc.Result(id)
		j := r.jobs[id]
		if !ok || j == nil || known.Fit.Snapshot == nil || j.Snapshot == nil {
			continue
		}
		sheet, against := now.SheetOf(known.Table), labels
		data := sheet.GroupsAnnotated(j.Table).Annotated(j.data)
		if known.Table != now.Open {
			against = runs.BoardLabels(sheet.Panes, data)
		}
		label := now.Label(id)
		items = append(items, report.Item{Name: label.Name, Note: label.Note, Fit: known.Fit, Labels: against, Part: report.PartOf(now, r.w.doc.Table, known.Table), Sheet: sheet, Subject: depict.Edited((&depict.Subject{Model: j.Model, Info: j.Info, Settings: j.Settings, Decided: j.Decided,
			Seed: j.Seed, Chains: j.Chains, BurnIn: inference.BurnIn, First: j.First, Table: j.Table, Data: data, Snapshot: new(subject.Namer).Named(known.Fit.Snapshot, data.Rows), Annotations: j.Named, Looks: r.w.looksOf(known.Table), Number: id, Software: "Espalier " + r.w.version}).With(graphs.Told{Known: graphs.KnownOf(sheet.Panes, j.data)}, latent.Told{Truth: sampledata.Loadings(j.Table)}), sheet, study.FrameOf(data))})
	}
	return items
}
