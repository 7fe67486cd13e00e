package job

import (
	"context"
	"io"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/pieces"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/unit"

	"gonum.org/v1/gonum/mat"
)

// through is a model whose fits are run by a Runner: its Stepper does one iteration per Step,
// through a Handle. So everything required of a model is checked on what a Runner makes of it.
type through struct {
	inference.Model
	runner Runner
	spec   Spec
	table  *inference.Table
	able   *Abilities // of its fits, once the first has started
	t      testing.TB
}

// inUnits is a model that sees tables in units of their own, as in a run.
type inUnits struct{ inference.Model }

func (m inUnits) InfoFor(s inference.Settings) inference.Info { return inference.InfoFor(m.Model, s) }

func (m inUnits) New(data *inference.Dataset, s inference.Settings, streams inference.Streams,
	threads int) (inference.Stepper, error) {
	return unit.In(m.Model, data, s).New(streams, threads)
}

func (m through) InfoFor(s inference.Settings) inference.Info { return inference.InfoFor(m.Model, s) }

func (m through) New(_ *inference.Dataset, s inference.Settings, streams inference.Streams,
	threads int) (inference.Stepper, error) {
	spec := m.spec
	spec.Settings, spec.Seed = ValuesOf(s), streams.Seed
	material, err := Build(spec, m.table, nil)
	if err != nil {
		return nil, err
	}
	f := &farStepper{runner: m.runner, m: material, threads: threads, t: m.t}
	m.t.Cleanup(f.end)
	if *m.able == (Abilities{}) {
		if err := f.start(nil); err != nil {
			return nil, err
		}
		*m.able = f.h.Able()
	}
	switch a := *m.able; {
	case a.Rows && a.Cells:
		return struct {
			*farStepper
			farRows
			farCells
		}{f, farRows{f}, farCells{f}}, nil
	case a.Rows:
		return struct {
			*farStepper
			farRows
		}{f, farRows{f}}, nil
	case a.Cells:
		return struct {
			*farStepper
			farCells
		}{f, farCells{f}}, nil
	}
	return f, nil
}

// farStepper is a Stepper on a Handle. It starts when it is first asked for something, so one that continues a
// saved state starts only once.
type farStepper struct {
	runner  Runner
	m       *Material
	threads int
	t       testing.TB
	h       Handle
	done    int // iterations, the start included
}

func (f *farStepper) start(state []byte) error {
	h, err := f.runner.Start(context.Background(), f.m, Options{Threads: f.threads, Paused: true, State: pieces.Of(state)})
	if err != nil {
		return err
	}
	f.end()
	f.h = h
	f.done = len(f.Snapshot().Trace.Iteration)
	return nil
}

func (f *farStepper) end() {
	if f.h != nil {
		f.h.Close()
	}
}

func (f *farStepper) handle() Handle {
	if f.h == nil {
		if err := f.start(nil); err != nil {
			f.t.Fatal(err)
		}
	}
	return f.h
}

// Step does an iteration. If ctx ends meanwhile, the fit is paused in the middle of it.
func (f *farStepper) Step(ctx context.Context) (inference.Report, error) {
	if err := ctx.Err(); err != nil {
		return inference.Report{}, err
	}
	if err := f.handle().Control(Command{Do: Step, N: 1}); err != nil {
		return inference.Report{}, err
	}
	if err := f.handle().Rest(ctx); err != nil {
		if ctx.Err() == nil {
			return inference.Report{}, err
		}
		if err := f.handle().Control(Command{Do: Pause}); err != nil {
			return inference.Report{}, err
		}
		if err := f.handle().Rest(context.Background()); err != nil {
			return inference.Report{}, err
		}
	}
	if f.handle().Progress().State == run.Failed {
		return inference.Report{}, f.handle().Wait()
	}
	trace := f.Snapshot().Trace
	r := inference.Report{Fraction: 1, Done: f.handle().Progress().State == run.Finished}
	if len(trace.Iteration) > f.done {
		f.done++
		for _, v := range trace.Values {
			r.Scalars = append(r.Scalars, v[f.done-1])
		}
		return r, nil
	}
	return r, ctx.Err()
}

func (f *farStepper) Snapshot() *inference.Snapshot {
	a, err := f.handle().Ask(context.Background(), Query{Snapshot: true})
	if err != nil {
		f.t.Errorf("a snapshot: %v", err)
		return nil
	}
	return a.Snapshot
}

func (f *farStepper) MarshalBinary() ([]byte, error) {
	return pieces.Whole(f.handle().Save(context.Background()))
}

func (f *farStepper) UnmarshalBinary(state []byte) error { return f.start(state) }

type farRows struct{ f *farStepper }

func (r farRows) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	a, err := r.f.handle().Ask(ctx, Query{Rows: x})
	return a.LogDensity, err
}

type farCells struct{ f *farStepper }

func (r farCells) LogCells(at []inference.Cell, values []float64) ([]float64, []float64, error) {
	a, err := r.f.handle().Ask(context.Background(), Query{Cells: &Cells{at, values}})
	return a.LogDensity, a.Mean, err
}

// served has a fit done by a Worker in this process: all that passes between processes does, and no process is started.
type served struct{}

func (served) Start(_ context.Context, m *Material, o Options) (Handle, error) {
	s, err := m.request(o)
	if err != nil {
		return nil, err
	}
	requests, to := io.Pipe()
	from, replies := io.Pipe()
	go func() {
		_ = replies.CloseWithError((Worker{Version: "test"}).Serve(context.Background(), requests, replies)) // always nil
	}()
	h := newClient(m, to, to)
	if err := h.begin(from, s, func(err error) error { return err }); err != nil {
		h.Close()
		return nil, err
	}
	return h, nil
}

