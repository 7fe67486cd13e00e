package trees

import (
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/plotting/ink"

	"github.com/google/go-cmp/cmp"
)

func TestStateIsNeverWritten(t *testing.T) {
	s := drawn.NewState([]string{"tissue"})
	s = s.WithSelection([]int{3, 1, 3}).WithCollapsed([]int{5, 4}, true).WithRotation([]int{1, 2}).
		WithGroups([]beside.Group{{Name: "a", Rows: []int{1, 2, 3}}, {Name: "b", Rows: []int{4, 5}}}, 0.5)
	before := s
	copied := drawn.State{Selection: study.Selection{Rows: []int{1, 3}},
		Edits:  study.Edits{Collapsed: [][]int{{4, 5}}, Rotated: [][]int{{1, 2}}},
		Look:   drawn.Look{Match: -1, Labels: true, Strips: []string{"tissue"}, Heat: true, CutTime: 0.5},
		Groups: []beside.Group{{Name: "a", Rows: []int{1, 2, 3}}, {Name: "b", Rows: []int{4, 5}}}}
	if d := cmp.Diff(copied, s); d != "" {
		t.Fatal(d)
	}
	_ = s.WithSelection([]int{9}).WithCollapsed([]int{4, 5}, false).WithRotation([]int{2, 1}).WithRotation([]int{7, 8}).
		WithGroupName(0, "z").WithGroupColour(1, plotting.Hex(0xFF0000)).
		WithNewGroup(beside.Group{Name: "c", Rows: []int{2, 4}}, FreeColour).
		WithoutGroup(0).WithStrip("tissue", false).WithStrip("age", true).
		WithOrder(study.Ordering{Kind: study.Ladder}).WithSearch("x")
	if d := cmp.Diff(before, s); d != "" {
		t.Errorf("a change wrote to the state it came from: %s", d)
	}
}

func TestToggles(t *testing.T) {
	s := drawn.NewState(nil).WithRotation([]int{2, 1})
	if s = s.WithRotation([]int{1, 2}); len(s.Rotated) != 0 {
		t.Errorf("rotating twice leaves %v", s.Rotated)
	}
	s = s.WithCollapsed([]int{1, 2}, true).WithCollapsed([]int{2, 1}, true)
	if len(s.Collapsed) != 1 || !s.IsCollapsed([]int{2, 1}) {
		t.Errorf("collapsed %v", s.Collapsed)
	}
	if s = s.WithCollapsed([]int{1, 2}, false); len(s.Collapsed) != 0 {
		t.Errorf("expanded %v", s.Collapsed)
	}
}

func TestNewGroupTakesRowsFromOthers(t *testing.T) {
	s := drawn.NewState(nil).
		WithGroups([]beside.Group{{Name: "a", Rows: []int{1, 2, 3}}, {Name: "b", Rows: []int{4}}}, 0.5)
	s = s.WithNewGroup(beside.Group{Name: "c", Rows: []int{4, 3}, Colour: plotting.Hex(0x112233)}, FreeColour)
	want := []beside.Group{{Name: "a", Rows: []int{1, 2}}, {Name: "c", Rows: []int{3, 4}, Colour: plotting.Hex(0x112233)}}
	if d := cmp.Diff(want, s.Groups); d != "" || s.CutTime != 0 {
		t.Errorf("cut %v, %s", s.CutTime, d)
	}
}

func TestGroupsInherit(t *testing.T) {
	red, blue := plotting.Hex(0xFF0000), plotting.Hex(0x0000FF)
	old := []beside.Group{{Name: "liver", Rows: []int{0, 1, 2, 3}, Colour: red},
		{Name: "brain", Rows: []int{4, 5}, Colour: blue}}
	g := study.Regroup([][]int{{4, 5}, {0, 1, 2}, {3}}, old, FreeColour)
	if g[0].Name != "brain" || g[0].Colour != blue || g[1].Name != "liver" || g[1].Colour != red {
		t.Errorf("%+v", g)
	}
	if g[2].Name != "group 1" || g[2].Colour == red || g[2].Colour == blue || g[2].Colour.A != 255 {
		t.Errorf("the group without a past is %+v", g[2])
	}
	many := make([][]int, 60)
	for i := range many {
		many[i] = []int{i}
	}
	names, colours := map[string]bool{}, map[any]bool{}
	for i, g := range study.Regroup(many, nil, FreeColour) {
		if light := ink.ToOKLab(g.Colour).L; i < 10 && (light < mostDark || light > mostLight) {
			t.Errorf("%s has the lightness %g: it is lost on dark or on light ground", g.Name, light)
		}
		names[g.Name], colours[g.Colour] = true, true
	}
	if len(names) != 60 || len(colours) != 60 {
		t.Errorf("60 groups have %d names and %d colours", len(names), len(colours))
	}
}

func TestColours(t *testing.T) {
	for text, want := range map[string]uint32{"#0072B2": 0x0072B2, "0072b2": 0x0072B2, " #fa0 ": 0xFFAA00} {
		c, err := ParseColour(text)
		if err != nil || c != plotting.Hex(want) {
			t.Errorf("%q is %v, %v", text, c, err)
		}
	}
	for _, text := range []string{"", "#12345", "#GG0000", "red", "#0072B2F", "+12345", "#é12"} {
		if c, err := ParseColour(text); err == nil {
			t.Errorf("%q is read as %v", text, c)
		}
	}
	if s := plotting.FormatColour(plotting.Hex(0x00A1FF)); s != "#00A1FF" {
		t.Error(s)
	}
}

func TestWords(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{plotting.Plural(1, "leaf|leaves"), "1 leaf"}, {plotting.Plural(1200, "leaf|leaves"), "1,200 leaves"},
		{plotting.FormatTimeOrHeight(0.3099999, 0), "t = 0.31"}, {plotting.FormatTimeOrHeight(0.75, 20), "height 5"},
	} {
		if c.got != c.want {
			t.Errorf("%q, not %q", c.got, c.want)
		}
	}
}

// TestDefaultStripsGroupRows: an annotation with nearly one value for each row is no strip unless it is asked for.
func TestDefaultStripsGroupRows(t *testing.T) {
	data := &inference.Dataset{Annotations: []inference.Annotation{
		inference.NewAnnotation("NAME", []string{"a", "b", "c", "d", "e"}),
		inference.NewAnnotation("batch", []string{"1", "1", "1", "1", "1"}),
		inference.NewAnnotation("sex", []string{"f", "m", "f", "m", "f"}),
	}}
	if got := drawn.NewLook(nil).For(data).Strips; len(got) != 1 || got[0] != "sex" {
		t.Errorf("the strips are %q", got)
	}
}
