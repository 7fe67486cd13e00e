package ink

import (
	"strings"
	"testing"

	"example.org/espalier/plotting"

	"gonum.org/v1/plot/vg"
)

func TestOrderedBlocks(t *testing.T) {
	blocks := []LegendBlock{{Title: "tissue"}, {Title: "sex"}, {Title: "value"}}
	for _, c := range []struct {
		look plotting.Look
		want string
	}{
		{plotting.Look{}, "tissue sex value"},
		{plotting.Look{Upwards: true}, "value sex tissue"},
		{plotting.Look{LegendFirst: "Value, none such"}, "value tissue sex"},
		{plotting.Look{LegendFirst: "sex,value"}, "sex value tissue"},
		{plotting.Look{LegendFirst: "tissue", Upwards: true}, "tissue value sex"},
		{plotting.Look{LegendFirst: "sex", Legend: plotting.NoPlace}, ""},
	} {
		var got []string
		for _, b := range OrderedBlocks(plotting.Style{Look: c.look}, blocks) {
			got = append(got, b.Title)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%+v: %v, want %s", c.look, got, c.want)
		}
	}
	if blocks[0].Title != "tissue" {
		t.Error("the blocks themselves were put in another order")
	}
}

// A long text has two lines where there is height for them, and its key covers both.
func TestLegendInTwoLines(t *testing.T) {
	st := plotting.Light
	f := Regular(st.Typeface, st.AxisSize)
	long := "interferon alpha and beta response"
	room := TextWidth(f, "interferon alpha and bet")
	if at := breakOf(f, long, room); long[:at] != "interferon alpha and " {
		t.Errorf("%q is broken at %d", long, at)
	}
	for _, text := range []string{"short", "anaphylactoidglomerulonephritis"} {
		if at := breakOf(f, text, room); at != 0 {
			t.Errorf("%q is broken at %d", text, at)
		}
	}
	rows := func() []int { return []int{1, 4} }
	block := LegendBlock{Title: "pathway",
		Entries: []LegendEntry{{Text: long, Rows: rows}, {Text: long}, {Text: "hypoxia"}}}
	one := block.Height(st)
	for _, c := range []struct {
		height vg.Length
		breaks int
	}{{one, 0}, {one + LegendPitch(st), 1}, {2 * one, 2}} {
		columns, widths := [][]LegendBlock{{block}}, []vg.Length{block.Width(st)}
		WidthsWithin(columns, widths, st, room+15, 0, c.height)
		breaks := 0
		for _, e := range columns[0][0].Entries {
			if e.Break > 0 {
				breaks++
			}
		}
		if breaks != c.breaks || widths[0] > room+15 || columns[0][0].Height(st) > c.height {
			t.Errorf("height %.0f: %d texts in two lines, %.0f × %.0f", c.height, breaks, widths[0], columns[0][0].Height(st))
		}
		if block.Entries[0].Break != 0 {
			t.Fatal("the block itself was changed")
		}
	}
	columns, widths := [][]LegendBlock{{block}}, []vg.Length{block.Width(st)}
	WidthsWithin(columns, widths, st, room+15, 0, 2*one)
	var list List
	list.Group("legend", func() { columns[0][0].Draw(&list, st, vg.Point{Y: 200}, widths[0]) })
	y := 200 - CapHeight(f)/2 - LegendPitch(st)
	for _, down := range []vg.Length{0, secondLine * LegendPitch(st)} {
		if m, ok := list.LegendAt(vg.Point{X: 20, Y: y - down}); !ok || m.Title != long || len(m.Rows) != 2 {
			t.Errorf("%.0f below the first line: %v, %q", down, ok, m.Title)
		}
	}
}
