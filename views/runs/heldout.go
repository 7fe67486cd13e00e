package runs

import (
	"context"
	"fmt"

	"espalier/inference"
	"espalier/inference/stat/heldout"
	"espalier/plotting"
	"espalier/plotting/chart"
	"espalier/plotting/ink"
	"espalier/views/controls"
	"espalier/views/pane"
	"espalier/views/screen"
	look "espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"
)

// A HeldOutView compares models by how well they predict a part of the table that they were
// not shown, over several fits, as box plots that fill while the fits are done. Make one
// with [NewHeldOutView]; Close it when it is no longer needed.
//
// The key C begins and stops the fits, M chooses the models.
type HeldOutView struct {
	pane.Base
	// Models are all that can be compared.
	Models []inference.Model

	view   *screen.View
	key    heldOutKey // of what is looked for or shown, with its model
	finder *screen.Worker

	subject HeldOutSubject
	kind    heldout.Kind // of all cases; Nothing where there are none
	chosen  []bool
	share   int // places in heldShares, heldRepeats and heldParts
	repeat  int
	part    int
	fits    []heldFit
	now     *heldOutStudy // under way or being stopped; nil while there is none
	closed  bool

	shares, repeats, parts *controls.Chooser
	models, begin          *controls.Link
	said                   *controls.Line
	popup                  *widget.PopUp
}

var (
	heldShares  = []int{5, 10, 20} // percent
	heldRepeats = []int{3, 5, 10}
	heldParts   = []int{10, 4, 1} // of which the fits do one
	partNames   = []string{"a tenth", "a quarter", "the whole"}
)

// NewHeldOutView returns an empty view. A nil post is fyne.DoAndWait.
func NewHeldOutView(post screen.Post, style plotting.Style) *HeldOutView {
	v := &HeldOutView{finder: screen.NewWorker(), share: 1, repeat: 1, part: 1}
	v.begin, v.models = controls.NewLink("Compare", v.Compare), controls.NewLink("Models", v.chooseModels)
	for _, l := range []*controls.Link{v.begin, v.models} {
		l.TextSize, l.Tall = look.SizeSmall, 28
	}
	v.shares = controls.NewChooser("Hide", func(i int) { v.plan(&v.share, i) })
	v.repeats = controls.NewChooser("Fits each", func(i int) { v.repeat = i; v.changed() })
	v.parts = controls.NewChooser("Of a run", func(i int) { v.plan(&v.part, i) })
	v.said = controls.NewTextLine("", look.SizeSmall, false, look.Muted, 22)
	v.Init(v, "Held-out fit", post, style, v.begin, v.models, v.shares, v.repeats, v.parts)
	v.view = v.View()
	v.Box = container.New(controls.UnderTools{}, v.Row, container.New(layout.NewCustomPaddedLayout(0, 0, controls.ToolRowEdge, controls.ToolRowEdge), v.said), v.view)
	v.view.OnRune = func(r rune) bool { return screen.ByRune(heldOutCommands, v, r) }
	v.changed()
	return v
}

// Close stops the fits and ends the goroutine of the view.
func (v *HeldOutView) Close() {
	v.stop()
	v.closed = true
	v.finder.Close()
	v.view.Close()
}

// Subject returns what models are compared on.
func (v *HeldOutView) Subject() HeldOutSubject { return v.subject }

// SetSubject offers models to be compared on a table, all of one kind: what they predict.
// The fits of another subject are stopped and forgotten.
func (v *HeldOutView) SetSubject(s HeldOutSubject, kind heldout.Kind) {
	if s.Key == v.subject.Key && v.subject.Table != nil {
		return
	}
	v.stop()
	v.now, v.fits, v.subject, v.kind = nil, nil, s, kind
	v.chosen = make([]bool, len(s.Cases))
	for i, c := range s.Cases {
		v.chosen[i] = c.Chosen
	}
	v.changed()
}

// plan changes what is hidden or how long fits are: what was scored before does not compare
// with what comes, and is forgotten.
func (v *HeldOutView) plan(of *int, i int) {
	if *of != i {
		v.stop()
		*of, v.now, v.fits = i, nil, nil
		v.changed()
	}
}

// Choose says whether the i-th model is compared. Its fits are kept meanwhile.
func (v *HeldOutView) Choose(i int, on bool) {
	if i >= 0 && i < len(v.chosen) && v.chosen[i] != on {
		v.chosen[i] = on
		v.changed()
	}
}

