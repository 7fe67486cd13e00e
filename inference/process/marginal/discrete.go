package marginal

import (
	"math"
	"slices"

	"example.org/espalier/inference/algorithm/special"
)

// Discrete is the Dirichlet-multinomial marginal likelihood of which BDeu is made (Buntine 1991;
// Heckerman, Geiger and Chickering 1995): the cells of l columns share the weight α evenly,
//
//	m(Y) = Γ(α)/Γ(α+N) Π_cells Γ(N_c + α/C)/Γ(α/C),   C the number of possible cells
type Discrete struct {
	levels []int
	codes  [][]int32 // by column
	n      int
	alpha  float64
	counts []int32
	keys   []uint64
}

var _ Scorer = (*Discrete)(nil)

// NewDiscrete prepares columns of codes 0 … levels−1, all of one length, with weight alpha > 0. It
// panics for a code out of range.
func NewDiscrete(codes [][]int32, levels []int, alpha float64) *Discrete {
	d := &Discrete{levels: levels, codes: codes, alpha: alpha}
	if len(codes) > 0 {
		d.n = len(codes[0])
	}
	for j, c := range codes {
		if len(c) != d.n || levels[j] < 1 {
			panic("marginal: columns of different lengths")
		}
		for _, v := range c {
			if v < 0 || int(v) >= levels[j] {
				panic("marginal: a code is out of range")
			}
		}
	}
	return d
}

// Columns implements Scorer.
func (d *Discrete) Columns() int { return len(d.codes) }

// With implements Scorer; row holds codes.
func (d *Discrete) With(row []float64) Scorer {
	c := &Discrete{levels: d.levels, n: d.n + 1, alpha: d.alpha}
	for j, column := range d.codes {
		c.codes = append(c.codes, append(slices.Clip(column), int32(row[j])))
	}
	return c
}

// dense is the greatest number of cells that are counted in a table.
const dense = 1 << 14

// Log implements Scorer. N·l operations for l columns, and N log N where the cells are many.
func (d *Discrete) Log(set []int) float64 {
	if len(set) == 0 {
		return 0
	}
	cells := 1.0
	for _, j := range set {
		cells *= float64(d.levels[j])
	}
	if cap(d.keys) < d.n {
		d.keys = make([]uint64, d.n)
	}
	keys := d.keys[:d.n]
	clear(keys)
	for _, j := range set {
		k := uint64(d.levels[j])
		for i, v := range d.codes[j] {
			keys[i] = keys[i]*k + uint64(v)
		}
	}
	a := d.alpha / cells
	own := special.LogGamma(a)
	sum := special.LogGamma(d.alpha) - special.LogGamma(d.alpha+float64(d.n))
	if cells <= dense {
		if d.counts == nil {
			d.counts = make([]int32, dense)
		}
		counts := d.counts[:int(cells)]
		clear(counts)
		for _, k := range keys {
			counts[k]++
		}
		for _, c := range counts {
			if c > 0 {
				sum += special.LogGamma(float64(c)+a) - own
			}
		}
		return sum
	}
	if cells >= math.MaxUint64 {
		panic("marginal: too many cells")
	}
	slices.Sort(keys)
	for i := 0; i < len(keys); {
		from := i
		for i < len(keys) && keys[i] == keys[from] {
			i++
		}
		sum += special.LogGamma(float64(i-from)+a) - own
	}
	return sum
}
