package chowliu

import (
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"

	"gonum.org/v1/gonum/mat"
)

// A density is that of whole rows; missing cells are NaN and left out.
type density interface{ Log(row []float64) float64 }

// A discrete forest gives the probabilities of rows of zeros and ones. Each pair of the forest has the shares of its four
// cells, to which the prior adds a quarter of a row each, so that a column has the same shares in all its pairs.
type discrete struct {
	data   *inference.Dataset
	order  []int           // columns, each after its parent
	parent []int           // −1 for roots
	log    [][2][2]float64 // log probability of a zero and a one given the parent's value; of a root the same twice
}

// code returns 0 or 1 for a cell of column j, by its value in the file, and −1 for a missing cell.
func code(data *inference.Dataset, j int, v float64) int {
	switch {
	case math.IsNaN(v):
		return -1
	case math.Round(data.InputAt(j, v)) >= 1:
		return 1
	}
	return 0
}

// coded is the code of each row of each column; the rows of x are in the units of data.
func coded(data *inference.Dataset, x *mat.Dense) [][]int {
	n, d := x.Dims()
	out := make([][]int, d)
	for j := range d {
		out[j] = make([]int, n)
		for i := range n {
			out[j][i] = code(data, j, x.At(i, j))
		}
	}
	return out
}

// newDiscrete counts the pairs of a forest in the codes of the columns.
func newDiscrete(forest []edge, data *inference.Dataset) *discrete {
	codes := coded(data, data.X)
	d := len(codes)
	t := &discrete{data: data, parent: make([]int, d), log: make([][2][2]float64, d)}
	adjacent := make([][]int, d)
	for _, e := range forest {
		adjacent[e.a], adjacent[e.b] = append(adjacent[e.a], e.b), append(adjacent[e.b], e.a)
	}
	for j := range t.parent {
		t.parent[j] = -2
	}
	for root := range d {
		if t.parent[root] != -2 {
			continue
		}
		t.parent[root] = -1
		at := len(t.order)
		for t.order = append(t.order, root); at < len(t.order); at++ {
			for _, k := range adjacent[t.order[at]] {
				if t.parent[k] == -2 {
					t.parent[k] = t.order[at]
					t.order = append(t.order, k)
				}
			}
		}
	}
	for j, p := range t.parent {
		ones, all := [2]float64{0.25, 0.25}, [2]float64{0.5, 0.5}
		for i, v := range codes[j] {
			given := 0
			if p >= 0 {
				given = codes[p][i]
			}
			if v < 0 || given < 0 {
				continue
			}
			all[given]++
			ones[given] += float64(v)
		}
		if p < 0 {
			ones = [2]float64{ones[0] + ones[1], ones[0] + ones[1]}
			all = [2]float64{all[0] + all[1], all[0] + all[1]}
		}
		for given := range 2 {
			t.log[j][given] = [2]float64{math.Log((all[given] - ones[given]) / all[given]), math.Log(ones[given] / all[given])}
		}
	}
	return t
}

// Log is the log probability of the cells seen: messages go up from the leaves, as logs, for many columns may hang on one.
func (t *discrete) Log(row []float64) float64 {
	up := make([][2]float64, len(t.parent)) // log probability of what is below a column, by its value
	log := 0.0
	for at := len(t.order) - 1; at >= 0; at-- {
		j := t.order[at]
		var to [2]float64
		v := code(t.data, j, row[j])
		for given, p := range t.log[j] {
			if v >= 0 {
				to[given] = p[v] + up[j][v]
			} else {
				to[given] = special.LogAdd(p[0]+up[j][0], p[1]+up[j][1])
			}
		}
		if p := t.parent[j]; p >= 0 {
			up[p][0], up[p][1] = up[p][0]+to[0], up[p][1]+to[1]
		} else {
			log += to[0]
		}
	}
	return log
}
