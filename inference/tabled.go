package inference

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"example.org/espalier/inference/column"
	"example.org/espalier/inference/recipe"
	"example.org/espalier/inference/words"

	"gonum.org/v1/gonum/mat"
)

// tabled is how the columns of several tables were brought together.
type tabled struct {
	parts []*Dataset // one for each table, without its cells
	at    []Cell     // of each column of the data, its part and its column there
}

// A tablePart is the columns of one of the tables that a table was joined of.
type tablePart struct {
	name    string
	columns []int // places as the model sees the table
}

// tableParts returns the columns of each table that t was joined of; nil if all columns are of one.
func (t *Table) tableParts(transposed bool) []tablePart {
	across := t.ColumnAnnotations
	if transposed {
		across = t.Annotations
	}
	a, is := named(across, TablesAnnotation)
	if !is || len(a.Levels) < 2 {
		return nil
	}
	parts := make([]tablePart, len(a.Levels))
	for j, code := range a.Codes {
		parts[max(0, code)].columns = append(parts[max(0, code)].columns, j)
	}
	for i, name := range a.Levels {
		parts[i].name = name
	}
	if parts = slices.DeleteFunc(parts, func(p tablePart) bool { return p.columns == nil }); len(parts) < 2 {
		return nil
	}
	return parts
}

// among returns the columns of the part that are kept.
func (part tablePart) among(kept Kept) []int {
	return slices.DeleteFunc(part.columns, func(j int) bool {
		_, is := slices.BinarySearch(kept.Columns, j)
		return !is
	})
}

// of returns the columns of a part, and those of the rows that are given; nil takes all rows.
func (part tablePart) of(t *Table, transposed bool, rows []int) *Table {
	columns := part.columns
	if transposed {
		rows, columns = columns, rows
	}
	if rows != nil {
		t = t.SelectRows(rows)
	}
	if columns != nil {
		t = t.SelectColumns(columns)
	}
	return t
}

// Table returns the preprocessing of one of the tables that a table was joined of: that of p.Tables, or p.
func (p Preprocessing) Table(name string) Preprocessing {
	e, own := p.Tables.Of(name)
	p.Tables = ""
	if !own {
		return p
	}
	steps, raw, err := e.Parse()
	if err != nil {
		return p // Check has refused it
	}
	q, err := p.WithoutSteps().WithSteps(string(recipe.Format(steps)))
	if err != nil {
		return p
	}
	if !raw && !q.Centre && !q.Scale && !q.ScaleAll {
		q.Centre, q.Scale, q.ScaleAll = p.Centre, p.Scale, p.ScaleAll
	}
	return q
}

// WithTable returns p with q as the preprocessing of one of the tables, as far as a table has its own: the steps,
// centring and scaling. A table that is prepared as p says has none of its own.
func (p Preprocessing) WithTable(name string, q Preprocessing) Preprocessing {
	steps := string(recipe.Format(q.Steps()))
	if !q.Centre && !q.Scale && !q.ScaleAll {
		steps = strings.TrimPrefix(steps+","+recipe.Raw, ",")
	}
	p.Tables = p.Tables.With(recipe.TableSteps{Table: name})
	if all := p; all.Table(name) != q {
		p.Tables = p.Tables.With(recipe.TableSteps{Table: name, Steps: steps})
	}
	return p
}

// Part returns the columns of one of the tables that a table was joined of, as p finds them; nil if there is none of
// the name.
func (t *Table) Part(name string, p Preprocessing) *Table {
	for _, part := range t.tableParts(p.Transpose) {
		if part.name == name {
			return part.of(t, p.Transpose, nil)
		}
	}
	return nil
}

// Cooks reports whether a recipe is carried out on the table or on one of those that it was joined of.
func (p Preprocessing) Cooks() bool { return p.some(recipe.Text.Active) }

// LooksAtRows reports whether a step of such a recipe does; see [recipe.Text.LooksAtRows].
func (p Preprocessing) LooksAtRows() bool { return p.some(recipe.Text.LooksAtRows) }

func (p Preprocessing) some(is func(recipe.Text) bool) bool {
	for _, e := range p.Tables.Entries() {
		if is(p.Table(e.Table).Recipe) {
			return true
		}
	}
	return is(p.Recipe)
}

