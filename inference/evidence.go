package inference

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// An EvidenceEstimator is a Stepper that can estimate its evidence by importance sampling. The
// evidence is the probability of the rows under the sizes and hyperparameters the fit arrived at.
type EvidenceEstimator interface {
	Stepper
	// EvidenceSampler returns a sampler of the present fit, or of the last complete one. It shares
	// no memory that the fit will write again, so a goroutine of its own can use it while the fit
	// continues. It fails while nothing is fitted.
	EvidenceSampler(o EvidenceOptions) (EvidenceSampler, error)
}

// EvidenceOptions set how the evidence is sampled.
type EvidenceOptions struct {
	// Proposals are the distributions that parameters are drawn from, each in turn; weights are
	// computed under their equal mixture. nil means EvidenceProposals.
	Proposals []EvidenceProposal
	// Others are further fits of the same table and settings (other seeds). Their posteriors join
	// the mixture.
	Others  []Stepper
	Streams Streams
}

// An EvidenceProposal is the shape of a distribution of the parameters around the variational
// posterior.
type EvidenceProposal struct {
	Degrees float64 // of freedom of Student's t with the posterior's covariances as scales; 0 is the Gaussian itself
	Widen   float64 // factor on the standard deviations; 0 means 1
}

// EvidenceProposals are the default proposals: the posterior, and Student's t with 3 degrees of
// freedom around it, whose heavy tails bound the weights.
var EvidenceProposals = []EvidenceProposal{{}, {Degrees: 3}}

// An EvidenceSampler draws parameters and weighs them. It is used by one goroutine at a time.
type EvidenceSampler interface {
	// Sample adds the given number of draws; it returns early with ctx.Err(). The same total number
	// of draws gives the same bits, however they are divided into calls.
	Sample(ctx context.Context, draws int) error
	// Estimate returns the estimate from the draws so far.
	Estimate() EvidenceEstimate
}

// An EvidenceEstimate is an importance-sampling estimate of the evidence: logarithms in nats, in
// the units of the model. All logarithms of means are consistent but, by Jensen's inequality, too
// low on average; the fewer Effective draws, the lower. Modes that the proposals do not reach are
// missing.
type EvidenceEstimate struct {
	Log           float64 // of the evidence: ln mean w
	StandardError float64 // of Log; NaN below two effective draws, where it is meaningless
	Effective     float64 // draws: (Σw)²/Σw²
	Draws         int
	// Bound is the lower bound that the fit maximised. Parameters is the bound with the rows'
	// hidden variables integrated out, mean ln w under the variational posterior (Beal 4.109); NaN
	// where nothing was drawn from the posterior itself.
	Bound, Parameters float64
	// Labels is ln S! for S components. Where the components lie well apart, the proposals do not
	// reach the relabelled copies of the posterior, and Log + Labels is the full evidence.
	Labels float64
}

// Gap returns the estimated shortfall of the bound below the evidence.
func (e EvidenceEstimate) Gap() float64 { return e.Log - e.Bound }

// fewEffective is the number of effective draws below which an estimate is warned of.
const fewEffective = 10

// Warning says in a sentence why the estimate is not to be trusted, or is empty. Where few draws carry the weight, the
// standard error, which is of the same few draws, is too small as well.
func (e EvidenceEstimate) Warning() string {
	if e.Draws == 0 || e.Effective >= fewEffective {
		return ""
	}
	return "With so few effective draws the estimate is unreliable: the evidence is probably higher."
}

// Weights sums importance weights given as logarithms, without overflow.
type Weights struct {
	N             int
	most          float64
	sum, squares  float64
	started, dead bool
}

// Add adds a weight by its logarithm; minus infinity is a weight of zero.
func (w *Weights) Add(log float64) {
	w.N++
	switch {
	case math.IsNaN(log) || math.IsInf(log, 1):
		w.dead = true
	case math.IsInf(log, -1):
	case !w.started:
		w.most, w.sum, w.squares, w.started = log, 1, 1, true
	case log > w.most:
		f := math.Exp(w.most - log)
		w.most, w.sum, w.squares = log, w.sum*f+1, w.squares*f*f+1
	default:
		f := math.Exp(log - w.most)
		w.sum, w.squares = w.sum+f, w.squares+f*f
	}
}

// LogMean returns the logarithm of the mean weight, its standard error by the delta method (NaN
// below two effective draws), and the number of effective draws.
func (w *Weights) LogMean() (log, se, effective float64) {
	if w.dead || w.N == 0 {
		return math.NaN(), math.NaN(), 0
	}
	if !w.started {
		return math.Inf(-1), math.NaN(), 0
	}
	n := float64(w.N)
	effective = w.sum * w.sum / w.squares
	se = math.NaN()
	if effective >= 2 {
		se = math.Sqrt(math.Max(0, 1/effective-1/n) * n / (n - 1))
	}
	return w.most + math.Log(w.sum/n), se, effective
}

// ParseEvidenceProposal reads a proposal by its short name: "posterior"; "t3", Student's t with 3
// degrees of freedom; "wide1.5", the posterior with standard deviations 1.5 times as large.
func ParseEvidenceProposal(name string) (EvidenceProposal, error) {
	if name == "posterior" {
		return EvidenceProposal{}, nil
	}
	for prefix, set := range map[string]func(v float64) EvidenceProposal{
		"t":    func(v float64) EvidenceProposal { return EvidenceProposal{Degrees: v} },
		"wide": func(v float64) EvidenceProposal { return EvidenceProposal{Widen: v} },
	} {
		if number, ok := strings.CutPrefix(name, prefix); ok {
			if v, err := strconv.ParseFloat(number, 64); err == nil && v > 0 && v <= 1e6 {
				return set(v), nil
			}
		}
	}
	return EvidenceProposal{},
		fmt.Errorf("%q is not a proposal; use posterior, t3 (any number of degrees of freedom) or wide1.5 (any factor)", name)
}

// String returns the short name that [ParseEvidenceProposal] reads.
func (p EvidenceProposal) String() string {
	switch {
	case p.Degrees > 0:
		return "t" + strconv.FormatFloat(p.Degrees, 'g', -1, 64)
	case p.Widen > 0 && p.Widen != 1:
		return "wide" + strconv.FormatFloat(p.Widen, 'g', -1, 64)
	}
	return "posterior"
}
