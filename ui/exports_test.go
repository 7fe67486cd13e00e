package ui

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/espalier/plotting/write"
	"example.org/espalier/ui/export"
	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
)

func TestExports(t *testing.T) {
	dir := t.TempDir()
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	save := func(name string, export func()) string { t.Helper(); return s.save(dir, name, export) }
	for _, format := range write.Formats() {
		path := save("tree."+format.Name, func() {
			f, m, err := s.w.centre.figure()
			if err != nil {
				t.Fatal(err)
			}
			export.Figure(s.w.Dialogs, f, m, nil, nil)
			var formats *controls.Picker
			each(s.w.Top().Content(), func(o fyne.CanvasObject) {
				if p, ok := o.(*controls.Picker); ok && formats == nil {
					formats = p
				}
			})
			formats.OnPicked(format.Name)
			s.w.Top().Accept()
		})
		if info, err := os.Stat(path); err != nil || info.Size() < 2000 {
			t.Errorf("%s was not written: %v", path, err)
		}
		s.do(func() {
			if s.w.Top() != nil {
				t.Error("the dialog stays open after saving")
			}
		})
	}
	for _, name := range []string{"all.pdf", "all.svg"} {
		save(name, func() {
			s.w.exports.exportFigure()
			pressed := false
			each(s.w.Top().Content(), func(o fyne.CanvasObject) {
				if b, ok := o.(*controls.Button); ok && b.Text == "All Figures…" && !pressed {
					pressed = true
					b.OnTapped()
				}
			})
			if !pressed {
				t.Error("all figures are not offered")
			}
		})
	}
	if pdf, err := os.ReadFile(filepath.Join(dir, "all.pdf")); err != nil || bytes.Count(pdf, []byte("/Type /Page\n")) < 2 {
		t.Errorf("the figures are not on pages: %v", err)
	}
	if svg, err := filepath.Glob(filepath.Join(dir, "all", "*.svg")); err != nil || len(svg) < 2 {
		t.Errorf("the folder has %v", svg)
	}
	contains := func(path string, wants ...string) {
		t.Helper()
		files, _ := filepath.Glob(strings.TrimSuffix(path, filepath.Ext(path)) + "*" + filepath.Ext(path))
		text := ""
		for _, f := range files {
			data, err := os.ReadFile(f)
			if err != nil {
				t.Error(err)
			}
			text += string(data)
		}
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("%v do not have %q", files, want)
			}
		}
	}
	row := s.w.ws.Data().Rows[0]
	contains(save("crabs.nwk", s.w.exports.exportTree), row, ");")
	contains(save("crabs.nex", s.w.exports.exportTree), "#NEXUS", row)
	contains(save("numbers.csv", s.w.exports.exportNumbers), row)
	s.do(func() { s.w.centre.tree.Groups.CutInto(4) })
	contains(save("groups.csv", s.w.exports.exportGroups), "row,group\r\n", "group 4")
	contains(save("crabs.gct", s.w.exports.exportTable), "#1.3\n200\t", row)

	s.do(func() { s.w.Chooser = answers{filepath.Join(dir, "none", "tree.nwk")}; s.w.exports.exportTree() })
	s.until("the refusal", func() bool { return s.w.ws.Notice.Bad })
}
