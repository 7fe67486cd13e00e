package job

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/column/guess"
	"example.org/espalier/inference/process/observation"
	"example.org/espalier/inference/recipe"
	"example.org/espalier/inference/run/chains"
	"example.org/espalier/inference/stat/heldout"
	"example.org/espalier/inference/survey"

	"gonum.org/v1/gonum/mat"
)

// A Material is a Spec with its data prepared: everything that a fit needs to start. It is not
// modified once built.
type Material struct {
	Spec Spec // completed, with the preprocessing that was done
	Hash string

	Model    inference.Model // the classifier, if classes are asked for
	Info     inference.Info  // under the settings
	Settings inference.Settings
	// Source is the table as given; Table is the same with annotations moved out, rows and
	// columns selected, and columns as their kinds say. Test is the test table as given, nil for none.
	Source, Table, Test *inference.Table
	// Data are the data that the model sees.
	Data  *inference.Dataset
	Notes []string // for the user, about reading, preparing and the model
	Held  HeldOut

	Chains     int
	Iterations int // −1 for no limit
}

// HeldOut holds the data hidden from a fit, in working units; none if From is "".
type HeldOut struct {
	From string // "holdout" or the name of the test table
	// Rows are new rows, m×d; nil if there are none.
	Rows  *mat.Dense
	Names []string // of these
	// Classes of these by their own table; nil if classes are not asked for or not known.
	Classes []string
	// Cells are hidden cells of the data with their values; nil if there are none.
	Cells  []inference.Cell
	Values []float64
}

// Build prepares the fit that a Spec describes, without running it. The tables are those that [Spec.Table] and
// [Held.Test] name, as they were read; test is nil if there is none.
func Build(s Spec, table, test *inference.Table) (*Material, error) {
	return BuildFrom(s, table, test, Parts{})
}

// Parts are inputs that [BuildFrom] need not find or make itself.
type Parts struct {
	// Model is that of the Spec; nil takes it from the catalog.
	Model inference.Model
	// Data are the table as the Spec prepares it, if nothing is selected and nothing held out; nil
	// prepares it.
	Data *inference.Dataset
}

// BuildFrom is Build with parts that are already known.
func BuildFrom(s Spec, table, test *inference.Table, known Parts) (*Material, error) {
	base, err := known.Model, error(nil)
	if base == nil {
		if base, err = catalog.Find(s.Model); err != nil {
			return nil, err
		}
	}
	if err := s.checkFor(base); err != nil {
		return nil, err
	}
	if err := s.Table.holds(table); err != nil {
		return nil, err
	}
	m := &Material{Spec: s.completeFor(base), Hash: s.Hash(), Source: table, Data: known.Data}
	if m.Settings, err = SettingsOf(base.Info(), s.Settings); err != nil {
		return nil, err
	}
	m.Model = s.model(base)
	m.Info = inference.InfoFor(m.Model, m.Settings)
	m.Chains, m.Iterations = s.chains(m.Info), s.iterations(m.Info)
	if m.Table, err = s.selected(table); err != nil {
		return nil, err
	}
	p := m.Info.PreprocessingOf(m.Table, inference.Preprocessing{})
	if s.Preprocessing != nil {
		p = m.Info.Taking(*s.Preprocessing)
	}
	m.Spec.Preprocessing = &p
	if m.Data != nil && p.Kinds.Active() && m.Data.Preprocessing != p {
		m.Data = nil // prepared for settings that take columns of other kinds
	}
	if m.Table, err = m.Table.Kinded(p); err != nil {
		return nil, fmt.Errorf("%s: %w", table.Name, err)
	}
	if h := s.Held; h != nil && h.Test != nil {
		if test == nil {
			return nil, fmt.Errorf("the test table %s is missing", h.Test.Source)
		}
		if err := h.Test.holds(test); err != nil {
			return nil, err
		}
		m.Test = test
	}
	if err := m.prepare(p); err != nil {
		return nil, err
	}
	var told []string
	for _, d := range survey.Doubts(m.Data, inference.TakesAsSuch(m.Model, m.Data, m.Settings)) { // the gravest first
		m.Notes = append(m.Notes, d.String())
		told = append(told, d.Columns...)
	}
	read := slices.DeleteFunc(slices.Clone(m.Table.Notes), func(note string) bool { // repeated by a doubt
		column, is := inference.LabelColumn(note)
		return is && slices.Contains(told, column)
	})
	m.Notes = slices.Concat(m.Notes, read, m.Data.Notes, guess.Against(m.Source, m.Data))
	if note := lyingNote(m.Table, p); note != "" {
		m.Notes = append(m.Notes, note)
	}
	more, err := inference.Check(m.Model, m.Data, m.Settings)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be fitted to %s: %s", m.Info.Name, m.Table.Name,
			strings.TrimPrefix(err.Error(), m.Info.Name+": "))
	}
	m.Notes = append(m.Notes, more...)
	if note := m.Info.ScalingNote(m.Table, p); note != "" {
		m.Notes = append(m.Notes, note)
	}
	m.Info = inference.InfoOn(m.Model, m.Data, m.Settings)
	m.Chains, m.Iterations = s.chains(m.Info), s.iterations(m.Info)
	return m, nil
}

