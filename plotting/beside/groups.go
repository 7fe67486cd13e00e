package beside

import (
	"image/color"
	"strconv"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
)

// A Group is a set of rows with a name and a colour, such as a cut produces. Its branches have that
// colour; a bar beside the leaves carries its name.
type Group = study.Group

// CategoryGroups names and colours groups of rows in their order: "group 1", ....
func CategoryGroups(rows [][]int) []Group {
	groups := make([]Group, len(rows))
	for i, r := range rows {
		groups[i] = Group{Name: "group " + plotting.FormatCount(i+1), Rows: r, Colour: ink.ClusterInk(i)}
	}
	return groups
}

// ClusterGroups returns the clusters of rows as groups with the colours of their places: class is the number of the
// cluster of each row, negative for none.
func ClusterGroups(class []int, places ink.Places) []Group {
	var rows [][]int
	for i, k := range class {
		for len(rows) <= k {
			rows = append(rows, nil)
		}
		if k >= 0 {
			rows[k] = append(rows[k], i)
		}
	}
	groups := CategoryGroups(rows)
	for k := range groups {
		groups[k].Name, groups[k].Colour = "cluster "+strconv.Itoa(k+1), places.Ink(k)
	}
	return groups
}

// GroupColour returns the colour of a group, or the palette's if it has none.
func GroupColour(groups []Group, g int) color.NRGBA {
	if k := groups[g].Colour; k.A != 0 {
		return k
	}
	return ink.ClusterInk(g)
}

// GroupBar is the width of the bar of a group.
const GroupBar = 3

// GroupBlock is the legend of groups: colours and names.
func GroupBlock(groups []Group, limit int) ink.LegendBlock {
	b := ink.LegendBlock{Title: "group"}
	for g := range groups {
		if g == limit {
			b.Entries = append(b.Entries,
				ink.LegendEntry{Colour: ink.OtherCategories, Text: "others (" + plotting.FormatCount(len(groups)-g) + ")"})
			break
		}
		b.Entries = append(b.Entries,
			ink.LegendEntry{Colour: GroupColour(groups, g), Text: groups[g].Name, Rows: func() []int { return groups[g].Rows }})
	}
	return b
}
