package inference

import (
	"fmt"
	"math"
	"strconv"

	"example.org/espalier/inference/recipe"

	"gonum.org/v1/gonum/mat"
)

// cooked is the part of a recipe that its Dataset keeps.
type cooked struct {
	learnt *recipe.Learnt
	taken  []int // the columns of the data among those that the recipe leaves
}

// WithSteps returns p with more steps at the end of its recipe. The last of them become fields of p, if these are done
// in the same order: log2(x+1), top-rows, top-columns, centre, scale or scale-all.
func (p Preprocessing) WithSteps(text string) (Preprocessing, error) {
	added, err := recipe.Parse(text)
	if err != nil {
		return p, err
	}
	steps := append(p.Recipe.Steps(), added...)
	const last = 6
	for stage := last; len(steps) > 0; {
		k, take := p.fieldOf(steps[len(steps)-1])
		if k == 0 || k >= stage {
			break
		}
		take(&p)
		steps, stage = steps[:len(steps)-1], k
	}
	p.Recipe = recipe.Format(steps)
	return p, nil
}

// Then is WithSteps for steps that come after the logarithm, if it is taken.
func (p Preprocessing) Then(text string) (Preprocessing, error) {
	if p.Log2p1 {
		p.Log2p1 = false
		text = "log2(x+1)," + text
	}
	return p.WithSteps(text)
}

// Steps returns the steps of the recipe and the settings that are done after it, as steps.
func (p Preprocessing) Steps() []recipe.Step {
	steps := p.Recipe.Steps()
	add := func(on bool, text string) {
		if s, err := recipe.ParseStep(text); err == nil && on {
			steps = append(steps, s)
		}
	}
	add(p.Log2p1, "log2(x+1)")
	add(p.TopRows > 0, "top-rows:"+strconv.Itoa(p.TopRows))
	add(p.TopColumns > 0, "top-columns:"+strconv.Itoa(p.TopColumns))
	add(p.Centre, "centre")
	add(p.Scale, "scale")
	add(p.ScaleAll, "scale-all")
	return steps
}

// WithoutSteps returns p without the steps that [Preprocessing.Steps] lists.
func (p Preprocessing) WithoutSteps() Preprocessing {
	p.Recipe, p.Log2p1, p.TopRows, p.TopColumns, p.Centre, p.Scale, p.ScaleAll = "", false, 0, 0, false, false, false
	return p
}

// fieldOf returns the field that does the work of a step, as its place in the order of the fields from 1, 0 for none;
// and the function that sets it.
func (p Preprocessing) fieldOf(s recipe.Step) (stage int, take func(*Preprocessing)) {
	number, _ := strconv.Atoi(s.Argument)
	switch text := s.String(); {
	case text == "log2(x+1)" && !p.Log2p1:
		return 1, func(p *Preprocessing) { p.Log2p1 = true }
	case text == "top-rows:"+s.Argument && p.TopRows == 0:
		return 2, func(p *Preprocessing) { p.TopRows = number }
	case text == "top-columns:"+s.Argument && p.TopColumns == 0:
		return 3, func(p *Preprocessing) { p.TopColumns = number }
	case text == "centre" && !p.Centre:
		return 4, func(p *Preprocessing) { p.Centre = true }
	case text == "scale" && !p.Scale && !p.ScaleAll:
		return 5, func(p *Preprocessing) { p.Scale = true }
	case text == "scale-all" && !p.Scale && !p.ScaleAll:
		return 5, func(p *Preprocessing) { p.ScaleAll = true }
	}
	return 0, nil
}

// AfterKeep returns the steps that still leave something out of a table after [Table.Keep]: nothing, or the limits that
// apply to the table that a recipe returns.
func (o LeaveOut) AfterKeep(r recipe.Text) LeaveOut {
	if !r.Active() {
		return LeaveOut{}
	}
	return LeaveOut{VarianceRows: o.VarianceRows, VarianceColumns: o.VarianceColumns}
}

// afterRecipe returns the steps that follow the recipe.
func (p Preprocessing) afterRecipe() Preprocessing {
	p.Transpose, p.Recipe, p.Leave = false, "", p.Leave.AfterKeep(p.Recipe)
	return p
}

// prepareRecipe is prepare for a preprocessing with a recipe. It makes a copy of the table even for an outline.
func (t *Table) prepareRecipe(p Preprocessing, outline bool) (*Dataset, error) {
	a, learnt, err := t.afterRecipe(p)
	if err != nil {
		return nil, err
	}
	d, err := a.Table.prepare(a.Rest, outline)
	if err != nil {
		return nil, err
	}
	d.cooked = &cooked{learnt, append([]int(nil), d.ColumnIndex...)}
	a.Restore(d, p)
	return d, nil
}

// AfterRecipe returns the table after the recipe of a preprocessing.
type AfterRecipe struct {
	Table *Table        // as the model sees it
	Rest  Preprocessing // steps still to do
	// Rows and Columns are places in the whole table, after a transposition.
	Rows, Columns []int
	Notes         []string
}

// AfterRecipe carries out a preprocessing up to the end of its recipe.
func (t *Table) AfterRecipe(p Preprocessing) (AfterRecipe, error) {
	a, _, err := t.afterRecipe(p)
	if err != nil {
		return a, fmt.Errorf("%s: %w", t.Name, err)
	}
	return a, nil
}

