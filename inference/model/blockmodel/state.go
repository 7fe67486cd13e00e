package blockmodel

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/labels"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/process/crp"
	"example.org/espalier/inference/process/marginal/block"
)

// A state is the clusters of the nodes with what is learnt beside them. Between sweeps z, alpha and law are all of it.
type state struct {
	t     *network
	z     []int // slot of each node, numbered by first appearance between sweeps; −1 for one that is in none
	alpha float64
	law   block.Law // with tables
	fixed bool      // α is held
	usual bool      // so are the hyperparameters of the law

	crp.Slots[*cluster]
	room int // slots for which blocks have room
	// Statistics of blocks: those of clusters k and b are block k·room+b of to, and of undirected links also
	// b·room+k. Of directed ones from has block b·room+k of to at k·room+b, but zeros for a cluster with itself.
	to, from []float64

	cells, reach, none []float64 // those of one node towards each slot, and from it; zeros
	weights            []float64 // scratch
}

// A cluster is some nodes together.
type cluster struct{ size int }

// fresh returns a cluster without nodes.
func fresh() *cluster { return new(cluster) }

func (c *cluster) clear() { c.size = 0 }

// begin fills the clusters and blocks from the labels.
func (s *state) begin() {
	k := labels.Number(s.z)
	s.Slots = crp.Slots[*cluster]{}
	s.room, s.to, s.from = 0, nil, nil
	s.grow(k + 2)
	for range k {
		s.Open(fresh, (*cluster).clear)
	}
	for _, k := range s.z {
		s.Clusters[k].size++
	}
	w := s.law.Width()
	s.t.each(func(i, j int, y float64) {
		at := (s.z[i]*s.room + s.z[j]) * w
		s.law.Add(s.to[at:at+w], y, s.t.exposure(i, j))
	})
	for a := range k {
		for b := range k {
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

// grow makes room for more slots.
func (s *state) grow(room int) {
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
	s.cells, s.reach, s.none = make([]float64, room*w), make([]float64, room*w), make([]float64, room*w)
}

// open returns a slot without nodes.
func (s *state) open() int {
	k := s.Open(fresh, (*cluster).clear)
	if k >= s.room {
		cells, reach := s.cells, s.reach
		s.grow(s.room + s.room/2 + 2)
		copy(s.cells, cells)
		copy(s.reach, reach)
	}
	return k
}

// block returns a block of all.
func (s *state) block(all []float64, k, b int) []float64 {
	w := s.law.Width()
	at := (k*s.room + b) * w
	return all[at : at+w : at+w]
}

// row returns the blocks of a slot with all others.
func (s *state) row(all []float64, k int) []float64 {
	w := s.room * s.law.Width()
	return all[k*w : (k+1)*w]
}

// part returns the statistics of a node with a slot.
func (s *state) part(of []float64, k int) []float64 {
	w := s.law.Width()
	return of[k*w : (k+1)*w : (k+1)*w]
}

// gather sums the cells of a node with those that are in a slot, itself not, and returns those of its own cell.
func (s *state) gather(i int) (own []float64) {
	clear(s.cells)
	clear(s.reach)
	t, w := s.t, s.law.Width()
	row, back := t.y[i*t.n:(i+1)*t.n], t.back[i*t.n:(i+1)*t.n]
	for j, k := range s.z {
		if k < 0 || j == i {
			continue
		}
		if y := row[j]; !math.IsNaN(y) {
			s.law.Add(s.cells[k*w:(k+1)*w], y, t.exposure(i, j))
		}
		if !t.directed {
			continue
		}
		if y := back[j]; !math.IsNaN(y) {
			s.law.Add(s.reach[k*w:(k+1)*w], y, t.exposure(j, i))
		}
	}
	own = make([]float64, w)
	if t.own {
		s.law.Add(own, row[i], t.exposure(i, i))
	}
	return own
}

// within calls f while the cells of the gathered node with slot k are those that go to the block of k with itself.
func (s *state) within(k int, own []float64, f func()) {
	w := s.law.Width()
	to, from := s.part(s.cells, k), s.part(s.reach, k)
	var keep [2][8]float64
	copy(keep[0][:w], to)
	copy(keep[1][:w], from)
	s.law.Merge(to, from)
	s.law.Merge(to, own)
	clear(from)
	f()
	copy(to, keep[0][:w])
	copy(from, keep[1][:w])
}

// gain returns by how much the log likelihood rises if the gathered node joins slot k, which may be empty
// (equation 12.2).
func (s *state) gain(k int, own []float64) (gain float64) {
	s.within(k, own, func() {
		gain = s.law.LogTogether(s.row(s.to, k), s.cells) - s.law.LogTogether(s.row(s.to, k), s.none)
		if s.t.directed {
			gain += s.law.LogTogether(s.row(s.from, k), s.reach) - s.law.LogTogether(s.row(s.from, k), s.none)
		}
	})
	return gain
}

// alone returns the log likelihood of the gathered node in a cluster of its own.
func (s *state) alone(own []float64) (log float64) {
	log = s.law.LogTogether(s.cells, s.none) + s.law.Log(own)
	if s.t.directed {
		log += s.law.LogTogether(s.reach, s.none)
	}
	return log
}

// move puts the cells of the gathered node into the blocks of slot k by law.Merge, or takes them out by law.Part.
func (s *state) move(k int, own []float64, change func(s, t []float64)) {
	s.within(k, own, func() {
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

// join puts the gathered node into slot k.
func (s *state) join(i, k int, own []float64) {
	s.move(k, own, s.law.Merge)
	s.z[i] = k
	s.Clusters[k].size++
}

// all returns the statistics of all blocks with nodes, each once.
func (s *state) all() (out []float64) {
	for at, k := range s.Active {
		for before, b := range s.Active {
			if s.t.directed || before <= at {
				out = append(out, s.block(s.to, k, b)...)
			}
		}
	}
	return out
}

// log is the log likelihood of all blocks.
func (s *state) log() float64 {
	all := s.all()
	return s.law.LogTogether(all, make([]float64, len(all)))
}

// learn draws α and the hyperparameters of the law given the clusters.
func (s *state) learn(rng *rand.Rand) {
	if n := s.t.n; !s.fixed {
		s.alpha = crp.DrawConcentration(s.alpha, n, len(s.Active), 1, crp.ConcentrationRate(n), rng)
	}
	if !s.usual {
		s.law = block.Learn(s.law, s.all(), rng).Tabulated(s.t.n * s.t.n)
	}
}

// logJoint returns log p(links, clusters, α) under the present hyperparameters (equation 12.1).
func (s *state) logJoint() float64 {
	n := float64(s.t.n)
	sum := s.log() + special.LogGamma(s.alpha) - special.LogGamma(s.alpha+n)
	for _, k := range s.Active {
		sum += math.Log(s.alpha) + special.LogGamma(float64(s.Clusters[k].size))
	}
	if !s.fixed {
		rate := crp.ConcentrationRate(s.t.n)
		sum += math.Log(rate) - rate*s.alpha
	}
	return sum
}
