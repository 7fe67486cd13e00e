package inference

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/espalier/inference/column"
	"example.org/espalier/inference/column/whole"
	"example.org/espalier/inference/words"

	"gonum.org/v1/gonum/mat"
)

// A piece says how a column of data is made of a column of the table.
type piece struct {
	from   int // place of the column in the table
	source string
	name   string
	kind   column.Kind // of the data
	of     column.Kind // of the column in the table
	level  int         // of a column of zeros and ones that stands for a level; −1 for others
	scores whole.Scores
	group  *together // to which the column belongs, nil for columns by themselves
	part   int       // place among the coordinates of the group
}

// sources returns the names of the columns of the table that the piece is made of, and their places there.
func (b piece) sources() (names []string, from []int) {
	if b.group != nil {
		return b.group.parts, b.group.from
	}
	return []string{b.source}, []int{b.from}
}

// KindNotes says which columns the model takes for something else than their kind, or not at all.
func (d *Dataset) KindNotes() []string {
	if d.parted == nil {
		return nil
	}
	return slices.Clone(d.parted.notes)
}

// cell returns the number of the piece for a cell of a table of kinds, before centring and scaling.
func (b piece) cell(y float64) float64 {
	switch {
	case math.IsNaN(y):
	case b.level >= 0:
		if int(y) == b.level {
			return 1
		}
		return 0
	case b.kind.Sort == column.Number && b.of.Sort.HasLevels():
		if numbers := b.of.Numbers(); numbers != nil {
			return numbers[int(y)]
		}
	case b.kind.Sort == column.Skewed:
		return math.Log(y)
	case b.kind.Sort == column.Rank && b.group == nil:
		return b.scores.Of(y)
	}
	return y
}

// made returns the cells of the columns that are made of several, of n rows.
func (g *parted) made(n int, cell func(i, from int) float64) map[*together]*mat.Dense {
	made := map[*together]*mat.Dense{}
	for _, b := range g.pieces {
		if b.group != nil && made[b.group] == nil {
			made[b.group] = b.group.coordinates(n, cell)
		}
	}
	return made
}

// parted records how columns of several kinds were brought together.
type parted struct {
	pieces []piece
	// plain are the pieces that are numbers, and numbers the data of them alone, without their cells; nil if there
	// are none.
	plain   []piece
	numbers *Dataset
	among   []int    // of each column of the data, its place among those of numbers; −1 for others
	notes   []string // of columns that the model takes for something else, or not at all
	out     []int    // places of the columns of text in the table that the model cannot take: they stay annotations
}

// prepareKinds is prepare for a table with columns of several kinds.
func (t *Table) prepareKinds(p Preprocessing, outline bool) (*Dataset, error) {
	t, err := t.Kinded(p)
	if err != nil {
		return nil, err
	}
	v := t.viewed(p.Transpose)
	first := p
	first.Leave.VarianceRows, first.Leave.VarianceColumns = Limit{}, Limit{} // they are of numbers
	kept, err := v.keep(first)
	if err != nil {
		return nil, err
	}
	kinds := t.kindsOf(p.Transpose)
	groups, said, err := togetherOf(v, kept, kinds)
	if err != nil {
		return nil, err
	}
	pieces, out, notes := piecesOf(v, kept, kinds, p, groups)
	notes = append(notes, said...)
	lost := v.lostLimits(t, kept.Rows, pieces)
	if lost != "" {
		notes = append(notes, lost)
	}
	if len(pieces) == 0 {
		return nil, fmt.Errorf(
			"no column is left: the model takes numbers alone; take levels as numbers (--kinds-as-numbers), or choose another model")
	}
	g := &parted{pieces: pieces, out: out, notes: notes}
	for _, b := range pieces {
		if b.kind.Sort == column.Number {
			g.plain = append(g.plain, b)
		}
	}
	d := &Dataset{Name: t.Name, Preprocessing: p, Kind: Continuous, RowIndex: kept.Rows, parted: g}
	var cells *mat.Dense
	if len(g.plain) > 0 {
		numbers := g.numberTable(pick(v.rows, kept.Rows), func(i, j int) float64 { return v.at(kept.Rows[i], j) })
		if numbers.Annotations = selectAll(t.Annotations, kept.Rows); p.Transpose {
			numbers.Annotations = selectAll(t.ColumnAnnotations, kept.Rows)
		}
		q := p
		q.Transpose, q.Kinds, q.Without, q.KindsAsNumbers = false, "", "", false
		q.Leave = LeaveOut{VarianceRows: p.Leave.VarianceRows, VarianceColumns: p.Leave.VarianceColumns}
		of, err := numbers.prepare(q, outline)
		if lost != "" && errors.Is(err, errAllMissing) {
			err = errLimits
		}
		if err != nil {
			return nil, err
		}
		d.RowIndex, d.Kind, notes = pick(kept.Rows, of.RowIndex), of.Kind,
			append(notes, slices.DeleteFunc(of.Notes, func(note string) bool {
				return strings.HasPrefix(note, noValues) // such a row can have values in columns of other kinds
			})...)
		cells, of.X = of.X, nil
		g.numbers = of
	}
	if err := d.join(t, v, cells, outline); err != nil {
		return nil, err
	}
	d.Notes = slices.Concat(kept.Notes, notes, d.Notes)
	return d, nil
}

