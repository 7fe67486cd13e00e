package ui

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/read"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/sampledata"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/ui/files"
	"example.org/espalier/views/compare"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/guard"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/say"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
)

// treeFilters are the kinds of file that hold trees.
var treeFilters = []dialogs.FileFilter{
	{Name: "Trees (Newick, NEXUS, GTR, ATR)", Extensions: []string{"gtr", "atr", "nwk", "newick", "tre", "tree", "trees", "nex", "nexus", "nxs", "txt"}},
	{Name: "All files", Extensions: []string{"*"}},
}

// isTreeFile reports whether a name has the extension of a tree file.
func isTreeFile(path string) bool {
	ext := strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), ".")
	return ext != "txt" && slices.Contains(treeFilters[0].Extensions, ext)
}

// askCompare lets the user choose a file of trees to compare with.
func (w *window) askCompare() {
	if w.centre.shown == nil || w.centre.shown.Subject().Treeless() {
		w.ws.fail("There is no tree to compare with.", errNoFigure)
		return
	}
	w.ChooseOpen("Compare with a tree", treeFilters, w.compareFile)
}

// compareFile reads the trees of a file and compares with the first.
func (w *window) compareFile(path string) {
	name := filepath.Base(path)
	if w.centre.shown == nil {
		w.ws.fail(name+" contains a tree.", errNoTable)
		return
	}
	w.Background(func(ctx context.Context) func() {
		trees, err := guard.Call(func() ([]tree.Parsed, error) {
			data, err := read.Trees(ctx, path)
			if err != nil {
				return nil, err
			}
			return tree.Read(data)
		})
		return func() {
			if err != nil {
				w.ws.fail("Could not read the tree of "+name+".", err)
				return
			}
			w.compareTrees(strings.TrimSuffix(name, filepath.Ext(name)), trees)
		}
	})
}

// compareTrees compares with the trees of a file, the first of them now.
func (w *window) compareTrees(name string, trees []tree.Parsed) {
	if n := len(trees); n > 1 {
		w.ws.Tell(Notice{Text: fmt.Sprintf("%s contains %s trees. The first is shown, and the list at the top has "+
			"the first %d.", name, say.Thousands(n), min(n, compare.MostLoaded))})
	}
	w.centre.tabs.Pick(w.centre.compare.Tab())
	w.centre.compare.AddTrees(name, trees)
}

// compareSource returns what the comparison pane needs from the window.
func (w *window) compareSource() compare.Source {
	return compare.Source{AskFile: w.askCompare, Background: w.Background, Scorer: w.ws.treeScorer,
		Working: func() bool { return w.ws.Runs.Stage().Working }}
}

// treeScorer returns the model that scores the trees of a result, its settings, and a description
// of them. It is the model of the result, with the parameters that the run learnt, if that model
// scores trees; else the picked model, else the first model that can.
func (w *Workspace) treeScorer(r pane.Result) (m inference.TreeScorer, s inference.Settings, words string) {
	if m, ok := w.model(r.Info.Name).(inference.TreeScorer); ok {
		s = r.Settings.Clone()
		for _, l := range r.Learnt() {
			_ = s.Set(l.Name, plotting.Cell(l.Mean)) // a mean beyond the range leaves the start
		}
		return m, s, r.Info.Title + ", with the parameters learnt in this run"
	}
	if m, ok := w.Next.Model().(inference.TreeScorer); ok {
		return m, w.Next.Settings(), w.Next.Info().Title + ", with the settings on the left, none learnt"
	}
	for _, model := range w.Models() {
		if m, ok := model.(inference.TreeScorer); ok {
			return m, m.Info().Defaults(), m.Info().Title + ", with its defaults, none learnt"
		}
	}
	return nil, s, ""
}

// askKnown asks for a list of edges that are known, and says how the network shown compares with them. That of a sample which
// was drawn from a network is offered.
func (w *window) askKnown() {
	r := w.centre.shown
	if r == nil || r.Snapshot == nil || graph.Of(r.Snapshot) == nil {
		w.ws.fail("There is no network to compare.", errNoNetwork)
		return
	}
	file := func() {
		w.ChooseOpen("Compare with known edges", []dialogs.FileFilter{{Name: "CSV with the columns source and target", Extensions: []string{"csv"}}}, func(path string) {
			w.compareKnown(r, filepath.Base(path), func(ctx context.Context) ([]byte, error) { return files.Read(ctx, path) })
		})
	}
	name, sample := strings.CutPrefix(r.Table.Source, "sample:")
	text, err := sampledata.Truth(name)
	if !sample || err != nil {
		file()
		return
	}
	var s *dialogs.Sheet
	own := func() {
		s.Close()
		w.compareKnown(r, r.Table.Source, func(context.Context) ([]byte, error) { return text, nil })
	}
	s = w.OpenSheet("Compare with known edges", fyne.NewSize(480, 190),
		controls.NewParagraph("This sample was drawn from a network that is known. Compare with its edges, or with those of a file.", 420, look.SizeBody, look.Ink),
		controls.NewButton("Choose File…", controls.Quiet, func() { s.Close(); file() }),
		controls.NewButton("Of the Sample", controls.Primary, own))
	s.Accept = own
}

// compareKnown reads known edges and says how the network of a result compares with them, as the command line does with
// --truth.
func (w *window) compareKnown(r *Result, source string, read func(ctx context.Context) ([]byte, error)) {
	w.Background(func(ctx context.Context) func() {
		known, err := guard.Call(func() (*depict.KnownEdges, error) {
			text, err := read(ctx)
			if err != nil {
				return nil, err
			}
			return depict.ReadKnown(source, text, r.Data.Rows, r.Data.Columns)
		})
		return func() {
			if err != nil {
				w.ws.fail("The known edges of "+source+" cannot be compared with.", err)
				return
			}
			w.Message("Compared with known edges", say.Sentence(known.Say(r.Info.Name, graph.Of(r.Snapshot))),
				"Pairs count, whatever their direction. Average precision is 1 where all true edges have greater strengths than all others. "+
					"Edges count as shown from the strength at which the network is drawn first.")
		}
	})
}

var errNoNetwork = errors.New("first run a model of the family Graphs")
