package selected

import (
	"fmt"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/stat/correlations"
	"example.org/espalier/plotting"
)

// Directions named at most, the eigenvectors that are looked at, and the standard deviations from
// which on rows are set apart.
const (
	mostApart   = 3
	mostVectors = 6
	leastApart  = 0.5
)

// Directions are those of one covariance, kept, which selections do not change.
type Directions struct {
	of   *covariance.Covariance
	word string // "factor" or "direction"
	list []correlations.Direction
}

// Follow sets the directions of a covariance: its factors if they were drawn, otherwise
// eigenvectors, because fitted factors can be rotated at will.
func (l *Directions) Follow(c *covariance.Covariance) {
	if l.of == c {
		return
	}
	*l = Directions{of: c}
	if c == nil {
		return
	}
	if l.word = "Factor"; c.Draws > 0 {
		l.list = correlations.ByFactor(c)
	}
	if l.list == nil {
		l.word, l.list = "Direction", correlations.Directions(c, mostVectors)
	}
}

// Describe names the directions that set rows apart from the others, by how much, and which columns
// move along them, one line each; "" if there are none.
func (l *Directions) Describe(data *inference.Dataset, rows []int) string {
	if n, d := data.Dims(); l.of == nil || len(rows) == 0 || len(rows) >= n || len(l.of.Columns) != d {
		return ""
	}
	names := func(list []int) string {
		words := make([]string, len(list))
		for i, j := range list {
			words[i] = strings.ReplaceAll(data.Columns[j], " ", "\u00a0")
		}
		return strings.Join(words, ", ")
	}
	var lines []string
	for _, a := range correlations.SetApart(data.X, rows, l.list, leastApart) {
		if len(lines) == mostApart {
			break
		}
		var moves []string
		if len(a.Higher) > 0 {
			moves = append(moves, "higher in "+names(a.Higher))
		}
		if len(a.Lower) > 0 {
			moves = append(moves, "lower in "+names(a.Lower))
		}
		lines = append(lines, fmt.Sprintf("%s %d, %s of the variance: %s s.d., %s", l.word, a.Direction+1,
			plotting.FormatPercent(l.list[a.Direction].Share), withSign(a.Deviations), strings.Join(moves, ", ")))
	}
	return strings.Join(lines, "\n")
}

// DirectionsHead stands over the directions.
const DirectionsHead = "Directions that set it apart"