func (t *Table) afterRecipe(p Preprocessing) (a AfterRecipe, learnt *recipe.Learnt, err error) {
	if parts := t.tableParts(p.Transpose); parts != nil {
		a, err = t.recipesOfTables(p, parts)
		return a, nil, err
	}
	v := t.viewed(p.Transpose)
	kept, err := v.keep(p)
	if err != nil {
		return a, nil, err
	}
	made, learnt, err := t.cook(v.of(kept), p, kept, false)
	if err != nil {
		return a, nil, err
	}
	rows, across := t.Annotations, t.ColumnAnnotations
	if p.Transpose {
		rows, across = across, rows
	}
	a = AfterRecipe{Rest: p.afterRecipe(), Rows: pick(kept.Rows, made.RowIndex),
		Columns: pick(kept.Columns, made.ColumnIndex), Notes: append(kept.Notes, made.Notes...)}
	a.Table = &Table{Name: t.Name, Rows: made.Rows, Columns: made.Columns, X: made.X, Kind: KindOf(made.X),
		Annotations: selectAll(rows, a.Rows), ColumnAnnotations: selectAll(across, a.Columns)}
	return a, learnt, nil
}

// Restore makes data prepared from a.Table, with a.Rest, those of the whole table and p.
func (a AfterRecipe) Restore(d *Dataset, p Preprocessing) {
	d.RowIndex, d.ColumnIndex = pick(a.Rows, d.RowIndex), pick(a.Columns, d.ColumnIndex)
	d.Preprocessing, d.Notes = p, append(a.Notes[:len(a.Notes):len(a.Notes)], d.Notes...)
}

// cook carries out the recipe of p on the cells of a view of t that k keeps of the whole.
func (t *Table) cook(v view, p Preprocessing, k Kept, part bool) (recipe.Table, *recipe.Learnt, error) {
	if len(v.rows) == 0 || len(v.columns) == 0 {
		return recipe.Table{}, nil, fmt.Errorf("there are no cells to use")
	}
	w, err := v.lazily(false)
	if err != nil {
		return recipe.Table{}, nil, err
	}
	in := v.forRecipe(t, w.copyOf(UpTo(len(v.rows)), UpTo(len(v.columns))), k)
	in.Part = part
	return recipe.Fit(p.Recipe, in)
}

// forRecipe is the view as a recipe sees it, with the annotations of t.
func (v view) forRecipe(t *Table, x *mat.Dense, k Kept) recipe.Table {
	rows, across := t.Annotations, t.ColumnAnnotations
	if v.transposed {
		rows, across = across, rows
	}
	return recipe.Table{Rows: v.rows, Columns: v.columns, X: x,
		RowAnnotations: annotationsFor(rows, k.Rows), ColumnAnnotations: annotationsFor(across, k.Columns)}
}

func annotationsFor(list []Annotation, places []int) []recipe.Annotation {
	out := make([]recipe.Annotation, len(list))
	for i, a := range list {
		out[i] = recipe.Annotation{Name: a.Name, Values: pick(a.Values, places), Numeric: a.Numeric}
	}
	return out
}

// spreadOfRecipe is Spread of some rows and columns after the recipe of p. Where it cannot be carried out it is 0;
// Prepare says why.
func (t *Table) spreadOfRecipe(v view, p Preprocessing, rows, columns []int) float64 {
	k := Kept{Rows: rows, Columns: columns, AllRows: len(v.rows), AllColumns: len(v.columns)}
	made, _, err := t.cook(v.of(k), p, k, true)
	if err != nil {
		return 0
	}
	u := &Table{Name: t.Name, Rows: made.Rows, Columns: made.Columns, X: made.X, Kind: KindOf(made.X)}
	return u.Spread(p.afterRecipe())
}

// mapped prepares new rows of which the columns stand at index among those of v.
func (c *cooked) mapped(d *Dataset, t *Table, v view, index []int) (*mat.Dense, error) {
	k := Kept{Rows: UpTo(len(v.rows)), Columns: index}
	x := mat.NewDense(len(v.rows), len(index), nil)
	for i := range v.rows {
		row := x.RawRowView(i)
		for b, j := range index {
			y, err := v.cell(i, j, false)
			if err != nil {
				return nil, err
			}
			row[b] = y
		}
	}
	in := v.forRecipe(t, x, k)
	in.Columns = c.learnt.Columns
	made, err := c.learnt.Apply(in)
	if err != nil {
		return nil, err
	}
	u := view{x: made.X, rows: made.Rows, columns: made.Columns}
	return d.scaled(u, c.taken)
}

// scaled takes columns of a view, with the logarithm, centre and scale of d.
func (d *Dataset) scaled(v view, index []int) (*mat.Dense, error) {
	x := mat.NewDense(len(v.rows), len(index), nil)
	for i := range v.rows {
		row := x.RawRowView(i)
		for k, j := range index {
			g, err := v.cell(i, j, d.Preprocessing.Log2p1)
			if err != nil {
				return nil, err
			}
			row[k] = (g - d.Centre[k]) / d.Scale[k]
			if math.Abs(row[k]) > largest {
				return nil, v.outOfScale(i, j, d.Scale[k])
			}
		}
	}
	return x, nil
}
