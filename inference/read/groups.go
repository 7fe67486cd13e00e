package read

import (
	"fmt"
	"slices"
	"strings"
)

// mostGroup limits the characters of the name of a group of columns; longer ones are sentences.
const mostGroup = 40

// merged reports whether a line above the names of columns puts them in groups, each under the first cell of the group as
// where cells were merged. It holds two words or more, and one of them stands over several names.
func (l *layout) merged(above, names []string) bool {
	words, several := 0, false
	for j, cell := range above {
		if cell == "" {
			continue
		}
		if j >= len(names) || looksNumeric([]byte(cell)) || l.missing.has([]byte(cell)) || len([]rune(cell)) > mostGroup ||
			strings.Contains(cell, ": ") || strings.HasSuffix(cell, ":") {
			return false
		}
		words++
		next := j + 1
		several = several || names[j] != "" && next < len(names) && names[next] != "" && (next >= len(above) || above[next] == "")
	}
	return words > 1 && several
}

// spread gives each column the group above it, "" for those without one, and a name: that below the group, or where this is
// empty the word above. Names that occur in several groups end in that of their group.
func spread(above, below []string) (groups, names []string) {
	groups, names = make([]string, len(below)), slices.Clone(below)
	group, times := "", map[string]int{}
	for j := range below {
		cell := ""
		if j < len(above) {
			cell = above[j]
		}
		switch {
		case names[j] == "":
			names[j], group = cell, "" // it stands over the name of this column alone
		case cell != "":
			group = cell
		}
		if below[j] != "" {
			groups[j] = group
		}
		times[names[j]]++
	}
	for j, name := range names {
		if name != "" && times[name] > 1 && groups[j] != "" {
			names[j] = name + " (" + groups[j] + ")"
		}
	}
	return groups, names
}

// takeGroups makes the words of a line above the names an annotation of the columns.
func (l *layout) takeGroups(above, below []string) {
	groups, names := spread(above, below)
	l.decoded.across = append(slices.Clip(l.decoded.across), across{"group", groups})
	l.notes = append(l.notes, fmt.Sprintf("The first line groups the columns (%s) and became their annotation "+
		"\"group\"; the line below it names them. "+samplesAcross, few(above)))
	l.names = names
}

// namesBelow reports whether the line of the names leaves columns of numbers without one and the line below it names them.
func (l *layout) namesBelow(second []string, body [][]string) bool {
	columns := l.wordsOver(second, body)
	if len(columns) < 2 || len(l.names) != l.width {
		return false
	}
	_, names := spread(l.names, second)
	bare, seen := false, map[string]bool{}
	for _, j := range columns {
		bare = bare || l.names[j] == ""
		if seen[names[j]] {
			return false
		}
		seen[names[j]] = true
	}
	return bare && len(nonEmpty(l.names)) > 1
}

// described returns how many lines below the names, one or two, describe the columns, as questions of a survey and the
// codes of them do: a text over each of three columns of numbers or more.
func (l *layout) described() int {
	for n := 1; n <= 2 && n+1 < len(l.sample); n++ {
		full := true
		for _, line := range l.sample[:n] {
			full = full && len(line) == l.width && len(l.wordsOver(line, l.sample[n:])) >= 3
		}
		if full {
			return n
		}
	}
	return 0
}
