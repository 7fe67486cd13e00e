package clusters

import (
	"fmt"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"
)

// A TemplatesView shows means and factors over the columns as pictures, of tables whose columns are pixels. Make one
// with [NewTemplatesView]; Close it when it is no longer needed.
type TemplatesView struct {
	*pane.Entry
	// Sizes remembers the size of the pictures of columns of some names from one table to the
	// next; nil forgets.
	Sizes Sizes
}

// Sizes are preferences by their keys.
type Sizes interface {
	String(key string) string
	SetString(key, value string)
}

// NewTemplatesView returns an empty view. A nil post is fyne.DoAndWait.
func NewTemplatesView(post screen.Post, style plotting.Style) *TemplatesView {
	v := &TemplatesView{Entry: pane.NewEntry(depict.ByTab("Templates"), nil, post, style)}
	v.OnGiven = func(g *depict.Given) { g.Pictures = v.remembered(g.Subject) }
	v.OnChosen = func() {
		var w, h int
		if k, err := fmt.Sscanf(v.Chosen("size"), "%dx%d", &w, &h); v.Sizes != nil && err == nil && k == 2 {
			v.Sizes.SetString(sizeKey(v.Subject()), fmt.Sprintf("%d %d", w, h))
		}
	}
	return v
}

// Offers reports whether the columns are shown as pictures.
func (v *TemplatesView) Offers(s *depict.Subject) bool { return v.CanShow(s) && v.IsShown(s) }

// CanShow reports whether the columns could be pictures.
func (v *TemplatesView) CanShow(s *depict.Subject) bool {
	return len(depict.PictureShapes(depict.TableColumns(s))) > 0 && depict.HasTemplates(s)
}

// IsShown reports whether the columns look like pixels, or the user said that they are.
func (v *TemplatesView) IsShown(s *depict.Subject) bool {
	if v.Sizes != nil {
		if text := v.Sizes.String(sizeKey(s)); text != "" {
			return text != noPictures
		}
	}
	return depict.HasPictures(s, v.States()) || v.Entry.Offers(s)
}

// SetShown shows the columns as pictures, or says that they are none.
func (v *TemplatesView) SetShown(s *depict.Subject, on bool) {
	text := noPictures
	if on {
		w, h := depict.Squarest(depict.TableColumns(s))
		text = fmt.Sprintf("%d %d", w, h)
	}
	if v.Sizes != nil {
		v.Sizes.SetString(sizeKey(s), text)
	}
}

// sizeKey is the key of the size of the pictures of the columns.
func sizeKey(s *depict.Subject) string {
	first := ""
	if len(s.Data.Columns) > 0 {
		first = s.Data.Columns[0]
	}
	return fmt.Sprintf("pictures.%d.%s", depict.TableColumns(s), first)
}

// noPictures is remembered of columns that are no pixels.
const noPictures = "none"

// remembered is the size of the pictures that the user chose for columns of these names; 0 for none.
func (v *TemplatesView) remembered(s *depict.Subject) (size [2]int) {
	if v.Sizes != nil && s != nil {
		if k, err := fmt.Sscanf(v.Sizes.String(sizeKey(s)), "%d %d", &size[0], &size[1]); err != nil || k != 2 {
			return [2]int{}
		}
	}
	return size
}
