package factors

import (
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
)

// A FeaturesView shows which items each factor of a model loads on as a heat map, items ×
// factors, in left-ordered form. A factor that is new in a run flashes once. Make one with
// [NewFeaturesView]; Close it when it is no longer needed.
//
// The key O turns the left-ordered form off and on, and G the grouping of rows. L switches
// between features and loadings, N between the draws and the present state, and M shows minor factors or folds them away.
type FeaturesView struct {
	factorView

	order, rows, what, drawn *controls.Chooser
	chosen                   depict.FeaturesState
	births                   *births
	minor                    *minorChoice
}

// NewFeaturesView returns an empty view. A nil post is fyne.DoAndWait.
func NewFeaturesView(post screen.Post, style plotting.Style) *FeaturesView {
	v := &FeaturesView{births: newBirths()}
	v.order = controls.NewChooser("Factors", func(i int) { v.ShowLeftOrdered(i == 0) })
	v.rows = controls.NewChooser("Rows", func(i int) { v.ShowGrouped(i == 0) })
	v.what = controls.NewChooser("Show", func(i int) { v.ShowLoadings(i == 1) })
	v.drawn = controls.NewChooser("Of", func(i int) { v.ShowNow(i == 1) })
	v.minor = newMinorChoice(func() { v.ShowMinor(v.minor.shown) })
	v.init(v, "Features", post, style, v.what, v.order, v.rows, v.drawn, v.minor.chooser)
	v.source, v.tools = v.makeSource, v.setTools
	v.put = v.SetSubject
	pane.RecallValue(&v.Base, &v.chosen, func() { v.births.known = nil; v.redraw() })
	v.view.OnSelect = v.clicked
	v.view.OnRune = func(r rune) bool { return screen.ByRune(featuresCommands, v, r) }
	return v
}

// Close ends the goroutine of the view.
func (v *FeaturesView) Close() { v.births.stop(); v.factorView.Close() }

// SetSubject shows the factors of a result, at the pace of a run.
func (v *FeaturesView) SetSubject(result study.ResultID, s depict.FactorSubject) {
	if s.Data != v.data() || (s.Draws() > 0) != (v.data() != nil && v.subject.Draws() > 0) {
		v.births.known = nil // factors new in the draws may not be new in the chain
	}
	v.factorView.SetSubject(result, s)
	if f := v.factors(); f != nil {
		v.births.see(f.IDs, s.Snapshot.Iteration)
		v.fade()
	}
}

// fade redraws while a new factor glows.
func (v *FeaturesView) fade() {
	v.births.fade(v.view.Do, func() { v.view.Offer(v.makeSource()) })
	if len(v.births.born) > 0 {
		v.view.Offer(v.makeSource())
	}
}

// ShowLeftOrdered puts the factors in left-ordered form, or as they are numbered.
func (v *FeaturesView) ShowLeftOrdered(on bool) { v.chosen.AsNumbered = !on; v.changed() }

// ShowGrouped puts rows with the same factors together, or as they stand in the table.
func (v *FeaturesView) ShowGrouped(on bool) { v.chosen.AsInTable = !on; v.changed() }

// ShowLoadings shows the loadings instead of the features.
func (v *FeaturesView) ShowLoadings(on bool) { v.chosen.Loadings = on; v.changed() }

// ShowNow shows the present state of the chain instead of the summary of the draws.
func (v *FeaturesView) ShowNow(on bool) {
	v.chosen.Now = on
	v.births.known = nil // IDs of another kind
	v.changed()
}

// ShowMinor shows minor factors too, or folds them away.
func (v *FeaturesView) ShowMinor(on bool) {
	v.chosen.Minor = on
	v.births.known = nil // factors that come with the fold are not new
	v.changed()
}

// factors returns what is shown.
func (v *FeaturesView) factors() *factor.State {
	if v.data() == nil {
		return nil
	}
	return v.chosen.Factors(v.subject)
}

func (v *FeaturesView) setTools() {
	f := v.factors()
	pick := func(c *controls.Chooser, on bool, first, second string) {
		at := 0
		if on {
			at = 1
		}
		c.Set([]string{first, second}, at)
	}
	pick(v.what, v.chosen.Loadings, "features", "loadings")
	v.what.Needless = f == nil || f.Binary || f.Inclusion == nil
	pick(v.order, v.chosen.AsNumbered, "left-ordered", "as numbered")
	v.order.Needless = f == nil || f.Inclusion == nil
	pick(v.rows, v.chosen.AsInTable, "by their factors", "as in the table")
	pick(v.drawn, v.chosen.Now, plotting.Plural(v.subject.Draws(), "draw"), "the present state")
	v.drawn.Needless = v.subject.Draws() == 0 || factor.StateOf(v.subject.Snapshot) == nil
	v.minor.shown = v.chosen.Minor
	v.minor.offer(v.subject)
	v.minor.chooser.Needless = v.minor.chooser.Needless || v.chosen.Now && !v.drawn.Needless
	v.refreshRow()
}

func (v *FeaturesView) makeSource() func() plotting.Figure {
	var glow map[int]float64
	if f := v.factors(); f != nil {
		glow = glowOf(f.IDs, v.births.glow())
	}
	made, subject, state, marks := v.made, v.subject, v.chosen, v.marks()
	return func() plotting.Figure {
		m := made.Features(subject, state, marks)
		m.ColumnGlow = glow
		return m
	}
}

func (v *FeaturesView) clicked(m plotting.Mark, ok bool, modifiers fyne.KeyModifier) {
	f := v.factors()
	if f == nil {
		return
	}
	v.pick(screen.MatrixSelection(m, ok, func(rows, columns []int) study.Selection {
		var factors []int
		if len(columns) > 0 {
			factors = factorID(f, columns[0])
		}
		if f.Binary {
			return study.OfSides(f.Side, nil, rows).WithFactors(v.result, factors...)
		}
		return study.OfSides(f.Side, rows, nil).WithFactors(v.result, factors...)
	}), modifiers)
}

// featuresCommands is the table behind the keys of the view and the help.
var featuresCommands = []screen.Command[*FeaturesView]{
	screen.On("O", "Left-ordered form, or factors as numbered", "Features", "oO", "", func(v *FeaturesView) { v.ShowLeftOrdered(v.chosen.AsNumbered) }),
	screen.On("G", "Rows by their factors, or as in the table", "Features", "gG", "", func(v *FeaturesView) { v.ShowGrouped(v.chosen.AsInTable) }),
	screen.On("L", "Features or loadings", "Features", "lL", "", func(v *FeaturesView) { v.ShowLoadings(!v.chosen.Loadings) }),
	screen.On("N", "The draws together or the present state", "Features", "nN", "", func(v *FeaturesView) { v.ShowNow(!v.chosen.Now) }),
	screen.On("M", "Show or hide minor factors", "Features", "mM", "", func(v *FeaturesView) { v.ShowMinor(!v.chosen.Minor) }),
}
