package runs

import (
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
)

// A CrossingView compares two partitions of the rows: of any two results, of a result and an
// annotation, or of the groups that the user made. It draws the rows that each pair of groups shares
// as bands or counts them in a table, and says how well the two agree. A click selects the rows of a
// band, a cell or a group. Make one with [NewCrossingView]; Close it when it is no longer needed.
//
// The key T goes from bands to the table and back, X exchanges the sides.
type CrossingView struct {
	pane.Base

	view    *screen.View
	entries []BoardEntry  // the results that have groups, oldest first
	without []string      // the others, with the reason
	groups  []study.Group // those that the user made, of the rows of the table
	result  pane.Result
	state   crossingState
	keeper  crossingKeeper

	left, right, cut, how *controls.Chooser
	swap                  *controls.Link
	sides                 []crossingSide
}

// A crossingState holds the user's choices.
type crossingState struct {
	Left, Right string // keys of sides; "" for the usual ones
	Cut         int    // into how many groups trees are cut; 0 for as many as the other side has
	Table       bool
}

// Keys of sides: these prefixes and a number or a name.
const (
	sideResult = "result "
	sideLabels = "annotation "
	sideGroups = "groups"
)

// Numbers of groups that a tree can be cut into.
const (
	usualCut = 4 // of two trees
	mostCut  = 24
)

// A crossingSide holds the choices on either side.
type crossingSide struct {
	key, title string
}

// NewCrossingView returns an empty view. A nil post is fyne.DoAndWait.
func NewCrossingView(post screen.Post, style plotting.Style) *CrossingView {
	v := &CrossingView{}
	v.left = controls.NewChooser("Left", func(i int) { v.choose(i, v.at(1)) })
	v.right = controls.NewChooser("Right", func(i int) { v.choose(v.at(0), i) })
	v.cut = controls.NewChooser("Cut trees into", func(i int) { v.state.Cut = cutOf(i); v.changed() })
	v.how = controls.NewChooser("Show", func(i int) { v.state.Table = i == 1; v.changed() })
	v.swap = controls.NewLink("Swap", v.Swap)
	v.swap.TextSize, v.swap.Tall = look.SizeSmall, 28
	v.Init(v, "Partitions", post, style, v.left, v.right, v.swap, v.cut, v.how)
	v.view = v.View()
	v.view.OnSelect = v.selected
	v.view.OnRune = func(r rune) bool { return screen.ByRune(crossingCommands, v, r) }
	pane.Recall(&v.Base, &v.state, v.redraw)
	return v
}

// Offers is part of [pane.Pane]: there are two partitions, one of them found.
func (v *CrossingView) Offers(*depict.Subject) bool { return len(v.entries) > 0 && len(v.sides) > 1 }

// SetEntries brings the results of the table, with their names, and the groups that the user made,
// of the rows of the table. A running result comes again with each snapshot.
func (v *CrossingView) SetEntries(list []BoardEntry, groups []study.Group) {
	var without []string
	list = slices.DeleteFunc(slices.Clone(list), func(e BoardEntry) bool {
		if depict.HasPartition(e.Subject) {
			return false
		}
		without = append(without, e.Name+": it has no groups of rows")
		return true
	})
	if slices.Equal(list, v.entries) && slices.Equal(without, v.without) && slices.EqualFunc(groups, v.groups,
		func(a, b study.Group) bool { return a.Name == b.Name && slices.Equal(a.Rows, b.Rows) }) {
		return
	}
	v.entries, v.without, v.groups = list, without, groups
	v.redraw()
}

// SetResult is part of [pane.Pane]: the usual sides are those of the result.
func (v *CrossingView) SetResult(r pane.Result) {
	v.result = r
	v.redraw()
}

// Select is part of [pane.Pane]; the figure shows groups and not rows.
func (v *CrossingView) Select(study.Selection) {}

