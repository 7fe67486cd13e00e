package study

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/color"
	"runtime"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"
)

// look is a state of a pane as a view may have it.
type look struct {
	Shape  string
	Strips []string
}

// tableOf makes a table of n rows and 3 columns, which differ all from each other.
func tableOf(t *testing.T, name string, n int) *inference.Table {
	t.Helper()
	table := &inference.Table{Name: name, Columns: []string{"a", "b", "c"}, X: mat.NewDense(n, 3, nil),
		Kind: inference.Continuous}
	for i := range n {
		table.Rows = append(table.Rows, fmt.Sprintf("row %d", i))
		for j := range 3 {
			table.X.(*mat.Dense).Set(i, j, float64((i*7+j*3)%11)+0.5*float64(i*(i%2)))
		}
	}
	return table
}

// opened returns a document with an open table.
func opened(t *testing.T, n int) *Document {
	d := &Document{}
	id := d.AddTable(tableOf(t, "beans", n))
	d.Amend(func(s State) State { return s.Opened(Sheet{Table: id}) })
	return d
}

// onSheet makes a change of the open sheet.
func onSheet(d *Document, name, merge string, f func(Sheet) Sheet) {
	d.Do(name, merge, func(s State) State {
		h, _ := s.Sheet()
		return s.WithSheet(f(h))
	})
}

func shapeOf(d *Document) string {
	h, _ := d.State().Sheet()
	l, _ := PaneOf[look](h.Panes, "tree")
	return l.Shape
}

func groupsOf(d *Document) []Group {
	h, _ := d.State().Sheet()
	return h.Side().Groups
}

func grey(used map[color.NRGBA]bool) color.NRGBA {
	for x := uint8(1); ; x++ {
		if c := (color.NRGBA{x, x, x, 255}); !used[c] {
			return c
		}
	}
}

func TestChangeAShapeTwiceAndUndoTwice(t *testing.T) {
	d := opened(t, 4)
	for _, shape := range []string{"disc", "rectangle"} {
		onSheet(d, "change the shape", "", func(h Sheet) Sheet { return h.WithPane("tree", look{Shape: shape}) })
	}
	for _, want := range []string{"disc", ""} {
		if !d.Undo() || shapeOf(d) != want {
			t.Errorf("the shape is %q, not %q", shapeOf(d), want)
		}
	}
	if d.Undo() {
		t.Error("there is more to undo than was done")
	}
}

func TestGroupsAreThereWhenTheTableComesBack(t *testing.T) {
	d := opened(t, 6)
	cut := Regroup([]Set{{0, 2}, {1, 3, 4, 5}}, nil, grey)
	onSheet(d, "cut into 2 groups", "cut", func(h Sheet) Sheet { return h.WithSide(Side{Groups: cut}) })
	beans := d.State().Open
	peas := d.AddTable(tableOf(t, "peas", 4))
	d.Do("Open peas", "", func(s State) State { s.Sheets = nil; return s.Opened(Sheet{Table: peas}) })
	if len(groupsOf(d)) != 0 || d.Table(d.State().Open).Name != "peas" {
		t.Fatalf("%v of %v", groupsOf(d), d.State().Open)
	}
	if d.UndoName() != "Open peas" || !d.Undo() {
		t.Fatal(d.UndoName())
	}
	if diff := cmp.Diff(cut, groupsOf(d)); diff != "" || d.State().Open != beans || d.Table(beans).Name != "beans" {
		t.Errorf("the groups differ: %s", diff)
	}
	if !d.Undo() || len(groupsOf(d)) != 0 || d.Undo() {
		t.Error("the cut is not one step of the same history")
	}
	first, second := d.Redo(), d.Redo()
	if !first || !second || d.Redo() || d.State().Open != peas {
		t.Error("both steps cannot be done again")
	}
}

