package trees

import (
	"image/color"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/stat/silhouette"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"
)

// mostSilhouettes limits the rows of which silhouettes are worked out, all pairs of them.
const mostSilhouettes = 3000

// silhouetteLevels are the ranges of silhouette widths, with the lower end of each and how far along the palette its
// colour is. Their ends are those by which Kaufman and Rousseeuw (1990) judge a structure.
var silhouetteLevels = []struct {
	from  float64
	words string
	shade float64
}{{math.Inf(-1), "below 0", -1}, {0, "0 to 0.25", 0.15}, {0.25, "0.25 to 0.5", 0.4}, {0.5, "0.5 to 0.7", 0.65},
	{0.7, "0.7 to 1", 1}}

// silhouettes is a strip that says how well each row lies in its group, or in the groups of the first strip where
// there are no others; false where there is none.
func (f Shown) silhouettes(groups []beside.Group, strips []beside.Strip) (beside.Strip, bool) {
	if f.Data == nil || len(f.Data.Rows) > mostSilhouettes || f.Tree == nil || f.Tree.Leaves() != len(f.Data.Rows) {
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
	a := inference.Annotation{Name: "silhouette", Values: make([]string, len(group)), Codes: make([]int, len(group))}
	colours := make([]color.NRGBA, len(silhouetteLevels))
	for i, l := range silhouetteLevels {
		a.Levels = append(a.Levels, l.words)
		c := ink.Signed.At((1 + l.shade) / 2)
		colours[i] = color.NRGBA{c.R, c.G, c.B, 255}
	}
	found := false
	for i, w := range silhouette.Widths(f.Data.X, group) {
		a.Codes[i] = -1
		for k, l := range silhouetteLevels {
			if w >= l.from {
				a.Codes[i], a.Values[i], found = k, l.words, true
			}
		}
	}
	return beside.Strip{Annotation: a, Colours: colours}, found
}
