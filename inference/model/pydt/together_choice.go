package pydt

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/decision"
	"example.org/espalier/inference/saved"

	"gonum.org/v1/gonum/mat"
)

// forms are the values of the parameter columns that auto compares, in the order of their scores.
var forms = []string{independent, covariance, factorial}

// decisionOf returns why a form was chosen; nil if it was not chosen but given, or is still open. The
// first tree is of all rows, unless it is of some.
func decisionOf(form string, scores []float64, some int) inference.Part {
	if form == undecided || scores == nil {
		return nil
	}
	one := decision.Decision{Parameter: "columns", Chosen: form, Criterion: "nats per left-out contrast on a first " +
		"tree"}
	if some > 0 {
		one.Criterion += " of " + inference.Grouped(some) + " rows drawn at random"
	}
	for i, v := range scores {
		if v > negative && finite([]float64{v}) {
			one.Options = append(one.Options, decision.Option{Value: forms[i], Score: v})
		}
	}
	if !slices.ContainsFunc(one.Options, func(o decision.Option) bool { return o.Value == form }) {
		return nil // independence by default: no form had a density
	}
	return &decision.Decisions{List: []decision.Decision{one}}
}

// checkScores returns an error unless saved scores are those of a form that was chosen or given.
func checkScores(form string, scores []float64) error {
	if scores != nil && (len(scores) != len(forms) || !slices.Contains(forms, form)) {
		return errors.New("pydt: the saved state does not say how its columns were chosen")
	}
	return nil
}

// A choice decides how the columns of a chain vary together, as method em does with the same
// seed: by the first round of its search. It depends on the seed but not on the chain, so that
// several chains agree. Of many rows it takes some, and method em begins with a choice too.
type choice struct {
	model    string
	data     *inference.Dataset
	settings inference.Settings
	streams  inference.Streams
	threads  int
	some     int // rows that the choice takes; 0 for all

	open   []string  // the forms that may replace independence
	search *together // nil once the form is known
	form   string    // undecided until then
	scores []float64
}

// Variables for the tests.
var (
	choiceWhole = 2000 // up to this many rows a choice takes all
	choiceSome  = 1000 // rows that it takes of larger tables
)

const choiceTask = 1 << 33 // of a choice's streams: the rows that it takes

func newChoice(name string, data *inference.Dataset, s inference.Settings, streams inference.Streams, threads int) (*choice, error) {
	c := &choice{model: name, data: data, settings: s.Clone(), streams: streams, threads: threads, form: undecided}
	em := s.Clone()
	if err := em.Set("method", "em"); err != nil {
		return nil, err
	}
	streams = inference.Streams{Seed: streams.Seed}
	rows := data
	if len(data.Rows) > choiceWhole {
		c.some = choiceSome
		rows = data.SelectRows(someOf(len(data.Rows), choiceSome, streams.Task(choiceTask)))
	}
	var err error
	if c.search, err = newTogether(name, rows, em, streams, threads); err != nil {
		return nil, err
	}
	c.open = candidates(data, s)
	c.search.open = c.open
	return c, nil
}

// step works on the choice. Once it is made, the form is known.
func (c *choice) step(ctx context.Context) (inference.Report, error) {
	r := inference.Report{Phase: c.search.within("choosing how columns vary together"), Fraction: 0.8 * c.search.inner.fraction}
	if c.search.learner != nil {
		r.Phase, r.Fraction = "choosing how columns vary together: comparing", 0.9
	}
	_, err := c.search.Step(ctx)
	if c.search.form != undecided {
		c.form, c.scores, c.search = c.search.form, c.search.scores, nil
	}
	return r, err
}

// A savedChoice is the saved state of what came of a choice. Before the choice there is only the
// seed to save.
type savedChoice struct {
	Form   string
	Scores []float64
	Inner  []byte `cbor:",omitempty"` // of older files; now it is an inner state; nil before the choice
}

// choiceLayout is that of a savedChoice; states of [layout] are of fits without a choice.
const choiceLayout = layout + 1

// An opened is a fit whose columns vary together as a choice decides, which comes first. Until then
// the fit is that of independent columns, not begun.
type opened[T interface {
	inference.Stepper
	inference.Saver
}] struct {
	*choice
	inner T
	begin func(name string, data *inference.Dataset, s inference.Settings, streams inference.Streams, threads int) (T, error)
}

// An openChain is an opened chain, which also predicts.
type openChain struct{ *opened[*chain] }

// Step implements inference.Stepper. What only one of the forms reports is left out.
func (o openChain) Step(ctx context.Context) (inference.Report, error) {
	r, err := o.opened.Step(ctx)
	if n := len(chainScalars(o.model)); len(r.Scalars) > n {
		r.Scalars = r.Scalars[:n]
	}
	return r, err
}

func newOpenChain(name string, data *inference.Dataset, s inference.Settings, streams inference.Streams, threads int) (inference.Stepper, error) {
	c, err := newChoice(name, data, s, streams, threads)
	if err != nil {
		return nil, err
	}
	o := &opened[*chain]{choice: c, begin: newChain}
	return openChain{o}, o.take(independent)
}

