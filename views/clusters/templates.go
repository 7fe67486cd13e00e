package clusters

import (
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
)

// A TemplatesView shows what lies over the columns as pictures, where the columns are the
// pixels of images: the means of the components of a mixture with their factors, or the
// factors of a factor model. Make one with [NewTemplatesView]; Close it when it is no
// longer needed.
//
// The key M shows and hides the factors of a mixture, comma and full stop go through the
// accepted epochs.
type TemplatesView struct {
	flat
	// Sizes remembers the size of the pictures of columns of some names from one table to the
	// next; nil forgets.
	Sizes Sizes

	what, shape *controls.Chooser
	columns     int // of the table, those that were left out included
	chosen      templatesChoice
	// The pictures as they are shown, in pixels.
	width, height int
}

// A templatesChoice is what the user chose: the size of the pictures, 0 for none, and whether
// factors stand beside the means.
type templatesChoice struct {
	Width, Height int
	Factors       bool
}

// Sizes is where the size of pictures is remembered, such as the preferences of the program.
type Sizes interface {
	String(key string) string
	SetString(key, value string)
}

// NewTemplatesView returns an empty view. A nil post is fyne.DoAndWait.
func NewTemplatesView(post screen.Post, style plotting.Style) *TemplatesView {
	v := &TemplatesView{}
	v.what = controls.NewChooser("Show", func(i int) { v.ShowFactors(i == 1) })
	v.shape = controls.NewChooser("Width × height", v.choseShape)
	v.init(v, "Templates", post, style, v.tools, v.maker, v.what, v.shape)
	v.view.OnSelect = v.selected
	v.view.OnRune = func(r rune) bool { return screen.ByRune(templatesCommands, v, r) }
	pane.Recall(&v.Base, func() templatesChoice { return v.chosen }, func(c templatesChoice) { v.chosen = c; v.size(v.subject); v.redraw() }, func() templatesChoice { return templatesChoice{} })
	return v
}

// shapes lists the widths of pictures with that number of pixels.
func shapes(pixels int) (widths []int) {
	for w := 2; w <= pixels/2; w++ {
		if pixels%w == 0 {
			widths = append(widths, w)
		}
	}
	return widths
}

// SetResult shows the pictures of a result, at the pace of a run.
func (v *TemplatesView) SetResult(r pane.Result) {
	v.columns = depict.TableColumns(r.Subject)
	v.size(r.Subject)
	v.flat.SetResult(r)
}

// Offers reports whether the columns look like the pixels of square images, or where the user said
// that they are pixels.
func (v *TemplatesView) Offers(s *depict.Subject) bool {
	return v.CanShow(s) && v.IsShown(s)
}

// CanShow reports whether the columns of a result could be pictures.
func (v *TemplatesView) CanShow(s *depict.Subject) bool {
	return len(shapes(depict.TableColumns(s))) > 0 && (depict.HasMixture(s) ||
		factor.StateOf(s.Snapshot).Count() > 0 && factor.StateOf(s.Snapshot).Side == inference.OnColumns)
}

// IsShown reports whether columns are shown as pictures.
func (v *TemplatesView) IsShown(s *depict.Subject) bool {
	width, _ := v.pictures(s)
	return width > 0
}

// SetShown says that the columns of a result are pixels, or that they are not.
func (v *TemplatesView) SetShown(s *depict.Subject, on bool) {
	text := noPictures
	if on {
		w, h := squarest(depict.TableColumns(s))
		text = fmt.Sprintf("%d %d", w, h)
	}
	v.chosen.Width, v.chosen.Height = 0, 0
	v.Chosen()
	if v.Sizes != nil {
		v.Sizes.SetString(sizeKey(s), text)
	}
}

// sizeKey is the name under which the size of pictures is remembered.
func sizeKey(s *depict.Subject) string {
	first := ""
	if len(s.Data.Columns) > 0 {
		first = s.Data.Columns[0]
	}
	return fmt.Sprintf("pictures.%d.%s", depict.TableColumns(s), first)
}

// noPictures is remembered where the user said that columns are no pixels.
const noPictures = "none"

// pictures returns the size of the pictures that columns are; 0 where they are none.
func (v *TemplatesView) pictures(s *depict.Subject) (width, height int) {
	n := depict.TableColumns(s)
	if v.chosen.Width > 0 && v.chosen.Width*v.chosen.Height == n {
		return v.chosen.Width, v.chosen.Height
	}
	if v.Sizes != nil {
		switch text := v.Sizes.String(sizeKey(s)); {
		case text == noPictures:
			return 0, 0
		case text != "":
			if k, err := fmt.Sscanf(text, "%d %d", &width, &height); err == nil && k == 2 && width*height == n {
				return width, height
			}
		}
	}
	return cells.ImageShape(n, s.Data.Columns)
}

