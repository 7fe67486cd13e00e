package report

import (
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/words"
	"example.org/espalier/plotting"
)

// A groupData is a group of the user's.
type groupData struct {
	Name    string
	Colour  string // of its sample; "" for none
	Count   string
	Members string
	All     string // the members, where Members are only the first; "" otherwise
}

// A groupsData is the user's groups of rows or of columns.
type groupsData struct {
	ID, Title, Count string // Count heads the column of sizes
	Says             string
	Groups           []groupData
}

// mostMembers is how many members of a group are named at once.
const mostMembers = 24

// groupsOf lays out the groups of the sheet of results; those of rows come first.
func groupsOf(id string, items []Item) (list []groupsData) {
	item := items[0]
	t := item.Subject.Table
	shown := func(name string) bool {
		return slices.ContainsFunc(items, func(i Item) bool {
			return slices.ContainsFunc(i.Subject.Strips(), func(a inference.Annotation) bool { return a.Name == name })
		})
	}
	rows, columns := item.Sheet.GroupsNames(t)
	add := func(what, annotation string, groups []study.Group, names []string) {
		if len(groups) == 0 {
			return
		}
		d := groupsData{ID: id + what, Title: "Groups of " + what, Count: plotting.Capital(what)}
		if shown(annotation) {
			d.Says = "Figures beside which “" + annotation + "” stands show these groups, in the same colours. "
		}
		member := map[int]bool{}
		for _, g := range groups {
			d.Groups = append(d.Groups, groupOf(g, names))
			for _, r := range g.Rows {
				member[r] = true
			}
		}
		if rest := len(names) - len(member); rest == 1 {
			d.Says += "One of the " + what + " is in no group."
		} else if rest > 1 {
			d.Says += plotting.FormatCount(rest) + " of the " + plotting.FormatCount(len(names)) + " " +
				what + " are in no group."
		}
		list = append(list, d)
	}
	add("rows", rows, item.Sheet.Rows.Groups, t.Rows)
	add("columns", columns, item.Sheet.Columns.Groups, t.Columns)
	return list
}

// groupOf lays out a group of things with these names.
func groupOf(g study.Group, names []string) groupData {
	var in []string
	for _, r := range g.Rows {
		if r >= 0 && r < len(names) {
			in = append(in, names[r])
		}
	}
	d := groupData{Name: g.Name, Count: plotting.FormatCount(len(g.Rows)), Members: strings.Join(in, ", ")}
	if g.Colour.A > 0 {
		d.Colour = plotting.FormatColour(g.Colour)
	}
	if len(in) > mostMembers {
		d.All = d.Members
		d.Members = words.Some(in, mostMembers)
	}
	return d
}
