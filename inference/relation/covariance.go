package relation

import (
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// Covariance reads a square table of covariances, with the names of the columns in its first
// line and its first column, in any order. Columns are those wanted; others are left out.
func Covariance(text string, columns []string) (*mat.SymDense, error) {
	r := csv.NewReader(strings.NewReader(text))
	lines, err := r.ReadAll()
	if err != nil {
		return nil, err
	}
	if len(lines) < 2 {
		return nil, errors.New("a covariance has a line of names, and then a line for each column")
	}
	across, err := Places(lines[0][1:], columns)
	if err != nil {
		return nil, fmt.Errorf("line 1: %w", err)
	}
	var names []string
	for _, l := range lines[1:] {
		names = append(names, l[0])
	}
	down, err := Places(names, columns)
	if err != nil {
		return nil, fmt.Errorf("the first column: %w", err)
	}
	x := mat.NewDense(len(columns), len(columns), nil)
	for a, i := range down {
		for b, j := range across {
			v, err := strconv.ParseFloat(strings.TrimSpace(lines[1+i][1+j]), 64)
			if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, fmt.Errorf("line %d, column %d: %q is not a number", i+2, j+2, lines[1+i][1+j])
			}
			x.Set(a, b, v)
		}
	}
	sigma := mat.NewSymDense(len(columns), nil)
	for a := range columns {
		for b := a; b < len(columns); b++ {
			v, w := x.At(a, b), x.At(b, a)
			if !(math.Abs(v-w) <= 1e-6*math.Sqrt(math.Abs(x.At(a, a)*x.At(b, b)))) {
				return nil, fmt.Errorf("it is not symmetric: %q with %q has %g, and the other way round %g", columns[a], columns[b],
					v, w)
			}
			sigma.SetSym(a, b, (v+w)/2)
		}
	}
	return sigma, nil
}

// Places returns where each of the wanted names is in a list.
func Places(list, wanted []string) (places []int, err error) {
	for _, name := range wanted {
		i := slices.Index(list, name)
		if i < 0 {
			return nil, fmt.Errorf("there is no column %q", name)
		}
		places = append(places, i)
	}
	return places, nil
}
