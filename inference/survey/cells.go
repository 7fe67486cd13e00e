package survey

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/recipe"
	"example.org/espalier/inference/words"
)

// frequencies are names of columns that count.
var frequencies = []string{"freq", "frequency", "n", "count", "counts", "number", "cases", "total"}

// crossed finds a table whose rows are the cells of a table of counts: one column of counts, and all combinations, or
// nearly all, of the levels of two or more annotations, each once. Nobody was observed in a row.
func crossed(rows int, columns []string, count func(i int) float64, about []inference.Annotation) Finding {
	const (
		fewestCells = 8
		leastFull   = 0.8 // of the combinations
		rare, often = 5, 10
	)
	if len(columns) != 1 || rows < fewestCells {
		return Finding{}
	}
	low, high := math.Inf(1), 0.0
	for i := range rows {
		x := count(i)
		if !(x >= 0) || x != math.Trunc(x) {
			return Finding{}
		}
		low, high = min(low, x), max(high, x)
	}
	if !(low <= rare && high >= often*max(low, 1)) && !slices.Contains(frequencies, strings.ToLower(columns[0])) {
		return Finding{} // measurements of an experiment, one for each combination
	}
	combinations := 1.0
	var by []inference.Annotation
	for _, a := range about {
		if len(a.Codes) != rows || len(a.Levels) < 2 || 2*len(a.Levels) > rows {
			continue
		}
		by = append(by, a)
		combinations *= float64(len(a.Levels))
	}
	if len(by) < 2 || float64(rows) < leastFull*combinations {
		return Finding{}
	}
	seen := make(map[string]bool, rows)
	names := make([]string, len(by))
	for k, a := range by {
		names[k] = a.Name
	}
	for i := range rows {
		key := ""
		for _, a := range by {
			key += fmt.Sprint(a.Codes[i], " ")
		}
		if seen[key] {
			return Finding{}
		}
		seen[key] = true
	}
	return Finding{
		Text: fmt.Sprintf("%q counts how often each combination of %s occurs: a row is a cell of a table of counts, "+
			"and no observation.", columns[0], words.QuoteSome(names, 4)),
		Remedy: "Make a row for each observation, or a column of counts for each level, before rows are compared.",
		Grave:  true,
	}
}

// scaled finds a table of counts whose rows and columns are both named by numbers in order, as where two measurements
// are crossed: heights by the lengths of fingers. Numbers that only count rows or columns do not mean that, and times
// and their like name one side alone.
func scaled(rows, columns []string, kind inference.Kind) Finding {
	const fewest = 5
	if kind != inference.Count || len(rows) < fewest || len(columns) < fewest || !inScale(rows) || !inScale(columns) {
		return Finding{}
	}
	return Finding{
		Text: fmt.Sprintf(
			"Rows and columns are numbers in order (%s to %s, %s to %s) and cells are counts: this seems to be "+
				"a table of counts in which a cell says how often two numbers occur together, and a row is no observation.",
			rows[0], rows[len(rows)-1], columns[0], columns[len(columns)-1]),
		Remedy: "Make a row for each observation, with both numbers, before rows are compared.",
		Grave:  true,
	}
}

// inScale reports whether names are numbers that rise or fall and do more than count from 0 or 1.
func inScale(names []string) bool {
	numbers, counting := make([]float64, len(names)), true
	for i, name := range names {
		x, err := strconv.ParseFloat(strings.TrimLeft(name, "Xx"), 64) // R puts X before such a name
		if err != nil {
			return false
		}
		numbers[i] = x
		counting = counting && x == numbers[0]+float64(i)
	}
	return inference.OneWay(numbers) && !(counting && (numbers[0] == 0 || numbers[0] == 1))
}

// zeros finds columns in which 0 stands apart from all other numbers, as where a value that is missing was written
// as 0. The step that makes them missing is the cure.
func zeros(columns [][]float64, names []string) (doubt Doubt, is bool) {
	var found []string
	times := 0
	for j, c := range columns {
		if k := apartZeros(c); k > 0 {
			found = append(found, names[j])
			times += k
		}
	}
	if len(found) == 0 {
		return Doubt{}, false
	}
	steps := "missing:0:" + recipe.Names(found...)
	return Doubt{Cure: AddSteps, Steps: steps, Columns: found, Finding: Finding{
		Text: fmt.Sprintf("0 stands in %s of %s, apart from all other values: %s.", words.Plural(times, "cell"),
			words.Plural(len(found), "column"), words.QuoteSome(found, 5)),
		Remedy: fmt.Sprintf("If it means that the value is missing, make these cells missing (--prepare %q).", steps),
		Grave:  true,
		Steps:  steps,
	}}, true
}

// apartZeros returns how many values are 0, if there are several and all others lie apart from them: the least is a
// tenth of the middle one or more, and three times as far from 0 as any neighbours in the lower half from each other.
func apartZeros(values []float64) int {
	const (
		fewestValues = 20
		fewestLevels = 10
		share        = 0.1
		fold         = 3
	)
	if len(values) < fewestValues || slices.ContainsFunc(values, func(x float64) bool { return x < 0 }) {
		return 0
	}
	var above []float64
	for _, x := range values {
		if x > 0 {
			above = append(above, x)
		}
	}
	zero := len(values) - len(above)
	if zero < 2 || len(above) < fewestValues {
		return 0
	}
	slices.Sort(above)
	middle := above[len(above)/2]
	step, levels := 0.0, 1
	for k := 1; k < len(above); k++ {
		if above[k] == above[k-1] {
			continue
		}
		levels++
		if above[k] <= middle {
			step = max(step, above[k]-above[k-1])
		}
	}
	if levels < fewestLevels || above[0] < share*middle || above[0] < fold*step {
		return 0
	}
	return zero
}
