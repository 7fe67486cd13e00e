package runs

import (
	"context"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/board"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
)

// A BoardEntry is a result of the table as a board has it.
type BoardEntry struct {
	ID      study.ResultID
	Name    string // the user's; "" for one made of the model and its settings
	Fit     *job.Result
	Subject *depict.Subject
}

// A BoardView lists all results of a table: how well each predicts, how far its draws can be trusted, how many groups
// or factors it found, and how well they agree with an annotation. It can also draw how well they predict. A click on
// the head of a column orders the list by it, a click on a result shows it. Make one with [NewBoardView]; Close it when
// it is no longer needed.
//
// The key C compares models or stops that, T goes from the list to the picture and back, D shows the columns of
// details.
type BoardView struct {
	pane.Base
	// OnCompare asks which models to compare; OnStop stops the fits. OnShow shows a result.
	OnCompare, OnStop func()
	OnShow            func(id study.ResultID)

	view    *screen.View
	entries []BoardEntry
	shown   study.ResultID
	state   boardState
	from    int // columns that a narrow list leaves out at the left
	working bool

	compare      *controls.Link
	details      *controls.Link
	how, against *controls.Chooser
	said         *controls.Line
	keeper       boardKeeper
	annotations  []string
	progress     string
}

const boardTab = "Board"

// A boardState holds the user's choices.
type boardState struct {
	Picture    bool
	Details    bool   // the columns of details are shown too
	Labels     string // the annotation; "" for the first that can be a class
	None       bool   // no annotation
	Sort       string // name of the column; "" for the best first
	Descending bool
}

// NewBoardView returns an empty view. A nil post is fyne.DoAndWait.
func NewBoardView(post screen.Post, style plotting.Style) *BoardView {
	v := &BoardView{}
	v.compare = controls.NewLink("Compare models…", v.begin)
	v.compare.TextSize, v.compare.Tall = look.SizeSmall, 28
	v.details = controls.NewLink("", v.toggleDetails)
	v.details.TextSize, v.details.Tall = look.SizeSmall, 28
	v.how = controls.NewChooser("Show", func(i int) { v.state.Picture = i == 1; v.changed() })
	v.against = controls.NewChooser("Against", v.chooseLabels)
	v.said = controls.NewTextLine("", look.SizeSmall, false, look.Muted, 22)
	v.Init(v, boardTab, post, style, v.compare, v.how, v.against, v.details)
	v.view = v.View()
	v.Box = container.New(controls.UnderTools{}, v.Row,
		container.New(layout.NewCustomPaddedLayout(0, 0, controls.ToolRowEdge, controls.ToolRowEdge), v.said), v.view)
	v.view.OnSelect = v.selected
	v.view.OnRune = func(r rune) bool { return screen.ByRune(boardCommands, v, r) }
	v.view.OnDrawn = v.drawn
	pane.Recall(&v.Base, &v.state, v.redraw)
	v.redraw()
	return v
}

// Offers is part of [pane.Pane]: every result is on the board.
func (v *BoardView) Offers(*depict.Subject) bool { return true }

// Select is part of [pane.Pane]; the board shows no rows.
func (v *BoardView) Select(study.Selection) {}

// SetResult is part of [pane.Pane]: the line of the result is marked.
func (v *BoardView) SetResult(r pane.Result) {
	if v.shown != r.ID {
		v.shown = r.ID
		v.redraw()
	}
}

// SetEntries puts the results of a table on the board. A running result comes again with each
// snapshot; the board is redrawn at the pace of a run.
func (v *BoardView) SetEntries(list []BoardEntry) {
	if slices.Equal(list, v.entries) {
		return
	}
	v.entries, v.annotations = list, nil
	for _, e := range list {
		for _, a := range depict.ClassAnnotations(e.Subject.Data) {
			if !slices.Contains(v.annotations, a.Name) {
				v.annotations = append(v.annotations, a.Name)
			}
		}
	}
	v.redraw()
}

// SetProgress shows the progress of a comparison of models; working is false if none is under way.
func (v *BoardView) SetProgress(text string, working bool) {
	if v.progress == text && v.working == working {
		return
	}
	v.progress, v.working = text, working
	v.setTools()
}

