package clusters

import (
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
)

// A ConfusionView shows how many rows of each class are in each cluster that a model found
// without being told the classes, or in each class that a classifier put them. Make one
// with [NewConfusionView]; Close it when it is no longer needed.
//
// A click on a cell selects its rows. The key M joins the clusters that stand for one
// class; comma and full stop go through the accepted epochs.
type ConfusionView struct {
	flat
	joined *toggle
}

// NewConfusionView returns an empty view. A nil post is fyne.DoAndWait.
func NewConfusionView(post screen.Post, style plotting.Style) *ConfusionView {
	v := &ConfusionView{}
	v.joined = newToggle(&v.flat, "Columns", "clusters", "classes of the majority")
	v.init(v, "Classes", post, style, v.tools, v.maker, v.joined.chooser)
	v.view.OnSelect = v.selected
	v.view.OnRune = func(r rune) bool { return screen.ByRune(confusionCommands, v, r) }
	v.joined.recall()
	return v
}

func (v *ConfusionView) tools() {
	v.joined.refresh()
	v.joined.chooser.Needless = v.subject.Classification() != nil
	v.classes.Needless = len(depict.ClassAnnotations(v.data())) == 0 || v.subject.Classification() != nil
	if a := depict.Against(v.subject, v.class); a != nil && v.class == "" { // what is shown although nothing was chosen
		names, _ := v.classNames()
		for i, n := range names {
			if n == a.Name {
				v.classes.Set(names, i)
			}
		}
	}
}

// Join shows the clusters that stand for one class as one column, or not.
func (v *ConfusionView) Join(on bool) { v.joined.set(on) }

// state is what the user has chosen.
func (v *ConfusionView) state() depict.ClassesState {
	return depict.ClassesState{Class: v.class, Joined: v.joined.on, Epoch: v.epoch}
}

// selected selects the rows of a cell, a class or a group.
func (v *ConfusionView) selected(m plotting.Mark, ok bool, _ fyne.KeyModifier) {
	if v.subject == nil {
		return
	}
	p := depict.PuttingOf(v.subject, v.state())
	if p == nil {
		return
	}
	var rows []int
	if ok {
		rows = p.Rows(v.state(), m.Index, m.Node)
	}
	v.clicked(rows)
}

// confusionCommands is the table behind the keys of the view and the help.
var confusionCommands = append([]screen.Command[*ConfusionView]{
	screen.On("M", "Merge the clusters that represent one class", "Classes", "mM", "", func(v *ConfusionView) { v.Join(!v.joined.on) }),
}, epochCommands("Classes", func(v *ConfusionView) *flat { return &v.flat })...)

// Figure returns the figure shown, in the style and window of the view, for export; nil when there
// is none.
func (v *ConfusionView) Figure() plotting.Figure {
	if v.subject == nil || !depict.HasClasses(v.subject) {
		return nil
	}
	f := depict.Classes(v.subject, v.state())
	f.Style, f.Window = v.view.Style(), v.view.Window()
	return f
}

// maker returns the maker of the figure to show now.
func (v *ConfusionView) maker() func() plotting.Figure {
	subject, state := v.subject, v.state()
	return func() plotting.Figure { return depict.Classes(subject, state) }
}
