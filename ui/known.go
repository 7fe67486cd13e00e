package ui

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/depict/graphs"
	"example.org/espalier/sampledata"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/ui/files"
	"example.org/espalier/ui/workspace"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/panics"
	"example.org/espalier/views/say"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
)

// askKnown asks for a list of edges that are known, and says how the network shown compares with them. That of a sample
// which was drawn from a network is offered; edges that are compared with already can be forgotten.
func (w *window) askKnown() {
	r := w.centre.shown
	if r == nil || r.Snapshot == nil || !graphs.Has(r.Subject()) {
		w.ws.Fail("There is no network to compare.", errNoNetwork)
		return
	}
	file := func() {
		w.ChooseOpen("Compare with known edges", []dialogs.FileFilter{
			{Name: "CSV with the columns source and target", Extensions: []string{"csv"}}}, func(path string) {
			w.compareKnown(r, filepath.Base(path), func(ctx context.Context) ([]byte, error) { return files.Read(ctx, path) })
		})
	}
	name, sample := strings.CutPrefix(r.Table.Source, "sample:")
	text, err := sampledata.Truth(name)
	sample = sample && err == nil
	if !sample && r.Known == nil {
		file()
		return
	}
	var s *dialogs.Sheet
	then := func(do func()) func() { return func() { s.Close(); do() } }
	own := then(func() {
		w.compareKnown(r, r.Table.Source, func(context.Context) ([]byte, error) { return text, nil })
	})
	var said []string
	var buttons []fyne.CanvasObject
	if r.Known != nil {
		said = append(said, "The networks of this table are compared with the edges of "+r.Known.Source+".")
		buttons = append(buttons,
			controls.NewButton("Forget", controls.Quiet, then(func() { w.keepKnown(graphs.KnownList{}) })))
	}
	buttons = append(buttons, controls.NewButton("Choose File…", controls.Quiet, then(file)))
	if sample {
		said = append(said,
			"This sample was drawn from a network that is known. Compare with its edges, or with those of a file.")
		buttons = append(buttons, controls.NewButton("Of the Sample", controls.Primary, own))
	}
	s = w.OpenSheet("Compare with known edges", fyne.NewSize(480, 190),
		controls.NewParagraph(strings.Join(said, " "), 420, look.SizeBody, look.Ink), buttons...)
	if sample {
		s.Accept = own
	}
}

// compareKnown reads known edges, says how the network of a result compares with them, as the command line does with
// --truth, and keeps them with the table.
func (w *window) compareKnown(r *workspace.Result, source string, read func(ctx context.Context) ([]byte, error)) {
	table := w.ws.Table()
	w.Background(func(ctx context.Context) func() {
		known, err := panics.Call(func() (*graphs.KnownEdges, error) {
			text, err := read(ctx)
			if err != nil {
				return nil, err
			}
			return graphs.ReadKnown(source, text, r.Data.Rows, r.Data.Columns)
		})
		return func() {
			if err != nil {
				w.ws.Fail("Could not compare with the known edges of "+source+".", err)
				return
			}
			g, more := graphs.Of(r.Subject()), ""
			if s, ok := known.Score(g); ok && s.True > 0 && w.ws.Table() == table {
				w.keepKnown(known.List())
				tab := depict.ByTab("Recovery").Tab
				w.centre.tabs.Pick(tab)
				more = " The page " + tab + " shows precision over recall."
			}
			w.Message("Compared with known edges", say.Sentence(known.Say(r.Info.Name, g)),
				"Directions do not count. The average precision is 1 if every true edge is stronger than every other edge. "+
					"The edges shown are those with which the network is drawn at first."+more)
		}
	})
}

// keepKnown keeps known edges with the open table; an empty list forgets those of before.
func (w *window) keepKnown(list graphs.KnownList) {
	step := "known edges of " + list.Source
	if list.Text == "" {
		step = "forget known edges"
	}
	w.ws.Doc.Do(step, "", func(now study.State) study.State {
		h, ok := now.Sheet()
		if was, _ := study.PaneOf[graphs.KnownList](h.Panes, graphs.KnownPane); !ok || was == list {
			return now
		}
		return now.WithSheet(h.WithPane(graphs.KnownPane, list))
	})
}

var errNoNetwork = errors.New("first run a model of the family Graphs")
