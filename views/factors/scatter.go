package factors

import (
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
)

// A ScatterView shows the cases by their activities in two factors, with loadings as arrows. Make one with
// [NewScatterView]; Close it when it is no longer needed.
//
// Left and Right go through the factors across, Up and Down through those upwards. A click on a case or the tip of an
// arrow selects it; a line around cases selects them all.
type ScatterView struct {
	summaryView

	across, upwards, colouring, arrows *controls.Chooser
	chosen                             depict.FactorScatterState
}

// arrowChoices are the numbers of arrows to choose from, as in [depict.FactorScatterState].
var arrowChoices = []struct {
	name string
	most int
}{{"12 strongest", 0}, {"40 strongest", 40}, {"none", -1}}

// NewScatterView returns an empty view. A nil post is fyne.DoAndWait.
func NewScatterView(post screen.Post, style plotting.Style) *ScatterView {
	v := &ScatterView{}
	v.across = controls.NewChooser("Across", func(i int) { v.SetFactors(i, v.up()) })
	v.upwards = controls.NewChooser("Up", func(i int) { v.SetFactors(v.acrossPlace(), i) })
	v.colouring = controls.NewChooser("Colours", v.setColour)
	v.arrows = controls.NewChooser("Arrows", func(i int) { v.chosen.Arrows = arrowChoices[i].most; v.changed() })
	v.init(v, "Scatter", post, style, v.across, v.upwards, v.colouring, v.arrows)
	v.source, v.tools = v.makeSource, v.setTools
	pane.RecallValue(&v.Base, &v.chosen, v.redraw)
	v.Lasso(func() study.Selection { return v.selection }, func(inside plotting.Selection) study.Selection {
		return study.OfSides(v.posterior.Side(), nil, inside.Rows)
	})
	v.view.OnSelect = v.clicked
	v.view.OnKey = func(k *fyne.KeyEvent) bool { return screen.ByKey(factorScatterCommands, v, k, v.view.Held()) }
	v.view.OnRune = func(r rune) bool { return screen.ByRune(factorScatterCommands, v, r) }
	return v
}

// places returns the places of the factors shown; both are −1 if there are fewer than two.
func (v *ScatterView) places() (across, up int) {
	if v.posterior == nil || v.posterior.Shown().Count() < 2 {
		return -1, -1
	}
	return v.chosen.Axes(v.posterior.FactorSubject)
}

func (v *ScatterView) acrossPlace() int { across, _ := v.places(); return across }

func (v *ScatterView) up() int { _, up := v.places(); return up }

// SetFactors shows two factors by their places. If both would be the same, they change places.
func (v *ScatterView) SetFactors(across, up int) {
	nowAcross, nowUp := v.places()
	n := v.summary().Count()
	if nowUp < 0 || across < 0 || up < 0 || across >= n || up >= n || across == nowAcross && up == nowUp {
		return
	}
	if across == up {
		across, up = nowUp, nowAcross
	}
	v.chosen.Across, v.chosen.Up = across+1, up+1
	v.view.SetWindow(plotting.All)
	v.changed()
}

func (v *ScatterView) setColour(i int) {
	v.chosen.Colour = v.colours()[i]
	v.changed()
}

// colours lists what can colour the cases.
func (v *ScatterView) colours() []string {
	return append([]string{depict.NoColour}, v.posterior.CaseAnnotations()...)
}

func (v *ScatterView) setTools() {
	across, up := v.places()
	few := up < 0
	v.across.Set(v.factorNames(), max(across, 0))
	v.upwards.Set(v.factorNames(), max(up, 0))
	v.across.Needless, v.upwards.Needless, v.arrows.Needless = few, few, few
	names, at := v.colours(), 0
	for i, n := range names {
		if n == v.chosen.Colouring(v.posterior.FactorSubject) {
			at = i
		}
	}
	v.colouring.Set(names, at)
	v.colouring.Needless = few || len(names) < 2
	var list []string
	now := 0
	for i, a := range arrowChoices {
		list = append(list, a.name)
		if a.most == v.chosen.Arrows {
			now = i
		}
	}
	v.arrows.Set(list, now)
	v.refreshRow()
}

func (v *ScatterView) makeSource() func() plotting.Figure {
	subject, state, marks := v.posterior.FactorSubject, v.chosen, v.marks()
	return func() plotting.Figure { return depict.FactorScatter(subject, state, marks) }
}

// Figure returns what is shown, for export; nil when there is nothing.
func (v *ScatterView) Figure() plotting.Figure {
	if v.posterior == nil {
		return nil
	}
	return v.styled(v.makeSource()())
}

func (v *ScatterView) clicked(m plotting.Mark, ok bool, modifiers fyne.KeyModifier) {
	if v.posterior == nil {
		return
	}
	s := study.Selection{}
	switch side := v.posterior.Side(); {
	case ok && m.Kind == "point":
		s = study.OfSides(side, nil, []int{m.Row})
	case ok && m.Kind == ink.LegendMark:
		s = study.OfSides(side, nil, m.Rows)
	case ok && m.Kind == "arrow":
		s = study.OfSides(side, []int{m.Column}, nil)
	}
	v.pick(s, modifiers)
}

// factorScatterCommands is the table behind the keys of the view and the help.
var factorScatterCommands = []screen.Command[*ScatterView]{
	screen.On("←", "Across: the previous factor", "Scatter", "", fyne.KeyLeft, func(v *ScatterView) { v.step(-1, 0) }),
	screen.On("→", "Across: the next factor", "Scatter", "", fyne.KeyRight, func(v *ScatterView) { v.step(1, 0) }),
	screen.On("↑", "Upwards: the previous factor", "Scatter", "", fyne.KeyUp, func(v *ScatterView) { v.step(0, -1) }),
	screen.On("↓", "Upwards: the next factor", "Scatter", "", fyne.KeyDown, func(v *ScatterView) { v.step(0, 1) }),
	screen.LassoCommand("Scatter", func(v *ScatterView) *screen.View { return v.view }),
}

// step goes to the neighbours of the factors shown and skips the other one.
func (v *ScatterView) step(across, up int) {
	a, u := v.places()
	if across != 0 {
		a = screen.Past(a, across, u)
	}
	if up != 0 {
		u = screen.Past(u, up, a)
	}
	v.SetFactors(a, u)
}
