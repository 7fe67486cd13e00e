package pane

import (
	"testing"

	"example.org/espalier/plotting/depict"
)

func TestDiffers(t *testing.T) {
	usual := depict.PathsChoice{State: depict.PathsState{Until: 1, Seed: 1}}
	along, coloured := usual, usual
	along.State.Along, coloured.Colour = 2, "sex"
	read := map[string]any{"State": map[string]any{"Along": 0, "Means": false, "Seed": 1, "NoLabels": false, "Until": 1,
		"Cursor": false}, "Colour": ""}
	for _, c := range []struct {
		before, after any
		want          string
	}{
		{usual, along, "Along"}, {usual, coloured, "Colour"}, {read, coloured, "Colour"}, {along, coloured, "Along Colour"},
		{usual, usual, ""},
		{nil, coloured, "Along Colour Means NoLabels Seed Until"}, {"sex", "kind", ""}, {nil, true, ""}, {nil, nil, ""},
	} {
		if got := Differs(c.before, c.after); got != c.want {
			t.Errorf("%+v → %+v: %q, want %q", c.before, c.after, got, c.want)
		}
	}
}
