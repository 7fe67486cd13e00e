package clusters

import (
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
)

// A flat is what the panes of models without a tree have in common: a row of tools over a figure of
// the newest snapshot, or of an accepted epoch, with selected rows and a chosen annotation. A pane
// embeds it and calls init.
type flat struct {
	pane.Base

	view          *screen.View
	past, classes *controls.Chooser
	scrubber      *controls.EpochSlider
	result        study.ResultID  // that is shown
	subject       *depict.Subject // nil before the first result
	look          pane.Look       // as the user chose it
	epoch         int             // of the accepted ones with a picture; −1 for now
	class         string          // annotation
	selection     study.Selection

	tools  func()                        // brings the own tools of the pane up to date
	source func() func() plotting.Figure // returns the maker of the figure that is to be shown now
}

// init prepares the parts; own tools stand first in the row.
func (f *flat) init(self fyne.Widget, tab string, post screen.Post, style plotting.Style, tools func(), source func() func() plotting.Figure, own ...fyne.CanvasObject) {
	f.epoch, f.tools, f.source = -1, tools, source
	f.past = controls.NewChooser("Epoch", func(i int) { f.ShowEpoch(i - 1) })
	f.scrubber = controls.NewEpochSlider(f.ShowEpoch)
	f.classes = controls.NewChooser("Class", f.chooseClass)
	f.classes.Needless = true
	f.Init(self, tab, post, style, append(own, f.classes, f.past, f.scrubber)...)
	f.view = f.View()
	pane.RecallAs(&f.Base, pane.LookName, func() pane.Look { return f.look }, f.setLook, func() pane.Look { return pane.Look{} })
}

// A toggle is a tool that chooses between two ways of drawing a pane. Put its chooser into the row
// of tools, call recall once the pane is made, and refresh whenever the tools are refreshed.
type toggle struct {
	pane    *flat
	chooser *controls.Chooser
	names   []string // off, on
	on      bool
}

func newToggle(of *flat, label, off, on string) *toggle {
	t := &toggle{pane: of, names: []string{off, on}}
	t.chooser = controls.NewChooser(label, func(i int) { t.set(i == 1) })
	return t
}

func (t *toggle) recall() { pane.RecallValue(&t.pane.Base, &t.on, t.pane.redraw) }

func (t *toggle) refresh() {
	at := 0
	if t.on {
		at = 1
	}
	t.chooser.Set(t.names, at)
}

// set chooses a way, and draws the pane again if it was the other one.
func (t *toggle) set(on bool) {
	if t.on != on {
		t.on = on
		t.pane.changed()
	}
}

// SetResult shows a result, at the pace of a run.
func (f *flat) SetResult(r pane.Result) {
	if f.subject == nil || r.Data != f.subject.Data {
		f.selection = study.Selection{}
	}
	f.subject, f.result = r.Subject, r.ID
	f.applyLook()
	f.Settle()
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

// changed redraws after the user has chosen something.
func (f *flat) changed() {
	f.redraw()
	f.Chosen()
}

// redraw redraws what is shown.
func (f *flat) redraw() {
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
	controls.RefreshTools(f.Row, f.Box, slices.ContainsFunc(f.Row.Objects, func(o fyne.CanvasObject) bool { return !controls.NeedlessTool(o) }))
}

// applyLook applies the parts of the look that the result supports.
func (f *flat) applyLook() {
	if f.epoch = f.look.Epoch(f.result); f.epoch >= len(f.subject.Pictured()) {
		f.epoch = -1
	}
	if f.class = ""; depict.HasAnnotation(f.data(), f.look.Class) {
		f.class = f.look.Class
	}
}

// setLook applies the look that all panes of a mixture share.
func (f *flat) setLook(l pane.Look) {
	f.look = l
	if f.subject != nil {
		f.applyLook()
		f.redraw()
	}
}

// ShowEpoch shows the mixture at the end of the i-th accepted epoch; −1 shows it as it is.
func (f *flat) ShowEpoch(i int) {
	if f.subject != nil && i >= -1 && i < len(f.subject.Pictured()) && i != f.epoch {
		f.look.Result, f.look.Past = f.result, i+1
		f.applyLook()
		f.changed()
	}
}

// Epoch returns the accepted epoch shown, −1 for the present.
func (f *flat) Epoch() int { return f.epoch }

// classNames lists "none" and the annotations that can serve as classes.
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
	if f.subject != nil && f.class != name {
		f.look.Class = name
		f.applyLook()
		f.changed()
	}
}

func (f *flat) chooseClass(i int) {
	name := ""
	if names, _ := f.classNames(); i > 0 && i < len(names) {
		name = names[i]
	}
	f.SetClass(name)
}

// mixture returns the mixture shown, nil where the model gives labels alone.
func (f *flat) mixture() *mixture.Mixture { return depict.MixtureOf(f.subject, f.epoch) }

// Select marks what is selected.
func (f *flat) Select(s study.Selection) {
	if !s.Equal(f.selection) {
		f.selection = s
		f.redraw()
	}
}

// rows returns the selected rows.
func (f *flat) rows() []int { return f.selection.Rows }

// clicked selects rows and tells the other views.
func (f *flat) clicked(rows []int) {
	f.Select(study.Selection{Rows: study.SetOf(rows)})
	f.PickRows(rows)
}

// clickedComponent selects the rows of a component of the mixture shown, or no rows if the
// click met no component.
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

// epochCommands are the keys that go through the accepted epochs, under a heading of the help.
func epochCommands[V any](part string, of func(V) *flat) []screen.Command[V] {
	return []screen.Command[V]{
		screen.On(",", "Go back one accepted epoch", part, ",", "", func(v V) { f := of(v); f.ShowEpoch(epochBefore(f.subject, f.epoch)) }),
		screen.On(".", "Go forward one accepted epoch", part, ".", "", func(v V) { f := of(v); f.ShowEpoch(epochAfter(f.subject, f.epoch)) }),
	}
}
