package dag

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
)

// layers draws graphs from the exact posterior. Every graph has one ordered partition into layers: its sources, the
// sources of the rest, and so on. With U the columns of the earlier layers and P the last of these,
//
//	G(U, P) = log Σ_{∅≠L outside U} exp{ G(U∪L, L) + Σ_{j∈L} a_j(U, P) },   a_j = log(exp A_j(U) − exp A_j(U∖P))
//
// which is 0 once U holds all columns; the first layer has a_j = A_j(∅). Over orders a layer has one column, and
// a_j = A_j(U). 4ᴰ terms.
type layers struct {
	d        int
	families []*family
	orders   bool
	three    []int     // of each set Σ 3ʲ
	g        []float64 // by three[U] + three[P]
	own, sum []float64 // scratch: a_j, and its sum over sets
}

func newLayers(families []*family, orders bool) *layers {
	d := len(families)
	l := &layers{d: d, families: families, orders: orders, three: make([]int, 1<<d), own: make([]float64, d),
		sum: make([]float64, 1<<d)}
	for s := 1; s < 1<<d; s++ {
		low := s & -s
		l.three[s] = l.three[s^low] + int(math.Round(math.Pow(3, float64(bits.TrailingZeros(uint(s))))))
	}
	l.g = make([]float64, 1+2*l.three[1<<d-1])
	return l
}

// terms gives the log weight of each next layer, and returns the greatest.
func (l *layers) terms(u, last int, visit func(layer int, log float64)) {
	rest := (1<<l.d - 1) &^ u
	for left := rest; left != 0; left &= left - 1 {
		j := bits.TrailingZeros(uint(left))
		all := l.families[j].all
		l.own[j] = all[without(u, j)]
		if last != 0 && !l.orders {
			l.own[j] += math.Log(-math.Expm1(math.Min(0, all[without(u&^last, j)]-l.own[j])))
		}
	}
	l.sum[0] = 0
	for s := rest & -rest; s != 0; s = (s - rest) & rest {
		low := s & -s
		if l.orders && s != low {
			continue
		}
		l.sum[s] = l.sum[s^low] + l.own[bits.TrailingZeros(uint(s))]
		visit(s, l.sum[s]+l.g[l.three[u|s]+l.three[s]])
	}
}

// fill finds G of all pairs of sets, the largest U first.
func (l *layers) fill(ctx context.Context) error {
	full := 1<<l.d - 1
	for u := full - 1; u >= 0; u-- {
		if err := ctx.Err(); err != nil {
			return err
		}
		for last := u; ; last = (last - 1) & u {
			if last != 0 || u == 0 {
				total, most := 0.0, math.Inf(-1) // the sum in units of e^most
				l.terms(u, last, func(_ int, log float64) {
					switch {
					case log > most:
						total, most = total*math.Exp(most-log)+1, log
					case log > most-40:
						total += math.Exp(log - most)
					}
				})
				l.g[l.three[u]+l.three[last]] = most + math.Log(total)
			}
			if last == 0 {
				break
			}
		}
	}
	return nil
}

// draw draws a graph, as the parents of each column.
func (l *layers) draw(rng *rand.Rand) [][]int {
	parents := make([][]int, l.d)
	for u, last := 0, 0; u != 1<<l.d-1; {
		left, next := math.Log(rng.Float64()), 0
		total := math.Inf(-1)
		at := l.g[l.three[u]+l.three[last]]
		l.terms(u, last, func(layer int, log float64) {
			if total >= left && next != 0 || math.IsInf(log, -1) {
				return
			}
			next = layer
			total = math.Log(math.Exp(total) + math.Exp(log-at))
		})
		for left := next; left != 0; left &= left - 1 {
			j := bits.TrailingZeros(uint(left))
			parents[j] = l.parents(j, u, last, rng)
		}
		u, last = u|next, next
	}
	return parents
}

// parents draws the parents of a column from u, at least one of them from the last layer.
func (l *layers) parents(j, u, last int, rng *rand.Rand) []int {
	f := l.families[j]
	among := without(u, j)
	must := without(last, j)
	if l.orders {
		must = 0
	}
	visit := func(see func(set int)) {
		for set := among; ; set = (set - 1) & among {
			if must == 0 || set&must != 0 {
				see(set)
			}
			if set == 0 {
				return
			}
		}
	}
	most, sum := math.Inf(-1), 0.0
	visit(func(set int) { most = math.Max(most, f.score[set]) })
	visit(func(set int) { sum += math.Exp(f.score[set] - most) })
	left, found, done := sum*rng.Float64(), 0, false
	visit(func(set int) {
		if w := math.Exp(f.score[set] - most); !done && w > 0 {
			found = set
			left -= w
			done = left < 0
		}
	})
	return f.set(uint32(found))
}
