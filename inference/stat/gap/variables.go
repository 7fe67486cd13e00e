package gap

import (
	"cmp"
	"math"
	"slices"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

const (
	fewLevels = 12 // different values of a column that is cut, at most, and
	perLevel  = 2  // rows for each, at least: of a few rows numbers have few values too
	mostCut   = 60 // variables of rows that are compared with a cloud that is cut
)

// A variable is a column of coded rows, or the columns of a category, of which one is high in each row.
type variable struct {
	first  int
	scores []float64   // of the rows: the values of a column, or the places of levels along the first component
	rising []float64   // scores, sorted, and
	cells  [][]float64 // of the columns from first on, in that order; nil where the column is not cut
}

// variablesOf finds the variables behind the columns of coded rows, and whether some of them have so few values that
// they seem to be cut. Columns of one value are left out.
func variablesOf(rows [][]float64) (list []variable, cut bool) {
	components, _ := scores(rows)
	if components == nil {
		return nil, false
	}
	along, lean := mat.Col(nil, 0, components), 0.
	for _, x := range along {
		lean += x * x * x // tells one end of the component from the other
	}
	least := slices.Clone(rows[0])
	for _, r := range rows {
		for j, x := range r {
			least[j] = min(least[j], x)
		}
	}
	for first, next := 0, 0; first < len(rows[0]); first = next {
		next = category(rows, least, first)
		v := variable{first: first, scores: make([]float64, len(rows))}
		place, n := make([]float64, next-first), make([]float64, next-first)
		for i, r := range rows {
			if k := which(r[first:next], least[first:next]); next > first+1 {
				place[k] += math.Copysign(along[i], along[i]*lean)
				n[k]++
			}
		}
		for i, r := range rows {
			if v.scores[i] = r[first]; next > first+1 {
				k := which(r[first:next], least[first:next])
				v.scores[i] = place[k] / n[k]
			}
		}
		values := different(v.scores)
		if values < 2 {
			continue
		}
		if values <= min(fewLevels, len(rows)/perLevel) {
			cut = true
			order := inference.UpTo(len(rows))
			slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(v.scores[a], v.scores[b]) })
			for _, i := range order {
				v.rising, v.cells = append(v.rising, v.scores[i]), append(v.cells, rows[i][first:next])
			}
		}
		list = append(list, v)
	}
	return list, cut
}

// which returns which cell is above the least of its column; 0 where none is.
func which(cells, least []float64) int {
	for k, x := range cells {
		if x > least[k] {
			return k
		}
	}
	return 0
}

// category returns the end of the columns of a category that begins at a column: each has two values, and one of them
// is high in each row. Of a column that begins none it is the next column.
func category(rows [][]float64, least []float64, first int) int {
	end := first
	for end < len(least) && end-first <= fewLevels && two(rows, end, least[end]) {
		end++
	}
	for ; end > first+1; end-- {
		if !slices.ContainsFunc(rows, func(r []float64) bool {
			high := 0
			for j := first; j < end; j++ {
				if r[j] > least[j] {
					high++
				}
			}
			return high != 1
		}) {
			return end
		}
	}
	return first + 1
}

// two reports whether a column has two different values.
func two(rows [][]float64, j int, least float64) bool {
	most := least
	for _, r := range rows {
		if r[j] == least || r[j] == most {
			continue
		}
		if most > least {
			return false
		}
		most = r[j]
	}
	return most > least
}

// different returns how many different values there are, up to one more than those of a column that is cut.
func different(values []float64) int {
	seen := map[float64]bool{}
	for _, x := range values {
		if seen[x] = true; len(seen) > fewLevels {
			break
		}
	}
	return len(seen)
}
