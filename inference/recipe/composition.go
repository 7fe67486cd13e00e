package recipe

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"
)

var clrKind = Kind{
	Name: "clr", Title: "Centred log ratios (clr)", Example: "clr", Rows: true, Sided: true,
	Tip: "For parts of a whole: the logarithm of each part divided by the geometric mean of its row (Aitchison 1982). " +
		"Zeros become 0.65 times the least share above 0, or the share given, and the others shrink in proportion (Martín-Fernández 2003).",
	make: compositionOf(false),
}

var ilrKind = Kind{
	Name: "ilr", Title: "Log ratios by pivots (ilr)", Example: "ilr", Rows: true,
	Tip: "For parts of a whole: each part against the geometric mean of all parts after it, as coordinates at right angles (Egozcue 2003). " +
		"The last part has no column of its own. Zeros are handled as by clr.",
	make: compositionOf(true),
}

// zeroShare of the least share above 0 stands for a zero (Martín-Fernández, Barceló-Vidal and Pawlowsky-Glahn 2003).
const zeroShare = 0.65

type logRatios struct {
	pivots bool
	share  float64 // that stands for a zero; 0 takes it from the table
}

func compositionOf(pivots bool) func(string) (work, error) {
	return func(text string) (work, error) {
		w := logRatios{pivots: pivots}
		if text = strings.TrimSpace(text); text == "" {
			return w, nil
		}
		var err error
		if w.share, err = parseNumber(text); err != nil || !(w.share > 0 && w.share < 1) {
			return nil, errors.New("write clr or ilr, or give the share that stands for a zero, between 0 and 1: clr:0.0001")
		}
		return w, nil
	}
}

func (w logRatios) argument() string {
	if w.share == 0 {
		return ""
	}
	return number(w.share)
}

func (w logRatios) words() string {
	if w.pivots {
		return "log ratios by pivots (ilr)"
	}
	return "centred log ratios (clr)"
}

func (w logRatios) fit(t Table) (Table, learnt, error) {
	_, d := t.X.Dims()
	if d < 2 {
		return t, nil, errors.New("log ratios need two parts or more")
	}
	shares, zeros, err := closed(t)
	if err != nil {
		return t, nil, err
	}
	l := logRatios{w.pivots, w.share}
	if l.share == 0 && zeros > 0 {
		least := math.Inf(1)
		for _, x := range shares.RawMatrix().Data {
			if x > 0 {
				least = min(least, x)
			}
		}
		l.share = zeroShare * least
	}
	if zeros > 0 {
		t = t.note("%d zeros became a share of %.3g, and the other parts shrank in proportion.", zeros, l.share)
	}
	if w.pivots {
		t = t.note("Each column is its part against all parts after it; the last part, %s, has no column of its own.",
			t.Columns[d-1])
	}
	out, err := l.of(t, shares)
	return out, ratiosLearnt{l}, err
}

// ratiosLearnt prepares new rows. New parts of the samples learnt from have no log ratios.
type ratiosLearnt struct{ logRatios }

func (l ratiosLearnt) apply(t Table) (Table, error) {
	shares, zeros, err := closed(t)
	if err != nil {
		return t, err
	}
	w := l.logRatios
	if zeros > 0 && w.share == 0 {
		return t, errors.New(
			"new rows hold zeros, and those learnt from held none; give the share that stands for a zero, such as clr:0.0001")
	}
	return w.of(t, shares)
}

func (l ratiosLearnt) same(Table) (Table, error) {
	return Table{}, errors.New("new parts of the same samples change all log ratios; hold out samples instead")
}

// closed returns the rows divided by their sums, and the number of zeros.
func closed(t Table) (shares *mat.Dense, zeros int, err error) {
	n, d := t.X.Dims()
	shares = mat.NewDense(n, d, nil)
	for i := range n {
		sum := 0.0
		for j, x := range t.X.RawRowView(i) {
			switch {
			case x < 0:
				return nil, 0, fmt.Errorf(
					"%s holds %v, and parts of a whole are at least 0; correct the cell or leave the step out", t.place(i, j), x)
			case x == 0:
				zeros++
			}
			sum += zeroed(x)
		}
		if sum == 0 {
			return nil, 0, fmt.Errorf("row %q has no part above 0; leave it out", t.Rows[i])
		}
		for j, x := range t.X.RawRowView(i) {
			shares.RawRowView(i)[j] = x / sum
		}
	}
	return shares, zeros, nil
}

// of takes the log ratios of shares, in which zeros are replaced.
func (w logRatios) of(t Table, shares *mat.Dense) (Table, error) {
	n, d := shares.Dims()
	for i := range n {
		row := shares.RawRowView(i)
		zeros := 0
		for _, x := range row {
			if x == 0 {
				zeros++
			}
		}
		rest := 1 - float64(zeros)*w.share
		if rest <= 0 {
			return t, fmt.Errorf(
				"row %q has so many zeros that a share of %v for each leaves nothing to the others; give a smaller share",
				t.Rows[i], w.share)
		}
		for j, x := range row {
			if x == 0 {
				row[j] = math.Log(w.share)
			} else {
				row[j] = math.Log(x * rest)
			}
		}
	}
	if !w.pivots {
		for i := range n {
			row := shares.RawRowView(i)
			mean := meanOf(row)
			for j := range row {
				row[j] -= mean
			}
		}
		return t.with(shares), nil
	}
	for i := range n {
		row := shares.RawRowView(i)
		sum, counted := 0.0, 0.0 // of the parts after this one
		for j := d - 1; j >= 0; j-- {
			x := row[j]
			if !math.IsNaN(x) {
				if counted > 0 {
					row[j] = math.Sqrt(counted/(counted+1)) * (x - sum/counted)
				} else {
					row[j] = math.NaN()
				}
				sum += x
				counted++
			}
		}
	}
	return t.with(shares).keep(nil, upTo(d-1)), nil
}