// piecesOf returns the columns of the data that are made of the columns kept, as the model takes them, and the places
// of those that it cannot take.
func piecesOf(v view, kept Kept, kinds []column.Kind, p Preprocessing, groups map[string]*together) (pieces []piece,
	out []int, notes []string) {
	discrete := true // as models of zeros and ones take it
	for _, j := range kept.Columns {
		s := kinds[j].Sort
		discrete = discrete && (s == column.YesNo || s == column.Annotation || s == column.Number && v.zerosAndOnes(j))
	}
	var left, numbers, coded, ranks []string
	for _, j := range kept.Columns {
		k, name := kinds[j], v.columns[j]
		b := piece{from: j, source: name, name: name, kind: k, of: k, level: -1}
		switch {
		case k.Sort == column.Annotation:
			continue
		case k.Grouped():
			b.group = groups[k.Group]
			if b.part = slices.Index(b.group.from, j); b.part < 0 || b.part == len(b.group.from)-1 {
				continue
			}
			b.name = whole.Names(b.group.parts)[b.part]
		case k.Sort == column.Rank:
			ranks = append(ranks, name)
			cells := make([]float64, len(kept.Rows))
			for i, r := range kept.Rows {
				cells[i] = v.at(r, j)
			}
			b.name, b.scores = name+" (rank)", whole.ScoresOf(cells)
		case k.Sort == column.Number, discrete, !p.Without.Has(k.Sort):
		case !p.KindsAsNumbers && (k.Sort == column.Category || k.Sort.HasLevels() && k.Numbers() == nil):
			left, out = append(left, name), append(out, j)
			continue
		case p.KindsAsNumbers && k.Sort == column.Category:
			coded = append(coded, name)
			b.kind = column.Kind{}
			for l, level := range k.Levels {
				b.name, b.level = name+"="+level, l
				pieces = append(pieces, b)
			}
			continue
		default:
			numbers = append(numbers, name)
			b.kind = column.Kind{}
		}
		pieces = append(pieces, b)
	}
	add := func(names []string, text string) {
		if len(names) > 0 {
			notes = append(notes, fmt.Sprintf(text, Plural(len(names), v.columnWord()), words.QuoteSome(names, 5)))
		}
	}
	add(left,
		"Left out because the model cannot take them: %s %s. To use them, take levels as numbers (--kinds-as-numbers), or fit a model that takes them.")
	add(ranks, "Taken by the normal scores of their ranks, so that only the order counts: %s %s.")
	add(coded, "Taken as zeros and ones, a column for each level: %s %s.")
	if p.KindsAsNumbers {
		add(numbers, "Taken as numbers (--kinds-as-numbers): %s %s.")
	} else {
		add(numbers, "Taken as numbers because the model cannot take them otherwise: %s %s.")
	}
	return pieces, out, notes
}

