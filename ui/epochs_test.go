package ui

import (
	"strings"
	"testing"

	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/model/vbmfa"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/space"
)

// courseShown is the trace that is shown.
func (c *centre) courseShown() chart.Trace {
	f, _ := c.trace.Figure().(chart.Trace)
	return f
}

// An accepted epoch that was chosen is shown by every page of a mixture, also by those that
// are looked at later, by the trace and by the inspector, and each says so; another run shows
// the present again.
func TestEpochIsShownEverywhere(t *testing.T) {
	s := newStage(t, usual, nil, vbmfa.Model{})
	s.fit("vbmfa", "iris", 0)
	s.do(func() {
		c := s.w.centre
		f := c.courseShown()
		if len(f.Epochs) < 2 {
			t.Fatalf("%d epochs", len(f.Epochs))
		}
		mark := plotting.NewMark("point")
		mark.Column, mark.Index = 0, 1
		c.trace.View().OnSelect(mark, true, 0)
		if c.epoch != 0 || !c.courseShown().HasCursor {
			t.Fatalf("a click on the first epoch shows epoch %d", c.epoch)
		}
		now := len(mixture.Of(c.shown.Snapshot).Components)
		for _, tab := range []string{tabClusters, tabComponents, tabLoadings} {
			c.tabs.Pick(tab)
			f := c.leaf(tab).Figure()
			switch f := f.(type) {
			case *space.Clusters:
				if len(f.Ellipses) != 1 || !strings.Contains(f.Subtitle, "end of epoch 1") {
					t.Errorf("%d clusters: %q", len(f.Ellipses), f.Subtitle)
				}
			case cells.Table:
				if len(f.Rows) != 1 || !strings.Contains(f.Subtitle, "end of epoch 1") {
					t.Errorf("%d rows: %q", len(f.Rows), f.Subtitle)
				}
			case cells.Hinton:
				if len(f.Blocks) != 1 || !strings.Contains(f.Subtitle, "end of epoch 1") {
					t.Errorf("%d blocks: %q", len(f.Blocks), f.Subtitle)
				}
			default:
				t.Errorf("%s shows %T", tab, f)
			}
		}
		if now < 2 || s.w.side.epoch != 0 {
			t.Errorf("%d clusters now, the inspector lists those of epoch %d", now, s.w.side.epoch)
		}
	})
	s.do(s.w.ws.Runs.Run)
	s.until("another run", func() bool { return s.w.centre.epoch == -1 && s.w.side.epoch == -1 })
}
