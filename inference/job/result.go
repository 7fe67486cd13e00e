package job

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/arithmetic"
	"example.org/espalier/inference/kind/decision"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/pieces"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/stat/diagnostics"
	"example.org/espalier/inference/stat/factors"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A Result is the outcome of a fit. It is never modified once made.
type Result struct {
	Spec Spec   // completed, with the preprocessing that was done
	Hash string // of the Spec as it was given
	// Version is that of the program that made it, "" if unknown; see [Local].
	Version string
	// Arithmetic is how the computer rounds that worked on it last, as [arithmetic.Here] tells; "" if unknown. Where it is
	// another, a fit continues to other bits.
	Arithmetic string
	Data       Facts
	Notes      []string          // for the user
	Decided    map[string]string // decisions by the data, by parameter

	Snapshot   *inference.Snapshot // the last; nil only in [Material.Outline]
	Iterations int
	Seconds    float64 // of work, pauses excluded
	// Ended says how the fit ended: run.Finished, run.Stopped or run.Failed; any other state means
	// that the fit is in progress.
	Ended   run.State
	Reached bool   // whether the requested effective sample size was reached
	Problem string // why it failed, or could not be scored; "" if nothing is wrong
	// Gain is the rise of the objective over the last [run.GainWindow] iterations, in nats; NaN for
	// a method that does not search or a fit of one iteration. Settled says that continuing would
	// gain next to nothing.
	Gain    float64
	Settled bool
	// Final says that nothing is left to do: the fit cannot continue.
	Final bool

	Rows        *RowScores          // where rows were held out
	Cells       *CellScores         // where cells were held out
	Classes     *ClassScores        // where classes were asked for
	Evidence    *EvidenceScore      // where it was asked for
	Diagnostics *diagnostics.Report // of methods that sample
	// State is the saved state from which the fit continues; nil if [Options.Keep] did not ask for it.
	State *pieces.Bytes
}

// Exhausted reports whether the search ended because it had nothing left to try.
func (r *Result) Exhausted() bool {
	return r.Settled && !(r.Iterations >= run.SettleWindow && r.Gain < run.SettleGain(r.Data.Rows))
}

// Facts are the data as the model saw them.
type Facts struct {
	Name, Source, SHA256   string
	Rows, Columns, Missing int
}

// RowScores say how well new rows were predicted.
type RowScores struct {
	From       string // "holdout", or the name of the test table
	Names      []string
	LogDensity []float64 // nats, in the units of the table read
	Columns    int       // number of columns that the density covers
}

// CellScores say how well hidden cells were predicted, in the units of the table read.
type CellScores struct {
	From             string
	Row, Column      []string // names
	LogDensity       []float64
	Value, Predicted []float64
	// Sort is the sort of each cell: [CellsNumbers], [CellsYesNo], [CellsLevels], [CellsCounts] or [CellsWhole]. Mass is
	// the log probability of a cell that is no number, NaN for numbers. Both are nil where all are numbers, and in results
	// of earlier versions.
	Sort []string  `json:",omitempty"`
	Mass []float64 `json:",omitempty"`
	// SquaredError is the mean over cells, WorkingError the same in working units.
	SquaredError, WorkingError float64
}

// ClassScores give the class of each row by Bayes' rule.
type ClassScores struct {
	Column string   // the annotation
	From   string   // "fitted rows", "holdout", or the name of the test table
	Levels []string // the classes
	Names  []string // of the rows
	Truth  []string // of each row, "" where it is unknown
	Found  []int    // of each row, an index of Levels
	// Probabilities are those of the classes, rows × Levels.
	Probabilities *mat.Dense
}

// EvidenceScore is the importance sampling estimate of the evidence, in working units like the
// trace.
type EvidenceScore struct {
	inference.EvidenceEstimate
	Proposals []string
	// InputUnits is the log evidence in the units of the table read.
	InputUnits float64
}

// Result implements Handle.
func (h *local) Result(ctx context.Context) (*Result, error) {
	r, err := collect(ctx, h)
	if r == nil {
		return nil, err
	}
	r.Version, r.Arithmetic = h.version, arithmetic.Here()
	err = errors.Join(err, h.expect(context.WithoutCancel(ctx), r))
	if h.keep && r.Ended != run.Failed {
		state, failure := h.Save(context.WithoutCancel(ctx))
		r.State, err = state, errors.Join(err, failure)
	}
	return r, err
}

