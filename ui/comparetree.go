package ui

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"example.org/espalier/inference/read"
	"example.org/espalier/inference/tree"
	"example.org/espalier/ui/files"
	"example.org/espalier/ui/workspace"
	"example.org/espalier/views/compare"
	"example.org/espalier/views/panics"
	"example.org/espalier/views/say"
)

// askCompare lets the user choose a file of trees to compare with.
func (w *window) askCompare() {
	if w.centre.shown == nil || w.centre.shown.Subject().Treeless() {
		w.ws.Fail("There is no tree to compare with.", errNoFigure)
		return
	}
	w.ChooseOpen("Compare with a tree", files.TreeFilters, w.compareFile)
}

// compareFile reads the trees of a file and compares with the first.
func (w *window) compareFile(path string) {
	name := filepath.Base(path)
	if w.centre.shown == nil {
		w.ws.Fail(name+" contains a tree.", errNoTable)
		return
	}
	w.Background(func(ctx context.Context) func() {
		trees, err := panics.Call(func() ([]tree.Parsed, error) {
			data, err := read.Trees(ctx, path)
			if err != nil {
				return nil, err
			}
			return tree.Read(data)
		})
		return func() {
			if err != nil {
				w.ws.Fail("Could not read the tree of "+name+".", err)
				return
			}
			w.compareTrees(strings.TrimSuffix(name, filepath.Ext(name)), trees)
		}
	})
}

// compareTrees compares with the trees of a file, the first of them now.
func (w *window) compareTrees(name string, trees []tree.Parsed) {
	if n := len(trees); n > 1 {
		w.ws.Tell(workspace.Notice{
			Text: fmt.Sprintf("%s contains %s trees. The first is shown, and the list at the top has "+
				"the first %d.", name, say.Thousands(n), min(n, compare.MostLoaded))})
	}
	w.centre.tabs.Pick(w.centre.compare.Tab())
	w.centre.compare.AddTrees(name, trees)
}

// compareSource returns what the comparison pane needs from the window.
func (w *window) compareSource() compare.Source {
	return compare.Source{AskFile: w.askCompare, Background: w.Background, Scorer: w.ws.TreeScorer,
		Working: func() bool { return w.ws.Runs.Stage().Working }}
}
