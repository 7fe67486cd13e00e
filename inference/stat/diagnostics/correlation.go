package diagnostics

import (
	"math/bits"

	"gonum.org/v1/gonum/dsp/fourier"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// A correlator computes autocovariances of series of one length by the fast Fourier transform, in
// O(n log n).
type correlator struct {
	n        int
	fft      *fourier.FFT
	sequence []float64 // padded with zeros to keep lags from wrapping around
	spectrum []complex128
	power    []complex128
}

func newCorrelator(n int) *correlator {
	size := 1 << bits.Len(uint(2*n-1)) // a power of two of at least 2n
	return &correlator{n: n, fft: fourier.NewFFT(size), sequence: make([]float64, size),
		spectrum: make([]complex128, size/2+1), power: make([]complex128, size/2+1)}
}

// mean writes to out the mean autocovariance of the series at lags 0 … n−1, divided by n at every
// lag. The series have mean 0. It averages the spectra, so one inverse transform serves any number
// of series.
func (c *correlator) mean(series [][]float64, out []float64) {
	clear(c.power)
	for _, x := range series {
		copy(c.sequence, x)
		clear(c.sequence[c.n:])
		c.fft.Coefficients(c.spectrum, c.sequence)
		for i, z := range c.spectrum {
			c.power[i] += complex(real(z)*real(z)+imag(z)*imag(z), 0)
		}
	}
	c.fft.Sequence(c.sequence, c.power)
	scale := 1 / (float64(len(c.sequence)) * float64(c.n) * float64(len(series)))
	copy(out, c.sequence[:c.n])
	floats.Scale(scale, out[:c.n])
}

// directMost is the number of lags up to which summing products is faster than two transforms, for a
// long chain.
const directMost = 256

// Autocorrelation returns the autocorrelation of a chain at lags 0 … lags, fewer if the chain is shorter. It is nil for
// a chain that is empty, constant or not finite. It takes O(n log n), or O(n·lags) if that is less.
func Autocorrelation(chain []float64, lags int) []float64 {
	if !finite(chain) || constant(chain) || lags < 0 {
		return nil
	}
	out, centred := make([]float64, len(chain)), make([]float64, len(chain))
	mean := stat.Mean(chain, nil)
	for i, v := range chain {
		centred[i] = v - mean
	}
	if n := min(lags+1, len(out)); n > directMost {
		newCorrelator(len(chain)).mean([][]float64{centred}, out)
		out = out[:n]
	} else {
		out = out[:n]
		for lag := range out {
			out[lag] = floats.Dot(centred[:len(chain)-lag], centred[lag:])
		}
	}
	floats.Scale(1/out[0], out)
	return out
}

// finite reports whether all values are finite.
func finite(x []float64) bool {
	for _, v := range x {
		if v-v != 0 {
			return false
		}
	}
	return true
}

// constant reports whether all values are equal; an empty slice is constant.
func constant(x []float64) bool {
	for _, v := range x {
		if v != x[0] {
			return false
		}
	}
	return true
}
