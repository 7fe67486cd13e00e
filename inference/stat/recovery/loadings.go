package recovery

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"example.org/espalier/inference/algorithm/assignment"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// Loadings are the true loadings of named items on named factors, from which a table was drawn.
type Loadings struct {
	names  [2][]string // of the rows and of the columns of values
	place  [2]map[string]int
	values *mat.Dense
}

// ReadLoadings reads a CSV of numbers with a header and a name before each line. Items may be its lines or its columns.
func ReadLoadings(r io.Reader) (*Loadings, error) {
	records, err := csv.NewReader(r).ReadAll()
	switch {
	case err != nil:
		return nil, fmt.Errorf("the true loadings: %w", err)
	case len(records) < 2 || len(records[0]) < 2:
		return nil, errors.New("the true loadings need a header, a name before each line, and numbers")
	}
	l := &Loadings{values: mat.NewDense(len(records)-1, len(records[0])-1, nil)}
	l.names[1] = records[0][1:]
	for i, record := range records[1:] {
		l.names[0] = append(l.names[0], record[0])
		for j, text := range record[1:] {
			v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
			if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, fmt.Errorf("line %d of the true loadings: %q is not a number", i+2, text)
			}
			l.values.Set(i, j, v)
		}
	}
	for side, names := range l.names {
		l.place[side] = make(map[string]int, len(names))
		for k, name := range names {
			l.place[side][name] = k
		}
	}
	return l, nil
}

// sideOf returns the side on which all of the items are; −1 for neither.
func (l *Loadings) sideOf(items []string) int {
	for side, place := range l.place {
		all := len(items) > 0
		for _, name := range items {
			if _, ok := place[name]; !ok {
				all = false
				break
			}
		}
		if all {
			return side
		}
	}
	return -1
}

// Know reports whether the loadings of all the items are known.
func (l *Loadings) Know(items []string) bool { return l.sideOf(items) >= 0 }

// Of returns the names of the factors and the loadings of the items, items × factors; nil if some are not known.
func (l *Loadings) Of(items []string) ([]string, *mat.Dense) {
	side := l.sideOf(items)
	if side < 0 {
		return nil, nil
	}
	values := mat.Matrix(l.values)
	if side == 1 {
		values = values.T()
	}
	names := l.names[1-side]
	out := mat.NewDense(len(items), len(names), nil)
	for i, name := range items {
		for k := range names {
			out.Set(i, k, values.At(l.place[side][name], k))
		}
	}
	return names, out
}

// A Pairing matches learnt factors with true ones.
type Pairing struct {
	Of []int // the learnt factor of each true one, −1 for none
	// of the loadings of each pair, negative if the learnt factor has the opposite sign; NaN for none
	Correlation []float64
	Extra       []int // learnt factors without a partner
}

// Pairs returns how many true factors have a partner.
func (p Pairing) Pairs() (n int) {
	for _, k := range p.Of {
		if k >= 0 {
			n++
		}
	}
	return n
}

// PairFactors pairs true and learnt factors, items × factors each, one to one, so that the sum of the absolute
// correlations of their loadings is greatest. Factors whose absolute correlation is below least are not paired.
func PairFactors(truth, learnt *mat.Dense, least float64) Pairing {
	_, trues := truth.Dims()
	_, found := learnt.Dims()
	cost, correlation := make([][]float64, trues), make([][]float64, trues)
	columns := make([][]float64, found)
	for k := range columns {
		columns[k] = mat.Col(nil, k, learnt)
	}
	for j := range trues {
		cost[j], correlation[j] = make([]float64, found), make([]float64, found)
		column := mat.Col(nil, j, truth)
		for k := range found {
			r := stat.Correlation(column, columns[k], nil)
			if math.IsNaN(r) { // all loadings of one are equal
				r = 0
			}
			if correlation[j][k] = r; math.Abs(r) >= least {
				cost[j][k] = -math.Abs(r)
			}
		}
	}
	p := Pairing{Of: assignment.Solve(cost), Correlation: make([]float64, trues)}
	taken := make([]bool, found)
	for j, k := range p.Of {
		p.Correlation[j] = math.NaN()
		if k >= 0 && cost[j][k] == 0 {
			p.Of[j] = -1
		} else if k >= 0 {
			p.Correlation[j], taken[k] = correlation[j][k], true
		}
	}
	for k, is := range taken {
		if !is {
			p.Extra = append(p.Extra, k)
		}
	}
	return p
}
