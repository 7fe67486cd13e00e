package trees

import (
	"context"
	"image/color"
	"reflect"
	"slices"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/dendro"
	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// A Keeper owns the state that a [View] shows, and its history.
type Keeper interface {
	// Change makes a change that can be undone, as a step of that name; see [study.History.Do] for
	// merge. The keeper shows the result with [View.SetState].
	Change(name, merge string, s drawn.State)
	Undo() bool
	Redo() bool
	UndoName() string // of the step that Undo takes back; "" for none
	RedoName() string
}

// A View shows one tree, live, in a state. It asks its [Keeper] for the changes that the user makes
// to the state. Make one with [New]; Close it when it is no longer needed.
type View struct {
	widget.BaseWidget

	// Keeper owns the state. Without one the view never changes its state.
	Keeper Keeper
	// Clades, Groups, Draws and Walk hold the actions of the view.
	Clades *Clades
	Groups *Groups
	Draws  *Draws
	Walk   *Walk

	// OnState receives every change of the state, and new probabilities of its groups.
	OnState func(s drawn.State)
	// OnTree is called when another tree is shown, by a run or by the user.
	OnTree func()
	// OnHover receives the mark under the pointer; ok is false when there is none.
	OnHover func(m plotting.Mark, ok bool)
	// OnSearch is asked to open the search.
	OnSearch func()
	// OnColour is asked for the colour of a new group made of rows.
	OnColour func(rows []int)
	// OnHelp is asked to show the keys.
	OnHelp func()
	// OnTable is asked to make a table of the selected rows, and OnRename to let the user name a group.
	// Nil leaves them out of the menu.
	OnTable  func()
	OnRename func(group int)
	// OnWindow receives the visible part when a gesture or key changed it.
	OnWindow func(w plotting.Window)
	// OnDraw receives the chain and the iteration of the draw shown, so that a trace can mark it; −1
	// and −1 if there is none any more.
	OnDraw func(chain, iteration int)
	// OnPosterior receives every new summary of the draws.
	OnPosterior func(p *drawn.Posterior)
	// OnSay receives a note on a cut: why it is this number of groups, or that it is arbitrary.
	OnSay func(text string)
	// Lend returns the colours of clusters that groups of rows are in other results, transparent for none; nil for none
	// at all.
	Lend func(d *inference.Dataset, rows [][]int) []color.NRGBA
	// OnCopy is asked to copy the names of the selection.
	OnCopy func(names []string)

	view  *screen.View
	state drawn.State
	of    *drawn.Source
	later *dendro.Dendrogram // whose legends have their room; nil for none
	mouse *mouse
}

// summaryRest is the longest wait between two summaries of the draws of a working run.
const summaryRest = 5 * time.Second

// New returns a view without a tree. A nil post is fyne.DoAndWait.
func New(post screen.Post, style plotting.Style) *View {
	t := &View{view: screen.NewView(post, style), of: drawn.NewSource(nil)}
	t.view.Description = "Tree, a figure"
	t.Clades, t.Groups, t.Walk, t.mouse = &Clades{t}, &Groups{t}, &Walk{t}, &mouse{t}
	t.Draws = &Draws{t: t, told: [2]int{-1, -1}}
	t.Draws.summaries = screen.NewDigester(t.view.Do, summaryRest,
		func(_ context.Context, k drawn.Task) (*drawn.Posterior, error) {
			return t.of.Summarise(k), nil
		}, t.Draws.set)
	t.state = drawn.NewState(nil)
	t.view.OnHover = func(m plotting.Mark, ok bool) {
		if t.OnHover != nil {
			t.OnHover(m, ok)
		}
	}
	t.view.OnWindow = func(w plotting.Window) {
		if t.OnWindow != nil {
			t.OnWindow(w)
		}
	}
	t.view.OnSelect = t.mouse.clicked
	t.view.OnOpen = t.mouse.opened
	t.view.OnMenu = t.mouse.menuAt
	t.view.OnGrab = func(m plotting.Mark, ok bool) bool { return ok && m.Kind == plotting.CutMark }
	t.view.OnDrag = t.mouse.dragCut
	t.view.OnKey = t.key
	t.view.OnRune = t.rune
	t.view.OnShortcut = t.Shortcut
	t.ExtendBaseWidget(t)
	return t
}

// CreateRenderer is part of fyne.Widget.
func (t *View) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(t.view) }

// View returns the view within, which has the keyboard, the window and the picture.
func (t *View) View() *screen.View { return t.view }

// Close ends the goroutines of the view.
func (t *View) Close() { t.Draws.summaries.Close(); t.view.Close() }

// Show makes the view visible, and drawn if something changed meanwhile.
func (t *View) Show() { t.BaseWidget.Show(); t.view.Show() }

// Hide makes the view invisible; nothing is drawn for it until Show.
func (t *View) Hide() { t.BaseWidget.Hide(); t.view.Hide() }

