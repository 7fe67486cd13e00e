package inference

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference/column"
	"example.org/espalier/inference/words"

	"gonum.org/v1/gonum/mat"
)

// Limits holds the limits of cells that state limits in place of a number, such as <0.05. Such a cell is NaN in the
// table.
type Limits map[Cell]column.Interval

// Of returns the limits of the given rows and columns, nil for all, in their order.
func (l Limits) Of(rows, columns []int) Limits {
	if len(l) == 0 {
		return nil
	}
	s := Limits{}
	toRow, toColumn := whereOf(rows), whereOf(columns)
	for c, i := range l {
		for _, r := range toRow(c.Row) {
			for _, k := range toColumn(c.Column) {
				s[Cell{r, k}] = i
			}
		}
	}
	return s
}

// Cells returns the cells that have limits, row by row.
func (l Limits) Cells() []Cell {
	return slices.SortedFunc(maps.Keys(l), func(a, b Cell) int {
		return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Column, b.Column))
	})
}

// State adds a limit to those that the file of the table states. The error says that it is none, or that the cell is
// not missing.
func (t *Table) State(at Cell, low, high float64) error {
	n, d := t.Dims()
	if at.Row < 0 || at.Row >= n || at.Column < 0 || at.Column >= d || !math.IsNaN(t.X.At(at.Row, at.Column)) ||
		!(low < high) {
		return fmt.Errorf("no limit from %v to %v can stand in row %d, column %d of the table", low, high,
			at.Row+1, at.Column+1)
	}
	if t.Stated == nil {
		t.Stated = Limits{}
	}
	t.Stated[at] = column.Interval{Low: low, High: high}
	return nil
}

// Known returns the number in a cell or, where it holds a limit, a finite number in place of it; NaN where it is
// missing.
func (t *Table) Known(at Cell) float64 { return t.Limits.known(at, t.X.At(at.Row, at.Column)) }

// Known is [Table.Known] for data.
func (d *Dataset) Known(at Cell) float64 { return d.Limits.known(at, d.X.At(at.Row, at.Column)) }

func (l Limits) known(at Cell, x float64) float64 {
	if i, is := l[at]; is {
		return max(-math.MaxFloat64, min(i.High, math.MaxFloat64))
	}
	return x
}

// whereOf tells where a place stands in a list, which may name it more than once; nil is all places.
func whereOf(list []int) func(place int) []int {
	if list == nil {
		return func(place int) []int { return []int{place} }
	}
	at := make(map[int][]int, len(list))
	for i, p := range list {
		at[p] = append(at[p], i)
	}
	return func(place int) []int { return at[place] }
}

// turned returns the limits of the transposed table.
func (l Limits) turned() Limits {
	if l == nil {
		return nil
	}
	s := make(Limits, len(l))
	for c, i := range l {
		s[Cell{c.Column, c.Row}] = i
	}
	return s
}

// Turned returns the transposed table.
func (t *Table) Turned() *Table {
	u := *t
	u.X = mat.DenseCopyOf(t.X.T())
	u.Rows, u.Columns = t.Columns, t.Rows
	u.Annotations, u.ColumnAnnotations = t.ColumnAnnotations, t.Annotations
	u.Kinds, u.RowKinds, u.Limits, u.Stated = t.RowKinds, t.Kinds, t.Limits.turned(), t.Stated.turned()
	return &u
}

// kindsOf returns the kinds of the columns that a model sees, nil if the table knows none.
func (t *Table) kindsOf(transposed bool) []column.Kind {
	if transposed {
		return t.RowKinds
	}
	return t.Kinds
}

// Names returns the names of the columns that a model sees, and of the annotations that may be columns too.
func (t *Table) Names(transposed bool) []string {
	names, about := slices.Clone(t.Columns), t.Annotations
	if transposed {
		names, about = slices.Clone(t.Rows), t.ColumnAnnotations
	}
	for _, a := range about {
		names = append(names, a.Name)
	}
	return names
}