func TestFactorsBelongToTheirResult(t *testing.T) {
	d := opened(t, 4)
	first := d.AddResult(Result{Table: d.State().Open})
	d.Do("Run", "", func(s State) State { return s.WithResult(first) })
	d.Do("select 1 factor", "select", func(s State) State {
		s.Selection = Selection{}.WithFactors(first, 7)
		return s
	})
	second := d.AddResult(Result{Table: d.State().Open})
	d.Do("Run", "", func(s State) State { return s.WithResult(second) })
	s := d.State()
	if got := s.Selection.Factors(s.Shown); len(got) != 0 {
		t.Errorf("factors %v of the first result are selected in the second", got)
	}
	if !slices.Equal(s.Selection.Factors(first), []int{7}) {
		t.Errorf("the first result lost its selection: %+v", s.Selection)
	}
	d.Undo()
	if s = d.State(); s.Shown != first || !slices.Equal(s.Selection.Factors(s.Shown), []int{7}) {
		t.Errorf("%+v", s.Selection)
	}
	d.Undo() // the selection of a factor is a step as any other
	if !d.State().Selection.Empty() || d.RedoName() != "select 1 factor" {
		t.Errorf("%+v, to redo is %q", d.State().Selection, d.RedoName())
	}
	d.Redo()
	d.Do("remove", "", func(s State) State { return s.WithoutResult(first) })
	if s = d.State(); s.Shown != 0 || len(s.Results) != 0 || !s.Selection.Empty() {
		t.Errorf("%+v", s)
	}
	d.Undo()
	if _, ok := d.Result(first); !ok || !slices.Equal(d.State().Selection.Factors(first), []int{7}) {
		t.Error("removing a result cannot be undone")
	}
}

// A lost result is in no state that Undo or Redo leads to. If it was shown, another one of the table is.
func TestALostResultDoesNotComeBack(t *testing.T) {
	d := opened(t, 6)
	table := d.State().Open
	first, second := d.AddResult(Result{Table: table}), ResultID(0)
	d.Do("Run", "", func(s State) State { return s.WithResult(first) })
	second = d.AddResult(Result{Table: table})
	d.Do("Run", "", func(s State) State { return s.WithResult(second) })
	other := d.AddTable(tableOf(t, "other", 4))
	d.Do("Open", "", func(s State) State { return s.Opened(Sheet{Table: other}) })
	d.Do("note", "", func(s State) State { s.Note = "x"; return s })
	d.Undo()
	told := 0
	d.Observe(func(Change) { told++ })
	d.Lose(second)
	if _, ok := d.Result(second); ok || told != 1 {
		t.Errorf("the result is kept: %v, told %d times", ok, told)
	}
	var shown []ResultID
	d.history.All(func(s State) {
		shown = append(shown, s.Shown)
		if slices.Contains(s.Results, second) || s.Shown == second {
			t.Errorf("a state has it: %+v", s)
		}
		for _, h := range s.Sheets {
			if h.Left.Shown == second {
				t.Errorf("a sheet shows it: %+v", h)
			}
		}
	})
	d.Undo()
	if s := d.State(); s.Shown != first || s.Open != table {
		t.Errorf("shown is result %d; in all %v", s.Shown, shown)
	}
}

