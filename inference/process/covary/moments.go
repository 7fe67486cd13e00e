package covary

import (
	"math"

	"example.org/espalier/inference/algorithm/vector"

	"gonum.org/v1/gonum/mat"
)

// mostBlocks bounds how many blocks of draws Moments keep apart.
const mostBlocks = 16

// Moments are sums over the draws of Σ of a chain, in blocks of successive draws, so that
// those of the burn-in can be left out. Once there are many blocks, pairs of them are merged.
type Moments struct {
	length int // draws in a full block
	blocks []MomentsBlock
}

// A MomentsBlock is the sums over some draws: of the cells of Σ, of its correlations and of
// their squares, as triangles row by row, and of the degrees of freedom.
type MomentsBlock struct {
	First, Count                int // iteration of the first draw
	Sigma, Correlation, Squares []float64
	Freedom                     float64
}

// SavedMoments are Moments as they are saved.
type SavedMoments struct {
	Length int
	Blocks []MomentsBlock
}

// Save returns them as they are saved.
func (m *Moments) Save() SavedMoments { return SavedMoments{m.length, m.blocks} }

// Load restores saved moments; it reports false if they are not of d columns.
func (m *Moments) Load(s SavedMoments, d int) bool {
	last := -1
	for _, b := range s.Blocks {
		size := d * (d + 1) / 2
		if b.First <= last || b.Count < 1 || len(b.Sigma) != size || len(b.Correlation) != size || len(b.Squares) != size ||
			!vector.Finite(b.Sigma) || !vector.Finite(b.Correlation) || !vector.Finite(b.Squares) ||
			!vector.Finite([]float64{b.Freedom}) {
			return false
		}
		last = b.First
	}
	if len(s.Blocks) == 0 || s.Length < 1 {
		return false
	}
	m.length, m.blocks = s.Length, s.Blocks
	return true
}

// Add counts a draw of Σ.
func (m *Moments) Add(iteration int, sigma *mat.SymDense, freedom float64) {
	size := len(m.blocks)
	if size == 0 || m.blocks[size-1].Count == m.length {
		if size == mostBlocks {
			m.halve()
		}
		d := sigma.SymmetricDim()
		t := d * (d + 1) / 2
		all := make([]float64, 3*t)
		m.length = max(m.length, 1)
		m.blocks = append(m.blocks, MomentsBlock{First: iteration, Sigma: all[:t:t], Correlation: all[t : 2*t : 2*t],
			Squares: all[2*t:]})
	}
	b := &m.blocks[len(m.blocks)-1]
	b.Count++
	b.Freedom += freedom
	at := 0
	for i := range sigma.SymmetricDim() {
		root := math.Sqrt(sigma.At(i, i))
		for j := range i {
			v := sigma.At(i, j)
			r := v / (root * math.Sqrt(sigma.At(j, j)))
			b.Sigma[at] += v
			b.Correlation[at] += r
			b.Squares[at] += r * r
			at++
		}
		b.Sigma[at] += sigma.At(i, i)
		b.Correlation[at]++
		b.Squares[at]++
		at++
	}
}

// halve merges blocks in pairs.
func (m *Moments) halve() {
	var fewer []MomentsBlock
	for i := 0; i < len(m.blocks); i += 2 {
		b := m.blocks[i]
		b.absorb(&m.blocks[i+1])
		fewer = append(fewer, b)
	}
	m.blocks = fewer
	m.length *= 2
}

func (b *MomentsBlock) absorb(c *MomentsBlock) {
	b.Count += c.Count
	b.Freedom += c.Freedom
	vector.AddScaled(b.Sigma, c.Sigma, 1)
	vector.AddScaled(b.Correlation, c.Correlation, 1)
	vector.AddScaled(b.Squares, c.Squares, 1)
}

// After returns the sums over the blocks that begin at an iteration or later; over the last
// block where none does.
func (m *Moments) After(iteration float64) MomentsBlock {
	var out MomentsBlock
	for i := range m.blocks {
		b := &m.blocks[i]
		if float64(b.First) < iteration && i < len(m.blocks)-1 {
			continue
		}
		if out.Count == 0 {
			t := len(b.Sigma)
			out = MomentsBlock{First: b.First, Sigma: make([]float64, t), Correlation: make([]float64, t),
				Squares: make([]float64, t)}
		}
		out.absorb(b)
	}
	return out
}

// Any reports whether a draw has been added.
func (m *Moments) Any() bool { return len(m.blocks) > 0 }
