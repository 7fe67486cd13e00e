package pydt

import (
	"context"
	"fmt"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/saved"

	"gonum.org/v1/gonum/mat"
)

// An emFit is a fit of method em.
type emFit interface {
	inference.Stepper
	inference.Saver
	inference.Predictor
	inference.CellPredictor
}

// An opened is a fit of columns=auto: one followed by a sequel, or, continued from a state from when auto
// chose the form first and then built the tree under it, the fit of that form.
type opened struct {
	inner emFit
	older func(form string) (emFit, error)
	name  string
}

// A savedChoice is the state of such a fit.
type savedChoice struct {
	Form   string
	Scores []float64
	Inner  []byte `cbor:",omitempty"` // of still older files; later it is an inner state; nil before the choice
}

// choiceLayout is that of a savedChoice; states of [layout] are of fits without a choice.
const choiceLayout = layout + 1

// sequelLayout is that of fits followed by a sequel.
const sequelLayout = choiceLayout + 1

// Step implements inference.Stepper. What only one of the older forms reports is left out.
func (o *opened) Step(ctx context.Context) (inference.Report, error) {
	r, err := o.inner.Step(ctx)
	if n := len(chainScalars(o.name)); len(r.Scalars) > n {
		r.Scalars = r.Scalars[:n]
	}
	return r, err
}

// The other methods are those of the fit.
func (o *opened) Snapshot() *inference.Snapshot  { return o.inner.Snapshot() }
func (o *opened) MarshalBinary() ([]byte, error) { return o.inner.MarshalBinary() }
func (o *opened) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	return o.inner.LogDensity(ctx, x)
}
func (o *opened) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	return o.inner.LogCells(cells, value)
}

// UnmarshalBinary implements inference.Saver.
func (o *opened) UnmarshalBinary(data []byte) error {
	err := o.inner.UnmarshalBinary(data)
	if err == nil {
		return nil
	}
	form, sealed := o.chosen(data)
	if form == "" {
		return err
	}
	if sealed == nil {
		return nil // it was saved before anything was learnt but the seed
	}
	inner, failed := o.older(form)
	if failed == nil {
		failed = inner.UnmarshalBinary(sealed)
	}
	if failed == nil {
		o.inner = inner
	}
	return failed
}

// chosen reads the form and the state of a fit from before there were sequels; none where it is no such state.
func (o *opened) chosen(data []byte) (form string, sealed []byte) {
	var z savedChoice
	if inner, err := saved.OpenOuter(o.name, choiceLayout, data, &z); err == nil {
		if len(inner) == 1 {
			z.Inner = inner[0]
		}
		if z.Inner == nil {
			return undecided, nil
		}
		if slices.Contains(forms, z.Form) {
			return z.Form, z.Inner
		}
		return "", nil
	}
	var one savedTogether
	if saved.Open(o.name, layout, data, &one) == nil {
		if one.Inner == nil {
			return undecided, nil
		}
		if one.Form == independent { // the fit itself is its inner state
			return independent, one.Inner
		}
		if slices.Contains(forms, one.Form) {
			return one.Form, data
		}
	}
	return "", nil
}

// newOpen returns the fit of columns=auto that begins with a sequel; older makes one of a form.
func newOpen[T emFit](name string, data *inference.Dataset, s inference.Settings, streams inference.Streams, threads int,
	begin func(string, *inference.Dataset, inference.Settings, inference.Streams, int) (T, error),
	older func(string, *inference.Dataset, inference.Settings, inference.Streams, int) (emFit, error)) (inference.Stepper, error) {
	inner, err := begin(name, data, s, streams, threads)
	if err != nil {
		return nil, err
	}
	return &opened{inner: inner, name: name, older: func(form string) (emFit, error) {
		of := s.Clone()
		if err := of.Set("columns", form); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return older(name, data, of, streams, threads)
	}}, nil
}

// newFitOf returns a fit of method em whose columns vary together as the settings say.
func newFitOf(name string, data *inference.Dataset, s inference.Settings, streams inference.Streams, threads int) (emFit, error) {
	if togetherOf(data, s) == independent {
		return newFit(name, data, s, streams, threads)
	}
	return newTogether(name, data, s, streams, threads)
}

// newChainOf is [newFitOf] of method mcmc.
func newChainOf(name string, data *inference.Dataset, s inference.Settings, streams inference.Streams, threads int) (emFit, error) {
	return newChain(name, data, s, streams, threads)
}
