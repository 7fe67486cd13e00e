package plotting

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference/algorithm/stable"
)

// Limits of the description of a figure.
const (
	wordCells   = 2_000_000 // cells read at most
	wordLevels  = 12        // levels of a column that are counted one by one
	wordColumns = 6         // columns of numbers that are described one by one
	wordDigits  = 3
	wordZero    = 1e-9 // a mean that is less, as a share of the range, is 0
)

// InWords tells the numbers behind a figure, for those who cannot see it: counts, the groups with their sizes, and the
// lowest and highest of every quantity with the name of where it is, measures of uncertainty among them. It is "" for a
// figure without numbers.
func InWords(f Figure) string {
	sheets, err := Numbers(f)
	if err != nil {
		return ""
	}
	var out []string
	for _, s := range sheets {
		if text := sheetWords(s); text != "" {
			out = append(out, text)
		}
	}
	return strings.Join(out, " ")
}

// A column gathers the description of one column of a sheet.
type wordColumn struct {
	name      string
	text      bool           // some cell is no number
	numbers   int            // cells that are
	missing   int            // cells that are empty
	broken    bool           // some number is not whole
	low, high float64        //
	at        [2]string      // the names of the rows of low and high
	sum       float64        //
	levels    map[string]int // counts of cells, while there are few different ones
	order     []string       // of the levels, as they came
}

func (c *wordColumn) add(cell, row string) {
	if cell == "" {
		c.missing++
		return
	}
	if len(c.levels) <= wordLevels {
		if c.levels[cell] == 0 {
			c.order = append(c.order, cell)
		}
		c.levels[cell]++
	}
	x, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		c.text = true
		return
	}
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return
	}
	if c.numbers == 0 || x < c.low {
		c.low, c.at[0] = x, row
	}
	if c.numbers == 0 || x > c.high {
		c.high, c.at[1] = x, row
	}
	c.broken = c.broken || x != math.Trunc(x)
	c.numbers++
	c.sum += x
}

// counters number things, so that their extremes tell nothing.
var counters = []string{"position", "node", "parent", "id", "index", "rank", "row", "column"}

func sheetWords(s Sheet) string {
	columns := make([]wordColumn, len(s.Header))
	label := -1 // the column that names the rows
	for j, name := range s.Header {
		columns[j] = wordColumn{name: name, levels: map[string]int{}}
		if label < 0 && (name == "name" || name == "row" || name == "item" || name == "source" || name == "model") {
			label = j
		}
	}
	// An edge is named by both its ends, and where nodes are drawn tells nothing.
	target := -1
	if label >= 0 && s.Header[label] == "source" {
		target = slices.Index(s.Header, "target")
	}
	drawn := s.Name == "nodes"
	rows, all := 0, true
	for cells := range s.Rows {
		if (rows+1)*len(s.Header) > wordCells {
			all = false
			break
		}
		rows++
		name := strconv.Itoa(rows)
		if label >= 0 && cells[label] != "" {
			name = cells[label]
		} else if s.Unnamed != nil {
			name = s.Unnamed(rows - 1)
		} else if label >= 0 {
			name = "" // its number would tell nothing
		}
		if target >= 0 {
			name += "–" + cells[target]
		}
		for j := range columns {
			columns[j].add(cells[j], name)
		}
	}
	if rows == 0 {
		return ""
	}
	count := Capital(s.Name) + ": " + FormatCount(rows)
	if !all {
		count += " and more; these are described"
	}
	out := []string{count}
	var quantities []*wordColumn
	missing := 0
	for j := range columns {
		c := &columns[j]
		switch {
		case j == label || j == target || slices.Contains(counters, c.name) || drawn && (c.name == "x" || c.name == "y"):
		case c.text && len(c.order) > 1 && len(c.levels) <= wordLevels && len(c.order) < rows:
			out = append(out, c.name+": "+c.groups())
		case !c.text && c.numbers > 0:
			quantities = append(quantities, c)
			missing += c.missing
		}
	}
	if len(quantities) <= wordColumns {
		for _, c := range quantities {
			out = append(out, c.name+" "+c.extremes(label >= 0 && rows > 1))
		}
	} else {
		out = append(out, together(quantities))
	}
	if missing == 1 {
		out = append(out, "1 of these values is missing")
	} else if missing > 0 {
		out = append(out, FormatCount(missing)+" of these values are missing")
	}
	for i, part := range out {
		out[i] = strings.TrimSuffix(part, ".") + "."
	}
	return strings.Join(out, " ")
}

