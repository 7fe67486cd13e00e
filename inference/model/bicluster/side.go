package bicluster

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/process/categorical"
	"example.org/espalier/inference/process/crp"
	"example.org/espalier/inference/process/marginal/block"
)

// The two sides of the table.
const (
	ofRows = iota
	ofColumns
)

// A side is the rows or the columns while they move and the other side is held. Its items are held as the statistics
// of their cells in each cluster of the other side; so are its clusters.
type side struct {
	crp.Slots[*cluster]
	t      *table
	which  int
	laws   []block.Law
	alpha  float64
	across int         // clusters of the other side
	own    [][]float64 // by part: the statistics of all its items, one after the other
	none   [][]float64 // by part: those of an item without cells
	alone  []float64   // log likelihood of each item by itself; NaN until needed

	z []int // slot of each item

	weights, joined []float64 // scratch
}

// A cluster is some items of a side together.
type cluster struct {
	size  int
	stats [][]float64 // by part: its blocks, one after the other
	logs  []float64   // by part: their log likelihood
}

// newSide prepares items with the labels z, where the other side has so many clusters. Its items are gathered row by
// row; then settle fills the clusters.
func newSide(t *table, which int, laws []block.Law, alpha float64, z []int, across int) *side {
	s := &side{t: t, which: which, laws: laws, alpha: alpha, across: across, z: z}
	for p, l := range laws {
		items := t.n
		if which == ofColumns {
			items = t.parts[p].columns
		}
		s.own = append(s.own, make([]float64, items*across*l.Width()))
		s.none = append(s.none, make([]float64, across*l.Width()))
	}
	s.alone = make([]float64, len(z))
	for i := range s.alone {
		s.alone[i] = math.NaN()
	}
	return s
}

// gather adds the cells of a row of the table to the items, other holding the labels of the other side.
func (s *side) gather(row int, other []int) {
	t := s.t
	for j, y := range t.x[row*t.d : (row+1)*t.d] {
		p := t.part[j]
		w := s.laws[p].Width()
		at := t.place[j] * s.across * w
		if s.which == ofColumns {
			at += other[row] * w
		} else {
			at = (row*s.across + other[j]) * w
		}
		s.laws[p].Add(s.own[p][at:at+w], y, t.exposure(row, j))
	}
}

// parts returns the parts in which an item has cells: those from, …, to−1.
func (s *side) parts(item int) (from, to int) {
	if s.which == ofRows {
		return 0, len(s.laws)
	}
	return s.t.part[item], s.t.part[item] + 1
}

// of returns the statistics of an item in a part.
func (s *side) of(item, p int) []float64 {
	if s.which == ofColumns {
		item = s.t.place[item]
	}
	width := len(s.none[p])
	return s.own[p][item*width : (item+1)*width]
}

// settle puts the items from … to−1 into the clusters of their labels, which are those of slots.
func (s *side) settle(from, to int) {
	for i := from; i < to; i++ {
		for s.z[i] >= len(s.Clusters) {
			s.open()
		}
		s.add(s.Clusters[s.z[i]], i)
	}
}

// fresh returns a cluster without items.
func (s *side) fresh() *cluster {
	c := &cluster{logs: make([]float64, len(s.laws))}
	for _, n := range s.none {
		c.stats = append(c.stats, make([]float64, len(n)))
	}
	return c
}

// clear takes all items out of a cluster.
func (c *cluster) clear() {
	c.size = 0
	for p := range c.stats {
		clear(c.stats[p])
		c.logs[p] = 0
	}
}

// log is the log likelihood of all blocks of a cluster.
func (c *cluster) log() (sum float64) {
	for _, v := range c.logs {
		sum += v
	}
	return sum
}

// add puts an item into a cluster.
func (s *side) add(c *cluster, item int) {
	s.joined = s.joined[:0]
	s.with(c, item)
	s.join(c, item, s.joined)
}

// with returns the increase of the log likelihood of a cluster if an item joins it. It appends to joined the log
// likelihood then of each part in which the item has cells.
func (s *side) with(c *cluster, item int) (gain float64) {
	for p, to := s.parts(item); p < to; p++ {
		v := s.laws[p].LogTogether(c.stats[p], s.of(item, p))
		s.joined = append(s.joined, v)
		gain += v - c.logs[p]
	}
	return gain
}

// join puts an item into a cluster, whose log likelihoods then are known.
func (s *side) join(c *cluster, item int, logs []float64) {
	from, to := s.parts(item)
	for p := from; p < to; p++ {
		s.laws[p].Merge(c.stats[p], s.of(item, p))
		c.logs[p] = logs[p-from]
	}
	c.size++
}

// byItself returns the log likelihood of an item by itself.
func (s *side) byItself(item int) float64 {
	if math.IsNaN(s.alone[item]) {
		s.alone[item] = 0
		for p, to := s.parts(item); p < to; p++ {
			s.alone[item] += s.laws[p].LogTogether(s.none[p], s.of(item, p))
		}
	}
	return s.alone[item]
}

// open returns a slot without items.
func (s *side) open() int { return s.Open(s.fresh, (*cluster).clear) }

// take takes an item out of its cluster.
func (s *side) take(item int) {
	k := s.z[item]
	c := s.Clusters[k]
	if c.size == 1 {
		s.Close(k)
		return
	}
	for p, to := s.parts(item); p < to; p++ {
		s.laws[p].Part(c.stats[p], s.of(item, p))
		c.logs[p] = s.laws[p].LogTogether(c.stats[p], s.none[p])
	}
	c.size--
}

// visit takes an item out and draws a cluster for it. As many blocks are weighed as there are.
func (s *side) visit(item int, rng *rand.Rand) {
	s.take(item)
	s.weights, s.joined = s.weights[:0], s.joined[:0]
	from, to := s.parts(item)
	for _, k := range s.Active {
		c := s.Clusters[k]
		s.weights = append(s.weights, math.Log(float64(c.size))+s.with(c, item))
	}
	s.weights = append(s.weights, math.Log(s.alpha)+s.byItself(item))
	at := categorical.DrawLogs(s.weights, rng)
	if at == len(s.Active) {
		s.z[item] = s.open()
		s.add(s.Clusters[s.z[item]], item)
		return
	}
	s.z[item] = s.Active[at]
	s.join(s.Clusters[s.Active[at]], item, s.joined[at*(to-from):])
}
