package blockmodel

import (
	"math"
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference/process/marginal/block"
)

// A part is something that the clusters explain: the links of a relation, or a column that describes the nodes. It
// holds the statistics of its cells by slots of clusters. Methods about a node are about the one gathered last, which
// is then in no slot.
type part interface {
	begin(z []int, room int) // fills the statistics from the slots of the nodes
	grow(room int)           // makes room for more slots
	gather(z []int, i int)   // sums the cells of a node with those that are in each slot
	gain(k int) float64      // by how much the log likelihood rises if the node joins slot k, which may be empty
	alone() float64          // log likelihood of the node in a cluster of its own
	put(k int)               // puts the cells of the node into those of slot k
	take(k int)              // takes them out
	empty(k int)             // takes all cells out of slot k
	merge(a, b int)          // moves all cells of slot b to slot a
	keep() [][]float64       // copies the statistics
	restore(kept [][]float64)
	log(active []int) float64 // log likelihood of all cells
	learn(active []int, rng *rand.Rand)
	hyper() []float64
	with(hyper []float64) part // the part without statistics under others
}

// A layer is the links of a relation in blocks.
type layer struct {
	t    *network
	law  block.Law // with tables
	room int       // slots for which blocks have room
	// Statistics of blocks: those of clusters k and b are block k·room+b of to, and of undirected links also
	// b·room+k. Of directed ones from has block b·room+k of to at k·room+b, but zeros for a cluster with itself.
	to, from []float64

	cells, reach, own, none []float64 // those of the node towards each slot, from it, and with itself; zeros

	// Where each node's cells are not zero, along its row and its column, if so many zeros have so many times the
	// statistics of one; else nil.
	some    [2][][]int32
	zero    []float64 // statistics of a cell that is zero
	members []int     // scratch: nodes of each slot
}

func newLayer(t *network) *layer { return &layer{t: t, law: t.law.Tabulated(t.n * t.n)} }

func (s *layer) begin(z []int, room int) {
	s.room, s.to, s.from = 0, nil, nil
	s.list()
	s.grow(room)
	w := s.law.Width()
	s.t.each(func(i, j int, y float64) {
		at := (z[i]*s.room + z[j]) * w
		s.law.Add(s.to[at:at+w], y, s.t.exposure(i, j))
	})
	for a := range room {
		for b := range room {
			switch x, y := s.block(s.to, a, b), s.block(s.to, b, a); {
			case s.t.directed && a != b:
				copy(s.block(s.from, b, a), x)
			case !s.t.directed && a < b:
				s.law.Merge(x, y)
				copy(y, x)
			}
		}
	}
}

func (s *layer) grow(room int) {
	w := s.law.Width()
	bigger := func(old []float64) []float64 {
		out := make([]float64, room*room*w)
		for k := range s.room {
			copy(out[k*room*w:], old[k*s.room*w:(k+1)*s.room*w])
		}
		return out
	}
	s.to = bigger(s.to)
	if s.t.directed {
		s.from = bigger(s.from)
	}
	s.room = room
	cells, reach := s.cells, s.reach
	s.cells, s.reach, s.none = make([]float64, room*w), make([]float64, room*w), make([]float64, room*w)
	copy(s.cells, cells)
	copy(s.reach, reach)
	s.members = make([]int, room)
}

// list finds the cells of each node that are not zero.
func (s *layer) list() {
	switch s.law.(type) {
	case *block.Binary, *block.Counts:
	default:
		return
	}
	t := s.t
	if t.out != nil { // cells differ in their exposures
		return
	}
	s.zero = make([]float64, s.law.Width())
	s.law.Add(s.zero, 0, 1)
	for side, all := range [2][]float64{t.y, t.back} {
		lists, found := make([][]int32, t.n), []int32(nil)
		for i := range lists {
			from := len(found)
			for j, y := range all[i*t.n : (i+1)*t.n] {
				if y != 0 && j != i {
					found = append(found, int32(j))
				}
			}
			lists[i] = found[from:len(found):len(found)]
		}
		if s.some[side] = lists; !t.directed {
			break
		}
	}
}

// sum adds the cells of a node with those that are in each slot, of which some are not zero.
func (s *layer) sum(cells []float64, z []int, i int, row []float64, some []int32) {
	clear(s.members)
	for _, k := range z {
		if k >= 0 {
			s.members[k]++
		}
	}
	if k := z[i]; k >= 0 {
		s.members[k]--
	}
	w := len(s.zero)
	for _, j := range some {
		if k := z[j]; k >= 0 {
			s.members[k]--
			s.law.Add(cells[k*w:(k+1)*w], row[j], 1)
		}
	}
	for k, n := range s.members {
		if n > 0 {
			for c, u := range s.zero {
				cells[k*w+c] += float64(n) * u
			}
		}
	}
}

// block returns a block of all.
func (s *layer) block(all []float64, k, b int) []float64 {
	w := s.law.Width()
	at := (k*s.room + b) * w
	return all[at : at+w : at+w]
}

// row returns the blocks of a slot with all others.
func (s *layer) row(all []float64, k int) []float64 {
	w := s.room * s.law.Width()
	return all[k*w : (k+1)*w]
}

// part returns the statistics of the node with a slot.
func (s *layer) part(of []float64, k int) []float64 {
	w := s.law.Width()
	return of[k*w : (k+1)*w : (k+1)*w]
}

