package survey

import (
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/words"
)

// bitsOf returns the bits of a number, the same for all missing ones and for both zeros.
func bitsOf(x float64) uint64 {
	switch {
	case math.IsNaN(x):
		return math.Float64bits(math.NaN())
	case x == 0:
		return 0
	}
	return math.Float64bits(x)
}

// mixed adds a number to a hash. Equal hashes are compared cell by cell.
func mixed(h uint64, x float64) uint64 {
	h = (h ^ bitsOf(x)) * 0x9E3779B97F4A7C15
	return h ^ h>>29
}

// equals gathers vectors that are equal to an earlier one, by their hashes: pairs of the earlier and the later.
func equals(hashes []uint64, length int, at func(i, k int) float64, take func(i int) bool) (pairs [][2]int) {
	first := map[uint64][]int{} // places by hash
	for i, sum := range hashes {
		if !take(i) {
			continue
		}
		known := false
		for _, j := range first[sum] {
			same := true
			for k := 0; k < length && same; k++ {
				same = bitsOf(at(i, k)) == bitsOf(at(j, k))
			}
			if same {
				pairs, known = append(pairs, [2]int{j, i}), true
				break
			}
		}
		if !known {
			first[sum] = append(first[sum], i)
		}
	}
	return pairs
}

func equalRows(t *inference.Table) Finding {
	n, d := t.Dims()
	if d < 2 {
		return Finding{} // numbers that occur again
	}
	hashes := make([]uint64, n)
	some := make([]bool, n) // rows with a value
	inference.Rows(t.X, func(i int, row []float64) bool {
		for _, x := range row {
			hashes[i] = mixed(hashes[i], x)
			some[i] = some[i] || !math.IsNaN(x)
		}
		for _, a := range t.Annotations {
			hashes[i] = mixed(hashes[i], float64(a.Codes[i]))
		}
		return true
	})
	pairs := equals(hashes, d+len(t.Annotations), func(i, k int) float64 {
		if k < d {
			return t.X.At(i, k)
		}
		return float64(t.Annotations[k-d].Codes[i])
	}, func(i int) bool { return some[i] })
	if len(pairs) == 0 {
		return Finding{}
	}
	return Finding{
		Text: fmt.Sprintf("%s an earlier row in every column, such as %q and %q.",
			words.Plural(len(pairs), "row")+words.ByNumber(len(pairs), " equals",
				" equal"), t.Rows[pairs[0][0]], t.Rows[pairs[0][1]]),
		Remedy: "If they were entered twice, leave out all but one; if they were observed twice, keep them.",
	}
}

func equalColumns(t *inference.Table, columns []column) Finding {
	n, d := t.Dims()
	hashes := make([]uint64, d)
	inference.Rows(t.X, func(_ int, row []float64) bool {
		for j, x := range row {
			hashes[j] = mixed(hashes[j], x)
		}
		return true
	})
	pairs := equals(hashes, n, func(j, i int) float64 { return t.X.At(i, j) },
		func(j int) bool { return columns[j].low < columns[j].high })
	if len(pairs) == 0 {
		return Finding{}
	}
	return Finding{
		Text: fmt.Sprintf("%s an earlier column in every row, such as %q and %q.",
			words.Plural(len(pairs), "column")+words.ByNumber(len(pairs), " equals",
				" equal"), t.Columns[pairs[0][0]], t.Columns[pairs[0][1]]),
		Remedy: "Leave out all but one: together they count twice.",
	}
}
