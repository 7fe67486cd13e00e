package files

import (
	"context"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/missing"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/panics"
	"example.org/espalier/views/screen"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// A gapsPage shows which cells are missing, as a picture and in words.
type gapsPage struct {
	d         *dialogs.Dialogs
	style     plotting.Style
	figure    missing.Gaps
	asked     int
	byPattern bool

	object fyne.CanvasObject
	order  *controls.Picker
	words  *controls.Paragraph
	view   *screen.View
}

func newGapsPage(d *dialogs.Dialogs, style plotting.Style, room float32) *gapsPage {
	g := &gapsPage{d: d, style: style}
	g.view = screen.NewView(screen.Post(d.Post), style)
	g.view.Description = "Missing cells, a figure"
	g.order = controls.NewPicker([]controls.Option{
		{Value: "read", Title: "as read", Note: "Rows and columns in the order of the table."},
		{Value: "pattern", Title: "by pattern",
			Note: "Columns with the most missing cells first, and rows that lack the same columns together."},
	}, "read", func(v string) {
		g.byPattern = v == "pattern"
		g.show()
	})
	g.order.SetName("Rows and columns")
	g.words = controls.NewParagraph("", room, look.SizeSmall, look.Ink)
	head := controls.Stack(4, g.words, controls.Beside(8, controls.NewText("Rows and columns", look.SizeSmall, look.Muted),
		container.New(controls.Fixed(110, 26), g.order)))
	g.object = container.NewBorder(controls.Inset(0, 2, 0, 6, head), nil, nil, nil, g.view)
	return g
}

// put shows the missing cells of the kept part of a table.
func (g *gapsPage) put(t *inference.Table, prep inference.Preprocessing, k inference.Kept) {
	g.asked++
	mine := g.asked
	g.d.Background(func(context.Context) func() {
		p, err := panics.Call(func() (*missing.Pattern, error) {
			of, err := t.Kinded(prep)
			if err != nil {
				return nil, err
			}
			p := patternOf(of, prep.Transpose, k)
			p.Groups() // the order by pattern takes the longest
			return p, nil
		})
		return func() {
			if err != nil || mine != g.asked {
				return
			}
			g.figure = missing.Gaps{Pattern: p, Window: plotting.All}
			g.words.Set(strings.Join(p.Words(), " "), look.Ink)
			g.show()
			controls.Relayout(g.object)
		}
	})
}

func (g *gapsPage) show() {
	if g.figure.Pattern == nil {
		return
	}
	style := g.style
	style.Look.ByPattern, style.Look.Plain = g.byPattern, true // the words stand above
	f := g.figure
	f.Style, f.Window = style, g.view.Window()
	g.view.SetStyle(style)
	g.view.SetFigure(f)
}

// patternOf returns the pattern of missing cells of the kept part of a table.
func patternOf(t *inference.Table, turned bool, k inference.Kept) *missing.Pattern {
	rows, columns := t.Rows, t.Columns
	if turned {
		rows, columns = columns, rows
	}
	pick := func(names []string, places []int) []string {
		list := make([]string, len(places))
		for i, p := range places {
			list[i] = names[p]
		}
		return list
	}
	return missing.PatternOf(func(i, j int) float64 {
		cell := inference.Cell{Row: k.Rows[i], Column: k.Columns[j]}
		if turned {
			cell = inference.Cell{Row: k.Columns[j], Column: k.Rows[i]}
		}
		return t.Known(cell)
	}, pick(rows, k.Rows), pick(columns, k.Columns))
}
