package write

import (
	"errors"
	"fmt"
	"io"

	"example.org/espalier/plotting"
)

// A Page is a figure of a book, at its size.
type Page struct {
	Figure   plotting.Figure
	Size     plotting.Size
	Metadata plotting.Metadata
}

// Book writes figures into one PDF, a page each, as large as the figure. The document is described as
// the first of them, and its title is given.
func Book(w io.Writer, title string, pages []Page) error {
	if len(pages) == 0 {
		return errors.New("plotting: a book of no figures")
	}
	var c *pdfCanvas
	for i, p := range pages {
		if err := pdfFormat.CheckSize(p.Size); err != nil {
			return fmt.Errorf("%s: %w", p.Metadata.Title, err)
		}
		if i == 0 {
			c = newPDF(p.Size)
		} else {
			c.page(p.Size)
		}
		c.doc.Bookmark(p.Metadata.Title, 0, 0)
		p.Figure.Layout(p.Size.Points()).Draw(c)
	}
	m := pages[0].Metadata
	m.Title, m.Created = title, created(m)
	return c.encode(w, m)
}
