package ui

import (
	"os"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/run"
	"example.org/espalier/inference/tree"
	drawn "example.org/espalier/plotting/depict/trees"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// A run of a method that samples shows its draws: the bar over the tree, the matrix, the
// cursor of the trace, and files of the posterior.
func TestDrawsInTheWindow(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	c := s.w.centre
	s.do(func() {
		if c.draws.Visible() || slices.Contains(c.tabs.Names(), tabMatrix) {
			t.Error("draws are shown where there are none")
		}
		if err := s.w.ws.Next.Set("method", "mcmc", false); err != nil {
			t.Fatal(err)
		}
		commit(s.w.model.chains, "2")
		commit(s.w.model.length, "20")
		test.Tap(s.w.run.go_)
	})
	s.until("the draws", func() bool {
		p, _ := s.w.ws.Runs.Progress()
		q := c.tree.Draws.Posterior()
		return p.State == run.Finished && q != nil && len(q.Samples) == 42
	})
	s.do(func() {
		if q := c.tree.Draws.Posterior(); q.Draws != 32 || q.Chains != 2 {
			t.Errorf("%d draws of %d chains after burn-in", q.Draws, q.Chains)
		}
		if !c.draws.Visible() || !slices.Contains(c.tabs.Names(), tabMatrix) {
			t.Error("the draws have no bar or no matrix")
		}
		if text := c.tree.Figure().Subtitle; !strings.HasPrefix(text, "maximum clade credibility tree of 32 draws from 2 chains") {
			t.Errorf("the tree is called %q", text)
		}
		slider := c.draws.Slider()
		slider.Tapped(&fyne.PointEvent{Position: fyne.NewPos(slider.Size().Width-3, 10)})
		if f := c.courseShown(); !f.HasCursor || f.Cursor != 20 {
			t.Errorf("the cursor of the trace is at %d", f.Cursor)
		}
		c.trace.Draw(0, 7)
		if d := c.tree.Draws.Choice(); d.Chain != 0 || d.Iteration != 7 {
			t.Errorf("the trace goes to %s", d)
		}
		s.w.undo() // one step for both
		if k := c.tree.Draws.Choice().Kind; k != drawn.ShownCredible || c.courseShown().HasCursor {
			t.Errorf("undo shows %s, with a cursor %v", k, c.courseShown().HasCursor)
		}
		s.w.menu.behind.Action()
		s.w.menu.support.ChildMenu.Items[1].Action()
		if !s.w.menu.behind.Checked || !s.w.menu.support.ChildMenu.Items[1].Checked || s.w.menu.behind.Disabled {
			t.Error("the menu does not follow supports and draws behind")
		}
		c.tree.Groups.CutInto(3)
		c.tabs.Put(c.tabs.Names(), tabMatrix, "")
		c.arrange()
	})
	s.until("memberships", func() bool { return c.tree.Source().Membership != nil })
	s.until("the matrix", func() bool { f := c.leaf(tabMatrix).Figure(); return f != nil })
	dir := t.TempDir()
	read := func(path string) string {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	shown := read(s.save(dir, "shown.nex", s.w.exports.exportTree))
	if !strings.Contains(shown, "height_95%_HPD={") || !strings.Contains(shown, "TREE maximum-clade-credibility") {
		t.Error("the tree is not annotated")
	}
	if x, err := tree.ParseNewick([]byte(read(s.save(dir, "shown.nwk", s.w.exports.exportTree)))); err != nil ||
		x.Support == nil {
		t.Errorf("the tree has no support: %v", err)
	}
	if all, err := tree.ReadNEXUS([]byte(read(s.save(dir, "draws.nex", s.w.exports.exportDraws)))); err != nil ||
		len(all) != 32 || all[31].Name != "chain_2_iteration_20" {
		t.Errorf("%d draws: %v", len(all), err)
	}
	if all, err := tree.ReadNewick([]byte(read(s.save(dir, "draws.nwk", s.w.exports.exportDraws)))); err != nil ||
		len(all) != 32 {
		t.Errorf("%d draws: %v", len(all), err)
	}
	groups := read(s.save(dir, "groups.csv", s.w.exports.exportGroups))
	if !strings.HasPrefix(groups, "row,group,probability of group 1,") || !strings.Contains(groups, ",1,0") {
		t.Errorf("groups: %.200s", groups)
	}
	s.do(func() { s.w.opens.openSample("iris") })
	s.until("another table", func() bool { return c.shown != nil && c.shown.Table.Name == "iris" })
	s.do(func() {
		if c.draws.Visible() || slices.Contains(c.tabs.Names(), tabMatrix) {
			t.Error("draws of another table stay")
		}
	})
}
