package pydt

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/numbers"
	"example.org/espalier/inference/model/pydt/priors"
	"example.org/espalier/inference/model/pydt/sampler"
	"example.org/espalier/inference/process/observation"
	"example.org/espalier/inference/process/pitmanyor"
)

// Model is the Pitman-Yor diffusion tree.
type Model struct{}

// DDT is the Dirichlet diffusion tree: the Pitman-Yor diffusion tree with
// concentration and discount 0, whose branch points have two children.
type DDT struct{}

var (
	_ inference.Switcher        = Model{}
	_ inference.StructureScorer = Model{}
	_ inference.KindSampler     = Model{}
	_ inference.Switcher        = DDT{}
	_ inference.StructureScorer = DDT{}
	_ inference.KindSampler     = DDT{}
)

// The papers of each model, and that of the methods of both.
const (
	pydtReference = "D. A. Knowles and Z. Ghahramani (2015), Pitman Yor diffusion trees for Bayesian hierarchical clustering, " +
		"IEEE Transactions on Pattern Analysis and Machine Intelligence 37, 271–289; " + messagesReference
	ddtReference = "R. M. Neal (2003), Density modeling and clustering using Dirichlet diffusion trees, Bayesian Statistics 7, 619–629; " +
		messagesReference
	messagesReference = "D. A. Knowles, J. Van Gael and Z. Ghahramani (2011), Message passing algorithms for the Dirichlet diffusion tree, ICML, 721–728"
)

// Info implements inference.Model.
func (Model) Info() inference.Info {
	return Model{}.describe("em")
}

// InfoFor implements inference.Switcher.
func (m Model) InfoFor(s inference.Settings) inference.Info {
	return reportingInfo(m.describe(s.Text("method")), s)
}

func (Model) describe(method string) inference.Info {
	i := info(method)
	i.Name, i.Title, i.Reference, i.Compared = "pydt", "Pitman-Yor diffusion tree", pydtReference, true
	i.Summary = "Learns a hierarchy whose branch points may have any number of children. The data determine how deep " +
		"and how bushy it is."
	structure := []inference.Parameter{
		{Name: "theta", Title: "θ, concentration", Type: inference.Real, Default: "1", Min: -2, Max: 100, Learnt: true,
			Help: "How readily a branch point gains a branch, whatever number it has; larger values give bushier " +
				"trees."},
		{Name: "alpha", Title: "α, discount", Type: inference.Real, Default: "0.2", Min: -10, Max: 1,
			OpenMax: true, Learnt: true,
			Help: "Weight of the number of branches: larger values make it more likely that a branch point with many " +
				"branches gains another, and give bushier, less balanced trees."},
	}
	i.Parameters = append(i.Parameters[:1:1], append(structure, i.Parameters[1:]...)...)
	if method == "mcmc" {
		i.Scalars = sampler.Scalars("pydt")
	} else if method == "ais" {
		i.Scalars = sampler.AnnealerScalars("pydt")
	} else {
		i.Scalars = append(i.Scalars, "theta", "alpha")
	}
	if method == "mp" {
		i.Scalars = append(i.Scalars, "fallbacks")
	}
	return i
}

// Info implements inference.Model.
func (DDT) Info() inference.Info {
	return DDT{}.describe("em")
}

// InfoFor implements inference.Switcher.
func (m DDT) InfoFor(s inference.Settings) inference.Info {
	return reportingInfo(m.describe(s.Text("method")), s)
}

func (DDT) describe(method string) inference.Info {
	i := info(method)
	i.Name, i.Title, i.Reference = "ddt", "Dirichlet diffusion tree", ddtReference
	i.Summary = "Learns a hierarchy in which every branch point has two children, together with its times."
	if method == "mp" {
		i.Scalars = append(i.Scalars, "fallbacks")
	}
	return i
}

