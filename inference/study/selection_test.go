package study

import (
	"image/color"
	"slices"
	"testing"

	"example.org/espalier/inference"

	"github.com/google/go-cmp/cmp"
)

func TestSets(t *testing.T) {
	for _, c := range []struct{ got, want Set }{
		{SetOf([]int{3, 1, 3}), Set{1, 3}}, {SetOf([]int{}), nil},
		{Without(Set{1, 2, 3}, Set{0, 2}), Set{1, 3}}, {Without(Set{1}, Set{1}), nil},
		{Toggled(Set{1, 2}, Set{2, 3}), Set{1, 2, 3}}, {Toggled(Set{1, 2, 3}, Set{2, 3}), Set{1}},
		{Toggled(nil, Set{4}), Set{4}},
	} {
		if diff := cmp.Diff(c.want, c.got); diff != "" {
			t.Error(diff)
		}
	}
	sets := []Set{{1, 2}, {3}}
	if got := ToggledIn(sets, Set{1, 2}); len(got) != 1 || IndexOf(got, Set{3}) != 0 || IndexOf(got, Set{1, 2}) != -1 {
		t.Errorf("%v", got)
	}
	if got := ToggledIn(sets, Set{1}); len(got) != 3 || len(sets) != 2 {
		t.Errorf("%v", got)
	}
}

func TestSelections(t *testing.T) {
	s := Selection{Rows: []int{3, 1, 3}, Columns: []int{2},
		Objects: map[ResultID][]Object{1: {{Factor, Set{9}}, {Edge, Set{4, 2}}, {Factor, Set{9}}}, 5: {}}}.Normal()
	want := Selection{Rows: []int{1, 3}, Columns: []int{2},
		Objects: map[ResultID][]Object{1: {{Edge, Set{2, 4}}, {Factor, Set{9}}}}}
	if diff := cmp.Diff(want, s); diff != "" || !s.Equal(want) {
		t.Error(diff)
	}
	if got := s.Factors(1); !slices.Equal(got, []int{9}) || s.Factors(2) != nil || s.IDs(1, Component) != nil {
		t.Errorf("factors %v", got)
	}
	if (Selection{Objects: map[ResultID][]Object{3: nil}}).Empty() == false || s.Empty() {
		t.Error("what is empty")
	}
	// A click with Shift adds what is new and takes out what is not.
	more := s.Toggled(Selection{Rows: []int{5}}.WithFactors(1, 9, 10))
	if !slices.Equal(more.Rows, []int{1, 3, 5}) || !slices.Equal(more.Factors(1), []int{9, 10}) ||
		len(more.Objects[1]) != 3 {
		t.Errorf("%+v", more)
	}
	less := more.Toggled(Selection{Columns: []int{2}}.WithFactors(1, 10, 9))
	if len(less.Columns) != 0 || less.Factors(1) != nil || len(less.Objects[1]) != 1 ||
		!slices.Equal(less.Rows, more.Rows) {
		t.Errorf("%+v", less)
	}
	if none := s.Toggled(Selection{}); !none.Equal(s) {
		t.Errorf("adding nothing gives %+v", none)
	}
	if got := s.WithFactors(1); got.Factors(1) != nil || len(got.Objects) != 0 || len(s.Objects[1]) != 2 {
		t.Errorf("%+v", got)
	}
	for _, side := range []inference.Side{inference.OnRows, inference.OnColumns} {
		p := OfSides(side, []int{1, 2}, []int{7})
		if !slices.Equal(p.Items(side), []int{1, 2}) || !slices.Equal(p.Cases(side), []int{7}) {
			t.Errorf("%v: %+v", side, p)
		}
	}
}

func TestANewGroupTakesRowsFromOthers(t *testing.T) {
	groups := WithGroup([]Group{{Name: "a", Rows: Set{1, 2, 3}}, {Name: "b", Rows: Set{4}}},
		Group{Name: "c", Rows: []int{4, 3}}, grey)
	want := []Group{{Name: "a", Rows: Set{1, 2}}, {Name: "c", Rows: Set{3, 4}, Colour: color.NRGBA{1, 1, 1, 255}}}
	if diff := cmp.Diff(want, groups); diff != "" {
		t.Error(diff)
	}
	if groups = WithGroup(groups, Group{Rows: []int{9}}, grey); groups[2].Name != "group 1" ||
		groups[2].Colour == groups[1].Colour {
		t.Errorf("%+v", groups[2])
	}
	if GroupHolding(groups, Set{3}) != 1 || GroupHolding(groups, Set{1, 3}) != -1 || GroupHolding(groups, nil) != -1 {
		t.Error("the group that holds rows")
	}
}

