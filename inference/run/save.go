package run

import (
	"context"
	"fmt"
	"slices"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/pieces"
	"example.org/espalier/inference/saved"
)

// savedRun is the file form of a run. The Stepper's own state is opaque.
type savedRun struct {
	Model     string
	Names     []string
	Seconds   saved.Floats
	Values    []saved.Floats // of each scalar
	Phase     string
	Fraction  float64
	Share     float64 `cbor:",omitempty"`
	Within    bool
	Done      bool
	Elapsed   time.Duration
	Stepper   []byte `cbor:",omitempty"` // of older files; now it is an inner state
	Published bool
}

// savedLayout is the number of the current layout of saved runs.
const savedLayout = 2

const savedOwner = "run"

// Save returns the state of a run between two steps: its trace and the state of the Stepper,
// generators included. [Restore] continues from it to the same bits. It fails after the run has
// failed, and if the Stepper is no [inference.Saver].
func (r *Run) Save() (*pieces.Bytes, error) {
	var state *pieces.Bytes
	err := r.do(func(s inference.Stepper) error {
		saver, ok := s.(inference.Saver)
		if !ok {
			return fmt.Errorf("run: the state of %s cannot be saved", r.info.Name)
		}
		r.mu.Lock()
		if r.state == Failed {
			defer r.mu.Unlock()
			return fmt.Errorf("run: a run that failed cannot be saved: %w", r.err)
		}
		var values []saved.Floats
		chains := r.record.view()
		for _, t := range chains {
			for _, v := range t.Values {
				values = append(values, v)
			}
		}
		file := savedRun{
			Model: r.info.Name,
			Names: chains[0].Names, Seconds: chains[0].Seconds, Values: values,
			Phase: r.record.phase, Fraction: r.record.fraction, Share: r.record.share, Within: r.record.within,
			Done: r.done, Elapsed: r.clock.elapsed(), Published: r.shown,
		}
		r.mu.Unlock()
		o, err := saved.NewOuter(savedOwner, savedLayout, file)
		if err != nil {
			return err
		}
		if err := o.Add(saver); err != nil {
			return fmt.Errorf("run: saving the state of %s: %w", r.info.Name, err)
		}
		state = o.End()
		return nil
	})
	if err != nil {
		return nil, err
	}
	return state, nil
}

// Restore begins a run where [Run.Save] left one, paused whatever the options say. s is fresh from
// [inference.Model.New] with the same data, settings and streams. Options.Iterations counts from
// the beginning of the first run.
func Restore(ctx context.Context, s inference.Stepper, info inference.Info, o Options, state []byte) (*Run, error) {
	saver, ok := s.(inference.Saver)
	if !ok {
		return nil, fmt.Errorf("run: the state of %s cannot be restored", info.Name)
	}
	var file savedRun
	inner, err := saved.OpenOuter(savedOwner, savedLayout, state, &file)
	if err != nil {
		return nil, err
	}
	if len(inner) == 1 {
		file.Stepper = inner[0]
	}
	if err := file.check(info); err != nil {
		return nil, err
	}
	info.Scalars = file.Names
	if err := saved.Guard(info.Name, func() error { return saver.UnmarshalBinary(file.Stepper) }); err != nil {
		return nil, fmt.Errorf("run: restoring the state of %s: %w", info.Name, err)
	}
	o.Paused = true
	r := newRun(ctx, s, info, o)
	r.record.trace.Seconds, r.record.trace.Values = file.Seconds, nil
	for _, v := range file.Values {
		r.record.trace.Values = append(r.record.trace.Values, v)
	}
	for i := range file.Seconds {
		r.record.trace.Iteration = append(r.record.trace.Iteration, i)
	}
	if len(file.Seconds) == 0 { // no iteration yet, so the number of chains is unknown
		r.record.trace.Values = make([][]float64, len(info.Scalars))
	}
	r.record.phase, r.record.fraction, r.record.share, r.record.within = file.Phase, file.Fraction, file.Share, file.Within
	r.rule = newRule(o.Until, len(file.Seconds)-1)
	if r.climb.enough > 0 && len(file.Values) > 0 {
		for _, v := range file.Values[0] {
			r.climb.add(v)
		}
	}
	r.done, r.clock.total = file.Done, file.Elapsed
	r.dirty, r.shown = file.Published, file.Published
	go r.loop()
	return r, nil
}

func (f *savedRun) check(info inference.Info) error {
	if f.Model != info.Name {
		return fmt.Errorf("run: the saved run is a fit of %s, not of %s", f.Model, info.Name)
	}
	// A model may report more than it once did; the run goes on with the scalars that it has.
	fewer := 0 < len(f.Names) && len(f.Names) < len(info.Scalars) && slices.Equal(f.Names, info.Scalars[:len(f.Names)])
	same := (fewer || slices.Equal(f.Names, info.Scalars)) && (len(f.Values) == 0 || len(f.Values)%len(f.Names) == 0)
	same = same && (info.Samples || len(f.Values) <= len(f.Names))
	for _, v := range f.Values {
		same = same && len(v) == len(f.Seconds)
	}
	if !same {
		return fmt.Errorf("run: the saved run of %s has other scalars, because another version of the program wrote it",
			f.Model)
	}
	return nil
}
