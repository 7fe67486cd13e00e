package scores

import "fmt"

// Confusion counts rows by class and group: the value at [c][g] is the number of rows of class c
// that are in group g. Rows with a negative class or group are ignored. It panics if the lengths
// differ or a value is out of range.
func Confusion(labels, found []int, classes, groups int) [][]int {
	if len(labels) != len(found) {
		panic(fmt.Sprintf("scores: %d labels for %d rows", len(labels), len(found)))
	}
	table := make([][]int, classes)
	for c := range table {
		table[c] = make([]int, groups)
	}
	for i, c := range labels {
		if c >= 0 && found[i] >= 0 {
			table[c][found[i]]++
		}
	}
	return table
}

// Majority returns, for each group of a confusion table, the class of most of its rows, the first
// on a tie; −1 for a group without rows.
func Majority(table [][]int) []int {
	if len(table) == 0 {
		return nil
	}
	class := make([]int, len(table[0]))
	for g := range class {
		class[g] = -1
		most := 0
		for c := range table {
			if table[c][g] > most {
				class[g], most = c, table[c][g]
			}
		}
	}
	return class
}

// Accuracy returns the share of the rows of a confusion table whose group stands for their class,
// where group g stands for class stands[g]; NaN without rows.
func Accuracy(table [][]int, stands []int) float64 {
	right, all := 0.0, 0.0
	for c, row := range table {
		for g, n := range row {
			all += float64(n)
			if stands[g] == c {
				right += float64(n)
			}
		}
	}
	return right / all
}