func TestSameGroups(t *testing.T) {
	groups := []Group{{Rows: Set{1, 2}}, {Rows: Set{0}}}
	for _, c := range []struct {
		sets []Set
		same bool
	}{
		{[]Set{{0}, {2, 1}}, true}, {[]Set{{0}, {1}}, false}, {[]Set{{0}}, false}, {[]Set{{0}, {0}}, false},
		{[]Set{{0}, {1, 2}, {3}}, false}, {[]Set{{0}, {}}, false},
	} {
		if got := SameGroups(groups, c.sets); got != c.same {
			t.Errorf("%v is the same: %v", c.sets, got)
		}
	}
	if !SameGroups(nil, nil) {
		t.Error("no groups are no groups")
	}
}

func TestGroupsAsAnnotation(t *testing.T) {
	a := AsAnnotation("groups", []Group{{Name: "x", Rows: Set{0, 3}}, {Name: "y", Rows: Set{2}},
		{Name: "x", Rows: Set{4}}}, 6)
	if diff := cmp.Diff([]string{"x", "", "y", "x", "x", ""}, a.Values); diff != "" || len(a.Levels) != 2 ||
		!slices.Equal(a.Codes, []int{0, -1, 1, 0, 0, -1}) {
		t.Errorf("%v %v %s", a.Levels, a.Codes, diff)
	}
}

// The present groups are an annotation of the table, the last one, under a name that is free.
func TestGroupsAreAnAnnotation(t *testing.T) {
	table := tableOf(t, "beans", 8)
	h := Sheet{Table: 1}
	if got := h.GroupsAnnotated(table); len(got.Annotations) > 0 {
		t.Errorf("no groups are the annotation %+v", got.Annotations)
	}
	h.Rows.Groups = []Group{{Name: "late", Rows: Set{4, 5}}, {Name: "early", Rows: Set{0, 1}}}
	kept, _ := h.KeptGroups(table)
	kept.Rows.Groups = []Group{{Name: "all", Rows: Set{0, 1, 2, 3, 4, 5, 6, 7}}}
	again, _ := kept.KeptGroups(table)
	live := again.GroupsAnnotated(table.WithAnnotation(inference.NewAnnotation("groups", make([]string, 8))))
	var names []string
	for _, a := range live.Annotations {
		names = append(names, a.Name)
	}
	if !slices.Equal(names, []string{"kept groups", "kept groups again", "groups now"}) {
		t.Errorf("the annotations are %q", names)
	}
	if a := live.Annotations[0]; !slices.Equal(a.Levels, []string{"late", "early"}) || a.Values[0] != "early" ||
		a.Values[7] != "" {
		t.Errorf("the groups kept are %+v", a)
	}
	if a := live.Annotations[2]; !slices.Equal(a.Levels, []string{"all"}) || a.Values[7] != "all" {
		t.Errorf("the present groups are %+v", a)
	}
	h.Columns.Groups = []Group{{Name: "first", Rows: Set{0}}}
	h.Preprocessing.Transpose = true
	if got := h.GroupsAnnotated(table); len(got.Annotations) != 1 || len(got.ColumnAnnotations) != 1 ||
		got.ColumnAnnotations[0].Values[0] != "first" {
		t.Errorf("groups of rows and columns are %+v", got.Made())
	}
	if got, a := h.KeptGroups(table); len(got.Annotations) > 0 || len(got.ColumnAnnotations) != 1 ||
		a.Name != "kept groups" {
		t.Errorf("kept are %+v", got.Made())
	}
}

