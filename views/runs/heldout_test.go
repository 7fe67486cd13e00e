package runs

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"espalier/inference"
	"espalier/inference/model/gaussian"
	"espalier/inference/model/kde"
	"espalier/inference/model/pca"
	"espalier/inference/stat/heldout"
	"espalier/plotting"
	"espalier/plotting/chart"
	"espalier/sampledata"
	"espalier/views/viewstest"

	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
)

// sluggish is principal components that wait for the test at every step.
type sluggish struct {
	pca.Model
	steps chan struct{}
}

func (m sluggish) New(d *inference.Dataset, s inference.Settings, streams inference.Streams, threads int) (inference.Stepper, error) {
	f, err := m.Model.New(d, s, streams, threads)
	if err != nil {
		return nil, err
	}
	return &slowFit{f.(cellFit), m.steps}, nil
}

type cellFit interface {
	inference.Stepper
	inference.CellPredictor
}

type slowFit struct {
	cellFit
	steps chan struct{}
}

func (f *slowFit) Step(ctx context.Context) (inference.Report, error) {
	select {
	case <-f.steps:
		return f.cellFit.Step(ctx)
	case <-ctx.Done():
		return inference.Report{}, ctx.Err()
	}
}

func heldIris(t *testing.T) (*inference.Table, *inference.Dataset) {
	t.Helper()
	table, err := sampledata.Open("iris")
	if err != nil {
		t.Fatal(err)
	}
	data, err := table.Prepare(inference.Preprocessing{Centre: true, Scale: true})
	if err != nil {
		t.Fatal(err)
	}
	return table, data
}

func heldCases(models ...inference.Model) (list []HeldOutCase) {
	for _, m := range models {
		list = append(list, HeldOutCase{Model: m, Settings: m.Info().Defaults(), Name: m.Info().Name, Chosen: true})
	}
	return list
}

// broken is a model that panics.
type broken struct{ gaussian.Model }

func (broken) New(*inference.Dataset, inference.Settings, inference.Streams, int) (inference.Stepper, error) {
	panic("out of order")
}

func (broken) Info() inference.Info {
	i := gaussian.Model{}.Info()
	i.Name = "broken"
	return i
}

// A click fits the models that were chosen, the best stands first, and a model that fails is
// left out with its reason.
func TestHeldOutView(t *testing.T) {
	s := viewstest.NewStage(t)
	table, data := heldIris(t)
	v := NewHeldOutView(s.Post, plotting.Light)
	defer v.Close()
	s.Show(v, 800, 500)
	if v.Figure() != nil || !v.begin.Off {
		t.Error("there is something to compare without data")
	}
	v.SetSubject(HeldOutSubject{Key: 1, Table: table, Data: data, Preprocessing: data.Preprocessing, Seed: 3, Cases: heldCases(gaussian.Model{}, kde.Model{}, broken{})}, heldout.ByRows)
	if v.begin.Off || v.models.Text != "3 models ▾" || v.shares.Options[1] != "10 % of the rows" {
		t.Errorf("%q, %q, %q", v.begin.Text, v.models.Text, v.shares.Options)
	}
	test.Tap(v.begin)
	if !v.Working() || v.begin.Text != "Stop" {
		t.Fatalf("the fits do not begin: %q", v.begin.Text)
	}
	wait(s, v)
	f, ok := v.Figure().(chart.Boxes)
	if !ok || len(f.Panels) != 2 || len(f.Groups) != 2 || len(f.Panels[0].Values) != 10 || len(f.Panels[1].Values) != 5 || v.said.Left != "broken is left out: broken failed: out of order" {
		t.Fatalf("%+v, %q", f, v.said.Left)
	}
	mean := func(group int) (m float64) {
		for i, g := range f.Panels[0].Group {
			if g == group {
				m += f.Panels[0].Values[i] / 5
			}
		}
		return m
	}
	if math.IsNaN(mean(0)) || mean(0) < mean(1) {
		t.Errorf("means %v and %v, the best should stand first", mean(0), mean(1))
	}
	s.Settle(v.View())
	s.Keep("held-out")

	// The models are a list of boxes to be ticked; what was scored comes back with them.
	test.Tap(v.models)
	v.popup.Content.Refresh()
	check := boxesOf(v)[slices.IndexFunc(v.subject.Cases, func(c HeldOutCase) bool { return c.Name == "kde" })]
	test.Tap(check)
	if f := v.Figure().(chart.Boxes); len(f.Groups) != 1 || v.models.Text != "2 models ▾" {
		t.Errorf("%q are compared without kde", f.Groups)
	}
	test.Tap(check)
	if f := v.Figure().(chart.Boxes); len(f.Groups) != 2 || !v.begin.Off {
		t.Errorf("%q are compared, %q", f.Groups, v.begin.Text)
	}
	// More fits go on from those that are there, another share begins anew.
	v.repeats.Step(1)
	if v.begin.Off || v.begin.Text != "Go on" || len(v.tasks()) != 10 {
		t.Errorf("%q, %d to do", v.begin.Text, len(v.tasks()))
	}
	v.shares.Step(1)
	if v.Figure() != nil || len(v.tasks()) != 30 {
		t.Errorf("%d to do after another share is hidden", len(v.tasks()))
	}
	v.SetSubject(HeldOutSubject{Key: 2}, heldout.Nothing)
	if !v.begin.Off || v.Figure() != nil {
		t.Error("models without densities are compared")
	}
}