// SetStyle changes the style, such as from light to dark.
func (t *View) SetStyle(s plotting.Style) { t.view.SetStyle(s) }

// SetData tells which data the trees are of: rows and columns by index. If the rows change, nothing
// is selected, grouped or edited until [View.SetState]. Nil shows nothing.
func (t *View) SetData(data *inference.Dataset) {
	before := t.of.Data
	if data == before {
		return
	}
	t.of.SetData(data)
	if data != nil && before != nil && slices.Equal(data.Rows, before.Rows) {
		t.refigure()
		return
	}
	t.of.Found = nil
	t.Draws.forget()
	t.state = drawn.State{Look: t.state.Look.For(data)}
	t.view.SetWindow(plotting.All)
	t.refigure()
	t.changed()
}

// SetCaption changes the texts over the tree and along its axis.
func (t *View) SetCaption(c drawn.Caption) {
	if c != t.of.Caption {
		t.of.Caption = c
		t.offer()
	}
}

// SetTrees shows the trees of a snapshot, the best first. Selection, groups, collapsed clades and
// order are kept. While a run works, pictures are spaced out, so that watching costs it little; see
// [screen.View.Offer].
func (t *View) SetTrees(trees []forest.Weighted) {
	t.of.Found = trees
	t.offer()
	if t.OnTree != nil {
		t.OnTree()
	}
}

// SetLater has trees that come now leave the room of legends that a later figure of theirs has alone, as in the moments
// of a replay; nil has none.
func (t *View) SetLater(d *dendro.Dendrogram) { t.later = d }

// Data returns the data that was set.
func (t *View) Data() *inference.Dataset { return t.of.Data }

// Trees returns the trees that were set, the best first.
func (t *View) Trees() []forest.Weighted { return t.of.Found }

// Best returns which of the trees is shown, see [drawn.Source.Rank].
func (t *View) Best() (i, n int) { return t.of.Rank(t.state.Look) }

// Tree returns the tree that is shown with its children in the order in which they are
// drawn; nil when there is none.
func (t *View) Tree() *tree.Tree {
	if p := t.prepared(); p != nil {
		return p.Tree()
	}
	return nil
}

func (t *View) prepared() *beside.PreparedTree { return t.of.Prepared(t.state) }

// Figure returns the dendrogram that is shown, in the style and window of the view,
// for export; nil when there is none.
func (t *View) Figure() *dendro.Dendrogram {
	d := t.Source().Figure()
	if d == nil {
		return nil
	}
	d.Style, d.Window = t.view.Style(), t.view.Window()
	return d
}

// Source returns everything that the present picture of the tree needs.
func (t *View) Source() drawn.Shown { return t.of.Show(t.state) }

// refigure has the view draw the present tree in the present state.
func (t *View) refigure() { t.draw(t.view.SetSource) }

// offer is refigure at the pace of a run.
func (t *View) offer() { t.draw(t.view.Offer) }

func (t *View) draw(set func(make func() plotting.Figure)) {
	f := t.Source()
	if f.Tree == nil {
		t.view.SetFigure(nil)
		return
	}
	later := t.later
	set(func() plotting.Figure {
		d := f.Figure()
		if later == nil {
			return d
		}
		return d.Before(later)
	})
}

// State returns the present state.
func (t *View) State() drawn.State { return t.state }

// SetState shows a state: that of the keeper, after every change of it.
func (t *View) SetState(s drawn.State) {
	before := t.state
	if reflect.DeepEqual(before, s) {
		return
	}
	t.state = s
	if s.Shape != before.Shape {
		t.view.SetWindow(plotting.All)
	}
	if len(t.of.Draws) > 0 && !t.of.Answers(s) {
		t.Draws.ask(true)
	}
	t.refigure()
	t.changed()
	if (s.Best != before.Best || s.Shown != before.Shown) && t.OnTree != nil {
		t.OnTree()
	}
}

// do asks the keeper for a change that can be undone.
func (t *View) do(name, merge string, s drawn.State) {
	if t.Keeper != nil {
		t.Keeper.Change(name, merge, s)
	}
}

func (t *View) undo() {
	if t.Keeper != nil {
		t.Keeper.Undo()
	}
}

func (t *View) redo() {
	if t.Keeper != nil {
		t.Keeper.Redo()
	}
}

func (t *View) changed() {
	t.Draws.tell()
	if t.OnState != nil {
		t.OnState(t.State())
	}
}

// names returns the names of the rows.
func (t *View) names() []string { return t.of.Names(t.state.Look) }

// SelectedNames returns the names of the selection, see [Shown.SelectedNames].
func (t *View) SelectedNames() []string { return t.Source().SelectedNames() }

// CopyNames copies the names of the selection, through OnCopy, and returns how many.
func (t *View) CopyNames() int {
	names := t.SelectedNames()
	if len(names) > 0 && t.OnCopy != nil {
		t.OnCopy(names)
	}
	return len(names)
}
