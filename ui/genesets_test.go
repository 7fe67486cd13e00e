package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/espalier/ui/files"
)

// Gene sets are tested on what the window shows; a row that is clicked selects its names.
func TestGeneSetsOfTheWindow(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("animals")
	var names []string
	s.do(func() {
		s.w.centre.tree.Groups.CutInto(2)
		for _, i := range s.w.centre.tree.State().Groups[0].Rows {
			names = append(names, s.w.centre.shown.Data.Rows[i])
		}
	})
	path := filepath.Join(t.TempDir(), "sets.gmt")
	if err := os.WriteFile(path, []byte("one\tna\t"+strings.Join(names, "\t")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.do(func() { s.w.notes.testSets(path) })
	s.until("the sheet", func() bool { return s.w.Top() != nil })
	s.do(func() {
		s.w.Top().Accept()
		s.pick(files.Named(s.w.centre.shown.Data, names[:2], false))
		if got := s.w.ws.Now().Selection; len(got.Rows) != 2 || s.w.ws.Table().Rows[got.Rows[0]] == "" {
			t.Errorf("selected are %+v", got)
		}
		if l := files.Lists(s.w.ws.Now(), s.w.centre.shown.Data); len(l.Rows) != 3 || l.Rows[0].Name != "selection" ||
			len(l.Rows[1].Names) != len(names) {
			t.Errorf("%+v", l)
		}
	})
	if text, err := os.ReadFile(s.save(t.TempDir(), "groups.gmt", s.w.exports.exportGroups)); err != nil ||
		strings.Count(string(text), "\n") != 3 || !strings.Contains(string(text), names[0]) {
		t.Errorf("%s, %v", text, err)
	}
	s.do(func() {
		s.pick(files.Named(s.w.centre.shown.Data, s.w.centre.shown.Data.Columns[:2], true))
		s.w.copyNames()
		if got := strings.Fields(s.w.app.Clipboard().Content()); len(got) < 2 || !strings.HasPrefix(s.w.centre.shown.Data.Columns[0], got[0]) {
			t.Errorf("copied are %q", got)
		}
	})
	s.do(func() { s.w.notes.testSets(path + "x") })
	s.until("the refusal", func() bool { return strings.Contains(s.w.ws.Notice.Text, "could not be tested") })
}
