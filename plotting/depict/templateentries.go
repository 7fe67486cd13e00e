package depict

import (
	"fmt"
	"slices"

	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/depict/choice"
)

// templatesChosen holds the choices in the figure of templates.
type templatesChosen struct {
	Drawn struct {
		Width, Height int // of a picture in pixels; 0 for the usual
		Factors       bool
	}
	Look MixtureLook
}

// PictureShapes lists the widths of pictures of so many pixels.
func PictureShapes(pixels int) (widths []int) {
	for w := 2; w <= pixels/2; w++ {
		if pixels%w == 0 {
			widths = append(widths, w)
		}
	}
	return widths
}

// Squarest is the shape of pictures of so many pixels that is nearest to a square.
func Squarest(pixels int) (width, height int) {
	width, height = pixels, 1
	for _, w := range PictureShapes(pixels) {
		if max(w, pixels/w) < max(width, height) {
			width, height = pixels/w, w
		}
	}
	return width, height
}

// shape is that of the pictures: the one chosen, the one remembered, the one that the columns look like, or the
// squarest.
func (st templatesChosen) shape(g Given) (width, height int) {
	n := TableColumns(g.Subject)
	for _, s := range [][2]int{{st.Drawn.Width, st.Drawn.Height}, g.Pictures} {
		if s[0] > 0 && s[0]*s[1] == n {
			return s[0], s[1]
		}
	}
	if width, height = pictureShape(g.Subject); width < 1 {
		return Squarest(n)
	}
	return width, height
}

// HasPictures reports whether the user chose in a study a shape of pictures that the columns of a result can have.
func HasPictures(s *Subject, p study.Panes) bool {
	shape, _ := study.PaneOf[struct{ Width, Height int }](p, "Templates")
	return shape.Width > 0 && shape.Width*shape.Height == TableColumns(s)
}

var templatesEntry = with(Entry{Name: "templates", Tab: "Templates", Suffix: "templates",
	About: "means and factors over the columns as pictures, in the units of the table",
	offers: func(s *Subject) bool {
		width, _ := pictureShape(s)
		return (width > 0 || HasPictures(s, s.Panes)) && HasTemplates(s)
	}, size: treeSize,
}, Chosen[templatesChosen]{
	State: func(g Given) (st templatesChosen) {
		st.Drawn.Factors = !g.Window
		return st
	},
	Parts: func(st *templatesChosen) []choice.Part {
		return []choice.Part{{Name: "Templates", At: &st.Drawn}, {Name: MixturePane, At: &st.Look}}
	},
	Choices: templatesChoices,
	Figure: func(g Given, st templatesChosen) plotting.Figure {
		width, height := st.shape(g)
		return Templates(g.Subject, TemplatesState{Width: width, Height: height, Factors: st.Drawn.Factors,
			Class: st.Look.Class, Epoch: st.Look.epoch(g)}, g.Selected.Rows, g.Selected.Factors(g.Result))
	},
	Pick: func(g Given, st *templatesChosen, _ plotting.Figure, m plotting.Mark) Click {
		if row, ok := cells.RowOfBlock(m.Index); ok {
			return selectsRows([]int{row})
		}
		if HasMixture(g.Subject) {
			return selectsRows(componentRows(g, st.Look, m.Index))
		}
		if f := factor.StateOf(g.Snapshot); f != nil && m.Index >= 0 && m.Index < len(f.IDs) {
			return selects(study.Selection{}.WithFactors(g.Result, f.IDs[m.Index]))
		}
		return selects(study.Selection{})
	},
})

func templatesChoices(g Given, st *templatesChosen) []choice.Choice {
	var widths []int
	size := choice.Choice{Name: "size", Label: "Width × height", Help: "pixels across and down in a picture, such as 8x8"}
	none, classless := true, true
	if g.Subject != nil {
		n := TableColumns(g.Subject)
		widths = PictureShapes(n)
		now, _ := st.shape(g)
		size.At = slices.Index(widths, now)
		for _, w := range widths {
			size.Options = append(size.Options,
				choice.Option{Name: fmt.Sprintf("%dx%d", w, n/w), Words: fmt.Sprintf("%d × %d", w, n/w)})
		}
		size.Set = func(i int) { st.Drawn.Width, st.Drawn.Height = widths[i], n/widths[i] }
		none, classless = !MixtureOf(g.Subject, st.Look.epoch(g)).HasFactors(), !HasMixture(g.Subject)
	}
	return []choice.Choice{
		choice.Switch("show", "Show", "means alone, or the factors of each cluster too", &st.Drawn.Factors,
			choice.Option{Name: "means"}, choice.Option{Name: "factors", Words: "means and factors"}).
			With(choice.Press("M", "Show or hide the factors")).Unless(none),
		size,
		classChoice(g, &st.Look, "").Unless(classless),
		EpochChoice(g, &st.Look),
	}
}
