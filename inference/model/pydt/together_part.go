package pydt

import (
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/vector"
	kind "example.org/espalier/inference/kind/covariance"

	"gonum.org/v1/gonum/mat"
)

// part returns the Σ learnt from the tree of the last round: the mean of its posterior, or the
// factors fitted to the contrasts.
func (l *law) part(columns []string) *kind.Covariance {
	n, _ := l.filled.Dims()
	d := len(columns)
	out := &kind.Covariance{Columns: columns, Form: kind.Free, Estimate: kind.PosteriorMean}
	sigma := l.sigma
	if l.prior.Nu > 0 {
		out.Freedom = l.prior.Nu + float64(n)
	}
	switch {
	case l.columns != nil:
		c := l.columns
		out.Form, out.Estimate, out.Tree, out.Scale, out.Noise = kind.ByTree, kind.Likelihood, c.tree, c.scale, c.noise
	case l.form == factorial:
		out.Form, out.Estimate, out.Factors, out.Choice = kind.Factors, kind.Likelihood, l.factors, "cross-validation"
	default:
		sigma = sigma.Scaled(out.Freedom / (out.Freedom - float64(d) - 1))
	}
	if l.form != factorial && d <= kind.MostDense {
		out.Dense = mat.NewDense(d, d, nil)
		out.Dense.Copy(sigma.Dense())
		return out
	}
	out.Specific = append([]float64(nil), sigma.Psi...)
	if sigma.Rank() > 0 {
		out.Loadings = mat.DenseCopyOf(sigma.Lambda)
	}
	return out
}

// mostBlocks bounds how many blocks of draws spreadMoments keep apart.
const mostBlocks = 16

// spreadMoments are sums over the draws of Σ of a chain, in blocks of successive draws, so that
// those of the burn-in can be left out. Once there are many blocks, pairs of them are merged.
type spreadMoments struct {
	length int // draws in a full block
	blocks []momentsBlock
}

// A momentsBlock is the sums over some draws: of the cells of Σ, of its correlations and of
// their squares, as triangles row by row, and of the degrees of freedom.
type momentsBlock struct {
	First, Count                int // iteration of the first draw
	Sigma, Correlation, Squares []float64
	Freedom                     float64
}

// savedMoments are spreadMoments as they are saved.
type savedMoments struct {
	Length int
	Blocks []momentsBlock
}

func (m *spreadMoments) save() savedMoments { return savedMoments{m.length, m.blocks} }

// load reports whether what was saved is of d columns.
func (m *spreadMoments) load(s savedMoments, d int) bool {
	last := -1
	for _, b := range s.Blocks {
		size := d * (d + 1) / 2
		if b.First <= last || b.Count < 1 || len(b.Sigma) != size || len(b.Correlation) != size || len(b.Squares) != size ||
			!finite(b.Sigma) || !finite(b.Correlation) || !finite(b.Squares) || !finite([]float64{b.Freedom}) {
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

// add counts a draw of Σ.
func (m *spreadMoments) add(iteration int, sigma *mat.SymDense, freedom float64) {
	size := len(m.blocks)
	if size == 0 || m.blocks[size-1].Count == m.length {
		if size == mostBlocks {
			m.halve()
		}
		d := sigma.SymmetricDim()
		t := d * (d + 1) / 2
		all := make([]float64, 3*t)
		m.length = max(m.length, 1)
		m.blocks = append(m.blocks, momentsBlock{First: iteration, Sigma: all[:t:t], Correlation: all[t : 2*t : 2*t], Squares: all[2*t:]})
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
func (m *spreadMoments) halve() {
	var fewer []momentsBlock
	for i := 0; i < len(m.blocks); i += 2 {
		b := m.blocks[i]
		b.absorb(&m.blocks[i+1])
		fewer = append(fewer, b)
	}
	m.blocks = fewer
	m.length *= 2
}

func (b *momentsBlock) absorb(c *momentsBlock) {
	b.Count += c.Count
	b.Freedom += c.Freedom
	vector.AddScaled(b.Sigma, c.Sigma, 1)
	vector.AddScaled(b.Correlation, c.Correlation, 1)
	vector.AddScaled(b.Squares, c.Squares, 1)
}

// after returns the sums over the blocks that begin at an iteration or later; over the last
// block where none does.
func (m *spreadMoments) after(iteration float64) momentsBlock {
	var out momentsBlock
	for i := range m.blocks {
		b := &m.blocks[i]
		if float64(b.First) < iteration && i < len(m.blocks)-1 {
			continue
		}
		if out.Count == 0 {
			t := len(b.Sigma)
			out = momentsBlock{First: b.First, Sigma: make([]float64, t), Correlation: make([]float64, t), Squares: make([]float64, t)}
		}
		out.absorb(b)
	}
	return out
}

// addMoments counts the present draw.
func (z *spread) addMoments(iteration int) {
	switch _, d := z.x.Dims(); {
	case z.branches != nil:
		if d <= mostMoments {
			z.moments.add(iteration, z.branches.sigma().Dense(), 0)
		}
	case z.factors == nil:
		n, _ := z.x.Dims()
		z.moments.add(iteration, z.sigma, z.prior.Nu+float64(n))
	case d <= mostMoments:
		z.moments.add(iteration, z.factors.sigma().Dense(), 0)
	}
}

// covariancePart returns the mean of the draws of Σ after burn-in, or where columns are many
// the Σ of the best draw.
func (c *chain) covariancePart() *kind.Covariance {
	z := c.spread
	columns := z.apart.Of(c.data).Columns
	d := len(columns)
	if len(z.moments.blocks) == 0 {
		out := &kind.Covariance{Columns: columns, Estimate: kind.OneDraw}
		c.drawnCovariance(out)
		return z.apart.Complete(out, c.data.Columns)
	}
	b := z.moments.after(inference.BurnIn * float64(c.iteration))
	n := float64(b.Count)
	out := &kind.Covariance{Columns: columns, Form: kind.Free, Estimate: kind.MeanOfDraws, Draws: b.Count, Freedom: b.Freedom / n,
		Dense: mat.NewDense(d, d, nil), Correlation: mat.NewDense(d, d, nil), Deviation: mat.NewDense(d, d, nil)}
	at := 0
	for i := range d {
		for j := range i + 1 {
			mean := b.Correlation[at] / n
			deviation := math.Sqrt(math.Max(0, b.Squares[at]/n-mean*mean))
			for _, cell := range [][2]int{{i, j}, {j, i}} {
				out.Dense.Set(cell[0], cell[1], b.Sigma[at]/n)
				out.Correlation.Set(cell[0], cell[1], math.Max(-1, math.Min(1, mean)))
				out.Deviation.Set(cell[0], cell[1], deviation)
			}
			at++
		}
	}
	c.drawnCovariance(out)
	return z.apart.Complete(out, c.data.Columns)
}

// drawnCovariance completes what is said of Σ by what the best draw has of it.
func (c *chain) drawnCovariance(out *kind.Covariance) {
	switch z := c.spread; {
	case z.factors != nil:
		factorCovariance(out, &c.kept.best)
	case z.branches != nil:
		treeCovariance(out, &c.kept.best)
		out.Tree = z.branches.withSupport(out.Tree, c.kept.afterBurnIn())
	}
}
