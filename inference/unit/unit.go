// Package unit fits a table in units of its own. Priors of variances have a scale, and results must not depend on
// whether a length is written in metres or in millimetres. So a model that asks for it sees the table divided by the
// root of the mean variance of its columns, and its results are reported in the units of the data.
//
// Dividing scales every number alike: a table times a power of two is fitted to the same bits. Data that were scaled
// in the preprocessing have this unit already and are not divided. A search or a chain follows the last bits of its
// numbers, and those of a table in other units are rounded differently. Where [inference.Units] say Rounded, the model
// therefore sees 24 significant bits, as many as a float32 holds: then a table times 1,000 is fitted to the same bits
// too.
package unit

import (
	"math"
	"slices"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"

	"gonum.org/v1/gonum/mat"
)

// Squared is the unit of parameters that are variances of the numbers, see [inference.Parameter].
const Squared = "working units²"

// Of returns the unit of data: the root of the mean variance of their columns, with divisor n−1. It is 1 if they were
// scaled, are zeros and ones, do not vary, or have columns of levels, counts or limits, which are not to be divided.
func Of(data *inference.Dataset) float64 {
	if p := data.Preprocessing; p.Scale || p.ScaleAll || data.Kind == inference.Binary || len(data.Limits) > 0 {
		return 1
	}
	if slices.ContainsFunc(data.Kinds, func(k column.Kind) bool { return k.Sort.Mass() }) {
		return 1
	}
	n, d := data.Dims()
	greatest, binary := 0.0, true
	for i := range n {
		for _, v := range data.X.RawRowView(i) {
			if !math.IsNaN(v) {
				greatest = max(greatest, math.Abs(v))
				binary = binary && (v == 0 || v == 1)
			}
		}
	}
	if binary || math.IsInf(greatest, 1) {
		return 1
	}
	// Squares of numbers between −1 and 1 neither overflow nor, where they matter, vanish.
	_, power := math.Frexp(greatest)
	down := math.Ldexp(1, -power)
	if power < -1000 || power > 1000 {
		return 1
	}
	sum, counted := 0.0, 0.0
	for j := range d {
		mean, square, seen := 0.0, 0.0, 0.0
		for i := range n {
			if v := data.X.At(i, j); !math.IsNaN(v) {
				mean += v * down
				seen++
			}
		}
		if seen < 2 {
			continue
		}
		mean /= seen
		for i := range n {
			if v := data.X.At(i, j); !math.IsNaN(v) {
				r := v*down - mean
				square += r * r
			}
		}
		sum += square / (seen - 1)
		counted++
	}
	u := math.Ldexp(math.Sqrt(sum/max(counted, 1)), power)
	if u == 0 || math.Abs(u-1) <= 1e-9 {
		return 1
	}
	return u
}

// divided returns a copy of data in units of u, rounded or not.
func divided(data *inference.Dataset, u float64, round bool) *inference.Dataset {
	d := *data
	d.X = mat.DenseCopyOf(data.X)
	over(d.X, u)
	if round {
		n, _ := d.X.Dims()
		for i := range n {
			row := d.X.RawRowView(i)
			for j, v := range row {
				row[j] = rounded(v)
			}
		}
	}
	d.Scale = slices.Clone(data.Scale)
	for j := range d.Scale {
		d.Scale[j] *= u
	}
	return &d
}

// rounded returns v with 24 significant bits, or to the nearest 2⁻²³ if it is beyond ±1: a table may lie far from 0.
func rounded(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) || v == 0 {
		return v
	}
	_, power := math.Frexp(v)
	step := math.Ldexp(1, min(power, 1)-24)
	if step == 0 || math.IsInf(v/step, 0) {
		return v
	}
	return math.Round(v/step) * step
}

func over(x *mat.Dense, u float64) {
	n, _ := x.Dims()
	for i := range n {
		row := x.RawRowView(i)
		for j := range row {
			row[j] /= u
		}
	}
}

// settingsIn returns the settings in units of u: variances that are fixed, or that the user gave to begin with. A
// default is one in units of the table.
func settingsIn(s inference.Settings, u float64) inference.Settings {
	s = s.Clone()
	for _, p := range s.Parameters() {
		if p.Unit != Squared || s.Text(p.Name) == p.Default && !s.Fixed(p.Name) {
			continue
		}
		v := strconv.FormatFloat(s.Real(p.Name)/(u*u), 'g', -1, 64)
		_ = s.Set(p.Name, v) // beyond the limits of the form the value stays
	}
	return s
}

// scale returns the factor and the shift by which a value in units of u becomes one of the data with so many observed
// cells.
func scale(q *inference.Units, name string, u, cells float64) (factor, shift float64) {
	switch {
	case slices.Contains(q.Squares, name):
		return u * u, 0
	case slices.Contains(q.Inverse, name):
		return 1 / (u * u), 0
	case slices.Contains(q.Logs, name):
		return 1, -cells * math.Log(u)
	}
	return 1, 0
}

// A Part is an [inference.Part] with numbers that depend on the unit of the table.
type Part interface {
	inference.Part
	// InUnits returns a copy with the numbers of a table that is u times that of the receiver: locations are multiplied by
	// u, variances by u², and log densities of the whole table are raised by shift.
	InUnits(u, shift float64) inference.Part
}
