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
func (ex exporter) askReport() {
	if rest := ex.w.ws.Studies.Rest; rest != nil {
		rest.Want()
		ex.w.ws.Tell(workspace.Notice{
			Text: "The study is still being read. Write the report when all results are in the list."})
		return
	}
	items := ex.w.ws.Runs.Reported(ex.w.centre.board.Labels())
	if len(items) == 0 {
		ex.w.ws.Fail("There is nothing to report.", errors.New("first open a table and press Run"))
		return
	}
	name := say.FileName(cmp.Or(ex.w.ws.Studies.Name(), items[len(items)-1].Fit.Data.Name)) + "-report.html"
	ex.w.ChooseSave("Write report", name, []dialogs.FileFilter{{Name: "HTML", Extensions: []string{"html"}}},
		func(path string) { ex.saveReport(path, items) })
}

// saveReport writes the page on another goroutine.
func (ex exporter) saveReport(path string, items []report.Item) {
	r := report.Report{Software: ex.w.config.software(), Made: time.Now(), Items: items, Note: ex.w.ws.Now().Note}
	ex.w.Background(func(ctx context.Context) func() {
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
				ex.w.ws.Fail("The report could not be written.", err)
				return
			}
			ex.w.ws.Tell(workspace.Notice{Text: "Report on " + plotting.Plural(len(r.Items), "result") +
				" written to " + path})
		}
	})
}