// lyingNote says that a table whose file has its observations in the columns was turned.
func lyingNote(t *inference.Table, p inference.Preprocessing) string {
	switch why := survey.Orient(t).Why; {
	case !t.Observed.Columns:
		return ""
	case p.Transpose:
		return why + " They became the rows; the table can also be left as it stands (--no-transpose)."
	default:
		return why +
			" But the rows of the file were taken for observations: turn the table to compare its columns (--transpose)."
	}
}

// selected moves annotations out and keeps the rows and columns asked for.
func (s Spec) selected(t *inference.Table) (*inference.Table, error) {
	hidden := slices.Clone(s.Annotations)
	if s.Classes != nil {
		hidden = append(hidden, s.Classes.Column)
	}
	t, err := t.MoveToAnnotations(hidden...)
	if err != nil {
		return nil, err
	}
	for _, a := range hidden {
		if _, ok := t.AnnotationByName(a); !ok {
			return nil, fmt.Errorf("%s has no annotation column %q", t.Name, a)
		}
	}
	return Keep(t, s.Rows, s.Columns)
}

// Estimate predicts time and the memory of all chains.
func (m *Material) Estimate() inference.Estimate {
	e := m.Model.Estimate(m.Data, m.Settings)
	e.Bytes *= int64(m.Chains)
	return e
}

// Decided returns the decisions by the data; see [inference.Decided].
func (m *Material) Decided() map[string]string {
	return inference.Decided(m.Model, m.Data, m.Settings)
}

// Stepper makes the fit. At most threads goroutines work at once, 0 for all processors.
func (m *Material) Stepper(threads int) (inference.Stepper, error) {
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	return chains.From(m.Model, m.Data, m.Settings, m.Spec.Seed, m.Spec.Chain, m.Chains, threads)
}

// prepare makes the data and the held-out part.
func (m *Material) prepare(p inference.Preprocessing) error {
	h := m.Spec.Held
	if h == nil {
		var err error
		if m.Data == nil {
			m.Data, err = m.Table.Prepare(p)
		}
		return err
	}
	whole, err := m.Table.Prepare(p)
	if err != nil {
		return err
	}
	k, err := m.Table.Keep(p)
	if err != nil {
		return err
	}
	rows, cells := heldout.Predicts(m.Model, whole, m.Settings)
	askRows, askCells := len(h.Rows) > 0 || h.Unit == UnitRows, len(h.Cells) > 0 || h.Unit == UnitCells
	switch {
	case cells && !rows && askRows:
		return fmt.Errorf("%s predicts cells, not new rows; hold out cells, or a proportion", m.Info.Name)
	case !cells && askCells:
		return fmt.Errorf("%s predicts new rows, not cells; hold out rows, or a proportion", m.Info.Name)
	case cells && (askCells || !rows):
		return m.hideCells(whole, p, k)
	}
	return m.hideRows(p, k)
}

// restored turns the places in data, which count in the part of a table that p.Leave kept, into places in the whole
// table.
func restored(d *inference.Dataset, p inference.Preprocessing, k inference.Kept) {
	d.Preprocessing = p
	if k.Whole() {
		return
	}
	for i, at := range d.RowIndex {
		d.RowIndex[i] = k.Rows[at]
	}
	for j, at := range d.ColumnIndex {
		d.ColumnIndex[j] = k.Columns[at]
	}
	d.Notes = slices.Concat(k.Notes, d.Notes)
}

// keptOf returns the part of a table that [inference.Table.Keep] keeps, and the rest of p.
func keptOf(t *inference.Table, p inference.Preprocessing, k inference.Kept) (*inference.Table, inference.Preprocessing,
	error) {
	p.Leave = p.Leave.AfterKeep(p.Recipe)
	if k.Whole() {
		return t, p, nil
	}
	rows, columns := Places(k.Rows), Places(k.Columns)
	if p.Transpose {
		rows, columns = columns, rows
	}
	t, err := Keep(t, rows, columns)
	return t, p, err
}

