package loadings

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/parallel"
	"example.org/espalier/inference/process/observation"
)

// observed is the table as the sampler sees it: D items, which have loadings, by N cases. Items that [varying] leaves
// out are not among them.
type observed struct {
	d, n   int
	y      []float64 // D×N, less the offset of the item, 0 where missing
	whole  int       // the items of the table, those that are left out included
	place  []int     // of each item in the table; nil where they are all there
	offset []float64 // of each item of the table: the mean of its observed cells
	square []float64 // of each item: Σ y²
	count  []int     // number of observed cells of each item
	total  int       // number of observed cells
	items  []gaps    // of each item, over cases
	cases  []gaps    // of each case, over items
	order  []int32   // cases, with those that miss the same items next to each other
	latent *latent   // of items that are not numbers; nil where there are none
}

// gaps lists the missing cells of one item or case, or the observed ones where these are fewer.
type gaps struct {
	at   []int32
	seen bool // at lists the observed cells
}

func (g gaps) none() bool { return !g.seen && len(g.at) == 0 }

// erase sets missing cells to 0.
func (g gaps) erase(e []float64) {
	if !g.seen {
		for _, n := range g.at {
			e[n] = 0
		}
		return
	}
	next := 0
	for n := range e {
		if next < len(g.at) && int(g.at[next]) == n {
			next++
		} else {
			e[n] = 0
		}
	}
}

// cellsOf returns the numbers of items and cases of a data set, and its cells.
func cellsOf(data *inference.Dataset, side inference.Side) (items, cases int, at func(d, n int) float64) {
	rows, columns := data.Dims()
	if side == inference.OnRows {
		return rows, columns, data.X.At
	}
	return columns, rows, func(d, n int) float64 { return data.X.At(n, d) }
}

// varying returns the items, in order, that do not have the same value throughout. The others say nothing about
// factors, because the mean of an item is taken as known. They would say of their noise that it is zero, and where the
// items share the rate b_ψ of their noise, no prior would stand against that: their precisions and b_ψ would run away
// together. Items without one observed cell count as varying: nothing is known of their noise.
func varying(data *inference.Dataset, side inference.Side) (places []int) {
	const ulps = 4 * 0x1p-52 // the difference that rounding may make of equal values
	items, cases, at := cellsOf(data, side)
	limited := make(map[int]bool)
	for cell := range data.Limits {
		if side == inference.OnColumns {
			limited[cell.Column] = true
		}
	}
	for d := range items {
		low, high := math.Inf(1), math.Inf(-1)
		for n := range cases {
			if v := at(d, n); !math.IsNaN(v) {
				low, high = min(low, v), max(high, v)
			}
		}
		if low > high || limited[d] || high-low > ulps*max(math.Abs(low), math.Abs(high)) {
			places = append(places, d)
		}
	}
	return places
}

// Constant returns how many items of a data set have the same value throughout, and how many items there are. A state
// leaves such items out; see [New].
func Constant(data *inference.Dataset, side inference.Side) (constant, items int) {
	items, _, _ = cellsOf(data, side)
	return items - len(varying(data, side)), items
}

// observe converts a data set into this form, on this many threads. columns are those of the items' kinds, nil for
// numbers; nil altogether if all are numbers; learn says that cut points are drawn.
func observe(data *inference.Dataset, side inference.Side, columns []observation.Column, learn bool,
	threads int) *observed {
	whole, cases, cell := cellsOf(data, side)
	places := varying(data, side)
	o := &observed{d: len(places), n: cases, whole: whole, offset: make([]float64, whole)}
	if o.d < whole {
		o.place = places
	}
	o.y = make([]float64, o.d*o.n)
	missing := make([]bool, len(o.y))
	at := func(d, n int) float64 { return cell(places[d], n) }
	for d, next := 0, 0; d < whole; d++ { // the value of an item that is left out
		if next < len(places) && places[next] == d {
			next++
			continue
		}
		for n := range cases {
			if v := cell(d, n); !math.IsNaN(v) {
				o.offset[d] = v
				break
			}
		}
	}
	o.latent = newLatent(o, columns, learn, at)
	parallel.Do(o.d, threads, func(d int) {
		sum, count := 0.0, 0
		hidden := o.latent.has(d)
		for n := range o.n {
			v := at(d, n)
			if hidden && o.latent.cells[d][n] != nil {
				v = o.latent.first(d, n)
			}
			if math.IsNaN(v) {
				missing[d*o.n+n] = true
				continue
			}
			o.y[d*o.n+n] = v
			sum += v
			count++
		}
		if count == 0 || hidden {
			return
		}
		mean := sum / float64(count)
		if math.Abs(mean) < 1e-12 {
			mean = 0 // already centred
		}
		o.offset[places[d]] = mean
		for n := range o.n {
			if !missing[d*o.n+n] {
				o.y[d*o.n+n] -= mean
			}
		}
	})
	o.hide(missing, threads)
	return o
}

// hide records which cells, D×N, are missing, on this many threads; they are 0 in y.
func (o *observed) hide(missing []bool, threads int) {
	o.items, o.cases, o.count = make([]gaps, o.d), make([]gaps, o.n), make([]int, o.d)
	o.square = make([]float64, o.d)
	parallel.Do(o.d, threads, func(d int) {
		o.items[d] = gapsOf(o.n, func(n int) bool { return missing[d*o.n+n] })
		o.count[d] = o.n - len(o.items[d].at)
		if o.items[d].seen {
			o.count[d] = len(o.items[d].at)
		}
		row := o.row(d)
		o.square[d] = dot(row, row)
	})
	o.total = 0
	for _, count := range o.count {
		o.total += count
	}
	pattern := make([]uint64, o.n)
	o.order = make([]int32, o.n)
	parallel.Blocks(o.n, 64, threads, func(_, low, high int) {
		for n := low; n < high; n++ {
			o.cases[n] = gapsOf(o.d, func(d int) bool { return missing[d*o.n+n] })
			h := fnv.New64a()
			var b [4]byte
			for _, d := range o.cases[n].at {
				binary.LittleEndian.PutUint32(b[:], uint32(d))
				h.Write(b[:])
			}
			pattern[n] = h.Sum64()
			o.order[n] = int32(n)
		}
	})
	stable.Sort(o.order, func(a, b int32) int {
		switch x, y := pattern[a], pattern[b]; {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
}

func gapsOf(n int, missing func(int) bool) gaps {
	var gone, there []int32
	for i := range n {
		if missing(i) {
			gone = append(gone, int32(i))
		}
	}
	if 2*len(gone) <= n {
		return gaps{at: gone}
	}
	for i := range n {
		if !missing(i) {
			there = append(there, int32(i))
		}
	}
	return gaps{at: there, seen: true}
}

// same reports whether two cases miss the same items.
func (o *observed) same(a, b int32) bool {
	x, y := o.cases[a], o.cases[b]
	return x.seen == y.seen && slices.Equal(x.at, y.at)
}

// inTable returns the place of an item in the table.
func (o *observed) inTable(d int) int {
	if o.place == nil {
		return d
	}
	return o.place[d]
}

// of returns the item at a place of the table, −1 if it is left out.
func (o *observed) of(place int) int {
	if o.place == nil {
		return place
	}
	if d, there := slices.BinarySearch(o.place, place); there {
		return d
	}
	return -1
}

// row returns the cells of an item.
func (o *observed) row(d int) []float64 { return o.y[d*o.n : (d+1)*o.n] }
