package ink

import (
	"example.org/espalier/plotting"

	"gonum.org/v1/plot/vg"
)

// LegendMark is the kind of marks of the entries of legends.
const LegendMark plotting.MarkKind = "legend"

// A legendKey is where an entry that stands for rows is in a legend. It draws nothing.
type legendKey struct {
	box   vg.Rectangle
	entry LegendEntry
}

// Draw implements Item.
func (legendKey) Draw(vg.Canvas) {}

// AcrossLegend is the Index of the mark of an entry that stands for columns of the figure; its Rows are those.
const AcrossLegend = 1

// LegendAt returns the mark of the entry of a legend at a point, with the rows that it stands for.
func (l *List) LegendAt(p vg.Point) (m plotting.Mark, ok bool) {
	for _, i := range l.Items {
		g, grouped := i.(Grouped)
		if !grouped || g.Name != "legend" {
			continue
		}
		for _, i := range g.List.Items {
			if k, is := i.(legendKey); is && Within(p, k.box) {
				m = plotting.NewMark(LegendMark)
				m.Title, m.Rows, m.Anchor = k.entry.Text, k.entry.Rows(), p
				what := "row"
				if k.entry.Across {
					what, m.Index = "column", AcrossLegend
				}
				m.Lines = [][2]string{{"click", "selects " + plotting.Plural(len(m.Rows), what)}}
				return m, true
			}
		}
	}
	return plotting.Mark{}, false
}

// OfColumns returns the block with entries that stand for columns of the figure.
func (b LegendBlock) OfColumns() LegendBlock {
	entries := make([]LegendEntry, len(b.Entries))
	for i, e := range b.Entries {
		e.Across = true
		entries[i] = e
	}
	b.Entries = entries
	return b
}

// Inert returns the block without the rows that its entries stand for.
func (b LegendBlock) Inert() LegendBlock {
	entries := make([]LegendEntry, len(b.Entries))
	for i, e := range b.Entries {
		e.Rows = nil
		entries[i] = e
	}
	b.Entries = entries
	return b
}