// recipesOfTables is afterRecipe for several tables: those without a recipe stay as they are.
func (t *Table) recipesOfTables(p Preprocessing, parts []tablePart) (a AfterRecipe, err error) {
	if err := p.checkTables(parts); err != nil {
		return a, err
	}
	first := p
	first.Leave.VarianceColumns = Limit{}
	v := t.viewed(p.Transpose)
	kept, err := v.keep(first)
	if err != nil {
		return a, err
	}
	a.Rest, a.Rows, a.Notes = p.afterRecipe(), kept.Rows, kept.Notes
	rows, across := t.Annotations, t.ColumnAnnotations
	if p.Transpose {
		rows, across = across, rows
	}
	var tables []*Table
	for _, part := range parts {
		part.columns = part.among(kept)
		if len(part.columns) == 0 {
			continue
		}
		q := p.Table(part.name)
		q.Leave = LeaveOut{}
		of := part.of(t, p.Transpose, kept.Rows)
		columns := part.columns
		if q.Recipe.Active() {
			made, _, err := of.afterRecipe(q)
			if err != nil {
				return a, fmt.Errorf("table %q: %w", part.name, err)
			}
			of, columns = made.Table, pick(columns, made.Columns)
			for _, note := range made.Notes {
				a.Notes = append(a.Notes, part.name+": "+note)
			}
		} else if p.Transpose {
			of = of.Turned()
		}
		if _, own := p.Tables.Of(part.name); own {
			left := a.Rest.Table(part.name)
			left.Recipe = ""
			a.Rest = a.Rest.WithTable(part.name, left)
		}
		tables, a.Columns = append(tables, of), append(a.Columns, columns...)
	}
	n := len(kept.Rows)
	x := mat.NewDense(n, len(a.Columns), nil)
	a.Table = &Table{Name: t.Name, Rows: pick(v.rows, kept.Rows), X: x, Annotations: selectAll(rows, a.Rows),
		ColumnAnnotations: selectAll(across, a.Columns)}
	at := 0
	for _, of := range tables {
		_, d := of.Dims()
		for i := range n {
			copy(x.RawRowView(i)[at:], Row(of.X, i, make([]float64, d)))
		}
		a.Table.Columns = append(a.Table.Columns, of.Columns...)
		at += d
	}
	a.Table.Kind = KindOf(x)
	return a, nil
}

// checkTables refuses steps that several tables at once cannot take, and steps for tables that are not there.
func (p Preprocessing) checkTables(parts []tablePart) error {
	if err := p.Tables.Check(); err != nil {
		return err
	}
	for _, e := range p.Tables.Entries() {
		if !slices.ContainsFunc(parts, func(part tablePart) bool { return part.name == e.Table }) {
			names := make([]string, len(parts))
			for i, part := range parts {
				names[i] = part.name
			}
			return fmt.Errorf("there is no table %q to prepare; the tables are %s", e.Table, words.QuoteSome(names, 8))
		}
		if p.Table(e.Table).TopRows > 0 {
			return errors.New("the most variable rows cannot be chosen by one of several tables; leave top-rows out")
		}
	}
	switch {
	case p.TopRows > 0:
		return errors.New("the most variable rows cannot be chosen among several tables, whose scales differ; leave " +
			"rows out by name instead")
	case p.Leave.VarianceRows.Set:
		return errors.New("rows of several tables, whose scales differ, cannot be left out by their variance; leave " +
			"them out by name instead")
	case p.Leave.VarianceColumns.Set && p.Tables != "":
		return errors.New("columns cannot be left out by their variance where tables have their own steps; use the " +
			"step top-columns")
	}
	return nil
}

// prepareTables is prepare for a table that was joined of several: each is prepared on its own.
func (t *Table) prepareTables(p Preprocessing, outline bool) (*Dataset, error) {
	t, err := t.Kinded(p)
	if err != nil {
		return nil, err
	}
	parts := t.tableParts(p.Transpose)
	if err := p.checkTables(parts); err != nil {
		return nil, err
	}
	v := t.viewed(p.Transpose)
	first, rest := p, p.Leave.AfterKeep(p.Recipe)
	if t.kindsOf(p.Transpose) != nil { // the variance is that of numbers
		first.Leave.VarianceColumns, rest.VarianceColumns = Limit{}, p.Leave.VarianceColumns
	}
	kept, err := v.keep(first)
	if err != nil {
		return nil, err
	}
	d := &Dataset{Name: t.Name, Preprocessing: p, RowIndex: kept.Rows, Notes: kept.Notes, tabled: &tabled{}}
	var cells []*mat.Dense
	var index []int // of the columns, in the whole table
	for _, part := range parts {
		part.columns = part.among(kept)
		if len(part.columns) == 0 {
			continue
		}
		q := p.Table(part.name)
		q.Kinds, q.Leave = "", rest
		of, err := part.of(t, p.Transpose, kept.Rows).prepare(q, outline)
		if err != nil {
			return nil, fmt.Errorf("table %q: %w", part.name, err)
		}
		for k, j := range of.ColumnIndex {
			d.tabled.at = append(d.tabled.at, Cell{len(d.tabled.parts), k})
			index = append(index, part.columns[j])
		}
		for _, note := range of.Notes {
			if !strings.HasPrefix(note, noValues) { // such a row can have values in other tables
				d.Notes = append(d.Notes, part.name+": "+note)
			}
		}
		for _, a := range of.Annotations { // some may be columns that are no data
			d.Annotations = WithAnnotation(d.Annotations, a)
		}
		cells = append(cells, of.X)
		of.X, of.Annotations, of.ColumnAnnotations = nil, nil, nil
		d.tabled.parts = append(d.tabled.parts, of)
	}
	d.assemble(t, v, index, cells)
	return d, nil
}

