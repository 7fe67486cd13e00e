package batch

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/board"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/stat/diagnostics"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/facts"
)

// A number is one that JSON shows as null if it is not finite.
type number = facts.Number

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
	f := dataFacts{Name: t.Name, Source: t.Source, Rows: n, Columns: m, Missing: d.Unknown(), SHA256: t.SHA256}
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
func parametersOf(s inference.Settings) facts.List {
	o := facts.List{}
	for _, p := range s.Parameters() {
		o.Add(p.Name, s.Value(p.Name))
	}
	return o
}

// result gathers everything that result.json tells of a fit: facts of every fit, and those that its kinds of result
// declare.
func (f *fitted) result() facts.List {
	c, m, snap, found := f.command, f.material, f.snapshot, f.found
	var method *string
	if f.settings.Has("method") {
		text := f.settings.Text("method")
		method = &text
	}
	r := facts.Of("espalier", Version, "model", f.info.Name, "method", method, "parameters", parametersOf(f.settings))
	r.AddSome("decided", found.Decided) // by name, for settings that leave it to the data
	r.AddSome("decided_by", facts.DecidedBy(snap))
	fixed := []string{}
	for _, p := range f.settings.Parameters() {
		if p.Learnt && f.settings.Fixed(p.Name) {
			fixed = append(fixed, p.Name)
		}
	}
	start := f.start // the share of the start that is done
	if len(snap.Trace.Iteration) > 0 {
		start = 1
	}
	r = append(r, facts.Of("fixed", fixed, "seed", c.Seed, "data", factsOf(m.Table, m.Data), "preprocessing", m.Data.Preprocessing,
		"iterations", snap.Iteration, "seconds", number(found.Seconds), "stopped", f.stopped(), "start", number(start))...)
	if f.failure != nil {
		r.Add("error", f.failure.Error())
	}
	r.Add("objective", f.objectiveFacts())
	r.AddSome("evidence", f.evidence)
	r.Add("trace", traceOf(snap.Trace))
	var chains []facts.List
	for _, t := range snap.Chains {
		chains = append(chains, traceOf(t))
	}
	r.AddSome("chains", chains)
	r.Add("posterior", f.moments())
	r.AddSome("diagnostics", f.convergence())
	kinds := facts.Members(f.view())
	r = append(r, kinds.Among("factors", "variance")...)
	r.AddSome("test", f.tested())
	r.AddSome("baselines", f.baselines)
	r = append(r, kinds.Without("factors", "variance")...)
	r.AddSome("notes", slices.Concat(f.notes, f.said()))
	if !math.IsNaN(found.Gain) { // of the last 100 iterations of a search, or of all where there are fewer
		r.Add("gain", number(found.Gain))
		r.Add("settled", found.Settled) // going on would gain next to nothing
	}
	r.AddSome("spec", json.RawMessage(found.Spec.JSON())) // everything that the fit depends on
	r.AddSome("spec_hash", found.Hash)                    // of it, as it was asked for
	r.Add("build", thisBuild())
	r.AddSome("files", slices.DeleteFunc(slices.Clone(f.out.written), func(name string) bool { return name == lastFile }))
	return r
}

// stopped reports whether the fit was stopped before its end.
func (f *fitted) stopped() bool { return f.found.Ended != run.Finished }

// objectiveFacts lays out the final objective; nil for models without one.
func (f *fitted) objectiveFacts() *objective {
	v, ok := f.objective()
	if !ok {
		return nil
	}
	return &objective{f.info.Objective, f.info.ObjectiveTitle, number(v), number(v + f.material.LogJacobian())}
}

// tested lays out the scores of new rows or hidden cells, a *test or a *cellTest; nil for none.
func (f *fitted) tested() any {
	if f.cells != nil {
		return f.cells
	}
	if t := f.found.Rows; t != nil {
		mean, se := meanAndError(t.LogDensity)
		return &test{len(t.LogDensity), t.Columns, t.From, number(mean), number(se), facts.Numbers(t.LogDensity), t.Names}
	}
	return nil
}

// told lists the decisions of the fit, and the reason for its result.
func (f *fitted) told() []string {
	list := facts.Decided(f.snapshot)
	if why := f.snapshot.Reason(); why != "" {
		list = append(list, why)
	}
	return list
}

// said lists the decisions and reasons of the fit, warnings of wrong conclusions, and its numbers without meaning.
func (f *fitted) said() []string {
	list := append(f.told(), facts.Doubts(f.view())...)
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
		list = append(list, fmt.Sprintf("%d of %d hidden values are impossible under the fitted model: their log "+
			"density is not finite, and neither is the mean.", lost, len(scores)))
	}
	return list
}

