package recipe

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"example.org/espalier/inference/words"
)

var removeKind = Kind{
	Name: "remove", Title: "Remove an annotation", Example: "remove:batch", Takes: Annotations,
	Tip: "Subtracts the differences between the levels of an annotation, or the line along its numbers, from each column, by least squares. " +
		"What is named after a colon is kept: remove:batch:treatment.",
	make: func(text string) (work, error) {
		out, keep, err := removal(text, "remove")
		return regressed{out, keep}, err
	},
}

// removal reads names of annotations to remove, and after a colon those to keep.
func removal(text, step string) (out, keep []string, err error) {
	parts := split(text, ':')
	if len(parts) > 2 || len(namesIn(parts[0])) == 0 {
		return nil, nil,
			fmt.Errorf("write %s:ANNOTATION, or %s:ANNOTATION:KEEP;KEEP with annotations whose differences stay", step, step)
	}
	if out = namesIn(parts[0]); len(parts) == 2 {
		keep = namesIn(parts[1])
	}
	return out, keep, nil
}

func removalText(out, keep []string) string {
	if len(keep) == 0 {
		return Names(out...)
	}
	return Names(out...) + ":" + Names(keep...)
}

func removalWords(out, keep []string) string {
	text := strings.Join(out, " and ") + " removed"
	if len(keep) > 0 {
		text += ", " + strings.Join(keep, " and ") + " kept"
	}
	return text
}

// caution warns that later tests do not know of the removal.
const caution = "Later tests and supports do not know of it: they take %s for measured, with more certainty than there is, " +
	"most where it goes with what you compare."

type regressed struct{ out, keep []string }

func (w regressed) argument() string { return removalText(w.out, w.keep) }
func (w regressed) words() string    { return removalWords(w.out, w.keep) }

// A covariate is an annotation as columns of a design: indicators of levels, or its numbers.
type covariate struct {
	name   string
	levels []string // nil for numbers
	mean   float64  // of the numbers
}

// mostLevels is how many different whole numbers are still taken for levels.
const mostLevels = 12

// covariateOf says how an annotation is taken: text and few whole numbers as levels.
func covariateOf(a Annotation) covariate {
	c := covariate{name: a.Name}
	numbers, whole := make([]float64, 0, len(a.Values)), a.Numeric
	for _, v := range a.Values {
		if !slices.Contains(c.levels, v) {
			c.levels = append(c.levels, v)
		}
		x, err := strconv.ParseFloat(strings.TrimSpace(v), 64)
		whole = whole && err == nil && x == math.Trunc(x)
		numbers = append(numbers, x)
	}
	slices.Sort(c.levels)
	if a.Numeric && !(whole && len(c.levels) <= mostLevels && 2*len(c.levels) <= len(a.Values)) {
		c.levels, c.mean = nil, meanOf(numbers)
	}
	return c
}

// width is how many columns of the design it takes.
func (c covariate) width() int {
	if c.levels == nil {
		return 1
	}
	return len(c.levels) - 1
}

// fill writes its part of a row of the design: contrasts that sum to zero over the levels, or its number less their
// mean.
func (c covariate) fill(to []float64, value string) error {
	if c.levels == nil {
		x, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if err != nil {
			return fmt.Errorf("%q of %s is not a number", value, c.name)
		}
		to[0] = x - c.mean
		return nil
	}
	k := slices.Index(c.levels, value)
	if k < 0 {
		return fmt.Errorf(
			"%q is a level of %s of which the step learnt nothing; leave such samples out, or leave out the step", value, c.name)
	}
	for l := range to {
		switch {
		case k == len(c.levels)-1:
			to[l] = -1
		case k == l:
			to[l] = 1
		}
	}
	return nil
}