// info is what both models have in common under a method of inference.
func info(method string) inference.Info {
	i := inference.Info{
		Family: inference.FamilyTrees,
		Parameters: []inference.Parameter{
			{Name: "method", Title: "Method", Type: inference.Choice, Default: "em",
				Choices: []string{"em", "mp", "mcmc", "ais"}, Words: map[string]string{"em": "search", "mp": "search by messages",
					"mcmc": "sampling", "ais": "evidence"},
				Help: "em: searches greedily for the tree of highest evidence, at its best times; a short run of " +
					"mcmc learns θ, α, c, the noise and the typical number of branch points; mp: the same search, " +
					"with times, σ² and c integrated out by message passing; mcmc: draws trees from the posterior, " +
					"which shows how certain each clade is; ais: estimates the evidence summed over all trees, by " +
					"annealed importance sampling, for small tables."},
			{Name: "c", Title: "c, divergence", Type: inference.Real, Default: "1", Min: 0,
				OpenMin: true, Max: 1e6, Learnt: true,
				Help: "Rate of divergence, a(t) = c/(1−t); larger values make branches part earlier."},
			{Name: "sigma2", Title: "σ², diffusion", Type: inference.Real, Default: "1", Min: 0, OpenMin: true, Max: 1e12,
				Learnt: true, Unit: "working units²",
				Help: "Variance that a path accumulates from time 0 to 1."},
			{Name: "noise", Title: "Noise", Type: inference.Real, Default: "0", Min: 0, Max: 1e12,
				Learnt: true, Unit: "working units²",
				Help: "Variance of the observation noise. Fixed at 0, there is none; learnt from 0, it starts at 1 % " +
					"of the data's variance. Of zeros and ones under probit it is 1, and so are the hidden numbers' own units; " +
					"where such columns vary together it is learnt, as a share of Σ."},
			observationParameter(),
			columnsParameter(),
			{Name: "start", Title: "Start", Type: inference.Choice, Default: "both",
				Choices: []string{"both", "linkage", "random"}, Advanced: true, Methods: []string{"em", "mp"},
				Help: "linkage: the Ward tree; random: rows added one by one in random orders; both: the best of " +
					"these. The search also tries the trees of the sampler's short run."},
			{Name: "orders", Title: "Row orders", Type: inference.Integer, Default: "0", Min: 0, Max: 64, Zero: "auto",
				Advanced: true, Methods: []string{"em", "mp"},
				Help: "Number of random orders of the rows from which trees are built. 0 chooses: none where " +
					"hyperparameters are learnt, because the trees of the sampler's short run are better starts; " +
					"otherwise four, or two for more than 1,000 rows."},
			{Name: "initial", Title: "First tree", Type: inference.Choice, Default: "em",
				Choices: []string{"em", "random", "prior"}, Words: map[string]string{"em": "search"},
				Advanced: true, Methods: []string{"mcmc"},
				Help: "em: a tree built by greedy search from a random order of the rows; random: random pairs " +
					"joined; prior: a tree drawn from the prior."},
			{Name: "moves", Title: "Moves", Type: inference.Choice, Default: "near", Choices: sampler.MoveSets,
				Advanced: true, Methods: []string{"mcmc"},
				Help: "Where a sweep moves each subtree. near: onto the path to a row nearby in the data; slide: " +
					"along the path to a leaf beside it; regraft: to any place, weighted by evidence; path: to the " +
					"end of a path simulated from the prior; all: all of these in turn. Every sweep also draws times " +
					"and hyperparameters."},
			{Name: "temperatures", Title: "Temperatures", Type: inference.Integer, Default: "1", Min: 1, Max: 64,
				Advanced: true, Methods: []string{"mcmc"},
				Help: "Number of tempered chains, each with its own power of the likelihood, from 1 down. They " +
					"exchange states, so that hot chains help the cold one to leave a tree. Time grows in proportion " +
					"to their number."},
			{Name: "hottest", Title: "Least power", Type: inference.Real, Default: "0.5", Min: 0, OpenMin: true, Max: 1,
				OpenMax: true, Advanced: true, Methods: []string{"mcmc"},
				Help: "Power of the likelihood in the hottest of several chains; the powers between are spaced " +
					"geometrically. For columns that are not numbers it is the share of the way from rows that have " +
					"nothing to do with each other to the tree."},
			witnessesParameter(),
			cutsParameter(),
			{Name: "annealing", Title: "Annealing steps", Type: inference.Integer, Default: "500", Min: 2,
				Max: 1e6, Methods: []string{"ais"},
				Help: "Number of powers of the likelihood from prior to posterior, or, for columns that are not " +
					"numbers, of steps from rows that have nothing to do with each other to the tree; each has one " +
					"sweep."},
		},
		Preprocessing: inference.Preprocessing{Centre: true, Scale: true},
		Units: &inference.Units{Squares: []string{"sigma2", "noise"}, Rounded: true,
			Logs: []string{"evidence", "log_joint", "log_likelihood", "log_evidence", "log_weight"}},
		OneFactor:      true,
		Scalars:        []string{"evidence", "branch_points", "depth", "c", "sigma2", "noise"},
		Objective:      "evidence",
		ObjectiveTitle: "log evidence of the tree, nats",
		Iteration:      "search step",
		Iterations:     200,
	}
	if method == "mp" {
		i.ObjectiveTitle = "log evidence (message passing), nats"
	}
	if method == "mcmc" {
		i.Scalars, i.Objective, i.ObjectiveTitle = sampler.Scalars("ddt"), "log_joint", "log joint density, nats"
		i.Iteration, i.Iterations, i.Samples, i.Chains = "sweep", 2000, true, 4
	}
	if method == "ais" {
		i.Scalars, i.Objective, i.ObjectiveTitle = sampler.AnnealerScalars("ddt"), "log_evidence", "log evidence, nats"
		i.Iteration, i.Iterations, i.Averages = "annealing run", 50, true
	}
	return i
}

