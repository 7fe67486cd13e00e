package nsfa

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/process/loadings"
	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/mat"
)

// A variant is one model of the family.
type variant struct {
	name, title, summary, reference string
	support                         loadings.Support
	slab                            loadings.Slab
	compared                        bool // see inference.Info
}

const ghahramani = "D. A. Knowles and Z. Ghahramani (2011), Nonparametric Bayesian sparse factor models with application to gene expression modeling, Annals of Applied Statistics 5, 1534–1552."

var (
	nsfaVariant = variant{"nsfa", "Nonparametric sparse factor analysis",
		"Finds hidden factors, as many as the data support, each loading on few columns. For every factor it gives " +
			"these columns, their loadings and its activity in each row.",
		ghahramani, loadings.Buffet, loadings.PerFactor, true}
	sfaVariant = variant{"sfa", "Sparse factor analysis",
		"A given number of hidden factors, each loading on few columns: the finite version of nsfa.",
		ghahramani, loadings.Finite, loadings.PerFactor, false}
	faVariant = variant{"fa", "Bayesian factor analysis",
		"A given number of hidden factors that load on every column. A baseline for sparse models.",
		"D. B. Rowe and S. J. Press (1998), Gibbs sampling and hill climbing in Bayesian factor analysis, UC Riverside technical report 255.",
		loadings.Complete, loadings.Shared, true}
	afaVariant = variant{"afa", "Factor analysis with relevance determination",
		"A given number of hidden factors that load on every column, each with its own scale; unused factors shrink away.",
		ghahramani, loadings.Complete, loadings.PerFactor, false}
	fokVariant = variant{"fok", "Factor analysis with Student-t loadings",
		"A given number of hidden factors whose loadings are mostly small and sometimes large: sparse without zeros.",
		"E. Fokoué (2004), Stochastic determination of the intrinsic structure in Bayesian factor analysis, SAMSI technical report 2004-17; C. Févotte and S. J. Godsill (2006), A Bayesian approach for blind separation of sparse sources, IEEE Transactions on Audio, Speech and Language Processing 14, 2174–2188.",
		loadings.Complete, loadings.PerElement, false}
	bfrmVariant = variant{"bfrm", "Factor analysis with the prior of BFRM",
		"A given number of hidden factors under the sparsity prior of BFRM, which favours factors that load on few " +
			"columns.",
		"M. West (2003), Bayesian factor regression models in the large p, small n paradigm, Bayesian Statistics 7, 733–742.",
		loadings.Regulars, loadings.PerFactor, false}
)

// Model is nonparametric sparse factor analysis. Its zero value, like those of its relatives, is ready for use.
type Model struct{ family[isNSFA] }

// Sparse is its finite version, sfa.
type Sparse struct{ family[isSFA] }

// Factor is Bayesian factor analysis, fa.
type Factor struct{ family[isFA] }

// Relevance is factor analysis with automatic relevance determination, afa.
type Relevance struct{ family[isAFA] }

// Student is factor analysis with Student-t loadings, fok.
type Student struct{ family[isFOK] }

// Regression has the sparsity prior of the Bayesian factor regression model, bfrm.
type Regression struct{ family[isBFRM] }

var (
	_ inference.KindSampler = Model{}
	_ inference.KindSampler = Sparse{}
	_ inference.KindSampler = Factor{}
	_ inference.KindSampler = Relevance{}
	_ inference.KindSampler = Student{}
	_ inference.KindSampler = Regression{}
)

