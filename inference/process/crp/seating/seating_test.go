package seating

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/process/marginal/block"
)

// yes holds whether each item is yes in two parts; the last item has no cell in the first part.
var yes = [5][2]bool{{true, true}, {true, true}, {false, true}, {false, false}, {false, false}}

// The prior of the share of yes in the first and the second part, and the concentration.
const (
	a0, b0 = 0.7, 0.4
	a1, b1 = 1.5, 0.9
	alpha  = 1.3
)

// items have the cells of yes, in the second part alone where some is set and the item is the last.
type items struct{ some bool }

func (it items) Cells(item int, own [][]float64) (from int, all [][]float64) {
	if it.some && item == len(yes)-1 {
		from = 1
	}
	for part := from; part < 2; part++ {
		own = append(own, cell(yes[item][part]))
	}
	return from, own
}

func cell(yes bool) []float64 {
	if yes {
		return []float64{1, 0}
	}
	return []float64{0, 1}
}

func laws() []block.Law { return []block.Law{block.NewBinary(a0, b0), block.NewBinary(a1, b1)} }

func seatingOf(it items, z []int) *Seating {
	s := New(it, laws(), 1, alpha, slices.Clone(z))
	s.Settle(0, len(z))
	return s
}

func gamma(x float64) float64 {
	v, _ := math.Lgamma(x)
	return v
}

// beta is the log probability of so many yes and no in an order.
func beta(a, b, ones, zeros float64) float64 {
	return gamma(a+ones) + gamma(b+zeros) - gamma(a+b+ones+zeros) + gamma(a+b) - gamma(a) - gamma(b)
}

// joint is the log probability of the clusters z of the first items and, apart, of their cells, counted cell by cell.
// Items beyond the table are like the first one.
func joint(it items, z []int) (prior, cells float64) {
	prior = gamma(alpha) - gamma(alpha+float64(len(z)))
	for k := range len(z) + 1 { // labels are below, but for that of a new cluster
		size, counts := 0.0, [2][2]float64{}
		for i, own := range z {
			if own != k {
				continue
			}
			size++
			for part := range 2 {
				switch {
				case it.some && i == len(yes)-1 && part == 0:
				case yes[i%len(yes)][part]:
					counts[part][0]++
				default:
					counts[part][1]++
				}
			}
		}
		if size > 0 {
			prior += math.Log(alpha) + gamma(size)
			cells += beta(a0, b0, counts[0][0], counts[0][1]) + beta(a1, b1, counts[1][0], counts[1][1])
		}
	}
	return prior, cells
}

// name names a partition by the order in which its clusters first occur.
func name(z []int) string {
	seen, out := map[int]byte{}, make([]byte, len(z))
	for i, k := range z {
		if _, met := seen[k]; !met {
			seen[k] = byte('a' + len(seen))
		}
		out[i] = seen[k]
	}
	return string(out)
}

// posterior is the probability of each partition.
func posterior(it items) map[string]float64 {
	p, sum := map[string]float64{}, 0.0
	inferencetest.Partitions(len(yes), func(z []int) {
		prior, cells := joint(it, z)
		p[name(z)] = math.Exp(prior + cells)
		sum += p[name(z)]
	})
	for k := range p {
		p[k] /= sum
	}
	return p
}

// Clusters are visited as often as they are probable: by single items, by splits and merges, and by these in pieces.
// After each move the log likelihood is that of all cells, and the prior that of the clusters.
func TestFrequencies(t *testing.T) {
	moves := map[string]func(s *Seating, rng *rand.Rand){
		"visits": func(s *Seating, rng *rand.Rand) {
			for i := range s.Z {
				s.Visit(i, rng)
			}
		},
		"splits and merges": func(s *Seating, rng *rand.Rand) {
			for range 4 {
				s.SplitMerge(rng)
			}
		},
		"in pieces": func(s *Seating, rng *rand.Rand) {
			for range 4 {
				p := s.Propose(rng)
				for !p.Deal(1, rng) {
				}
				p.Decide(rng)
			}
		},
	}
	for what, move := range moves {
		for _, it := range []items{{}, {some: true}} {
			s, rng := seatingOf(it, make([]int, len(yes))), rand.New(rand.NewPCG(4, 2))
			const draws = 20_000
			found := map[string]float64{}
			for n := range draws {
				move(s, rng)
				found[name(s.Z)] += 1. / draws
				if n%1000 == 0 {
					prior, cells := joint(it, named(s.Z))
					inferencetest.Near(t, what+": prior", s.LogPrior(), prior, 1e-9)
					inferencetest.Near(t, what+": likelihood", s.LogLikelihood(), cells, 1e-9)
					sum := 0.0
					for _, k := range s.Active {
						sum += s.Clusters[k].Log()
					}
					inferencetest.Near(t, what+": kept likelihood", sum, cells, 1e-9)
				}
			}
			distance := 0.0
			for partition, want := range posterior(it) {
				distance += math.Abs(found[partition]-want) / 2
			}
			if !(distance < 0.03) {
				t.Errorf("%s, %+v: the frequencies are %.3f away from the probabilities", what, it, distance)
			}
		}
	}
}

