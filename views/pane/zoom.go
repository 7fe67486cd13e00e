package pane

import "example.org/espalier/plotting"

// Zooms returns the parts that the user chose to see in the views of panes, by their tabs: left, right, top, bottom, as
// shares of the whole.
func Zooms[P Pane](panes []P) map[string][4]float64 {
	zooms := map[string][4]float64{}
	for _, p := range panes {
		if w, ok := p.View().Chosen(); ok {
			zooms[p.Tab()] = [4]float64{w.X0, w.X1, w.Y0, w.Y1}
		}
	}
	return zooms
}

// Rezoom shows these parts again.
func Rezoom[P Pane](panes []P, zooms map[string][4]float64) {
	for _, p := range panes {
		z := zooms[p.Tab()]
		p.View().Recall(plotting.Window{X0: z[0], X1: z[1], Y0: z[2], Y1: z[3]})
	}
}
