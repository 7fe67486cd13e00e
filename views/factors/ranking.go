package factors

import (
	"strings"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"gonum.org/v1/plot/vg"
)

// A RankingView lists the items that a factor loads on, the surest first. Make one
// with [NewRankingView]; Close it when it is no longer needed.
//
// Comma and full stop choose the factor; C copies the list; M offers minor factors too.
type RankingView struct {
	summaryView
	which *controls.Chooser
	copy  *controls.Link
}

// NewRankingView returns an empty view. A nil post is fyne.DoAndWait.
func NewRankingView(post screen.Post, style plotting.Style) *RankingView {
	v := &RankingView{}
	v.which = controls.NewChooser("Factor", v.ChooseFactor)
	v.copy = controls.NewLink("Copy list", v.CopyList)
	v.copy.TextSize, v.copy.Tall = look.SizeSmall, 28
	v.init(v, "Ranking", post, style, v.which, v.folds(), v.copy)
	v.minor.follows = true
	pane.RecallValue(&v.Base, &v.minor.shown, v.redraw)
	v.source, v.tools = v.makeSource, v.setTools
	v.window = func(area vg.Point) plotting.Window { return v.ranking().RowsWindow(area.Y, leastRanked) }
	v.view.OnSelect = v.clicked
	v.view.OnRune = func(r rune) bool { return screen.ByRune(factorRankingCommands, v, r) }
	return v
}

// leastRanked is the least height of an entry; if there are too many entries for it, the list scrolls.
const leastRanked = 13

func (v *RankingView) setTools() {
	v.which.Set(v.factorNames(), v.place())
	v.offerMinor()
	v.which.Needless = v.summary().Count() == 0
	v.copy.Set("Copy list", v.summary().Count() == 0)
	v.refreshRow()
}

// factorRankingCommands is the table behind the keys of the view and the help.
var factorRankingCommands = []screen.Command[*RankingView]{
	screen.On("C", "Copy the list", "Ranking", "cC", "", (*RankingView).CopyList),
	screen.On("M", "Show or hide minor factors", "Ranking", "mM", "", func(v *RankingView) { v.ShowMinor(!v.minor.shown) }),
	screen.On(",", "The previous factor", "Ranking", ",", "", func(v *RankingView) { v.stepFactor(-1) }),
	screen.On(".", "The next factor", "Ranking", ".", "", func(v *RankingView) { v.stepFactor(1) }),
}

// CopyList copies the list as text for spreadsheets: one line for each item, tabs between the
// cells.
func (v *RankingView) CopyList() {
	if !v.CanCopy() || v.summary().Count() == 0 {
		return
	}
	sheets := v.ranking().Sheets()
	if len(sheets) == 0 {
		return
	}
	var b strings.Builder
	b.WriteString(strings.Join(sheets[0].Header, "\t") + "\n")
	for cells := range sheets[0].Rows {
		b.WriteString(strings.Join(cells, "\t") + "\n")
	}
	v.Copy(b.String())
}

func (v *RankingView) clicked(m plotting.Mark, ok bool, modifiers fyne.KeyModifier) {
	if v.posterior == nil {
		return
	}
	var items []int
	if ok && m.Column >= 0 {
		items = []int{m.Column}
	}
	v.pick(v.selectionOf(items, nil), modifiers)
}

// ranking returns the figure of the chosen factor.
func (v *RankingView) ranking() chart.Ranking {
	return depict.FactorRanking(v.subject(), v.place(), v.marks())
}

// Figure returns the figure shown, in the style and window of the view, for export; nil when there
// is none.
func (v *RankingView) Figure() plotting.Figure {
	if v.summary().Count() == 0 {
		return nil
	}
	return v.styled(v.makeSource()())
}

func (v *RankingView) makeSource() func() plotting.Figure {
	r := v.ranking()
	return func() plotting.Figure { return r }
}