// list updates the choices.
func (v *CrossingView) list() {
	v.sides = nil
	for _, e := range slices.Backward(v.entries) {
		v.sides = append(v.sides, crossingSide{sideResult + strconv.Itoa(int(e.ID)), e.Name})
	}
	if len(v.groups) > 1 {
		v.sides = append(v.sides, crossingSide{sideGroups, "groups"})
	}
	if len(v.entries) > 0 {
		for _, a := range depict.ClassAnnotations(v.data().Data) {
			v.sides = append(v.sides, crossingSide{sideLabels + a.Name, a.Name})
		}
	}
}

// data is the result whose rows carry annotations and groups: the one shown, or the newest.
func (v *CrossingView) data() *depict.Subject {
	if v.result.Subject != nil {
		return v.result.Subject
	}
	return v.entries[len(v.entries)-1].Subject
}

// at returns the index of the choice for a side, left (0) or right (1); −1 for none. By default an
// annotation, if there is one, is at the left and the result shown at the right.
func (v *CrossingView) at(side int) int {
	of := func(key string) int {
		if i := slices.IndexFunc(v.sides, func(s crossingSide) bool { return s.key == key }); i >= 0 || key != sideGroups {
			return i
		}
		// Where the rows have annotations, the groups are one of them.
		return slices.IndexFunc(v.sides, func(s crossingSide) bool { return s.key == sideLabels+"groups" })
	}
	chosen := [2]int{of(v.state.Left), of(v.state.Right)}
	if chosen[side] >= 0 {
		return chosen[side]
	}
	other := chosen[1-side]
	free := func(i int) bool { return i >= 0 && i != other }
	shown := of(sideResult + strconv.Itoa(int(v.result.ID)))
	labels := slices.IndexFunc(v.sides, func(s crossingSide) bool { return strings.HasPrefix(s.key, sideLabels) })
	if side == 1 {
		if free(shown) {
			return shown
		}
		return slices.IndexFunc(v.sides, func(s crossingSide) bool { return s.key != v.state.Left })
	}
	right := v.at(1)
	if labels >= 0 && labels != right {
		return labels
	}
	for i := range v.sides {
		if i != right {
			return i
		}
	}
	return -1
}

// choose compares two sides. If both would be the same, they change places.
func (v *CrossingView) choose(left, right int) {
	if left < 0 || right < 0 || left >= len(v.sides) || right >= len(v.sides) {
		return
	}
	if left == right {
		left, right = v.at(1), v.at(0)
	}
	v.state.Left, v.state.Right = v.sides[left].key, v.sides[right].key
	v.changed()
}

// Swap exchanges the sides.
func (v *CrossingView) Swap() { v.choose(v.at(1), v.at(0)) }

// cutOf is the number of groups of an option.
func cutOf(option int) int {
	if option == 0 {
		return 0
	}
	return option + 1
}

// changed draws the figure of the user's choices.
func (v *CrossingView) changed() {
	v.redraw()
	v.Chosen()
}

// redraw brings tools and figure up to date.
func (v *CrossingView) redraw() {
	v.list()
	var titles []string
	for _, s := range v.sides {
		titles = append(titles, s.title)
	}
	left, right := v.at(0), v.at(1)
	v.left.Off, v.right.Off = v.without, v.without
	v.left.Set(titles, left)
	v.right.Set(titles, right)
	cuts := []string{"as many as the other"}
	for k := 2; k <= mostCut; k++ {
		cuts = append(cuts, strconv.Itoa(k)+" groups")
	}
	v.state.Cut = min(max(v.state.Cut, 0), mostCut)
	v.cut.Set(cuts, max(0, v.state.Cut-1))
	v.cut.Needless = !v.isTree(left) && !v.isTree(right)
	v.how.Set([]string{"bands", "table"}, map[bool]int{true: 1}[v.state.Table])
	controls.RefreshTools(v.Row, v.Box, true)
	v.view.Offer(v.maker())
}

// entry is the result of a side; ok is false where it is none.
func (v *CrossingView) entry(i int) (e BoardEntry, ok bool) {
	if i < 0 || i >= len(v.sides) {
		return e, false
	}
	number, isResult := strings.CutPrefix(v.sides[i].key, sideResult)
	at := slices.IndexFunc(v.entries, func(e BoardEntry) bool { return strconv.Itoa(int(e.ID)) == number })
	if !isResult || at < 0 {
		return e, false
	}
	return v.entries[at], true
}