// among returns the positions of places among those that are kept.
func (p Places) among(kept []int) (in Places) {
	for i, at := range kept {
		if _, is := slices.BinarySearch(p, at); is {
			in = append(in, i)
		}
	}
	return in
}

// hideRows takes rows out of the table, or reads new ones from the test table. The preprocessing leaves out rows and
// columns first, so that rows are hidden from the table that the user sees.
func (m *Material) hideRows(p inference.Preprocessing, k inference.Kept) error {
	h := *m.Spec.Held
	learn, rest, err := keptOf(m.Table, p, k)
	if err != nil {
		return err
	}
	var new *inference.Table
	var learnt []int // places of the rows learnt from; nil for all
	var spared string
	if h.Test == nil {
		if p.Transpose {
			learn = learn.Turned()
		}
		n, _ := learn.Dims()
		if len(h.Rows) > 0 && !k.Whole() {
			if last := h.Rows[len(h.Rows)-1]; last >= k.AllRows {
				return fmt.Errorf("row %d cannot be held out: the table has %d rows", last+1, k.AllRows)
			}
			if h.Rows = h.Rows.among(k.Rows); len(h.Rows) == 0 {
				return fmt.Errorf("all rows to hold out are left out of the table; hold out others")
			}
		}
		a, b, err := h.split(n)
		if err != nil {
			return err
		}
		if a, b, spared, err = spareRows(p.Recipe, learn, a, b, h.Share > 0); err != nil {
			return err
		}
		new, learn, learnt, m.Held.From = learn.SelectRows(b), learn.SelectRows(a), a, "holdout"
	}
	ask := rest
	ask.Transpose = p.Transpose && h.Test != nil // else it is done
	if m.Data, err = learn.Prepare(ask); err != nil {
		return err
	}
	if slices.ContainsFunc(m.Data.Kinds,
		func(k column.Kind) bool { return k.Sort == column.Count && (k.Library || k.Exposure != "") }) {
		return observation.ErrExposed
	}
	if spared != "" {
		m.Data.Notes = append(m.Data.Notes, spared)
	}
	for i, at := range m.Data.RowIndex {
		if learnt != nil {
			m.Data.RowIndex[i] = learnt[at]
		}
	}
	if h.Test != nil {
		new, m.Held.From = m.Test, m.Test.Name
	}
	if m.Held.Rows, err = m.Data.Map(new); err != nil {
		return err
	}
	m.Held.Names = new.Rows
	if ask.Transpose {
		m.Held.Names = new.Columns
	}
	m.Held.Classes = m.classesOf(new)
	restored(m.Data, p, k)
	return nil
}

// split divides the places of n rows into those to learn from and those held out.
func (h Held) split(n int) (learn, hidden []int, err error) {
	if h.Share > 0 {
		return heldout.Rows(n, h.part())
	}
	if last := h.Rows[len(h.Rows)-1]; last >= n {
		return nil, nil, fmt.Errorf("row %d cannot be held out: the table has %d rows", last+1, n)
	}
	if n-len(h.Rows) < 2 {
		return nil, nil, fmt.Errorf("holding out %d of %d rows leaves fewer than two to learn from; hold out fewer",
			len(h.Rows), n)
	}
	for i := range n {
		if _, held := slices.BinarySearch(h.Rows, i); !held {
			learn = append(learn, i)
		}
	}
	return learn, h.Rows, nil
}

// spareRows takes rows back that were chosen to be hidden but without which a step of the recipe cannot learn, and
// says so in a sentence. Rows that the user named are not taken back: they are refused.
func spareRows(r recipe.Text, t *inference.Table, learn, hidden []int, chosen bool) (a, b []int, note string,
	err error) {
	var about []recipe.Annotation
	for _, x := range t.Annotations {
		about = append(about, recipe.Annotation{Name: x.Name, Values: x.Values, Numeric: x.Numeric})
	}
	spared, step := r.Spared(about, learn, hidden)
	if len(spared) == 0 {
		return learn, hidden, "", nil
	}
	name := strconv.Quote(t.Rows[spared[0]])
	switch {
	case !chosen:
		return nil, nil, "", fmt.Errorf(
			"%s cannot be held out: the step %s has to learn of its level from it; hold out other rows, or leave the step out",
			name, step)
	case len(spared) == len(hidden):
		return nil, nil, "", fmt.Errorf(
			"no row can be held out: those chosen, such as %s, are all that the step %s can learn of their levels from; "+
				"hold out a larger share, use another seed, or leave the step out", name, step)
	}
	a = slices.Sorted(slices.Values(slices.Concat(learn, spared)))
	b = slices.DeleteFunc(slices.Clone(hidden), func(i int) bool { return slices.Contains(spared, i) })
	note = inference.Plural(len(spared), "row") + " chosen to be held out, such as " + name +
		", stayed: without them the step " + step + " would know nothing of their levels."
	if len(spared) == 1 {
		note = "Row " + name + " was chosen to be held out but stayed: without it the step " + step +
			" would know nothing of its level."
	}
	return a, b, note, nil
}

