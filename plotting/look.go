package plotting

import "gonum.org/v1/plot/vg"

// A Look holds a person's changes to the way a figure is drawn, beyond colours, sizes and strokes. It is part of the
// [Style], so it reaches each part of a figure as the style does. The zero value changes nothing.
type Look struct {
	Title     string // in place of the figure's own; "" keeps that
	Untitled  bool
	Plain     bool // without the line below the title
	Rows      Names
	Columns   Names
	Italics   bool    // of the names of rows
	Times     bool    // of branch points, in numbers beside them
	Ranges    bool    // the clades of groups on grounds of their colours
	Numbers   bool    // the values of a heat map in its cells
	TreeShape string  // "circular", or another shape of a tree; "" keeps that of the figure
	HeatShare float64 // of the heat map in the width of it and the tree; 0 as usual
	Cladogram bool    // a tree without the lengths of its branches
	// between groups of rows of a heat map, and between the labels that its columns are ordered by
	Gaps        bool
	CellForm    CellForm    // of the cells of a heat map
	Order       ColumnOrder // of the columns of a heat map
	ColumnsBy   string      // the annotation whose labels columns are ordered by; "" for none
	ByPattern   bool        // rows and columns of the figure of missing cells are ordered by their missing cells
	RowHeight   vg.Length   // at most; 0 as usual
	Palette     string      // of a heat map; "" as usual
	Reversed    bool        // the palette from its end
	Low         Limit       // values at the ends and in the middle of the colours
	High        Limit
	Centre      Limit
	Legend      Place
	LegendFirst string   // titles of blocks, separated by commas, that come first
	Upwards     bool     // the blocks of the legend in reverse order
	Codings     *Codings // of annotations; nil as usual
}

// Names says which names of rows or columns are shown.
type Names string

// Which names are shown.
const (
	ThinnedNames  Names = "" // those that have room
	AllNames      Names = "all"
	NoNames       Names = "none"
	SelectedNames Names = "selected"
)

// A CellForm is the form of the cells of a heat map beside a tree.
type CellForm string

// The forms of cells.
const (
	ShadedCells CellForm = ""
	SizedCells  CellForm = "sizes" // squares, the larger the further from the middle of the scale
	BarCells    CellForm = "bars"  // a bar in each cell
	BoxCells    CellForm = "boxes" // a box plot of all values of a row
	PieCells    CellForm = "pies"  // the shares of the columns in a row
)

// CellForms are the forms of cells by the names of commands.
var CellForms = []string{"cells", string(SizedCells), string(BarCells), string(BoxCells), string(PieCells)}

// A ColumnOrder is how the columns of a heat map are ordered.
type ColumnOrder string

// The orders of columns.
const (
	// UsualOrder is TreeOrder where the model learnt a tree of the columns, and ClusteredOrder elsewhere.
	UsualOrder ColumnOrder = ""
	FileOrder  ColumnOrder = "file"
	// ClusteredOrder places similar columns side by side: average linkage with the optimal leaf order
	// (Bar-Joseph, Gifford and Jaakkola 2001).
	ClusteredOrder ColumnOrder = "clustered"
	// TreeOrder is ClusteredOrder with the tree of that linkage above the columns.
	TreeOrder ColumnOrder = "tree"
)

// orderWords are the orders as the history of a study names them, and as studies were written before.
var orderWords = map[ColumnOrder]string{FileOrder: "file order", ClusteredOrder: "clustered",
	TreeOrder: "clustered, with their tree"}

// Words says the order: "clustered, with their tree".
func (o ColumnOrder) Words() string { return orderWords[o] }

// Known reports whether there is such an order.
func (o ColumnOrder) Known() bool { return o == UsualOrder || orderWords[o] != "" }

// UnmarshalText reads an order by its name or its words.
func (o *ColumnOrder) UnmarshalText(text []byte) error {
	*o = ColumnOrder(text)
	for order, words := range orderWords {
		if words == string(text) {
			*o = order
		}
	}
	return nil
}

// A Place is where a legend stands.
type Place string

// The places of legends.
const (
	UsualPlace Place = "" // beside the picture, or below where it is narrow
	PlaceRight Place = "right"
	PlaceBelow Place = "below"
	NoPlace    Place = "none"
)

// A Limit is a value of a scale of colours, or a quantile of the values shown. The zero value is not set.
type Limit struct {
	Set      bool
	Quantile bool // Value is a share, from 0 to 1
	Value    float64
}

// Heading returns the title and the line below it that stand over a figure which has these.
func (k Look) Heading(title, subtitle string) (string, string) {
	if k.Title != "" {
		title = k.Title
	}
	if k.Untitled {
		title = ""
	}
	if k.Plain {
		subtitle = ""
	}
	return title, subtitle
}

// WithoutTitle returns the look for the parts of a figure, which keep their own titles.
func (k Look) WithoutTitle() Look {
	k.Title, k.Untitled, k.Plain = "", false, false
	return k
}