func (s *layer) gather(z []int, i int) {
	clear(s.cells)
	clear(s.reach)
	t, w := s.t, s.law.Width()
	row, back := t.y[i*t.n:(i+1)*t.n], t.back[i*t.n:(i+1)*t.n]
	if s.zero != nil {
		s.sum(s.cells, z, i, row, s.some[0][i])
		if t.directed {
			s.sum(s.reach, z, i, back, s.some[1][i])
		}
	} else {
		for j, k := range z {
			if k < 0 || j == i {
				continue
			}
			if y := row[j]; !math.IsNaN(y) {
				s.law.Add(s.cells[k*w:(k+1)*w], y, t.exposure(i, j))
			}
			if y := back[j]; t.directed && !math.IsNaN(y) {
				s.law.Add(s.reach[k*w:(k+1)*w], y, t.exposure(j, i))
			}
		}
	}
	s.own = make([]float64, w)
	if t.own {
		s.law.Add(s.own, row[i], t.exposure(i, i))
	}
}

// within calls f while the cells of the node with slot k are those that go to the block of k with itself.
func (s *layer) within(k int, f func()) {
	w := s.law.Width()
	to, from := s.part(s.cells, k), s.part(s.reach, k)
	var keep [2][8]float64
	copy(keep[0][:w], to)
	copy(keep[1][:w], from)
	s.law.Merge(to, from)
	s.law.Merge(to, s.own)
	clear(from)
	f()
	copy(to, keep[0][:w])
	copy(from, keep[1][:w])
}

// gain is that of equation 12.2.
func (s *layer) gain(k int) (gain float64) {
	s.within(k, func() {
		gain = s.law.LogTogether(s.row(s.to, k), s.cells) - s.law.LogTogether(s.row(s.to, k), s.none)
		if s.t.directed {
			gain += s.law.LogTogether(s.row(s.from, k), s.reach) - s.law.LogTogether(s.row(s.from, k), s.none)
		}
	})
	return gain
}

func (s *layer) alone() (log float64) {
	log = s.law.LogTogether(s.cells, s.none) + s.law.Log(s.own)
	if s.t.directed {
		log += s.law.LogTogether(s.reach, s.none)
	}
	return log
}

func (s *layer) put(k int)  { s.move(k, s.law.Merge) }
func (s *layer) take(k int) { s.move(k, s.law.Part) }

// move changes the blocks of slot k by the cells of the node.
func (s *layer) move(k int, change func(s, t []float64)) {
	s.within(k, func() {
		change(s.row(s.to, k), s.cells)
		if s.t.directed {
			change(s.row(s.from, k), s.reach)
		}
		for b := range s.room {
			switch {
			case b == k:
			case s.t.directed:
				change(s.block(s.from, b, k), s.part(s.cells, b))
				change(s.block(s.to, b, k), s.part(s.reach, b))
			default:
				change(s.block(s.to, b, k), s.part(s.cells, b))
			}
		}
	})
}

func (s *layer) empty(k int) {
	for b := range s.room {
		clear(s.block(s.to, k, b))
		clear(s.block(s.to, b, k))
		if s.t.directed {
			clear(s.block(s.from, k, b))
			clear(s.block(s.from, b, k))
		}
	}
}

func (s *layer) merge(a, b int) {
	add := func(to, k, b, l int) { s.law.Merge(s.block(s.to, to, k), s.block(s.to, b, l)) }
	add(a, a, b, b)
	add(a, a, a, b)
	if s.t.directed {
		add(a, a, b, a)
	}
	for k := range s.room {
		if k == a || k == b {
			continue
		}
		add(a, k, b, k)
		add(k, a, k, b)
		if s.t.directed {
			copy(s.block(s.from, k, a), s.block(s.to, a, k))
			copy(s.block(s.from, a, k), s.block(s.to, k, a))
		}
	}
	s.empty(b)
}

func (s *layer) keep() [][]float64 { return [][]float64{slices.Clone(s.to), slices.Clone(s.from)} }

func (s *layer) restore(kept [][]float64) {
	copy(s.to, kept[0])
	copy(s.from, kept[1])
}

// all returns the statistics of all blocks with nodes, each once.
func (s *layer) all(active []int) []float64 {
	out := make([]float64, 0, len(active)*len(active)*s.law.Width())
	for at, k := range active {
		for before, b := range active {
			if s.t.directed || before <= at {
				out = append(out, s.block(s.to, k, b)...)
			}
		}
	}
	return out
}

func (s *layer) log(active []int) float64 {
	all := s.all(active)
	return s.law.LogTogether(all, make([]float64, len(all)))
}

// tableShare is how many times the cells of the largest block tables are made for: blocks grow between two of them.
const tableShare = 4

func (s *layer) learn(active []int, rng *rand.Rand) {
	all, most := s.all(active), 0.0
	for w, at := s.law.Width(), 0; at < len(all); at += w {
		most = max(most, s.law.Count(all[at:at+w]))
	}
	s.law = block.Learn(s.law, all, rng).Tabulated(min(tableShare*int(most), s.t.n*s.t.n))
}

func (s *layer) hyper() []float64 { return s.law.Hyper() }

func (s *layer) with(hyper []float64) part {
	return &layer{t: s.t, law: s.t.law.With(hyper).Tabulated(s.t.n * s.t.n)}
}
