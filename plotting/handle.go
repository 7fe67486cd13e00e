package plotting

import (
	"gonum.org/v1/plot/vg"
)

// HandleMark is the kind of marks that are dragged to change the look of a figure.
const HandleMark MarkKind = "handle"

// The handles, by the index of their marks.
const (
	BorderHandle = iota // between the tree and the heat map
	LowHandle           // the low end of a scale of colours
	HighHandle          // its high end
)

// A Handled scene has handles.
type Handled interface {
	Scene
	// Drag returns the control that a handle sets, and the value that it has at a place; "" where
	// there is no such handle.
	Drag(m Mark, to vg.Point) (control, value string)
}

// A Stepped scene has cells that one can go through one by one.
type Stepped interface {
	Scene
	// Step returns the cell this many columns to the right and rows down from another, or a first one
	// where from is no cell. ok is false where there are no cells.
	Step(from Mark, dx, dy int) (m Mark, ok bool)
}

// A MarkKind is the kind of thing that a mark stands for.
type MarkKind string

// The kinds of marks.
const (
	NoMark          MarkKind = ""
	ArrowMark       MarkKind = "arrow"
	BandMark        MarkKind = "band"
	BarMark         MarkKind = "bar"
	BirthMark       MarkKind = "birth"
	BlockMark       MarkKind = "block"
	BranchMark      MarkKind = "branch"
	BranchPointMark MarkKind = "branch point"
	CellMark        MarkKind = "cell"
	CladeMark       MarkKind = "clade"
	ClassMark       MarkKind = "class"
	ClusterMark     MarkKind = "cluster"
	ColumnMark      MarkKind = "column"
	ColumnCladeMark MarkKind = "column clade"
	CountMark       MarkKind = "count"
	CursorMark      MarkKind = "cursor"
	CutMark         MarkKind = "cut"
	DeathMark       MarkKind = "death"
	DotMark         MarkKind = "dot"
	DrawMark        MarkKind = "draw"
	EdgeMark        MarkKind = "edge"
	FactorMark      MarkKind = "factor"
	GroupMark       MarkKind = "group"
	HeadMark        MarkKind = "head"
	ItemMark        MarkKind = "item"
	LassoMark       MarkKind = "lasso"
	LeafMark        MarkKind = "leaf"
	MoreMark        MarkKind = "more"
	NodeMark        MarkKind = "node"
	PanelMark       MarkKind = "panel"
	PlaceMark       MarkKind = "place"
	PointMark       MarkKind = "point"
	RowMark         MarkKind = "row"
	SampleMark      MarkKind = "sample"
	StripMark       MarkKind = "strip"
)
