package inspect

import (
	"example.org/espalier/inference"
	"example.org/espalier/inference/tree"
	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/plotting/selected"
)

// summarised describes a selection as the inspector does, at once.
func summarised(l *selected.Contrasts, t *tree.Tree, data *inference.Dataset, s drawn.State) selected.Summary {
	m := selected.Summarise(t, data, s, 0)
	if data != nil && !m.Empty {
		if !l.Find(data, s.Selection.Rows) {
			l.Test(func() bool { return false })
		}
		m.Highest, m.Lowest, m.Compared = l.Highest, l.Lowest, l.Compared
	}
	return m
}