// classesOf returns the class of each new row according to its table, nil if that has none.
func (m *Material) classesOf(t *inference.Table) []string {
	if m.Spec.Classes == nil {
		return nil
	}
	name := m.Spec.Classes.Column
	moved, err := t.MoveToAnnotations(name)
	if err != nil {
		return nil
	}
	a, ok := moved.AnnotationByName(name)
	if !ok {
		return nil
	}
	return a.Values
}

// hideCells hides cells of the table, or takes cells that it lacks from the test table. whole is the
// data with nothing hidden.
func (m *Material) hideCells(whole *inference.Dataset, p inference.Preprocessing, k inference.Kept) error {
	h, full := m.Spec.Held, m.Table
	if p.Cooks() {
		return m.hideAfterRecipe(whole, p)
	}
	m.Data = whole
	var place []int
	var err error
	if h.Test != nil {
		full, m.Held.From = m.Test, m.Test.Name
		place = matchRows(m.Data, full)
	} else {
		var rest inference.Preprocessing
		if full, rest, err = keptOf(full, p, k); err != nil {
			return err
		}
		var hidden *inference.Table
		if hidden, full, err = m.hide(h, full, p, k); err != nil {
			return err
		}
		if m.Data, err = hidden.Prepare(rest); err != nil {
			return err
		}
		m.Held.From, place = "holdout", slices.Clone(m.Data.RowIndex)
		defer restored(m.Data, p, k)
	}
	if m.Held.Cells, m.Held.Values, err = heldout.Missing(m.Data, full, place); err != nil {
		return err
	}
	return m.hidden(full)
}

// hidden returns why no cell of a table is hidden, nil if some are.
func (m *Material) hidden(full *inference.Table) error {
	switch h := m.Spec.Held; {
	case len(m.Held.Cells) > 0:
		return nil
	case h.Test != nil:
		return fmt.Errorf("%s has no value in any cell missing from %s: a factor model is tested on these cells; "+
			"give the table as it was before they were removed", full.Name, m.Table.Name)
	case h.Share > 0:
		return fmt.Errorf("a proportion of %v hides no cell of %s, because every row and column keeps at least %d "+
			"values; give a larger proportion, or hide cells yourself and score them with --test", h.Share, m.Table.Name,
			heldout.Fewest)
	}
	return fmt.Errorf("none of the held-out cells has a value in %s", m.Table.Name)
}

// hide returns the kept part of the table with the hidden cells missing, and the same part with their values.
func (m *Material) hide(h *Held, kept *inference.Table, p inference.Preprocessing, k inference.Kept) (left,
	asked *inference.Table, err error) {
	if h.Share > 0 {
		left, asked = heldout.Cells(kept, h.part())
		return left, asked, nil
	}
	n, d := m.Table.Dims()
	x := mat.DenseCopyOf(m.Table.X)
	for _, c := range h.Cells {
		if c[0] > n || c[1] > d {
			return nil, nil, fmt.Errorf("cell %d, %d cannot be held out: the table has %d rows and %d columns", c[0], c[1], n, d)
		}
		x.Set(c[0]-1, c[1]-1, missing)
	}
	t := *m.Table
	t.X = x
	left, _, err = keptOf(&t, p, k)
	return left, kept, err
}

// matchRows returns, for each row of the data, its place in the table by name, −1 for none.
func matchRows(d *inference.Dataset, t *inference.Table) []int {
	names := t.Rows
	if d.Preprocessing.Transpose {
		names = t.Columns
	}
	place := map[string]int{}
	for i, name := range names {
		place[name] = i
	}
	out := make([]int, len(d.Rows))
	for i, name := range d.Rows {
		at, ok := place[name]
		if !ok {
			at = -1
		}
		out[i] = at
	}
	return out
}

var missing = math.NaN()