// parameters returns the parameters of the variant, in the order of the form.
func (v variant) parameters() []inference.Parameter {
	real := func(name, title, value string, min, max float64, help string) inference.Parameter {
		return inference.Parameter{Name: name, Title: title, Type: inference.Real, Default: value, Min: min, OpenMin: true,
			Max: max, Advanced: true, Help: help}
	}
	choice := func(name, title, help string, choices ...string) inference.Parameter {
		return inference.Parameter{Name: name, Title: title, Type: inference.Choice, Default: choices[0], Choices: choices,
			Help: help}
	}
	advanced := func(p inference.Parameter) inference.Parameter { p.Advanced = true; return p }
	list := []inference.Parameter{choice("features", "Features of",
		"columns: a factor loads on columns (genes) and is active in rows (samples); rows: the table is transposed.",
		"columns", "rows")}
	if v.support == loadings.Buffet {
		list = append(list,
			choice("goal", "Goal", "explain: keeps α fixed, gives loadings the scale of the table and prefers factors of few "+
				"items; it finds factors that one can read, and none in noise; predict: learns everything; it finds as many factors as "+
				"predict missing cells best, mostly too many to interpret.", "explain", "predict"))
	}
	if v.support != loadings.Buffet {
		list = append(list, inference.Parameter{Name: "factors", Title: "K, factors", Type: inference.Integer, Default: "10",
			Min: 1, Max: 1000, Help: "Number of factors."})
	}
	if v.support == loadings.Buffet || v.support == loadings.Finite {
		p := real("alpha", "α, strength", "1", 0, 1e6, "Expected number of factors for each item; larger values give "+
			"more factors. If learnt, it grows with their number; fixed at 1, it suppresses weak factors.")
		p.Advanced, p.Learnt = false, true
		list = append(list, p)
	}
	if v.support == loadings.Buffet {
		list = append(list, real("beta", "β, second parameter", "1", 0, 1e6, "Larger values spread the same number "+
			"of loadings over more factors with fewer items each; smaller values concentrate them in few dense "+
			"factors; 1 is the one-parameter process. Under the goal explain it is multiplied by ten times the number of items."))
	}
	if v.support == loadings.Finite || v.support == loadings.Regulars {
		list = append(list, choice("sparsity", "Sparsity",
			"column: columns have a factor independently, with one probability; table: of several joined "+
				"tables, each has a probability of its own, so that a factor can be of one table alone, and a "+
				"large table does not decide for a small one.", "column", "table"))
		list[len(list)-1].Before = "column"
	}
	list = append(list, choice("noise", "Noise", "each: every item has its own noise variance; shared: one for all.",
		"each", "shared"))
	if v.slab == loadings.PerFactor && v.support != loadings.Complete {
		list = append(list, choice("loadings", "Loadings", "each: every factor has its own scale; shared: one for all.",
			"each", "shared"))
	}
	if v.slab == loadings.PerElement {
		list = append(list, real("freedom", "a, degrees of freedom", "1", 0, 1e4, "Small values allow a few large "+
			"loadings among many small ones."),
			real("width", "b, width", "0.1", 0, 1e6, "Scale of the small loadings, in working units."))
	}
	list = append(list,
		advanced(choice("share_power", "Share power", "all: learns the overall scale of the loadings, shared by all "+
			"factors, and that of the noise, shared by all items; noise: learns only that of the noise and gives "+
			"loadings the scale of the table, for fewer and stronger factors; none: learns neither.", "all", "noise", "none")),
		real("noise_shape", "a of noise", "1", 0, 1e6, "Shape of the Gamma prior of the noise precisions."),
		real("noise_rate", "b of noise", "1", 0, 1e6, "Rate of that prior; its initial value if power is shared."))
	if v.slab != loadings.PerElement {
		list = append(list, real("loading_shape", "a of loadings", "1", 0, 1e6,
			"Shape of the Gamma prior of the precisions of loadings."),
			real("loading_rate", "b of loadings", "1", 0, 1e6, "Rate of that prior; its initial value if power is shared."))
	}
	list = append(list, advanced(choice("cuts", "Cut points", "learnt: where one grade ends and the next begins is "+
		"drawn with the factors; fixed: it is as frequencies say.", "learnt", "fixed")))
	list[len(list)-1].Before = "fixed"
	if v.support == loadings.Buffet {
		spike := real("proposal_one", "π, proposals of one", "0.1", 0, 1, "Proportion of proposals that give an item "+
			"exactly one factor of its own; any value gives the same posterior.")
		spike.OpenMin, spike.OpenMax = false, true
		list = append(list, real("proposal_rate", "λ̃, rate of proposals", "10", 0, 1e6, "Rate at which new factors "+
			"are proposed, relative to the prior; any value gives the same posterior."), spike,
			advanced(choice("start", "Start", "random: factors from the prior; empty: none.", "random", "empty")))
	}
	if v.support != loadings.Complete {
		list = append(list, advanced(choice("update", "Update", "collapsed: draws an item's factors with its "+
			"loadings integrated out; plain: draws one entry at a time given the other loadings.", "collapsed", "plain")))
	}
	if v.support != loadings.Complete {
		list = append(list, advanced(choice("moves", "Moves", "all: each sweep also rotates pairs of factors, splits "+
			"and merges factors, and exchanges an item's own factors for noise, where the model allows it; basic: "+
			"the plain sweep. Both give the same posterior.", "all", "basic")))
	}
	return list
}