// Compare begins the fits, goes on with them, or stops them; what was scored is kept.
func (v *HeldOutView) Compare() {
	if v.now != nil {
		v.stop()
		v.setTools()
		return
	}
	tasks := v.tasks()
	if len(tasks) == 0 || v.closed {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	v.now = &heldOutStudy{cancel: cancel}
	v.setTools()
	go v.run(ctx, v.now, v.subject, heldPlan{heldShares[v.share], heldParts[v.part]}, tasks)
}

// Working reports whether fits are under way.
func (v *HeldOutView) Working() bool { return v.now != nil }

func (v *HeldOutView) stop() {
	if v.now != nil {
		v.now.stopped = true
		v.now.cancel()
	}
}

// chooseModels lists the models, to be chosen.
func (v *HeldOutView) chooseModels() {
	on := fyne.CurrentApp().Driver().CanvasForObject(v.models)
	if on == nil || len(v.subject.Cases) == 0 {
		return
	}
	list := container.NewVBox()
	for i, c := range v.subject.Cases {
		check := widget.NewCheck(c.Name+"  ·  "+c.Model.Info().Title, func(on bool) { v.Choose(i, on) })
		check.Checked = v.chosen[i]
		list.Add(check)
	}
	scroll := container.NewVScroll(list)
	scroll.SetMinSize(fyne.NewSize(list.MinSize().Width+12, min(list.MinSize().Height, controls.ChooserList)))
	v.popup = widget.NewPopUp(scroll, on)
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(v.models)
	v.popup.ShowAtPosition(at.AddXY(-8, v.models.Size().Height))
	on.Focus(list.Objects[0].(*widget.Check))
}

// changed draws what is known and brings the tools up to date.
func (v *HeldOutView) changed() {
	v.setTools()
	f := v.figure()
	v.view.SetSource(func() plotting.Figure { return f })
}

func (v *HeldOutView) setTools() {
	var shares, repeats []string
	for i := range heldShares {
		shares = append(shares, fmt.Sprintf("%d %% of the %s", heldShares[i], v.things()))
		repeats = append(repeats, fmt.Sprint(heldRepeats[i]))
	}
	v.shares.Set(shares, v.share)
	v.repeats.Set(repeats, v.repeat)
	v.parts.Set(partNames, v.part)
	n := 0
	for _, on := range v.chosen {
		if on {
			n++
		}
	}
	v.models.Set(plotting.Plural(n, "model")+" ▾", len(v.chosen) == 0)
	switch left := len(v.tasks()); {
	case v.now != nil && v.now.stopped:
		v.begin.Set("Stopping…", true)
	case v.now != nil:
		v.begin.Set("Stop", false)
	case len(v.fits) > 0 && left > 0:
		v.begin.Set("Go on", false)
	default:
		v.begin.Set("Compare", left == 0)
	}
	text := v.status()
	v.said.Set(text, "")
	if status := v.Box.Objects[1]; status.Visible() != (text != "") {
		controls.Show(status, text != "")
		v.Box.Refresh()
	}
	controls.RefreshTools(v.Row, v.Box, true)
}

// things are what is hidden.
func (v *HeldOutView) things() string {
	if v.kind == heldout.ByRows {
		return "rows"
	}
	return "cells"
}

// figure shows the fits that are done, or says what the view is for.
func (v *HeldOutView) figure() plotting.Figure {
	done := v.Trials()
	switch {
	case v.kind == heldout.Nothing:
		return ink.Sentence{Text: "This model gives no density to compare."}
	case len(done.Models) == 0 && v.now == nil:
		return ink.Sentence{Text: "Which model predicts best? Compare hides some of the " + v.things() + ", fits each model to the rest and scores it on what was hidden."}
	case len(done.Models) == 0:
		return ink.Sentence{Text: "The first fit is running…"}
	}
	f := chart.ScoreBoxes(v.subject.Table.Name, done.Unit, done.Models)
	f.Subtitle = fmt.Sprintf("%d %% of the %s hidden · each point is a fit, of %s of the usual length at most · the best model first", heldShares[v.share], v.things(), partNames[v.part])
	return f
}

// Figure returns the figure that is shown, in the style and window of the view, for export;
// nil before the first fit is done.
func (v *HeldOutView) Figure() plotting.Figure {
	f, ok := v.figure().(chart.Boxes)
	if !ok {
		return nil
	}
	f.Style, f.Window = v.view.Style(), v.view.Window()
	return f
}

// heldOutCommands is the table behind the keys of the view and the help.
var heldOutCommands = []screen.Command[*HeldOutView]{
	screen.On("C", "Compare, or stop the fits", "Held-out fit", "cC", "", (*HeldOutView).Compare),
	screen.On("M", "Choose the models to compare", "Held-out fit", "mM", "", (*HeldOutView).chooseModels),
}
