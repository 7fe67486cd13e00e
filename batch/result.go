package batch

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/kind/decision"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/stat/support"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// result is the layout of result.json.
type result struct {
	Espalier       string                  `json:"espalier"`
	Model          string                  `json:"model"`
	Method         *string                 `json:"method"`
	Parameters     object                  `json:"parameters"`
	Decided        map[string]string       `json:"decided,omitempty"` // by name, for settings that leave it to the data
	DecidedBy      map[string]string       `json:"decided_by,omitempty"`
	Fixed          []string                `json:"fixed"`
	Seed           uint64                  `json:"seed"`
	Data           dataFacts               `json:"data"`
	Preprocessing  inference.Preprocessing `json:"preprocessing"`
	Iterations     int                     `json:"iterations"`
	Seconds        number                  `json:"seconds"`
	Stopped        bool                    `json:"stopped"` // before its end
	Start          number                  `json:"start"`   // the share of the start that is done
	Error          string                  `json:"error,omitempty"`
	Objective      *objective              `json:"objective"`
	Evidence       *evidence               `json:"evidence,omitempty"`
	Trace          object                  `json:"trace"`
	Chains         []object                `json:"chains,omitempty"` // the traces of all chains, for methods that sample
	Posterior      object                  `json:"posterior"`
	Diagnostics    *convergence            `json:"diagnostics,omitempty"`
	Factors        []factorFacts           `json:"factors,omitempty"`
	Variance       *varianceFacts          `json:"variance,omitempty"`
	Test           any                     `json:"test,omitempty"` // *test or *cellTest
	Baselines      []baseline              `json:"baselines,omitempty"`
	Classification *classification         `json:"classification,omitempty"`
	Clusters       *clusters               `json:"clusters,omitempty"`
	Graph          *graphFacts             `json:"graph,omitempty"`
	Forest         *groveFacts             `json:"forest,omitempty"`
	Propagated     *propagatedFacts        `json:"propagated,omitempty"`
	Supports       *support.Facts          `json:"supports,omitempty"`
	Scores         *agreement              `json:"scores,omitempty"`
	Notes          []string                `json:"notes,omitempty"`
	// Gain is the rise of the objective of a search in its last 100 iterations, or in all where
	// there are fewer; Settled says that going on would gain next to nothing.
	Gain    *number         `json:"gain,omitempty"`
	Settled *bool           `json:"settled,omitempty"`
	Spec    json.RawMessage `json:"spec,omitempty"`      // everything that the fit depends on
	Hash    string          `json:"spec_hash,omitempty"` // of it, as it was asked for
	Build   buildFacts      `json:"build"`               // of the program
	Files   []string        `json:"files,omitempty"`     // written beside result.json
}

// dataFacts are the data as the model saw them.
type dataFacts struct {
	Name    string `json:"name"`
	Source  string `json:"source"`
	Rows    int    `json:"rows"`
	Columns int    `json:"columns"`
	Missing int    `json:"missing"`
	SHA256  string `json:"sha256"`
	// Annotations are the columns that were not given to the model.
	Annotations []string `json:"annotations,omitempty"`
	// ColumnAnnotations are those of the columns of the table.
	ColumnAnnotations []string `json:"column_annotations,omitempty"`
}

func factsOf(t *inference.Table, d *inference.Dataset) dataFacts {
	n, m := d.Dims()
	f := dataFacts{Name: t.Name, Source: t.Source, Rows: n, Columns: m, Missing: d.Missing(), SHA256: t.SHA256}
	for _, a := range t.Annotations {
		f.Annotations = append(f.Annotations, a.Name)
	}
	for _, a := range t.ColumnAnnotations {
		f.ColumnAnnotations = append(f.ColumnAnnotations, a.Name)
	}
	return f
}

type objective struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Value number `json:"value"` // in working units, as in the trace
	// InputUnits is Value as a density of the numbers in the file.
	InputUnits number `json:"value_input_units"`
}

type spread struct {
	Mean              number `json:"mean"`
	StandardDeviation number `json:"standard_deviation"`
	// Distribution gives, for a quantity of whole numbers, the share of the draws with each number.
	Distribution object `json:"distribution,omitempty"`
}

type test struct {
	Rows          int      `json:"rows"`
	Columns       int      `json:"columns"` // the density covers these: fewer than the file has with --top-columns
	Source        string   `json:"source"`
	Mean          number   `json:"log_density_mean"`
	StandardError number   `json:"log_density_standard_error"`
	LogDensity    []number `json:"log_density"`
	Names         []string `json:"names"`
}