// find returns annotations of the rows by name. across says that they are of the columns.
func (t Table) find(names []string) (list []Annotation, across bool, err error) {
	for turn, side := range [][]Annotation{t.RowAnnotations, t.ColumnAnnotations} {
		list = nil
		for _, name := range names {
			if i := slices.IndexFunc(side, func(a Annotation) bool { return a.Name == name }); i >= 0 {
				list = append(list, side[i])
			}
		}
		if len(list) == len(names) {
			return list, turn == 1, nil
		}
	}
	var have []string
	for _, a := range slices.Concat(t.RowAnnotations, t.ColumnAnnotations) {
		have = append(have, a.Name)
	}
	there := "there are no annotations"
	if len(have) > 0 {
		there = "the annotations are " + words.QuoteSome(have, 8)
	}
	return nil, false, fmt.Errorf("the samples have no annotation %s; %s", words.QuoteSome(names, 5), there)
}

// whole refuses samples without a value.
func whole(list []Annotation, samples []string) error {
	for _, a := range list {
		for i, v := range a.Values {
			if v == "" {
				return fmt.Errorf("sample %q has no value in %s; fill it in, or leave the sample out", samples[i], a.Name)
			}
		}
	}
	return nil
}

func (w regressed) fit(t Table) (Table, learnt, error) {
	list, turned, err := t.find(slices.Concat(w.out, w.keep))
	if err != nil {
		return t, nil, err
	}
	if turned {
		out, _, err := w.fit(t.turned())
		return out.turned(), regressedAgain{w}, err
	}
	if err := whole(list, t.Rows); err != nil {
		return t, nil, err
	}
	l := lines{step: w}
	kept := 1 // the intercept, and the kept annotations
	for i, a := range list {
		c := covariateOf(a)
		if c.levels != nil && len(c.levels) < 2 {
			return t, nil, fmt.Errorf("%s is %q of every sample; leave it out of the step", a.Name, c.levels[0])
		}
		if i < len(w.out) {
			l.out = append(l.out, c)
		} else {
			l.keep = append(l.keep, c)
			kept += c.width()
		}
	}
	design, err := l.design(t)
	if err != nil {
		return t, nil, err
	}
	n, m := design.Dims()
	if n <= m {
		return t, nil, fmt.Errorf("%d samples are too few to estimate %d differences; remove less", n, m-1)
	}
	l.slopes, err = slopes(design, t)
	if err != nil {
		return t, nil, err
	}
	l.kept = kept
	out, err := l.subtract(t, design)
	if err == nil {
		levelled(out.X, t.X)
	}
	return out.note("Removed: %s. "+caution, strings.Join(described(l.out), ", "), "the rest"), l, err
}

func described(list []covariate) (words []string) {
	for _, c := range list {
		if c.levels == nil {
			words = append(words, c.name+" (its numbers)")
		} else {
			words = append(words, fmt.Sprintf("%s (%d levels)", c.name, len(c.levels)))
		}
	}
	return words
}

// lines are the least-squares fits of all columns to the annotations.
type lines struct {
	step      regressed
	out, keep []covariate
	kept      int        // columns of the design that stay
	slopes    *mat.Dense // of all columns of the design, by column of the table
}

// design has a row for each sample: the intercept, the kept and the removed annotations.
func (l lines) design(t Table) (*mat.Dense, error) {
	list, turned, err := t.find(slices.Concat(l.step.out, l.step.keep))
	if err != nil || turned {
		return nil, errors.Join(err, turnedErr(turned))
	}
	width := 1
	for _, c := range slices.Concat(l.keep, l.out) {
		width += c.width()
	}
	x := mat.NewDense(len(t.Rows), width, nil)
	for i := range t.Rows {
		row := x.RawRowView(i)
		row[0] = 1
		at := 1
		for k, c := range slices.Concat(l.keep, l.out) {
			a := list[(k+len(l.out))%len(list)] // the list has the removed annotations first
			if err := c.fill(row[at:at+c.width()], a.Values[i]); err != nil {
				return nil, fmt.Errorf("sample %q: %w", t.Rows[i], err)
			}
			at += c.width()
		}
	}
	return x, nil
}

func turnedErr(turned bool) error {
	if turned {
		return errors.New("the annotations are of the columns here, and were of the rows")
	}
	return nil
}

