package compare

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"example.org/espalier/inference"
	measure "example.org/espalier/inference/stat/compare"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/depict"
	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/say"
	"example.org/espalier/views/screen"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// A Source holds the window's functions for a [Pane]. All fields are required.
type Source struct {
	// AskFile asks for a file of trees, which [Pane.AddTrees] then takes.
	AskFile func()
	// Background calls f on another goroutine, and the function that f returns on that of the window.
	Background func(f func(ctx context.Context) func())
	// Working reports whether a run is working; trees are not scored until it rests.
	Working func() bool
	// Results lists the results of the study, the one shown among them: those of the open table first, the newest of each
	// table first.
	Results func() []Other
	// Scorer returns the model that scores the trees of a result, its settings, and these settings
	// in words; nil for none.
	Scorer func(r pane.Result) (inference.TreeScorer, inference.Settings, string)
}

// A Pane shows the tree of the result face to face with another one. Make one with [NewPane].
type Pane struct {
	pane.Asks
	from   Source
	object *fyne.Container
	view   *View
	list   *List

	with, colour  *controls.Picker
	untangled     *controls.Toggle
	tools         *fyne.Container
	empty         *controls.Paragraph
	offers        *fyne.Container  // of trees, where none is picked
	last          *controls.Button // offers the newest other result
	useCommon     *controls.Button
	result        pane.Result // without a subject before the first
	shown         drawn.Shown // the tree of the result as it is drawn
	others        candidates
	common        bool // leaves that one tree lacks are left out
	cancelScoring context.CancelFunc
	scored        [2]*tree.Tree // which the scores are of
}

// NewPane returns a pane without a result.
func NewPane(post screen.Post, style plotting.Style, s Source) *Pane {
	p := &Pane{from: s}
	p.others.linkages = map[string]Tree{}
	p.view = New(post, style)
	p.list = NewList(p.view)
	p.view.OnSelect = p.PickRows
	p.view.OnCompared = p.compared
	p.with = controls.NewPicker(nil, "", p.pick)
	p.with.Tip = "The tree on the other side"
	p.colour = controls.NewPicker(nil, "", func(v string) { p.view.SetColour(v) })
	p.colour.Tip = "What the colours of the lines mean"
	p.untangled = controls.NewToggle(true, p.view.SetUntangled)
	p.untangled.Tip = "Turns the branches of both trees so that few lines cross"
	label := func(text string) fyne.CanvasObject { return controls.NewText(text, look.SizeBody, look.Muted) }
	p.tools = controls.Inset(14, 8, 14, 0, container.NewBorder(nil, nil,
		controls.Beside(8, label("With"), fixed(p.with, 190)),
		controls.Beside(8, label("Lines"), fixed(p.colour, 116), controls.Gap(6, 0), label("Untangle"), p.untangled,
			controls.Gap(2, 0), controls.NewButton("Swap", controls.Tool, p.view.Swap).WithTip("Exchanges the sides (S)"))))
	p.empty = controls.NewParagraph("", 400, 13, look.Muted)
	p.useCommon = controls.NewButton("", controls.Quiet, func() { p.common = true; p.refresh() })
	p.offers = controls.Beside(12,
		controls.NewButton("Tree file…", controls.Quiet, p.from.AskFile),
		controls.NewButton("Ward linkage", controls.Quiet, func() { p.pick("linkage:ward") }),
		controls.NewButton("Average linkage", controls.Quiet, func() { p.pick("linkage:average") }))
	p.last = controls.NewButton("", controls.Quiet, func() {
		if r, ok := p.others.newest(p); ok {
			p.pick(pickResult + strconv.Itoa(int(r.ID)))
		}
	})
	middle := container.NewStack(p.view, controls.Middle(p.empty, controls.Stack(14, p.empty,
		container.NewHBox(p.useCommon), container.NewHBox(p.last), p.offers)))
	p.object = container.NewBorder(p.tools, nil, nil, nil,
		container.New(withList{}, middle, controls.Inset(4, 14, 16, 10, p.list)))
	p.say()
	return p
}

// Tab is part of [pane.Pane].
func (p *Pane) Tab() string { return "Compare" }

// Object is part of [pane.Pane].
func (p *Pane) Object() fyne.CanvasObject { return p.object }

// View is part of [pane.Pane].
func (p *Pane) View() *screen.View { return p.view.View() }

// Offers is true of every result with a tree.
func (p *Pane) Offers(s *depict.Subject) bool { return s.HasTree() }

// SetResult shows the newest tree, drawn as [Pane.Follow] was told.
func (p *Pane) SetResult(r pane.Result) {
	if p.result.Subject == nil || p.result.Data != r.Data {
		p.view.SetData(r.Data)
		clear(p.others.linkages)
	}
	p.result = r
	p.refresh()
}

// Restore is part of [pane.Pane].
func (p *Pane) Restore(study.Panes) {}

// Select marks the selection.
func (p *Pane) Select(s study.Selection) {
	if p.result.Subject != nil {
		p.view.SetSelection(s.Rows)
	}
}

