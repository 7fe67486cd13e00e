package ui

import (
	"slices"
	"testing"
	"time"

	"example.org/espalier/inference/model/dpmm"
	"example.org/espalier/inference/model/gaussian"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting/space"
	"example.org/espalier/views/screen"
	"example.org/espalier/views/stamp"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// Two results stand side by side with one selection: rows that are picked in one are marked in the
// other. The second pane is a step of the history, and goes with its result.
func TestSecondPane(t *testing.T) {
	s := newStage(t, usual, nil, fakeModel{name: "fake", target: 3}, dpmm.Model{})
	s.fit("dpmm", "iris", 5)
	var clusters, second study.ResultID
	s.do(func() {
		clusters = s.w.ws.Runs.Results()[0]
		if err := s.w.ws.Next.SetModel("fake"); err != nil {
			t.Fatal(err)
		}
		test.Tap(s.w.run.go_)
	})
	s.until("the tree", func() bool {
		r := s.w.ws.Runs.Results()
		return len(r) == 2 && s.w.ws.Runs.Jobs[r[0]].Progress().State == run.Finished
	})
	other := s.w.centre.other
	s.do(func() {
		second = s.w.ws.Runs.Results()[0]
		list := s.w.list.list
		s.w.win.Canvas().Focus(list)
		list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyHome})
		list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
		list.TypedRune('b')
		if !other.card.Visible() || other.at == nil || other.at.Tab() != tabClusters || !list.Entries()[1].Beside || list.Entries()[0].Beside {
			t.Fatalf("the second pane shows %v", other.at)
		}
		s.w.centre.tree.Select([]int{3, 60})
		if f := other.at.Figure().(*space.Clusters); !slices.Equal(f.Selection.Rows, []int{3, 60}) {
			t.Errorf("rows of the tree are marked beside it as %v", f.Selection.Rows)
		}
		other.pick(study.Selection{Rows: []int{7}})
		if got := s.w.centre.tree.State().Selection.Rows; !slices.Equal(got, []int{7}) {
			t.Errorf("rows picked in the second pane are marked in the first as %v", got)
		}
		other.which.OnPicked("Memberships")
		if other.at.Tab() != tabMemberships {
			t.Errorf("the second pane shows %s", other.at.Tab())
		}
		// The other way round: the clusters in the centre, the tree beside them.
		s.w.ws.Runs.Show(clusters)
		other.toggle(second)
		if other.at.Tab() != tabTree || other.tree.Tree() == nil || s.w.centre.tabs.Picked() == tabTree {
			t.Fatalf("the second pane shows %s", other.at.Tab())
		}
		if got := other.tree.State().Selection.Rows; !slices.Equal(got, []int{7}) {
			t.Errorf("the second tree marks %v", got)
		}
		other.tree.Select([]int{1, 2})
		if got := s.w.centre.selection().Rows; !slices.Equal(got, []int{1, 2}) {
			t.Errorf("rows of the second tree are marked as %v", got)
		}
		s.w.undo()
		if got := other.tree.State().Selection.Rows; !slices.Equal(got, []int{7}) {
			t.Errorf("undo leaves %v", got)
		}
		s.w.undo()
		s.w.undo()
		if other.chosen.Result == second {
			t.Error("undo leaves the tree in the second pane")
		}
		s.w.redo()
		s.w.redo()
		s.w.ws.Runs.Remove(second)
		if other.card.Visible() || other.on() {
			t.Error("the second pane stays although its result is gone")
		}
		s.w.undo()
		if !other.card.Visible() || other.chosen.Result != second {
			t.Error("undo does not bring the second pane back")
		}
		other.toggle(second)
		if other.card.Visible() {
			t.Error("the second pane cannot be closed")
		}
	})
}

// The contours of a density mark in the second pane the rows that are selected.
func TestSecondPaneMarksContours(t *testing.T) {
	s := newStage(t, usual, nil, gaussian.Model{})
	s.fitted("iris", "gaussian")
	s.do(func() {
		other := s.w.centre.other
		other.toggle(s.w.ws.Runs.Results()[0])
		s.w.centre.pick(study.Selection{Rows: []int{3, 60}})
		if f, ok := other.at.Figure().(*space.Clusters); !ok || !slices.Equal(f.Selection.Rows, []int{3, 60}) {
			t.Errorf("the second pane shows %s without the selected rows", other.at.Tab())
		}
	})
}

// What the second pane shows is greyed while it is of another result or moment, as in the centre.
func TestTheSecondPaneIsGreyed(t *testing.T) {
	s := newStage(t, usual, nil, dpmm.Model{})
	s.fit("dpmm", "iris", 5)
	clock := s.patient()
	other := s.w.centre.other
	s.do(func() { other.veil.Clock = clock.Clock() })
	var first, second study.ResultID
	s.do(func() {
		first = s.w.ws.Runs.Results()[0]
		s.w.ws.Next.SetSeed(9)
		s.w.ws.Runs.Run()
	})
	s.until("the second run", func() bool {
		j := s.w.ws.Runs.Job()
		second = s.w.ws.Now().Shown
		return second != first && j != nil && j.ID == second && j.Kept
	})
	drawn := func() bool {
		return other.at != nil && other.veil.Says() == "" && screen.Seen(other.at.View()).Result != 0
	}
	s.do(func() { other.toggle(first) })
	s.until("the first result", func() bool { return drawn() && screen.Seen(other.at.View()).Result == first })
	s.do(func() {
		other.at.View().Of = s.w.ws.Runs.Jobs[second].Stamp() // as if it had not been drawn again
		other.beat()
	})
	clock.Pass(time.Second)
	s.until("the veil", func() bool { return other.veil.Says() == stamp.Drawing })
	s.do(func() { other.toggle(second) })
	s.until("the second result", func() bool { return drawn() && screen.Seen(other.at.View()).Result == second })
}