// An emFit is a fit of method em.
type emFit interface {
	inference.Stepper
	inference.Saver
	inference.Predictor
	inference.CellPredictor
}

// An openFit is an opened fit of method em, of a table of many rows.
type openFit struct{ *opened[emFit] }

func newOpenFit(name string, data *inference.Dataset, s inference.Settings, streams inference.Streams, threads int) (inference.Stepper, error) {
	c, err := newChoice(name, data, s, streams, threads)
	if err != nil {
		return nil, err
	}
	o := &opened[emFit]{choice: c, begin: newFitOf}
	return openFit{o}, o.take(independent)
}

// newFitOf returns a fit of method em whose columns vary together as the settings say.
func newFitOf(name string, data *inference.Dataset, s inference.Settings, streams inference.Streams, threads int) (emFit, error) {
	if togetherOf(data, s) == independent {
		return newFit(name, data, s, streams, threads)
	}
	return newTogether(name, data, s, streams, threads)
}

func newOpenAnnealer(name string, data *inference.Dataset, s inference.Settings, streams inference.Streams, threads int) (inference.Stepper, error) {
	c, err := newChoice(name, data, s, streams, threads)
	if err != nil {
		return nil, err
	}
	o := &opened[*annealer]{choice: c, begin: newAnnealer}
	return o, o.take(independent)
}

// take makes the fit under a form.
func (o *opened[T]) take(form string) error {
	s := o.settings.Clone()
	err := s.Set("columns", form)
	if err == nil {
		o.inner, err = o.begin(o.model, o.data, s, o.streams, o.threads)
	}
	return err
}

// Step implements inference.Stepper.
func (o *opened[T]) Step(ctx context.Context) (inference.Report, error) {
	if o.form != undecided {
		return o.inner.Step(ctx)
	}
	r, err := o.choice.step(ctx)
	if err == nil && o.form != undecided && o.form != independent {
		err = o.take(o.form)
	}
	return r, err
}

// Snapshot implements inference.Stepper.
func (o *opened[T]) Snapshot() *inference.Snapshot {
	s := o.inner.Snapshot()
	if d := decisionOf(o.form, o.scores, o.some); d != nil {
		s.Parts = append(s.Parts, d)
	}
	return s
}

// MarshalBinary implements inference.Saver.
func (o *opened[T]) MarshalBinary() ([]byte, error) { return o.AppendBinary(nil) }

// AppendBinary implements encoding.BinaryAppender.
func (o *opened[T]) AppendBinary(b []byte) ([]byte, error) {
	var z savedChoice
	if o.form != undecided {
		z = savedChoice{Form: o.form, Scores: o.scores}
	}
	out, err := saved.NewOuter(b, o.model, choiceLayout, z)
	if err != nil {
		return nil, err
	}
	if o.form != undecided {
		if err := out.Add(o.inner); err != nil {
			return nil, err
		}
	}
	return out.End(), nil
}

// UnmarshalBinary implements inference.Saver.
func (o *opened[T]) UnmarshalBinary(data []byte) error {
	var z savedChoice
	inner, err := saved.OpenOuter(o.model, choiceLayout, data, &z)
	if len(inner) == 1 {
		z.Inner = inner[0]
	}
	if err != nil || z.Inner == nil {
		return err
	}
	if z.Form != independent && !slices.Contains(o.open, z.Form) || z.Scores == nil {
		return fmt.Errorf("%s: the saved state has columns %q", o.model, z.Form)
	}
	if err := checkScores(z.Form, z.Scores); err != nil {
		return err
	}
	before := o.inner
	err = o.take(z.Form)
	if err == nil {
		err = o.inner.UnmarshalBinary(z.Inner)
	}
	if err != nil {
		o.inner = before
		return err
	}
	o.form, o.scores, o.search = z.Form, z.Scores, nil
	return nil
}

// LogDensity implements inference.Predictor.
func (o openChain) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	return o.inner.LogDensity(ctx, x)
}

// LogCells implements inference.CellPredictor.
func (o openChain) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	return o.inner.LogCells(cells, value)
}

// LogDensity implements inference.Predictor.
func (o openFit) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	return o.inner.LogDensity(ctx, x)
}

// LogCells implements inference.CellPredictor.
func (o openFit) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	return o.inner.LogCells(cells, value)
}

var (
	_ emFit                   = openFit{}
	_ inference.Stepper       = openChain{}
	_ inference.Saver         = openChain{}
	_ inference.Predictor     = openChain{}
	_ inference.CellPredictor = openChain{}
)

// estimateChoice is what a choice costs: a search without a pilot, and the folds of each form.
func estimateChoice(data *inference.Dataset, s inference.Settings) inference.Estimate {
	em := s.Clone()
	if em.Set("method", "em") != nil || em.Set("columns", independent) != nil {
		return inference.Estimate{}
	}
	if len(data.Rows) > choiceWhole {
		some := make([]int, choiceSome)
		for i := range some {
			some[i] = i * len(data.Rows) / choiceSome
		}
		data = data.SelectRows(some)
	}
	e := estimateFit(data, em, true)
	rows, columns := data.Dims()
	n, d := float64(rows), float64(columns)
	e.Start += seconds(lawTime(undecided, n, d))
	return e
}
