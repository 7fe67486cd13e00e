package plotting

// A MarkKind says what a mark stands for.
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
