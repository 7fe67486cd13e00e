package recipe

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
)

var combatKind = Kind{
	Name: "combat", Title: "Remove batches (ComBat)", Example: "combat:batch", Takes: Annotations,
	Tip: "Brings the mean and the spread of every column in each batch to those of all, with estimates that lean on all columns " +
		"(empirical Bayes, Johnson, Li and Rabinovic 2007). What is named after a colon is kept: combat:batch:treatment.",
	make: func(text string) (work, error) {
		out, keep, err := removal(text, "combat")
		if err == nil && len(out) != 1 {
			err = errors.New("combat removes one annotation; name one, and after a colon those to keep")
		}
		return combat{out, keep}, err
	},
}

type combat struct{ out, keep []string }

func (w combat) argument() string { return removalText(w.out, w.keep) }
func (w combat) words() string    { return removalWords(w.out, w.keep) + " (ComBat)" }

// batches are the learnt parameters: of each column the grand mean, the slopes of what is kept and the pooled
// deviation; of each batch and column the shift and the standard deviation, in units of that deviation.
type batches struct {
	step      combat
	levels    []string
	keep      []covariate
	mean      []float64
	slopes    *mat.Dense // of the kept annotations, by column; nil for none
	deviation []float64
	shift     [][]float64 // by batch and column
	spread    [][]float64
}

func (w combat) fit(t Table) (Table, learnt, error) {
	list, turned, err := t.find(slices.Concat(w.out, w.keep))
	if err != nil {
		return t, nil, err
	}
	if turned {
		out, _, err := w.fit(t.turned())
		return out.turned(), noNewColumns{}, err
	}
	if err := whole(list, t.Rows); err != nil {
		return t, nil, err
	}
	l := batches{step: w}
	for _, v := range list[0].Values {
		if !slices.Contains(l.levels, v) {
			l.levels = append(l.levels, v)
		}
	}
	slices.Sort(l.levels)
	if len(l.levels) < 2 {
		return t, nil, fmt.Errorf("%s is %q of every sample; leave the step out", list[0].Name, l.levels[0])
	}
	sizes := make([]float64, len(l.levels))
	for _, v := range list[0].Values {
		sizes[slices.Index(l.levels, v)]++
	}
	for b, n := range sizes {
		if n < 2 {
			return t, nil,
				fmt.Errorf("the batch %q has one sample, whose spread cannot be known; leave it out, or use remove:%s",
					l.levels[b], w.argument())
		}
	}
	for _, a := range list[1:] {
		l.keep = append(l.keep, covariateOf(a))
	}
	if err := l.learn(t, sizes); err != nil {
		return t, nil, err
	}
	out, err := l.apply(t)
	return out.note("Removed: %s (%d batches). "+caution, list[0].Name, len(l.levels), "the rest"), l, err
}

// design has an indicator of each batch, and the kept annotations.
func (l batches) design(t Table) (*mat.Dense, []int, error) {
	list, turned, err := t.find(slices.Concat(l.step.out, l.step.keep))
	if err != nil || turned {
		return nil, nil, errors.Join(err, turnedErr(turned))
	}
	width := len(l.levels)
	for _, c := range l.keep {
		width += c.width()
	}
	x, in := mat.NewDense(len(t.Rows), width, nil), make([]int, len(t.Rows))
	for i := range t.Rows {
		row := x.RawRowView(i)
		if in[i] = slices.Index(l.levels, list[0].Values[i]); in[i] < 0 {
			return nil, nil, fmt.Errorf(
				"sample %q is of the batch %q, of which nothing was learnt; leave such samples out, or leave out the step",
				t.Rows[i], list[0].Values[i])
		}
		row[in[i]] = 1
		at := len(l.levels)
		for k, c := range l.keep {
			if err := c.fill(row[at:at+c.width()], list[k+1].Values[i]); err != nil {
				return nil, nil, fmt.Errorf("sample %q: %w", t.Rows[i], err)
			}
			at += c.width()
		}
	}
	return x, in, nil
}

