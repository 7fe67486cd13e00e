// Package sentinel tells numbers that stand for a missing value, such as −999, from the measurements beside them.
package sentinel

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference/algorithm/stable"
)

// A code is a number that people or programs write where they have no value.
type code struct {
	x    float64
	weak bool // it may as well be a measurement
}

// codes are those of survey and clinical tables, of instruments, of weather and satellite data (NetCDF, ArcGIS, well
// logs), and the bounds of integers and floating-point numbers. They ascend.
var codes = sorted([]code{
	{-1, true}, {-9, true},
	{-77, true}, {-88, true}, {-99, true}, {99, true}, {-99.9, true}, {-99.99, true},
	{999, false}, {888, true}, {777, true},
	{-777, false}, {-888, false}, {-999, false}, {-999.25, false}, {-999.9, false}, {-999.99, false},
	{-9999, false}, {-9999.9, false},
	{-9999.99, false}, {-99999, false}, {-999999, false}, {-9999999, false}, {-99999999, false},
	{9999, false}, {9999.9, false}, {99999, false}, {999999, false}, {9999999, false}, {99999999, false}, {999.9, false},
	{-32768, false}, {32767, false}, {65535, false}, {math.MinInt32, false}, {math.MaxInt32, false},
	{-8888, false}, {8888, true},
	{-1e20, false}, {1e20, false}, {-1e30, false}, {1e30, false}, {-1e34, false}, {9.96921e36, false},
	{-math.MaxFloat32, false}, {math.MaxFloat32, false},
	{-math.MaxFloat64, false}, {math.MaxFloat64, false},
})

func sorted(list []code) []code {
	stable.SortFunc(list, func(a, b code) int {
		if a.x < b.x {
			return -1
		}
		return 1
	})
	return list
}

// rounding is the relative error of a code that was written with few digits, or is held as float32.
const rounding = 1e-6

// find returns the place of a number among the codes, −1 for another number.
func find(x float64) int {
	i, _ := slices.BinarySearchFunc(codes, x, func(c code, x float64) int {
		switch margin := rounding * math.Abs(c.x); {
		case x > c.x+margin:
			return -1
		case x < c.x-margin:
			return 1
		}
		return 0
	})
	if i < len(codes) && math.Abs(codes[i].x-x) <= rounding*math.Abs(codes[i].x) {
		return i
	}
	return -1
}

// Is reports whether a number is one that people write for a missing value.
func Is(x float64) bool { return find(x) >= 0 }

// Facts summarise the numbers of a column. The zero value is that of no number.
type Facts struct {
	times     map[int]int // by place among the codes
	others    int
	low, high float64 // of the others
}

// Add takes a number into account.
func (f *Facts) Add(x float64) {
	if k := find(x); k >= 0 {
		if f.times == nil {
			f.times = map[int]int{}
		}
		f.times[k]++
		return
	}
	f.add(x, 1)
}

func (f *Facts) add(x float64, times int) {
	if f.others == 0 {
		f.low, f.high = x, x
	}
	f.low, f.high = min(f.low, x), max(f.high, x)
	f.others += times
}

// A Found is a code that lies far from all measurements of a column.
type Found struct {
	Code  float64
	Times int
	// Strong codes are hardly ever measurements.
	Strong bool
}

// Limits of what lies far from measurements.
const (
	fewest = 3 // measurements that have a range
	far    = 5 // ranges of the measurements between them and a code
)

// Find returns the codes of a column, ascending: those below and above all measurements, and far from them. Where no
// measurement is negative, one range is far enough for a strong negative code, two for one that stands in several
// cells. Codes nearer are measurements too.
func (f Facts) Find() (found []Found) {
	left := make([]int, 0, len(f.times))
	for k := range f.times {
		left = append(left, k)
	}
	gap := func(k int) float64 { return max(f.low-codes[k].x, codes[k].x-f.high) }
	// Those near the measurements come first, as they may be measurements that widen the range.
	slices.SortFunc(left, func(a, b int) int {
		if d := gap(a) - gap(b); d != 0 {
			return int(math.Copysign(1, d))
		}
		return a - b
	})
	for _, k := range left {
		c, is := codes[k], false
		if f.others >= fewest && f.high > f.low {
			ranges := gap(k) / (f.high - f.low)
			is = ranges > far || c.x < 0 && f.low >= 0 && (!c.weak && ranges >= 1 || f.times[k] > 1 && ranges >= 2)
		}
		if !is {
			f.add(c.x, f.times[k])
			continue
		}
		found = append(found, Found{c.x, f.times[k], !c.weak})
	}
	stable.SortFunc(found, func(a, b Found) int { return int(math.Copysign(1, a.Code-b.Code)) })
	return found
}

// Certain keeps the codes that are hardly ever measurements and stand in more than one cell of a table, given those
// found in each of its columns.
func Certain(columns [][]Found) [][]Found {
	times := map[float64]int{}
	for _, c := range columns {
		for _, f := range c {
			times[f.Code] += f.Times
		}
	}
	kept := make([][]Found, len(columns))
	for j, c := range columns {
		for _, f := range c {
			if f.Strong && times[f.Code] > 1 {
				kept[j] = append(kept[j], f)
			}
		}
	}
	return kept
}

// Among reports whether a number is one of the codes found.
func Among(found []Found, x float64) bool {
	k := find(x)
	return k >= 0 && slices.ContainsFunc(found, func(f Found) bool { return f.Code == codes[k].x })
}

// Text writes a code as people do, with a minus sign; Plain with a hyphen, as files have it.
func Text(x float64) string { return strings.Replace(Plain(x), "-", "−", 1) }

// Plain writes a code as files have it.
func Plain(x float64) string {
	if math.Abs(x) < 1e9 {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
