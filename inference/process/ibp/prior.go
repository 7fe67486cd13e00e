package ibp

import (
	"fmt"
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/special"

	"gonum.org/v1/gonum/stat/distuv"
)

// A Prior is an Indian buffet process.
type Prior struct {
	Alpha float64 // mass α > 0: the expected number of features of a row
	Beta  float64 // concentration β > 0; 1 is the process of one parameter
}

// Check returns an error unless both parameters are positive and finite.
func (p Prior) Check() error {
	for _, v := range []struct {
		name  string
		value float64
	}{{"α", p.Alpha}, {"β", p.Beta}} {
		if !(v.value > 0) || math.IsInf(v.value, 1) {
			return fmt.Errorf("ibp: %s = %v; give a number above 0", v.name, v.value)
		}
	}
	return nil
}

// Harmonic returns H = Σ_{i=1..rows} β/(β+i−1); αH is the expected number of features of that many
// rows. At β = 1 it is the harmonic number.
func (p Prior) Harmonic(rows int) float64 {
	h := 0.0
	for i := range rows {
		h += p.Beta / (p.Beta + float64(i))
	}
	return h
}

// ExpectedFeatures returns E K₊ = αH for the given number of rows. K₊ has a Poisson distribution.
func (p Prior) ExpectedFeatures(rows int) float64 { return p.Alpha * p.Harmonic(rows) }

// LogFeatures returns log P(K₊ = k) for the given number of rows.
func (p Prior) LogFeatures(k, rows int) float64 {
	return special.LogPoisson(k, p.ExpectedFeatures(rows))
}

// ExpectedEntries returns the expected number of ones in the given number of rows, each of which
// has Poisson(α) features.
func (p Prior) ExpectedEntries(rows int) float64 { return p.Alpha * float64(rows) }

// LogOdds returns the log odds that a row of a matrix with the given number of rows has a feature
// that m > 0 of the others have: log{m/(rows−1−m+β)}. At m = 0 they are −∞: such features come from
// [Prior.Singletons].
func (p Prior) LogOdds(m, rows int) float64 {
	return math.Log(float64(m)) - math.Log(float64(rows-1-m)+p.Beta)
}

// Singletons returns the Poisson rate of the number of features that only one given row has, in a
// matrix with the given number of rows: αβ/(β+rows−1).
func (p Prior) Singletons(rows int) float64 { return p.Alpha * p.Beta / (p.Beta + float64(rows-1)) }

// LogMarked returns the log probability of Z as an unordered set of columns with distinguishing
// marks, such as their loadings:
//
//	K₊ log αβ − αH + Σ_k log B(m_k, D−m_k+β)
//
// Its differences are the log odds of [Prior.LogOdds] and the Poisson ratio of [Prior.Singletons].
// Columns without a one do not count. O(K).
func (p Prior) LogMarked(z Matrix) float64 {
	sum := -p.ExpectedFeatures(z.Rows)
	each := math.Log(p.Alpha * p.Beta)
	for _, c := range z.Columns {
		if m := len(c); m > 0 {
			sum += each + logBeta(float64(m), float64(z.Rows-m)+p.Beta)
		}
	}
	return sum
}

// LogClass returns the log probability of the class of Z: all matrices that differ only in the
// order of their columns. It is LogMarked less Σ_h log K_h! over the histories, with K_h equal
// columns each (Griffiths and Ghahramani 2011, equation 14; Ghahramani and others 2007, equation
// 12).
func (p Prior) LogClass(z Matrix) float64 {
	sum := p.LogMarked(z)
	for _, k := range z.alike() {
		sum -= special.LogFactorial(k)
	}
	return sum
}

// Draw draws a matrix with the given number of rows, its columns in the order in which they were
// first taken. O(rows·K).
func (p Prior) Draw(rows int, rng *rand.Rand) Matrix {
	b := NewProcess(p)
	for range rows {
		b.Step(rng)
	}
	return b.Matrix()
}

// DrawAlpha draws α given the number of features and of rows, under α ~ Ga(shape, rate): Ga(shape +
// K₊, rate + H).
func (p Prior) DrawAlpha(features, rows int, shape, rate float64, rng *rand.Rand) float64 {
	return distuv.Gamma{Alpha: shape + float64(features), Beta: rate + p.Harmonic(rows), Src: rng}.Rand()
}

// poisson draws from the Poisson distribution of the given rate, 0 where the rate is 0.
func poisson(rate float64, rng *rand.Rand) int {
	if rate == 0 {
		return 0
	}
	return int(distuv.Poisson{Lambda: rate, Src: rng}.Rand())
}

func logBeta(a, b float64) float64 {
	return special.LogGamma(a) + special.LogGamma(b) - special.LogGamma(a+b)
}
