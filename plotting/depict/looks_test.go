package depict

import (
	"image/color"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/study/file"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/depict/trees"
)

// In a study of version 0.1, in which the order of categories gave them their places in the palette, they keep the
// colours that the build which wrote it drew, in the table and in a part of it.
func TestOlderStudiesKeepColours(t *testing.T) {
	c, lost, err := file.Read("testdata/ordered-categories.espalier")
	if err != nil || len(lost) > 0 {
		t.Fatal(lost, err)
	}
	h, table := c.State.Sheets[0], c.Tables[1]
	drawn := map[string]string{"dog": "#0072B2", "ant": "#009E73", "cat": "#CC79A7", "bee": "#56B4E9", "eel": "#8C8C8C"}
	check := func(what string, a inference.Annotation, k *plotting.Codings) {
		t.Helper()
		order := make([]int32, len(a.Codes))
		for i := range order {
			order[i] = int32(i)
		}
		s := beside.NewStripColours(&beside.Strip{Annotation: a}, order, 0, plotting.Look{Codings: k})
		for i, l := range a.Levels {
			if got := plotting.FormatColour(s.Colour[i]); got != drawn[l] {
				t.Errorf("%s: %s is %s, not %s", what, l, got, drawn[l])
			}
		}
	}
	check("table", table.Annotations[0], LooksOfSheet(h, table).Annotations)
	part := &inference.Table{Rows: table.Rows[:8],
		Annotations: []inference.Annotation{inference.NewAnnotation("kind", []string{"bee", "bee", "eel", "dog"})}}
	of := CodingsOfPart(h, table)
	check("part", part.Annotations[0], &of)
}

// A level of an annotation has the same colour in a table, in a part of it and in a part of that part, as usual or as a
// person chose it.
func TestColoursOfPart(t *testing.T) {
	table := func(levels ...string) *inference.Table {
		a := inference.NewAnnotation("kind", levels)
		return &inference.Table{Rows: make([]string, len(levels)), Annotations: []inference.Annotation{a}}
	}
	colours := func(t *inference.Table, k *plotting.Codings) map[string]color.NRGBA {
		a := t.Annotations[0]
		order := make([]int32, len(a.Codes))
		for i := range order {
			order[i] = int32(i)
		}
		s := beside.NewStripColours(&beside.Strip{Annotation: a}, order, 0, plotting.Look{Codings: k})
		found := map[string]color.NRGBA{}
		for i, l := range a.Levels {
			found[l] = s.Colour[i]
		}
		return found
	}
	whole := table("a", "b", "c", "d", "e")
	for name, chosen := range map[string]plotting.Coding{
		"usual":   {},
		"palette": {Palette: "muted"},
		"order": {Order: []string{"d", "b"}, Colours: map[string]string{"c": "#123456"},
			Among: []string{"a", "b", "c", "d", "e"}},
	} {
		codings := plotting.Codings{}
		codings = codings.With("kind", chosen)
		h := study.Sheet{Table: 1, Panes: study.Panes{CodingsPane: codings}}
		want := colours(whole, &codings)
		part := table("b", "d", "e", "d")
		of := CodingsOfPart(h, whole)
		less := table("e", "d")
		ofPart := CodingsOfPart(study.Sheet{Table: 2, Panes: study.Panes{CodingsPane: of}}, part)
		for _, got := range []map[string]color.NRGBA{colours(part, &of), colours(less, &ofPart)} {
			for l, c := range got {
				if c != want[l] {
					t.Errorf("%s: level %s of the part has the colour %v, in the whole %v", name, l, c, want[l])
				}
			}
		}
	}
	if got := (plotting.Coding{Among: []string{"a", "b"}}).Places([]string{"b", "z"}, 24); got[0] != 1 || got[1] != 2 {
		t.Errorf("places %v", got)
	}
}

// A level keeps its colour in a part where the strips that stand before its own in the whole are gone, and a strip that
// the part alone has begins after it.
func TestColoursOfPartWithFewerStrips(t *testing.T) {
	table := func(levels map[string][]string) *inference.Table {
		part := &inference.Table{}
		for _, name := range []string{"species", "island", "sex", "new"} {
			if l := levels[name]; l != nil {
				part.Rows = make([]string, len(l))
				part.Annotations = append(part.Annotations, inference.NewAnnotation(name, l))
			}
		}
		return part
	}
	colours := func(t *inference.Table, k *plotting.Codings) map[string]color.NRGBA {
		found, used := map[string]color.NRGBA{}, 0
		for _, a := range t.Annotations {
			s := beside.NewStripColours(&beside.Strip{Annotation: a}, []int32{0, 1, 2, 3}, used, plotting.Look{Codings: k})
			used += s.Inks
			for i, l := range a.Levels {
				found[l] = s.Colour[i]
			}
		}
		return found
	}
	whole := table(map[string][]string{"species": {"gentoo", "adelie", "chinstrap", "adelie"},
		"island": {"biscoe", "dream", "dream", "biscoe"}, "sex": {"female", "male", "male", "female"}})
	want := colours(whole, LooksOfSheet(study.Sheet{Table: 1}, whole).Annotations)
	part := table(map[string][]string{"sex": {"female", "male", "male", "female"}, "new": {"x", "y", "x", "y"}})
	of := CodingsOfPart(study.Sheet{Table: 1,
		Panes: study.Panes{trees.Pane: trees.Look{Strips: []string{"species", "island", "sex"}}}}, whole)
	got := colours(part, &of)
	for _, l := range []string{"female", "male"} {
		if got[l] != want[l] {
			t.Errorf("%s has the colour %v, in the whole %v", l, got[l], want[l])
		}
		if got["x"] == want[l] || got["y"] == want[l] {
			t.Errorf("a new level has the colour of %s", l)
		}
	}
	shown :=
		CodingsOfPart(study.Sheet{Table: 1, Panes: study.Panes{trees.Pane: trees.Look{Strips: []string{"sex"}}}}, whole)
	if shown["sex"].First != of["sex"].First {
		t.Errorf("the strip that stands alone begins at %d, beside others at %d", shown["sex"].First, of["sex"].First)
	}
	if shown := colours(table(map[string][]string{"sex": {"female", "male", "male", "female"}}),
		&shown); shown["male"] != want["male"] {
		t.Error("a level has another colour where its strip stands alone")
	}
}