// parametersOf lists the settings in the order of the form.
func parametersOf(s inference.Settings) object {
	o := object{}
	for _, p := range s.Parameters() {
		o = append(o, member{p.Name, s.Value(p.Name)})
	}
	return o
}

// result gathers everything known about a fit.
func (f *fitted) result() *result {
	c, m, snap, found := f.command, f.material, f.snapshot, f.found
	r := &result{
		Espalier: Version, Model: f.info.Name, Parameters: parametersOf(f.settings), Fixed: []string{}, Seed: c.Seed,
		Data: factsOf(m.Table, m.Data), Preprocessing: m.Data.Preprocessing,
		Iterations: snap.Iteration, Seconds: number(found.Seconds),
		Stopped: found.Ended != run.Finished, Notes: slices.Concat(f.notes, f.told(), f.ofTree(), f.degenerate()),
		Evidence: f.evidence,
		Trace:    traceOf(snap.Trace), Posterior: f.moments(), Diagnostics: f.convergence(), Factors: f.factorList(), Variance: f.variance(), Graph: f.graphFacts(),
		Forest: f.groveFacts(), Propagated: f.propagatedFacts(), Supports: support.FactsOf(snap),
	}
	r.Decided = found.Decided
	r.DecidedBy = decision.Of(f.snapshot).Numbers()
	if f.settings.Has("method") {
		method := f.settings.Text("method")
		r.Method = &method
	}
	for _, p := range f.settings.Parameters() {
		if p.Learnt && f.settings.Fixed(p.Name) {
			r.Fixed = append(r.Fixed, p.Name)
		}
	}
	if f.failure != nil {
		r.Error = f.failure.Error()
	}
	if v, ok := f.objective(); ok {
		r.Objective = &objective{f.info.Objective, f.info.ObjectiveTitle, number(v), number(v + m.LogJacobian())}
	}
	for _, t := range snap.Chains {
		r.Chains = append(r.Chains, traceOf(t))
	}
	if t := found.Rows; t != nil {
		mean, se := meanAndError(t.LogDensity)
		r.Test = &test{len(t.LogDensity), t.Columns, t.From, number(mean), number(se), numbers(t.LogDensity), t.Names}
	}
	if f.cells != nil {
		r.Test = f.cells
	}
	if gain := number(found.Gain); !math.IsNaN(found.Gain) {
		r.Gain, r.Settled = &gain, &found.Settled
	}
	r.Start = number(f.start)
	if len(snap.Trace.Iteration) > 0 {
		r.Start = 1
	}
	r.Spec, r.Hash = found.Spec.JSON(), found.Hash
	r.Build = thisBuild()
	r.Files = slices.DeleteFunc(slices.Clone(f.out.written), func(name string) bool { return name == lastFile })
	r.Baselines = f.baselines
	r.Clusters, r.Scores = f.agreement()
	r.Classification = f.classified
	return r
}

// told lists what the fit says of itself: what it decided, and why its result is as it is.
func (f *fitted) told() []string {
	list := decision.Of(f.snapshot).Sentences()
	if why := f.snapshot.Reason(); why != "" {
		list = append(list, why)
	}
	return list
}

// degenerate lists numbers of the result that have no meaning, and choices that may be an accident.
func (f *fitted) degenerate() (notes []string) {
	if g := graph.Of(f.snapshot); g != nil && g.Doubt() != "" {
		notes = append(notes, g.Doubt())
	}
	if factor.StateOf(f.snapshot) != nil {
		_, d := f.material.Data.Dims()
		total := 0.0
		for j := range d {
			_, variance := stat.MeanVariance(observed(f.material.Data.X, j), nil)
			total += variance / float64(d)
		}
		for _, l := range f.snapshot.Scalars {
			if l.Name == "noise" && l.Mean < 1.01*leastNoise*total {
				notes = append(notes, "The noise is at its lower limit: the factors fit every cell, so densities of "+
					"other cells and rows mean nothing; use fewer factors or more rows.")
			}
		}
	}
	lost := 0
	var scores []float64
	if f.found.Rows != nil {
		scores = f.found.Rows.LogDensity
	}
	if f.found.Cells != nil {
		scores = f.found.Cells.LogDensity
	}
	for _, v := range scores {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			lost++
		}
	}
	if lost > 0 {
		notes = append(notes, fmt.Sprintf("%d of %d hidden values are impossible under the fitted model: their log "+
			"density is not finite, and neither is the mean.", lost, len(scores)))
	}
	return notes
}

// leastNoise is the lower bound of the noise in factor models, as a share of the mean variance of
// the columns.
const leastNoise = 1e-9

