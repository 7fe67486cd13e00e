package ui

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"time"

	"example.org/espalier/plotting/report"
	"example.org/espalier/plotting/write"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/ui/workspace"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/say"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
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
	ex.askSections(items)
}

// askSections asks for the sections of the page and a note, and then where to write it.
func (ex exporter) askSections(items []report.Item) {
	r := report.Report{Software: ex.w.config.software(), Items: items, Note: ex.w.ws.Now().Note,
		Without: slices.Clone(ex.w.centre.without)}
	body := controls.Stack(10)
	for _, s := range report.Sections() {
		toggle := controls.NewToggle(!slices.Contains(r.Without, s.Name), func(on bool) {
			r.Without = slices.DeleteFunc(r.Without, func(name string) bool { return name == s.Name })
			if !on {
				r.Without = append(r.Without, s.Name)
			}
		})
		body.Add(controls.Row(0, controls.Label(s.Title).Elastic(), toggle))
	}
	note := controls.NewField(r.Note, nil)
	note.Left = true
	note.OnChanged = func(text string) { r.Note = text }
	note.SetPlaceHolder("A note at the top of the page")
	body.Add(note)
	var sheet *dialogs.Sheet
	write := controls.NewButton("Write…", controls.Primary, func() {
		sheet.Close()
		ex.w.centre.without = r.Without
		ex.chooseReport(r)
	})
	cancel := controls.NewButton("Cancel", controls.Quiet, func() { sheet.Close() })
	sheet = ex.w.OpenSheet("What goes into the report", fyne.NewSize(420, 560), container.NewVScroll(body), cancel,
		write)
	sheet.Accept = write.OnTapped
	ex.w.Window.Canvas().Focus(write)
}

// chooseReport asks where to write the page.
func (ex exporter) chooseReport(r report.Report) {
	items := r.Items
	name := say.FileName(cmp.Or(ex.w.ws.Studies.Name(), items[len(items)-1].Fit.Data.Name)) + "-report.html"
	ex.w.ChooseSave("Write report", name, []dialogs.FileFilter{{Name: "HTML", Extensions: []string{"html"}}},
		func(path string) { ex.saveReport(path, r) })
}

// saveReport writes the page on another goroutine.
func (ex exporter) saveReport(path string, r report.Report) {
	r.Made = time.Now()
	ex.w.WriteLong(path, func(ctx context.Context, tell func(share float64)) error {
		for i, item := range r.Items {
			if item.Fit.Diagnostics == nil && item.Subject.Info.Samples {
				whole := *item.Fit
				whole.Diagnostics, _ = item.Subject.Report(ctx) // if ctx has ended, nothing is written
				r.Items[i].Fit = &whole
			}
		}
		r.Tell = tell
		return write.File(path, func(to io.Writer) error { return report.Write(ctx, to, r) })
	})
}

// showFolder opens a folder in the file manager of the desktop.
func (w *window) showFolder(path string) {
	if err := w.app.OpenURL(&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}); err != nil {
		w.ws.Fail("Could not open the folder "+path+".", err)
	}
}