// reportingInfo adds what sparse factors and several temperatures report. Where auto may choose factors, none are
// reported: they cannot be told before it has.
func reportingInfo(i inference.Info, s inference.Settings) inference.Info {
	if takesKinds(s) {
		i.Kinds, i.Looks = observation.Sorts(), []column.Sort{column.YesNo}
	}
	if s.Text("method") == "mcmc" && columnsOf(s) == correlated.ByFactors {
		i.Scalars = append(i.Scalars, sampler.FactorScalars...)
	}
	if severalTemperatures(s) {
		i.Scalars = append(i.Scalars, "swaps")
	}
	return i
}

// severalTemperatures reports whether method mcmc swaps states between chains.
func severalTemperatures(s inference.Settings) bool {
	return s.Text("method") == "mcmc" && s.Has("temperatures") && s.Int("temperatures") > 1
}

// Check implements inference.Model.
func (Model) Check(data *inference.Dataset, s inference.Settings) ([]string, error) {
	return check(data, s)
}

// Check implements inference.Model.
func (DDT) Check(data *inference.Dataset, s inference.Settings) ([]string, error) {
	return check(data, s)
}

// checkStructure refuses concentrations and discounts under which no tree has positive probability.
func checkStructure(s inference.Settings) error {
	if !s.Has("theta") {
		return nil
	}
	if theta, alpha := s.Real("theta"), s.Real("alpha"); theta < -2*alpha {
		return fmt.Errorf("theta = %g is below −2·alpha = %g, where no tree has positive probability; raise theta or "+
			"alpha", theta, -2*alpha)
	}
	return nil
}

// checkLearnt refuses concentrations and discounts from which a fit cannot start to learn them.
func checkLearnt(s inference.Settings) error {
	if !s.Has("theta") {
		return nil
	}
	theta, alpha := s.Real("theta"), s.Real("alpha")
	if !s.Fixed("alpha") && (alpha < 0 || alpha > priors.LargestAlpha) {
		return fmt.Errorf("alpha is learnt between 0 and %g; fix it to use %g", priors.LargestAlpha, alpha)
	}
	if !s.Fixed("theta") && (theta < priors.LeastTheta || theta > priors.LargestTheta) {
		return fmt.Errorf("theta is learnt between %g and %g; fix it to use %g", priors.LeastTheta, priors.LargestTheta,
			theta)
	}
	return nil
}

