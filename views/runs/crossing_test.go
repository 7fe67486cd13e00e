package runs

import (
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/viewstest"

	"gonum.org/v1/plot/vg"
)

// Any two partitions are compared, as bands or as a table; a click on a band selects its rows, those
// that the labels themselves say.
func TestCrossingView(t *testing.T) {
	s := viewstest.NewStage(t)
	v := NewCrossingView(s.Post, plotting.Light)
	t.Cleanup(v.Close)
	var picked study.Set
	var kept any
	v.Connect(pane.Wishes{Pick: func(p study.Selection) { picked = p.Rows },
		Keep: func(_ string, state any) { kept = state }})
	s.Show(v, 1000, 600)
	s.Settle(v.View())
	if v.Offers(nil) || v.Figure() != nil || v.About() != "" {
		t.Error("there is something to compare before there are results")
	}
	entries := boardEntries(t, "dpmm", "gaussian", "ddt", "pydt")
	entries[0].Name, entries[1].Name, entries[2].Name, entries[3].Name = "mixture", "density", "other tree", "tree"
	mixed := entries[0].Subject
	v.SetEntries(entries, []study.Group{{Name: "left", Rows: []int{0, 1, 2, 3, 4, 5, 6, 7}},
		{Name: "right", Rows: []int{100, 101, 102, 103, 104}}})
	v.SetResult(pane.Result{Subject: mixed, ID: 1})
	s.Settle(v.View())
	var titles []string
	for _, side := range v.sides {
		titles = append(titles, side.title)
	}
	if want := []string{"tree", "other tree", "mixture", "groups", "species"}; !slices.Equal(titles, want) {
		t.Fatalf("sides %q, want %q", titles, want)
	}
	if want := []string{"density: it has no groups of rows"}; !slices.Equal(v.left.Off, want) ||
		!slices.Equal(v.right.Off, want) {
		t.Errorf("%q cannot be chosen", v.left.Off)
	}
	found, _ := depict.FoundAt(mixed, -1)
	species := mixed.Data.Annotations[slices.IndexFunc(mixed.Data.Annotations,
		func(a inference.Annotation) bool { return a.Name == "species" })]
	f, _ := v.View().Shown()
	bands := f.(chart.Alluvial)
	if bands.Names != [2]string{"species", "mixture"} || v.About() != "" {
		t.Errorf("at first %v are compared", bands.Names)
	}
	for i, line := range bands.Counts {
		for j, n := range line {
			want := 0
			for row := range found {
				if species.Codes[row] == i && found[row] == j {
					want++
				}
			}
			if n != want {
				t.Errorf("%d rows of %d and %d, want %d", n, i, j, want)
			}
		}
	}
	s.Keep("crossing-bands")
	m := viewstest.TapMark(t, v.View(), func(m plotting.Mark) bool { return m.Kind == "band" })
	var want study.Set
	for row := range found {
		if species.Codes[row] == m.Row && found[row] == m.Column {
			want = append(want, row)
		}
	}
	if len(picked) == 0 || !slices.Equal(picked, study.SetOf(want)) {
		t.Errorf("a band selects %v, want %v", picked, want)
	}

	// Two trees are cut into four groups, or as many as asked for; the table counts the same.
	v.choose(0, 1)
	s.Settle(v.View())
	f, _ = v.View().Shown()
	if a := f.(chart.Alluvial); a.Names != [2]string{"tree", "other tree"} ||
		len(a.Groups[1]) != usualCut || v.cut.Needless {
		t.Errorf("%v, %d groups", a.Names, len(a.Groups[1]))
	}
	v.cut.OnChoose(4)
	v.View().OnRune('t')
	s.Settle(v.View())
	f, _ = v.View().Shown()
	if c := f.(*cells.Confusion); len(c.Groups) != 5 || c.Class != "tree" {
		t.Errorf("cut into 5 there are %d groups", len(c.Groups))
	}
	s.Keep("crossing-table")
	if about := v.About(); !strings.Contains(about, "flowers of each group of tree by group of other tree · agreement ") {
		t.Errorf("about the figure it says %q", about)
	}
	if kept == nil || kept.(crossingState).Cut != 5 || !kept.(crossingState).Table {
		t.Errorf("the document keeps %+v", kept)
	}
	viewstest.TapMark(t, v.View(),
		func(m plotting.Mark) bool { return m.Kind == "cell" && len(m.Lines) > 0 && m.Lines[0][1] != "0" })
	if len(picked) == 0 {
		t.Error("a cell selects nothing")
	}
	v.choose(0, 0)
	if a, _ := v.ask(); a.sides[0].key != v.sides[1].key || a.sides[1].key != v.sides[0].key {
		t.Error("one side twice does not exchange them")
	}

	// The groups that the user made, on the rows of either side.
	v.choose(3, 2)
	v.View().OnRune('t')
	s.Settle(v.View())
	f, _ = v.View().Shown()
	a := f.(chart.Alluvial)
	total := 0
	for _, line := range a.Counts {
		for _, n := range line {
			total += n
		}
	}
	in := 0
	for i := range mixed.Data.Rows {
		if r := study.FrameOf(mixed.Data).SelectionOut(study.Selection{Rows: study.Set{i}}).
			Rows[0]; r < 8 || r >= 100 && r < 105 {
			in++
		}
	}
	if total != in || a.Names[0] != "groups" || a.Groups[0][0] != "left" {
		t.Errorf("%d rows in groups, want %d; %v", total, in, a.Groups)
	}
	_, scene := v.View().Shown()
	if _, ok := scene.Hit(vg.Point{X: -5, Y: -5}); ok {
		t.Error("something is beside the figure")
	}
	v.Restore(study.Panes{"Partitions": map[string]any{"Left": "result 77", "Right": "annotation nothing", "Cut": 1e6}})
	s.Settle(v.View())
	if v.Figure() == nil || v.state.Cut > mostCut {
		t.Error("a state of another study shows nothing")
	}
}