// lostLimits says how many cells are missing to the model because it takes no limits, "" if none are.
func (v view) lostLimits(t *Table, rows []int, pieces []piece) string {
	lost := 0
	var names []string
	for _, b := range pieces {
		if b.of.Sort != column.Censored || b.kind.Sort == column.Censored {
			continue
		}
		before := lost
		for _, r := range rows {
			if _, is := v.limit(t, r, b.from); is {
				lost++
			}
		}
		if lost > before {
			names = append(names, b.name)
		}
	}
	if lost == 0 {
		return ""
	}
	return fmt.Sprintf(
		"Missing to the model, which takes no limits: %s of %s %s, although they are known to be low, high or between. "+
			"Fit a model that takes limits, or read each limit as a number (--limits).",
		Plural(lost, "cell"), Plural(len(names), v.columnWord()), words.QuoteSome(names, 5))
}

// zerosAndOnes reports whether a column of the view holds nothing else.
func (v view) zerosAndOnes(j int) bool {
	for i := range v.rows {
		if y := v.at(i, j); y != 0 && y != 1 && !math.IsNaN(y) {
			return false
		}
	}
	return true
}

// numberTable returns the table of the pieces that are numbers, of cells by row and by the place of a column.
func (g *parted) numberTable(rows []string, at func(i, from int) float64) *Table {
	x := mat.NewDense(len(rows), len(g.plain), nil)
	names := make([]string, len(g.plain))
	for k, b := range g.plain {
		names[k] = b.name
		for i := range rows {
			x.Set(i, k, b.cell(at(i, b.from)))
		}
	}
	return &Table{Name: "numbers", Rows: rows, Columns: names, X: x, Kind: KindOf(x)}
}

// join brings the numbers, in working units, and the other columns together.
func (d *Dataset) join(t *Table, v view, numbers *mat.Dense, outline bool) error {
	g := d.parted
	var used []piece
	next := 0 // among the pieces of numbers
	at := 0   // among the columns of the numbers
	var empty []string
	made := g.made(len(d.RowIndex), func(i, from int) float64 { return v.at(d.RowIndex[i], from) })
	cell := func(i int, b piece) float64 {
		if b.group != nil {
			return made[b.group].At(i, b.part)
		}
		return v.at(d.RowIndex[i], b.from)
	}
	for _, b := range g.pieces {
		if b.kind.Sort == column.Number {
			is := g.numbers != nil && at < len(g.numbers.ColumnIndex) && g.numbers.ColumnIndex[at] == next
			next++
			if !is {
				continue // most variable columns, or a recipe, chose others
			}
			b.name = g.numbers.Columns[at]
			g.among = append(g.among, at)
			at++
		} else {
			blank := !slices.ContainsFunc(UpTo(len(d.RowIndex)), func(i int) bool { return !math.IsNaN(cell(i, b)) })
			if blank && !v.limited(t, d.RowIndex, b.from) {
				empty = append(empty, b.name)
				continue
			}
			g.among = append(g.among, -1)
		}
		used = append(used, b)
	}
	if g.numbers != nil && at < len(g.numbers.Columns) {
		return errors.New(
			"the steps of preparation make columns of their own, which cannot stand beside columns of other kinds; leave these steps out, or take all columns as numbers")
	}
	if len(used) == 0 {
		return errors.New("every cell is missing; check the missing codes and the kinds of the columns")
	}
	if len(empty) > 0 {
		d.Notes = append(d.Notes, fmt.Sprintf("Left out because they hold no value: %s %s.",
			Plural(len(empty), v.columnWord()), words.QuoteSome(empty, 5)))
	}
	g.pieces = used
	n := len(d.RowIndex)
	d.Rows = pick(v.rows, d.RowIndex)
	empty = nil
	for i, r := range d.RowIndex {
		if !slices.ContainsFunc(used, func(b piece) bool { return !math.IsNaN(cell(i, b)) || v.tells(t, r, b) }) {
			empty = append(empty, d.Rows[i])
		}
	}
	if len(empty) > 0 {
		d.Notes = append(d.Notes, v.emptyNote(empty))
	}
	d.Centre, d.Scale = make([]float64, len(used)), make([]float64, len(used))
	all := mat.NewDense(n, len(used), nil)
	discrete := d.Kind == Binary || g.numbers == nil
	for j, b := range used {
		d.Columns, d.ColumnIndex, d.Kinds = append(d.Columns, b.name), append(d.ColumnIndex, b.from), append(d.Kinds, b.kind)
		discrete = discrete && (b.kind.Sort == column.YesNo || b.kind.Sort == column.Number)
		d.Scale[j] = 1
		if k := g.among[j]; k >= 0 {
			d.Centre[j], d.Scale[j] = g.numbers.Centre[k], g.numbers.Scale[k]
			for i := range n {
				if !outline {
					all.Set(i, j, numbers.At(i, k))
				}
			}
			continue
		}
		if b.group != nil {
			d.derived(b, j, made[b.group], all)
		} else if err := d.other(t, v, b, j, all); err != nil {
			return err
		}
	}
	if !outline {
		d.X = all
	}
	if d.Kind = Continuous; discrete {
		d.Kind = Binary
	} else if !slices.ContainsFunc(d.Kinds, func(k column.Kind) bool { return k.Sort != column.Count }) {
		d.Kind = Count
	}
	d.annotate(t, v)
	if slices.ContainsFunc(d.Kinds, func(k column.Kind) bool { return k.Sort != column.Number }) {
		d.Notes = append(d.Notes, "Columns were taken by kind: "+d.KindsTaken()+".")
	} else {
		d.Kinds = nil
	}
	return nil
}

