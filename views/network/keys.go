package network

import (
	"slices"

	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/network"
	"example.org/espalier/views/screen"
)

// commands is the table behind the keys of the network and the help.
var commands = []screen.Command[*View]{
	screen.On(",", "Show more edges", tab, ",", "", func(v *View) { v.threshold.step(-1) }),
	screen.On(".", "Show fewer edges", tab, ".", "", func(v *View) { v.threshold.step(1) }),
	screen.On("L", "The next layout", tab, "lL", "", func(v *View) { next(v.layouts.At, len(v.layouts.Options), v.layouts.OnChoose) }),
	screen.On("A", "In a Bayesian network, show the arrows of the class, of the best network, or by probability", tab, "aA", "", func(v *View) { next(v.arrows.At, len(v.arrows.Options), v.arrows.OnChoose) }),
	screen.On("C", "The next colours of nodes", tab, "cC", "", func(v *View) { next(v.colours.At, len(v.colours.Options), v.colours.OnChoose) }),
	screen.On("Z", "The next sizes of nodes", tab, "zZ", "", func(v *View) { next(v.sizes.At, len(v.sizes.Options), v.sizes.OnChoose) }),
	screen.On("B", "Show only the neighbourhood of the selection, or everything", tab, "bB", "", func(v *View) {
		next(v.state.Around, mostAround+1, func(i int) { v.choose(func(l *depict.GraphLook) { l.Around = i }) })
	}),
	screen.On("N", "Select the next node, in order of number of edges", tab, "nN", "", func(v *View) { v.walk(1) }),
	screen.On("P", "Select the previous node", tab, "pP", "", func(v *View) { v.walk(-1) }),
	screen.On("J", "Extend the selection to its neighbours", tab, "jJ", "", (*View).grow),
	screen.On("H", "Select the hubs: nodes with far more edges than others", tab, "hH", "", (*View).selectHubs),
	screen.On("G", "Select the communities of the selection", tab, "gG", "", (*View).selectCommunity),
	screen.On("R", "Arrange the nodes again by the edges shown", tab, "rR", "", (*View).arrange),
	screen.LassoCommand(tab, func(v *View) *screen.View { return v.View() }),
}

// next chooses the next option, and wraps round at the end.
func next(at, n int, choose func(i int)) {
	if n > 0 {
		choose((at + 1) % n)
	}
}

// walk selects the node by places after the one that is selected, in the order of their edges.
func (v *View) walk(by int) {
	f := v.network()
	if f == nil || len(f.Names) == 0 {
		return
	}
	order := network.ByEdges(f)
	at := -1
	if by < 0 {
		at = 0
	}
	if chosen := v.chosen(); len(chosen) > 0 {
		at = slices.Index(order, chosen[0])
	}
	n := len(order)
	v.pick(v.nodes(order[((at+by)%n+n)%n]))
}

// grow adds the neighbours of the selection to it.
func (v *View) grow() {
	f := v.network()
	if f == nil {
		return
	}
	chosen := v.chosen()
	list := slices.Clone(chosen)
	for _, e := range f.Edges {
		if slices.Contains(chosen, e.From) || slices.Contains(chosen, e.To) {
			list = append(list, e.From, e.To)
		}
	}
	v.pick(v.nodes(list...))
}

// selectHubs selects the nodes with far more edges than others.
func (v *View) selectHubs() {
	if f := v.network(); f != nil {
		v.pick(v.nodes(depict.Hubs(f)...))
	}
}

// selectCommunity selects all nodes of the communities that some selected node belongs to.
func (v *View) selectCommunity() {
	of := v.made.Communities()
	in := map[int]bool{}
	for _, u := range v.chosen() {
		if u < len(of) {
			in[of[u]] = true
		}
	}
	var list []int
	for u, k := range of {
		if in[k] {
			list = append(list, u)
		}
	}
	if len(list) > 0 {
		v.pick(v.nodes(list...))
	}
}
