package subject

import (
	"example.org/espalier/inference/kind/classes"
	"example.org/espalier/inference/kind/forest"
)

// A Namer renames the leaves of the trees of snapshots, where the user chose the names of rows.
type Namer = forest.Namer

// A Classification puts rows into classes; see [Subject.Classified].
type Classification = classes.Classification