func (v *CrossingView) isTree(i int) bool {
	e, ok := v.entry(i)
	return ok && e.Subject.HasTree()
}

// ask returns the present comparison; ok is false if there are no two sides.
func (v *CrossingView) ask() (a crossingAsk, ok bool) {
	left, right := v.at(0), v.at(1)
	if left < 0 || right < 0 || len(v.entries) == 0 {
		return a, false
	}
	a.cut, a.data = v.state.Cut, v.data().Data
	if a.cut == 0 && v.isTree(left) && v.isTree(right) {
		a.cut = usualCut
	}
	for k, i := range []int{left, right} {
		s := v.sides[i]
		a.sides[k].key = s.key
		if e, ok := v.entry(i); ok {
			a.sides[k].result, a.sides[k].name = e.Fit, s.title
			a.sides[k].data = e.Subject.Data
		}
	}
	if a.sides[0].key == sideGroups || a.sides[1].key == sideGroups {
		a.groups = v.groups
	}
	return a, true
}

// maker returns the maker of the figure to show now. It runs on the worker of the view.
func (v *CrossingView) maker() func() plotting.Figure {
	a, ok := v.ask()
	table, keeper := v.state.Table, &v.keeper
	return func() plotting.Figure {
		if !ok {
			return ink.Sentence{Text: "This page compares two partitions of the rows: those of two results, or of a " +
				"result and an annotation.", Style: plotting.Light}
		}
		c, err := keeper.crossing(a)
		switch {
		case err != nil:
			return ink.Sentence{Text: plotting.Capital(err.Error()) + ".", Style: plotting.Light}
		case table:
			return depict.CrossingMatrix(c, a.data)
		}
		return depict.CrossingAlluvial(c, a.data)
	}
}

// Figure is part of [pane.Pane].
func (v *CrossingView) Figure() plotting.Figure {
	f := v.maker()()
	if _, none := f.(ink.Sentence); none {
		return nil
	}
	return plotting.Through(plotting.InStyle(f, v.view.Style()), v.view.Window())
}

// About says which partitions are compared and how well they agree, unless they are the classes and
// clusters that the list of figures describes.
func (v *CrossingView) About() string {
	a, ok := v.ask()
	usual := ok && !v.state.Table && strings.HasPrefix(a.sides[0].key, sideLabels) && !v.isTree(v.at(1)) &&
		a.sides[1].key == sideResult+strconv.Itoa(int(v.result.ID))
	if !ok || usual {
		return ""
	}
	c, err := v.keeper.crossing(a)
	if err != nil {
		return ""
	}
	return a.data.Say("rows of each group of ") + c.A.Name + " by group of " + c.B.Name + " · " +
		a.data.Say(depict.CrossingWords(c))
}

// selected selects the rows of a band, a cell or a group.
func (v *CrossingView) selected(m plotting.Mark, ok bool, _ fyne.KeyModifier) {
	a, c := v.keeper.last()
	if c == nil || v.result.Subject == nil {
		return
	}
	if !ok {
		v.PickRows(nil)
		return
	}
	left, right := m.Row, m.Column // of bands
	if v.state.Table {
		left, right = m.Node, m.Index
	}
	from, to := study.FrameOf(a.left()), study.FrameOf(v.result.Data)
	v.PickRows(to.SelectionIn(from.SelectionOut(study.Selection{Rows: study.SetOf(c.Of(left, right))})).Rows)
}

// crossingCommands is the table behind the keys of the view and the help.
var crossingCommands = []screen.Command[*CrossingView]{
	screen.On("T", "Bands or table", "Partitions", "tT", "",
		func(v *CrossingView) { v.state.Table = !v.state.Table; v.changed() }),
	screen.On("X", "Exchange the sides", "Partitions", "xX", "", (*CrossingView).Swap),
}