// Kinded returns the table with its columns as p.Kinds says, which holds of columns as a model sees them, after a
// transposition. Columns of text that are data become the last columns of the table, and are annotations no more. A
// cell of a column with levels is the place of its level, from 0. Kinds without levels get those of the table. If
// p.Kinds says nothing, or the table knows its kinds already, it returns t. The error names a column that is not
// there, or the row and the column of a cell that is not of its kind.
func (t *Table) Kinded(p Preprocessing) (*Table, error) {
	if !p.Kinds.Active() || t.kindsOf(p.Transpose) != nil {
		return t, nil
	}
	if err := p.Kinds.Check(); err != nil {
		return nil, err
	}
	names, about := t.Columns, t.Annotations
	if p.Transpose {
		names, about = t.Rows, t.ColumnAnnotations
	}
	all := t.Names(p.Transpose)
	if unknown := p.Kinds.Unknown(all); len(unknown) > 0 {
		return nil, fmt.Errorf("there is no column %s to be of a kind; the columns are %s", words.QuoteSome(unknown, 3),
			words.QuoteSome(all, 8))
	}
	find := p.Kinds.Finder()
	c := coder{t: t, transposed: p.Transpose}
	for j, name := range names {
		k, _, _ := find.Of(name)
		if err := c.numbers(j, k); err != nil {
			return nil, err
		}
	}
	c.stated()
	var rest []Annotation
	for _, a := range about {
		k, exact, ok := find.Of(a.Name)
		if !ok || k.Sort == column.Annotation || !exact && !caught(a, k) || slices.Contains(names, a.Name) {
			rest = append(rest, a)
			continue
		}
		if err := c.text(a, k); err != nil {
			return nil, err
		}
	}
	if err := fewTogether(slices.Concat(names, c.names), c.kinds); err != nil {
		return nil, err
	}
	return c.table(rest), nil
}

// caught reports whether a pattern of names makes an annotation data of kind k: levels can be of any text, numbers
// with limits are of text that holds some, and text is of no other kind unless its column is named.
func caught(a Annotation, k column.Kind) bool {
	if k.Sort != column.Censored {
		return k.Sort.HasLevels()
	}
	limits := false
	for _, text := range a.Levels {
		interval, ok := column.ParseInterval(text)
		if !ok {
			return false
		}
		limits = limits || !interval.Exact()
	}
	return limits
}

// A coder gathers columns as they are in data of kinds.
type coder struct {
	t          *Table
	transposed bool
	kinds      []column.Kind
	// changed holds the cells of the columns that differ from those of the table, by their place; those beyond the
	// last column of the table are new.
	changed map[int][]float64
	names   []string // of new columns
	tables  []string // from which they were joined, "" for the first
	limits  Limits   // rows and columns as the model sees them
}

func (c *coder) change(j int, cells []float64) {
	if c.changed == nil {
		c.changed = map[int][]float64{}
	}
	c.changed[j] = cells
}

// numbers takes column j, which holds numbers, as of a kind.
func (c *coder) numbers(j int, k column.Kind) error {
	v := c.t.viewed(c.transposed)
	var err error
	switch {
	case k.Sort.HasLevels():
		cells := make([]float64, len(v.rows))
		for i := range cells {
			cells[i] = v.at(i, j)
		}
		if k.Levels == nil {
			k, err = levelsOfNumbers(v.columns[j], k, cells)
		}
		if err == nil {
			err = codeNumbers(v.rows, v.columns[j], k, cells)
		}
		c.change(j, cells)
	case k.Sort == column.Count:
		for i := range v.rows {
			if y := v.at(i, j); y < 0 || !math.IsNaN(y) && y != math.Trunc(y) {
				return fmt.Errorf(
					"%s holds %v, which is no count: counts are whole numbers of at least 0; choose another kind, or correct the cell",
					v.place(i, j), y)
			}
		}
	case k.Sort == column.Composition:
		for i := range v.rows {
			if y := v.at(i, j); y < 0 || math.IsInf(y, 0) {
				return errors.New(noPart(v.place(i, j), y))
			}
		}
	case k.Sort == column.Skewed:
		for i := range v.rows {
			if y := v.at(i, j); y <= 0 {
				return fmt.Errorf("%s holds %v, which has no logarithm; choose number, or correct the cell", v.place(i, j), y)
			}
		}
	}
	if err != nil {
		return err
	}
	c.kinds = append(c.kinds, k)
	return nil
}

