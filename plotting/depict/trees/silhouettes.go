package trees

import (
	"image/color"
	"math"
	"slices"
	"sync"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/coded"
	"example.org/espalier/inference/stat/silhouette"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"
)

// silhouetteName is the name of the strip.
const silhouetteName = "silhouette"

// mostSilhouettes limits the differences between two cells that silhouettes take: two seconds.
const mostSilhouettes = 4e9

// silhouetteLevels are the ranges of silhouette widths, with the lower end of each and how far along the palette its
// colour is. Their ends are those of Kaufman and Rousseeuw (1990) for weak, reasonable and strong structures.
var silhouetteLevels = []struct {
	from  float64
	words string
	shade float64
}{{math.Inf(-1), "below 0", -1}, {0, "0 to 0.25", 0.15}, {0.25, "0.25 to 0.5", 0.4}, {0.5, "0.5 to 0.7", 0.65},
	{0.7, "0.7 to 1", 1}}

// A silhouettes works out how well each row lies in its group, and keeps the last answer. It is safe for concurrent
// use.
type silhouettes struct {
	mu     sync.Mutex
	data   *inference.Dataset
	group  []int
	widths []float64
}

// of returns the widths of rows in groups: of distances that are given, or of cells of any kind as [coded] has them.
func (k *silhouettes) of(data *inference.Dataset, group []int) []float64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.data == data && slices.Equal(k.group, group) {
		return k.widths
	}
	k.data, k.group = data, group
	if data.Distances.Active() {
		k.widths = silhouette.Widths(group, data.X.At)
	} else {
		k.widths = silhouette.Widths(group, silhouette.Between(coded.Of(data).X))
	}
	return k.widths
}

// LacksSilhouettes says why rows have no silhouettes, in a sentence; "" where they have.
func LacksSilhouettes(data *inference.Dataset) string {
	if data == nil {
		return "Silhouettes need the table."
	}
	n, d := data.Dims()
	if float64(n)*float64(n)*float64(d) > mostSilhouettes {
		return "Silhouettes compare all pairs of rows, which takes too long for a table of " +
			plotting.Plural(n, "row") + " and " + plotting.Plural(d, "column") + "."
	}
	return ""
}

// silhouetteStrip is a strip that says how well each row lies in its group, or in the groups of the first strip where
// there are no others; false where there is none.
func (f Shown) silhouetteStrip(groups []beside.Group, strips []beside.Strip) (beside.Strip, bool) {
	if LacksSilhouettes(f.Data) != "" || f.Tree == nil || f.Tree.Leaves() != len(f.Data.Rows) {
		return beside.Strip{}, false
	}
	group := make([]int, len(f.Data.Rows))
	for i := range group {
		if group[i] = -1; len(groups) == 0 && len(strips) > 0 {
			group[i] = strips[0].Annotation.Codes[i]
		}
	}
	for g, k := range groups {
		for _, row := range k.Rows {
			if row >= 0 && row < len(group) {
				group[row] = g
			}
		}
	}
	a := inference.Annotation{Name: silhouetteName, Values: make([]string, len(group)),
		Codes: make([]int, len(group))}
	colours := make([]color.NRGBA, len(silhouetteLevels))
	for i, l := range silhouetteLevels {
		a.Levels = append(a.Levels, l.words)
		c := ink.Signed.At((1 + l.shade) / 2)
		colours[i] = color.NRGBA{c.R, c.G, c.B, 255}
	}
	found := false
	for i, w := range f.silhouettes.of(f.Data, group) {
		a.Codes[i] = -1
		for k, l := range silhouetteLevels {
			if w >= l.from {
				a.Codes[i], a.Values[i], found = k, l.words, true
			}
		}
	}
	return beside.Strip{Annotation: a, Colours: colours, Without: "in no group"}, found
}
