package ui

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/annotate"
	"example.org/espalier/ui/files"
	"example.org/espalier/ui/naming"
)

// Names that are chosen once stand in the tree that is there, its leaves, the export and the selection's names, without a fit; undo
// takes them back. A file of two columns does it in one step.
func TestNamesOfRows(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "probes.csv")
	text := "probe,symbol,s1,s2,s3\n7_at,TP53,1.2,3.4,2.2\n8_at,TP53,1.3,3.1,2.5\n9_at,EGFR,7.2,1.4,5.2\n10_at,,7.1,1.3,5.4\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s := newStage(t, usual, nil)
	s.do(func() { s.w.opens.openPath(path) })
	s.until("the first tree", func() bool { return s.w.centre.shown != nil && s.w.centre.tree.Tree() != nil })
	leaves := func() string { return strings.Join(s.w.centre.tree.Tree().Names, "|") }
	var before string
	s.do(func() {
		if before = leaves(); before != "7_at|8_at|9_at|10_at" {
			t.Errorf("the leaves are %s", before)
		}
		s.w.menu.naming.Action()
		s.w.Top().Close()
		h, _ := s.w.ws.Now().Sheet()
		of := h.AnnotatedTable(s.w.ws.Table())
		sheet := naming.Ask(s.w.Dialogs, of, h.Naming, of.Things, s.w.ws.NameBy, nil)
		if len(sheet.Rows.Options) != 2 || sheet.Rows.Options[1].Value != "symbol" {
			t.Errorf("%+v", sheet.Rows.Options)
		}
		sheet.Rows.OnPicked("symbol")
		s.w.Top().Accept()
	})
	const named = "TP53 (7_at)|TP53 (8_at)|EGFR|10_at"
	s.until("the names", func() bool { return leaves() == named })
	s.do(func() {
		if r := s.w.centre.shown; r.Subject().Tree().Names[2] != "EGFR" || r.Data.Rows[2] != "EGFR" || s.w.ws.Table().Rows[2] != "9_at" {
			t.Error("the names do not stand everywhere, or stand in the table")
		}
		if sub := s.w.centre.shown.Subject(); sub != s.w.centre.shown.Subject() {
			t.Error("what figures derive is derived twice")
		}
		s.w.undo()
	})
	s.until("the names of the file", func() bool { return leaves() == before })
	s.do(func() {
		l := &annotate.Lines{File: "map.tsv", Cells: [][]string{{"id", "called"}, {"9_at", "ErbB1"}, {"8_at", "p53"}}}
		files.ShowAnnotations(s.w.Dialogs, s.w.ws.Table(), l,
			func(j *annotate.Joined, use files.Use) { s.w.ws.Annotate(j, use) }, nil)
	})
	s.until("the join", func() bool { top := s.w.Top(); top.Accept(); return s.w.Top() == nil })
	s.until("the names of the map", func() bool { return leaves() == "7_at|p53|ErbB1|10_at" })
	s.do(func() {
		if h, _ := s.w.ws.Now().Sheet(); h.Naming.Rows != "called" ||
			!slices.ContainsFunc(s.w.centre.shown.Data.Annotations,
				func(a inference.Annotation) bool { return a.Name == inference.FileName }) {
			t.Errorf("%+v", h.Naming)
		}
	})
}
