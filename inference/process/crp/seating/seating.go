// Package seating draws the clusters of items in a Chinese restaurant, where the cells of a cluster have
// likelihoods with the parameters integrated out.
//
// Cells are in parts, such as columns, each with a law; given the clusters parts are independent. Clusters and
// items are known by the statistics of their cells in each part, see package block. One part may hold several
// blocks, one after the other.
//
// References: Neal (2000), Markov chain sampling methods for Dirichlet process mixture models, algorithm 3; Dahl
// (2003), An improved merge-split sampler for conjugate Dirichlet process mixture models.
package seating

import (
	"math"
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/process/categorical"
	"example.org/espalier/inference/process/crp"
	"example.org/espalier/inference/process/marginal/block"
	"example.org/espalier/inference/process/marginal/leftout"

	"gonum.org/v1/gonum/floats"
)

// Items are the customers: rows, or columns, with the statistics of their cells.
type Items interface {
	// Cells appends the statistics of an item's cells to own, those of the parts from, from+1, …, and returns both.
	// The item has no cells in other parts.
	Cells(item int, own [][]float64) (from int, all [][]float64)
}

// A Seating is the clusters of some items.
type Seating struct {
	crp.Slots[*Cluster]
	Alpha float64 // the concentration
	Z     []int   // slot of each item
	items Items
	laws  []block.Law
	none  [][]float64 // by part: the statistics of an item without cells
	alone []float64   // log likelihood of each item by itself; NaN until needed

	own             [][]float64 // scratch
	weights, joined []float64
}

// A Cluster is some items together.
type Cluster struct {
	Size  int
	Stats [][]float64 // by part
	logs  []float64   // by part: their log likelihood
}

// New returns a seating of items with the labels z, which are those of slots, where each part holds so many blocks.
// z is changed. The clusters are to be filled by Settle.
func New(items Items, laws []block.Law, blocks int, alpha float64, z []int) *Seating {
	s := &Seating{Alpha: alpha, Z: z, items: items, laws: slices.Clone(laws), alone: make([]float64, len(z))}
	for _, l := range laws {
		s.none = append(s.none, make([]float64, blocks*l.Width()))
	}
	s.forget()
	return s
}

// forget discards the caches that depend on the parts.
func (s *Seating) forget() {
	for i := range s.alone {
		s.alone[i] = math.NaN()
	}
}

// cells returns the statistics of an item from a part on. They are overwritten by the next call.
func (s *Seating) cells(item int) (from int, own [][]float64) {
	from, s.own = s.items.Cells(item, s.own[:0])
	return from, s.own
}

// Settle puts the items from … to−1 into the clusters of their labels.
func (s *Seating) Settle(from, to int) {
	for i := from; i < to; i++ {
		for s.Z[i] >= len(s.Clusters) {
			s.open()
		}
		s.add(s.Clusters[s.Z[i]], i)
	}
}

// Fresh returns a cluster without items.
func (s *Seating) Fresh() *Cluster {
	c := &Cluster{logs: make([]float64, len(s.laws))}
	for _, n := range s.none {
		c.Stats = append(c.Stats, make([]float64, len(n)))
	}
	return c
}

// clear takes all items out of a cluster.
func (c *Cluster) clear() {
	c.Size = 0
	for p := range c.Stats {
		clear(c.Stats[p])
		c.logs[p] = 0
	}
}

// Log is the log likelihood of all cells of a cluster.
func (c *Cluster) Log() (sum float64) {
	for _, v := range c.logs {
		sum += v
	}
	return sum
}

// add puts an item into a cluster.
func (s *Seating) add(c *Cluster, item int) {
	from, own := s.cells(item)
	s.joined = s.joined[:0]
	s.with(c, from, own)
	s.join(c, from, own, s.joined)
}

// with returns the increase of the log likelihood of a cluster if the cells own join it. It appends to joined the log
// likelihood then of each part in which there are cells.
func (s *Seating) with(c *Cluster, from int, own [][]float64) (gain float64) {
	for k, cells := range own {
		v := s.laws[from+k].LogTogether(c.Stats[from+k], cells)
		s.joined = append(s.joined, v)
		gain += v - c.logs[from+k]
	}
	return gain
}