// objective returns the final objective of the run.
func (f *fitted) objective() (float64, bool) {
	if f.info.Objective == "" {
		return 0, false
	}
	if v := f.snapshot.Trace.Column(f.info.Objective); len(v) > 0 {
		return v[len(v)-1], true
	}
	return facts.BestTree(f.snapshot)
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

// averaged says how well an objective that is an average over the iterations is known: "standard error 0.4 nats, 12
// effective runs of 50", or that too few of them carry the weight; "" for others.
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
	found, out := f.found, f.out
	rows, columns := f.material.Data.Dims()
	s.say("%s of %s: %s, %s (%s)", f.info.Title, f.material.Table.Name, inference.Plural(rows, "row"), inference.Plural(columns, "column"),
		f.material.Data.Preprocessing)
	took := plotting.FormatDuration(time.Duration(found.Seconds * float64(time.Second)))
	work := "finished in " + took
	switch {
	case f.info.Objective != "" && f.snapshot.Iteration > 0:
		work = fmt.Sprintf("%s in %s, seed %d", plotting.Plural(f.snapshot.Iteration, f.info.Iteration), took, f.command.Seed)
		if f.stopped() {
			work += ", stopped before its end"
		}
	case f.stopped():
		work = "stopped after " + took
	}
	s.say("%s", work)
	if v, ok := f.objective(); ok {
		title, unit, _ := strings.Cut(f.info.ObjectiveTitle, ", ")
		s.say("%s: %s %s", title, plotting.FormatDigits(v, 7), unit)
	}
	if text := f.averaged(); text != "" {
		s.say("%s", text)
	}
	if text := depict.Settling(f.found, f.info.Iteration); text != "" {
		if !f.found.Settled {
			text += "; --until-settled continues until the gain is negligible"
		}
		s.say("%s", text)
	}
	if e := f.evidence; e != nil {
		s.say("log evidence by importance sampling: %s, standard error %s nats, %s effective draws of %d",
			plotting.FormatDigits(float64(e.Log), 7), plotting.FormatDigits(float64(e.StandardError), 2), plotting.FormatDigits(float64(e.Effective), 3), e.Draws)
		if e.Warning != "" {
			s.say("%s", e.Warning)
		}
	}
	if d := f.convergence(); d != nil {
		text := d.Verdict
		if d.Level != diagnostics.Good.String() { // numbers that change nothing one reads are in result.json
			text = strings.Join(append([]string{text}, d.More...), " ")
		}
		s.say("%s", text)
	}
	say := func(what string, mean, se number) {
		s.say("log density of %s: mean %s, standard error %s nats", what, plotting.FormatDigits(float64(mean), 5), plotting.FormatDigits(float64(se), 2))
	}
	switch t := f.tested().(type) {
	case *test:
		say(plotting.Plural(t.Rows, "new row"), t.Mean, t.StandardError)
		if len(f.baselines) > 0 {
			s.say("%s", f.table(t))
		}
	case *cellTest:
		say(plotting.Plural(t.Cells, "hidden cell"), t.Mean, t.StandardError)
		if t.Area != nil {
			s.say("of a hidden yes and a hidden no, the yes has the greater probability in %s of pairs (area under the "+
				"ROC curve)", depict.Around(t.area))
		}
	}
	for _, line := range slices.Concat(facts.Printed(f.view()), f.said()) {
		s.say("%s", line)
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
	Area          *number  `json:"roc_area,omitempty"` // of cells of yes/no
	AreaError     *number  `json:"roc_area_standard_error,omitempty"`
	LogDensity    []number `json:"log_density"`
	Row           []string `json:"cell_rows"`
	Column        []string `json:"cell_columns"`
	Value         []number `json:"values"`
	Predicted     []number `json:"predicted"`

	area board.Mean
}

// cellTestOf lays out the scores of hidden cells.
func cellTestOf(c *job.CellScores) *cellTest {
	mean, se := meanAndError(c.LogDensity)
	area := board.Area(board.Answers(c, 0))
	return &cellTest{Cells: len(c.LogDensity), Source: c.From, Mean: number(mean), StandardError: number(se),
		SquaredError: number(c.SquaredError), WorkingError: number(c.WorkingError),
		Area: known(area.Mean), AreaError: known(area.Error), area: area, LogDensity: facts.Numbers(c.LogDensity),
		Row: c.Row, Column: c.Column, Value: facts.Numbers(c.Value), Predicted: facts.Numbers(c.Predicted)}
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

// view is the result as its facts are told.
func (f *fitted) view() facts.Result {
	r := facts.Result{Subject: f.subject(), Cut: f.command.Cut, Below: f.command.Below, Class: f.command.Classes}
	if f.found != nil {
		r.Scored = f.found.Classes
	}
	return r
}

// tree returns the tree of the result: the best tree or, for a sampler, that of maximum clade
// credibility; nil if there is none.
func (f *fitted) tree() *tree.Tree { return f.subject().Tree() }

// writeKinds writes the tables and other files of the kinds of the result. If one cannot be written, the others still
// are.
func (f *fitted) writeKinds(out *folder) (failure error) {
	for _, file := range facts.Files(f.view()) {
		if file.Write != nil {
			failure = errors.Join(failure, out.stream(file.Name, file.Write))
		} else {
			failure = errors.Join(failure, out.writeSheet(file.Name, file.Sheet))
		}
	}
	return failure
}
