package blockmodel

import (
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/marginal/block"

	"gonum.org/v1/gonum/mat"
)

// A network holds the links of a relation as the law takes them.
type network struct {
	n        int
	name     string // of the relation; "" where there is one
	columns  []int  // of the data, one for each node
	kind     inference.Kind
	directed bool
	own      bool      // links of nodes with themselves count
	masses   bool      // cells have probabilities, not densities
	y        []float64 // n×d, NaN where blank; of undirected links both halves are the same
	back     []float64 // the transpose of y
	law      block.Law // with the usual hyperparameters
	// y is (x − centre)/scale for a number x of the table. They are 0 and 1 except for numbers.
	centre, scale float64
	out, in       []float64 // of each node, the factors of the exposure of its cells; nil for 1
}

// cell returns a cell of column j of the data in the units of the table, by its value u in working units.
func (t *network) cell(data *inference.Dataset, j int, u float64) float64 {
	x := data.InputAt(j, u)
	if t.masses {
		return math.Round(x)
	}
	return x
}

// kindOf is the kind of the numbers in some columns.
func kindOf(data *inference.Dataset, columns []int) inference.Kind {
	n := len(data.Rows)
	x := mat.NewDense(n, len(columns), nil)
	for i := range n {
		for k, j := range columns {
			x.Set(i, k, data.Input(i, j))
		}
	}
	return inference.KindOf(x)
}

// newNetwork reads the links of a relation, the cells of some columns. The error names the row and column that are
// wrong.
func newNetwork(data *inference.Dataset, name string, columns []int, s inference.Settings) (*network, error) {
	n := len(data.Rows)
	t := &network{n: n, name: name, columns: columns, kind: data.Kind, y: make([]float64, n*n), scale: 1}
	if len(columns) != len(data.Columns) {
		t.kind = kindOf(data, columns)
	}
	t.masses = t.kind == inference.Binary || t.kind == inference.Count
	for i := range n {
		for j, column := range columns {
			t.y[i*n+j] = t.cell(data, column, data.X.At(i, column))
			if i == j && t.y[i*n+j] != 0 && !math.IsNaN(t.y[i*n+j]) {
				t.own = true
			}
		}
	}
	if err := t.direct(data, s.Text("links")); err != nil {
		return nil, err
	}
	return t, t.weigh(data, s.Text("degrees") == degreesHeld)
}

// direct decides whether links have a direction. Of undirected ones a pair is blank where one of its two cells is, so
// that a hidden cell is not read from the other; unless all pairs have one cell at most, which is a triangle.
func (t *network) direct(data *inference.Dataset, links string) error {
	n, both := t.n, false
	differ := [2]int{-1, -1}
	for i := range n {
		for j := range i {
			a, b := t.y[i*n+j], t.y[j*n+i]
			if math.IsNaN(a) || math.IsNaN(b) {
				continue
			}
			both = true
			if math.Abs(a-b) > 1e-9*math.Max(math.Abs(a), math.Abs(b)) && differ[0] < 0 {
				differ = [2]int{i, j}
			}
		}
	}
	t.directed = links == linksDirected || links == linksByTable && differ[0] >= 0
	if t.directed {
		return nil
	}
	if differ[0] >= 0 {
		i, j := differ[0], differ[1]
		return fmt.Errorf("blockmodel: the two cells of %q and %q differ, %v and %v; undirected links are the same "+
			"both ways%s. Choose directed", data.Rows[i], data.Rows[j], t.y[i*n+j], t.y[j*n+i],
			t.of())
	}
	for i := range n {
		for j := range i {
			a, b := &t.y[i*n+j], &t.y[j*n+i]
			switch {
			case both && (math.IsNaN(*a) || math.IsNaN(*b)):
				*a, *b = math.NaN(), math.NaN()
			case math.IsNaN(*a):
				*a = *b
			default:
				*b = *a
			}
		}
	}
	return nil
}

// of names the relation, as in "of trade"; "" where there is one.
func (t *network) of() string {
	if t.name == "" {
		return ""
	}
	return " of " + t.name
}

// weigh finds the law, the scale of numbers and the degrees, and blanks cells that do not count.
func (t *network) weigh(data *inference.Dataset, degrees bool) error {
	n := t.n
	sum, square, count := 0.0, 0.0, 0.0
	t.each(func(i, j int, y float64) {
		sum += y
		count++
	})
	if count == 0 {
		return fmt.Errorf("blockmodel: no cell of two nodes%s is known", t.of())
	}
	mean := sum / count
	t.each(func(i, j int, y float64) { square += (y - mean) * (y - mean) })
	if square == 0 {
		return fmt.Errorf("blockmodel: all links%s are %v, so that nodes do not differ", t.of(), mean)
	}
	switch {
	case degrees && !t.masses:
		return fmt.Errorf("blockmodel: degrees are of yes/no links and counts; the links%s are numbers. "+
			"Choose degrees free", t.of())
	case t.kind == inference.Binary && !degrees:
		t.law = block.UsualBinary()
	case t.masses:
		t.law = block.UsualCounts(mean)
	default:
		t.centre, t.scale = mean, math.Sqrt(square/count)
		t.law = block.UsualNumbers()
	}
	for k := range t.y {
		if i, j := k/n, k%n; i == j && !t.own {
			t.y[k] = math.NaN()
		}
		t.y[k] = t.inner(t.y[k])
	}
	t.back = make([]float64, n*n)
	for i := range n {
		for j := range n {
			t.back[j*n+i] = t.y[i*n+j]
		}
	}
	if degrees {
		t.out, t.in = relative(t.y, n, mean), relative(t.back, n, mean)
	}
	return nil
}

// inner returns a number of the table as the law takes it.
func (t *network) inner(x float64) float64 { return (x - t.centre) / t.scale }

// relative returns the mean of the known cells of each row, with one cell of the mean of all more, relative to that.
func relative(y []float64, n int, mean float64) []float64 {
	out := make([]float64, n)
	for i := range n {
		sum, count := mean, 1.0
		for _, v := range y[i*n : (i+1)*n] {
			if !math.IsNaN(v) {
				sum += v
				count++
			}
		}
		out[i] = sum / count / mean
	}
	return out
}

// each calls f with the cells that count and are known, row by row.
func (t *network) each(f func(i, j int, y float64)) {
	for i := range t.n {
		for j := range t.n {
			if !t.counts(i, j) {
				continue
			}
			if y := t.y[i*t.n+j]; !math.IsNaN(y) {
				f(i, j, y)
			}
		}
	}
}

// counts reports whether a cell is one of the model's: of undirected links only those of a row and a later column.
func (t *network) counts(i, j int) bool {
	if i == j {
		return t.own
	}
	return t.directed || i < j
}

// exposure returns that of a cell.
func (t *network) exposure(i, j int) float64 {
	if t.out == nil {
		return 1
	}
	return t.out[i] * t.in[j]
}