// Entries returns the entries of the board.
func (v *BoardView) Entries() []BoardEntry { return v.entries }

// begin asks which models to compare, or stops the fits.
func (v *BoardView) begin() {
	do := v.OnCompare
	if v.working {
		do = v.OnStop
	}
	if do != nil {
		do()
	}
}

// Labels returns the annotation that results are compared with; "" for none.
func (v *BoardView) Labels() string { return v.state.against(v.annotations) }

// BoardLabels returns the annotation with which the board of a table that is not open would compare
// its results; "" for none.
func BoardLabels(p study.Panes, data *inference.Dataset) string {
	var names []string
	for _, a := range depict.ClassAnnotations(data) {
		names = append(names, a.Name)
	}
	s, _ := study.PaneOf[boardState](p, boardTab)
	return s.against(names)
}

// against returns the annotation chosen of those there are, the first that is not made of groups if none is chosen; ""
// for none.
func (s boardState) against(annotations []string) string {
	switch {
	case s.None || len(annotations) == 0:
		return ""
	case slices.Contains(annotations, s.Labels):
		return s.Labels
	}
	if i := slices.IndexFunc(annotations, func(name string) bool { return !study.NamesGroups(name) }); i >= 0 {
		return annotations[i]
	}
	return ""
}

func (v *BoardView) chooseLabels(i int) {
	if v.state.None = i == 0; i > 0 && i <= len(v.annotations) {
		v.state.Labels = v.annotations[i-1]
	}
	v.changed()
}

// changed redraws after the user has chosen something, and keeps the choice.
func (v *BoardView) changed() {
	v.redraw()
	v.Chosen()
}

// redraw brings tools and figure up to date.
func (v *BoardView) redraw() {
	v.setTools()
	if len(v.entries) == 0 {
		v.view.SetSource(func() plotting.Figure {
			return ink.Sentence{Text: "Results of this table will be listed here, with how well they predict. " +
				"Compare models… fits several models and scores each on the same hidden part.", Style: plotting.Light}
		})
		return
	}
	v.view.Offer(v.maker())
}

func (v *BoardView) setTools() {
	if v.compare.Set("Compare models…", v.OnCompare == nil && !v.working); v.working {
		v.compare.Set("Stop", false)
	}
	at, details := 0, "Details"
	if v.state.Picture {
		at = 1
	}
	if v.state.Details {
		details = "Fewer columns"
	}
	v.details.Set(details, v.state.Picture)
	v.how.Set([]string{"list", "picture"}, at)
	names := append([]string{"nothing"}, v.annotations...)
	v.against.Set(names, max(0, slices.Index(names, v.Labels())))
	v.against.Needless = len(v.annotations) == 0
	v.said.Set(v.progress, "")
	if status := v.Box.Objects[1]; status.Visible() != (v.progress != "") {
		controls.Show(status, v.progress != "")
		v.Box.Refresh()
	}
	controls.RefreshTools(v.Row, v.Box, true)
}

// maker returns the maker of the figure to show now. It runs on the worker of the view.
func (v *BoardView) maker() func() plotting.Figure {
	entries, labels, state, shown, keeper := slices.Clone(v.entries), v.Labels(), v.state, v.shown, &v.keeper
	from, ask := v.from, v.OnCompare != nil
	return func() plotting.Figure {
		b, err := keeper.board(entries, labels)
		if err != nil {
			return ink.Sentence{Text: err.Error(), Style: plotting.Light}
		}
		marked := boardLine(b, entries, shown)
		if state.Picture {
			d := depict.BoardDots(b)
			d.Selected, d.Empty = marked, d.Empty+advice(b, ask)
			return d
		}
		t := depict.BoardTable(b)
		t.Selected, t.From, t.Note, t.Brief = marked, from, t.Note+advice(b, ask), !state.Details
		for j, c := range t.Columns {
			if t.Brief && c.Name == depict.BoardAgreement {
				t.Columns[j].Head = "like " + labels
			}
			if c.Name == state.Sort {
				t.Sort, t.Descending = j, state.Descending
			}
		}
		return t
	}
}

