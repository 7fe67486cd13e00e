package depict

import (
	"context"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict/signals"
)

var signalEntry = selectable(Entry{Name: "signal", Tab: "Signal", Suffix: "signal",
	About:  "how much of the variance of each column follows the tree, most first, with 95 % intervals",
	offers: signals.Has,
	size: func(f plotting.Figure) plotting.Size {
		return tall(min(len(f.(chart.Ranking).Entries), mostItems), 3.6)
	},
	make: func(ctx context.Context, s *Subject) (plotting.Figure, error) {
		r, err := signals.Figure(ctx, s)
		return r, err
	},
}, func(f plotting.Figure, g Given) plotting.Figure {
	r, ok := f.(chart.Ranking)
	if !ok {
		return f
	}
	if !g.Window && len(r.Entries) > mostItems {
		r.Names, r.Entries = r.Names[:mostItems], r.Entries[:mostItems]
	}
	r.Selected = r.Places(g.Selected.Columns)
	return r
}, func(_ plotting.Figure, m plotting.Mark) study.Selection {
	if m.Column < 0 {
		return study.Selection{}
	}
	return study.Selection{Columns: study.Set{m.Column}}
})
