// Package fitted runs a model within the course of a teaching stage: a sweep a step, and copies that continue from a
// saved state to the same bits.
package fitted

import (
	"context"

	"example.org/espalier/inference"
)

// A Fit is a model under way. It is a value: the copy of a state is taken by Kept, and needs no more.
type Fit struct {
	Model    inference.Model
	Data     *inference.Dataset
	Settings inference.Settings
	Seed     uint64

	Values []float64 // of the objective, after each sweep
	Done   bool      // the model has nothing left to do

	stepper inference.Stepper // nil until the first sweep, and in a copy until its next one
	saved   []byte            // state of a copy
}

// Sweep does one sweep, as many steps of the model as it takes, and returns the snapshot of the model. After the error
// of a cancelled context a later call completes it to the same bits.
func (f *Fit) Sweep(ctx context.Context) (*inference.Snapshot, error) {
	if err := f.wake(ctx); err != nil {
		return nil, err
	}
	for !f.Done {
		r, err := f.stepper.Step(ctx)
		if err != nil {
			return nil, err
		}
		f.Done = r.Done
		if r.Scalars != nil {
			f.Values = append(f.Values[:len(f.Values):len(f.Values)], r.Scalars[0])
			break
		}
	}
	return f.stepper.Snapshot(), nil
}

// wake starts the model, from the beginning or from the state of a copy.
func (f *Fit) wake(ctx context.Context) error {
	if f.stepper != nil {
		return nil
	}
	s, err := f.Model.New(f.Data, f.Settings, inference.Streams{Seed: f.Seed}, 1)
	if err != nil {
		return err
	}
	if saver, ok := s.(inference.Saver); ok && f.saved != nil {
		if err := saver.UnmarshalBinary(f.saved); err != nil {
			return err
		}
	} else { // a model that cannot be saved repeats its sweeps
		for done := 0; done < len(f.Values); {
			r, err := s.Step(ctx)
			if err != nil {
				return err
			}
			if r.Scalars != nil {
				done++
			}
		}
	}
	f.stepper, f.saved = s, nil
	return nil
}

// Kept keeps the saved state of the model, which makes copies cheap until they are used.
func (f *Fit) Kept() {
	if s, ok := f.stepper.(inference.Saver); ok {
		if state, err := s.MarshalBinary(); err == nil { // otherwise the sweeps are repeated
			f.saved = state
		}
	}
	f.stepper = nil
}
