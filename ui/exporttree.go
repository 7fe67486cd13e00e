package ui

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"espalier/inference"
	"espalier/inference/tree"
	"espalier/plotting"
)

// exportTree saves the tree shown, or all of the best ones, as Newick or NEXUS.
func (w *window) exportTree() {
	r := w.centre.shown
	t := w.centre.tree.Tree()
	if r == nil || t == nil {
		w.ws.fail("There is no tree to export.", errNoFigure)
		return
	}
	filters := []FileFilter{{Name: "Newick (the tree shown)", Extensions: []string{"nwk"}}, {Name: "NEXUS (all best trees)", Extensions: []string{"nex"}}}
	best, _ := w.centre.tree.Best()
	all := nexusOf(r)
	w.chooseSave("Export tree", fileName(figureTitle(r, best))+".nwk", filters, func(path string) {
		w.writing(path, func() error { return saveTrees(path, t, all) })
	})
}

// saveTrees writes one tree as Newick or all as NEXUS, by the extension of the path.
func saveTrees(path string, shown *tree.Tree, all nexus) error {
	var b bytes.Buffer
	var err error
	switch ext := strings.ToLower(filepath.Ext(path)); ext {
	case ".nwk", ".newick", ".tre", ".tree":
		err = tree.WriteNewick(&b, shown)
	case ".nex", ".nexus":
		err = tree.WriteNEXUS(&b, all.comment, all.trees, all.annotations...)
	default:
		return fmt.Errorf("trees are not saved as %q: end the name in .nwk for Newick or .nex for NEXUS", ext)
	}
	if err != nil {
		return err
	}
	return plotting.WriteFile(path, func(w io.Writer) error { _, err := w.Write(b.Bytes()); return err })
}

// nexus is what a NEXUS file of a result holds.
type nexus struct {
	comment     string
	trees       []tree.NEXUSTree
	annotations []tree.LeafAnnotation
}

// nexusOf gathers all trees of a result with the annotations of their leaves.
func nexusOf(r *Result) nexus {
	x := nexus{comment: metadataOf(r, 0, nil, false, "").Caption()}
	for _, t := range r.Snapshot.Trees {
		x.trees = append(x.trees, tree.NEXUSTree{Tree: t.Tree, Weight: t.Weight})
	}
	for _, a := range r.Data.Annotations {
		x.annotations = append(x.annotations, tree.LeafAnnotation{Name: a.Name, Values: a.Values})
	}
	return x
}

// exportNumbers saves the numbers behind the figure shown.
func (w *window) exportNumbers() {
	f, m, err := w.centre.figure()
	if err != nil {
		w.ws.fail("There are no numbers to export.", err)
		return
	}
	w.chooseSave("Export numbers", fileName(m.Title)+".csv", []FileFilter{{Name: "CSV", Extensions: []string{"csv"}}}, func(path string) {
		w.background(func(context.Context) func() {
			files, err := guarded(func() ([]string, error) { return plotting.SaveNumbers(path, f) })
			return func() {
				if err != nil {
					w.ws.fail("Could not save the numbers.", err)
					return
				}
				for i := range files {
					files[i] = filepath.Base(files[i])
				}
				w.ws.Tell(Notice{Text: "Saved " + strings.Join(files, ", ") + " in " + filepath.Dir(path) + "."})
			}
		})
	})
}

// exportGroups saves the groups as a column beside the names of the rows.
func (w *window) exportGroups() {
	r, t := w.centre.shown, w.centre.tree
	if r == nil || len(t.State().Groups) == 0 {
		w.ws.fail("There are no groups to export.", errors.New("cut the tree into groups first: Edit, Cut into Groups"))
		return
	}
	a := t.GroupsAsAnnotation("group")
	rows := r.Data.Rows
	w.chooseSave("Export groups", fileName(r.Table.Name)+"-groups.csv", []FileFilter{{Name: "CSV", Extensions: []string{"csv"}}}, func(path string) {
		w.writing(path, func() error { return saveColumn(path, rows, a) })
	})
}

// saveColumn writes the names of rows with one annotation.
func saveColumn(path string, rows []string, a inference.Annotation) error {
	var b bytes.Buffer
	c := csv.NewWriter(&b)
	if err := c.Write([]string{"row", a.Name}); err != nil {
		return err
	}
	for i, name := range rows {
		if err := c.Write([]string{name, a.Values[i]}); err != nil {
			return err
		}
	}
	c.Flush()
	if err := c.Error(); err != nil {
		return err
	}
	return plotting.WriteFile(path, func(w io.Writer) error { _, err := w.Write(b.Bytes()); return err })
}