// Stop answers at once and keeps the fits that are done; a change of plan drops the one under way.
func TestHeldOutViewStops(t *testing.T) {
	s := viewstest.NewStage(t)
	table, data := heldIris(t)
	slow := sluggish{steps: make(chan struct{})}
	v := NewHeldOutView(s.Post, plotting.Light)
	defer v.Close()
	s.Show(v, 800, 500)
	v.SetSubject(HeldOutSubject{Key: 1, Table: table, Data: data, Preprocessing: data.Preprocessing, Seed: 3, Cases: heldCases(pca.Model{}, slow)}, heldout.ByCells)
	v.subject.Cases[1].Name = "slow"
	test.Tap(v.begin)
	s.Run(func() bool { return len(v.fits) == 1 })
	v.view.OnRune('c')
	if v.begin.Text != "Stopping…" || v.said.Left != "stopping…" {
		t.Errorf("%q, %q", v.begin.Text, v.said.Left)
	}
	wait(s, v)
	if len(v.fits) != 1 || v.begin.Text != "Go on" {
		t.Errorf("%d fits are kept, %q", len(v.fits), v.begin.Text)
	}
	if f := v.Figure().(chart.Boxes); len(f.Panels) != 2 || f.Panels[1].Name != "squared error per cell" {
		t.Errorf("one fit shows %+v", f.Panels)
	}
	test.Tap(v.begin)
	v.parts.Step(1)
	if v.Working() || len(v.fits) != 0 {
		t.Error("fits of another length are kept")
	}
}

// A density that cannot be had is said in words.
func TestHeldOutViewSaysWhy(t *testing.T) {
	v := &HeldOutView{subject: HeldOutSubject{Cases: heldCases(pca.Model{})}, chosen: []bool{true}, fits: []heldFit{{err: errors.New("pca: two rows are too few")}}}
	if got := v.status(); got != "pca is left out: two rows are too few" {
		t.Error(got)
	}
}

func boxesOf(v *HeldOutView) (list []*widget.Check) {
	for _, o := range test.LaidOutObjects(v.popup.Content) {
		if c, ok := o.(*widget.Check); ok {
			list = append(list, c)
		}
	}
	return list
}

func wait(s *viewstest.Stage, v *HeldOutView) {
	s.TB.Helper()
	s.Run(func() bool { return !v.Working() })
}
