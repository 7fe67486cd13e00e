package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/espalier/inference/things"
)

// Rows and columns are called what the file says or the user, in the column of the data and over the figure; undo takes
// that back.
func TestRowsAreCalledWhatTheyAre(t *testing.T) {
	path := filepath.Join(t.TempDir(), "counts.csv")
	text := "gene,s1,s2,s3\na,1.2,3.4,2.2\nb,1.3,3.1,2.5\nc,7.2,1.4,5.2\nd,7.1,1.3,5.4\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s := newStage(t, usual, nil)
	s.do(func() { s.w.opens.openPath(path) })
	s.until("the first tree", func() bool { return s.w.centre.shown != nil && s.w.centre.tree.Tree() != nil })
	says := func(what string) bool {
		return strings.HasPrefix(s.w.data.Size.Text, "4 "+what) &&
			strings.Contains(s.w.centre.shown.Subject().Subtitle(0, ""), "4 "+what)
	}
	s.until("the words of the file", func() bool { return says("genes") })
	s.do(func() {
		h, _ := s.w.ws.Now().Sheet()
		s.w.ws.NameBy(h.Naming, things.Nouns{Rows: things.Read("mouse, mice")})
	})
	s.until("the words of the user", func() bool { return says("mice") })
	s.do(func() { s.w.undo() })
	s.until("the words of the file again", func() bool { return says("genes") })
}
