package views

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"espalier/inference"
	"espalier/inference/kind/classes"
	"espalier/inference/kind/mixture"
	"espalier/inference/kind/partition"
	"espalier/plotting"
	"espalier/plotting/cells"

	"fyne.io/fyne/v2"
)

// A ConfusionView shows how many rows of each class are in each cluster that a model found
// without being told the classes, or in each class that a classifier put them. Make one
// with [NewConfusionView]; Close it when it is no longer needed.
//
// A click on a cell selects its rows. The key M joins the clusters that stand for one
// class, comma and full stop go through the accepted epochs.
type ConfusionView struct {
	flat
	columns *chooser
	joined  bool
}

// NewConfusionView returns an empty view. A nil post is fyne.DoAndWait.
func NewConfusionView(post Post, style plotting.Style) *ConfusionView {
	v := &ConfusionView{}
	v.columns = newChooser("Columns", func(i int) { v.Join(i == 1) })
	v.init(post, style, v.tools, v.maker, v.columns)
	v.view.OnSelect = v.selected
	v.view.OnRune = func(r rune) bool { return byRune(confusionCommands, v, r) }
	v.ExtendBaseWidget(v)
	return v
}

func (v *ConfusionView) tools() {
	at := 0
	if v.joined {
		at = 1
	}
	v.columns.set([]string{"clusters", "classes of the majority"}, at)
	v.columns.needless = classes.Of(v.snapshot) != nil
	v.classes.needless = len(classAnnotations(v.data)) == 0 || classes.Of(v.snapshot) != nil
	if a := v.against(); a != nil && v.class == "" { // what is shown although nothing was chosen
		names, _ := v.classNames()
		for i, n := range names {
			if n == a.Name {
				v.classes.set(names, i)
			}
		}
	}
}

// Join shows the clusters that stand for one class as one column, or not.
func (v *ConfusionView) Join(on bool) {
	if v.joined != on {
		v.joined = on
		v.changed()
	}
}

// against returns the annotation that the clusters are held against: the one chosen, else
// the first that can be a class; nil where there is none.
func (v *ConfusionView) against() *inference.Annotation {
	if a := v.annotation(); a != nil {
		return a
	}
	for _, a := range classAnnotations(v.data) {
		return &a
	}
	return nil
}

// A putting is what a confusion table counts: the class of each row and the group that it
// was put into.
type putting struct {
	class  inference.Annotation // its Codes are the classes of the rows
	found  []int                // group of each row, −1 for none
	groups []string
	stands []int // the class that a group stands for; nil leaves it to the majority
}

// putting returns what is counted: the classification of a classifier, else the clusters
// against an annotation; nil where there is nothing.
func (v *ConfusionView) putting() *putting {
	if v.snapshot == nil {
		return nil
	}
	if c := classes.Of(v.snapshot); c != nil {
		p := &putting{class: inference.Annotation{Name: c.Class, Levels: c.Levels, Codes: c.Truth}, found: c.Predicted(), groups: c.Levels}
		tested := c.Tested()
		for i := range p.found {
			if tested && c.Fitted[i] {
				p.found[i] = -1
			}
		}
		for k := range c.Levels {
			p.stands = append(p.stands, k)
		}
		return p
	}
	a, found := v.against(), v.found()
	if a == nil || found == nil {
		return nil
	}
	p := &putting{class: *a, found: found}
	count := 1 + slices.Max(found)
	if m := v.mixture(); m != nil {
		count = max(count, len(m.Components))
	}
	for k := range count {
		p.groups = append(p.groups, fmt.Sprint(k+1))
	}
	return p
}

// found returns the cluster of each row, −1 for none.
func (v *ConfusionView) found() []int {
	if class, _ := v.mixture().Assigned(); class != nil {
		return class
	}
	if labels := partition.LabelsOf(v.snapshot); v.epoch < 0 && labels != nil {
		return labels
	}
	return nil
}

// table returns what is shown; nil where there is nothing.
func (v *ConfusionView) table() *cells.Confusion {
	p := v.putting()
	if p == nil {
		return nil
	}
	f := cells.NewConfusion(p.class, p.found, p.groups, p.stands)
	f.Group = "cluster"
	says := " of the rows are in a cluster whose majority has their " + p.class.Name
	if c := classes.Of(v.snapshot); c != nil {
		f.Group = p.class.Name + " found"
		says = " of the rows held out are put right by Bayes' rule"
		if !c.Tested() {
			says = " of the rows are put right by Bayes' rule; all were fitted, so that this is no test"
		}
	} else if v.joined {
		f = f.ByClass()
	}
	f.Title, f.Style, f.Window = v.title, plotting.Light, plotting.All
	var parts []string
	if x := f.Accuracy(); !math.IsNaN(x) {
		parts = append(parts, plotting.FormatPercent(x)+says)
	}
	if v.epoch >= 0 { // the share of the rows matters more than the facts of the run
		parts = append(parts, v.subtitle)
	}
	f.Subtitle = strings.Join(parts, " · ")
	return f
}

// selected selects the rows of a cell, a class or a group.
func (v *ConfusionView) selected(m plotting.Mark, ok bool, _ fyne.KeyModifier) {
	p := v.putting()
	if p == nil {
		return
	}
	var rows []int
	if ok {
		stands := []int(nil)
		if v.joined && classes.Of(v.snapshot) == nil {
			stands = cells.NewConfusion(p.class, p.found, p.groups, p.stands).Stands
		}
		for i, k := range p.found {
			if stands != nil && k >= 0 {
				k = stands[k]
			}
			if (m.Index < 0 || k == m.Index) && (m.Node < 0 || p.class.Codes[i] == m.Node) && k >= 0 && p.class.Codes[i] >= 0 {
				rows = append(rows, i)
			}
		}
	}
	v.clicked(rows)
}

// confusionCommands is the table behind the keys of the view and the help.
var confusionCommands = append([]viewCommand[*ConfusionView]{
	{Shortcut{"M", "Join the clusters that stand for one class", "Classes"}, "mM", "", func(v *ConfusionView) { v.Join(!v.joined) }},
}, epochCommands("Classes", func(v *ConfusionView) *flat { return &v.flat })...)

// Figure returns the figure that is shown, in the style and window of the view, for
// export; nil when there is none.
func (v *ConfusionView) Figure() plotting.Figure {
	f := v.table()
	if f == nil {
		return nil
	}
	f.Style, f.Window = v.view.Style(), v.view.Window()
	return f
}

// maker returns the maker of the figure that is to be shown now.
func (v *ConfusionView) maker() func() plotting.Figure {
	f := v.table()
	return func() plotting.Figure {
		if f == nil {
			return &cells.Confusion{Style: plotting.Light, Empty: "This table has no annotation that could be a class."}
		}
		return f
	}
}

// HasConfusion reports whether a result on data has clusters that can be held against a
// class.
func HasConfusion(data *inference.Dataset, s *inference.Snapshot) bool {
	if classes.Of(s) != nil {
		return true
	}
	m := mixture.Of(s)
	return len(classAnnotations(data)) > 0 && (partition.Of(s) != nil || m != nil && m.Responsibilities != nil)
}
