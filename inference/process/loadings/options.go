package loadings

import (
	"example.org/espalier/inference"
)

// A Support says which loadings may differ from zero.
type Support int

const (
	Buffet   Support = iota // Z from the Indian buffet process, as many factors as the data support
	Finite                  // Z from its finite version: K factors, π_k ~ Beta(α/K, 1)
	Complete                // all loadings of K factors
	Regulars                // Z with P(Z_dk=1) = mρ_k, the prior of BFRM
)

// A Slab says which precisions the loadings have.
type Slab int

const (
	PerFactor  Slab = iota // λ_k
	Shared                 // one λ
	PerElement             // λ_dk: Student-t loadings
)

// gamma is a distribution Ga(shape, rate).
type gamma struct{ shape, rate float64 }

// Options are the switches of the sampler.
type Options struct {
	support Support
	slab    Slab
	side    inference.Side
	factors int // K, if it is given
	// byTable draws the share of the items that have a factor for each table of which items came, in the finite model.
	// groups are the tables of all items, by number; nil for one.
	byTable bool
	groups  []int

	sharedNoise bool
	// The rates of the priors of noise and of loadings are learnt: "power sharing".
	powerOfNoise, powerOfLoadings bool

	alpha      float64
	fixedAlpha bool
	beta       float64 // second parameter of the buffet; 1 is the one-parameter process
	readable   bool    // β is in units of readableBeta times the number of items; see [Options.forItems]
	strength   gamma   // prior of α
	precision  gamma   // prior of λ; its rate is the initial b_λ
	noise      gamma   // prior of τ; its rate is the initial b_ψ
	rates      gamma   // prior of b_λ and b_ψ

	freedom, width float64 // a and b of Student-t loadings
	// BFRM: π_dk is 0 or Beta(am, a(1−m)), ρ_k ~ Beta(sr, s(1−r)).
	regularMean               float64 // m
	sparsity, sparsityAverage float64 // s, r

	boost, spike float64 // λ̃ and π of the proposals of singletons
	// draw the entries of a row one by one given the other loadings, not with the row's loadings integrated out
	plain      bool
	trade      bool // singletons are traded for noise
	tilt       bool // pairs of factors are tilted
	splitMerge bool // factors are split and merged
	empty      bool // start without factors
	learnCuts  bool // cut points of grades are drawn

	// For tests: parts that are not updated.
	fixedPrecision, fixedNoise bool
}

// Read returns the options of a model with the given support and slab that settings ask for.
// Parameters that the settings do not have keep the values that they have in nsfa.
func Read(support Support, slab Slab, s inference.Settings) Options {
	real := func(name string, otherwise float64) float64 {
		if s.Has(name) {
			return s.Real(name)
		}
		return otherwise
	}
	is := func(name, value string) bool { return s.Has(name) && s.Text(name) == value }
	o := Options{
		support: support, slab: slab,
		alpha: real("alpha", 1), fixedAlpha: !s.Has("alpha") || s.Fixed("alpha"), beta: real("beta", 1),
		strength: gamma{1, 1}, rates: gamma{1, 1},
		precision: gamma{real("loading_shape", 1), real("loading_rate", 1)},
		noise:     gamma{real("noise_shape", 1), real("noise_rate", 1)},
		freedom:   real("freedom", 1), width: real("width", 0.1),
		regularMean: 0.75, sparsity: 1, sparsityAverage: 0.5,
		boost: real("proposal_rate", 1), spike: real("proposal_one", 0),
		plain: is("update", "plain"),
		empty: is("start", "empty"), learnCuts: is("cuts", "learnt"),
	}
	if !is("moves", "basic") {
		o = o.Moves(true, true, true)
	}
	o.sharedNoise = is("noise", "shared")
	o.powerOfNoise = s.Has("share_power") && !is("share_power", "none")
	o.powerOfLoadings = is("share_power", "all")
	// factors are not added without end where α cannot follow their number, nor made ever weaker
	if is("goal", "explain") {
		o = o.Readable()
	}
	if is("loadings", "shared") {
		o.slab = Shared
	}
	o.byTable = (support == Finite || support == Regulars) && is("sparsity", "table")
	if s.Has("factors") {
		o.factors = s.Int("factors")
	}
	if is("features", "rows") {
		o.side = inference.OnRows
	}
	return o
}

// Nonparametric returns the options of nsfa with its defaults, α learnt.
func Nonparametric() Options {
	return Options{support: Buffet, alpha: 1, beta: 1, strength: gamma{1, 1}, rates: gamma{1, 1},
		precision: gamma{1, 1}, noise: gamma{1, 1},
		freedom: 1, width: 0.1, regularMean: 0.75, sparsity: 1, sparsityAverage: 0.5,
		boost: 10, spike: 0.1, powerOfNoise: true, powerOfLoadings: true, learnCuts: true}.Moves(true, true, true)
}

// Readable returns the options of factors for a reader: α is held, loadings have the scale that their prior gives
// them, and factors that few items share are preferred.
func (o Options) Readable() Options {
	o.fixedAlpha, o.powerOfLoadings, o.readable = true, false, true
	return o
}

// Moves says which moves a sweep makes beyond visits to the items: an item's own factors are
// traded for noise, pairs of factors tilted and turned, factors split and merged. The
// posterior is the same with or without them.
func (o Options) Moves(trade, tilt, splitMerge bool) Options {
	o.trade, o.tilt, o.splitMerge = trade, tilt && o.support != Complete, splitMerge
	return o
}

// Side returns the side of a table that its items are.
func (o Options) Side() inference.Side { return o.side }

// Factors returns the number of factors where it is given, else 0.
func (o Options) Factors() int { return o.factors }

// LoadingRate returns the rate of the prior of the precisions of loadings, and its shape over
// it; learnt says that the rate is only where it starts.
func (o Options) LoadingRate() (rate, meanPrecision float64, learnt bool) {
	return o.precision.rate, o.precision.shape / o.precision.rate, o.powerOfLoadings
}

// readableBeta is β for each item where factors are to be readable. An entry then has prior odds of at most one in
// ten: with the usual β = 1 a factor that most items have takes the others too, at odds of up to D−1.
const readableBeta = 10

// forItems completes the options that depend on the number of items. BFRM expects few of them in a
// factor, s = D and r = 5/D (West 2003). Readable factors have a β that grows with D, so that the odds of an entry
// depend on the share of the items that have the factor, whatever their number.
func (o Options) forItems(d int) Options {
	if o.readable && o.support == Buffet {
		o.beta *= readableBeta * float64(d)
	}
	if o.support == Regulars {
		o.sparsity, o.sparsityAverage = float64(d), min(0.5, 5/float64(d))
	}
	return o
}
