package depict_test

import (
	"fmt"
	"image/color"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/depict"
)

// Each level has one colour wherever its annotation stands, first, last or alone, and levels of annotations that stand side by
// side have different ones. What a person chose goes before.
func TestLevelsHaveOneColour(t *testing.T) {
	annotation := func(name string, levels int) inference.Annotation {
		values := make([]string, 60)
		for i := range values {
			values[i] = fmt.Sprintf("%s %d", name, i%levels)
		}
		return inference.NewAnnotation(name, values)
	}
	list := []inference.Annotation{annotation("id", 60), annotation("species", 3), annotation("sex", 2), annotation("site", 5)}
	chosen := plotting.Codings{"sex": {Colours: map[string]string{"sex 1": "#123456"}}}
	codings := depict.Placed(&chosen, list, []inference.Annotation{annotation("kind", 4)})
	look := plotting.Look{Codings: codings}
	of := map[string]color.NRGBA{}
	for _, order := range [][]int{{1, 2, 3}, {3, 2, 1}, {2}, {3, 1}} {
		used := 0
		for _, i := range order {
			k := beside.NewStripColours(&beside.Strip{Annotation: list[i]}, nil, used, look)
			used += k.Inks
			for j, level := range list[i].Levels {
				if c, known := of[level]; known && c != k.Colour[j] {
					t.Errorf("in the order %v %s has the colour %v, before %v", order, level, k.Colour[j], c)
				}
				of[level] = k.Colour[j]
				if named := beside.LevelInks(list[i].Name, list[i].Levels, look)[j]; named != k.Colour[j] {
					t.Errorf("%s has the colour %v in a strip and %v by name", level, k.Colour[j], named)
				}
			}
		}
	}
	seen := map[color.NRGBA]string{}
	for level, c := range of {
		if other := seen[c]; other != "" {
			t.Errorf("%s and %s have one colour", level, other)
		}
		seen[c] = level
	}
	if got := plotting.FormatColour(of["sex 1"]); len(of) != 10 || got != "#123456" {
		t.Errorf("%d levels; that with a chosen colour has %s", len(of), got)
	}
	if again := depict.Placed(codings, list, nil); again.Of("site").First != codings.Of("site").First {
		t.Error("placed again, an annotation moves")
	}
}