// stated gives columns of numbers with limits those that their cells state.
func (c *coder) stated() {
	for cell, l := range c.t.Stated {
		if c.transposed {
			cell = Cell{cell.Column, cell.Row}
		}
		if c.kinds[cell.Column].Sort == column.Censored {
			c.limit(cell, l)
		}
	}
}

func (c *coder) limit(at Cell, l column.Interval) {
	if c.limits == nil {
		c.limits = Limits{}
	}
	c.limits[at] = l
}

// text takes an annotation as a column of a kind.
func (c *coder) text(a Annotation, k column.Kind) error {
	cells, k, limits, err := codeText(c.t.viewed(c.transposed).rows, a, k)
	if err != nil {
		return err
	}
	j := len(c.kinds)
	for i, interval := range limits {
		c.limit(Cell{i, j}, interval)
	}
	c.change(j, cells)
	c.kinds, c.names, c.tables = append(c.kinds, k), append(c.names, a.Name), append(c.tables, a.Table)
	return nil
}

// table returns the table of all columns, with the annotations that are left.
func (c *coder) table(rest []Annotation) *Table {
	u := *c.t
	variables := c.t.Columns
	if c.transposed {
		variables = c.t.Rows
	}
	u.Notes = labelsTaken(withoutTaken(c.t.Notes, c.names), slices.Concat(variables, c.names), c.kinds)
	if len(c.limits) > 0 {
		u.Notes = limitsTaken(u.Notes, c.limits, c.t.Stated)
	}
	if c.transposed {
		u.RowKinds, u.ColumnAnnotations, u.Limits = c.kinds, rest, c.limits.turned()
	} else {
		u.Kinds, u.Annotations, u.Limits = c.kinds, rest, c.limits
	}
	if c.changed == nil {
		return &u
	}
	n, d := u.Dims()
	rows, columns := n, d
	across := u.ColumnAnnotations
	if c.transposed {
		rows, across = n+len(c.names), u.Annotations
		u.Rows = slices.Concat(u.Rows, c.names)
	} else {
		columns = d + len(c.names)
		u.Columns = slices.Concat(u.Columns, c.names)
	}
	x := mat.NewDense(rows, columns, nil)
	for i := range n {
		copy(x.RawRowView(i), Row(u.X, i, make([]float64, d)))
	}
	for j, cells := range c.changed {
		for i, y := range cells {
			if c.transposed {
				x.Set(j, i, y)
			} else {
				x.Set(i, j, y)
			}
		}
	}
	u.X = x
	if len(c.names) > 0 {
		across = lengthened(across, c.tables)
		if c.transposed {
			u.Annotations = across
		} else {
			u.ColumnAnnotations = across
		}
	}
	return &u
}

// NotesOf returns the notes of the table of the data, without those that columns of text became annotations where
// they are data, and that a column may hold labels where its kind is known. It holds of no data too.
func (d *Dataset) NotesOf(t *Table) []string {
	if d == nil || d.Kinds == nil {
		return t.Notes
	}
	notes := labelsTaken(withoutTaken(t.Notes, d.Columns), d.Columns, d.Kinds)
	if len(d.Limits) > 0 {
		notes = limitsTaken(notes, d.Limits, t.Stated)
	}
	return notes
}

// LimitsMissing ends the note of a reader on cells with limits, which it took for missing.
const LimitsMissing = "read as missing. To take the limit or half of it instead, choose so (Limits, or --limits). " +
	"For models that take limits as they are, say that the column holds numbers with limits (Columns, or --kind)."

// LabelsEnd ends the note of a reader on a column of numbers that may hold labels, which LabelColumn names.
const LabelsEnd = "make it an annotation."

