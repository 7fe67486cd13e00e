package clusters

import (
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/screen"
)

// A LoadingsView shows the mean loadings of the components of a mixture of factor
// analysers as Hinton diagrams. Make one with [NewLoadingsView]; Close it when it is no
// longer needed.
//
// The key M shows and hides the means; comma and full stop go through the accepted epochs.
type LoadingsView struct {
	flat
	means *toggle
}

// NewLoadingsView returns an empty view. A nil post is fyne.DoAndWait.
func NewLoadingsView(post screen.Post, style plotting.Style) *LoadingsView {
	l := &LoadingsView{}
	l.means = newToggle(&l.flat, "Show", "loadings", "means and loadings")
	l.init(l, "Loadings", post, style, l.tools, l.maker, l.means.chooser)
	l.view.OnSelect = l.clickedComponent
	l.view.OnRune = func(r rune) bool { return screen.ByRune(loadingsCommands, l, r) }
	l.means.recall()
	return l
}

func (l *LoadingsView) tools() {
	l.means.refresh()
	l.classes.Needless = true
}

// ShowMeans says whether the mean of each component is shown as a column before its loadings.
func (l *LoadingsView) ShowMeans(on bool) { l.means.set(on) }

// loadingsCommands is the table behind the keys of the view and the help.
var loadingsCommands = append([]screen.Command[*LoadingsView]{
	screen.On("M", "Show or hide the means", "Loadings", "mM", "", func(l *LoadingsView) { l.ShowMeans(!l.means.on) }),
}, epochCommands("Loadings", func(l *LoadingsView) *flat { return &l.flat })...)

// Figure returns the figure shown, in the style and window of the view, for export; nil when there
// is none.
func (l *LoadingsView) Figure() plotting.Figure {
	if l.subject == nil {
		return nil
	}
	f := l.maker()().(cells.Hinton)
	if len(f.Blocks) == 0 {
		return nil
	}
	f.Style, f.Window = l.view.Style(), l.view.Window()
	return f
}

// maker returns the maker of the figure to show now.
func (l *LoadingsView) maker() func() plotting.Figure {
	subject, state, rows := l.subject, depict.MixtureLoadingsState{Means: l.means.on, Epoch: l.epoch}, l.rows()
	return func() plotting.Figure { return depict.MixtureLoadings(subject, state, rows) }
}
