package bicluster

import (
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/process/marginal/block"
)

// A part is the columns of one kind.
type part struct {
	law     block.Law // with the usual hyperparameters
	columns int       // how many
	masses  bool      // cells have probabilities, not densities
}

// A table holds the cells as the laws take them.
type table struct {
	n, d  int
	parts []part
	part  []int     // of each column
	place []int     // of each column among those of its part
	x     []float64 // n×d, NaN for blanks
	// exposures of counts, by column and row; nil for 1
	exposures [][]float64
}

func newTable(data *inference.Dataset) (*table, error) {
	if data.Kinds != nil {
		return ofKinds(data)
	}
	n, d := data.Dims()
	t := &table{n: n, d: d, part: make([]int, d), place: make([]int, d), x: make([]float64, n*d)}
	sum, count := 0.0, 0
	for i := range n {
		for j := range d {
			y := block.Cell(data, j, data.X.At(i, j))
			t.x[i*d+j] = y
			if !math.IsNaN(y) {
				sum += y
				count++
			}
		}
	}
	for j := range d {
		t.place[j] = j
	}
	p := part{columns: d, masses: block.Discrete(data)}
	switch {
	case p.masses && data.Kind == inference.Binary:
		p.law = block.UsualBinary()
	case p.masses:
		p.law = block.UsualCounts(max(sum, 1) / float64(max(count, 1)))
	default:
		p.law = block.UsualNumbers()
	}
	t.parts = []part{p}
	return t, nil
}

// ofKinds returns a table of columns of several kinds, a part for each: yes/no, categories of as many levels, counts,
// and numbers.
func ofKinds(data *inference.Dataset) (*table, error) {
	laws, exposures, err := block.Of(data)
	if err != nil {
		return nil, fmt.Errorf("bicluster: %w", err)
	}
	n, d := data.Dims()
	t := &table{n: n, d: d, part: make([]int, d), place: make([]int, d), exposures: exposures}
	for i := range n {
		t.x = append(t.x, data.X.RawRowView(i)...)
	}
	type like struct {
		sort  column.Sort
		width int
	}
	parts := map[like]int{}
	var typical []float64 // of parts of counts: the rates of their columns
	for j, l := range laws {
		k := like{sort: column.Number}
		switch sort := data.KindAt(j).Sort; {
		case l == nil:
			l = block.UsualNumbers()
		case sort == column.Ordered:
			k = like{column.Category, l.Width()}
		default:
			k = like{sort, l.Width()}
		}
		p, ok := parts[k]
		if !ok {
			p = len(t.parts)
			parts[k] = p
			t.parts, typical = append(t.parts, part{law: l, masses: k.sort.Mass()}), append(typical, 0)
		}
		t.part[j], t.place[j] = p, t.parts[p].columns
		t.parts[p].columns++
		if k.sort == column.Count {
			typical[p] += l.Mean(make([]float64, l.Width()))
			t.parts[p].law = block.UsualCounts(typical[p] / float64(t.parts[p].columns))
		}
	}
	return t, nil
}

// exposure returns that of a cell.
func (t *table) exposure(i, j int) float64 {
	if t.exposures == nil {
		return 1
	}
	return block.Exposure(t.exposures[j], i)
}

// laws returns the laws with the usual hyperparameters.
func (t *table) laws() (laws []block.Law) {
	for _, p := range t.parts {
		laws = append(laws, p.law)
	}
	return laws
}

// tabulated returns laws with tables for the blocks that they can have.
func (t *table) tabulated(laws []block.Law) (out []block.Law) {
	for p, l := range laws {
		out = append(out, l.Tabulated(t.n*t.parts[p].columns))
	}
	return out
}
