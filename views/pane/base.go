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

// A Base is the common part of panes: a view of one figure under a row of tools, and the choices that the document
// keeps. A pane embeds it, calls Init, and has SetResult, Select and Figure of its own.
type Base struct {
	widget.BaseWidget
	Asks

	// Row has the tools; where none is needed it takes no room.
	Row *fyne.Container
	// Box holds the row and the view.
	Box *fyne.Container

	self   fyne.Widget
	tab    string
	view   *screen.View
	memory interface { // nil for none
		Chosen()
		Restore(p study.Panes)
	}
}

// Init prepares the pane self, whose figure has a tab in the list of figures.
func (b *Base) Init(self fyne.Widget, tab string, post screen.Post, style plotting.Style, tools ...fyne.CanvasObject) {
	b.self, b.tab, b.view = self, tab, screen.NewView(post, style)
	b.view.Description = tab + ", a figure"
	b.Row = container.New(controls.ToolRow{}, tools...)
	b.Box = container.New(controls.UnderTools{}, b.Row, b.view)
	b.ExtendBaseWidget(self)
}

// Recall makes the document keep a variable with the user's choices under the name of the tab. redraw is called after
// another value was restored.
func Recall[T any](b *Base, choice *T, redraw func()) {
	b.memory = remember(&b.Asks, b.tab, choice, redraw)
}

// Chosen tells the document the user's choices.
func (b *Base) Chosen() { b.memory.Chosen() }

// Restore is part of [Pane].
func (b *Base) Restore(p study.Panes) {
	if b.memory != nil {
		b.memory.Restore(p)
	}
}

// Tab is part of [Pane].
func (b *Base) Tab() string { return b.tab }

// Object is part of [Pane].
func (b *Base) Object() fyne.CanvasObject { return b.self }

// View is part of [Pane].
func (b *Base) View() *screen.View { return b.view }

// Offers is part of [Pane]: it asks the list of figures about the tab.
func (b *Base) Offers(s *depict.Subject) bool { return depict.ByTab(b.tab).Offers(s) }

// About is part of [Pane]: it leaves the description to the list of figures.
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
