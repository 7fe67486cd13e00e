package workspace

import (
	"example.org/espalier/inference"
	"example.org/espalier/inference/stat/heldout"
	"example.org/espalier/inference/study"
	"example.org/espalier/views/panics"
)

// UsualHeld is the default percentage of rows held out of class-conditional models.
const UsualHeld = 20

// Most levels of an annotation that can be classes, and of rows held out, percent.
const (
	mostClasses = 60
	MostHeld    = 90
)

// Classes returns the annotation of which each level is fitted by a model of its own; ""
// where one model fits all rows.
func (n *NextRun) Classes() string {
	for _, name := range n.ClassNames() {
		if name == n.Setup().Classes {
			return name
		}
	}
	return ""
}

// ClassNames lists the annotations that can be classes; nil if the model gives no density to
// distinguish them by.
func (n *NextRun) ClassNames() (names []string) {
	data := n.w.Data()
	if data == nil || !n.predicts(n.Model()) {
		return nil
	}
	for _, a := range data.Annotations {
		if k := len(a.Levels); k > 1 && k <= mostClasses && 2*k <= len(a.Values) {
			names = append(names, a.Name)
		}
	}
	return names
}

// predicts reports whether a model gives the density of new rows.
func (n *NextRun) predicts(m inference.Model) bool {
	name := m.Info().Name
	if known, ok := n.predictors[name]; ok {
		return known
	}
	if n.predictors == nil {
		n.predictors = map[string]bool{}
	}
	rows, err := panics.Call(func() (bool, error) { return heldout.PredictsRows(m), nil })
	n.predictors[name] = err == nil && rows
	return n.predictors[name]
}

// SetClasses fits each level of an annotation by a model of its own; "" fits one to all rows.
func (n *NextRun) SetClasses(name string) {
	n.edit("Classes", func(u *study.Setup) { u.Classes = name })
}

// HeldOut returns the percentage of the rows of each class that is held out.
func (n *NextRun) HeldOut() int { return n.Setup().HeldOut }

// SetHeldOut changes the percentage of the rows of each class that is held out.
func (n *NextRun) SetHeldOut(percent int) {
	if percent >= 0 && percent <= MostHeld {
		n.edit("Rows held out", func(u *study.Setup) { u.HeldOut = percent })
	}
}
