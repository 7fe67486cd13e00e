package views

import (
	"fmt"
	"math"

	"espalier/inference"
	"espalier/plotting"

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
	v.classes.needless = len(classAnnotations(v.data)) == 0
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

// found returns the cluster of each row, −1 for none.
func (v *ConfusionView) found() []int {
	if class, _ := v.mixture().Assigned(); class != nil {
		return class
	}
	if v.epoch < 0 && len(v.snapshot.Labels) > 0 {
		return v.snapshot.Labels[0].Value
	}
	return nil
}

// table returns what is shown; nil where there is nothing.
func (v *ConfusionView) table() *plotting.Confusion {
	if v.snapshot == nil {
		return nil
	}
	a, found := v.against(), v.found()
	if a == nil || found == nil {
		return nil
	}
	count := 0
	for _, k := range found {
		count = max(count, k+1)
	}
	if m := v.mixture(); m != nil {
		count = max(count, len(m.Components))
	}
	names := make([]string, count)
	for k := range names {
		names[k] = fmt.Sprint(k + 1)
	}
	f := plotting.NewConfusion(*a, found, names, nil)
	f.Group = "cluster"
	if v.joined {
		f = f.ByClass()
	}
	f.Title, f.Style, f.Window = v.title, plotting.Light, plotting.All
	if x := f.Accuracy(); !math.IsNaN(x) {
		f.Subtitle = plotting.FormatPercent(x) + " of the rows are in a cluster whose majority has their " + a.Name
	}
	if v.subtitle != "" {
		f.Subtitle += " · " + v.subtitle
	}
	return f
}

// selected selects the rows of a cell, a class or a cluster.
func (v *ConfusionView) selected(m plotting.Mark, ok bool, _ fyne.KeyModifier) {
	f, a := v.table(), v.against()
	if f == nil {
		return
	}
	var rows []int
	if ok {
		found, stands := v.found(), []int(nil)
		if v.joined {
			stands = plotting.NewConfusion(*a, found, make([]string, 1+highest(found)), nil).Stands
		}
		for i, k := range found {
			if stands != nil && k >= 0 {
				k = stands[k]
			}
			if (m.Index < 0 || k == m.Index) && (m.Node < 0 || a.Codes[i] == m.Node) && k >= 0 && a.Codes[i] >= 0 {
				rows = append(rows, i)
			}
		}
	}
	v.clicked(rows)
}

func highest(class []int) int {
	most := -1
	for _, k := range class {
		most = max(most, k)
	}
	return most
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
			return &plotting.Confusion{Style: plotting.Light, Empty: "This table has no annotation that could be a class."}
		}
		return f
	}
}

// HasConfusion reports whether a result on data has clusters that can be held against a
// class.
func HasConfusion(data *inference.Dataset, s *inference.Snapshot) bool {
	return len(classAnnotations(data)) > 0 && (len(s.Labels) > 0 || s.Mixture != nil && s.Mixture.Responsibilities != nil)
}