// join puts cells into a cluster, whose log likelihoods then are known.
func (s *Seating) join(c *Cluster, from int, own [][]float64, logs []float64) {
	for k, cells := range own {
		s.laws[from+k].Merge(c.Stats[from+k], cells)
		c.logs[from+k] = logs[k]
	}
	c.Size++
}

// byItself returns the log likelihood of an item by itself.
func (s *Seating) byItself(item, from int, own [][]float64) float64 {
	if math.IsNaN(s.alone[item]) {
		s.alone[item] = 0
		for k, cells := range own {
			s.alone[item] += s.laws[from+k].LogTogether(s.none[from+k], cells)
		}
	}
	return s.alone[item]
}

// open returns a slot without items.
func (s *Seating) open() int { return s.Open(s.Fresh, (*Cluster).clear) }

// take takes an item out of its cluster.
func (s *Seating) take(item, from int, own [][]float64) {
	k := s.Z[item]
	c := s.Clusters[k]
	if c.Size == 1 {
		s.Close(k)
		return
	}
	for at, cells := range own {
		p := from + at
		s.laws[p].Part(c.Stats[p], cells)
		c.logs[p] = s.laws[p].LogTogether(c.Stats[p], s.none[p])
	}
	c.Size--
}

// weigh finds the log weights of all clusters and of a new one for cells that are in none.
func (s *Seating) weigh(item, from int, own [][]float64) {
	s.weights, s.joined = s.weights[:0], s.joined[:0]
	for _, k := range s.Active {
		c := s.Clusters[k]
		s.weights = append(s.weights, math.Log(float64(c.Size))+s.with(c, from, own))
	}
	s.weights = append(s.weights, math.Log(s.Alpha)+s.byItself(item, from, own))
}

// sit puts an item into the cluster at a place among those weighed; the last is a new one.
func (s *Seating) sit(item, at, from int, own [][]float64) {
	if at == len(s.Active) {
		s.Z[item] = s.open()
		s.add(s.Clusters[s.Z[item]], item)
		return
	}
	s.Z[item] = s.Active[at]
	s.join(s.Clusters[s.Active[at]], from, own, s.joined[at*len(own):])
}

// sitAgain puts an item that was weighed back into the cluster in its slot, or a new one where it was alone.
func (s *Seating) sitAgain(item, slot, from int, own [][]float64) {
	at := s.Place(slot)
	if at < 0 {
		at = len(s.Active)
	}
	s.sit(item, at, from, own)
}

// Visit takes an item out and draws a cluster for it.
func (s *Seating) Visit(item int, rng *rand.Rand) {
	from, own := s.cells(item)
	s.take(item, from, own)
	s.weigh(item, from, own)
	s.sit(item, categorical.DrawLogs(s.weights, rng), from, own)
}

// Seat draws a cluster for an item that has none, and returns the log of the probability with which it was drawn.
func (s *Seating) Seat(item int, rng *rand.Rand) (log float64) {
	from, own := s.cells(item)
	s.weigh(item, from, own)
	at := categorical.DrawLogs(s.weights, rng) // the weights are shares now
	log = math.Log(s.weights[at] / floats.Sum(s.weights))
	s.sit(item, at, from, own)
	return log
}

// SeatAt puts an item that has no cluster into the one in a slot, −1 for a new one, and returns the log of the
// probability with which Seat would have.
func (s *Seating) SeatAt(item, slot int) (log float64) {
	from, own := s.cells(item)
	s.weigh(item, from, own)
	at := len(s.Active)
	if slot >= 0 {
		at = s.Place(slot)
	}
	log = s.weights[at] - floats.LogSumExp(s.weights)
	s.sit(item, at, from, own)
	return log
}

// AddPart adds a part, the last, with the cells of all items, who already have them. stats holds its statistics by
// slot, one block after the other; none are kept.
func (s *Seating) AddPart(l block.Law, stats []float64) {
	w := l.Width()
	s.laws, s.none = append(s.laws, l), append(s.none, make([]float64, w))
	for k, c := range s.Clusters {
		own := make([]float64, w)
		copy(own, stats[k*w:(k+1)*w])
		c.Stats, c.logs = append(c.Stats, own), append(c.logs, l.LogTogether(own, s.none[len(s.none)-1]))
	}
	s.forget()
}

