package batch

import (
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/read"

	"gonum.org/v1/gonum/mat"
)

// givenCovariance returns the covariance that the flags of score give, in the order of the table's
// columns, nil where they give none.
func (c *scoreCommand) givenCovariance(s *console, data *inference.Dataset) (*mat.SymDense, error) {
	switch {
	case c.Covariance != "" && c.From != "":
		return nil, usage("--covariance and --from both give a covariance; give one")
	case c.Covariance != "":
		text, err := read.Text(s.ctx, c.Covariance)
		if err != nil {
			return nil, fmt.Errorf("--covariance: %w", err)
		}
		sigma, err := readCovariance(string(text), data.Columns)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Covariance, err)
		}
		return sigma, nil
	case c.From != "":
		return c.covarianceOf(s, data)
	}
	return nil, nil
}

// covarianceOf returns the covariance of a result.
func (c *scoreCommand) covarianceOf(s *console, data *inference.Dataset) (*mat.SymDense, error) {
	f, err := (&results{path: c.From, note: s.note}).open()
	if err != nil {
		return nil, fmt.Errorf("--from: %w", err)
	}
	k := covariance.Of(f.snapshot)
	if k == nil {
		return nil, fmt.Errorf("%s: the result has no covariance between columns; fit with columns=covariance", c.From)
	}
	if was := f.material.Data.Preprocessing; was != data.Preprocessing {
		return nil, usage("%s is of a table that was prepared in another way (%s), and its covariance is in those units; "+
			"prepare this table alike", c.From, was)
	}
	order, err := placesOf(k.Columns, data.Columns)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.From, err)
	}
	return k.Select(order), nil
}

// readCovariance reads a square table of covariances, with the names of the columns in its first
// line and its first column, in any order. Columns are those wanted; others are left out.
func readCovariance(text string, columns []string) (*mat.SymDense, error) {
	r := csv.NewReader(strings.NewReader(text))
	lines, err := r.ReadAll()
	if err != nil {
		return nil, err
	}
	if len(lines) < 2 {
		return nil, errors.New("a covariance has a line of names, and then a line for each column")
	}
	across, err := placesOf(lines[0][1:], columns)
	if err != nil {
		return nil, fmt.Errorf("line 1: %w", err)
	}
	var names []string
	for _, l := range lines[1:] {
		names = append(names, l[0])
	}
	down, err := placesOf(names, columns)
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
				return nil, fmt.Errorf("it is not symmetric: %q with %q has %g, and the other way round %g", columns[a], columns[b], v, w)
			}
			sigma.SetSym(a, b, (v+w)/2)
		}
	}
	return sigma, nil
}

// placesOf returns where each of the wanted names is in a list.
func placesOf(list, wanted []string) (places []int, err error) {
	for _, name := range wanted {
		i := slices.Index(list, name)
		if i < 0 {
			return nil, fmt.Errorf("there is no column %q", name)
		}
		places = append(places, i)
	}
	return places, nil
}
