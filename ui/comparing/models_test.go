package comparing

import (
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/board"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/views/viewstest"
)

// The sheet says which models do not predict what is hidden, and why. A few models are ticked.
func TestWhatTheSheetLeavesOut(t *testing.T) {
	data, _ := viewstest.Sample(t, "iris")
	models := catalog.Models()
	offers := board.Offers(models, data, nil)
	title := func(name string) string {
		i := slices.IndexFunc(models, func(m inference.Model) bool { return m.Info().Name == name })
		return models[i].Info().Title
	}
	for _, c := range []struct {
		unit, name, want string
	}{
		{board.Rows, "pca", "Only for hidden cells: "},
		{board.Cells, "kde", "Only for hidden rows: "},
		{board.Rows, "kmeans", "Without a density of this table: "},
		{board.Cells, "kmeans", "Without a density of this table: "},
	} {
		text := leftOut(models, offers, c.unit)
		if i := strings.Index(text, c.want); i < 0 || !strings.Contains(strings.SplitN(text[i:], "\n", 2)[0], title(c.name)) {
			t.Errorf("hidden %ss: %q does not say %q of %s", c.unit, text, c.want, c.name)
		}
		if strings.Contains(text, title("pydt")) {
			t.Errorf("hidden %ss: %q says that the tree is left out", c.unit, text)
		}
	}
	ticked := map[string][]string{}
	for _, f := range offers {
		for _, unit := range []string{board.Rows, board.Cells} {
			if f.Usual && f.Predicts(unit) {
				ticked[unit] = append(ticked[unit], f.Model.Info().Name)
			}
		}
	}
	for unit, list := range ticked {
		if len(list) < 2 || len(list) > 5 || !slices.Contains(list, "pydt") {
			t.Errorf("hidden %ss: %q are ticked", unit, list)
		}
	}
}

// Equal parts are told from splits of a share; every choice of the list is one of the two.
func TestParts(t *testing.T) {
	for _, c := range splits {
		n, equal := (&Order{Splits: c.Value}).parts()
		if n < 1 || equal != strings.HasSuffix(c.Title, "folds") {
			t.Errorf("%q makes %d parts, equal %v", c.Title, n, equal)
		}
	}
}
