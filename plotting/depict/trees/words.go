package trees

import (
	"fmt"
	"slices"
	"strings"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/dendro"
)

// Words describes the figure of the tree: which of the draws it shows, how to read its times and supports, which
// branches are collapsed, and the parts beside it.
func (f Shown) Words() string {
	if f.Tree == nil {
		return ""
	}
	at := f.times()
	parts := []string{at}
	if f.Draws != "" {
		parts = []string{f.Draws, at}
	}
	if f.Rank > 0 {
		parts = append(parts, fmt.Sprintf("tree %d of the %d best", f.Rank+1, f.Of))
	}
	if slices.ContainsFunc(f.Tree.Children, func(c []int) bool { return len(c) > 2 }) {
		parts = append(parts, dendro.BracketWords)
	}
	if below := f.State.Below; below > 0 {
		parts = append(parts, "branches with less than "+plotting.FormatPercent(below)+" support are collapsed")
	}
	d := f.Figure()
	var strips []string
	for _, p := range d.Strips {
		strips = append(strips, p.Annotation.Name)
	}
	if len(strips) > 0 {
		parts = append(parts, "colour strips: "+strings.Join(strips, ", "))
	}
	if f.State.Silhouettes && !slices.Contains(strips, silhouetteName) {
		parts = append(parts, "no silhouettes, because the rows have no groups here")
	}
	if d.Heat != nil {
		parts = append(parts, "heat map: the data in the model's working units")
	}
	if n := len(d.Collapsed); n > 0 {
		parts = append(parts,
			plotting.Plural(n, "clade")+" drawn as "+map[bool]string{true: "a wedge", false: "wedges"}[n == 1])
	}
	return strings.Join(parts, "; ")
}

// times says how to read the times and supports of the tree.
func (f Shown) times() string {
	heights := f.Caption.Height > 0
	switch {
	case f.Draw != nil && !heights:
		return "each branch point is at its diffusion time, and thicker branches have more support"
	case f.Draws != "" && !heights:
		return "each branch point is at the mean diffusion time of its clade, and thicker branches have more support"
	case f.Draws == "" && f.Tree.Support != nil && f.Caption.Backing != nil:
		return "each branch point is at its diffusion time, and thicker branches have more support"
	case f.Draws == "" && f.Tree.Support != nil && heights:
		return "each branch point is at the height at which its clusters were joined, and the rows below a thicker branch " +
			"are more probably one cluster"
	case heights:
		return "each branch point is at the height at which its clusters were joined"
	case f.Tree.Support != nil:
		return "each branch point is at its diffusion time, and a thicker branch is one without which the tree is less " +
			"probable"
	}
	return "each branch point is at its diffusion time"
}
