package ui

import (
	"fmt"

	"espalier/inference"
	"espalier/inference/kind/factor"
	"espalier/inference/kind/mixture"
	"espalier/inference/study"
	"espalier/plotting/cells"
	"espalier/views/clusters"
)

// newTemplatesPage makes the page of columns as pictures. It is offered where the columns
// look like the pixels of square images, or where the user said that they are pixels; the
// size of the pictures is remembered for columns of these names.
func newTemplatesPage(c *centre, v *clusters.TemplatesView) *flatPage {
	c.templates = v
	v.OnShape = func(width, height int) {
		if c.shown != nil {
			c.w.app.Preferences().SetString(pictureKey(c.shown), fmt.Sprintf("%d %d", width, height))
		}
	}
	v.OnFactors = func(ids []int) { c.pick(study.Selection{}.WithFactors(c.shown.ID, ids...)) }
	return &flatPage{name: tabTemplates, view: v, figure: v.Figure,
		offers: func(r *Result) bool {
			if mixture.Of(r.Snapshot) == nil && (factor.StateOf(r.Snapshot).Count() == 0 || factor.StateOf(r.Snapshot).Side != inference.OnColumns) {
				return false
			}
			width, _ := c.pictures(r)
			return width > 0
		},
		follow: func(s study.Selection) { v.SelectFactors(s.Factors(c.shown.ID)) },
		before: func(r *Result) {
			width, height := c.pictures(r)
			v.SetShape(tableColumns(r), width, height)
		}}
}

// tableColumns is the number of columns of numbers of the table, also those that were left
// out of the data.
func tableColumns(r *Result) int {
	rows, columns := r.Table.Dims()
	if r.Data.Preprocessing.Transpose {
		return rows
	}
	return columns
}

// pictureKey is the name under which the size of pictures is remembered.
func pictureKey(r *Result) string {
	first := ""
	if len(r.Data.Columns) > 0 {
		first = r.Data.Columns[0]
	}
	return fmt.Sprintf("pictures.%d.%s", tableColumns(r), first)
}

// noPictures is remembered where the user said that columns are no pixels.
const noPictures = "none"

// pictures returns the size of the pictures that the columns are; 0 where they are none.
func (c *centre) pictures(r *Result) (width, height int) {
	n := tableColumns(r)
	switch text := c.w.app.Preferences().String(pictureKey(r)); {
	case text == noPictures:
		return 0, 0
	case text != "":
		if k, err := fmt.Sscanf(text, "%d %d", &width, &height); err == nil && k == 2 && width*height == n {
			return width, height
		}
	}
	return cells.ImageShape(n, r.Data.Columns)
}

// togglePictures shows columns as pictures, or not any more.
func (c *centre) togglePictures() {
	r := c.shown
	if r == nil {
		return
	}
	if width, _ := c.pictures(r); width > 0 {
		c.w.app.Preferences().SetString(pictureKey(r), noPictures)
		c.refresh()
		return
	}
	c.templates.SetShape(tableColumns(r), 0, 0)
	width, height := c.templates.Shape()
	c.w.app.Preferences().SetString(pictureKey(r), fmt.Sprintf("%d %d", width, height))
	c.refresh()
	c.tabs.Pick(tabTemplates)
}

// canPicture reports whether the columns of the result could be pictures.
func (c *centre) canPicture() bool {
	return c.shown != nil && (mixture.Of(c.shown.Snapshot) != nil || factor.StateOf(c.shown.Snapshot).Count() > 0) && clusters.HasShapes(tableColumns(c.shown))
}
