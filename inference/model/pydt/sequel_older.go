package pydt

import (
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/sequel"
)

// sequelLayout is that of fits followed by a sequel; states of [layout] are of fits without a choice, those after of fits that
// chose the form first.
const sequelLayout = layout + 2

// A maker makes a fit.
type maker[T sequel.Fit] func(string, *inference.Dataset, inference.Settings, inference.Streams, int) (T, error)

// newOpen returns the fit of columns=auto that begins with a sequel; older makes one of a form.
func newOpen[T sequel.Fit](name string, data *inference.Dataset, s inference.Settings, streams inference.Streams, threads int,
	begin maker[T], older maker[sequel.Fit]) (inference.Stepper, error) {
	inner, err := begin(name, data, s, streams, threads)
	if err != nil {
		return nil, err
	}
	return &sequel.Opened{Inner: inner, Name: name, Layout: layout, Scalars: len(chainScalars(name)), Older: func(form string) (sequel.Fit, error) {
		of := s.Clone()
		if err := of.Set("columns", form); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return older(name, data, of, streams, threads)
	}}, nil
}

// newFitOf returns a fit of method em whose columns vary together as the settings say.
func newFitOf(name string, data *inference.Dataset, s inference.Settings, streams inference.Streams, threads int) (sequel.Fit, error) {
	if togetherOf(data, s) == independent {
		f, err := newFit(name, data, s, streams, threads)
		if err == nil {
			f.backing.wanted = hasSecond(data, s)
		}
		return f, err
	}
	return newTogether(name, data, s, streams, threads)
}

// newChainOf is [newFitOf] of method mcmc.
func newChainOf(name string, data *inference.Dataset, s inference.Settings, streams inference.Streams, threads int) (sequel.Fit, error) {
	return newChain(name, data, s, streams, threads)
}