// slopes fits each column of the table; those with missing cells by the rows that have a value. A column that cannot
// tell has slopes of 0.
func slopes(design *mat.Dense, t Table) (*mat.Dense, error) {
	n, m := design.Dims()
	_, d := t.X.Dims()
	var whole mat.QR
	whole.Factorize(design)
	if !fullRank(&whole, m) {
		return nil, errors.New(
			"what is to be removed cannot be told from what is kept, or from itself: some levels always go together; name fewer annotations")
	}
	out := mat.NewDense(m, d, nil)
	for j := range d {
		y := mat.Col(nil, j, t.X)
		var b mat.VecDense
		if !slices.ContainsFunc(y, math.IsNaN) {
			if err := whole.SolveVecTo(&b, false, mat.NewVecDense(n, y)); err == nil || isCondition(err) {
				out.SetCol(j, b.RawVector().Data)
			}
			continue
		}
		var rows []float64
		var values []float64
		for i, v := range y {
			if !math.IsNaN(v) {
				rows, values = append(rows, design.RawRowView(i)...), append(values, v)
			}
		}
		if len(values) < m {
			continue
		}
		var part mat.QR
		part.Factorize(mat.NewDense(len(values), m, rows))
		if fullRank(&part, m) {
			if err := part.SolveVecTo(&b, false, mat.NewVecDense(len(values), values)); err == nil || isCondition(err) {
				out.SetCol(j, b.RawVector().Data)
			}
		}
	}
	return out, nil
}

func isCondition(err error) bool {
	var c mat.Condition
	return errors.As(err, &c) && !math.IsInf(float64(c), 0)
}

// fullRank reports whether no column of the matrix factorised is a sum of the others.
func fullRank(qr *mat.QR, m int) bool {
	var r mat.Dense
	qr.RTo(&r)
	greatest := 0.0
	for k := range m {
		greatest = max(greatest, math.Abs(r.At(k, k)))
	}
	for k := range m {
		if math.Abs(r.At(k, k)) < 1e-9*greatest {
			return false
		}
	}
	return true
}

// rounding is the share of the greatest cell of a column up to which differences are those of rounding.
const rounding = 1e-12

// greatestOf returns the greatest size of the cells of a column.
func greatestOf(x *mat.Dense, j int) (size float64) {
	n, _ := x.Dims()
	for i := range n {
		if v := math.Abs(x.At(i, j)); v > size {
			size = v
		}
	}
	return size
}

// levelled gives a column of which only rounding is left its first value throughout: divided by its standard deviation
// it would look like a measurement.
func levelled(after, before *mat.Dense) {
	n, d := after.Dims()
	for j := range d {
		first, constant := math.NaN(), true
		least := rounding * greatestOf(before, j)
		for i := range n {
			v := after.At(i, j)
			if math.IsNaN(first) {
				first = v
			}
			constant = constant && !(math.Abs(v-first) > least)
		}
		if !constant {
			continue
		}
		for i := range n {
			if !math.IsNaN(after.At(i, j)) {
				after.Set(i, j, first)
			}
		}
	}
}

func (l lines) subtract(t Table, design *mat.Dense) (Table, error) {
	n, d := t.X.Dims()
	_, m := design.Dims()
	out := mat.DenseCopyOf(t.X)
	for i := range n {
		row, of := out.RawRowView(i), design.RawRowView(i)
		for j := range d {
			for k := l.kept; k < m; k++ {
				row[j] -= of[k] * l.slopes.At(k, j)
			}
		}
	}
	return t.with(out), nil
}

func (l lines) apply(t Table) (Table, error) {
	if _, _, err := t.find(slices.Concat(l.step.out, l.step.keep)); err != nil {
		return t, fmt.Errorf("%w; new rows need the annotations that were removed", err)
	}
	design, err := l.design(t)
	if err != nil {
		return t, err
	}
	return l.subtract(t, design)
}

// regressedAgain fits new rows by themselves: their columns are the samples.
type regressedAgain struct{ regressed }

func (r regressedAgain) apply(t Table) (Table, error) {
	out, _, err := r.fit(t)
	return out, err
}
