package pane

import (
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// A Base is what panes have in common: a view of one figure under a row of tools, and the
// choices that the document keeps. A pane embeds it, calls Init, and has SetResult, Select and
// Figure of its own.
type Base struct {
	widget.BaseWidget
	Asks

	// Row has the tools; where none is needed it takes no room.
	Row *fyne.Container
	// Box holds the row and the view.
	Box *fyne.Container

	self     fyne.Widget
	tab      string
	view     *screen.View
	memories []choices
}

// choices are a [Memory] of any state.
type choices interface {
	Chosen()
	Settle()
	Restore(p study.Panes)
	now() (name string, state any)
}

// Init prepares the pane self, whose figure has a tab in the list of figures.
func (b *Base) Init(self fyne.Widget, tab string, post screen.Post, style plotting.Style, tools ...fyne.CanvasObject) {
	b.self, b.tab, b.view = self, tab, screen.NewView(post, style)
	b.view.Description = tab + ", a figure"
	b.Row = container.New(controls.ToolRow{}, tools...)
	b.Box = container.New(controls.UnderTools{}, b.Row, b.view)
	b.ExtendBaseWidget(self)
}

// Recall makes the document keep a choice of the user under the name of the tab. get returns the
// present choice, set shows another, and usual returns the default.
func Recall[T any](b *Base, get func() T, set func(T), usual func() T) *Memory[T] {
	return RecallAs(b, b.tab, get, set, usual)
}

// RecallAs is Recall under a name that several panes share.
func RecallAs[T any](b *Base, name string, get func() T, set func(T), usual func() T) *Memory[T] {
	m := Remember(&b.Asks, name, get, set, usual)
	b.memories = append(b.memories, m)
	return m
}

// RecallValue is Recall for a variable. redraw is called after its value was restored.
func RecallValue[T any](b *Base, choice *T, redraw func()) {
	usual := *choice
	Recall(b, func() T { return *choice }, func(s T) { *choice = s; redraw() }, func() T { return usual })
}

// Chosen tells the document what the user chose.
func (b *Base) Chosen() {
	for _, m := range b.memories {
		m.Chosen()
	}
}

// Settle records that the pane changed by itself, such as for other data.
func (b *Base) Settle() {
	for _, m := range b.memories {
		m.Settle()
	}
}

// Restore is part of [Pane].
func (b *Base) Restore(p study.Panes) {
	for _, m := range b.memories {
		m.Restore(p)
	}
}

// States returns what the user chose in the pane, as the document would keep it, by names.
func (b *Base) States() study.Panes {
	p := study.Panes{}
	for _, m := range b.memories {
		name, state := m.now()
		p[name] = state
	}
	return p
}

// Tab is part of [Pane].
func (b *Base) Tab() string { return b.tab }

// Object is part of [Pane].
func (b *Base) Object() fyne.CanvasObject { return b.self }

// View is part of [Pane].
func (b *Base) View() *screen.View { return b.view }

// Offers is part of [Pane]: what the list of figures says of the tab.
func (b *Base) Offers(s *depict.Subject) bool { return depict.ByTab(b.tab).Offers(s) }

// About is part of [Pane]: what the list of figures says of the figure.
func (b *Base) About() string { return "" }

// SetStyle changes the style, such as from light to dark.
func (b *Base) SetStyle(s plotting.Style) { b.view.SetStyle(s) }

// Close ends the goroutine of the view.
func (b *Base) Close() { b.view.Close() }

// Show makes the pane visible, and drawn if something changed meanwhile.
func (b *Base) Show() { b.BaseWidget.Show(); b.view.Show() }

// Hide makes the pane invisible; nothing is drawn for it until Show.
func (b *Base) Hide() { b.BaseWidget.Hide(); b.view.Hide() }

// CreateRenderer is part of fyne.Widget.
func (b *Base) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(b.Box) }
