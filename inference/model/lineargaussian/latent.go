package lineargaussian

import (
	"errors"
	"math"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/mathext"
)

// How cells come about from the sums of features.
const (
	gaussian = "gaussian"
	probit   = "probit"
)

// A latent state holds the latent numbers of zeros and ones: a cell is 1 where its latent number, the sum of the base
// and of the row's features with noise of variance 1, is above 0 (Albert and Chib 1993). Latent numbers are drawn given
// all else and stand in the table of the state.
type latent struct {
	signs  [][]int8 // of each cell: 1, −1, or 0 where it is missing
	offset []float64
}

// isProbit reports whether the cells are zeros and ones to be fitted by probit. It is an error if that was asked for
// and the cells do not allow it.
func isProbit(x *mat.Dense, s inference.Settings) (bool, error) {
	if !s.Has("observation") || s.Text("observation") == gaussian {
		return false, nil
	}
	n, _ := x.Dims()
	binary := true
	for i := range n {
		for _, v := range x.RawRowView(i) {
			binary = binary && (v == 0 || v == 1 || math.IsNaN(v))
		}
	}
	switch {
	case binary && s.Real("noise") > 0 && s.Text("observation") == probit:
		return false, errors.New("ibp: the noise of probit is 1; set noise to 0")
	case !binary && s.Text("observation") == probit:
		return false, errors.New(
			"ibp: probit takes zeros and ones as they are: set observation to gaussian, or neither centre nor scale the table")
	}
	return binary, nil
}

// Decide implements inference.Decider: it returns the observation that auto chooses.
func (Model) Decide(d *inference.Dataset, s inference.Settings) map[string]string {
	if !s.Has("observation") || s.Text("observation") != "auto" {
		return nil
	}
	if signs, _ := isProbit(d.X, s); signs {
		return map[string]string{"observation": probit}
	}
	return map[string]string{"observation": gaussian}
}

// signOf returns the sign of a latent number.
func signOf(u float64) int8 {
	if u > 0 {
		return 1
	}
	return -1
}

// newLatent reads zeros and ones. The offset of a column is where a standard normal has its share of ones, half a row
// more for either, or 0 if there is no base.
func newLatent(x *mat.Dense, base bool) *latent {
	n, d := x.Dims()
	l := &latent{signs: make([][]int8, n), offset: make([]float64, d)}
	for i := range l.signs {
		l.signs[i] = make([]int8, d)
	}
	for j := range d {
		ones, cells := 0.5, 1.0
		for i := range n {
			v := x.At(i, j)
			if math.IsNaN(v) {
				continue
			}
			l.signs[i][j] = signOf(v)
			ones, cells = ones+v, cells+1
		}
		if base {
			l.offset[j] = mathext.NormalQuantile(ones / cells)
		}
	}
	return l
}

// factors are those of a cell of sign −1, of one that is missing, and of one of sign 1.
var factors = [3]observation.Factor{observation.YesNo{}.Factor(0, 0), nil, observation.YesNo{}.Factor(0, 1)}

// draw replaces the latent numbers of the cells of row i, less the offsets, given their means, less the offsets too.
func (l *latent) draw(i int, mean, row []float64, rng *rand.Rand) {
	m, w, u := []float64{0}, []float64{1}, []float64{0}
	for j, sign := range l.signs[i] {
		if sign == 0 {
			continue
		}
		m[0] = mean[j] + l.offset[j]
		factors[sign+1].Draw(m, w, rng, u)
		row[j] = u[0] - l.offset[j]
	}
}

// drawLatent draws all latent numbers of cells that are not missing. O(NKD).
func (s *state) drawLatent(rng *rand.Rand) {
	if s.latent == nil {
		return
	}
	for i, row := range s.x {
		s.sum(i)
		s.latent.draw(i, s.mean, row, rng)
	}
}

// logSigns returns the log probability of zeros and ones given A and Z, latent numbers integrated out.
func (s *state) logSigns() (sum float64) {
	m, w, mean, variance := []float64{0}, []float64{1}, []float64{0}, []float64{0}
	for i := range s.x {
		s.sum(i)
		for j, sign := range s.latent.signs[i] {
			if sign != 0 {
				m[0] = s.mean[j] + s.latent.offset[j]
				sum += factors[sign+1].Moments(m, w, mean, variance)
			}
		}
	}
	return sum
}

// logSign returns the log probability of a cell of 0 or 1 about a latent mean.
func logSign(value, mean float64) float64 {
	return factors[signOf(value)+1].Moments([]float64{mean}, []float64{1}, []float64{0}, []float64{0})
}
