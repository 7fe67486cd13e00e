package ink

import (
	"strings"
	"testing"

	"example.org/espalier/plotting"
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