// learn estimates all of it (Johnson, Li and Rabinovic 2007, sections 3.1 and 3.2).
func (l *batches) learn(t Table, sizes []float64) error {
	design, in, err := l.design(t)
	if err != nil {
		return err
	}
	n, d := t.X.Dims()
	_, m := design.Dims()
	if n <= m {
		return fmt.Errorf("%d samples are too few for %d batches and what is kept", n, len(l.levels))
	}
	beta, err := slopes(design, t)
	if err != nil {
		return err
	}
	l.mean, l.deviation = make([]float64, d), make([]float64, d)
	l.slopes = mat.DenseCopyOf(beta)
	z := mat.NewDense(n, d, nil)
	for j := range d {
		for b, size := range sizes {
			l.mean[j] += size / float64(n) * beta.At(b, j)
			l.slopes.Set(b, j, 0)
		}
		squares, counted := 0.0, 0.0
		for i := range n {
			if x := t.X.At(i, j); !math.IsNaN(x) {
				squares += square(x - mat.Dot(design.RowView(i), beta.ColView(j)))
				counted++
			}
		}
		if l.deviation[j] = math.Sqrt(squares / max(counted, 1)); l.deviation[j] <= rounding*greatestOf(t.X, j) {
			l.deviation[j] = 0 // only rounding is left
		}
		for i := range n {
			z.Set(i, j, (t.X.At(i, j)-l.mean[j]-mat.Dot(design.RowView(i), l.slopes.ColView(j)))/l.deviation[j])
		}
	}
	for b := range l.levels {
		var rows []int
		for i, k := range in {
			if k == b {
				rows = append(rows, i)
			}
		}
		shift, spread := shrunk(z, rows)
		l.shift, l.spread = append(l.shift, shift), append(l.spread, spread)
	}
	return nil
}

// shrunk estimates the shift and the variance of each column in a batch, given the rows of the batch, by the
// conditional means of their priors, whose parameters are moments over the columns. Columns that do not vary within the
// batch, or have fewer than two values in it, take part in nothing and keep NaN.
func shrunk(z *mat.Dense, rows []int) (shift, spread []float64) {
	_, d := z.Dims()
	shift, spread = make([]float64, d), make([]float64, d)
	values := make([][]float64, d)
	var means, variances []float64
	for j := range d {
		for _, i := range rows {
			if x := z.At(i, j); !math.IsNaN(x) && !math.IsInf(x, 0) {
				values[j] = append(values[j], x)
			}
		}
		shift[j], spread[j] = math.NaN(), math.NaN()
		if s := deviationOf(values[j]); s > 1e-9 {
			shift[j], spread[j] = meanOf(values[j]), s*s
			means, variances = append(means, shift[j]), append(variances, spread[j])
		}
	}
	if len(means) < 2 { // nothing to lean on
		return shift, spread
	}
	centre, across := meanOf(means), square(deviationOf(means))
	m, s2 := meanOf(variances), square(deviationOf(variances))
	a, b := (2*s2+m*m)/s2, (m*s2+m*m*m)/s2
	for j := range d {
		if math.IsNaN(shift[j]) || across == 0 || s2 == 0 {
			continue
		}
		n, own := float64(len(values[j])), shift[j]
		const rounds, close = 10000, 1e-12
		for range rounds {
			g := (across*n*own + spread[j]*centre) / (across*n + spread[j])
			sum := 0.0
			for _, x := range values[j] {
				sum += square(x - g)
			}
			v := (sum/2 + b) / (n/2 + a - 1)
			done := math.Abs(g-shift[j]) <= close*(1+math.Abs(g)) && math.Abs(v-spread[j]) <= close*v
			shift[j], spread[j] = g, v
			if done {
				break
			}
		}
	}
	return shift, spread
}

func (l batches) apply(t Table) (Table, error) {
	design, in, err := l.design(t)
	if err != nil {
		return t, fmt.Errorf("%w; new rows need %s, with batches that were learnt of", err,
			strings.Join(slices.Concat(l.step.out, l.step.keep), " and "))
	}
	n, d := t.X.Dims()
	out := mat.DenseCopyOf(t.X)
	for i := range n {
		row := out.RawRowView(i)
		for j := range d {
			shift, spread := l.shift[in[i]][j], l.spread[in[i]][j]
			if math.IsNaN(shift) || l.deviation[j] == 0 {
				continue // nothing could be learnt of the column
			}
			usual := l.mean[j] + mat.Dot(design.RowView(i), l.slopes.ColView(j))
			row[j] = ((row[j]-usual)/l.deviation[j]-shift)/math.Sqrt(spread)*l.deviation[j] + usual
		}
	}
	return t.with(out), nil
}

// noNewColumns refuses columns that were not there when the batches were learnt.
type noNewColumns struct{}

func (noNewColumns) apply(t Table) (Table, error) {
	return t, errors.New(
		"combat leans on all that was measured, so new rows cannot be prepared by it where the samples are in the columns; use remove")
}