// named numbers clusters from 0.
func named(z []int) []int {
	out := make([]int, len(z))
	for i, c := range name(z) {
		out[i] = int(c - 'a')
	}
	return out
}

// The probability with which items sit down one after another is that of the seats given those before, whether the
// seats are drawn or given.
func TestSeats(t *testing.T) {
	it, total := items{}, 0.0
	inferencetest.Partitions(len(yes), func(z []int) {
		s, log := seatingOf(it, z[:0]), 0.0
		s.Z, s.alone = slices.Repeat([]int{-1}, len(z)), make([]float64, len(z))
		s.forget()
		slot := map[int]int{}
		for i, k := range z {
			before, given := joint(it, z[:i])
			sum := 0.0
			for other := range slices.Max(append(slices.Clone(z[:i]), -1)) + 2 {
				prior, cells := joint(it, append(slices.Clone(z[:i]), other))
				sum += math.Exp(prior + cells - before - given)
			}
			prior, cells := joint(it, z[:i+1])
			at, met := slot[k]
			if !met {
				at = -1
			}
			got := s.SeatAt(i, at)
			slot[k] = s.Z[i]
			inferencetest.Near(t, "seat", got, prior+cells-before-given-math.Log(sum), 1e-9)
			log += got
		}
		total += math.Exp(log)
	})
	inferencetest.Near(t, "all ways to sit", total, 1, 1e-9)

	rng := rand.New(rand.NewPCG(1, 9))
	s := seatingOf(it, nil)
	s.Z, s.alone = slices.Repeat([]int{-1}, len(yes)), make([]float64, len(yes))
	s.forget()
	log := 0.0
	for i := range yes {
		log += s.Seat(i, rng)
	}
	again, want := seatingOf(it, nil), 0.0
	again.Z, again.alone = slices.Repeat([]int{-1}, len(yes)), make([]float64, len(yes))
	again.forget()
	for i, k := range s.Z {
		if again.Z[i] = k; slices.Contains(s.Z[:i], k) {
			want += again.SeatAt(i, k)
		} else {
			want += again.SeatAt(i, -1)
		}
	}
	inferencetest.Near(t, "drawn seats", log, want, 1e-12)
}