// LabelColumn returns the column of numbers that a note on a table takes for labels; ok is false for other notes.
func LabelColumn(note string) (name string, ok bool) {
	rest, ok := strings.CutPrefix(note, "Column ")
	if !ok || !strings.HasSuffix(note, LabelsEnd) {
		return "", false
	}
	quoted, err := strconv.QuotedPrefix(rest)
	if err != nil {
		return "", false
	}
	name, err = strconv.Unquote(quoted)
	return name, err == nil
}

// labelsTaken leaves out the notes that a column may hold labels where it is known to be of another kind than numbers.
func labelsTaken(notes, names []string, kinds []column.Kind) []string {
	return slices.DeleteFunc(slices.Clone(notes), func(note string) bool {
		name, ok := LabelColumn(note)
		j := slices.Index(names, name)
		return ok && j >= 0 && j < len(kinds) && kinds[j].Sort != column.Number
	})
}

// limitsTaken leaves out the note that limits are missing, where all of them are known to the columns.
func limitsTaken(notes []string, taken, stated Limits) []string {
	if len(taken) < len(stated) {
		return notes
	}
	return slices.DeleteFunc(slices.Clone(notes), func(note string) bool {
		return strings.HasSuffix(note, LimitsMissing)
	})
}

// withoutTaken leaves out the notes that say columns of text became annotations, all of which are data now.
func withoutTaken(notes, data []string) []string {
	return slices.DeleteFunc(slices.Clone(notes), func(note string) bool {
		said, names, listed := strings.Cut(note, `: "`)
		if !listed || !strings.HasSuffix(said, "as an annotation") && !strings.HasSuffix(said, "as annotations") {
			return false
		}
		rest := `"` + names
		for {
			quoted, err := strconv.QuotedPrefix(rest)
			if err != nil {
				return rest == "."
			}
			if name, _ := strconv.Unquote(quoted); !slices.Contains(data, name) {
				return false
			}
			rest = strings.TrimPrefix(rest[len(quoted):], ", ")
		}
	})
}

// lengthened returns annotations of columns with room for more, which are of these tables and of which nothing else is
// known.
func lengthened(list []Annotation, tables []string) (longer []Annotation) {
	for _, a := range list {
		a.Values, a.Codes = slices.Clone(a.Values), slices.Clone(a.Codes)
		for _, table := range tables {
			code := -1
			if a.Name == TablesAnnotation {
				if code = indexOf(a.Levels, table); code < 0 {
					code = 0
				}
				table = a.Levels[code]
			} else {
				table = ""
			}
			a.Values, a.Codes = append(a.Values, table), append(a.Codes, code)
		}
		longer = append(longer, a)
	}
	return longer
}

// mostLevels is how many levels a column may have without their being listed.
const mostLevels = 100

// levelsOfNumbers gives a kind the different values of a column, in their order.
func levelsOfNumbers(name string, k column.Kind, cells []float64) (column.Kind, error) {
	var values []float64
	for _, y := range cells {
		if at, is := slices.BinarySearch(values, y); !is && !math.IsNaN(y) {
			if values = slices.Insert(values, at, y); len(values) > mostLevels {
				break
			}
		}
	}
	if k.Sort == column.YesNo && len(values) == 1 && (values[0] == 0 || values[0] == 1) {
		values = []float64{0, 1}
	}
	for _, y := range values {
		k.Levels = append(k.Levels, number(y))
	}
	return k, fewLevels(name, k)
}

// fewLevels refuses levels that are too few or too many for the kind.
func fewLevels(name string, k column.Kind) error {
	switch n := len(k.Levels); {
	case n > mostLevels:
		return fmt.Errorf("column %q has more than %d different values, too many for %s; choose another kind",
			name, mostLevels, k.Sort)
	case n < 2:
		return fmt.Errorf("column %q has %s, and %s needs at least two; choose another kind", name,
			Plural(n, "different value"), k.Sort)
	case k.Sort == column.YesNo && n > 2:
		return fmt.Errorf("column %q has %d different values (%s), and yes/no needs two; choose category or ordered",
			name, n, words.QuoteSome(k.Levels, 5))
	}
	return nil
}