// annotate gives the data the annotations of the table, and columns that are no data as others.
func (d *Dataset) annotate(t *Table, v view) {
	rows, across := t.Annotations, t.ColumnAnnotations
	if v.transposed {
		rows, across = across, rows
	}
	d.Annotations, d.ColumnAnnotations = selectAll(rows, d.RowIndex), selectAll(across, d.ColumnIndex)
	for j, k := range t.kindsOf(v.transposed) {
		if k.Sort == column.Annotation {
			d.Annotations = WithAnnotation(d.Annotations, v.annotation(j, d.RowIndex, nil))
		}
	}
	for _, j := range d.parted.out {
		d.Annotations = WithAnnotation(d.Annotations, v.annotation(j, d.RowIndex, t.kindsOf(v.transposed)[j].Levels))
	}
}

// annotation returns a column of numbers, or of places of levels, as an annotation of some rows.
func (v view) annotation(j int, rows []int, levels []string) Annotation {
	values := make([]string, len(rows))
	for i, r := range rows {
		if y := v.at(r, j); !math.IsNaN(y) {
			if values[i] = number(y); levels != nil {
				values[i] = levels[int(y)]
			}
		}
	}
	if levels != nil { // in their order
		a := NewAnnotation(v.columns[j], slices.Concat(levels, values))
		return a.Select(UpTo(len(levels) + len(values))[len(levels):])
	}
	return NewAnnotation(v.columns[j], values)
}

// limit returns the limits of a cell of the view.
func (v view) limit(t *Table, i, j int) (column.Interval, bool) {
	if v.transposed {
		i, j = j, i
	}
	l, is := t.Limits[Cell{i, j}]
	return l, is
}

// tells reports whether a row has limits that the model takes in the column of a piece.
func (v view) tells(t *Table, r int, b piece) bool {
	_, is := v.limit(t, r, b.from)
	return is && b.kind.Sort == column.Censored
}

func (v view) limited(t *Table, rows []int, j int) bool {
	return slices.ContainsFunc(rows, func(r int) bool { _, is := v.limit(t, r, j); return is })
}

// derived makes column j of the data from one of the coordinates of columns that belong together.
func (d *Dataset) derived(b piece, j int, made, all *mat.Dense) {
	cells := mat.Col(nil, b.part, made)
	if d.Preprocessing.Centre {
		d.Centre[j] = summarise(cells).mean
	}
	if s := deviation(made); (d.Preprocessing.Scale || d.Preprocessing.ScaleAll) && s > 0 {
		d.Scale[j] = s
	}
	for i, y := range cells {
		all.Set(i, j, (y-d.Centre[j])/d.Scale[j])
	}
}