// Changes made on data that leave out rows and columns and transpose the table are recorded for the
// table, and reappear when the table is prepared in another way.
func TestFrames(t *testing.T) {
	table := tableOf(t, "beans", 8)
	prepare := func(p inference.Preprocessing) *inference.Dataset {
		d, err := table.Prepare(p)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	names := func(list []string, at []int) (out []string) {
		for _, i := range at {
			out = append(out, list[i])
		}
		slices.Sort(out)
		return out
	}
	whole := prepare(inference.Preprocessing{})
	for _, p := range []inference.Preprocessing{{TopRows: 4}, {TopColumns: 2}, {Transpose: true},
		{Transpose: true, TopRows: 2, TopColumns: 5}} {
		d := prepare(p)
		f := FrameOf(d)
		all := Selection{Rows: []int{0, 1}, Columns: []int{0, 1}}
		out := f.SelectionOut(all)
		rows, columns := names(whole.Rows, out.Rows), names(whole.Columns, out.Columns)
		if p.Transpose {
			rows, columns = columns, rows
		}
		if diff := cmp.Diff(names(d.Rows, all.Rows), rows) + cmp.Diff(names(d.Columns, all.Columns), columns); diff != "" {
			t.Errorf("%v: %s", p, diff)
		}
		if back := f.SelectionIn(out); !back.Equal(all) {
			t.Errorf("%v: %+v comes back as %+v", p, all, back)
		}
	}
	d := prepare(inference.Preprocessing{TopRows: 4})
	f := FrameOf(d)
	in, hidden := f.rows.out(1), Without(Set{0, 1, 2, 3, 4, 5, 6, 7}, SetOf(d.RowIndex))[0]
	if got := f.SelectionIn(Selection{Rows: SetOf([]int{in, hidden})}); !slices.Equal(got.Rows, []int{1}) {
		t.Errorf("rows that the data lack are selected: %v", got.Rows)
	}
	groups := []Group{{Name: "a", Rows: SetOf([]int{in, hidden})}, {Name: "b", Rows: SetOf([]int{f.rows.out(0)})}}
	shown := f.GroupsIn(groups)
	if !slices.Equal(shown[0].Rows, []int{1}) || !slices.Equal(shown[1].Rows, []int{0}) {
		t.Errorf("%+v", shown)
	}
	if diff := cmp.Diff(groups, f.GroupsOut(shown, groups)); diff != "" {
		t.Errorf("groups lose rows that the data lack: %s", diff)
	}
	shown[0].Name = "renamed"
	if out := f.GroupsOut(shown, groups); !slices.Equal(out[0].Rows, groups[0].Rows) || out[0].Name != "renamed" {
		t.Errorf("a group that is renamed becomes %+v", out[0])
	}
	e := Edits{}.WithCollapsed([]int{in, hidden, f.rows.out(3)}, true).WithRotation([]int{hidden, in})
	local := f.EditsIn(e)
	if len(local.Collapsed) != 1 || !slices.Equal(local.Collapsed[0], []int{1, 3}) || len(local.Rotated) != 0 {
		t.Errorf("%+v", local)
	}
	if out := f.EditsOut(local); !slices.Equal(out.Collapsed[0], SetOf([]int{in, f.rows.out(3)})) {
		t.Errorf("%+v", out)
	}
	h := Sheet{}.WithAnnotation(AsAnnotation("groups", groups, 8))
	a := h.Annotated(d).Annotations
	if len(a) != 1 || a[0].Values[1] != "a" || a[0].Values[0] != "b" || a[0].Values[2] != "" || a[0].Codes[2] != -1 ||
		len(d.Annotations) != 0 {
		t.Errorf("%+v", a)
	}
	turned := prepare(inference.Preprocessing{Transpose: true, TopRows: 1})
	h = h.WithColumnAnnotation(inference.NewAnnotation("c", whole.Columns))
	if got := h.Annotated(turned); len(got.Annotations) != 1 || got.Annotations[0].Values[0] != turned.Rows[0] ||
		len(got.ColumnAnnotations) != 1 || got.ColumnAnnotations[0].Values[in] != "a" {
		t.Errorf("turned data have %+v and %+v", got.Annotations, got.ColumnAnnotations)
	}
	if (Sheet{}).Annotated(turned) != turned || !h.Made().Same(h.WithPane("x", 1).Made()) ||
		h.Made().Same(h.WithAnnotation(AsAnnotation("groups", groups, 8)).Made()) {
		t.Error("what stays the same is made anew, or the reverse")
	}
	if FrameOf(nil).rows.out(5) != 5 ||
		!FrameOf(nil).SelectionIn(Selection{Rows: []int{5}}).Equal(Selection{Rows: []int{5}}) {
		t.Error("without data rows change")
	}
}
