package beside

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
)

// annotated has one row for each level.
func annotated(name string, numeric bool, levels ...string) *Strip {
	a := inference.Annotation{Name: name, Numeric: numeric, Levels: levels}
	for i, l := range levels {
		a.Codes, a.Values = append(a.Codes, i), append(a.Values, l)
	}
	return &Strip{Annotation: a}
}

func numbers(from, to int) (list []string) {
	for x := from; x <= to; x++ {
		list = append(list, fmt.Sprint(x))
	}
	return list
}

func rowsOf(s *Strip) (rows []int32) {
	for i := range s.Annotation.Codes {
		rows = append(rows, int32(i))
	}
	return rows
}

// TestDigitsAreCategories, each with a colour and a line in the legend; other numbers are a gradient.
func TestDigitsAreCategories(t *testing.T) {
	digits := annotated("digit", true, numbers(0, 9)...)
	k := NewStripColours(digits, rowsOf(digits), 0, plotting.Look{})
	if legend := k.Legend(ink.ManyCategories); k.Ramp != nil || len(legend.Entries) != 10 ||
		legend.Entries[9].Text != "9" {
		t.Errorf("digits have the legend %+v", legend)
	}
	for i := range k.Colour {
		for j := range i {
			if k.Colour[i] == k.Colour[j] {
				t.Errorf("the digits %d and %d have one colour", j, i)
			}
		}
	}
	for _, other := range []*Strip{annotated("year", true, numbers(2000, 2009)...), annotated("size", true,
		numbers(0, 20)...), annotated("share", true, "0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8")} {
		if k := NewStripColours(other, rowsOf(other), 0, plotting.Look{}); k.Ramp == nil {
			t.Errorf("%s is no gradient", other.Annotation.Name)
		}
	}
}

// Up to 24 levels have a colour each, up to 72 a colour with lines that no other has, and a line in the legend; of
// more, eight.
func TestManyLevelsHaveColours(t *testing.T) {
	for n, want := range map[int]int{9: 9, 16: 16, 24: 24, 25: 25, 72: 72, 73: ink.MaxLevels} {
		var levels []string
		for i := range n {
			levels = append(levels, fmt.Sprint("chromosome ", i))
		}
		s := annotated("chromosome", false, levels...)
		k := NewStripColours(s, rowsOf(s), 3, plotting.Look{})
		colours := map[any]bool{}
		for _, e := range k.Legend(ink.MostLevels).Entries {
			if e.Colour != ink.OtherCategories {
				colours[[2]any{e.Colour, e.Round}] = true
			}
		}
		if len(colours) != want || k.others != n-want {
			t.Errorf("of %d levels %d have a colour of their own, %d share one", n, len(colours), k.others)
		}
		if entries := k.Legend(5).Entries; len(entries) != 6 || entries[5].Text != fmt.Sprintf("and %d more", n-5) {
			t.Errorf("a legend of 5 of %d levels has %d lines", n, len(entries))
		}
	}
}

// Strips side by side have no colour in common as long as there are enough.
func TestStripsShareNoColour(t *testing.T) {
	strips := []Strip{*annotated("a", false, "x", "y"), *annotated("b", false, strings.Split("abcdefgh", "")...),
		*annotated("c", false, strings.Split("abcdefghijk", "")...)}
	owner := map[any]string{}
	for _, c := range CodedOf(strips, rowsOf(&strips[2]), plotting.Look{}) {
		for i, k := range c.Colours {
			if other, taken := owner[k]; taken {
				t.Errorf("%s of %s has the colour of one of %s", c.Levels[i], c.Name, other)
			}
			owner[k] = c.Name
		}
	}
}

// TestCodings: what a person chose of an annotation holds whatever the figure would do.
func TestCodings(t *testing.T) {
	look := func(c plotting.Coding) plotting.Look {
		k := plotting.Codings{"a": c}
		return plotting.Look{Codings: &k}
	}
	s := annotated("a", false, "x", "y", "z")
	rows := rowsOf(s)
	red := plotting.Hex(0xAA0011)
	k := NewStripColours(s, rows, 5, look(plotting.Coding{Palette: "muted", Order: []string{"z", "no such"},
		Colours: map[string]string{"y": "#AA0011", "x": "junk"}}))
	muted := ink.CategoryPalette("muted")
	if k.Colour[2] != muted[2] || k.Colour[0] != muted[0] || k.Colour[1] != red {
		t.Errorf("the colours are %v", k.Colour)
	}
	if !slices.Equal(k.named, []int{2, 0, 1}) {
		t.Errorf("the legend lists %v", k.named)
	}
	n := annotated("a", true, numbers(1, 5)...)
	if k := NewStripColours(n, rows, 0,
		look(plotting.Coding{As: plotting.CodedGradient, Palette: "blues"})); k.Ramp != ink.Palette("blues") {
		t.Error("numbers are no gradient of blues")
	}
	b := NewStripColours(n, rows, 0, look(plotting.Coding{As: plotting.CodedBars}))
	if !b.Bars || b.Share(4) != 1 || b.Share(0) != 0.2 || b.Width(10) != 40 {
		t.Errorf("bars have the shares %g to %g", b.Share(0), b.Share(4))
	}
	many := annotated("a", false)
	for i := range 20 {
		many.Annotation.Levels = append(many.Annotation.Levels, fmt.Sprint("level ", i))
		many.Annotation.Codes = append(many.Annotation.Codes, i)
	}
	if k := NewStripColours(many, rowsOf(many), 0, look(plotting.Coding{As: plotting.CodedColours})); k.others !=
		0 || len(k.named) != 20 {
		t.Errorf("of 20 categories %d have a colour", len(k.named))
	}
	if k := NewStripColours(s, rows, 0, look(plotting.Coding{As: plotting.CodedBars})); k.Bars || k.Ramp != nil {
		t.Error("words are bars")
	}
	if c := (&plotting.Codings{"a": {As: "pie", Palette: "jet"}}).Of("a"); c.As != "" || c.Palette != "" {
		t.Errorf("what cannot be stays: %+v", c)
	}
}

// Shares are darkest where they are greatest on paper, and lightest on a dark page.
func TestSharesOnADarkPage(t *testing.T) {
	s := &Strip{Annotation: inference.NewAnnotation("follows the tree", []string{"0.1", "1", "0.5"}), Share: true}
	light := func(st plotting.Style, level string) int {
		k := NewStripColours(s, []int32{0, 1, 2}, 0, st.Look).In(st)
		return int(k.Colour[slices.Index(s.Annotation.Levels, level)].G)
	}
	if low, high := light(plotting.Light, "0.1"), light(plotting.Light, "1"); !(low > 200 && high < 60) {
		t.Errorf("on paper .1 is %d and 1 is %d", low, high)
	}
	if low, high := light(plotting.Dark, "0.1"), light(plotting.Dark, "1"); !(low < 90 && high > 200) {
		t.Errorf("in the dark .1 is %d and 1 is %d", low, high)
	}
}