// other makes column j of the data from one that holds no plain numbers.
func (d *Dataset) other(t *Table, v view, b piece, j int, all *mat.Dense) error {
	real := b.kind.Sort.Real()
	convert := b.cell
	if b.kind.Sort == column.Censored && d.Preprocessing.Log2p1 {
		convert = func(y float64) float64 { return log2p1(max(y, -1)) }
	}
	var known []column.Interval
	limits := map[int]column.Interval{}
	for i, r := range d.RowIndex {
		y := v.at(r, b.from)
		if l, is := v.limit(t, r, b.from); is {
			limits[i] = column.Interval{Low: convert(l.Low), High: convert(l.High)}
			known = append(known, limits[i])
		} else if !math.IsNaN(y) {
			if math.Abs(y) > largest || b.kind.Sort == column.Censored && d.Preprocessing.Log2p1 && y <= -1 {
				return v.outOfRange(r, b.from)
			}
			y = convert(y)
			known = append(known, column.Interval{Low: y, High: y})
		}
		all.Set(i, j, y)
	}
	if !real {
		return nil
	}
	p := d.Preprocessing
	mean, deviation := column.MeanDeviation(known)
	if p.Centre {
		d.Centre[j] = mean
	}
	if (p.Scale || p.ScaleAll) && deviation > 0 {
		d.Scale[j] = deviation
	}
	for i := range d.RowIndex {
		all.Set(i, j, (all.At(i, j)-d.Centre[j])/d.Scale[j])
		if l, is := limits[i]; is {
			if d.Limits == nil {
				d.Limits = Limits{}
			}
			d.Limits[Cell{i, j}] = column.Interval{Low: (l.Low - d.Centre[j]) / d.Scale[j],
				High: (l.High - d.Centre[j]) / d.Scale[j]}
		}
	}
	return nil
}

// mapParts is [Dataset.Map] for data of several kinds.
func (d *Dataset) mapParts(t *Table) (*mat.Dense, error) {
	g := d.parted
	v := t.viewed(d.Preprocessing.Transpose)
	columns, err := g.columnsOf(t, v)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.Name, err)
	}
	var numbers *mat.Dense
	if g.numbers != nil {
		if numbers,
			err = g.numbers.Map(g.numberTable(v.rows, func(i, from int) float64 { return columns[from][i] })); err != nil {
			return nil, fmt.Errorf("%s: %w", t.Name, err)
		}
	}
	made := g.made(len(v.rows), func(i, from int) float64 { return columns[from][i] })
	x := mat.NewDense(len(v.rows), len(g.pieces), nil)
	for j, b := range g.pieces {
		for i := range v.rows {
			if k := g.among[j]; k >= 0 {
				x.Set(i, j, numbers.At(i, k))
				continue
			}
			y := b.cell(columns[b.from][i])
			if b.group != nil {
				y = made[b.group].At(i, b.part)
			}
			if b.kind.Sort == column.Censored && d.Preprocessing.Log2p1 {
				y = log2p1(y)
			}
			x.Set(i, j, (y-d.Centre[j])/d.Scale[j])
		}
	}
	return x, nil
}

// columnsOf returns the columns of new rows that the data need, by their place in the table of the data, as cells of
// kinds.
func (g *parted) columnsOf(t *Table, v view) (map[int][]float64, error) {
	about := t.Annotations
	if v.transposed {
		about = t.ColumnAnnotations
	}
	kinded := t.kindsOf(v.transposed) != nil
	columns := make(map[int][]float64, len(g.pieces))
	var lacking []string
	for _, b := range slices.Concat(g.pieces, g.plain) {
		names, from := b.sources()
		for k, source := range names {
			if _, done := columns[from[k]]; done {
				continue
			}
			cells := make([]float64, len(v.rows))
			columns[from[k]] = cells
			var err error
			if j := indexOf(v.columns, source); j >= 0 {
				for i := range cells {
					if cells[i] = v.at(i, j); b.of.Sort == column.Composition && cells[i] < 0 {
						return nil, errors.New(noPart(v.place(i, j), cells[i]))
					}
				}
				if b.of.Sort.HasLevels() && !kinded {
					err = codeNumbers(v.rows, source, b.of, cells)
				}
			} else if a, is := named(about, source); is {
				columns[from[k]], _, _, err = codeText(v.rows, a, b.of)
			} else {
				lacking = append(lacking, source)
			}
			if err != nil {
				return nil, err
			}
		}
	}
	if len(lacking) > 0 {
		return nil, fmt.Errorf("it lacks %s (%s), of which the model knows; add them, empty where they were not measured",
			Plural(len(lacking), v.columnWord()), words.QuoteSome(lacking, 3))
	}
	return columns, nil
}
