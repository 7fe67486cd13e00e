package ui

import (
	"espalier/inference"
	"espalier/inference/model/classify"

	"gonum.org/v1/gonum/mat"
)

// usualHeld is the percentage of rows that is held out of class-conditional models.
const usualHeld = 20

// Most levels of an annotation that can be classes, and of rows held out, percent.
const (
	mostClasses = 60
	mostHeld    = 90
)

// fitted returns what the next run fits: the model, or one of it for each class.
func (w *Workspace) fitted() inference.Model {
	if c := w.Classes(); c != "" {
		return classify.Model{Base: w.Model(), Class: c, Share: float64(w.now.held) / 100}
	}
	return w.Model()
}

// Classes returns the annotation of which each level is fitted by a model of its own; ""
// where one model fits all rows.
func (w *Workspace) Classes() string {
	for _, name := range w.ClassNames() {
		if name == w.now.classes {
			return name
		}
	}
	return ""
}

// ClassNames lists the annotations that can be classes; nil where the model gives no density
// by which they could be told apart.
func (w *Workspace) ClassNames() (names []string) {
	if w.now.data == nil || !w.predicts(w.Model()) {
		return nil
	}
	for _, a := range w.now.data.Annotations {
		if k := len(a.Levels); k > 1 && k <= mostClasses && 2*k <= len(a.Values) {
			names = append(names, a.Name)
		}
	}
	return names
}

// predicts reports whether a model gives the density of new rows, by asking for a fit of a
// few made-up ones.
func (w *Workspace) predicts(m inference.Model) bool {
	name := m.Info().Name
	if known, ok := w.predictors[name]; ok {
		return known
	}
	if w.predictors == nil {
		w.predictors = map[string]bool{}
	}
	x := mat.NewDense(6, 2, []float64{0, 1, 1, 0, 0.5, 0.2, 0.9, 0.4, 0.3, 0.8, 0.1, 0.6})
	t := &inference.Table{Name: "rows", Rows: []string{"a", "b", "c", "d", "e", "f"}, Columns: []string{"x", "y"}, X: x, Kind: inference.KindOf(x)}
	st, err := guarded(func() (p bool, err error) {
		data, err := t.Prepare(inference.Preprocessing{})
		if err != nil {
			return false, err
		}
		s, err := m.New(data, m.Info().Defaults(), inference.Streams{}, 1)
		if err != nil {
			return false, err
		}
		_, p = s.(inference.Predictor)
		return p, nil
	})
	w.predictors[name] = err == nil && st
	return w.predictors[name]
}

// SetClasses fits each level of an annotation by a model of its own; "" fits one to all rows.
func (w *Workspace) SetClasses(name string) {
	if name != w.now.classes {
		next := w.now
		next.label, next.classes = "Classes", name
		w.edit(next)
	}
}

// HeldOut returns the percentage of the rows of each class that is held out.
func (w *Workspace) HeldOut() int { return w.now.held }

// SetHeldOut changes the percentage of the rows of each class that is held out.
func (w *Workspace) SetHeldOut(percent int) {
	if percent >= 0 && percent <= mostHeld && percent != w.now.held {
		next := w.now
		next.label, next.held = "Rows held out", percent
		w.edit(next)
	}
}