// groups lists levels with their counts, the largest first.
func (c *wordColumn) groups() string {
	order := slices.Clone(c.order)
	stable.Sort(order, func(a, b string) int { return c.levels[b] - c.levels[a] })
	var out []string
	for _, l := range order {
		out = append(out, l+" "+FormatCount(c.levels[l]))
	}
	if c.missing > 0 {
		out = append(out, "none "+FormatCount(c.missing))
	}
	return strings.Join(out, ", ")
}

// extremes tells the range of a column, named where the rows have names.
func (c *wordColumn) extremes(named bool) string {
	number := c.number
	mean := c.sum / float64(c.numbers)
	if math.Abs(mean) < wordZero*(c.high-c.low) {
		mean = 0 // but for rounding
	}
	if c.low == c.high {
		return "is " + number(c.low)
	}
	if !named {
		return fmt.Sprintf("from %s to %s, mean %s", number(c.low), number(c.high), number(mean))
	}
	return fmt.Sprintf("from %s to %s, mean %s", number(c.low)+bracketed(c.at[0]),
		number(c.high)+bracketed(c.at[1]), number(mean))
}

// together tells the range of many columns at once.
func together(list []*wordColumn) string {
	low, high := list[0], list[0]
	for _, c := range list {
		if c.low < low.low {
			low = c
		}
		if c.high > high.high {
			high = c
		}
	}
	return fmt.Sprintf("%s columns of numbers, from %s to %s", FormatCount(len(list)),
		low.number(low.low)+bracketed(low.at[0], low.name), high.number(high.high)+bracketed(high.at[1], high.name))
}

// bracketed returns names in brackets, without those that are empty.
func bracketed(names ...string) string {
	if names = slices.DeleteFunc(names, func(n string) bool { return n == "" }); len(names) == 0 {
		return ""
	}
	return " (" + strings.Join(names, ", ") + ")"
}

// number writes a number of the column, years and identifiers without separators.
func (c *wordColumn) number(x float64) string {
	if !c.broken && (Identifies(c.name) || c.low >= 1000 && c.high < 3000) {
		return FormatWhole(x)
	}
	return FormatDigits(x, wordDigits)
}

// Years reports whether n numbers look like years: all are whole and from 1000 to 2999. Missing ones, NaN, do not
// count, and there must be others. Values in other units may come back a little off.
func Years(n int, value func(i int) float64) bool {
	seen := false
	for i := range n {
		x := value(i)
		if math.IsNaN(x) {
			continue
		}
		if !(x > 999.5 && x < 2999.5 && math.Abs(x-math.Round(x)) < 1e-6) {
			return false
		}
		seen = true
	}
	return seen
}

// Identifies reports whether a column of that name numbers things, so that its numbers are names.
func Identifies(name string) bool {
	lower := strings.ToLower(strings.TrimSpace(name))
	for _, word := range []string{"id", "identifier", "accession", "barcode", "year"} {
		if rest, ok := strings.CutSuffix(lower, word); ok &&
			(rest == "" || strings.ContainsAny(rest[len(rest)-1:], "_ .-")) {
			return true
		}
	}
	return false
}

// FormatWhole returns a number that is a name, such as a year, rounded and without separators: "2009".
func FormatWhole(x float64) string {
	text := strconv.FormatFloat(math.Abs(math.Round(x)), 'f', 0, 64)
	if math.Round(x) < 0 {
		return minusSign + text
	}
	return text
}

// A Sheet is one table of the numbers behind a figure.
type Sheet struct {
	Name   string   // a short noun for file names: "tree", "matrix", "groups"
	Header []string // one name a column
	// Rows yields one row of cells after another, as long as Header. A yielded slice may be reused
	// for the next row. The sequence can be run more than once.
	Rows iter.Seq[[]string]
	// Unnamed returns the words for a row without a name, counted from 0: "the clade of a and b, 12 leaves". Where it is
	// nil they give the number of the row.
	Unnamed func(row int) string
}

// Cell returns x as written in a sheet: the shortest text that reads back to the same number, and
// "" for NaN.
func Cell(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// ErrNoNumbers says that a figure has no numbers to save.
var ErrNoNumbers = errors.New("plotting: this figure has no numbers to save")

// Numbers returns the numbers behind a figure, or [ErrNoNumbers].
func Numbers(f Figure) ([]Sheet, error) {
	s, ok := f.(Sheeter)
	if !ok {
		return nil, ErrNoNumbers
	}
	sheets := s.Sheets()
	if len(sheets) == 0 {
		return nil, ErrNoNumbers
	}
	return sheets, nil
}