// squarest returns the size of the most square picture with that number of pixels.
func squarest(pixels int) (width, height int) {
	width, height = pixels, 1
	for _, w := range shapes(pixels) {
		if max(w, pixels/w) < max(width, height) {
			width, height = pixels/w, w
		}
	}
	return width, height
}

// size takes the size of the pictures of a result.
func (v *TemplatesView) size(s *depict.Subject) {
	if s == nil {
		return
	}
	if v.width, v.height = v.pictures(s); v.width < 1 {
		v.width, v.height = squarest(depict.TableColumns(s))
	}
}

// SetShape gives the pictures a size; one that does not fit the columns changes nothing.
func (v *TemplatesView) SetShape(width, height int) {
	if width < 1 || width*height != v.columns || width == v.width {
		return
	}
	v.chosen.Width, v.chosen.Height = width, height
	v.size(v.subject)
	v.changed()
	if v.Sizes != nil {
		v.Sizes.SetString(sizeKey(v.subject), fmt.Sprintf("%d %d", width, height))
	}
}

// Shape returns the size of the pictures.
func (v *TemplatesView) Shape() (width, height int) { return v.width, v.height }

func (v *TemplatesView) choseShape(i int) {
	if w := shapes(v.columns); i >= 0 && i < len(w) {
		v.SetShape(w[i], v.columns/w[i])
	}
}

func (v *TemplatesView) tools() {
	at := 0
	if v.chosen.Factors {
		at = 1
	}
	v.what.Set([]string{"means", "means and factors"}, at)
	v.what.Needless = !v.mixture().HasFactors()
	v.classes.Needless = v.mixture() == nil || len(depict.ClassAnnotations(v.data())) == 0
	var names []string
	at = 0
	for i, w := range shapes(v.columns) {
		if w == v.width {
			at = i
		}
		names = append(names, fmt.Sprintf("%d × %d", w, v.columns/w))
	}
	v.shape.Set(names, at)
}

// ShowFactors shows the factors of each component beside its mean, or not.
func (v *TemplatesView) ShowFactors(on bool) {
	if v.chosen.Factors != on {
		v.chosen.Factors = on
		v.changed()
	}
}

// factors are the IDs of those of the result that are selected.
func (v *TemplatesView) factors() []int { return v.selection.Factors(v.result) }

// selected follows a click.
func (v *TemplatesView) selected(m plotting.Mark, ok bool, modifiers fyne.KeyModifier) {
	if row, is := cells.RowOfBlock(m.Index); ok && is {
		v.clicked([]int{row})
		return
	}
	if v.subject == nil || depict.HasMixture(v.subject) {
		v.clickedComponent(m, ok, modifiers)
		return
	}
	var chosen study.Selection
	if f := factor.StateOf(v.subject.Snapshot); ok && f != nil && m.Index >= 0 && m.Index < len(f.IDs) {
		chosen = chosen.WithFactors(v.result, f.IDs[m.Index])
	}
	v.Select(chosen)
	v.Pick(chosen)
}

// templatesCommands is the table behind the keys of the view and the help.
var templatesCommands = append([]screen.Command[*TemplatesView]{
	screen.On("M", "Show or hide the factors", "Templates", "mM", "", func(v *TemplatesView) { v.ShowFactors(!v.chosen.Factors) }),
}, epochCommands("Templates", func(v *TemplatesView) *flat { return &v.flat })...)

// Figure returns the figure shown, in the style and window of the view, for export; nil when there
// is none.
func (v *TemplatesView) Figure() plotting.Figure {
	if v.subject == nil {
		return nil
	}
	f := v.maker()().(cells.Templates)
	if len(f.Blocks) == 0 {
		return nil
	}
	f.Style, f.Window = v.view.Style(), v.view.Window()
	return f
}

// maker returns the maker of the figure to show now.
func (v *TemplatesView) maker() func() plotting.Figure {
	subject, rows, factors := v.subject, v.rows(), v.factors()
	state := depict.TemplatesState{Width: v.width, Height: v.height, Factors: v.chosen.Factors, Class: v.class, Epoch: v.epoch}
	return func() plotting.Figure { return depict.Templates(subject, state, rows, factors) }
}