// Outline returns the result of a fit that has found nothing yet: it has no Snapshot.
func (m *Material) Outline() *Result {
	n, d := m.Data.Dims()
	return &Result{Spec: m.Spec, Hash: m.Hash, Notes: m.Notes, Decided: m.Decided(), Gain: math.NaN(),
		Data: Facts{m.Table.Name, m.Table.Source, m.Table.SHA256, n, d, m.Data.Unknown()}}
}

// With returns the result with a newer snapshot and progress, and without scores, diagnostics and
// state, which belong to an earlier snapshot.
func (r *Result) With(s *inference.Snapshot, p run.Progress) *Result {
	n := &Result{Spec: r.Spec, Hash: r.Hash, Version: r.Version, Arithmetic: r.Arithmetic, Data: r.Data,
		Notes: r.Notes, Decided: r.Decided,
		Snapshot: s, Iterations: max(0, p.Iteration), Seconds: p.Elapsed.Seconds(), Ended: p.State, Reached: p.Reached,
		Gain: math.NaN(), Settled: p.Settled, Final: p.Final}
	if s != nil {
		n.Iterations = s.Iteration
	}
	if p.GainKnown {
		n.Gain = p.Gain
	}
	n.decide()
	return n
}

// decide adds the decisions of the fit to those that the settings and the data made before it. It notes the decisions
// and the reason for the result.
func (r *Result) decide() {
	if r.Snapshot == nil {
		return
	}
	found := decision.Of(r.Snapshot)
	if values := found.Values(); len(values) > 0 {
		values, before := maps.Clone(values), r.Decided
		for name, value := range before {
			if _, ok := values[name]; !ok {
				values[name] = value
			}
		}
		r.Decided = values
	}
	sentences := found.Sentences()
	if why := r.Snapshot.Reason(); why != "" {
		sentences = append(sentences, why)
	}
	for _, sentence := range sentences {
		if !slices.Contains(r.Notes, sentence) {
			r.Notes = append(slices.Clip(r.Notes), sentence)
		}
	}
}

// collect gathers the result of a fit. If there is an error, there may still be a result, which
// records it.
func collect(ctx context.Context, h Handle) (*Result, error) {
	m, p := h.Material(), h.Progress()
	var failure error
	if p.State.Ended() {
		failure = h.Wait()
	}
	s := h.Latest()
	if !p.State.Ended() {
		a, err := h.Ask(context.WithoutCancel(ctx), Query{Snapshot: true})
		if err != nil {
			return nil, err
		}
		s = a.Snapshot
	}
	if s == nil {
		return nil, errors.Join(failure, errors.New("stopped before there was a result to keep"))
	}
	r := m.Outline().With(s, p)
	if m.Info.Samples {
		enough := m.Spec.Goal.EffectiveSize
		report, err := factors.Report(context.WithoutCancel(ctx), diagnostics.NewMonitor(m.Judging(enough)), s)
		if err != nil {
			return nil, err
		}
		r.Diagnostics = report
	}
	if failure == nil {
		failure = r.score(ctx, h)
	}
	if failure != nil {
		r.Problem = failure.Error()
	}
	return r, failure
}

// score asks the fit for everything that its Spec requests. If ctx ends, drawing for the evidence
// stops; the draws so far count, and everything else is completed.
func (r *Result) score(ctx context.Context, h Handle) error {
	m := h.Material()
	whole := context.WithoutCancel(ctx)
	for _, part := range []struct {
		what string
		on   bool
		ctx  context.Context
		ask  func(context.Context, Handle, *Material) error
	}{
		{"sampling the evidence", m.Spec.Evidence != nil, ctx, r.weigh},
		{"scoring the hidden cells", m.Held.Cells != nil, whole, r.scoreCells},
		{"classifying rows", m.Spec.Classes != nil && m.Spec.Classes.Share == 0, whole, r.classify},
		{"scoring the new rows", m.Held.Rows != nil, whole, r.scoreRows},
	} {
		if !part.on {
			continue
		}
		if err := part.ask(part.ctx, h, m); err != nil {
			return fmt.Errorf("%s: %w", part.what, err)
		}
	}
	return nil
}