// TestConformance checks the requirements on all models, run through a Worker, and that all runs, those in this process,
// those in other processes and the model by itself give the same bits. The tables are those of the conformance
// test of the catalog, with fewer rows; iris, which is complete and continuous, is left to that test.
func TestConformance(t *testing.T) {
	for _, m := range catalog.Models() {
		if m.Info().Name == "blockmodel" { // which takes networks alone
			continue
		}
		conform(t, conformity{model: m, table: "penguins", every: 16})
		if s := m.Info().Defaults(); s.Has("method") && s.Set("method", "mcmc") == nil {
			conform(t, conformity{model: m, table: "penguins", every: 16, set: map[string]string{"method": "mcmc"}})
		}
		if testing.Short() {
			continue
		}
		digits := conformity{model: m, table: "digits8x8", every: 120, columns: 2, apart: true}
		animals := conformity{model: m, table: "animals", every: 4, apart: true}
		if m.Info().Defaults().Has("orders") { // trees of many columns take their time, as those of all orders do
			digits.every, digits.set = 300, map[string]string{"orders": "1"}
			animals.columns, animals.set = 6, digits.set
		}
		conform(t, digits)
		conform(t, animals)
	}
	m, err := catalog.Find("dpmm")
	if err != nil {
		t.Fatal(err)
	}
	conform(t, conformity{model: m, table: "penguins", every: 16, classes: &Classes{Column: "species", Share: 0.2}})
	if m, err = catalog.Find("ddt"); err != nil {
		t.Fatal(err)
	}
	if !testing.Short() {
		conform(t, conformity{model: m, table: "penguins", every: 16, apart: true,
			set: map[string]string{"columns": "covariance", "orders": "1"}})
		conform(t, conformity{model: m, table: "penguins", every: 16, apart: true,
			set: map[string]string{"columns": "covariance", "method": "mcmc"}})
	}
}

// A conformity is a case in which a model must meet the requirements.
type conformity struct {
	model   inference.Model
	table   string // a sample
	every   int    // one row of this number is fitted
	columns int    // and one column of this number; 0 for all
	set     map[string]string
	classes *Classes
	apart   bool // only bits, through a Worker: the requirements on such a table are in the test of the catalog
}

func (c conformity) String() string {
	name := c.model.Info().Name + " on " + c.table
	for what, value := range c.set {
		name += " " + what + " " + value
	}
	if c.classes != nil {
		name += " of each class"
	}
	return name
}

func conform(t *testing.T, c conformity) {
	t.Run(c.String(), func(t *testing.T) {
		table := sample(t, c.table)
		spec := Spec{Version: SpecVersion, Table: SourceOf(table), Model: c.model.Info().Name,
			Goal: Goal{Iterations: number(1_000_000)}, Classes: c.classes,
			Settings: map[string]Value{}}
		for i := 0; i < len(table.Rows); i += c.every {
			spec.Rows = append(spec.Rows, i)
		}
		for j := 0; c.columns > 0 && j < len(table.Columns); j += c.columns {
			spec.Columns = append(spec.Columns, j)
		}
		for name, value := range c.set {
			spec.Settings[name] = Value{Text: value}
		}
		if s, err := SettingsOf(c.model.Info(), spec.Settings); err != nil {
			t.Fatal(err)
		} else if spec.info(c.model, s).Samples {
			spec.Chains = 1 // a report holds the scalars of one
		}
		whole, err := Build(spec, table, nil)
		if err != nil {
			refused(t, c.model, table, err)
			return
		}
		o := inferencetest.Options{Seed: 3, Damages: 3, Set: c.set, Step: time.Hour}
		want := inferencetest.Fingerprint(t, inUnits{whole.Model}, o, whole.Data)
		// To start a process takes a tenth of a second, so requirements are checked through a Worker without one; those of
		// a model by itself are checked by the catalog. Runs in this process and in others must give the same bits: the
		// latter have nothing but the messages and the saved states.
		type way = func(testing.TB, inference.Model, inferencetest.Options, *inference.Dataset) uint64
		ways := map[string]way{"through a worker": inferencetest.ConformanceOf, "in this process": inferencetest.TakenOver,
			"in another process": inferencetest.TakenOver, "in another process, kept": inferencetest.Fingerprint}
		if c.apart {
			ways = map[string]way{"through a worker": inferencetest.TakenOver, "through another": inferencetest.Fingerprint}
		}
		at := runners()
		at["through a worker"], at["through another"] = served{}, served{}
		for where, fingerprint := range ways {
			far := through{whole.Model, at[where], spec, table, new(Abilities), t}
			if got := fingerprint(t, far, o, whole.Data); got != want {
				t.Errorf("run %s the fingerprint is %x, not %x", where, got, want)
			}
		}
	})
}

// refused checks that, if a Spec cannot be built with a table, the model refuses that table.
func refused(t *testing.T, m inference.Model, table *inference.Table, err error) {
	t.Helper()
	data, failure := table.Prepare(m.Info().Preprocessing)
	if failure == nil {
		_, failure = m.Check(data, m.Info().Defaults())
	}
	if failure == nil {
		t.Errorf("no fit is made of %s, which the model takes: %v", table.Name, err)
	}
}
