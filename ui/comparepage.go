package ui

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"espalier/inference"
	measure "espalier/inference/stat/compare"
	"espalier/inference/study"
	"espalier/inference/tree"
	"espalier/plotting"
	"espalier/plotting/dendro"
	"espalier/plotting/depict"
	"espalier/ui/say"
	"espalier/views/compare"
	"espalier/views/controls"
	"espalier/views/pane"
	"espalier/views/screen"
	look "espalier/views/theme"
	"espalier/views/trees"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

const tabCompare = "Compare"

// A comparePage shows the tree of the result face to face with another one.
type comparePage struct {
	pane.Asks
	c      *centre
	object *fyne.Container
	view   *compare.View
	list   *compare.List

	with, colour  *controls.Picker
	untangled     *controls.Toggle
	tools         *fyne.Container
	empty         *controls.Paragraph
	offers        *fyne.Container // of trees, where none is picked
	useCommon     *controls.Button
	result        *Result
	others        others
	common        bool // leaves that one tree lacks are left out
	cancelScoring context.CancelFunc
	scored        [2]*tree.Tree // which the scores are of
}

func newComparePage(c *centre) *comparePage {
	p := &comparePage{c: c}
	p.others.linkages = map[string]compare.Tree{}
	p.view = compare.New(screen.Post(c.w.post), c.style())
	p.list = compare.NewList(p.view)
	p.view.OnSelect = c.pickRows
	p.view.OnCompared = p.compared
	p.with = controls.NewPicker(nil, "", p.pick)
	p.with.Tip = "The tree at the other side"
	p.colour = controls.NewPicker(nil, "", func(v string) { p.view.SetColour(v) })
	p.colour.Tip = "The meaning of the colours of the lines"
	p.untangled = controls.NewToggle(true, p.view.SetUntangled)
	p.untangled.Tip = "Turns the branches of both trees to let few lines cross"
	label := func(text string) fyne.CanvasObject { return controls.NewText(text, look.SizeBody, look.Muted) }
	p.tools = controls.Inset(14, 8, 14, 0, container.NewBorder(nil, nil,
		controls.Beside(8, label("With"), fixed(p.with, 190)),
		controls.Beside(8, label("Lines"), fixed(p.colour, 116), controls.Gap(6, 0), label("Untangle"), p.untangled, controls.Gap(2, 0),
			controls.NewButton("Swap", controls.Tool, p.view.Swap).WithTip("Exchanges the sides (S)"))))
	p.empty = controls.NewParagraph("", 400, 13, look.Muted)
	p.useCommon = controls.NewButton("", controls.Quiet, func() { p.common = true; p.refresh() })
	p.offers = controls.Beside(12,
		controls.NewButton("Tree file…", controls.Quiet, c.w.askCompare),
		controls.NewButton("Ward linkage", controls.Quiet, func() { p.pick("linkage:ward") }),
		controls.NewButton("Average linkage", controls.Quiet, func() { p.pick("linkage:average") }))
	middle := container.NewStack(p.view, container.NewCenter(controls.Stack(14, p.empty, container.NewHBox(p.useCommon), p.offers)))
	p.object = container.NewBorder(p.tools, nil, nil, nil, container.New(beside{}, middle, controls.Inset(4, 14, 16, 10, p.list)))
	p.say()
	return p
}

func (p *comparePage) Tab() string               { return tabCompare }
func (p *comparePage) Object() fyne.CanvasObject { return p.object }
func (p *comparePage) View() *screen.View        { return p.view.View() }

// Offers is so wherever there is a tree.
func (p *comparePage) Offers(s *depict.Subject) bool { return s.HasTree() }

// Show brings the newest tree.
func (p *comparePage) SetResult(pane.Result) {
	r := p.c.shown
	if p.result == nil || p.result.Data != r.Data {
		p.view.SetData(r.Data)
		clear(p.others.linkages)
	}
	p.result = r
	p.refresh()
}

// Restore is part of [pane.Pane].
func (p *comparePage) Restore(study.Panes) {}

// Select marks what is selected.
func (p *comparePage) Select(s study.Selection) {
	if p.result != nil && p.c.shown != nil && p.result.Data == p.c.shown.Data {
		p.view.SetSelection(s.Rows)
	}
}

// Follow brings the order of the tree of the result.
func (p *comparePage) Follow(trees.Shown) {
	if p.result == nil || p.c.shown == nil || p.result.Data != p.c.shown.Data {
		return
	}
	p.refresh()
}

// Figure is part of [pane.Pane].
func (p *comparePage) Figure() plotting.Figure {
	if f := p.view.Figure(); f != nil {
		return f
	}
	return nil
}

// About says with which tree.
func (p *comparePage) About() string {
	_, other := p.view.Trees()
	return "with " + other.Name + ", face to face; lines join equal leaves"
}

// SetStyle implements page.
func (p *comparePage) SetStyle(s plotting.Style) { p.view.SetStyle(s) }

// Close implements page.
func (p *comparePage) Close() {
	p.stopScoring()
	p.view.Close()
}

// pick compares with the tree of a key of the list.
func (p *comparePage) pick(key string) {
	if key == pickFile {
		p.with.Put(p.others.picked)
		p.c.w.askCompare()
		return
	}
	p.others.picked, p.common = key, false
	p.refresh()
}

// own returns the tree of the result as it is drawn.
func (p *comparePage) own() compare.Tree {
	best, _ := p.c.tree.Best()
	t := compare.Tree{Name: shortName(p.result, best), Tree: p.c.tree.Tree(), Axis: dendro.DiffusionAxis()}
	if h := p.result.Subject().Height(); h > 0 {
		t.Axis = dendro.HeightAxis(h)
	}
	return t
}

