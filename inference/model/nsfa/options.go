package nsfa

import (
	"espalier/inference"
)

// A support says which loadings may differ from zero.
type support int

const (
	buffet   support = iota // Z from the Indian buffet process, as many factors as the data support
	finite                  // Z from its finite version: K factors, π_k ~ Beta(α/K, 1)
	complete                // all loadings of K factors
	regulars                // Z with P(Z_dk=1) = mρ_k, the prior of BFRM
)

// A slab says which precisions the loadings have.
type slab int

const (
	perFactor  slab = iota // λ_k
	shared                 // one λ
	perElement             // λ_dk: Student-t loadings
)

// gamma is a distribution Ga(shape, rate).
type gamma struct{ shape, rate float64 }

// options are the switches of the engine.
type options struct {
	support support
	slab    slab
	side    inference.Side
	factors int // K, if it is given

	sharedNoise bool
	// The rates of the priors of noise and of loadings are learnt: "power sharing".
	powerOfNoise, powerOfLoadings bool

	alpha      float64
	fixedAlpha bool
	beta       float64 // second parameter of the buffet; 1 is the one-parameter process
	strength   gamma   // prior of α
	precision  gamma   // prior of λ; its rate is the initial b_λ
	noise      gamma   // prior of τ; its rate is the initial b_ψ
	rates      gamma   // prior of b_λ and b_ψ

	freedom, width float64 // a and b of Student-t loadings
	// BFRM: π_dk is 0 or Beta(am, a(1−m)), ρ_k ~ Beta(sr, s(1−r)).
	regularity, regularMean   float64 // a, m
	sparsity, sparsityAverage float64 // s, r

	boost, spike float64 // λ̃ and π of the proposals of singletons
	plain        bool    // draw the entries of a row one by one given the other loadings, not with the row's loadings integrated out
	trade        bool    // singletons are traded for noise
	tilt         bool    // pairs of factors are tilted
	splitMerge   bool    // factors are split and merged
	empty        bool    // start without factors

	// For tests: parts that are not updated.
	fixedPrecision, fixedNoise bool
}

// optionsOf reads the settings of a variant.
func (v variant) optionsOf(s inference.Settings) options {
	real := func(name string, otherwise float64) float64 {
		if s.Has(name) {
			return s.Real(name)
		}
		return otherwise
	}
	is := func(name, value string) bool { return s.Has(name) && s.Text(name) == value }
	o := options{
		support: v.support, slab: v.slab,
		alpha: real("alpha", 1), fixedAlpha: !s.Has("alpha") || s.Fixed("alpha"), beta: real("beta", 1),
		strength: gamma{1, 1}, rates: gamma{1, 1},
		precision: gamma{real("loading_shape", 1), real("loading_rate", 1)},
		noise:     gamma{real("noise_shape", 1), real("noise_rate", 1)},
		freedom:   real("freedom", 1), width: real("width", 0.1),
		regularity: 10, regularMean: 0.75, sparsity: 1, sparsityAverage: 0.5,
		boost: real("proposal_rate", 1), spike: real("proposal_one", 0),
		plain: is("update", "plain"),
		trade: !is("moves", "basic"), tilt: v.support != complete && !is("moves", "basic"),
		splitMerge: !is("moves", "basic"),
		empty:      is("start", "empty"),
	}
	o.sharedNoise = is("noise", "shared")
	o.powerOfNoise = s.Has("share_power") && !is("share_power", "none")
	o.powerOfLoadings = is("share_power", "all")
	if is("loadings", "shared") {
		o.slab = shared
	}
	if s.Has("factors") {
		o.factors = s.Int("factors")
	}
	if is("features", "rows") {
		o.side = inference.OnRows
	}
	return o
}

// forItems completes the options that depend on the number of items: BFRM expects few of them in a
// factor, s = D and r = 5/D (West 2003).
func (o options) forItems(d int) options {
	if o.support == regulars {
		o.sparsity, o.sparsityAverage = float64(d), min(0.5, 5/float64(d))
	}
	return o
}
