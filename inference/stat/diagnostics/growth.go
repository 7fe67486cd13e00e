package diagnostics

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// features is the number of features or factors in a trace.
const features = "features"

// commonFactors is the number of factors of two items or more.
const commonFactors = "common_factors"

// A growth holds the mean numbers of features in the first and the last quarter of the draws that count. steady says
// that the number rose in every chain, from quarter to quarter.
type growth struct {
	first, last float64
	steady      bool
}

// growthOf measures the growth in the draws of each chain.
func growthOf(chains [][]float64) growth {
	g := growth{steady: len(chains) > 0}
	for _, draws := range chains {
		var quarter [4]float64
		n := len(draws) / 4
		if n == 0 {
			return growth{}
		}
		for q := range quarter {
			for _, v := range draws[len(draws)-(4-q)*n : len(draws)-(3-q)*n] {
				quarter[q] += v / float64(n)
			}
			if q > 0 && quarter[q] <= quarter[q-1] {
				g.steady = false
			}
		}
		g.first += quarter[0] / float64(len(chains))
		g.last += quarter[3] / float64(len(chains))
	}
	return g
}

// Growth counts if it is by at least a tenth and by at least three features.
const (
	leastGrowth   = 0.1
	leastFeatures = 3
)

// judgeGrowth reports a number of features that still grows.
func (r *Report) judgeGrowth(g growth) (Verdict, bool) {
	if !g.steady || g.last-g.first < max(leastFeatures, leastGrowth*g.first) {
		return Verdict{}, false
	}
	r.grown = g
	return Verdict{Level: Bad, Quantity: features, Text: r.growing() + ": " + r.remedy() + "."}, true
}

// growing says from which number of features to which it grows.
func (r *Report) growing() string {
	word := "features"
	if strings.HasPrefix(r.Options.Titles[features], "factors") {
		word = "factors"
	}
	return fmt.Sprintf("The number of "+word+" is still growing, from %.0f to %.0f after the burn-in", r.grown.first,
		r.grown.last)
}

// remedy is the advice if the number of features grows.
func (r *Report) remedy() string {
	if r.Options.Growing != "" {
		return r.Options.Growing + ", or run longer"
	}
	return "run longer"
}

// Growing returns the rounded numbers of features in the first and the last quarter of the draws that count, if the
// report says that the number still grows.
func (r *Report) Growing() (first, last int, ok bool) {
	return int(math.Round(r.grown.first)), int(math.Round(r.grown.last)), r.grown.steady
}

// little is a gain per hidden cell, in nats, too small to justify factors that cannot be
// interpreted.
const little = 0.05

// AddTrade adds to the verdict the gain in the prediction of a hidden cell, in nats with its standard error, by the
// features beyond the strong ones, which are the readable ones. The model's sentence about prediction and readability
// follows.
func (r *Report) AddTrade(strong int, nats, standardError float64) {
	if strong == 0 || math.IsNaN(nats) {
		return
	}
	text := fmt.Sprintf(
		"Beside the %d strongest factors of a draw, those of 1 %% of the variance or more, the others add %.2g nats to a hidden "+
			"cell (standard error %.1g).", strong, nats, standardError)
	r.Verdict.More = append(r.Verdict.More, text)
	if r.Options.Trade != "" {
		r.Verdict.More = append(r.Verdict.More, r.Options.Trade)
	}
}

// AddWorth adds to the verdict the gain in the prediction of a hidden cell, in nats with its standard error, by the
// features beyond those of the first quarter, and advice about their number. The report must say that the number grows.
func (r *Report) AddWorth(nats, standardError float64) {
	first, last, ok := r.Growing()
	if !ok || math.IsNaN(nats) {
		return
	}
	but, remedy := ", and the new ones predict better", "run longer to predict"
	if nats < little {
		but, remedy = ", but the new ones hardly predict better", "more of them are not needed"
	}
	switch advice := r.Options.Growing; {
	case advice != "" && nats < little:
		remedy = advice
	case advice != "":
		remedy += "; otherwise " + advice
	}
	before := r.growing() + ": " + r.remedy() + "."
	after := r.growing() + but + ": " + remedy + "."
	number := fmt.Sprintf("Factors %d to %d add %.2g nats to a hidden cell (standard error %.1g).", first+1, last, nats,
		standardError)
	if sure, ok := strings.CutSuffix(r.Verdict.Text, before); ok {
		r.Verdict.Text = sure + after
		r.Verdict.More = slices.Insert(slices.Clone(r.Verdict.More), 0, number)
		return
	}
	if i := slices.Index(r.Verdict.More, before); i >= 0 {
		r.Verdict.More = slices.Replace(slices.Clone(r.Verdict.More), i, i+1, after, number)
	}
}