// assemble fills the data from the parts, whose columns have these places in the whole table.
func (d *Dataset) assemble(t *Table, v view, index []int, cells []*mat.Dense) {
	order := UpTo(len(index))
	sort.SliceStable(order, func(a, b int) bool { return index[order[a]] < index[order[b]] })
	d.tabled.at, d.ColumnIndex = pick(d.tabled.at, order), pick(index, order)
	d.Rows = pick(v.rows, d.RowIndex)
	n, m := len(d.Rows), len(index)
	d.Columns, d.Centre, d.Scale = make([]string, m), make([]float64, m), make([]float64, m)
	kinded := slices.ContainsFunc(d.tabled.parts, func(of *Dataset) bool { return of.Kinds != nil })
	if d.Kind = d.tabled.parts[0].Kind; slices.ContainsFunc(d.tabled.parts,
		func(of *Dataset) bool { return of.Kind != d.Kind }) {
		d.Kind = Continuous
	}
	if cells[0] != nil {
		d.X = mat.NewDense(n, m, nil)
	}
	to := map[Cell]int{}
	for j, at := range d.tabled.at {
		of, k := d.tabled.parts[at.Row], at.Column
		to[at] = j
		d.Columns[j], d.Centre[j], d.Scale[j] = of.Columns[k], of.Centre[k], of.Scale[k]
		if kinded {
			d.Kinds = append(d.Kinds, of.KindAt(k))
		}
		if d.X != nil {
			for i := range n {
				d.X.Set(i, j, cells[at.Row].At(i, k))
			}
		}
	}
	for i, of := range d.tabled.parts {
		for c, limits := range of.Limits {
			if d.Limits == nil {
				d.Limits = Limits{}
			}
			d.Limits[Cell{c.Row, to[Cell{i, c.Column}]}] = limits
		}
	}
	var empty []string
	for i := range n {
		if d.X != nil && AllMissing(d.X.RawRowView(i)) && !slices.ContainsFunc(UpTo(m), func(j int) bool {
			_,
				is := d.Limits[Cell{i, j}]
			return is
		}) {
			empty = append(empty, d.Rows[i])
		}
	}
	if len(empty) > 0 {
		d.Notes = append(d.Notes, v.emptyNote(empty))
	}
	across := t.ColumnAnnotations
	if v.transposed {
		across = t.Annotations
	}
	d.ColumnAnnotations = selectAll(across, d.ColumnIndex)
}

// mapTables is [Dataset.Map] for data of several tables.
func (d *Dataset) mapTables(t *Table) (*mat.Dense, error) {
	mapped := make([]*mat.Dense, len(d.tabled.parts))
	for i, of := range d.tabled.parts {
		var err error
		if mapped[i], err = of.Map(t); err != nil {
			return nil, err
		}
	}
	n, _ := mapped[0].Dims()
	x := mat.NewDense(n, len(d.tabled.at), nil)
	for j, at := range d.tabled.at {
		for i := range n {
			x.Set(i, j, mapped[at.Row].At(i, at.Column))
		}
	}
	return x, nil
}

// PreparedAt returns the preprocessing of column j: that of the table it came from. It panics if j is out of range.
func (d *Dataset) PreparedAt(j int) Preprocessing {
	if d.tabled == nil {
		return d.Preprocessing
	}
	return d.tabled.parts[d.tabled.at[j].Row].Preprocessing
}

// WorkingAt is the inverse of [Dataset.InputAt].
func (d *Dataset) WorkingAt(j int, y float64) float64 {
	switch s := d.KindAt(j).Sort; {
	case s.Mass(), s.Derived():
	case s == column.Skewed:
		y = math.Log(y)
	case d.PreparedAt(j).Log2p1:
		y = log2p1(y)
	}
	return (y - d.Centre[j]) / d.Scale[j]
}
