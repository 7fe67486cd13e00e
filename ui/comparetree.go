package ui

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
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

// compareSource returns the functions of the window for the comparison pane.
func (w *window) compareSource() compare.Source {
	return compare.Source{AskFile: w.askCompare, Background: w.Background, Results: w.comparable, Scorer: w.ws.TreeScorer,
		Working: func() bool { return w.ws.Runs.Stage().Working }}
}

// comparable lists the results of the study with names that differ within a table.
func (w *window) comparable() (list []compare.Other) {
	runs, open := w.ws.Runs, w.ws.Table()
	ids := workspace.Listed(runs)
	names := distinctNames(w.ws, ids)
	for _, id := range ids {
		o := compare.Other{Name: names[id]}
		if j := runs.Jobs[id]; j != nil && j.Snapshot != nil {
			o.Result = runs.Seen(j).Pane()
		}
		o.ID = id
		if t := workspace.TableOf(runs, id); t != nil && t != open {
			o.Table = t.Name
		}
		list = append(list, o)
	}
	return list
}

// distinctNames names results by the user's names, or by their models, with their settings where several of a table
// have one model. The older of two of a table keeps a name that both would have, the newer gets a number.
func distinctNames(ws *workspace.Workspace, ids []study.ResultID) map[study.ResultID]string {
	type key struct {
		table *inference.Table
		name  string
	}
	ids = slices.Sorted(slices.Values(ids))
	keys, settings, alike := map[study.ResultID]key{}, map[study.ResultID]string{}, map[key]int{}
	for _, id := range ids {
		name := ws.Runs.Title(id)
		if known, _ := ws.Doc.Result(id); known.Fit != nil && ws.Now().Label(id).Name == "" {
			if l := known.Fit.Spec.Settings["linkage"].Text; l != "" {
				name = plotting.Capital(l) + " linkage"
			} else {
				settings[id] = settingsInWords(ws, known)
			}
		}
		keys[id] = key{workspace.TableOf(ws.Runs, id), name}
		alike[keys[id]]++
	}
	taken, names := map[key]int{}, map[study.ResultID]string{}
	for _, id := range ids {
		k := keys[id]
		if alike[k] > 1 && settings[id] != "" {
			k.name += ", " + settings[id]
		}
		names[id] = k.name
		if taken[k]++; taken[k] > 1 {
			names[id] = fmt.Sprintf("%s (%d)", k.name, taken[k])
		}
	}
	return names
}