// advice says how results become comparable, where some are not; "" where all are or nobody can be asked.
func advice(b *board.Board, ask bool) string {
	if !ask || len(b.Compared()) > 1 && len(b.Compared()) == len(b.Lines) {
		return ""
	}
	return " Compare models… fits the models that you choose and scores all of them on the same hidden part."
}

// boardLine lists the line of a result, if it has one.
func boardLine(b *board.Board, entries []BoardEntry, id study.ResultID) []int {
	for i, l := range b.Lines {
		for _, k := range l.Entries {
			if entries[k].ID == id {
				return []int{i}
			}
		}
	}
	return nil
}

// selected follows a click: on a head it orders the list, on a line it shows the result.
func (v *BoardView) selected(m plotting.Mark, ok bool, _ fyne.KeyModifier) {
	if !ok {
		return
	}
	f, _ := v.view.Shown()
	if t,
		isTable := f.(cells.Table); isTable && m.Kind == plotting.HeadMark && m.Column >= 0 && m.Column < len(t.Columns) {
		v.OrderBy(t.Columns[m.Column].Name)
		return
	}
	if m.Kind == plotting.MoreMark {
		v.from = m.Index
		v.redraw()
		return
	}
	b, entries := v.keeper.last()
	if b == nil || m.Index < 0 || m.Index >= len(b.Lines) || v.OnShow == nil {
		return
	}
	l := b.Lines[m.Index]
	next := 0 // another click on a line of several results shows the next
	for k, e := range l.Entries {
		if entries[e].ID == v.shown {
			next = (k + 1) % len(l.Entries)
		}
	}
	v.OnShow(entries[l.Entries[next]].ID)
}

// OrderBy orders the list by the column of a name. A second call reverses the order, a third puts
// the best first again. Numbers begin with the greatest.
func (v *BoardView) OrderBy(name string) {
	first := name != "result" && name != "draws"
	switch {
	case v.state.Sort != name:
		v.state.Sort, v.state.Descending = name, first
	case v.state.Descending == first:
		v.state.Descending = !first
	default:
		v.state.Sort, v.state.Descending = "", false
	}
	v.changed()
}

// drawn shows as many lines as have room.
func (v *BoardView) drawn() {
	f, s := v.view.Shown()
	if s == nil || !v.view.Window().IsAll() {
		return
	}
	switch t := f.(type) {
	case cells.Table:
		v.view.SetWindow(t.RowsWindow(s.PlotArea().Size().Y))
	case chart.Dots:
		v.view.SetWindow(t.RowsWindow(s.PlotArea().Size().Y, 14))
	}
}

// Figure returns the figure shown, in the style and window of the view, for export; nil before the
// first.
func (v *BoardView) Figure() plotting.Figure {
	f, _ := v.view.Shown()
	switch f.(type) {
	case cells.Table, chart.Dots:
		return f
	}
	return nil
}

// About is part of [pane.Pane].
func (v *BoardView) About() string {
	b, _ := v.keeper.last()
	return depict.BoardCaption(b)
}

func (v *BoardView) togglePicture() {
	v.state.Picture = !v.state.Picture
	v.changed()
}

func (v *BoardView) toggleDetails() {
	v.state.Details = !v.state.Details
	v.changed()
}

// boardCommands is the table behind the keys of the view and the help.
var boardCommands = []screen.Command[*BoardView]{
	screen.On("C", "Compare models, or stop the fits", "Board", "cC", "", (*BoardView).begin),
	screen.On("T", "List or picture", "Board", "tT", "", (*BoardView).togglePicture),
	screen.On("D", "Columns of details", "Board", "dD", "", (*BoardView).toggleDetails),
}

// whole returns the result with its diagnostics, which a run in the background does not make.
func (e BoardEntry) whole() *job.Result {
	if e.Fit.Diagnostics != nil || !e.Subject.Info.Samples {
		return e.Fit
	}
	r := *e.Fit
	if report, err := e.Subject.Report(context.Background()); err == nil {
		r.Diagnostics = report
	}
	return &r
}
