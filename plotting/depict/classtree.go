package depict

import (
	"example.org/espalier/inference/kind/profile"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/depict/classtrees"
)

// classTreeEntry is the tree of latent classes with their profiles. A click selects the rows of a class or a clade.
var classTreeEntry = with(Entry{Name: "class-tree", Tab: "Class tree",
	About: "the tree of the classes, and what their rows answer: probabilities, mean grades, counts, and " +
		"means of numbers in s.d.; numbers at branch points are shares of the draws",
	offers: classtrees.Has,
	size: func(f plotting.Figure) plotting.Size {
		if d, ok := f.(*dendro.Dendrogram); ok {
			return tall(d.RowCount(), 7)
		}
		return treeSize(f)
	},
}, Chosen[struct{}]{
	Figure: func(g Given, _ struct{}) plotting.Figure {
		f := classtrees.Figure(g.Subject)
		return classtrees.Marked(profile.Of(g.Subject.Snapshot), f, g.Selected.Rows)
	},
	Pick: func(g Given, _ *struct{}, f plotting.Figure, m plotting.Mark) Click {
		d, ok := f.(*dendro.Dendrogram)
		if !ok {
			return Click{}
		}
		rows, columns := classtrees.Picked(profile.Of(g.Subject.Snapshot), g.Subject.Data, d, m)
		return selects(study.Selection{Rows: rows, Columns: columns})
	},
})