// codeNumbers turns the numbers of a column into places of its levels.
func codeNumbers(rows []string, name string, k column.Kind, cells []float64) error {
	place := make(map[float64]int, len(k.Levels))
	for l, text := range k.Levels {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			if k.Sort == column.YesNo { // names of no and yes, for zeros and ones
				place = map[float64]int{0: 0, 1: 1}
				break
			}
			continue
		}
		place[x] = l
	}
	for i, y := range cells {
		if math.IsNaN(y) {
			continue
		}
		l, is := place[y]
		if !is {
			return strange(rows[i], name, number(y), k)
		}
		cells[i] = float64(l)
	}
	return nil
}

func strange(row, name, value string, k column.Kind) error {
	return fmt.Errorf(
		"row %q, column %q holds %q, which is none of the levels (%s); add it to the levels, or leave the cell empty", row,
		name, value, words.QuoteSome(k.Levels, 8))
}

// codeText returns the cells of a column of text as data of a kind, the kind with its levels, and limits by row.
func codeText(rows []string, a Annotation, k column.Kind) (cells []float64, of column.Kind,
	limits map[int]column.Interval, err error) {
	cells = make([]float64, len(a.Values))
	if k.Sort.HasLevels() && k.Levels == nil {
		if k.Levels = column.InOrder(k.Sort, a.asSeen()); len(k.Levels) == 1 && k.Sort == column.YesNo {
			k.Levels = column.Opposite(k.Levels[0])
		}
		if err := fewLevels(a.Name, k); err != nil {
			return nil, k, nil, err
		}
	}
	for i, text := range a.Values {
		cells[i] = math.NaN()
		switch {
		case text == "":
		case k.Sort.HasLevels():
			l := k.Level(text)
			if l < 0 {
				return nil, k, nil, strange(rows[i], a.Name, text, k)
			}
			cells[i] = float64(l)
		default:
			interval, ok := column.ParseInterval(text)
			switch {
			case !ok || k.Sort != column.Censored && !interval.Exact():
				return nil, k, nil, fmt.Errorf(
					"row %q, column %q holds %q, which is no number, and the column is to be of kind %s; choose another kind, or correct the cell",
					rows[i], a.Name, text, k.Sort)
			case k.Sort == column.Count && (interval.Low < 0 || interval.Low != math.Trunc(interval.Low)):
				return nil, k, nil, fmt.Errorf("row %q, column %q holds %q, which is no count", rows[i], a.Name, text)
			case k.Sort == column.Composition && !(interval.Low >= 0):
				return nil, k, nil, errors.New(noPart(fmt.Sprintf("row %q, column %q", rows[i], a.Name), interval.Low))
			case k.Sort == column.Skewed && interval.Low <= 0:
				return nil, k, nil, fmt.Errorf(
					"row %q, column %q holds %q, which has no logarithm; choose number, or correct the cell", rows[i], a.Name, text)
			case interval.Exact():
				cells[i] = interval.Low
			default:
				if limits == nil {
					limits = map[int]column.Interval{}
				}
				limits[i] = interval
			}
		}
	}
	return cells, k, limits, nil
}

// KindsTaken counts columns by kind, in words: "3 as yes/no, 2 as grades and 7 as numbers".
func KindsTaken(kinds []column.Kind) string { return taken(kinds, 0) }

// KindsTaken counts the columns by kind, in words. Those of relations between the rows are links: "19 as links".
func (d *Dataset) KindsTaken() string {
	relations, others := d.Relations()
	links := 0
	for _, r := range relations {
		links += len(r.Columns)
	}
	return taken(pick(d.Kinds, others), links)
}

func taken(kinds []column.Kind, links int) string {
	count := map[column.Sort]int{}
	for _, k := range kinds {
		count[k.Sort]++
	}
	var parts []string
	if links > 0 {
		parts = append(parts, strconv.Itoa(links)+" as links")
	}
	for _, s := range append(column.Sorts()[1:], column.Number) {
		if n := count[s]; n > 0 {
			parts = append(parts, strconv.Itoa(n)+" as "+s.As(n))
		}
	}
	return joinAnd(parts)
}

func joinAnd(parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
}
