package clusters

import (
	"slices"

	"espalier/inference"
	"espalier/inference/kind/mixture"
	"espalier/plotting"
	"espalier/plotting/depict"
	"espalier/views/controls"
	"espalier/views/screen"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// A flat is what the views of models without a tree have in common: a row of tools over a
// figure of the newest snapshot, or of an accepted epoch, with rows and an annotation that
// are chosen. A view embeds it and calls init.
type flat struct {
	widget.BaseWidget
	// OnSelect is told the rows of what was clicked; nil for none.
	OnSelect func(rows []int)
	// OnEpoch is told the accepted epoch that the user chose, −1 for now, OnClass the
	// annotation, "" for none.
	OnEpoch func(epoch int)
	OnClass func(name string)

	view          *screen.View
	row, content  *fyne.Container
	past, classes *controls.Chooser
	scrubber      *controls.EpochSlider
	subject       *depict.Subject // nil before the first result
	epoch         int             // of the accepted ones with a picture; −1 for now
	class         string          // annotation
	selection     []int

	tools  func()                        // brings the own tools of the view up to date
	source func() func() plotting.Figure // returns the maker of the figure that is to be shown now
}

// init prepares the parts; own tools stand first in the row.
func (f *flat) init(post screen.Post, style plotting.Style, tools func(), source func() func() plotting.Figure, own ...fyne.CanvasObject) {
	f.view, f.epoch, f.tools, f.source = screen.NewView(post, style), -1, tools, source
	f.past = controls.NewChooser("Epoch", func(i int) { f.choseEpoch(i - 1) })
	f.scrubber = controls.NewEpochSlider(f.choseEpoch)
	f.classes = controls.NewChooser("Class", f.choseClass)
	f.row = container.New(controls.ToolRow{}, append(own, f.classes, f.past, f.scrubber)...)
	f.classes.Needless = true
	f.content = container.New(controls.UnderTools{}, f.row, f.view)
}

// CreateRenderer is part of fyne.Widget.
func (f *flat) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(f.content) }

// View returns the view within.
func (f *flat) View() *screen.View { return f.view }

// SetStyle changes the style, such as from light to dark.
func (f *flat) SetStyle(s plotting.Style) { f.view.SetStyle(s) }

// Show makes the view visible, and drawn if something changed meanwhile.
func (f *flat) Show() { f.BaseWidget.Show(); f.view.Show() }

// Hide makes the view invisible; nothing is drawn for it until Show.
func (f *flat) Hide() { f.BaseWidget.Hide(); f.view.Hide() }

// Close ends the goroutine of the view.
func (f *flat) Close() { f.view.Close() }

// SetSubject shows a result, at the pace of a run.
func (f *flat) SetSubject(s *depict.Subject) {
	if f.subject == nil || s.Data != f.subject.Data {
		f.selection = nil
		if !depict.HasAnnotation(s.Data, f.class) {
			f.class = ""
		}
	}
	if f.subject == nil || f.epoch >= len(s.Pictured()) {
		f.epoch = -1
	}
	f.subject = s
	f.refreshTools()
	f.view.Offer(f.source())
}

// data is the data set of the result; nil before the first.
func (f *flat) data() *inference.Dataset {
	if f.subject == nil {
		return nil
	}
	return f.subject.Data
}

// changed draws what is to be shown now.
func (f *flat) changed() {
	if f.subject == nil {
		return
	}
	f.refreshTools()
	f.view.SetSource(f.source())
}

func (f *flat) refreshTools() {
	names, at := f.classNames()
	f.classes.Set(names, at)
	setEpochs(f.past, f.subject, f.epoch)
	f.scrubber.Set(f.epoch, len(f.subject.Pictured()))
	if f.tools != nil {
		f.tools()
	}
	// A row without tools takes no room.
	controls.RefreshTools(f.row, f.content, slices.ContainsFunc(f.row.Objects, func(o fyne.CanvasObject) bool { return !controls.NeedlessTool(o) }))
}

// ShowEpoch shows the mixture at the end of the i-th accepted epoch; −1 shows it as it is.
func (f *flat) ShowEpoch(i int) {
	if f.subject != nil && i >= -1 && i < len(f.subject.Pictured()) && i != f.epoch {
		f.epoch = i
		f.changed()
	}
}

func (f *flat) choseEpoch(i int) {
	f.ShowEpoch(i)
	if f.OnEpoch != nil {
		f.OnEpoch(f.epoch)
	}
}

// Epoch returns the accepted epoch shown, −1 for now.
func (f *flat) Epoch() int { return f.epoch }

// classNames lists "none" and the annotations that can be classes.
func (f *flat) classNames() (names []string, at int) {
	names = []string{"none"}
	for _, a := range depict.ClassAnnotations(f.data()) {
		if a.Name == f.class {
			at = len(names)
		}
		names = append(names, a.Name)
	}
	return names, at
}

// SetClass chooses an annotation as the class of the rows; "" for none.
func (f *flat) SetClass(name string) {
	if f.class != name {
		f.class = name
		f.changed()
	}
}

func (f *flat) choseClass(i int) {
	name := ""
	if names, _ := f.classNames(); i > 0 && i < len(names) {
		name = names[i]
	}
	f.SetClass(name)
	if f.OnClass != nil {
		f.OnClass(name)
	}
}

// mixture returns the mixture shown, nil where the model gives labels alone.
func (f *flat) mixture() *mixture.Mixture { return f.subject.Mixture(f.epoch) }

// Select marks rows.
func (f *flat) Select(rows []int) {
	if !slices.Equal(rows, f.selection) {
		f.selection = rows
		f.changed()
	}
}

// clicked selects rows and tells so.
func (f *flat) clicked(rows []int) {
	f.Select(rows)
	if f.OnSelect != nil {
		f.OnSelect(rows)
	}
}

// clickedComponent selects the rows of a component of the mixture shown, none where the
// click met none.
func (f *flat) clickedComponent(m plotting.Mark, ok bool, _ fyne.KeyModifier) {
	if f.subject == nil {
		return
	}
	var rows []int
	if ok && m.Index >= 0 {
		class, _ := f.mixture().Assigned()
		rows = RowsOf(class, m.Index)
	}
	f.clicked(rows)
}

// epochCommands are the keys that go through the accepted epochs, in a part of the help.
func epochCommands[V any](part string, of func(V) *flat) []screen.Command[V] {
	return []screen.Command[V]{
		screen.On(",", "Back by one accepted epoch", part, ",", "", func(v V) { f := of(v); f.choseEpoch(epochBefore(f.subject, f.epoch)) }),
		screen.On(".", "Forward by one accepted epoch", part, ".", "", func(v V) { f := of(v); f.choseEpoch(epochAfter(f.subject, f.epoch)) }),
	}
}

// Tell names who is told what the user selects and chooses.
func (f *flat) Tell(selected func(rows []int), epoch func(i int), class func(name string)) {
	f.OnSelect, f.OnEpoch, f.OnClass = selected, epoch, class
}
