// Package awkward has the tables on which no model may end by a mistake of its own.
package awkward

import (
	"math"
	"math/rand/v2"
)

// A Table is finite, and yet more than a model may expect: columns that depend on each other, rows that repeat, few
// rows, numbers near the ends of the range.
type Table struct {
	Name  string
	Cells [][]float64 // row by row; NaN where a cell is missing
}

// Tables returns all of them, the same at every call.
func Tables() []Table {
	var l list
	l.dependent()
	l.few()
	l.alike()
	l.units()
	l.gaps()
	return l
}

type list []Table

// table adds a table of n rows that f makes; z are as many normal numbers as one asks for.
func (l *list) table(name string, n int, f func(i int, z func() float64) []float64) {
	rng := rand.New(rand.NewPCG(33, uint64(len(*l)+1)))
	t := Table{Name: name}
	for i := range n {
		t.Cells = append(t.Cells, f(i, rng.NormFloat64))
	}
	*l = append(*l, t)
}

// row makes a row of d cells.
func row(d int, f func(j int) float64) []float64 {
	r := make([]float64, d)
	for j := range r {
		r[j] = f(j)
	}
	return r
}

// normal makes rows of d normal numbers.
func normal(d int, scale, offset float64) func(int, func() float64) []float64 {
	return func(_ int, z func() float64) []float64 {
		return row(d, func(int) float64 { return offset + scale*z() })
	}
}

// dependent adds tables of columns that depend on each other.
func (l *list) dependent() {
	l.table("units", 40, func(_ int, z func() float64) []float64 {
		t := 20 + 5*z()
		return []float64{t, t*9/5 + 32, t + 273.15}
	})
	l.table("units to six digits", 40, func(_ int, z func() float64) []float64 {
		t := 20 + 5*z()
		return row(3, func(j int) float64 { return math.Round([]float64{t, t*9/5 + 32, t + 273.15}[j]*1e6) / 1e6 })
	})
	l.table("three copies", 30, func(_ int, z func() float64) []float64 { t := z(); return []float64{t, t, t} })
	l.table("copy and another", 30, func(_ int, z func() float64) []float64 { t := z(); return []float64{t, z(), t} })
	l.table("rank 1 of 5", 30, func(_ int, z func() float64) []float64 {
		t := z()
		return row(5, func(j int) float64 { return t * float64(j+1) })
	})
	l.table("rank 2 of 5", 25, func(_ int, z func() float64) []float64 {
		a, b := z(), z()
		return row(5, func(j int) float64 { return a*math.Cos(float64(j)) + b*math.Sin(float64(2*j)) })
	})
	l.table("rank 2 of 40", 25, func(_ int, z func() float64) []float64 {
		a, b := z(), z()
		return row(40, func(j int) float64 { return a*math.Cos(float64(j)) + b*math.Sin(float64(2*j)) })
	})
	l.table("sum of the others", 40, func(_ int, z func() float64) []float64 {
		a, b, c := z(), 10*z(), z()
		return []float64{a, b, c, a + b + c}
	})
	l.table("shares of a whole", 40, func(_ int, z func() float64) []float64 {
		a, b, c := math.Exp(z()), math.Exp(z()), math.Exp(z())
		return []float64{a / (a + b + c), b / (a + b + c), c / (a + b + c)}
	})
	for _, c := range []struct {
		name string
		by   float64
	}{{"apart by 1e-5", 1e-5}, {"apart by 1e-8", 1e-8}, {"apart by 1e-12", 1e-12}} {
		l.table("columns "+c.name, 30,
			func(_ int, z func() float64) []float64 { t := z(); return []float64{t, t + c.by*z(), z()} })
	}
	l.table("zeros and ones that complement each other", 30, func(i int, z func() float64) []float64 {
		a := 0.0
		if z() > 0 {
			a = 1
		}
		return []float64{a, 1 - a, float64(i % 2)}
	})
	l.table("one of four", 32, func(i int, _ func() float64) []float64 {
		return row(4, func(j int) float64 {
			if i%4 == j {
				return 1
			}
			return 0
		})
	})
}

