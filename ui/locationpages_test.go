package ui

import (
	"strings"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/space"
)

// The pages of the locations show the first tree and the runs' trees, share the selection
// with the tree, and can be exported.
func TestLocationPages(t *testing.T) {
	s := newStage(t, usual, nil, fakeModel{name: "fake", target: 3})
	s.openSample("animals")
	for _, c := range []struct{ tab, title string }{{tabPaths, "paths"}, {tabDensity, "density"}} {
		s.do(func() { s.w.centre.tabs.Pick(c.tab) })
		page := s.w.centre.leaf(c.tab)
		s.until("a picture of "+c.tab, func() bool {
			f, _ := page.View().Shown()
			return f != nil && page.View().Settled()
		})
		s.do(func() {
			s.w.centre.tree.Select([]int{2})
			f, m, err := s.w.centre.figure()
			if err != nil || !strings.HasSuffix(m.Title, ": "+c.title) || m.Description == "" {
				t.Fatalf("%s: %q, %q, %v", c.tab, m.Title, m.Description, err)
			}
			var rows []int
			switch f := f.(type) {
			case *space.Diffusion:
				rows = f.Selection.Rows
			case *space.Density:
				rows = f.Selection.Rows
			}
			if len(rows) != 1 || rows[0] != 2 {
				t.Errorf("%s shows %v as selected", c.tab, rows)
			}
			if sheets, err := plotting.Numbers(f); err != nil || len(sheets) != 2 {
				t.Errorf("%s: %d sheets, %v", c.tab, len(sheets), err)
			}
			s.w.centre.tree.Select(nil)
		})
	}
}
