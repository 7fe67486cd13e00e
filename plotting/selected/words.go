package selected

import (
	"strings"

	"example.org/espalier/plotting"
)

// NamesHead stands over the names of a selection.
func (m Summary) NamesHead() string {
	if m.Selected > len(m.Names) {
		return plotting.FormatCount(m.Selected) + " selected, the first " + plotting.FormatCount(len(m.Names))
	}
	return plotting.FormatCount(m.Selected) + " selected"
}

// NamesText lists the names of a selection. It never breaks a name.
func (m Summary) NamesText() string {
	whole := make([]string, len(m.Names))
	for i, s := range m.Names {
		whole[i] = strings.ReplaceAll(s, " ", "\u00a0")
	}
	return strings.Join(whole, ", ")
}

// TestNote explains the p values of the contrasts.
func (m Summary) TestNote() string {
	for _, c := range append(m.Highest[:len(m.Highest):len(m.Highest)], m.Lowest...) {
		if c.Tested {
			return "Differences in input units and s.d.; p from rank tests, adjusted for " +
				plotting.Plural(m.Compared, "column") + ". Clades and clusters were found from the same numbers, so " +
				"their p values are too small."
		}
	}
	return ""
}