// optionsOf reads the settings of a variant.
func (v variant) optionsOf(s inference.Settings) loadings.Options {
	return loadings.Read(v.support, v.slab, s)
}

// sparse reports whether loadings can be zero.
func (v variant) sparse() bool { return v.support != loadings.Complete }

func (v variant) info() inference.Info {
	return inference.Info{
		Family: inference.FamilyFactors,
		Name:   v.name, Title: v.title, Summary: v.summary, Reference: v.reference,
		Parameters:    v.parameters(),
		Preprocessing: inference.Preprocessing{Centre: true, Scale: true},
		Units: &inference.Units{Squares: []string{"noise"}, Inverse: []string{"precision"},
			Logs: []string{"log_joint", loadings.LogLikelihood}},
		Scalars:        loadings.ScalarNames(v.support, v.slab),
		Objective:      "log_joint",
		ObjectiveTitle: "log joint probability, nats",
		Curve:          loadings.LogLikelihood,
		CurveTitle:     "log likelihood, nats",
		Iteration:      "sweep",
		Iterations:     1000,
		Samples:        true,
		Chains:         4,
		Compared:       v.compared,
		Kinds:          observation.Sorts(),
	}
}

// growing names the settings that limit the number of factors, where the present ones do not.
func (v variant) growing(s inference.Settings) string {
	switch {
	case v.support != loadings.Buffet:
		return ""
	case s.Text("goal") == "explain": // α is held, and a smaller one hardly matters: each factor costs log α
		return "use sfa, which has a given number of factors"
	case s.Fixed("alpha"):
		return "set goal to explain for factors that can be interpreted, or use sfa, which has a given number of factors"
	}
	return "set goal to explain for factors that can be interpreted, or hold the strength at 1"
}

// trade describes the price of the goal.
func (v variant) trade(s inference.Settings) string {
	switch {
	case v.support != loadings.Buffet:
		return ""
	case s.Text("goal") == "explain":
		return "The goal explain gives up prediction for fewer and sparser factors; to see how much, compare the density of " +
			"the same hidden cells with the goal predict."
	}
	return "The goal predict has more and denser factors than one can read; to see what fewer cost, compare the density of " +
		"the same hidden cells with the goal explain."
}

func (v variant) check(data *inference.Dataset, s inference.Settings) (notes []string, err error) {
	rows, columns := data.Dims()
	o := v.optionsOf(s)
	items, cases, item := columns, rows, "columns"
	if o.Side() == inference.OnRows {
		items, cases, item = rows, columns, "rows"
	}
	if cases < 2 || items < 1 {
		return nil, fmt.Errorf("%s: factors need at least two cases; the table has %d rows and %d columns, and its "+
			"%s are the items (set features to columns or rows to change that)", v.name, rows, columns, item)
	}
	if v.support != loadings.Buffet && o.Factors() > items*cases {
		return nil, fmt.Errorf("%s: %d factors are more than a table of %d × %d cells supports; set factors to a "+
			"smaller number", v.name, o.Factors(), rows, columns)
	}
	notes = append(notes, fmt.Sprintf("Factors load on the %s.", item))
	if items == 1 {
		notes = append(notes,
			fmt.Sprintf("Factors are what %s have in common, and the table has one: what its factors explain "+
				"means nothing.", item))
	}
	_, several := data.Groups()
	several = several && o.Side() == inference.OnColumns
	if s.Has("sparsity") && s.Text("sparsity") == "table" && !several {
		notes = append(notes, "The columns are of one table, so sparsity by table is sparsity by column.")
	}
	switch constant, all := loadings.Constant(data, o.Side()); {
	case constant == all:
		return nil, fmt.Errorf("%s: each of the %s has the same value throughout, so there is nothing to learn", v.name, item)
	case constant > 0:
		notes = append(notes, fmt.Sprintf(
			"Of the %s, those with the same value throughout (%d) are left out: no factor loads on them.", item, constant))
	}
	if v.support != loadings.Buffet && o.Factors() > min(items, cases) {
		notes = append(notes, fmt.Sprintf("There are more factors (%d) than the shorter side of the table is long "+
			"(%d): set factors to fewer, or fit nsfa, which finds how many there are.", o.Factors(), min(items, cases)))
	}
	if rate, mean, learnt := o.LoadingRate(); v.slab != loadings.PerElement && !learnt {
		if size := typicalVariance(data) * mean; size > 0 && (size < 0.1 || size > 10) {
			notes = append(notes, fmt.Sprintf("The prior expects loadings of a very different size from the values: "+
				"scale the columns, set share_power to all, or set loading_rate to about %.2g.", rate*size))
		}
	}
	if data.Missing() > 0 {
		note := "Missing cells are left out of the fit; the factors predict them."
		if v.support == loadings.Buffet && s.Text("goal") == "explain" {
			note += " If their prediction is what counts, choose the goal predict."
		}
		notes = append(notes, note)
	}
	kinds, err := v.checkKinds(data, o)
	if err != nil {
		return nil, err
	}
	notes = append(notes, kinds...)
	return notes, nil
}

