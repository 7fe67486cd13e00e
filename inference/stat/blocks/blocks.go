// Package blocks keeps the means of many quantities over the iterations of a chain, in blocks, so that
// burn-in can still be left out when the run grows longer. All iterations count, and the memory does
// not grow with their number.
package blocks

import (
	"math"

	"example.org/espalier/inference"
)

// most is the greatest number of blocks. When it is reached, neighbours are joined, and blocks
// become twice as long.
const most = 64

// A Block is the mean over the iterations since the block before, the last of them Iteration.
type Block struct {
	Iteration int
	Mean      []float64
}

// Means are the blocks of a chain. The zero value is ready for use; fields are exported for saving.
type Means struct {
	Blocks []Block
	Length int       // of a block in iterations; 0 means 1
	Sum    []float64 // of the current block
	Count  int
}

// Add adds the values of the next iteration, always the same number of them; iterations count 0, 1,
// 2, ….
func (m *Means) Add(iteration int, values []float64) {
	if m.Length == 0 {
		m.Length = 1
	}
	if m.Count == 0 {
		m.Sum = make([]float64, len(values))
	}
	for i, v := range values {
		m.Sum[i] += v
	}
	m.Count++
	if iteration%m.Length != 0 {
		return
	}
	mean := make([]float64, len(values))
	for i, v := range m.Sum {
		mean[i] = v / float64(m.Count)
	}
	m.Blocks, m.Count, m.Sum = append(m.Blocks, Block{iteration, mean}), 0, nil
	if len(m.Blocks) > most {
		m.join()
	}
}

// join joins each two blocks into one, except the first, which has one iteration; most is even.
func (m *Means) join() {
	m.Length *= 2
	joined := []Block{m.Blocks[0]}
	for k := 2; k < len(m.Blocks); k += 2 {
		a, b := m.Blocks[k-1], m.Blocks[k]
		mean := make([]float64, len(b.Mean))
		for i := range mean {
			mean[i] = (a.Mean[i] + b.Mean[i]) / 2
		}
		joined = append(joined, Block{b.Iteration, mean})
	}
	m.Blocks = joined
}

// Mean returns the mean over the complete blocks that end after burn-in, a share
// [inference.BurnIn] of the iterations so far; nil without any.
func (m *Means) Mean() []float64 {
	if len(m.Blocks) == 0 {
		return nil
	}
	now := inference.AfterBurnIn(m.Blocks, func(b Block) int { return b.Iteration }, m.Blocks[len(m.Blocks)-1].Iteration)
	out := make([]float64, len(now[0].Mean))
	for _, b := range now {
		for i, v := range b.Mean {
			out[i] += v / float64(len(now))
		}
	}
	return out
}

// Fits reports whether means from an untrusted source are those of the given number of quantities,
// each from least to greatest, after the given iteration.
func (m *Means) Fits(quantities, iteration int, least, greatest float64) bool {
	if len(m.Blocks) > most || m.Length < 0 || m.Count < 0 || m.Count > 0 && len(m.Sum) != quantities ||
		m.Count >= max(m.Length, 1) ||
		len(m.Blocks) > 0 && m.Length < 1 {
		return false
	}
	for _, v := range m.Sum {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	for k, b := range m.Blocks {
		if len(b.Mean) != quantities || b.Iteration > iteration || b.Iteration != k*m.Length {
			return false
		}
		for _, v := range b.Mean {
			if !(v >= least && v <= greatest) {
				return false
			}
		}
	}
	return true
}
