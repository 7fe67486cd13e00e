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

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage"
)

func TestDroppedFiles(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	dir := t.TempDir()
	picture := filepath.Join(dir, "photo.csv")
	if err := os.WriteFile(picture, []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR\x00\x00"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.do(func() { s.w.opens.dropped(fyne.Position{}, []fyne.URI{storage.NewFileURI(picture)}) })
	s.until("the refusal", func() bool { return s.w.ws.Notice.Bad })
	s.do(func() {
		if s.w.ws.Table().Name != "crabs" || s.w.centre.tree.Tree() == nil {
			t.Error("the table that was open is gone")
		}
		if !s.w.banner.object.Visible() || !strings.Contains(s.w.banner.text.Text, "photo.csv") {
			t.Errorf("the banner says %q", s.w.banner.text.Text)
		}
		s.w.opens.dropped(fyne.Position{}, []fyne.URI{storage.NewFileURI(filepath.Join(dir, "none.csv"))})
	})
	s.until("the refusal of a file that is not there", func() bool { return strings.Contains(s.w.banner.text.Text, "none.csv") })

	good := filepath.Join(dir, "beans.csv")
	if err := os.WriteFile(good, []byte("name;size;weight;kind\na;1,5;2;x\nb;2,5;3;y\nc;9,5;;x\nd;8;1;y\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.do(func() {
		s.w.opens.dropped(fyne.Position{}, []fyne.URI{storage.NewFileURI(good), storage.NewFileURI(picture)})
	})
	s.until("the preview", func() bool { return s.w.Top() != nil })
	s.do(func() {
		told := s.w.ws.Notice.Text
		if told != "beans.csv was read as a table. It is the first of the 2 files that were dropped." {
			t.Errorf("of two files the window says %q", told)
		}
		s.w.Top().Accept()
	})
	s.until("the table", func() bool { return s.w.ws.Table().Name == "beans" })
	s.do(func() {
		table := s.w.ws.Table()
		if n, d := table.Dims(); n != 4 || d != 2 || len(table.Annotations) != 1 || table.X.At(0, 0) != 1.5 {
			t.Errorf("the table is %d × %d with %d annotations", n, d, len(table.Annotations))
		}
		if got := s.w.recent.Paths(); len(got) != 1 || got[0] != good {
			t.Errorf("recent files: %v", got)
		}
	})
}

// A file of annotations that is dropped is taken for what it is; what it adds can be undone, and
// groups can be made of it.
func TestDropAnnotations(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("animals")
	path := filepath.Join(t.TempDir(), "legs.txt")
	var rows []string
	s.do(func() { rows = s.w.ws.Table().Rows })
	text := "animal\tlegs\tkind\n"
	for i, name := range rows {
		text += strings.ToUpper(name) + "\t" + []string{"none\ta", "four\tb"}[i%2] + "\n"
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	drop := func() {
		s.do(func() { s.w.opens.dropped(fyne.Position{}, []fyne.URI{storage.NewFileURI(path)}) })
		s.until("the sheet", func() bool { return s.w.Top() != nil })
	}
	drop()
	s.until("the join", func() bool { s.w.Top().Accept(); return s.w.Top() == nil })
	s.do(func() {
		has := func() bool {
			return slices.ContainsFunc(s.w.ws.Data().Annotations, func(a inference.Annotation) bool { return a.Name == "legs" && a.Values[1] == "four" })
		}
		if !has() || !strings.Contains(s.w.ws.Notice.Text, "2 annotations of rows") {
			t.Errorf("%v, %+v", s.w.ws.Data().Annotations, s.w.ws.Notice)
		}
		if f := s.w.centre.tree.Figure(); len(f.Strips) < 2 || f.Strips[len(f.Strips)-1].Annotation.Name != "kind" {
			t.Errorf("the tree has %d strips", len(f.Strips))
		}
		if !strings.Contains(s.w.data.Size.Text, "legs (2)") {
			t.Errorf("the table is described as %q", s.w.data.Size.Text)
		}
		s.w.undo()
		if has() || strings.Contains(s.w.data.Size.Text, "legs") {
			t.Error("undo leaves the annotations")
		}
		j, err := annotate.Join(s.w.ws.Table(), &annotate.Lines{File: "x", Cells: [][]string{{rows[0], "a"}, {rows[1], "b"}, {rows[2], "a"}}}, annotate.Choices{})
		if err != nil {
			t.Fatal(err)
		}
		s.w.ws.Annotate(j, files.Use{Groups: j.Annotations[0].Name})
		if h, _ := s.w.ws.Now().Sheet(); len(h.Rows.Groups) != 2 || h.Rows.Groups[0].Name != "a" ||
			len(h.Rows.Groups[0].Rows) != 2 {
			t.Errorf("%+v", h.Rows.Groups)
		}
	})
}

// TestPasteShowsAPreview, and opens what it shows.
func TestPasteShowsAPreview(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	s.do(func() {
		s.w.app.Clipboard().SetContent("name\tsize\tyear\na\t1\t2001\nb\t2\t2002\nc\t5\t2001\n")
		s.w.opens.paste()
	})
	s.until("the preview", func() bool { return s.w.Top() != nil })
	s.do(func() { s.w.Top().Accept() })
	s.until("the table", func() bool { return s.w.ws.Table().Name == "pasted table" })
}