// observed returns the values of a column, without missing ones.
func observed(x *mat.Dense, j int) (v []float64) {
	n, _ := x.Dims()
	for i := range n {
		if y := x.At(i, j); !math.IsNaN(y) {
			v = append(v, y)
		}
	}
	return v
}

// objective returns the final objective of the run.
func (f *fitted) objective() (float64, bool) {
	if f.info.Objective == "" {
		return 0, false
	}
	if v := f.snapshot.Trace.Column(f.info.Objective); len(v) > 0 {
		return v[len(v)-1], true
	}
	if trees := forest.TreesOf(f.snapshot); len(trees) > 0 {
		return trees[0].Objective, true
	}
	return 0, false
}

// meanAndError returns the mean and its standard error, NaN for a single value.
func meanAndError(x []float64) (mean, se float64) {
	n := float64(len(x))
	for _, v := range x {
		mean += v / n
	}
	for _, v := range x {
		se += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(se / (n - 1) / n)
}

// averaged says how well an objective that is an average over the iterations is known: "standard error 0.4 nats, 12 effective runs of
// 50", or that too few of them carry the weight; "" for others.
func (f *fitted) averaged() string {
	errors, runs := f.snapshot.Trace.Column("standard_error"), f.snapshot.Trace.Column("effective_runs")
	if !f.info.Averages || len(errors) == 0 || len(runs) == 0 {
		return ""
	}
	text := plotting.FormatDigits(runs[len(runs)-1], 2) + " effective runs of " + plotting.FormatCount(len(runs))
	if e := errors[len(errors)-1]; !math.IsNaN(e) {
		return "standard error " + plotting.FormatDigits(e, 2) + " nats, " + text
	}
	return text + ", too few for a standard error: take more annealing steps or more runs"
}

// summarise prints the result in a few lines.
func (f *fitted) summarise(s *console) {
	r, found, out := f.result(), f.found, f.out
	s.say("%s of %s: %d rows, %d columns (%s)", f.info.Title, r.Data.Name, r.Data.Rows, r.Data.Columns, f.material.Data.Preprocessing)
	took := plotting.FormatDuration(time.Duration(found.Seconds * float64(time.Second)))
	work := "finished in " + took
	switch {
	case f.info.Objective != "" && r.Iterations > 0:
		work = fmt.Sprintf("%s in %s, seed %d", plotting.Plural(r.Iterations, f.info.Iteration), took, r.Seed)
		if r.Stopped {
			work += ", stopped before its end"
		}
	case r.Stopped:
		work = "stopped after " + took
	}
	s.say("%s", work)
	if r.Objective != nil {
		title, unit, _ := strings.Cut(f.info.ObjectiveTitle, ", ")
		s.say("%s: %s %s", title, plotting.FormatDigits(float64(r.Objective.Value), 7), unit)
	}
	if text := f.averaged(); text != "" {
		s.say("%s", text)
	}
	if expected := depict.ExpectedPoints(f.subject()); expected != "" && f.tree() != nil {
		s.say("%s, %s", plotting.Plural(f.tree().Nodes()-f.tree().Leaves(), "branch point"), expected)
	}
	if text := depict.Settling(f.found, f.info.Iteration); text != "" {
		if !f.found.Settled {
			text += "; --until-settled continues until the gain is negligible"
		}
		s.say("%s", text)
	}
	if e := r.Evidence; e != nil {
		s.say("log evidence by importance sampling: %s, standard error %s nats, %s effective draws of %d",
			plotting.FormatDigits(float64(e.Log), 7), plotting.FormatDigits(float64(e.StandardError), 2), plotting.FormatDigits(float64(e.Effective), 3), e.Draws)
		if e.Warning != "" {
			s.say("%s", e.Warning)
		}
	}
	if d := r.Diagnostics; d != nil {
		s.say("%s", strings.Join(append([]string{d.Verdict}, d.More...), " "))
	}
	if k := factor.StateOf(f.snapshot); k != nil {
		s.say("%s", f.counted())
		if text, dense := shares(f.summary()); text != "" {
			s.say("%s", text)
			if dense != "" {
				s.say("%s", dense)
			}
		}
	}
	if text := f.against(); text != "" {
		s.say("%s", text)
	}
	say := func(what string, mean, se number) {
		s.say("log density of %s: mean %s, standard error %s nats", what, plotting.FormatDigits(float64(mean), 5), plotting.FormatDigits(float64(se), 2))
	}
	switch t := r.Test.(type) {
	case *test:
		say(plotting.Plural(t.Rows, "new row"), t.Mean, t.StandardError)
		if len(r.Baselines) > 0 {
			s.say("%s", f.table(t))
		}
	case *cellTest:
		say(plotting.Plural(t.Cells, "hidden cell"), t.Mean, t.StandardError)
	}
	if k := r.Classification; k != nil && k.Rows > 0 {
		s.say("%s of %s (%s) correctly assigned to one of %d classes of %s by Bayes' rule", plotting.FormatPercent(float64(k.Accuracy)),
			plotting.Plural(k.Rows, "row"), k.Source, len(k.Classes), k.Column)
	}
	if a := r.Scores; a != nil && f.tree() == nil {
		s.say("against %s, %s: adjusted Rand index %.3f, normalised mutual information %.3f, purity %.3f",
			a.Labels, plotting.Plural(a.Groups, "group"), float64(a.AdjustedRand), float64(a.MutualInformation), float64(a.Purity))
	} else if a != nil {
		text := fmt.Sprintf("against %s, cut into %s: adjusted Rand index %.3f, normalised mutual information %.3f, purity %.3f; dendrogram purity %.3f",
			a.Labels, plotting.Plural(a.Groups, "group"), float64(a.AdjustedRand), float64(a.MutualInformation), float64(a.Purity), float64(a.DendrogramPurity))
		if a.ResolvedPurity != a.DendrogramPurity {
			text += fmt.Sprintf(" (%.3f with the children of each branch point grouped)", float64(a.ResolvedPurity))
		}
		s.say("%s", text)
	}
	if r.Clusters != nil && r.Clusters.Reason != "" {
		s.say("%s", r.Clusters.Reason)
	}
	for _, note := range slices.Concat(f.told(), f.ofTree(), f.degenerate()) {
		s.say("%s", note)
	}
	if len(out.written) > 0 {
		s.say("written to %s: %s", out.path, strings.Join(out.written, ", "))
	}
}

// cellTest is the layout of test in result.json for models that score cells. Everything is in
// the units of the input table.
type cellTest struct {
	Cells         int      `json:"cells"`
	Source        string   `json:"source"`
	Mean          number   `json:"log_density_mean"`
	StandardError number   `json:"log_density_standard_error"`
	SquaredError  number   `json:"squared_error_mean"`
	WorkingError  number   `json:"squared_error_mean_working_units"`
	LogDensity    []number `json:"log_density"`
	Row           []string `json:"cell_rows"`
	Column        []string `json:"cell_columns"`
	Value         []number `json:"values"`
	Predicted     []number `json:"predicted"`
}

// cellTestOf lays out the scores of hidden cells.
func cellTestOf(c *job.CellScores) *cellTest {
	mean, se := meanAndError(c.LogDensity)
	return &cellTest{Cells: len(c.LogDensity), Source: c.From, Mean: number(mean), StandardError: number(se),
		SquaredError: number(c.SquaredError), WorkingError: number(c.WorkingError), LogDensity: numbers(c.LogDensity),
		Row: c.Row, Column: c.Column, Value: numbers(c.Value), Predicted: numbers(c.Predicted)}
}

// evidence is the estimate of the evidence by importance sampling, in working units, as in the
// trace.
type evidence struct {
	Log           number   `json:"log"`
	StandardError number   `json:"standard_error"`
	Effective     number   `json:"effective_draws"`
	Draws         int      `json:"draws"`
	Proposals     []string `json:"proposals"`
	Bound         number   `json:"bound"`
	// Parameters is the bound with rows' hidden variables integrated out (Beal 4.109).
	Parameters number `json:"bound_of_parameters"`
	Labels     number `json:"log_labellings"` // to add if components are well separated
	InputUnits number `json:"log_input_units"`
	Warning    string `json:"warning,omitempty"` // why the estimate cannot be trusted
}

// checkEvidence refuses unknown proposals.
func (c *fitCommand) checkEvidence() error {
	switch {
	case c.Evidence < 0:
		return usage("--evidence %d: give a number of draws above 0, such as 1000", c.Evidence)
	case c.Evidence == 0 && len(c.Proposals) > 0:
		return usage("--proposals sets what --evidence draws from: also give --evidence DRAWS")
	}
	for _, name := range c.Proposals {
		if _, err := inference.ParseEvidenceProposal(name); err != nil {
			return usage("--proposals: %v", err)
		}
	}
	return nil
}

// evidenceOf lays out the estimate of importance sampling.
func evidenceOf(e *job.EvidenceScore) *evidence {
	return &evidence{Log: number(e.Log), StandardError: number(e.StandardError), Effective: number(e.Effective), Draws: e.Draws, Proposals: e.Proposals,
		Bound: number(e.Bound), Parameters: number(e.Parameters), Labels: number(e.Labels), InputUnits: number(e.InputUnits), Warning: e.EvidenceEstimate.Warning()}
}
