package missing

import (
	"cmp"
	"math"
	"math/bits"
	"sync"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
)

// A Pattern knows which cells of a table are missing. It is immutable; make one with [PatternOf].
type Pattern struct {
	Rows, Columns []string
	// InRow and InColumn are the numbers of missing cells in each row and column.
	InRow, InColumn []int
	Missing         int

	read grid // as the table has them

	once   sync.Once
	sorted grid // by pattern
	groups []Group
}

// A Group is rows of which the same columns are missing.
type Group struct {
	Rows    []int // ascending
	Columns []int // missing in these, ascending
}

// A grid holds a bit for each cell that is missing, in an order of rows and of columns.
type grid struct {
	rows, columns []int // at each place; nil as read
	wide          int   // words of a row
	bits          []uint64
}

// PatternOf returns the pattern of a table of the given rows and columns; NaN is missing.
func PatternOf(at func(i, j int) float64, rows, columns []string) *Pattern {
	n, d := len(rows), len(columns)
	p := &Pattern{Rows: rows, Columns: columns, InRow: make([]int, n), InColumn: make([]int, d)}
	p.read = newGrid(n, d)
	for i := range n {
		line := p.read.line(i)
		for j := range d {
			if math.IsNaN(at(i, j)) {
				line[j>>6] |= 1 << (j & 63)
				p.InRow[i]++
				p.InColumn[j]++
				p.Missing++
			}
		}
	}
	return p
}

func newGrid(n, d int) grid {
	wide := (d + 63) / 64
	return grid{wide: wide, bits: make([]uint64, n*wide)}
}

// Dims returns the numbers of rows and of columns.
func (p *Pattern) Dims() (n, d int) { return len(p.InRow), len(p.InColumn) }

// Whole returns how many rows and how many columns have no missing cell.
func (p *Pattern) Whole() (rows, columns int) {
	for _, k := range p.InRow {
		if k == 0 {
			rows++
		}
	}
	for _, k := range p.InColumn {
		if k == 0 {
			columns++
		}
	}
	return rows, columns
}

// Groups returns the rows by the columns that they lack, in the order in which they are shown by pattern.
func (p *Pattern) Groups() []Group {
	p.sort()
	return p.groups
}

// in returns the grid in an order.
func (p *Pattern) in(byPattern bool) *grid {
	if !byPattern {
		return &p.read
	}
	p.sort()
	return &p.sorted
}

// sort orders columns by how much of them is missing, the most at the left, and rows by their patterns in
// that order, so that rows that lack the same columns stand together.
func (p *Pattern) sort() {
	p.once.Do(func() {
		n, d := p.Dims()
		g := newGrid(n, d)
		g.columns = inference.UpTo(d)
		stable.Sort(g.columns, func(a, b int) int { return cmp.Compare(p.InColumn[b], p.InColumn[a]) })
		lines := newGrid(n, d) // columns sorted, rows as read
		for i := range n {
			from, to := p.read.line(i), lines.line(i)
			if p.InRow[i] == 0 {
				continue
			}
			for place, j := range g.columns {
				if p.InColumn[j] == 0 {
					break
				}
				if from[j>>6]>>(j&63)&1 == 1 {
					to[place>>6] |= 1 << (place & 63)
				}
			}
		}
		g.rows = inference.UpTo(n)
		stable.Sort(g.rows, func(a, b int) int { return compare(lines.line(a), lines.line(b)) })
		for place, i := range g.rows {
			copy(g.line(place), lines.line(i))
			if place == 0 || compare(lines.line(i), lines.line(g.rows[place-1])) != 0 {
				p.groups = append(p.groups, Group{Columns: p.lacks(i)})
			}
			last := &p.groups[len(p.groups)-1]
			last.Rows = append(last.Rows, i)
		}
		p.sorted = g
	})
}

// compare puts the line first that has the first column that the other has not.
func compare(a, b []uint64) int {
	for k := range a {
		if a[k] != b[k] {
			return cmp.Compare(bits.Reverse64(b[k]), bits.Reverse64(a[k]))
		}
	}
	return 0
}

// lacks lists the columns that are missing in a row.
func (p *Pattern) lacks(i int) (columns []int) {
	for k, word := range p.read.line(i) {
		for ; word != 0; word &= word - 1 {
			columns = append(columns, k<<6+bits.TrailingZeros64(word))
		}
	}
	return columns
}

func (g *grid) line(place int) []uint64 { return g.bits[place*g.wide : (place+1)*g.wide] }

func (g *grid) row(place int) int {
	if g.rows == nil {
		return place
	}
	return g.rows[place]
}

func (g *grid) column(place int) int {
	if g.columns == nil {
		return place
	}
	return g.columns[place]
}

// missing reports whether the cell at two places is.
func (g *grid) missing(row, column int) bool { return g.line(row)[column>>6]>>(column&63)&1 == 1 }

// count returns how many cells are missing from one place to before another in a line.
func count(line []uint64, from, to int) (n int) {
	if from >= to {
		return 0
	}
	a, b := from>>6, (to-1)>>6
	first, last := ^uint64(0)<<(from&63), ^uint64(0)>>(63-(to-1)&63)
	if a == b {
		return bits.OnesCount64(line[a] & first & last)
	}
	n = bits.OnesCount64(line[a]&first) + bits.OnesCount64(line[b]&last)
	for _, word := range line[a+1 : b] {
		n += bits.OnesCount64(word)
	}
	return n
}

// shares returns, for each of height × width equal parts of the places from r0 to before r1 and c0 to before c1, the
// share of its cells that are missing. There are no more parts than places. Every cell counts in one part.
func (g *grid) shares(r0, r1, c0, c1, width, height int) []float32 {
	out := make([]float32, width*height)
	edges := make([]int, width+1)
	for x := range edges {
		edges[x] = c0 + x*(c1-c0)/width
	}
	counts := make([]int, width)
	for y := range height {
		from, to := r0+y*(r1-r0)/height, r0+(y+1)*(r1-r0)/height
		clear(counts)
		for r := from; r < to; r++ {
			line := g.line(r)
			for x := range counts {
				counts[x] += count(line, edges[x], edges[x+1])
			}
		}
		for x, k := range counts {
			out[y*width+x] = float32(k) / float32((to-from)*(edges[x+1]-edges[x]))
		}
	}
	return out
}
