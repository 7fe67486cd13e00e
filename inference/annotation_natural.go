package inference

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/column"
)

// mostOrdered is the number of levels of text up to which they are put in order.
const mostOrdered = 1000

// numerals are the numbers in a level: digits, with a decimal part where it is the only one.
var numerals = regexp.MustCompile(`[0-9]+(\.[0-9]+)*`)

// naturally puts levels in the order in which people write them, in code too: numbers by their size; levels that are
// the same text around numbers (2-cell, 4-cell, 16-cell; day 2, day 10; 2024-01-31) by these, from the left, on the
// places that they have among the others; dates that begin with the day or the month by year, month and day; words of
// grades, such as low, mid and high, from the least. Other levels stay where they are, and so do more than
// mostOrdered, which nobody reads.
func (a *Annotation) naturally(code map[string]int) {
	if a.numerically(code); a.Numeric || len(a.Levels) > mostOrdered {
		return
	}
	if graded, are := column.Graded(a.Levels); are {
		a.Levels = graded
		for i, v := range graded {
			code[v] = i
		}
		return
	}
	a.byNumbers(code)
}

// byNumbers puts levels in the order of the numbers in them, as naturally says.
func (a *Annotation) byNumbers(code map[string]int) {
	if len(a.Levels) > mostOrdered {
		return
	}
	places := map[string][]int{} // of the levels that have a text in common
	keys := make([][]float64, len(a.Levels))
	for i, level := range a.Levels {
		var text string
		if text, keys[i] = apartFromNumbers(level); len(keys[i]) > 0 {
			places[text] = append(places[text], i)
		}
	}
	levels := slices.Clone(a.Levels)
	for text, at := range places {
		turn := datePlaces(text, at, keys)
		sorted := slices.Clone(at)
		stable.Sort(sorted, func(i, j int) int {
			if turn == nil {
				return slices.Compare(keys[i], keys[j])
			}
			for _, k := range turn {
				if c := cmp.Compare(keys[i][k], keys[j][k]); c != 0 {
					return c
				}
			}
			return 0
		})
		for k, i := range sorted {
			levels[at[k]] = a.Levels[i]
		}
	}
	a.Levels = levels
	for i, v := range levels {
		code[v] = i
	}
}

// asSeen returns the levels in the order by which kinds number those that are no grades: words of grades as they first
// appear, and ranges by their numbers.
func (a *Annotation) asSeen() []string {
	if _, are := column.Graded(a.Levels); !are || a.Numeric {
		return a.Levels
	}
	return newAnnotation("", slices.Concat(a.Values, a.Levels), (*Annotation).byNumbers).Levels
}

// apartFromNumbers returns a level with its numbers taken out, and the numbers. Numbers with several points, as in
// 1.10.2, are several numbers.
func apartFromNumbers(level string) (text string, numbers []float64) {
	text = numerals.ReplaceAllStringFunc(strings.Join(strings.Fields(strings.ToLower(level)), " "), func(s string) string {
		parts := []string{s}
		if strings.Count(s, ".") > 1 {
			parts = strings.Split(s, ".")
		}
		for _, p := range parts {
			x, _ := strconv.ParseFloat(p, 64) // digits: too many of them are infinite, which is in order too
			numbers = append(numbers, x)
		}
		return strings.Repeat("\x00", len(parts))
	})
	return text, numbers
}

// datePlaces returns where the year, the month and the day stand in levels of the form 31/1/2024 or 1/31/2024, and nil
// for others. Which of the two it is says a number above 12; where none does, they stay as they are.
func datePlaces(text string, at []int, keys [][]float64) []int {
	if text != "\x00/\x00/\x00" && text != "\x00-\x00-\x00" && text != "\x00\x00\x00" {
		return nil
	}
	var most [3]float64
	least := [3]float64{1e9, 1e9, 1e9}
	for _, i := range at {
		for k, x := range keys[i] {
			most[k], least[k] = max(most[k], x), min(least[k], x)
		}
	}
	switch {
	case least[2] < 1000 || most[2] > 2999 || least[0] < 1 || least[1] < 1 || most[0] > 31 || most[1] > 31:
		return nil
	case most[0] > 12 && most[1] <= 12:
		return []int{2, 1, 0}
	case most[1] > 12 && most[0] <= 12:
		return []int{2, 0, 1}
	}
	return []int{2}
}
