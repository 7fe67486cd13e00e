package ui

import (
	"cmp"
	"context"
	"errors"
	"io"
	"time"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/report"
	"example.org/espalier/plotting/write"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/ui/workspace"
	"example.org/espalier/views/say"
)

// askReport asks where to write a page about all results, and writes it.
func (w *window) askReport() {
	if rest := w.ws.Studies.Rest; rest != nil {
		rest.Want()
		w.ws.Tell(workspace.Notice{
			Text: "The study is still being read. Write the report when all results are in the list."})
		return
	}
	items := w.ws.Runs.Reported(w.centre.board.Labels())
	if len(items) == 0 {
		w.ws.Fail("There is nothing to report.", errors.New("first open a table and press Run"))
		return
	}
	name := say.FileName(cmp.Or(w.ws.Studies.Name(), items[len(items)-1].Fit.Data.Name)) + "-report.html"
	w.ChooseSave("Write report", name, []dialogs.FileFilter{{Name: "HTML", Extensions: []string{"html"}}}, func(path string) { w.saveReport(path, items) })
}

// saveReport writes the page on another goroutine.
func (w *window) saveReport(path string, items []report.Item) {
	r := report.Report{Software: w.config.software(), Made: time.Now(), Items: items, Note: w.ws.Now().Note}
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
				w.ws.Fail("The report could not be written.", err)
				return
			}
			w.ws.Tell(workspace.Notice{Text: "Report on " + plotting.Plural(len(r.Items), "result") +
				" written to " + path})
		}
	})
}