// typicalVariance returns the mean over columns of the variance of their cells, 1 for those that are not numbers.
func typicalVariance(data *inference.Dataset) float64 {
	_, d := data.Dims()
	sum := 0.0
	for j := range d {
		if !data.KindAt(j).Sort.Real() {
			sum++
			continue
		}
		n, mean, square := 0.0, 0.0, 0.0
		for _, v := range mat.Col(nil, j, data.X) {
			if !math.IsNaN(v) {
				n++
				square += (v - mean) * (v - mean) * (n - 1) / n
				mean += (v - mean) / n
			}
		}
		sum += square / max(n, 1)
	}
	return sum / float64(d)
}

// estimate assumes 12 factors if their number is not given, and measured costs: see the benchmarks.
func (v variant) estimate(data *inference.Dataset, s inference.Settings) inference.Estimate {
	o := v.optionsOf(s)
	rows, columns := data.Dims()
	if o.Side() == inference.OnRows {
		rows, columns = columns, rows
	}
	n, d, k := float64(rows), float64(columns), 12.0
	switch {
	case v.support != loadings.Buffet:
		k = float64(o.Factors())
	case s.Has("goal") && s.Text("goal") == "predict": // as fits of all samples had
		k = 6 * math.Pow(min(d, 250), 0.4)
	}
	on := k // factors of an item
	if v.sparse() {
		on = math.Min(k, 1+0.3*k)
	}
	missing := float64(data.Missing()) / (n * d)
	sweep := n*d*k*1.2 + d*k*(60+6*on+on*on) + n*k*k*(1+k/20) + n*d*missing*(on*on+k*(2+on))*2
	bytes := 8*n*d*1.2 + 4*n*d*missing*2 + 8*(n+d)*k*6 + mostBytes
	bytes += loadings.ScratchBytes(n, d, k)
	draws := latentDraws(data, o)
	sweep += draws * drawCost
	bytes += draws * 48
	return inference.Estimate{Bytes: int64(bytes), Start: time.Duration(4*n*d + sweep), Iteration: time.Duration(sweep)}
}

func (v variant) start(data *inference.Dataset, s inference.Settings, streams inference.Streams,
	threads int) (inference.Stepper, error) {
	if _, err := v.check(data, s); err != nil {
		return nil, err
	}
	o := v.optionsOf(s)
	columns, err := columnsOf(data, o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", v.name, err)
	}
	c := newChain(v, data, columns, o, streams, threads)
	c.data, c.columns, c.wide = widen(data, columns)
	return c, nil
}

// sample draws a table of n rows and d columns.
func (v variant) sample(n, d int, settings inference.Settings, rng *rand.Rand) (inference.Draw, error) {
	if n < 1 || d < 1 {
		return inference.Draw{}, errors.New(v.name + ": a sample needs at least one row and one column")
	}
	x, truth := loadings.Sample(v.optionsOf(settings), n, d, rng)
	return inference.Draw{X: x, Parts: []inference.Part{&factor.Factors{State: truth}}}, nil
}
