package inferencetest

import (
	"fmt"
	"math"
	"math/rand/v2"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// A FactorStudy is a synthetic data set Y = G X + E with everything known.
type FactorStudy struct {
	Z     *mat.Dense // D×K, 1 where a factor touches a gene
	G     *mat.Dense // D×K, loadings
	X     *mat.Dense // K×N, activities
	Y     *mat.Dense // D×N
	Noise float64    // variance of each cell of E
}

// connectivitySizes are the numbers of genes of the factors of [Connectivity]: 140 links.
var connectivitySizes = []int{29, 20, 15, 12, 10, 8, 7, 6, 6, 5, 5, 4, 4, 3, 3, 3}

// Connectivity returns a fixed binary matrix of 100 genes × 16 factors, shaped like the E. coli
// transcription network of Kao et al. (2004): 140 links, 3 to 29 genes for each factor, at least
// one factor for each gene.
func Connectivity() *mat.Dense {
	const genes = 100
	rng := rand.New(rand.NewPCG(2004, 16))
	z := mat.NewDense(genes, len(connectivitySizes), nil)
	order, next := rng.Perm(genes), 0
	for k, size := range connectivitySizes {
		first := size * genes / 140 // a gene's first link; the others may be to any gene
		for range first {
			z.Set(order[next], k, 1)
			next++
		}
		for left := size - first; left > 0; {
			if d := rng.IntN(genes); z.At(d, k) == 0 {
				z.Set(d, k, 1)
				left--
			}
		}
	}
	// Genes left out by rounding take over a second link of another gene in the same factor.
	for ; next < genes; next++ {
		giveLink(z, order[next])
	}
	return z
}

// giveLink moves a link from a gene that has several to gene d.
func giveLink(z *mat.Dense, d int) {
	genes, factors := z.Dims()
	if mat.Sum(z.RowView(d)) > 0 {
		return
	}
	for k := range factors {
		for e := range genes {
			if z.At(e, k) == 1 && mat.Sum(z.RowView(e)) > 1 {
				z.Set(e, k, 0)
				z.Set(d, k, 1)
				return
			}
		}
	}
}

// NewFactorStudy draws loadings of the links of z and activities of n samples from N(0, 1). It adds
// noise of one variance, a share 1/snr of the mean variance of the signal (Knowles 2012, section
// 3.3.1, has snr 10 and n 100 with [Connectivity]).
func NewFactorStudy(z *mat.Dense, n int, snr float64, rng *rand.Rand) *FactorStudy {
	d, k := z.Dims()
	s := &FactorStudy{Z: z, G: mat.NewDense(d, k, nil), X: mat.NewDense(k, n, nil), Y: mat.NewDense(d, n, nil)}
	for i := range d {
		for j := range k {
			if z.At(i, j) == 1 {
				s.G.Set(i, j, rng.NormFloat64())
			}
		}
	}
	for j := range k {
		for i := range n {
			s.X.Set(j, i, rng.NormFloat64())
		}
	}
	s.Y.Mul(s.G, s.X)
	power := mat.Norm(s.Y, 2)
	s.Noise = power * power / float64(d*n) / snr
	s.Y.Apply(func(_, _ int, v float64) float64 { return v + math.Sqrt(s.Noise)*rng.NormFloat64() }, s.Y)
	return s
}

// Dataset returns the study as a table of n samples (rows) × D genes (columns) with a share of the
// cells, drawn by rng, missing. It is neither centred nor scaled.
func (s *FactorStudy) Dataset(missing float64, rng *rand.Rand) *inference.Dataset {
	d, n := s.Y.Dims()
	data := &inference.Dataset{Name: "connectivity", X: mat.DenseCopyOf(s.Y.T()), Kind: inference.Continuous,
		Centre: make([]float64, d), Scale: make([]float64, d)}
	for i := range n {
		data.Rows = append(data.Rows, fmt.Sprintf("sample %d", i+1))
		data.RowIndex = append(data.RowIndex, i)
	}
	for j := range d {
		data.Columns = append(data.Columns, fmt.Sprintf("gene %d", j+1))
		data.ColumnIndex = append(data.ColumnIndex, j)
		data.Scale[j] = 1
	}
	for i := range n {
		for j := range d {
			if missing > 0 && rng.Float64() < missing {
				data.X.Set(i, j, math.NaN())
			}
		}
	}
	return data
}

// ReconstructionError returns how far estimated loadings (D×K̂) are from the true ones (D×K):
// (1/DK) Σ_k min_k̂ Σ_d (G_dk ∓ Ĝ_dk̂)², the better of both signs, with repetitions allowed
// (Knowles 2012, equation 3.18). An estimate without factors counts as zeros.
func ReconstructionError(g, estimate *mat.Dense) float64 {
	d, k := g.Dims()
	sum := 0.0
	for j := range k {
		true2 := 0.0
		for i := range d {
			true2 += g.At(i, j) * g.At(i, j)
		}
		least := true2
		if estimate != nil {
			_, columns := estimate.Dims()
			least = math.Inf(1)
			for c := range columns {
				cross, est2 := 0.0, 0.0
				for i := range d {
					v := estimate.At(i, c)
					cross += g.At(i, j) * v
					est2 += v * v
				}
				least = math.Min(least, true2+est2-2*math.Abs(cross))
			}
		}
		sum += least
	}
	return sum / float64(d*k)
}

// StandOut returns how many factors of a study can be told from noise as common ones: those with at least two loadings
// of more than four standard errors, √(ψ/N).
func (s *FactorStudy) StandOut() (factors int) {
	d, k := s.G.Dims()
	_, n := s.X.Dims()
	for j := range k {
		large := 0
		for i := range d {
			if g := s.G.At(i, j); g*g*float64(n) > 16*s.Noise {
				large++
			}
		}
		if large > 1 {
			factors++
		}
	}
	return factors
}
