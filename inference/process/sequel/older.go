package sequel

import (
	"context"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/saved"

	"gonum.org/v1/gonum/mat"
)

// A Fit is a fit that predicts rows and cells.
type Fit interface {
	inference.Stepper
	inference.Saver
	inference.Predictor
	inference.CellPredictor
}

// An Opened is a fit whose form of Σ is left open: one followed by a sequel, or, continued from a state from when the
// form was chosen first and the tree then built under it, the fit of that form.
type Opened struct {
	Inner  Fit
	Older  func(form string) (Fit, error) // makes a fit of a form
	Name   string                         // of the model
	Layout uint16                         // of states of fits without a choice; those with one have the next
	// reported each iteration, at most: numbers that only one of the older forms reports are left out
	Scalars int
}

// The value of a form that was not yet chosen.
const undecided = "auto"

// A SavedChoice is the state of a fit that chose the form first.
type SavedChoice struct {
	Form   string
	Scores []float64
	Inner  []byte `cbor:",omitempty"` // of still older files; later it is an inner state; nil before the choice
}

// Step implements inference.Stepper.
func (o *Opened) Step(ctx context.Context) (inference.Report, error) {
	r, err := o.Inner.Step(ctx)
	if len(r.Scalars) > o.Scalars {
		r.Scalars = r.Scalars[:o.Scalars]
	}
	return r, err
}

// Snapshot implements inference.Stepper, as the fit does.
func (o *Opened) Snapshot() *inference.Snapshot { return o.Inner.Snapshot() }

// MarshalBinary implements inference.Saver, as the fit does.
func (o *Opened) MarshalBinary() ([]byte, error) { return o.Inner.MarshalBinary() }

// LogDensity implements inference.Predictor, as the fit does.
func (o *Opened) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	return o.Inner.LogDensity(ctx, x)
}

// LogCells implements inference.CellPredictor, as the fit does.
func (o *Opened) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	return o.Inner.LogCells(cells, value)
}

// Believe implements inference.Believer, as the fit does.
func (o *Opened) Believe(ctx context.Context, cells []inference.Cell, draws int) ([]inference.Belief, error) {
	if b, able := o.Inner.(inference.Believer); able {
		return b.Believe(ctx, cells, draws)
	}
	return nil, nil
}

// UnmarshalBinary implements inference.Saver.
func (o *Opened) UnmarshalBinary(data []byte) error {
	err := o.Inner.UnmarshalBinary(data)
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
	inner, failed := o.Older(form)
	if failed == nil {
		failed = inner.UnmarshalBinary(sealed)
	}
	if failed == nil {
		o.Inner = inner
	}
	return failed
}

// chosen reads the form and the state of a fit from before there were sequels; none where it is no such state.
func (o *Opened) chosen(data []byte) (form string, sealed []byte) {
	var z SavedChoice
	if inner, err := saved.OpenOuter(o.Name, o.Layout+1, data, &z); err == nil {
		if len(inner) == 1 {
			z.Inner = inner[0]
		}
		if z.Inner == nil {
			return undecided, nil
		}
		if slices.Contains(Forms, z.Form) {
			return z.Form, z.Inner
		}
		return "", nil
	}
	var one struct { // of a search whose columns vary together, the fields that are read here
		Form  string
		Inner []byte
	}
	if saved.Open(o.Name, o.Layout, data, &one) == nil {
		if one.Inner == nil {
			return undecided, nil
		}
		if one.Form == Independent { // the fit itself is its inner state
			return Independent, one.Inner
		}
		if slices.Contains(Forms, one.Form) {
			return one.Form, data
		}
	}
	return "", nil
}
