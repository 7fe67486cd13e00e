package ui

import (
	"errors"
	"io"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/geneset"
	"example.org/espalier/inference/genetable"
	"example.org/espalier/inference/stat/consensus"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict/graphs"
	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/plotting/write"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/ui/export"
	"example.org/espalier/ui/files"
	"example.org/espalier/views/say"
)

// An exporter writes the result shown to files: figures, trees, numbers, groups, the report.
type exporter struct{ w *window }

// exportFigure asks how to save the figure shown.
func (ex exporter) exportFigure() {
	if f, m, ok := ex.w.teach.Figure(); ok {
		export.Figure(ex.w.Dialogs, f, m, nil, nil)
		return
	}
	f, m, err := ex.w.centre.figure()
	if err != nil {
		ex.w.ws.Fail("There is no figure to export.", err)
		return
	}
	looks, tab := ex.w.centre.looks.looks, ex.w.centre.looks.tab()
	dress := func(tab string) export.Dress {
		return func(s plotting.Style) plotting.Style { return looks.Style(s, tab) }
	}
	sheet, _ := ex.w.ws.Now().Sheet()
	export.Figure(ex.w.Dialogs, f, m, dress(tab), export.PlatesOf(ex.w.centre.shown.AsLeft(sheet),
		ex.w.config.software(),
		ex.w.centre.arranged(), dress))
}

// exportTree saves the tree shown as Newick or as NEXUS. NEXUS includes the other best trees, or
// the annotations from the draws.
func (ex exporter) exportTree() {
	r, c := ex.w.centre.shown, ex.w.centre.tree
	t := c.Tree()
	if r == nil || t == nil {
		ex.w.ws.Fail("There is no tree to export.", errNoFigure)
		return
	}
	newick := dialogs.FileFilter{Name: "Newick (the tree shown)", Extensions: []string{"nwk"}}
	other := dialogs.FileFilter{Name: "NEXUS (all best trees)", Extensions: []string{"nex"}}
	all := export.NEXUSOf(r.Subject())
	if make, ok := c.Draws.Annotated(say.FileName(c.Draws.Choice().String())); ok {
		newick.Name, other.Name = "Newick (the tree shown, with supports)",
			"NEXUS (the tree shown, annotated for FigTree and ggtree)"
		all.Comment = c.Draws.Text() + "; " + all.Comment
		all.Gather = func() []tree.NEXUSTree { return []tree.NEXUSTree{make()} }
	}
	best, _ := c.Best()
	view := dialogs.FileFilter{Name: "CDT with GTR (table and tree for Java TreeView)", Extensions: []string{"cdt"}}
	ex.w.ChooseSave("Export tree", say.FileName(r.Subject().Title(best))+".nwk",
		[]dialogs.FileFilter{newick, other, view}, func(path string) {
			ex.w.Write(path, func() error {
				if name, ok := strings.CutSuffix(path, ".cdt"); ok {
					made, err := genetable.Cluster(r.Data, t, nil)
					if err != nil {
						return err
					}
					return made.Files(func(ending string, writes func(io.Writer) error) error {
						return write.File(name+ending, writes)
					})
				}
				return export.Trees(path, []*tree.Tree{t}, all)
			})
		})
}

// exportNetwork saves the network of the result shown.
func (ex exporter) exportNetwork() {
	r := ex.w.centre.shown
	if r == nil || r.Snapshot == nil || !graphs.Has(r.Subject()) {
		ex.w.ws.Fail("There is no network to export.", errNoNetwork)
		return
	}
	export.Network(ex.w.Dialogs, r.Subject(), say.FileName(r.Subject().Title(0))+"-network")
}

// exportDraws saves all draws after burn-in.
func (ex exporter) exportDraws() {
	r := ex.w.centre.shown
	if r == nil || len(drawn.Draws(r.Snapshot)) == 0 {
		ex.w.ws.Fail("There are no draws to export.", errors.New("first run a method that samples, such as mcmc"))
		return
	}
	filters := []dialogs.FileFilter{{Name: "NEXUS", Extensions: []string{"nex"}},
		{Name: "Newick, one tree per line", Extensions: []string{"nwk"}}}
	draws := drawn.Draws(r.Snapshot)
	all := export.NEXUSOf(r.Subject())
	all.Comment = plotting.Plural(len(draws), "draw") + " after burn-in; " + all.Comment
	all.Gather = func() []tree.NEXUSTree { return consensus.NEXUSDraws(draws) }
	ex.w.ChooseSave("Export draws", say.FileName(r.Subject().Title(0))+"-draws.nex", filters, func(path string) {
		ex.w.Write(path, func() error {
			trees := make([]*tree.Tree, len(draws))
			for i, d := range draws {
				trees[i] = d.Tree
			}
			return export.Trees(path, trees, all)
		})
	})
}

// exportNumbers saves the numbers behind the figure shown.
func (ex exporter) exportNumbers() {
	f, m, err := ex.w.centre.figure()
	if err != nil {
		ex.w.ws.Fail("There are no numbers to export.", err)
		return
	}
	export.Numbers(ex.w.Dialogs, f, m)
}

// exportGroups saves the groups as a column beside the names of the rows and, if there are draws,
// the probability that each row belongs to each group.
func (ex exporter) exportGroups() {
	r, t := ex.w.centre.shown, ex.w.centre.tree
	if r == nil || len(t.State().Groups) == 0 {
		ex.w.ws.Fail("There are no groups to export.", errNoGroups)
		return
	}
	columns := []inference.Annotation{t.Groups.AsAnnotation("group")}
	columns = append(columns, t.Groups.MembershipColumns()...)
	rows, lists := r.Data.Rows, files.Lists(ex.w.ws.Now(), r.Data).Rows
	filters := []dialogs.FileFilter{{Name: "CSV", Extensions: []string{"csv"}},
		{Name: "GMT (lists of names)", Extensions: []string{"gmt"}}}
	ex.w.ChooseSave("Export groups", say.FileName(r.Table.Name)+"-groups.csv", filters, func(path string) {
		ex.w.Write(path, func() error {
			if strings.HasSuffix(path, ".gmt") {
				return write.File(path,
					func(to io.Writer) error { return geneset.WriteGMT(to, geneset.SetsOf(lists, r.Table.Name)) })
			}
			return files.SaveColumns(path, rows, columns)
		})
	})
}

// exportTable saves the open table as it was read, with its annotations.
func (ex exporter) exportTable() {
	if t := ex.w.ws.Table(); t != nil {
		files.ExportTable(ex.w.Dialogs, t)
	}
}

var errNoGroups = errors.New("first cut the tree into groups, with Edit ▸ Cut into Groups")

var errNoTable = errors.New("open the table first, then drop the tree on the window again to compare it with the tree of the table")

var errNoFigure = errors.New("open a table first to get a tree")
