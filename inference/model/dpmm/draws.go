package dpmm

import (
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/saved"

	"gonum.org/v1/gonum/mat"
)

// mostDraws is the number of draws kept. When there are more, every second one is dropped, and from
// then on half as many are taken.
const mostDraws = 400

// A draw is a kept state. It is never changed. Its fields are exported for saving.
type draw struct {
	Iteration           int
	LogJoint            float64
	Z                   saved.Ints[int] // cluster of each row, numbered by first appearance
	Alpha, Scale, Kappa float64
	Filled              saved.Floats // missing cells drawn, row by row, if they are part of the state
	Shape               saved.Floats // T, see conjugate.Prior.Shape; empty where it is not learnt
}

func (d *draw) at() int { return d.Iteration }

func (s *state) draw(iteration int, joint float64) *draw {
	d := &draw{Iteration: iteration, LogJoint: joint, Z: append([]int(nil), s.z...),
		Alpha: s.hyper.alpha, Scale: s.prior.Scale, Kappa: s.prior.Kappa, Filled: s.filled()}
	if s.learnsShape() {
		d.Shape = s.prior.Shape()
	}
	return d
}

// takeHyper sets the hyperparameters to those of a draw. Clusters must be filled afterwards.
func (s *state) takeHyper(k *draw) {
	s.hyper.alpha, s.prior.Scale, s.prior.Kappa = k.Alpha, k.Scale, k.Kappa
	if len(k.Shape) > 0 {
		s.prior.SetShape(k.Shape)
	}
	s.forget()
}

// filled returns the present draw of the missing cells.
func (s *state) filled() (cells []float64) {
	for i, h := range s.holes {
		for j, v := range h {
			if math.IsNaN(v) {
				cells = append(cells, s.rows[i][j])
			}
		}
	}
	return cells
}

// fill sets the missing cells to what filled returned.
func (s *state) fill(cells []float64) {
	for i, h := range s.holes {
		for j, v := range h {
			if math.IsNaN(v) {
				s.rows[i][j] = cells[0]
				cells = cells[1:]
			}
		}
	}
}

// draws are the kept states, evenly spaced, with sums over those after burn-in.
type draws struct {
	n      int
	kept   []*draw
	stride int // iterations between draws

	counted  []*draw  // those that together counts
	together []uint16 // number of them with rows i < j in one cluster; nil for too many rows
}

func newDraws(n int) draws {
	return draws{n: n, stride: 1}
}

// offer keeps the state of an iteration if it is its turn.
func (d *draws) offer(iteration int, take func() *draw) {
	if iteration%d.stride != 0 {
		return
	}
	d.kept = append(d.kept, take())
	if len(d.kept) <= mostDraws {
		return
	}
	d.stride *= 2
	d.kept = inference.Thin(d.kept, (*draw).at, d.stride)
}

// after returns the draws after burn-in, once the given number of iterations is complete.
func (d *draws) after(iteration int) []*draw {
	return inference.AfterBurnIn(d.kept, (*draw).at, iteration)
}

// count updates together to the given draws, in order of iteration. O(Σn²) for each draw added or
// removed.
func (d *draws) count(now []*draw) {
	if d.together == nil {
		d.together = make([]uint16, d.n*d.n)
	}
	i, j := 0, 0
	for i < len(d.counted) || j < len(now) {
		switch {
		case j == len(now) || i < len(d.counted) && d.counted[i].Iteration < now[j].Iteration:
			d.tally(d.counted[i], ^uint16(0))
			i++
		case i == len(d.counted) || now[j].Iteration < d.counted[i].Iteration:
			d.tally(now[j], 1)
			j++
		default:
			i++
			j++
		}
	}
	d.counted = append(d.counted[:0:0], now...)
}

// tally adds one to each pair of a draw; the complement of one subtracts.
func (d *draws) tally(k *draw, one uint16) {
	for _, m := range members(k.Z) {
		for a, i := range m {
			row := d.together[i*d.n : (i+1)*d.n]
			for _, j := range m[a+1:] {
				row[j] += one
			}
		}
	}
}

// members lists the rows of each cluster, ascending.
func members(z []int) [][]int {
	var m [][]int
	for i, k := range z {
		for len(m) <= k {
			m = append(m, nil)
		}
		m[k] = append(m[k], i)
	}
	return m
}

// coClustering returns the share of the counted draws in which each pair of rows is in one cluster,
// 1 on the diagonal.
func (d *draws) coClustering() *mat.Dense {
	x := mat.NewDense(d.n, d.n, nil)
	for i := range d.n {
		x.Set(i, i, 1)
		for j := i + 1; j < d.n; j++ {
			v := float64(d.together[i*d.n+j]) / float64(len(d.counted))
			x.Set(i, j, v)
			x.Set(j, i, v)
		}
	}
	return x
}

// labels returns the partitions of the counted draws.
func labels(of []*draw) [][]int {
	z := make([][]int, len(of))
	for t, k := range of {
		z[t] = k.Z
	}
	return z
}

// numbers returns the share of draws with 0, 1, 2, … clusters.
func numbers(of []*draw) []float64 {
	var share []float64
	for _, k := range of {
		clusters := len(members(k.Z))
		for len(share) <= clusters {
			share = append(share, 0)
		}
		share[clusters] += 1 / float64(len(of))
	}
	return share
}
