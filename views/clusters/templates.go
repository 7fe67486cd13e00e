package clusters

import (
	"fmt"

	"espalier/inference/kind/factor"
	"espalier/plotting"
	"espalier/plotting/cells"
	"espalier/plotting/depict"
	"espalier/views/controls"
	"espalier/views/screen"

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
	// OnShape is told the width and height of the pictures that the user chose.
	OnShape func(width, height int)
	// OnFactors is told the IDs of the factors that were clicked.
	OnFactors func(ids []int)

	what, shape   *controls.Chooser
	withFactors   bool
	columns       int // of the table, those that were left out included
	width, height int
	factors       []int // IDs that are selected
}

// NewTemplatesView returns an empty view. A nil post is fyne.DoAndWait.
func NewTemplatesView(post screen.Post, style plotting.Style) *TemplatesView {
	v := &TemplatesView{}
	v.what = controls.NewChooser("Show", func(i int) { v.ShowFactors(i == 1) })
	v.shape = controls.NewChooser("Width × height", v.choseShape)
	v.init(post, style, v.tools, v.maker, v.what, v.shape)
	v.view.OnSelect = v.selected
	v.view.OnRune = func(r rune) bool { return screen.ByRune(templatesCommands, v, r) }
	v.ExtendBaseWidget(v)
	return v
}

// shapes lists the widths of pictures of so many pixels.
func shapes(pixels int) (widths []int) {
	for w := 2; w <= pixels/2; w++ {
		if pixels%w == 0 {
			widths = append(widths, w)
		}
	}
	return widths
}

// HasShapes reports whether so many columns can be pictures of more than one line.
func HasShapes(columns int) bool { return len(shapes(columns)) > 0 }

// SetShape gives the number of columns of the table, those that were left out included,
// and the size of its pictures; where they do not fit the most square one is taken.
func (v *TemplatesView) SetShape(columns, width, height int) {
	if width*height != columns || width < 1 {
		width, height = columns, 1
		for _, w := range shapes(columns) {
			if max(w, columns/w) < max(width, height) {
				width, height = columns/w, w
			}
		}
	}
	if v.columns != columns || v.width != width {
		v.columns, v.width, v.height = columns, width, height
		v.changed()
	}
}

// Shape returns the size of the pictures.
func (v *TemplatesView) Shape() (width, height int) { return v.width, v.height }

func (v *TemplatesView) choseShape(i int) {
	if w := shapes(v.columns); i >= 0 && i < len(w) {
		v.SetShape(v.columns, w[i], v.columns/w[i])
		if v.OnShape != nil {
			v.OnShape(v.width, v.height)
		}
	}
}

func (v *TemplatesView) tools() {
	at := 0
	if v.withFactors {
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
	if v.withFactors != on {
		v.withFactors = on
		v.changed()
	}
}

// SelectFactors marks factors of a factor model.
func (v *TemplatesView) SelectFactors(ids []int) {
	if len(v.factors)+len(ids) > 0 && v.subject != nil && v.subject.HasFactors() {
		v.factors = ids
		v.changed()
	}
}

// selected follows a click.
func (v *TemplatesView) selected(m plotting.Mark, ok bool, modifiers fyne.KeyModifier) {
	if v.subject == nil || v.subject.HasMixture() {
		v.clickedComponent(m, ok, modifiers)
		return
	}
	v.factors = nil
	if f := factor.StateOf(v.subject.Snapshot); ok && f != nil && m.Index >= 0 && m.Index < len(f.IDs) {
		v.factors = []int{f.IDs[m.Index]}
	}
	v.changed()
	if v.OnFactors != nil {
		v.OnFactors(v.factors)
	}
}

// templatesCommands is the table behind the keys of the view and the help.
var templatesCommands = append([]screen.Command[*TemplatesView]{
	screen.On("M", "Show or hide the factors", "Templates", "mM", "", func(v *TemplatesView) { v.ShowFactors(!v.withFactors) }),
}, epochCommands("Templates", func(v *TemplatesView) *flat { return &v.flat })...)

// Figure returns the figure that is shown, in the style and window of the view, for
// export; nil when there is none.
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

// maker returns the maker of the figure that is to be shown now.
func (v *TemplatesView) maker() func() plotting.Figure {
	subject, rows, factors := v.subject, v.selection, v.factors
	state := depict.TemplatesState{Width: v.width, Height: v.height, Factors: v.withFactors, Class: v.class, Epoch: v.epoch}
	return func() plotting.Figure { return depict.Templates(subject, state, rows, factors) }
}