func check(data *inference.Dataset, s inference.Settings) (notes []string, err error) {
	n, _ := data.Dims()
	if n < 2 {
		return nil, numbers.ErrTooFew
	}
	if err := checkStructure(s); err != nil {
		return nil, err
	}
	if err := checkLearnt(s); err != nil {
		return nil, err
	}
	probit, err := isProbit(data, s)
	if err != nil {
		return nil, err
	}
	if notes, err = checkTogether(data, s, probit); err != nil {
		return nil, err
	}
	kinds, err := kindsOf(data, s)
	if err != nil {
		return nil, err
	}
	if kinds != nil {
		found, err := numbers.Notes(numbers.Hidden(data, kinds), false)
		return slices.Concat(notes, numbers.Missing(data), found, kindNotes(data, kinds, kindsTogether(s))), err
	}
	witnesses, err := checkWitnesses(data, s, probit)
	if err != nil {
		return nil, err
	}
	notes = append(notes, witnesses...)
	found, err := numbers.Notes(data, probit)
	if err != nil {
		return nil, err
	}
	notes = slices.Concat(notes, numbers.Missing(data), found)
	notes = append(notes, observationNotes(data, s, probit)...)
	if !probit && s.Fixed("noise") && s.Real("noise") == 0 {
		if k := numbers.EqualRows(data); k > 0 {
			rows := "1 row equals another"
			if k > 1 {
				rows = strconv.Itoa(k) + " rows equal others"
			}
			if m := s.Text("method"); m == "mcmc" || m == "ais" {
				return nil, errors.New(rows + "; without noise the times of their branch points have no proper " +
					"posterior; let noise be learnt, or fix it above 0")
			}
			notes = append(notes, rows+": without noise their branch points are pushed to time 1; let noise be "+
				"learnt")
		}
	}
	return notes, nil
}

// Estimate implements inference.Model.
func (Model) Estimate(data *inference.Dataset, s inference.Settings) inference.Estimate {
	return estimate(data, s)
}

// Estimate implements inference.Model.
func (DDT) Estimate(data *inference.Dataset, s inference.Settings) inference.Estimate {
	return estimate(data, s)
}

// estimate counts the bytes of the arrays, and uses times measured on two cores: scoring a branch
// for one row takes about 0.2 µs plus 1 ns a column.
func estimate(data *inference.Dataset, s inference.Settings) inference.Estimate {
	switch s.Text("method") {
	case "mcmc":
		e := estimateChain(data, s)
		t := time.Duration(s.Int("temperatures"))
		return inference.Estimate{Bytes: e.Bytes * int64(t), Start: e.Start * t, Iteration: e.Iteration * t}
	case "ais":
		e := estimateChain(data, s)
		run := e.Iteration * time.Duration(s.Int("annealing"))
		return inference.Estimate{Bytes: e.Bytes, Start: run, Iteration: run}
	}
	return estimateFit(data, s, false)
}

// New implements inference.Model.
func (Model) New(data *inference.Dataset, s inference.Settings, streams inference.Streams,
	threads int) (inference.Stepper, error) {
	return newStepper("pydt", data, s, streams, threads)
}

// New implements inference.Model.
func (DDT) New(data *inference.Dataset, s inference.Settings, streams inference.Streams,
	threads int) (inference.Stepper, error) {
	return newStepper("ddt", data, s, streams, threads)
}

// Sample implements inference.PriorSampler. Noise is added when its value is positive.
func (Model) Sample(n, d int, s inference.Settings, rng *rand.Rand) (inference.Draw, error) {
	return sample(n, d, s, s.Real("noise"), rng)
}

// Sample implements inference.PriorSampler. Noise is added when its value is positive.
func (DDT) Sample(n, d int, s inference.Settings, rng *rand.Rand) (inference.Draw, error) {
	return sample(n, d, s, s.Real("noise"), rng)
}

func sample(n, d int, s inference.Settings, noise float64, rng *rand.Rand) (inference.Draw, error) {
	if n < 1 || d < 1 {
		return inference.Draw{}, errors.New("pydt: a sample needs at least one row and one column")
	}
	if err := checkStructure(s); err != nil {
		return inference.Draw{}, fmt.Errorf("pydt: %w", err)
	}
	theta, alpha := structureOf(s)
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("row%0*d", len(strconv.Itoa(n)), i+1)
	}
	h := hyper.Hyper{Prior: pitmanyor.NewPrior(theta, alpha, n), C: s.Real("c"), Sigma2: s.Real("sigma2"),
		Noise: noise}
	if form := columnsOf(s); form != correlated.Independent && form != correlated.Undecided {
		return sampleTogether(n, d, names, s, h, rng)
	}
	return hyper.SamplePrior(n, d, names, h, rng), nil
}