func TestStatesAreNeverWritten(t *testing.T) {
	d := opened(t, 6)
	onSheet(d, "set up", "", func(h Sheet) Sheet {
		e := Edits{}.WithCollapsed([]int{5, 4}, true).WithRotation([]int{1, 2})
		return h.WithSide(Side{Regroup([]Set{{1, 2, 3}, {4, 5}}, nil, grey), e}).WithPane("tree", look{Shape: "disc"}).
			WithAnnotation(inference.NewAnnotation("groups", []string{"", "a", "a", "a", "b", "b"}))
	})
	d.Do("select", "", func(s State) State {
		s.Selection = Selection{Rows: []int{1, 3}}.WithFactors(2, 5, 6)
		return s.WithResult(1).WithResult(2)
	})
	write := func(s State) string {
		b, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	s := d.State()
	before := write(s)
	h, _ := s.Sheet()
	side := h.Side()
	_ = WithGroup(side.Groups, Group{Rows: []int{5, 1}}, grey)
	_ = Regroup([]Set{{0, 1, 2, 3, 4, 5}}, side.Groups, grey)
	_ = side.Edits.WithCollapsed([]int{4, 5}, false).WithRotation([]int{2, 1}).WithRotation([]int{0,
		1}).WithOpen(4).WithOrder(Ordering{Kind: Ladder})
	_ = s.WithResult(3).WithoutResult(2).WithSheet(h.WithPane("tree", look{}).WithPane("trace",
		1).WithAnnotation(inference.Annotation{Name: "groups"}))
	_ = s.Selection.Toggled(Selection{Rows: []int{3, 4}}.WithFactors(2, 5)).WithFactors(2)
	_ = s.Opened(Sheet{Table: 9})
	if after := write(s); after != before {
		t.Errorf("a change wrote to the state it came from:\n%s\n%s", before, after)
	}
}

func TestStateAsJSON(t *testing.T) {
	s := State{Open: 3, Setup: Setup{Model: "pydt", Settings: map[string]job.Value{"c": {Text: "2", Fixed: true},
		"method": {Text: "mcmc"}}, Seed: 1<<64 - 1, Chains: 4},
		Results: []ResultID{1, 4}, Shown: 4, Labels: map[ResultID]Label{4: {"final", "with θ fixed"}}, Note: "for the paper",
		Selection: Selection{Rows: []int{2, 5}}.WithFactors(4, 9, 11)}
	side := Side{Groups: []Group{{"liver", []int{0, 1}, color.NRGBA{0, 0x72, 0xB2, 255}},
		{"brain", []int{4}, color.NRGBA{1, 2, 3, 4}}},
		Edits: Edits{Collapsed: []Set{{0, 1}}, Order: Ordering{ByColumn, "width"}}}
	s = s.WithSheet(Sheet{Table: 3, Origin: &Origin{Table: 1, Rows: job.Places{0, 1, 5}, How: "group 2"}, Note: "kept",
		Preprocessing: inference.Preprocessing{Centre: true}, Rows: side}.WithPane("tree", look{"disc", []string{"species"}}).
		WithAnnotation(inference.NewAnnotation("groups", []string{"liver", "", "brain"})))
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(data, []byte(`"#0072B2"`)) {
		t.Errorf("colours are written as %s", data)
	}
	var back State
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	h, _ := back.Sheet()
	l, ok := PaneOf[look](h.Panes, "tree")
	if diff := cmp.Diff(look{"disc", []string{"species"}}, l); diff != "" || !ok {
		t.Error(diff)
	}
	h.Panes["tree"] = l
	if diff := cmp.Diff(s, back); diff != "" {
		t.Error(diff)
	}
	for _, bad := range []string{"red", "", "#12345", "#GG0000", "#0072B2F", "#é1234"} {
		if err := json.Unmarshal(fmt.Appendf(nil, `{"name":"x","rows":[1],"colour":%q}`, bad), &Group{}); err == nil ||
			!strings.Contains(err.Error(), "colour") {
			t.Errorf("the colour %q gives %v", bad, err)
		}
	}
}

// A history of selections and cuts of a long table shares what did not change.
func TestHistoryIsCheap(t *testing.T) {
	const rows = 100_000
	d := opened(t, 4)
	half, rest := make([]int, rows/2), make([]int, rows/2)
	for i := range half {
		half[i], rest[i] = i, rows/2+i
	}
	onSheet(d, "cut", "", func(h Sheet) Sheet { return h.WithSide(Side{Groups: Regroup([]Set{half, rest}, nil, grey)}) })
	measure := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := measure()
	for i := range mostSteps {
		onSheet(d, "look", "", func(h Sheet) Sheet { return h.WithPane("tree", look{Shape: fmt.Sprint(i)}) })
		d.Do("select", "", func(s State) State { s.Selection = Selection{Rows: []int{i}}; return s })
	}
	grown := int64(measure()) - int64(before)
	if one := int64(8 * rows); grown > one { // a copy of the groups in every step would be 200 times this
		t.Errorf("%d steps take %d bytes, the groups %d", mostSteps, grown, one)
	}
	runtime.KeepAlive(d)
}

func TestObserversAreToldWhatChanged(t *testing.T) {
	d := opened(t, 4)
	var told []Aspect
	d.Observe(func(c Change) { told = append(told, c.Aspects) })
	r := d.AddResult(Result{})
	onSheet(d, "shape", "", func(h Sheet) Sheet { return h.WithPane("tree", look{Shape: "disc"}) })
	onSheet(d, "shape", "", func(h Sheet) Sheet { return h.WithPane("tree", look{Shape: "disc"}) }) // nothing changes
	onSheet(d, "collapse", "", func(h Sheet) Sheet {
		return h.WithSide(Side{Edits: Edits{}.WithCollapsed([]int{1, 2}, true)})
	})
	onSheet(d, "group", "", func(h Sheet) Sheet {
		side := h.Side()
		side.Groups = WithGroup(nil, Group{Rows: []int{2}}, grey)
		return h.WithSide(side)
	})
	onSheet(d, "annotate", "", func(h Sheet) Sheet {
		return h.WithAnnotation(inference.NewAnnotation("groups", []string{"x", "", "", "x"}))
	})
	d.Do("select", "select", func(s State) State { s.Selection.Columns = []int{1}; return s })
	d.Do("seed", "", func(s State) State { s.Setup.Seed = 7; return s })
	d.Do("run", "", func(s State) State { return s.WithResult(r) })
	d.Do("rename", "", func(s State) State { return s.WithLabel(r, Label{Name: "best"}) })
	d.Do("note", "", func(s State) State { s.Note = "a try"; return s })
	d.Put(Result{ID: r})
	d.Put(Result{ID: r + 1}) // is not there
	onSheet(d, "centre", "", func(h Sheet) Sheet { h.Preprocessing.Centre = true; return h })
	d.Amend(func(s State) State { s.Shown = 0; return s })
	d.Undo()
	want := []Aspect{Looks | Undoable, Edited | Undoable, Groups | Undoable, Annotated | Undoable,
		Selected | Undoable, Setups | Undoable,
		Results | Undoable, Noted | Undoable, Noted | Undoable, Snapshots, Tables | Undoable, Results,
		Tables | Results | Undoable}
	if diff := cmp.Diff(want, told); diff != "" {
		t.Error(diff)
	}
}

func TestWhatNoStateNamesIsForgotten(t *testing.T) {
	d := opened(t, 4)
	old := d.State().Open
	result := d.AddResult(Result{Table: old})
	data, err := d.Table(old).Prepare(inference.Preprocessing{})
	if err != nil {
		t.Fatal(err)
	}
	d.AddPrepared(old, data)
	d.Do("Run", "", func(s State) State { return s.WithResult(result) })
	next := d.AddTable(tableOf(t, "peas", 3))
	d.Do("Open peas", "", func(s State) State {
		return State{}.Opened(Sheet{Table: next})
	})
	for i := range mostSteps {
		if d.Table(old) == nil || d.Prepared(old, data.Preprocessing) != data {
			t.Fatalf("after %d steps the table is lost, but Undo leads to it", i)
		}
		if _, ok := d.Result(result); !ok && i < mostSteps-1 {
			t.Fatalf("after %d steps the result is lost, but Undo leads to it", i)
		}
		d.Do("seed", "", func(s State) State { s.Setup.Seed++; return s })
		d.AddResult(Result{})
	}
	if _, ok := d.Result(result); ok || d.Table(old) != nil || d.Prepared(old, data.Preprocessing) != nil {
		t.Error("what no state names any more is kept")
	}
	if len(d.results) > 2 {
		t.Errorf("%d results are kept", len(d.results))
	}
}
