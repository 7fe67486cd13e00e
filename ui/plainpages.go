package ui

import (
	"context"
	"slices"

	"espalier/plotting"
	"espalier/plotting/depict"
	"espalier/plotting/ink"
	"espalier/views/screen"

	"fyne.io/fyne/v2"
)

// A plainPage shows a figure of the list as the list makes it, with nothing to choose. It is
// for figures that have no page of their own.
type plainPage struct {
	entry depict.Entry
	view  *screen.View
}

// plainPages makes a page for each figure of the list that has none. tabs names the tabs that
// there are.
func plainPages(c *centre, list []depict.Entry, tabs []string) (pages []page) {
	for _, e := range list {
		if !slices.Contains(tabs, e.Tab) {
			pages = append(pages, &plainPage{e, screen.NewView(screen.Post(c.w.post), c.style())})
		}
	}
	return pages
}

// withPlainPages adds plain pages to the others.
func withPlainPages(c *centre, pages []page) []page {
	tabs := []string{tabTree, tabTrace}
	for _, p := range pages {
		tabs = append(tabs, p.Name())
	}
	return append(pages, plainPages(c, depict.Entries(), tabs)...)
}

func (p *plainPage) Name() string              { return p.entry.Tab }
func (p *plainPage) Object() fyne.CanvasObject { return p.view }
func (p *plainPage) View() *screen.View        { return p.view }
func (p *plainPage) Offers(r *Result) bool     { return p.entry.Offers(r.Subject()) }
func (p *plainPage) Follow()                   {}
func (p *plainPage) SetStyle(s plotting.Style) { p.view.SetStyle(s) }
func (p *plainPage) Close()                    { p.view.Close() }

// Show has the figure of the newest snapshot made, at the pace of a run.
func (p *plainPage) Show(r *Result) { p.view.Offer(p.source(r.Subject())) }

func (p *plainPage) source(s *depict.Subject) func() plotting.Figure {
	return func() plotting.Figure {
		plate, err := p.entry.Plate(context.Background(), s)
		if err != nil {
			return ink.Sentence{Text: err.Error()}
		}
		return plate.Figure
	}
}

// Figure implements page: what is on the screen; nil before the first picture.
func (p *plainPage) Figure() (plotting.Figure, string) {
	f, _ := p.view.Shown()
	return f, ""
}