// What is said of an item that is taken out, of its parts and of a further item are ratios of joint
// probabilities, and the seating is afterwards what it was.
func TestTakenOut(t *testing.T) {
	it, n := items{}, len(yes)
	inferencetest.Partitions(n, func(z []int) {
		s := seatingOf(it, z)
		for i := range n {
			// The joint with item i in each cluster of the others and in a new one.
			var logs, without [][2]float64 // of all cells, and without one part of the item
			var clusters []int
			for k := range n + 1 {
				others := slices.Delete(slices.Clone(z), i, i+1)
				if !slices.Contains(others, k) && k < n {
					continue
				}
				clusters = append(clusters, k)
				moved := slices.Clone(z)
				moved[i] = k
				prior, cells := jointAt(moved, i, -1)
				logs = append(logs, [2]float64{prior + cells})
				w := [2]float64{}
				for part := range 2 {
					p, c := jointAt(moved, i, part)
					w[part] = p + c
				}
				without = append(without, w)
			}
			total, each := math.Inf(-1), [2]float64{math.Inf(-1), math.Inf(-1)}
			for at := range logs {
				total = add(total, logs[at][0])
				for part := range 2 {
					each[part] = add(each[part], without[at][part])
				}
			}
			shares := s.Shares(i)
			if len(shares) != len(clusters) {
				t.Fatalf("%d shares of %v", len(shares), clusters)
			}
			sum := 0.0
			for at, share := range shares {
				sum += math.Exp(share.Log)
				want := math.Inf(-1)
				for c, k := range clusters {
					if share.Cluster == nil && k == n || share.Cluster != nil && k < n && sits(s, z, i, share.Cluster, k) {
						want = logs[c][0] - total
					}
				}
				inferencetest.Near(t, "share", share.Log, want, 1e-9)
				if (share.Cluster == nil) != (at == len(shares)-1) {
					t.Error("the share of a new cluster is not the last")
				}
			}
			inferencetest.Near(t, "shares", sum, 1, 1e-9)
			for part, got := range s.LogParts(i, nil) {
				inferencetest.Near(t, "part", got, total-each[part], 1e-9)
			}
			prior, cells := joint(it, z)
			inferencetest.Near(t, "afterwards", s.LogPrior()+s.LogLikelihood(), prior+cells, 1e-9)
			if name(s.Z) != name(z) {
				t.Fatalf("%v became %v", z, s.Z)
			}
		}
		// An item like the first, after all.
		before, given := joint(it, z)
		next := math.Inf(-1)
		for k := range n + 1 {
			if k < n && !slices.Contains(z, k) {
				continue
			}
			prior, cells := joint(it, append(slices.Clone(z), k))
			next = add(next, prior+cells-before-given)
		}
		inferencetest.Near(t, "a further item", s.LogNew([][]float64{cell(yes[0][0]), cell(yes[0][1])}), next, 1e-9)
	})
}

// sits reports whether a cluster holds the items of label k, item i apart.
func sits(s *Seating, z []int, i int, c *Cluster, k int) bool {
	for j, own := range s.Z {
		if j != i && (s.Clusters[own] == c) != (z[j] == k) {
			return false
		}
	}
	return true
}

func add(a, b float64) float64 {
	m := math.Max(a, b)
	return m + math.Log(math.Exp(a-m)+math.Exp(b-m))
}

// jointAt is joint without the cell of an item in a part, −1 for with all.
func jointAt(z []int, item, part int) (prior, cells float64) {
	prior, cells = joint(items{}, z)
	if part < 0 {
		return prior, cells
	}
	a, b := a0, b0
	if part == 1 {
		a, b = a1, b1
	}
	counts := [2]float64{}
	for i, k := range z {
		if k == z[item] {
			if yes[i][part] {
				counts[0]++
			} else {
				counts[1]++
			}
		}
	}
	cells -= beta(a, b, counts[0], counts[1])
	if yes[item][part] {
		counts[0]--
	} else {
		counts[1]--
	}
	return prior, cells + beta(a, b, counts[0], counts[1])
}

// A part that is added and one that is taken away leave the seating as one that never had it otherwise.
func TestParts(t *testing.T) {
	z := []int{0, 1, 0, 2, 1}
	s := seatingOf(items{}, z)
	for i := range z {
		s.Shares(i) // so that what items are worth by themselves is known
	}
	before := s.LogLikelihood()
	third := block.NewBinary(0.3, 2)
	counts := make([]float64, 2*len(s.Clusters))
	for i, k := range z {
		counts[2*k+i%2]++
	}
	s.AddPart(third, counts)
	added := 0.0
	for k := range 3 {
		added += beta(0.3, 2, counts[2*k], counts[2*k+1])
	}
	inferencetest.Near(t, "with a part", s.LogLikelihood(), before+added, 1e-9)
	if got := s.Blocks(2); !slices.Equal(got, counts) {
		t.Errorf("the part holds %v", got)
	}
	s.RemovePart(2)
	inferencetest.Near(t, "without it", s.LogLikelihood(), before, 1e-9)
	fresh := seatingOf(items{}, z)
	for i := range z {
		for at, share := range s.Shares(i) {
			inferencetest.Near(t, "share", share.Log, fresh.Shares(i)[at].Log, 1e-12)
		}
	}
}