// few adds tables of few rows or columns.
func (l *list) few() {
	l.table("one row", 1, normal(3, 1, 0))
	l.table("two rows", 2, normal(3, 1, 0))
	l.table("three rows", 3, normal(4, 1, 0))
	l.table("three rows of one column", 3, normal(1, 1, 0))
	l.table("four rows, two alike", 4,
		func(i int, _ func() float64) []float64 { return []float64{float64(i / 2), float64(i % 2)} })
	l.table("one column", 30, normal(1, 1, 0))
	l.table("one column of two values", 30, func(i int, _ func() float64) []float64 { return []float64{float64(i % 2)} })
	l.table("6 rows of 40 columns", 6, normal(40, 1, 0))
	l.table("12 rows of 11 columns", 12, normal(11, 1, 0))
}

// alike adds tables of columns that hardly vary and rows that repeat.
func (l *list) alike() {
	l.table("a constant column", 30, func(_ int, z func() float64) []float64 { return []float64{z(), 7, z()} })
	l.table("all columns but one constant", 30,
		func(_ int, z func() float64) []float64 { return []float64{3, z(), 7, -1} })
	l.table("constant", 20, func(int, func() float64) []float64 { return []float64{1, 2, 3} })
	l.table("nothing but 0", 20, func(int, func() float64) []float64 { return []float64{0, 0, 0} })
	l.table("one cell that differs", 30, func(i int, _ func() float64) []float64 {
		if i == 13 {
			return []float64{1, 0, 0}
		}
		return []float64{0, 0, 0}
	})
	l.table("two rows, fifteen times", 30,
		func(i int, _ func() float64) []float64 { return []float64{float64(i % 2), 2, float64(3 * (i % 2))} })
	l.table("every row twice", 40, func(i int, _ func() float64) []float64 {
		rng := rand.New(rand.NewPCG(uint64(i/2), 5))
		return row(3, func(int) float64 { return rng.NormFloat64() })
	})
	l.table("a straight line", 40,
		func(i int, _ func() float64) []float64 { return []float64{float64(i), float64(2 * i)} })
}

// units adds tables of units and offsets.
func (l *list) units() {
	l.table("offset 1e9", 30, normal(3, 1, 1e9))
	l.table("offset 1e15", 30, normal(3, 1, 1e15))
	l.table("unit 1e100", 30, normal(3, 1e100, 0))
	l.table("unit 1e-100", 30, normal(3, 1e-100, 0))
	l.table("unit 1e150", 30, normal(3, 1e150, 0))
	l.table("unit 1e307", 30, normal(3, 1e307, 0))
	l.table("unit 1e-300", 30, normal(3, 1e-300, 0))
	l.table("the least numbers", 30, func(_ int, z func() float64) []float64 {
		return row(2, func(int) float64 { return 5e-324 * math.Round(5*z()) })
	})
	l.table("units from 1e-12 to 1e12", 30, func(_ int, z func() float64) []float64 {
		return row(5, func(j int) float64 { return math.Pow(10, float64(6*(j-2))) * z() })
	})
	l.table("one cell of 1e12", 30, func(i int, z func() float64) []float64 {
		r := row(3, func(int) float64 { return z() })
		if i == 4 {
			r[1] = 1e12
		}
		return r
	})
	l.table("heavy tails", 40, func(_ int, z func() float64) []float64 {
		return row(3, func(int) float64 { return z() / math.Pow(z(), 4) })
	})
	l.table("large counts", 30, func(_ int, z func() float64) []float64 {
		return row(3, func(int) float64 { return math.Floor(1e9 * math.Exp(z())) })
	})
}

// gaps adds tables of missing cells.
func (l *list) gaps() {
	missing := math.NaN()
	l.table("half of the cells", 30, func(_ int, z func() float64) []float64 {
		return row(4, func(int) float64 {
			if v := z(); v > 0 {
				return v
			}
			return missing
		})
	})
	l.table("an empty row", 30, func(i int, z func() float64) []float64 {
		return row(3, func(int) float64 {
			if v := z(); i != 5 {
				return v
			}
			return missing
		})
	})
	l.table("a column of one number", 30, func(i int, z func() float64) []float64 {
		if i == 3 {
			return []float64{z(), z(), 4}
		}
		return []float64{z(), z(), missing}
	})
	l.table("two halves without a column in common", 30, func(i int, z func() float64) []float64 {
		if i < 15 {
			return []float64{z(), z(), missing, missing}
		}
		return []float64{missing, missing, z(), z()}
	})
	l.table("copies with gaps", 40, func(i int, z func() float64) []float64 {
		t := z()
		r := []float64{t, t, 2 * t}
		if i%3 == 0 {
			r[i/3%3] = missing
		}
		return r
	})
}
