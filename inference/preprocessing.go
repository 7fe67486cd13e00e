package inference

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference/column"
	"example.org/espalier/inference/recipe"
	"example.org/espalier/inference/relation"
)

// Preprocessing records the way from a Table to a Dataset. The operations are done in the order of
// the fields, but for what is left out by name or for missing cells, which goes before the recipe. The zero value does
// nothing.
type Preprocessing struct {
	Transpose  bool        `json:"transpose,omitempty"`   // annotations of rows become those of columns
	Recipe     recipe.Text `json:"recipe,omitempty"`      // steps, such as counts brought to one depth
	Log2p1     bool        `json:"log2p1,omitempty"`      // take log2(x+1) of every cell
	Leave      LeaveOut    `json:"leave_out,omitzero"`    // rows and columns left out by name or by rule
	TopRows    int         `json:"top_rows,omitempty"`    // keep the k most variable rows; 0 keeps all
	TopColumns int         `json:"top_columns,omitempty"` // keep the k most variable columns; 0 keeps all
	Centre     bool        `json:"centre,omitempty"`      // subtract each column's mean
	Scale      bool        `json:"scale,omitempty"`       // divide each column by its standard deviation
	ScaleAll   bool        `json:"scale_all,omitempty"`   // divide the whole table by one factor
	// Tables are the steps of tables that have their own, among those that the table was joined of.
	Tables recipe.ByTable `json:"tables,omitempty"`
	// Distances takes the table for distances or similarities of its rows; then the recipe, the logarithm, the most
	// variable, centring and scaling are left out. "" and relation.None take it for measurements.
	Distances relation.Rule `json:"distances,omitempty"`
	// Kinds gives the kinds of columns that are not numbers. Without are the sorts of them that the model cannot take,
	// and, if KindsAsNumbers, those of levels and counts: it then sees levels as numbers; otherwise those that the file
	// holds as numbers stay numbers, and the others are left out. See [Info.Taking].
	Kinds          column.List    `json:"kinds,omitempty"`
	Without        column.SortSet `json:"without_kinds,omitempty"`
	KindsAsNumbers bool           `json:"kinds_as_numbers,omitempty"`
	// KindsLeft are the sorts of columns that the model takes but a fit of before could not, so that it left them out
	// as it does those of Without, among which they are. New fits have none.
	KindsLeft column.SortSet `json:"kinds_left_out,omitempty"`
	// KindsTurned are the kinds of the columns of the table turned the other way. Nothing is done with them: they come
	// back with [Preprocessing.Turned].
	KindsTurned column.List `json:"kinds_turned,omitempty"`
}

// Turned returns the same operations with rows and columns exchanged, for the table turned the other way. Kinds are
// those of columns: they are kept until the table is turned back.
func (p Preprocessing) Turned() Preprocessing {
	p.Transpose = !p.Transpose
	p.TopRows, p.TopColumns, p.Leave = p.TopColumns, p.TopRows, p.Leave.Turned()
	p.Recipe = p.Recipe.Turned()
	p.Kinds, p.KindsTurned, p.Without, p.Tables = p.KindsTurned, p.Kinds, "", ""
	return p
}

// Using returns p with the choice of rows and columns of q: which way the table lies, the rows and columns left out,
// how many of the most variable are kept, and whether the table holds distances. The recipe turns with the table.
func (p Preprocessing) Using(q Preprocessing) Preprocessing {
	if p.Transpose != q.Transpose {
		p.Recipe = p.Recipe.Turned()
	}
	p.Transpose, p.Leave, p.TopRows, p.TopColumns, p.Distances = q.Transpose, q.Leave, q.TopRows, q.TopColumns, q.Distances
	p.Kinds, p.KindsTurned, p.Without, p.KindsAsNumbers = q.Kinds, q.KindsTurned, q.Without, q.KindsAsNumbers
	p.Tables = q.Tables
	return p
}

// For adapts a model's default preprocessing to a table. Binary tables are neither centred nor scaled, nor is their
// logarithm taken: models see zeros and ones. Pictures are scaled as a whole, because a pixel that is seldom lit is no
// more informative than the others. A user's explicit choice goes to [Table.Prepare] unchanged. A table that holds
// distances or similarities of its rows is taken for that, unless p says otherwise.
func (p Preprocessing) For(t *Table) Preprocessing {
	p = t.Related(p)
	switch {
	case p.Distances.Active():
		p.Recipe, p.Log2p1, p.Centre, p.Scale, p.ScaleAll = "", false, false, false, false
	case t.Kind == Binary:
		p.Log2p1, p.Centre, p.Scale, p.ScaleAll = false, false, false, false
	case p.Scale && t.Pictures():
		p.Scale, p.ScaleAll = false, true
	}
	return p
}

const (
	leastPixels = 16 // fewest columns that can be the pixels of pictures
	pixelRoom   = 8  // largest pixel number allowed per column, for numbers that join row and column
)

var pixelName = regexp.MustCompile(`(?i)^(?:p|px|pix|pixel)[ _.-]?([0-9]+)(?:[ _.x-][0-9]+)?$`)

