package views

import (
	"slices"

	"espalier/inference"
	"espalier/plotting"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// A LoadingsView shows the mean loadings of the components of a mixture of factor
// analysers as Hinton diagrams. Make one with [NewLoadingsView]; Close it when it is no
// longer needed.
//
// The key M shows and hides the means, comma and full stop go through the accepted epochs.
type LoadingsView struct {
	widget.BaseWidget
	// OnSelect is told the rows of the component that was clicked; nil for none.
	OnSelect func(rows []int)

	view            *View
	means, past     *chooser
	row             *fyne.Container
	data            *inference.Dataset
	snapshot        *inference.Snapshot
	withMeans       bool
	epoch           int // of the accepted ones with a picture; −1 for now
	title, subtitle string
	selection       []int
}

// NewLoadingsView returns an empty view. A nil post is fyne.DoAndWait.
func NewLoadingsView(post Post, style plotting.Style) *LoadingsView {
	l := &LoadingsView{view: NewView(post, style), epoch: -1}
	l.means = newChooser("Show", func(i int) { l.ShowMeans(i == 1) })
	l.past = newChooser("Epoch", func(i int) { l.ShowEpoch(i - 1) })
	l.row = container.New(toolRow{}, l.means, l.past)
	l.view.OnSelect = l.clicked
	l.view.OnRune = func(r rune) bool { return byRune(loadingsCommands, l, r) }
	l.ExtendBaseWidget(l)
	return l
}

// CreateRenderer is part of fyne.Widget.
func (l *LoadingsView) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewBorder(l.row, nil, nil, nil, l.view))
}

// View returns the view within.
func (l *LoadingsView) View() *View { return l.view }

// SetStyle changes the style, such as from light to dark.
func (l *LoadingsView) SetStyle(s plotting.Style) { l.view.SetStyle(s) }

// Show makes the view visible, and drawn if something changed meanwhile.
func (l *LoadingsView) Show() { l.BaseWidget.Show(); l.view.Show() }

// Hide makes the view invisible; nothing is drawn for it until Show.
func (l *LoadingsView) Hide() { l.BaseWidget.Hide(); l.view.Hide() }

// Close ends the goroutine of the view.
func (l *LoadingsView) Close() { l.view.Close() }

// SetTitle changes what stands over the figure.
func (l *LoadingsView) SetTitle(title, subtitle string) { l.title, l.subtitle = title, subtitle }

// SetSnapshot shows the mixture of a snapshot of a run on data, at the pace of a run.
func (l *LoadingsView) SetSnapshot(data *inference.Dataset, s *inference.Snapshot) {
	if data != l.data {
		l.data, l.selection = data, nil
	}
	if l.snapshot == nil || l.epoch >= len(pictured(s)) {
		l.epoch = -1
	}
	l.snapshot = s
	l.tools()
	l.view.Offer(l.source())
}

// changed draws what is to be shown now.
func (l *LoadingsView) changed() {
	if l.snapshot == nil {
		return
	}
	l.tools()
	l.view.SetSource(l.source())
}

func (l *LoadingsView) tools() {
	at := 0
	if l.withMeans {
		at = 1
	}
	l.means.set([]string{"loadings", "means and loadings"}, at)
	setEpochs(l.past, l.snapshot, l.epoch)
	l.row.Refresh()
}

// ShowMeans shows the mean of each component as a column before its loadings, or not.
func (l *LoadingsView) ShowMeans(on bool) {
	if l.withMeans != on {
		l.withMeans = on
		l.changed()
	}
}

// ShowEpoch shows the mixture at the end of the i-th accepted epoch; −1 shows it as it is.
func (l *LoadingsView) ShowEpoch(i int) {
	if l.snapshot != nil && i >= -1 && i < len(pictured(l.snapshot)) && i != l.epoch {
		l.epoch = i
		l.changed()
	}
}

// Select marks the components that all rows of which are selected.
func (l *LoadingsView) Select(rows []int) {
	if !slices.Equal(rows, l.selection) {
		l.selection = rows
		l.changed()
	}
}

// chosen lists the components whose rows are all selected.
func (l *LoadingsView) chosen(m *inference.Mixture) (list []int) {
	class, _ := m.Assigned()
	if class == nil || len(l.selection) == 0 {
		return nil
	}
	all, selected := make([]int, len(m.Components)), make([]int, len(m.Components))
	for _, k := range class {
		all[k]++
	}
	for _, r := range l.selection {
		if r < len(class) {
			selected[class[r]]++
		}
	}
	for k, n := range all {
		if n > 0 && selected[k] == n {
			list = append(list, k)
		}
	}
	return list
}

func (l *LoadingsView) clicked(m plotting.Mark, ok bool, _ fyne.KeyModifier) {
	if l.snapshot == nil {
		return
	}
	var rows []int
	if ok && m.Index >= 0 {
		class, _ := mixtureAt(l.snapshot, l.epoch).Assigned()
		rows = rowsOf(class, m.Index)
	}
	l.Select(rows)
	if l.OnSelect != nil {
		l.OnSelect(rows)
	}
}

// loadingsCommands is the table behind the keys of the view and the help.
var loadingsCommands = []viewCommand[*LoadingsView]{
	{Shortcut{"M", "Show or hide the means", "Loadings"}, "mM", "", func(l *LoadingsView) { l.ShowMeans(!l.withMeans) }},
	{Shortcut{",", "Back by an accepted epoch", "Loadings"}, ",", "", func(l *LoadingsView) { l.ShowEpoch(epochBefore(l.snapshot, l.epoch)) }},
	{Shortcut{".", "Forward by an accepted epoch", "Loadings"}, ".", "", func(l *LoadingsView) { l.ShowEpoch(epochAfter(l.snapshot, l.epoch)) }},
}

// Figure returns the figure that is shown, in the style and window of the view, for
// export; nil when there is none.
func (l *LoadingsView) Figure() plotting.Figure {
	if l.snapshot == nil {
		return nil
	}
	f := l.source()().(plotting.Hinton)
	if len(f.Blocks) == 0 {
		return nil
	}
	f.Style, f.Window = l.view.Style(), l.view.Window()
	return f
}

// source returns the maker of the figure that is to be shown now.
func (l *LoadingsView) source() func() plotting.Figure {
	m, means := mixtureAt(l.snapshot, l.epoch), l.withMeans
	f := plotting.Hinton{Title: l.title, Subtitle: l.subtitle, Value: "mean loading", Rows: l.data.Columns, Chosen: l.chosen(m), Style: plotting.Light}
	return func() plotting.Figure {
		f.Blocks = plotting.LoadingBlocks(m, means)
		return f
	}
}