// shortName names the tree of a result in a word or two.
func shortName(r *Result, best int) string {
	name := r.Info.Title
	if l := r.Subject().Linkage(); l != "" {
		name = plotting.Capital(l) + " linkage"
	}
	if best > 0 {
		name += fmt.Sprintf(", tree %d", best+1)
	}
	return name
}

// refresh has the two trees compared as they are now.
func (p *comparePage) refresh() {
	if p.result == nil {
		return
	}
	own := p.own()
	options := p.others.options(p)
	p.with.Options = options
	if !slices.ContainsFunc(options, func(o controls.Option) bool { return o.Value == p.others.picked }) {
		p.others.picked = ""
	}
	p.with.Put(p.others.picked)
	p.with.Refresh()
	lines := []controls.Option{{Value: "", Title: "by order", Note: "Leaves out of order are orange."}}
	for _, a := range p.result.Data.Annotations {
		lines = append(lines, controls.Option{Value: a.Name, Title: a.Name})
	}
	p.colour.Options = lines
	other := p.others.tree(p)
	if other.Tree == nil {
		own = compare.Tree{}
	} else {
		p.view.SetTitle(own.Name + " and " + other.Name + ", " + p.result.Data.Name)
	}
	p.view.SetTrees(own, other, p.common)
	p.say()
	if !p.view.Busy() { // a run may have ended
		p.score()
		p.list.Follow()
	}
}

// compared shows what a comparison found, and has both trees scored.
func (p *comparePage) compared() {
	p.colour.Put(p.view.Colour())
	p.untangled.On = p.view.Untangled()
	p.untangled.Refresh()
	p.say()
	p.score()
	p.list.Follow()
}

// say fills the place of a figure that is not there.
func (p *comparePage) say() {
	err := p.view.Err()
	var leaves *measure.LeavesError
	differ := errors.As(err, &leaves)
	controls.Show(p.useCommon, differ && leaves.Comparable())
	controls.Show(p.list, p.view.Figure() != nil)
	controls.Show(p.offers, p.others.picked == "")
	controls.Show(p.offers.Objects[1], p.result == nil || p.result.Subject().Linkage() != "Ward")
	controls.Show(p.tools, p.others.picked != "")
	switch {
	case p.others.picked == "":
		p.empty.Set("Compare this tree with another: a published phylogeny, a linkage of the same table, or an earlier tree. "+
			"Both are drawn face to face with as few crossing lines as the search finds. You can also drop a Newick or NEXUS file here.", look.Muted)
	case differ:
		p.empty.Set(say.Sentence(err.Error()), look.Muted)
		p.useCommon.SetText(fmt.Sprintf("Compare the %d common leaves", leaves.Common))
	case err != nil:
		p.empty.Set(say.Sentence(err.Error()), look.Muted)
	case p.view.Figure() == nil:
		p.empty.Set("Comparing…", look.Muted)
	default:
		p.empty.Set("", look.Muted)
	}
	controls.Relayout(p.object)
}

// fixed gives an object a width.
func fixed(o fyne.CanvasObject, width float32) fyne.CanvasObject {
	return container.New(fixedWidth(width), o)
}

type fixedWidth float32

// MinSize implements fyne.Layout.
func (f fixedWidth) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(float32(f), o[0].MinSize().Height)
}

// Layout implements fyne.Layout.
func (f fixedWidth) Layout(o []fyne.CanvasObject, s fyne.Size) {
	h := o[0].MinSize().Height
	o[0].Move(fyne.NewPos(0, (s.Height-h)/2))
	o[0].Resize(fyne.NewSize(s.Width, h))
}

// beside lays a list out at the right of a figure, and leaves it out where the figure
// would have too little room.
type beside struct{}

const (
	besideWidth = 236
	besideLeast = 640
)

// MinSize implements fyne.Layout.
func (beside) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(240, 200) }

// Layout implements fyne.Layout.
func (beside) Layout(o []fyne.CanvasObject, s fyne.Size) {
	width, roomy := s.Width, s.Width >= besideLeast
	if roomy && o[1].(*fyne.Container).Objects[0].Visible() {
		width -= besideWidth
	}
	controls.Show(o[1], roomy)
	o[1].Move(fyne.NewPos(width, 0))
	o[1].Resize(fyne.NewSize(besideWidth, s.Height))
	o[0].Move(fyne.NewPos(0, 0))
	o[0].Resize(fyne.NewSize(width, s.Height))
}

// treeScorer returns the model that scores the trees of a result, the settings it does
// so with, and what they are in words. It is the model of the result, at what the run
// learnt, where that scores trees; else the one picked, else the first that does.
func (p *comparePage) treeScorer() (m inference.TreeScorer, s inference.Settings, words string) {
	ws, r := p.c.w.ws, p.result
	if m, ok := ws.model(r.Info.Name).(inference.TreeScorer); ok {
		s = r.Settings.Clone()
		for _, l := range r.Subject().Learnt() {
			_ = s.Set(l.Name, plotting.Cell(l.Mean)) // a mean beyond the range leaves the start
		}
		return m, s, r.Info.Title + ", with the parameters that this run learnt"
	}
	if m, ok := ws.Next.Model().(inference.TreeScorer); ok {
		return m, ws.Next.Settings(), ws.Next.Info().Title + ", with the settings on the left, none learnt"
	}
	for _, model := range ws.Models() {
		if m, ok := model.(inference.TreeScorer); ok {
			return m, m.Info().Defaults(), m.Info().Title + ", with its defaults, none learnt"
		}
	}
	return nil, s, ""
}
