package compare

import (
	"context"
	"math"
	"slices"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// A Tree is one of the two trees of a [View].
type Tree struct {
	Name string // short: stands over the tree
	Tree *tree.Tree
	Axis dendro.TimeAxis
}

// A Score is one number of both trees under a model, in nats; NaN if there is none.
type Score struct {
	Name       string // "log posterior"
	Own, Other float64
}

// A View shows two trees face to face: the own one, whose leaves are the rows of
// the data, and another. Matching, comparing and untangling are done by a goroutine of
// the view. Make one with [New]; Close it when it is no longer needed.
type View struct {
	widget.BaseWidget

	// OnSelect receives the rows that the user selects; none ends the selection. The owner calls
	// [View.SetSelection].
	OnSelect func(rows []int)
	// OnCompared is called when a comparison is done, or failed: see Err, and when
	// sides, order or colours changed.
	OnCompared func()

	view   *screen.View
	post   screen.Post
	worker *screen.Worker
	cancel context.CancelFunc // of the comparison under way, nil for none
	serial int
	rest   *time.Timer // until a tree that changes live is compared again
	last   struct {
		at   time.Time
		cost time.Duration
	}

	data       *inference.Dataset
	own, other Tree
	common     bool // compare the common leaves
	swapped    bool
	tangled    bool // children as they come
	colour     string
	selection  []int
	scores     []Score
	title      string

	done *compared
	err  error
}

// New returns a view without trees. A nil post is fyne.DoAndWait.
func New(post screen.Post, style plotting.Style) *View {
	c := &View{view: screen.NewView(post, style), worker: screen.NewWorker()}
	c.view.Description = "Compare, a figure"
	c.post = c.view.Do
	c.view.OnSelect = c.clicked
	c.view.OnOpen = c.opened
	c.view.OnRune = c.rune
	c.ExtendBaseWidget(c)
	return c
}

// SetTitle changes the title of the figure.
func (c *View) SetTitle(title string) {
	if title != c.title {
		c.title = title
		c.refigure()
	}
}

// SetData tells which data the own tree is of: its leaf i is row i.
func (c *View) SetData(data *inference.Dataset) {
	if data != c.data {
		c.data = data
		c.colour = ""
		c.refigure()
	}
}

// SetTrees sets the own tree and the one it is compared with; a nil Tree shows nothing. With common
// set only the common leaves are compared; otherwise leaves without a partner are an error.
func (c *View) SetTrees(own, other Tree, common bool) {
	if own == c.own && other == c.other && common == c.common {
		return
	}
	live := c.done != nil && other.Name == c.other.Name && own.Name == c.own.Name
	if own.Tree != c.own.Tree || other.Tree != c.other.Tree {
		c.scores = nil
	}
	c.own, c.other, c.common = own, other, common
	c.compare(live)
}

// Trees returns the two trees that were set.
func (c *View) Trees() (own, other Tree) { return c.own, c.other }

// Err says why the trees cannot be compared; nil when they can, or are not compared yet.
// It is a *compare.LeavesError where their leaves differ.
func (c *View) Err() error { return c.err }

// Busy reports whether a comparison is under way.
func (c *View) Busy() bool { return c.cancel != nil }

// Pair returns the trees as they are compared, over equal leaves, the rows of which are
// given; nil before.
func (c *View) Pair() (own, other *tree.Tree, rows []int) {
	if c.done == nil {
		return nil, nil, nil
	}
	return c.done.pair.A, c.done.pair.B, c.done.pair.Rows
}

// SetScores shows numbers of both trees under a model.
func (c *View) SetScores(scores []Score) {
	c.scores = scores
	c.refigure()
}

// Scores returns the numbers that were set; a change of a tree removes them.
func (c *View) Scores() []Score { return c.scores }

// SetSelection selects rows of the data.
func (c *View) SetSelection(rows []int) {
	rows = study.SetOf(rows)
	if !slices.Equal(rows, c.selection) {
		c.selection = rows
		c.refigure()
	}
}

// Swap exchanges the sides.
func (c *View) Swap() { c.swapped = !c.swapped; c.compare(false) }

// Swapped reports whether the own tree stands at the right.
func (c *View) Swapped() bool { return c.swapped }

// SetUntangled turns the children of both trees so that few lines cross, or leaves them
// as they come.
func (c *View) SetUntangled(on bool) {
	if on == c.tangled {
		c.tangled = !on
		c.compare(false)
	}
}

// Untangled reports whether children are turned.
func (c *View) Untangled() bool { return !c.tangled }

// SetColour colours the lines by an annotation of the data, by whether leaves are in
// order where it is "" or unknown.
func (c *View) SetColour(annotation string) {
	if annotation != c.colour {
		c.colour = annotation
		c.refigure()
		c.changed()
	}
}

// Colour returns the annotation by which the lines are coloured.
func (c *View) Colour() string { return c.colour }

func (c *View) changed() {
	if c.OnCompared != nil {
		c.OnCompared()
	}
}

// compare starts a comparison of the trees and cancels the one under way, so that the latest trees
// are shown. While a tree changes live, it waits nine times as long as a comparison takes.
func (c *View) compare(live bool) {
	if c.rest != nil {
		c.rest.Stop()
		c.rest = nil
	}
	if wait := time.Until(c.last.at.Add(9 * c.last.cost)); live && (wait > 0 || c.cancel != nil) {
		c.rest = time.AfterFunc(max(wait, 20*time.Millisecond), func() {
			c.post(func() {
				if c.rest != nil {
					c.compare(c.cancel != nil)
				}
			})
		})
		return
	}
	if c.cancel != nil {
		c.cancel()
		c.cancel = nil
	}
	c.serial++
	serial := c.serial
	if c.own.Tree == nil || c.other.Tree == nil {
		c.done, c.err = nil, nil
		c.refigure()
		c.changed()
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	c.cancel = cancel
	job := comparing{own: c.own.Tree, other: c.other.Tree, common: c.common, swapped: c.swapped,
		tangled: c.tangled, before: c.done}
	c.worker.Submit(func() {
		start := time.Now()
		done, err := job.do(ctx)
		cost := time.Since(start)
		c.post(func() {
			if serial != c.serial {
				return
			}
			cancel()
			c.cancel = nil
			c.last.at, c.last.cost = time.Now(), cost
			c.done, c.err = done, err
			c.refigure()
			c.changed()
		})
	})
}

// Figure returns the figure shown, in the style and window of the view, for export; nil when there
// is none.
func (c *View) Figure() *dendro.Tanglegram {
	f := c.figure()
	if f != nil {
		f.Style, f.Window = c.view.Style(), c.view.Window()
	}
	return f
}

func (c *View) figure() *dendro.Tanglegram {
	d := c.done
	if d == nil {
		return nil
	}
	f := &dendro.Tanglegram{Tangle: d.tangle, Title: c.title, Subtitle: depict.TangleWords(d.tangle, d.pair),
		Names: [2]string{c.own.Name, c.other.Name}, Axes: [2]dendro.TimeAxis{c.own.Axis, c.other.Axis},
		ShowLabels: true, Colour: d.strip(c.data, c.colour),
		Selection: plotting.Selection{Rows: d.leaves(c.selection), Node: -1},
		Window:    plotting.All, Style: plotting.Light}
	if c.data != nil {
		f.Things = c.data.Things
		f.Subtitle = f.Things.Say(f.Subtitle)
	}
	if d.swapped {
		f.Names[0], f.Names[1] = f.Names[1], f.Names[0]
		f.Axes[0], f.Axes[1] = f.Axes[1], f.Axes[0]
	}
	for _, s := range c.scores {
		for _, v := range []struct {
			whose string
			value float64
		}{{c.own.Name, s.Own}, {c.other.Name, s.Other}, {"difference", s.Own - s.Other}} {
			if !math.IsNaN(v.value) {
				f.Facts = append(f.Facts, [2]string{s.Name + ", " + v.whose + ", nats", plotting.Cell(v.value)})
			}
		}
	}
	return f
}

func (c *View) refigure() {
	f := c.figure()
	if f == nil {
		c.view.SetFigure(nil)
		return
	}
	c.view.SetFigure(f)
}

// View returns the view within, which has the keyboard, the window and the picture.
func (c *View) View() *screen.View { return c.view }

// SetStyle changes the style, such as from light to dark.
func (c *View) SetStyle(s plotting.Style) { c.view.SetStyle(s) }

// Close ends the goroutines of the view.
func (c *View) Close() {
	if c.cancel != nil {
		c.cancel()
	}
	if c.rest != nil {
		c.rest.Stop()
		c.rest = nil
	}
	c.worker.Close()
	c.view.Close()
}

// Show makes the view visible, and drawn if something changed meanwhile.
func (c *View) Show() { c.BaseWidget.Show(); c.view.Show() }

// Hide makes the view invisible; nothing is drawn for it until Show.
func (c *View) Hide() { c.BaseWidget.Hide(); c.view.Hide() }

// CreateRenderer is part of fyne.Widget.
func (c *View) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(c.view) }
