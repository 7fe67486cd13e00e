package factors

import (
	"slices"

	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
	"gonum.org/v1/plot/vg"
)

// A LoadingsView shows the loadings of a factor model as a Hinton diagram, items ×
// factors. Make one with [NewLoadingsView]; Close it when it is no longer needed.
//
// The key O goes to the next order of the items, I shows more of them, and M minor factors or not. Comma and full
// stop choose the factor.
type LoadingsView struct {
	summaryView

	orders, sizes *controls.Chooser
	order, size   int // places in itemOrders and itemCounts
	made          depict.LoadingsMaker
}

var itemOrders = []cells.ItemOrder{cells.ByFactor, cells.ByCluster, cells.InFile}

// itemCounts are the numbers of items on offer; 0 means all.
var itemCounts = []int{50, 200, 1000, 0}

// NewLoadingsView returns an empty view. A nil post is fyne.DoAndWait.
func NewLoadingsView(post screen.Post, style plotting.Style) *LoadingsView {
	v := &LoadingsView{}
	v.sizes = controls.NewChooser("Items", v.ShowItems)
	v.orders = controls.NewChooser("Order", v.OrderItems)
	v.init(v, "Factors", post, style, v.sizes, v.orders, v.folds())
	v.source, v.tools, v.window = v.makeSource, v.setTools, v.firstWindow
	pane.Recall(&v.Base, v.state, v.setState, func() depict.FactorLoadingsState {
		return depict.FactorLoadingsState{Order: itemOrders[0], Most: itemCounts[0]}
	})
	v.view.OnSelect = v.clicked
	v.view.OnRune = func(r rune) bool { return screen.ByRune(factorLoadingsCommands, v, r) }
	return v
}

// counts returns the places in itemCounts that make a difference for the data shown.
func (v *LoadingsView) counts() (places []int) {
	n := 0
	if v.posterior != nil {
		n = len(v.posterior.Items())
	}
	for i, most := range itemCounts {
		if most == 0 || most < n {
			places = append(places, i)
		}
	}
	return places
}

func (v *LoadingsView) setTools() {
	var names, orders []string
	places := v.counts()
	for _, i := range places {
		name := "all " + plotting.FormatCount(len(v.posterior.Items()))
		if itemCounts[i] > 0 {
			name = "leading " + plotting.FormatCount(itemCounts[i])
		}
		names = append(names, name)
	}
	at := max(slices.Index(places, v.size), 0)
	v.sizes.Set(names, at)
	v.sizes.Needless = len(names) < 2
	for _, o := range itemOrders {
		orders = append(orders, string(o))
	}
	v.orders.Set(orders, v.order)
	v.offerMinor()
	v.refreshRow()
}

// ShowItems shows the i-th number of items that is offered.
func (v *LoadingsView) ShowItems(i int) {
	if places := v.counts(); i >= 0 && i < len(places) && places[i] != v.size {
		v.size, v.moved = places[i], false
		v.changed()
	}
}

// OrderItems shows the items in the i-th order.
func (v *LoadingsView) OrderItems(i int) {
	if i >= 0 && i < len(itemOrders) && i != v.order {
		v.order = i
		v.changed()
	}
}

// most limits how many items are shown; 0 means no limit.
func (v *LoadingsView) most() int {
	places := v.counts()
	if !slices.Contains(places, v.size) {
		return itemCounts[places[0]]
	}
	return itemCounts[v.size]
}

// state is what the user has chosen.
func (v *LoadingsView) state() depict.FactorLoadingsState {
	return depict.FactorLoadingsState{Order: itemOrders[v.order], Most: itemCounts[v.size], Minor: v.minor.shown}
}

// setState shows what the user has chosen.
func (v *LoadingsView) setState(s depict.FactorLoadingsState) {
	v.order, v.size = max(slices.Index(itemOrders, s.Order), 0), max(slices.Index(itemCounts, s.Most), 0)
	v.minor.shown = s.Minor
	v.redraw()
}

// firstWindow shows as many items as are legible.
func (v *LoadingsView) firstWindow(area vg.Point) plotting.Window {
	n := len(v.posterior.Items())
	if most := v.most(); most > 0 {
		n = min(n, most)
	}
	return chart.Ranking{Entries: make([]factors.Ranked, n)}.RowsWindow(area.Y, leastItem)
}

// leastItem is the least height of an item; if there are too many items for it, they scroll.
const leastItem = 8

// factorLoadingsCommands is the table behind the keys of the view and the help.
var factorLoadingsCommands = []screen.Command[*LoadingsView]{
	screen.On("O", "The next order of the items", "Factors", "oO", "", func(v *LoadingsView) { v.OrderItems((v.order + 1) % len(itemOrders)) }),
	screen.On("I", "More items, or only the leading ones", "Factors", "iI", "", func(v *LoadingsView) {
		v.ShowItems((max(slices.Index(v.counts(), v.size), 0) + 1) % len(v.counts()))
	}),
	screen.On("M", "Show or hide minor factors", "Factors", "mM", "", func(v *LoadingsView) { v.ShowMinor(!v.minor.shown) }),
	screen.On(",", "The previous factor; also in the list and by group", "Factors", ",", "", func(v *LoadingsView) { v.stepFactor(-1) }),
	screen.On(".", "The next factor", "Factors", ".", "", func(v *LoadingsView) { v.stepFactor(1) }),
}

func (v *LoadingsView) clicked(m plotting.Mark, ok bool, modifiers fyne.KeyModifier) {
	if v.posterior == nil {
		return
	}
	var items, chosen []int
	if ok && m.Node >= 0 {
		chosen = v.ids(m.Node)
	}
	if ok && m.Kind == "cell" {
		items = []int{m.Column}
	}
	v.pick(v.selectionOf(items, chosen), modifiers)
}

// Figure returns the figure shown, in the style and window of the view, for export; nil when there
// is none.
func (v *LoadingsView) Figure() plotting.Figure {
	if v.summary().Count() == 0 {
		return nil
	}
	return v.styled(v.makeSource()())
}

func (v *LoadingsView) makeSource() func() plotting.Figure {
	made, subject, marks := &v.made, v.posterior.FactorSubject, v.marks()
	state := depict.FactorLoadingsState{Order: itemOrders[v.order], Most: v.most(), Minor: v.minor.shown}
	return func() plotting.Figure { return made.Figure(subject, state, marks) }
}
