package pane

import (
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
)

// A Result is a result of the document as panes see it. It has a snapshot.
type Result struct {
	*depict.Subject
	ID study.ResultID
	// Rests says that its run is not working, so that slow summaries may use all draws.
	Rests bool
	// Moment says that the snapshot is a moment of a replay: figures show it alone, not draws of the whole run.
	Moment bool
}

// A Pane shows results. Its methods are called on the goroutine of the window and return quickly; a worker does long
// work.
type Pane interface {
	// Tab returns the text of its tab, and of its entry in the list of figures.
	Tab() string
	// Object is the pane, with the parts around its figure.
	Object() fyne.CanvasObject
	// View has the keyboard, the zoom and the picture.
	View() *screen.View
	// Offers reports whether there is something to show of a result.
	Offers(s *depict.Subject) bool
	// SetResult shows a result, or its newest snapshot, which the pane offers to show.
	SetResult(r Result)
	// Select marks the selection in the data of the result shown.
	Select(s study.Selection)
	// Figure returns the figure shown, for export; nil where there is none.
	Figure() plotting.Figure
	// About describes the figure, where neither the list of figures nor the figure itself does, with the function of
	// depict by which the list describes the usual one. "" leaves it to the list.
	About() string
	SetStyle(s plotting.Style)
	// Connect sets who receives the wishes of the user.
	Connect(w Wishes)
	// Restore shows the choices that the document keeps.
	Restore(p study.Panes)
	Close()
}

// Wishes are the requests of panes to the window. Nil ones are ignored.
type Wishes struct {
	Pick func(s study.Selection)        // selects in the data of the result shown, and nothing else
	Keep func(name string, state any)   // has the document keep the user's choices
	Draw func(chain, iteration int)     // shows a draw of a chain
	Copy func(text string)              // puts a text on the clipboard
	Fail func(what string, cause error) // tells of an error
}

// Asks are the wishes of a pane. Panes embed it.
type Asks struct{ wishes Wishes }

// Connect is part of [Pane].
func (a *Asks) Connect(w Wishes) { a.wishes = w }

// Pick asks for a selection.
func (a *Asks) Pick(s study.Selection) {
	if a.wishes.Pick != nil {
		a.wishes.Pick(s)
	}
}

// PickRows asks to select rows of the data, and nothing else.
func (a *Asks) PickRows(rows []int) { a.Pick(study.Selection{Rows: study.SetOf(rows)}) }

// Keep asks the document to keep a state under a name.
func (a *Asks) Keep(name string, state any) {
	if a.wishes.Keep != nil {
		a.wishes.Keep(name, state)
	}
}

// Draw asks to show a draw of a chain.
func (a *Asks) Draw(chain, iteration int) {
	if a.wishes.Draw != nil {
		a.wishes.Draw(chain, iteration)
	}
}

// CanCopy reports whether there is a clipboard.
func (a *Asks) CanCopy() bool { return a.wishes.Copy != nil }

// Copy asks to put a text on the clipboard.
func (a *Asks) Copy(text string) {
	if a.wishes.Copy != nil {
		a.wishes.Copy(text)
	}
}

// Fail tells of an error.
func (a *Asks) Fail(what string, cause error) {
	if a.wishes.Fail != nil {
		a.wishes.Fail(what, cause)
	}
}
