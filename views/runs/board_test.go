package runs

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/board"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/sampledata"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// quick are settings of trees that leave out most of their start: here it matters that there are trees.
var quick = map[string]map[string]job.Value{
	"ddt": {"start": {Text: "linkage"}, "c": {Text: "1", Fixed: true}, "noise": {Text: "0.1", Fixed: true}},
	"pydt": {"start": {Text: "linkage"}, "c": {Text: "1", Fixed: true}, "noise": {Text: "0.1", Fixed: true},
		"theta": {Text: "1", Fixed: true}, "alpha": {Text: "0.2", Fixed: true}},
}

// boardEntries fits quick models to a sample with rows hidden.
func boardEntries(t *testing.T, models ...string) (list []BoardEntry) {
	t.Helper()
	table, err := sampledata.Open("iris")
	if err != nil {
		t.Fatal(err)
	}
	p := board.Plan{Base: job.Spec{Table: job.SourceOf(table)}, Share: 0.1, Splits: []uint64{1}, Part: 0.01}
	for _, m := range models {
		p.Choices = append(p.Choices, board.Choice{Model: m, Settings: quick[m]})
	}
	specs, err := p.Specs(catalog.Models())
	if err != nil {
		t.Fatal(err)
	}
	err = board.Fit(t.Context(), job.Local{}, board.From{Table: table}, specs, job.Options{Threads: 1},
		board.Watch{Done: func(f board.Fitted) {
			if f.Err != nil {
				t.Fatal(f.Err)
			}
			m := f.Handle.Material()
			list = append(list, BoardEntry{ID: study.ResultID(len(list) + 1), Fit: f.Result,
				Subject: &depict.Subject{Model: m.Model, Info: m.Info, Settings: m.Settings, Seed: m.Spec.Seed,
					Chains: m.Chains, BurnIn: inference.BurnIn, Table: table, Data: m.Data, Snapshot: f.Result.Snapshot}})
		}})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// The board is ordered by a click on a head, shows a result by a click on its line, and is compared
// with an annotation or with none.
func TestBoardView(t *testing.T) {
	s := viewstest.NewStage(t)
	v := NewBoardView(s.Post, plotting.Light)
	defer v.Close()
	asked, stopped, shown := 0, 0, study.ResultID(0)
	var kept []any
	v.OnCompare, v.OnStop, v.OnShow = func() { asked++ }, func() { stopped++ }, func(id study.ResultID) { shown = id }
	v.Connect(pane.Wishes{Keep: func(_ string, state any) { kept = append(kept, state) }})
	s.Show(v, 1000, 420)
	s.Settle(v.View())
	if v.Figure() != nil || v.About() != "" || !v.against.Needless {
		t.Error("an empty board has a figure")
	}
	entries := boardEntries(t, "gaussian", "kde", "pydt")
	v.SetEntries(entries)
	v.SetResult(pane.Result{Subject: entries[1].Subject, ID: 2})
	s.Settle(v.View())
	table := v.Figure().(cells.Table)
	if len(table.Rows) != 3 || len(table.Selected) != 1 ||
		table.Rows[table.Selected[0]].Cells[0].Text != "Kernel density estimate" || v.Labels() != "species" ||
		table.Columns[8].Head != "like species" || !strings.Contains(v.About(), "hidden rows") {
		t.Fatalf("%+v", table)
	}
	if strings.Contains(table.Note, "Compare models…") {
		t.Errorf("all were compared, but %q", table.Note)
	}
	s.Keep("board")
	heads := func(t cells.Table) (list []string) {
		for _, j := range t.Drawn() {
			list = append(list, t.Columns[j].Head)
		}
		return list
	}
	brief := heads(table)
	if slices.Contains(brief, "R-hat") || slices.Contains(brief, "NMI") {
		t.Errorf("details are on the first screen: %q", brief)
	}
	v.View().TypedRune('d')
	s.Settle(v.View())
	if whole := heads(v.Figure().(cells.Table)); len(whole) <= len(brief) || !slices.Contains(whole, "ARI") {
		t.Errorf("with details: %q", whole)
	}
	v.View().TypedRune('d')
	s.Settle(v.View())
	kept = nil
	_, scene := v.View().Shown()
	area := scene.PlotArea()
	size := v.View().Size()
	click := func(x, fromTop float32) {
		v.View().Tapped(&fyne.PointEvent{Position: fyne.NewPos(x, fromTop)})
		s.Settle(v.View())
	}
	top := float32(scene.Size().Y - area.Max.Y)
	click(float32(area.Min.X)+10, top+5)
	if shown == 0 {
		t.Errorf("a click on the first line of a board of %v shows nothing", size)
	}
	click(float32(area.Min.X)+10, top-10)
	if f := v.Figure().(cells.Table); f.Sort != 0 || f.Descending || len(kept) != 1 {
		t.Errorf("a click on a head orders by %d, %v; kept %d", f.Sort, f.Descending, len(kept))
	}
	v.chooseLabels(0)
	v.View().TypedRune('t')
	s.Settle(v.View())
	if f, ok := v.Figure().(chart.Dots); !ok || len(f.Rows) != 3 || v.Labels() != "" {
		t.Errorf("%T against %q", v.Figure(), v.Labels())
	}
	s.Keep("board-picture")
	v.View().TypedRune('c')
	v.SetProgress("Fit 1 of 3: pydt", true)
	if v.compare.Text != "Stop" || !v.said.Visible() || asked != 1 {
		t.Errorf("%q, asked %d times", v.compare.Text, asked)
	}
	test.Tap(v.compare)
	v.SetProgress("", false)
	if stopped != 1 || v.compare.Text != "Compare models…" {
		t.Errorf("stopped %d times, %q", stopped, v.compare.Text)
	}
	v.Restore(nil)
	s.Settle(v.View())
	if _, ok := v.Figure().(cells.Table); !ok {
		t.Error("the usual board is no list")
	}
}

// Where results are not comparable the board says which button makes them so, unless nobody can press it.
func TestAdvice(t *testing.T) {
	compared, other := board.Line{Compared: true}, board.Line{}
	for _, c := range []struct {
		ask   bool
		lines []board.Line
		want  bool
	}{{true, []board.Line{compared, compared}, false}, {true, []board.Line{compared, compared, other}, true},
		{true, []board.Line{compared}, true},
		{true, []board.Line{other}, true}, {false, []board.Line{other}, false}} {
		if got := advice(&board.Board{Lines: c.lines}, c.ask); strings.Contains(got, "Compare models…") != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

// TestBoardLeavesOwnGroupsOut: groups that were cut from a tree are no labels to compare it with, and none is compared
// unless the user asks for it.
func TestBoardLeavesOwnGroupsOut(t *testing.T) {
	s := viewstest.NewStage(t)
	v := NewBoardView(s.Post, plotting.Light)
	defer v.Close()
	entries := boardEntries(t, "pydt", "gaussian")
	found, err := board.GroupsOf(board.Entry{Result: entries[0].Fit, Data: entries[0].Subject.Data}, 3)
	if err != nil {
		t.Fatal(err)
	}
	cut := found.Labels
	values := make([]string, len(cut))
	for i, k := range cut {
		values[i] = strconv.Itoa(k)
	}
	for _, e := range entries {
		data := *e.Subject.Data
		data.Annotations = []inference.Annotation{inference.NewAnnotation("groups", values)}
		e.Subject.Data = &data
	}
	v.SetEntries(entries)
	s.Show(v, 1000, 420)
	s.Settle(v.View())
	if v.Labels() != "" || !slices.Contains(v.annotations, "groups") {
		t.Errorf("against %q of %q", v.Labels(), v.annotations)
	}
	v.chooseLabels(1)
	s.Settle(v.View())
	own := 0
	for _, row := range v.Figure().(cells.Table).Rows {
		for _, c := range row.Cells {
			if c.Text == "its own" {
				own++
			}
			if c.Text == "1.000" {
				t.Errorf("%v", row)
			}
		}
	}
	if own != 1 && len(v.Figure().(cells.Table).Columns) > 8 {
		t.Errorf("%d results have groups of their own", own)
	}
}
