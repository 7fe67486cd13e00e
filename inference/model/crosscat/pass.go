package crosscat

import (
	"math/rand/v2"
)

// A pass makes a view of some columns: its rows are seated one after the other in random order, with the
// probabilities of a Chinese restaurant given the cells of the rows so far.
type pass struct {
	view  *view
	order []int // of the rows
	at    int   // of order
	logQ  float64
	like  []int       // labels that the rows are to have; nil where they are drawn
	slot  map[int]int // of those labels
}

// newPass begins a pass over columns. The rows are to have the labels like, or drawn ones if that is nil.
func (s *state) newPass(columns []int, beta float64, like []int, rng *rand.Rand) *pass {
	z := make([]int, s.t.n)
	for i := range z {
		z[i] = -1
	}
	return &pass{view: s.newView(columns, beta, z), order: rng.Perm(s.t.n), like: like, slot: map[int]int{}}
}

// seat seats at most so many further rows, and reports whether all are seated. Then logQ is the log probability of
// the clusters.
func (p *pass) seat(most int, rng *rand.Rand) (done bool) {
	end := min(len(p.order), p.at+most)
	for ; p.at < end; p.at++ {
		i := p.order[p.at]
		if p.like == nil {
			p.logQ += p.view.Seat(i, rng)
			continue
		}
		slot, known := p.slot[p.like[i]]
		if !known {
			slot = -1
		}
		p.logQ += p.view.SeatAt(i, slot)
		p.slot[p.like[i]] = p.view.Z[i]
	}
	return p.at == len(p.order)
}

// log is the log probability of the cells and the clusters of the view.
func (p *pass) log() float64 { return p.view.LogPrior() + p.view.LogLikelihood() }