// Pictures reports whether the rows are pictures: every column is called p, px, pix or pixel with
// one number or two, and no number is too large for that many pixels (P02768 is a protein).
func (t *Table) Pictures() bool {
	if len(t.Columns) < leastPixels {
		return false
	}
	for _, name := range t.Columns {
		m := pixelName.FindStringSubmatch(name)
		if m == nil {
			return false
		}
		if k, err := strconv.Atoi(m[1]); err != nil || k > pixelRoom*len(t.Columns) {
			return false
		}
	}
	return true
}

// String describes the operations in plain words and in their order, for captions: "transposed,
// log2(x+1), 60 most variable columns, centred, scaled". The zero value is "as read".
func (p Preprocessing) String() string {
	var words []string
	add := func(on bool, text string) {
		if on {
			words = append(words, text)
		}
	}
	if p.Distances.Active() { // steps that distances skip are not named
		p = Preprocessing{Distances: p.Distances, Transpose: p.Transpose, Leave: p.Leave} // nor are there kinds
	}
	add(p.Distances.Active(), p.Distances.Words())
	add(p.Transpose, "transposed")
	add(p.Kinds.Active(), "columns by kind")
	add(p.KindsAsNumbers, "kinds as numbers")
	words = append(words, p.Recipe.Words()...)
	add(p.Log2p1, "log2(x+1)")
	words = append(words, p.Leave.words()...)
	add(p.TopRows > 0, most(p.TopRows, "row"))
	add(p.TopColumns > 0, most(p.TopColumns, "column"))
	add(p.Centre, "centred")
	add(p.Scale, "scaled")
	add(p.ScaleAll, "scaled as a whole")
	words = append(words, p.Tables.Words()...)
	if len(words) == 0 {
		return "as read"
	}
	return strings.Join(words, ", ")
}

// Unlike says in a few words how p differs from the present choice; nil where it does not. Where only the scaling
// differs, it says which that of p is.
func (p Preprocessing) Unlike(now Preprocessing) []string {
	if now.KindsTurned = p.KindsTurned; p == now {
		return nil
	}
	if now.Centre, now.Scale, now.ScaleAll = p.Centre, p.Scale, p.ScaleAll; p == now {
		return []string{"table " + p.Scaling()}
	}
	return []string{"prepared otherwise"}
}

// Scaling says how columns are centred and scaled: "centred and scaled to unit variance", "as it is".
func (p Preprocessing) Scaling() string {
	var words []string
	if p.Centre {
		words = append(words, "centred")
	}
	switch {
	case p.Scale:
		words = append(words, "scaled to unit variance")
	case p.ScaleAll:
		words = append(words, "scaled by one factor")
	}
	if words == nil {
		return "as it is"
	}
	return strings.Join(words, " and ")
}

func most(k int, what string) string {
	if k == 1 {
		return "the most variable " + what
	}
	return fmt.Sprintf("%d most variable %ss", k, what)
}

// Flags returns the command-line flags that ask for exactly this preprocessing instead of the
// model's own: "--raw" where it neither centres nor scales.
func (p Preprocessing) Flags() []string {
	var flags []string
	add := func(on bool, words ...string) {
		if on {
			flags = append(flags, words...)
		}
	}
	add(p.Distances != "", "--distances", string(p.Distances))
	add(p.Transpose, "--transpose")
	for _, e := range p.Kinds.Entries() {
		add(true, "--kind", e.String())
	}
	add(p.KindsAsNumbers, "--kinds-as-numbers")
	add(p.Recipe != "", "--prepare", string(p.Recipe))
	for _, e := range p.Tables.Entries() {
		add(true, "--prepare-table", e.String())
	}
	add(p.Log2p1, "--log2p1")
	flags = append(flags, p.Leave.flags()...)
	add(p.TopRows > 0, "--top-rows", strconv.Itoa(p.TopRows))
	add(p.TopColumns > 0, "--top-columns", strconv.Itoa(p.TopColumns))
	add(p.Centre, "--centre")
	add(p.Scale, "--scale")
	add(p.ScaleAll, "--scale-all")
	add(!p.Centre && !p.Scale && !p.ScaleAll, "--raw")
	return flags
}

// Within returns the preprocessing for another table: it keeps no more rows and columns than there are, and drops
// names, and kinds of columns, that the table lacks.
func (p Preprocessing) Within(t *Table) Preprocessing {
	n, d := t.Dims()
	if p.Transpose {
		n, d = d, n
	}
	p.TopRows, p.TopColumns = min(p.TopRows, n), min(p.TopColumns, d)
	p.Leave = p.Leave.Of(t, p.Transpose)
	p.Kinds, p.KindsTurned = p.Kinds.Of(t.Names(p.Transpose)), p.KindsTurned.Of(t.Names(!p.Transpose))
	for _, e := range p.Tables.Entries() {
		if !slices.ContainsFunc(t.tableParts(p.Transpose), func(part tablePart) bool { return part.name == e.Table }) {
			p.Tables = p.Tables.With(recipe.TableSteps{Table: e.Table})
		}
	}
	return p
}