// Follow brings the tree of the result as it is drawn.
func (p *Pane) Follow(s drawn.Shown) {
	p.shown = s
	if p.result.Subject != nil && p.result.Data == s.Data {
		p.refresh()
	}
}

// Figure is part of [pane.Pane].
func (p *Pane) Figure() plotting.Figure {
	if f := p.view.Figure(); f != nil {
		return f
	}
	return nil
}

// About is part of [pane.Pane]; the figure names both trees.
func (p *Pane) About() string { return "" }

// SetStyle is part of [pane.Pane].
func (p *Pane) SetStyle(s plotting.Style) { p.view.SetStyle(s) }

// Close is part of [pane.Pane].
func (p *Pane) Close() {
	p.stopScoring()
	p.view.Close()
}

// pick compares with the tree of a key of the list.
func (p *Pane) pick(key string) {
	if key == pickFile {
		p.with.Put(p.others.picked)
		p.from.AskFile()
		return
	}
	p.others.picked, p.common = key, false
	p.refresh()
}

// own returns the tree of the result as it is drawn.
func (p *Pane) own() Tree {
	return Tree{Name: p.name(p.shown.Rank), Tree: p.shown.Tree, Axis: axisOf(p.result)}
}

// axisOf is the axis of the trees of a result.
func axisOf(r pane.Result) dendro.TimeAxis {
	if h := r.Height(); h > 0 {
		return dendro.HeightAxis(h)
	}
	return dendro.DiffusionAxis()
}

// name names a tree of the result shown, by its rank.
func (p *Pane) name(rank int) string {
	name := p.result.Info.Title
	if l := p.result.Linkage(); l != "" {
		name = plotting.Capital(l) + " linkage"
	}
	if i := slices.IndexFunc(p.others.results, func(o Other) bool { return o.ID == p.result.ID }); i >= 0 {
		name = p.others.results[i].Name
	}
	if rank > 0 {
		name += fmt.Sprintf(", tree %d", rank+1)
	}
	return name
}

// Relist takes the results of the study as they are now.
func (p *Pane) Relist() { p.refresh() }

// refresh has the two trees compared as they are now.
func (p *Pane) refresh() {
	if p.result.Subject == nil {
		return
	}
	p.others.results = p.from.Results()
	own := p.own()
	options := p.others.options(p)
	p.with.Options = options
	if !slices.ContainsFunc(options, func(o controls.Option) bool { return o.Value == p.others.picked && !o.Off }) {
		p.others.picked = ""
	}
	p.with.Put(p.others.picked)
	p.with.Refresh()
	lines := []controls.Option{{Value: "", Title: "by order", Note: "Leaves out of order are blue."}}
	for _, a := range p.result.Data.Annotations {
		lines = append(lines, controls.Option{Value: a.Name, Title: a.Name})
	}
	p.colour.Options = lines
	other := p.others.tree(p)
	if other.Tree == nil {
		own = Tree{}
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

// compared shows the result of a comparison, and has both trees scored.
func (p *Pane) compared() {
	p.colour.Put(p.view.Colour())
	p.untangled.On = p.view.Untangled()
	p.untangled.Refresh()
	p.say()
	p.score()
	p.list.Follow()
}

// say fills the place of a missing figure.
func (p *Pane) say() {
	err := p.view.Err()
	var leaves *measure.LeavesError
	differ := errors.As(err, &leaves)
	controls.Show(p.useCommon, differ && leaves.Comparable())
	controls.Show(p.list, p.view.Figure() != nil)
	controls.Show(p.offers, p.others.picked == "")
	if p.last.Hide(); p.result.Subject != nil && p.others.picked == "" {
		if r, ok := p.others.newest(p); ok {
			p.last.SetText("Compare with " + r.Name)
			p.last.Show()
		}
	}
	controls.Show(p.offers.Objects[1], !p.others.lists("Ward linkage"))
	controls.Show(p.tools, p.others.picked != "")
	switch {
	case p.others.picked == "":
		p.empty.Set("Compare this tree with another: of another result, a published phylogeny, or a linkage of the "+
			"same table. Both are drawn face to face, with few crossing lines. You can also drop a Newick or NEXUS "+
			"file here.", look.Muted)
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
	controls.Place(o[0], 0, (s.Height-h)/2, s.Width, h)
}

// withList lays out a list to the right of a figure, and hides it if it would leave the figure too
// little room.
type withList struct{}

const (
	listWidth    = 236
	leastForList = 640
)

// MinSize implements fyne.Layout.
func (withList) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(240, 200) }

// Layout implements fyne.Layout.
func (withList) Layout(o []fyne.CanvasObject, s fyne.Size) {
	width, roomy := s.Width, s.Width >= leastForList
	if roomy && o[1].(*fyne.Container).Objects[0].Visible() {
		width -= listWidth
	}
	controls.Show(o[1], roomy)
	controls.Place(o[1], width, 0, listWidth, s.Height)
	controls.Place(o[0], 0, 0, width, s.Height)
}