// RemovePart takes a part away.
func (s *Seating) RemovePart(p int) {
	s.laws, s.none = slices.Delete(s.laws, p, p+1), slices.Delete(s.none, p, p+1)
	for _, c := range s.Clusters {
		c.Stats, c.logs = slices.Delete(c.Stats, p, p+1), slices.Delete(c.logs, p, p+1)
	}
	s.forget()
}

// LogParts appends to out, for each part, the log probability, or density, of an item's cells in it given its cells
// in the other parts and all other items; the item's cluster is summed over. Items have cells in all parts.
func (s *Seating) LogParts(item int, out []float64) []float64 {
	_, own := s.cells(item)
	slot := s.Z[item]
	s.take(item, 0, own)
	s.weigh(item, 0, own)
	all, without := floats.LogSumExp(s.weights), make([]float64, len(s.weights))
	for p, cells := range own {
		for at, k := range s.Active {
			without[at] = s.weights[at] - (s.joined[at*len(own)+p] - s.Clusters[k].logs[p])
		}
		last := len(s.Active)
		without[last] = s.weights[last] - s.laws[p].LogTogether(s.none[p], cells)
		out = append(out, all-floats.LogSumExp(without))
	}
	s.sitAgain(item, slot, 0, own)
	return out
}

// A Share is the probability that an item sits in a cluster.
type Share struct {
	Cluster *Cluster // nil is a new one
	Log     float64
}

// Shares returns where an item may sit, given its cells and all other items. The last share is of a new cluster.
func (s *Seating) Shares(item int) (shares []Share) {
	from, own := s.cells(item)
	slot := s.Z[item]
	s.take(item, from, own)
	s.weigh(item, from, own)
	all := floats.LogSumExp(s.weights)
	for at, w := range s.weights {
		share := Share{Log: w - all}
		if at < len(s.Active) {
			share.Cluster = s.Clusters[s.Active[at]]
		}
		shares = append(shares, share)
	}
	s.sitAgain(item, slot, from, own)
	return shares
}

// Parts returns the mixture that a further cell of an item in the block at of a part is drawn from, where the item is
// in a cluster with these shares. The item's own cell in the block does not count.
func (s *Seating) Parts(shares []Share, part, at int) (of []leftout.Part) {
	law, w := s.laws[part], s.laws[part].Width()
	for _, share := range shares {
		stats := s.none[part]
		if share.Cluster != nil {
			stats = share.Cluster.Stats[part]
		}
		of = append(of, leftout.Part{LogShare: share.Log, Law: law, Stats: stats[at*w : (at+1)*w]})
	}
	return of
}

// LogNew returns the log probability, or density, of the cells of a further item, which are in all parts.
func (s *Seating) LogNew(own [][]float64) float64 {
	sum := math.Log(s.Alpha)
	for p, l := range s.laws {
		sum += l.LogTogether(own[p], s.none[p])
	}
	for _, k := range s.Active {
		c := s.Clusters[k]
		log := math.Log(float64(c.Size))
		for p, l := range s.laws {
			log += l.LogTogether(c.Stats[p], own[p]) - c.logs[p]
		}
		sum = special.LogAdd(sum, log)
	}
	return sum - math.Log(float64(len(s.Z))+s.Alpha)
}

// Blocks returns the statistics of all clusters in a part, one after the other.
func (s *Seating) Blocks(part int) (all []float64) {
	for _, k := range s.Active {
		all = append(all, s.Clusters[k].Stats[part]...)
	}
	return all
}

// LogLikelihood is that of all cells.
func (s *Seating) LogLikelihood() (sum float64) {
	for p, l := range s.laws {
		for _, k := range s.Active {
			sum += l.LogTogether(s.Clusters[k].Stats[p], s.none[p])
		}
	}
	return sum
}

// LogPrior is the log probability of the clusters given the concentration.
func (s *Seating) LogPrior() float64 {
	sizes := make([]int, len(s.Active))
	for at, k := range s.Active {
		sizes[at] = s.Clusters[k].Size
	}
	return crp.LogPartition(s.Alpha, sizes)
}
