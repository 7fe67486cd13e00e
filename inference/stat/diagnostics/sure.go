package diagnostics

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Shares of Enough from which the effective sample sizes of the middle and of the tails give no warning: the mean is
// then known to a tenth of a standard deviation, and more draws change nothing that one reads.
const (
	leastShare     = 0.5
	leastTailShare = 0.25
)

// rare is the probability with which chains that agree pass the limit of one R-hat.
const rare = 0.001

// chanceRHat returns the R-hat of agreeing chains with so many effective draws in all that one of a thousand passes,
// and GoodRHat at least: √(1 + χ²/(m−1)·m/S) of m halves of chains, S draws.
func chanceRHat(chains int, size float64) float64 {
	halves := 2 * float64(chains)
	if !(size > 0) {
		return GoodRHat
	}
	chi := distuv.ChiSquared{K: halves - 1}.Quantile(1 - rare)
	return math.Max(GoodRHat, math.Sqrt(1+chi/(halves-1)*halves/size))
}

// Clades that are sure are in so many of the draws of one chain, and of each other.
const (
	sureClade  = 0.9
	alikeClade = 0.8
)

// alikeGroups is the agreement of the groups of each chain with those shown from which chains agree about them.
const alikeGroups = 0.9

// shown says that chains agree about the results in figures: the clades, the groups or the factors. It is "" where they
// do not, or where figures show none of these.
func (r *Report) shown() string {
	if r.Chains < 2 {
		return ""
	}
	if t := r.Topology; t != nil && t.Draws >= LeastDraws {
		_, bad := r.judgeClades()
		if _, warn := r.judgeMeanDeviation(); bad || warn {
			return ""
		}
		if s := r.sure(); s != "" {
			return s
		}
		return "Chains agree about the clades."
	}
	if len(r.Groups) > 1 && slices.Min(r.Groups) >= alikeGroups {
		return "Chains agree about the groups."
	}
	if strong, agree := r.strongFactors(); strong > 0 && agree == strong && !r.grown.steady {
		text := fmt.Sprintf("Chains agree about the %d factors that are in nearly all draws", strong)
		if strong == 1 {
			text = "Chains agree about the factor that is in nearly all draws"
		}
		if len(r.Factors) > strong {
			text += "; others come and go"
		}
		return text + "."
	}
	return ""
}

// strongFactors returns how many factors are in nearly all draws of some chain, and how many of these in those of each.
func (r *Report) strongFactors() (strong, agree int) {
	for _, presence := range r.Factors {
		if slices.Max(presence) >= sureClade {
			strong++
			if slices.Min(presence) >= alikeClade {
				agree++
			}
		}
	}
	return strong, agree
}

// judgeFactors reports factors that some chains have in nearly all of their draws and others do not.
func (r *Report) judgeFactors() (Verdict, bool) {
	strong, agree := r.strongFactors()
	if agree == strong {
		return Verdict{}, false
	}
	v := Verdict{Level: Warn, Text: "Chains differ in the others: run longer, or read only those that agree."}
	if 2*agree < strong {
		v.Level = Bad
	}
	switch {
	case agree == 0:
		v.Text = "Chains do not have the same factors: run longer."
	case strong-agree == 1:
		v.Text = "Chains differ in the other one: run longer, or read only those that agree."
	}
	return v, true
}

// AddFactors adds to the report the share of the draws of each chain that have each factor, and renews the verdict.
func (r *Report) AddFactors(byChain [][]float64) {
	r.Factors = byChain
	r.Verdict = r.judge(r.growth)
}

// settled reports whether the results in figures are sure in spite of these findings, which are about numbers behind
// them. Figures show the factors that recur; numbers that count the others too never settle.
func (r *Report) settled(all []Verdict) bool {
	return !slices.ContainsFunc(all, func(v Verdict) bool {
		return v.Quantity == "" || v.Level != Warn && (v.Level != Bad || len(r.Factors) == 0)
	})
}

// mostSure is how many quantities a sentence names.
const mostSure = 3

// sure names the results on which chains agree where not all is well: the clades that are in nearly all trees, or the
// numbers whose draws suffice. It is "" where there is nothing, and for one chain.
func (r *Report) sure() string {
	if r.Chains < 2 {
		return ""
	}
	if t := r.Topology; t != nil && t.Draws >= LeastDraws {
		strong, agree := 0, 0
		for _, c := range t.Clades {
			if slices.Max(c.Frequencies) >= sureClade {
				strong++
				if slices.Min(c.Frequencies) >= alikeClade {
					agree++
				}
			}
		}
		switch {
		case agree == 0:
			return ""
		case strong == 1:
			return "The clade above 90 % is the same in all chains."
		case agree == strong:
			return fmt.Sprintf("The %d clades above 90 %% agree between chains.", agree)
		}
		return fmt.Sprintf("%d of %d clades above 90 %% agree between chains.", agree, strong)
	}
	if len(r.Groups) > 1 && slices.Min(r.Groups) >= alikeGroups {
		return "Chains agree about the groups."
	}
	if strong, agree := r.strongFactors(); len(r.Factors) > 0 {
		switch {
		case agree == 0:
			return ""
		case agree == strong && strong == 1:
			return "The factor that is in nearly all draws is the same in all chains."
		case agree == strong:
			return fmt.Sprintf("The %d factors that are in nearly all draws agree between chains.", agree)
		}
		return fmt.Sprintf("%d of %d factors that are in nearly all draws of a chain agree between chains.", agree, strong)
	}
	var names []string
	known, symbols := 0, false
	for _, q := range r.Quantities {
		if !q.Known() {
			continue
		}
		known++
		if q.RHat < chanceRHat(r.Chains, q.BulkESS) && q.BulkESS >= leastShare*r.Options.Enough &&
			q.TailESS >= leastTailShare*r.Options.Enough {
			names = append(names, subject(q.Title))
			symbols = symbols || subject(q.Title) != inWords(q.Title)
		}
	}
	switch {
	case len(names) == 0 || len(names) == known:
		return ""
	case symbols || len(names) > mostSure:
		return fmt.Sprintf("%d of %d traces agree between chains.", len(names), known)
	case len(names) == 1:
		return fmt.Sprintf("Chains agree about %s.", names[0])
	}
	text := names[0]
	for i, name := range names[1:] {
		if i == len(names)-2 {
			text += " and " + name
		} else {
			text += ", " + name
		}
	}
	return fmt.Sprintf("Chains agree about %s.", text)
}
