package inference

import (
	"fmt"
	"strings"

	"example.org/espalier/inference/column"
	"example.org/espalier/inference/relation"
	"example.org/espalier/inference/words"

	"gonum.org/v1/gonum/mat"
)

// Relation recognises a table that holds distances, similarities, correlations or kinships of its rows. One of links is
// none, even if they look like that.
func (t *Table) Relation() (relation.Found, bool) {
	if t.Links {
		return relation.Found{}, false
	}
	return relation.Find(t.relation())
}

// Network recognises a table that holds the links of a network.
func (t *Table) Network() (relation.Network, bool) {
	return relation.FindNetwork(t.relation(), t.Links)
}

// Related returns p for a table that may hold distances or similarities of its rows, or links between them: it is taken
// for that, unless p says otherwise.
func (t *Table) Related(p Preprocessing) Preprocessing {
	if p.Distances != "" {
		return p
	}
	if found, ok := t.Relation(); ok {
		p.Distances = found.Rule
	} else if _, ok := t.Network(); ok {
		p.Distances = relation.Links
	}
	return p
}

func (t *Table) relation() relation.Table {
	return relation.Table{Rows: t.Rows, Columns: t.Columns, At: func(i, j int) float64 { return t.X.At(i, j) }}
}

// Check is m.Check. It refuses data that are distances, or of kinds, where the model takes none.
func Check(m Model, data *Dataset, s Settings) (notes []string, err error) {
	if err := Takes(m, data, s); err != nil {
		return nil, err
	}
	notes, err = m.Check(data, s)
	return notes, withAnnotations(err, data, InfoFor(m, s).Takes(column.Category))
}

// mostOffered is how many different values an annotation of text has at most that is offered to a model as a category.
const mostOffered = 20

// withAnnotations adds to the refusal of a table of one column that others are annotations: columns of numbers and,
// where the model takes categories, columns of text with few values.
func withAnnotations(err error, data *Dataset, categories bool) error {
	n, d := data.Dims()
	if err == nil || d > 1 {
		return err
	}
	var numbers, texts []string
	for _, a := range data.Annotations {
		switch levels := len(a.Levels); {
		case a.Numeric && levels > 1:
			numbers = append(numbers, a.Name)
		case categories && levels > 1 && levels <= min(mostOffered, n/2):
			texts = append(texts, a.Name)
		}
	}
	if len(numbers) > 0 {
		err =
			fmt.Errorf("%w; other columns of numbers are annotations (%s): to fit them too, read them as numbers (Role in the "+
				"preview, or --numeric)", err, words.QuoteSome(numbers, 4))
	}
	if len(texts) > 0 {
		err = fmt.Errorf("%w; columns of text are annotations (%s): to fit them too, take them as categories (page Columns, "+
			"or --guess-kinds)", err, words.QuoteSome(texts, 4))
	}
	return err
}

// Takes refuses data that are distances, or columns of kinds, where the model takes none. Zeros and ones alone are a
// [Binary] table, which all models know.
func Takes(m Model, data *Dataset, s Settings) error {
	if data.Distances.Active() && !InfoFor(m, s).Distances {
		if InfoFor(m, s).Links {
			return fmt.Errorf("%s: the table is taken for %s, and this model needs links; if its cells are links, "+
				"choose so (Distances in the preview, or --distances links)", m.Info().Name, data.Distances.Holds())
		}
		return fmt.Errorf("%s: the table holds %s, and this model needs measurements; fit agglomerative, spectral, "+
			"communities, hdbscan or affinity, open the table from which these were computed or, if they are "+
			"measurements, choose so (Distances in the preview, or --distances none)",
			m.Info().Name, data.Distances.Holds())
	}
	if data.Kind == Binary {
		return nil
	}
	info := InfoFor(m, s)
	for j, k := range data.Kinds {
		if !info.Takes(k.Sort) {
			return fmt.Errorf("%s: column %q is taken as %s, which this model cannot take; prepare the table for this model",
				m.Info().Name, data.Columns[j], k.Sort.As(1))
		}
	}
	return nil
}

// prepareDistances makes distances of the cells, of the rows that p.Leave leaves: a row that is left out as a column
// is left out.
func (t *Table) prepareDistances(p Preprocessing, outline bool) (*Dataset, error) {
	square := t.relation()
	if p.Transpose && len(t.Rows) != len(t.Columns) {
		square = relation.Table{Rows: t.Columns, Columns: t.Rows, At: func(i, j int) float64 { return t.X.At(j, i) }}
	}
	cells, order, err := relation.Distances(square, p.Distances)
	if err != nil {
		return nil, err
	}
	n := len(square.Rows)
	kept, err := view{x: mat.NewDense(n, n, cells), rows: square.Rows,
		columns: square.Rows}.keep(Preprocessing{Leave: p.Leave})
	if err != nil {
		return nil, err
	}
	column := make([]bool, n)
	for _, j := range kept.Columns {
		column[j] = true
	}
	d := &Dataset{Name: t.Name, Kind: Continuous, Preprocessing: p, Distances: p.Distances, Notes: kept.Notes}
	for _, i := range kept.Rows {
		if column[i] {
			d.RowIndex, d.ColumnIndex = append(d.RowIndex, i), append(d.ColumnIndex, order[i])
		}
	}
	m := len(d.RowIndex)
	if m == 0 {
		return nil, fmt.Errorf("no row is left")
	}
	d.Rows = pick(square.Rows, d.RowIndex)
	d.Columns = d.Rows
	d.Centre, d.Scale = make([]float64, m), make([]float64, m)
	for j := range d.Scale {
		d.Scale[j] = 1
	}
	left := make([]float64, 0, m*m)
	for _, a := range d.RowIndex {
		for _, b := range d.RowIndex {
			left = append(left, cells[a*n+b])
		}
	}
	if err := relation.Complete(d.Rows, left); err != nil {
		return nil, err
	}
	if !outline {
		d.X = mat.NewDense(m, m, left)
	}
	var unused []string
	for _, step := range []struct {
		on   bool
		name string
	}{{p.Recipe.Active(), "the steps of preparation"}, {p.Log2p1, "log2(x+1)"},
		{p.TopRows > 0 || p.TopColumns > 0, "the choice of the most variable"}, {p.Centre, "centring"},
		{p.Scale || p.ScaleAll, "scaling"}} {
		if step.on {
			unused = append(unused, step.name)
		}
	}
	if len(unused) > 0 {
		d.Notes = append(d.Notes, fmt.Sprintf("Distances are taken as they are, without %s.", strings.Join(unused, ", ")))
	}
	d.Annotations, d.ColumnAnnotations = selectAll(t.Annotations, d.RowIndex),
		selectAll(t.ColumnAnnotations, d.ColumnIndex)
	if p.Transpose && len(t.Rows) != len(t.Columns) {
		d.Annotations, d.ColumnAnnotations = selectAll(t.ColumnAnnotations, d.RowIndex),
			selectAll(t.Annotations, d.ColumnIndex)
	}
	return d, nil
}