func (r *Result) weigh(ctx context.Context, h Handle, m *Material) error {
	e := m.Spec.Evidence
	a, err := h.Ask(ctx, Query{Evidence: &Weigh{Draws: e.Draws, Proposals: e.Proposals}})
	if err != nil && ctx.Err() != nil {
		return nil // it was interrupted before the first draw
	}
	if err != nil {
		return err
	}
	s := &EvidenceScore{EvidenceEstimate: *a.Evidence, Proposals: e.Proposals,
		InputUnits: a.Evidence.Log + m.LogJacobian()}
	if s.Proposals == nil {
		for _, p := range inference.EvidenceProposals {
			s.Proposals = append(s.Proposals, p.String())
		}
	}
	r.Evidence = s
	return nil
}

// LogJacobian is the term that converts the log density of all rows from working units to those of
// the table as read.
func (m *Material) LogJacobian() float64 {
	sum := 0.0
	for _, j := range m.Data.LogJacobian(m.Data.X) {
		sum += j
	}
	return sum
}

func (r *Result) scoreRows(ctx context.Context, h Handle, m *Material) error {
	a, err := h.Ask(ctx, Query{Rows: m.Held.Rows})
	if err != nil {
		return err
	}
	for i, j := range m.Data.LogJacobian(m.Held.Rows) {
		a.LogDensity[i] += j
	}
	r.Rows = &RowScores{From: m.Held.From, Names: m.Held.Names, LogDensity: a.LogDensity, Columns: r.Data.Columns}
	return nil
}

func (r *Result) scoreCells(ctx context.Context, h Handle, m *Material) error {
	a, err := h.Ask(ctx, Query{Cells: &Cells{At: m.Held.Cells, Values: m.Held.Values}})
	if err != nil {
		return err
	}
	s := &CellScores{From: m.Held.From, LogDensity: a.LogDensity}
	inWorking := slices.Clone(a.LogDensity)
	k := float64(len(m.Held.Cells))
	for i, c := range m.Held.Cells {
		u, v := m.Held.Values[i], a.Mean[i]
		s.LogDensity[i] += m.Data.LogJacobianAt(c.Column, u)
		y, predicted := m.Data.InputAt(c.Column, u), m.Data.InputAt(c.Column, v)
		s.SquaredError += (y - predicted) * (y - predicted) / k
		s.WorkingError += (u - v) * (u - v) / k
		s.Row, s.Column = append(s.Row, m.Data.Rows[c.Row]), append(s.Column, m.Data.Columns[c.Column])
		s.Value, s.Predicted = append(s.Value, y), append(s.Predicted, predicted)
	}
	if err := s.scoreMasses(ctx, h, m, inWorking); err != nil {
		return err
	}
	r.Cells = s
	r.judgeFactors(m)
	return nil
}

// judgeFactors adds to the verdict the gain by the last factors in the prediction of hidden cells, if their number
// still grows, and the gain by weak factors, if the model trades readability for prediction.
func (r *Result) judgeFactors(m *Material) {
	if r.Diagnostics == nil {
		return
	}
	found := factor.Of(r.Snapshot)
	if found.State == nil || found.State.Binary {
		return
	}
	draws := inference.WithoutBurnIn(found.Draws, m.Spec.Burn())
	worth := func(strongest int) (nats, standardError float64) {
		return factors.Worth(draws, found.State.Side, found.State.Offset, m.Held.Cells, m.Held.Values, strongest)
	}
	if first, _, grows := r.Diagnostics.Growing(); grows {
		r.Diagnostics.AddWorth(worth(first))
	}
	if m.Info.Trade != "" {
		strong := factors.Strong(draws)
		nats, standardError := worth(strong)
		r.Diagnostics.AddTrade(strong, nats, standardError)
	}
}

func (r *Result) classify(ctx context.Context, h Handle, m *Material) error {
	x, s := m.Data.X, &ClassScores{Column: m.Spec.Classes.Column, From: "fitted rows", Names: m.Data.Rows}
	if m.Held.Rows != nil {
		x, s.From, s.Names, s.Truth = m.Held.Rows, m.Held.From, m.Held.Names, m.Held.Classes
	} else if a, ok := m.Table.AnnotationByName(s.Column); ok {
		for _, i := range m.Data.RowIndex {
			s.Truth = append(s.Truth, a.Values[i])
		}
	}
	a, err := h.Ask(ctx, Query{Classes: x})
	if err != nil {
		return err
	}
	s.Levels = a.Levels
	n, _ := a.Probabilities.Dims()
	for i := range n {
		s.Found = append(s.Found, floats.MaxIdx(a.Probabilities.RawRowView(i)))
	}
	s.Probabilities = a.Probabilities
	if len(s.Truth) == 0 {
		s.Truth = make([]string, len(s.Found))
	}
	r.Classes = s
	return nil
}
