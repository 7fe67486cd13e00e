package cells

import (
	"cmp"
	"math"
	"slices"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// Templates is the figure of vectors over the columns as small pictures, for tables whose columns
// are the pixels of images. It shows the means of the components of a mixture, each sized by its
// weight and followed by its factors (Beal 2003, figure 4.9); or the factors of a factor model.
type Templates struct {
	Title, Subtitle string
	Empty           string // the sentence while there are no blocks; has a default
	// Width and Height are the size of a picture in pixels.
	Width, Height int
	// Pixels gives the place of each value in a picture, row by row from the top left; nil means in
	// their order. Places without a value are hatched.
	Pixels []int
	Names  []string // of the values
	Blocks []TemplateBlock
	// Groups names groups of blocks; each begins a new line. Nil for none.
	Groups []string
	// Values is the scale of pictures, and Signed that of pictures of differences.
	Values, Signed ink.Scale
	Selected       []int // numbers of the blocks that are selected, by their Index
	Window         plotting.Window
	Style          plotting.Style
}

// A TemplateBlock is a unit of [Templates]: a mean and its factors.
type TemplateBlock struct {
	Index    int     // of the component, for marks
	Name     string  // "cluster 3"
	Short    string  // "3", where the name has no room
	Note     string  // below the name: "52 rows, 4 factors"
	Brief    string  // "4", where the note has no room
	Group    int     // an index of Templates.Groups
	Size     float64 // area of its pictures, as a share of the largest
	Pictures []TemplatePicture
	Lines    [][2]string // for the tooltip
}

// A TemplatePicture is one vector over the columns.
type TemplatePicture struct {
	Name   string    // "mean", "factor 2"
	Values []float64 // NaN where there is none
	Signed bool
}

var (
	_ plotting.Zoomable = Templates{}
	_ plotting.Styled   = Templates{}
	_ plotting.Sheeter  = Templates{}
)

// ZoomAxes implements [plotting.ZoomsAlong].
func (Templates) ZoomAxes() plotting.Axes { return plotting.AlongBoth }

// GetWindow implements Zoomable.
func (t Templates) GetWindow() plotting.Window { return t.Window.Normal() }

// WithWindow implements Zoomable.
func (t Templates) WithWindow(w plotting.Window) plotting.Figure { t.Window = w.Normal(); return t }

// Selects implements [plotting.Selecting].
func (t Templates) Selects() bool { return len(t.Selected) > 0 }

// Unselected implements [plotting.Selecting].
func (t Templates) Unselected() plotting.Figure { t.Selected = nil; return t }

// WithStyle implements Styled.
func (t Templates) WithStyle(s plotting.Style) plotting.Figure { t.Style = s; return t }

// Sheets implements Sheeter: block, picture, column, its place in the picture and its value.
func (t Templates) Sheets() []plotting.Sheet {
	if t.empty() {
		return nil
	}
	return []plotting.Sheet{{Name: "templates", Header: []string{"block", "picture", "column", "x", "y", "value"},
		Rows: func(yield func([]string) bool) {
			for _, b := range t.Blocks {
				for _, p := range b.Pictures {
					for j, v := range p.Values {
						x, y := t.place(j)
						if !yield([]string{b.Name, p.Name, t.name(j), plotting.FormatCount(x + 1),
							plotting.FormatCount(y + 1), plotting.Cell(v)}) {
							return
						}
					}
				}
			}
		}}}
}

func (t Templates) empty() bool { return len(t.Blocks) == 0 || t.Width < 1 || t.Height < 1 }

// place returns the column and row of value j in a picture.
func (t Templates) place(j int) (x, y int) {
	if j < len(t.Pixels) {
		j = t.Pixels[j]
	}
	return j % t.Width, j / t.Width
}

func (t Templates) name(j int) string {
	if j < len(t.Names) {
		return t.Names[j]
	}
	return "column " + plotting.FormatCount(j+1)
}

// nearZero is the share of the greatest value up to which a value below 0 is rounding.
const nearZero = 1e-9

// SetScales chooses the scales. That of values runs from the least to the greatest, from 0 if none
// is negative, and symmetrically about 0 if there are both signs. That of differences is symmetric,
// its limits at the 98th percentile of their magnitudes.
func (t *Templates) SetScales() {
	low, high := math.Inf(1), math.Inf(-1)
	var differences []float64
	for _, b := range t.Blocks {
		for _, p := range b.Pictures {
			for _, v := range p.Values {
				switch {
				case math.IsNaN(v):
				case p.Signed:
					differences = append(differences, v)
				default:
					low, high = min(low, v), max(high, v)
				}
			}
		}
	}
	limit := ink.SymmetricLimit(differences)
	t.Signed = ink.Scale{Map: ink.Signed, Low: -limit, High: limit}
	t.Values = ink.Scale{Map: ink.Ink, Low: 0, High: 1}
	switch {
	case !(low <= high):
	case low < -0.1*high:
		most := max(-low, high)
		t.Values = ink.Scale{Map: ink.Signed, Low: -most, High: most}
	default:
		if low > -nearZero*high && low < high/2 { // rounding may leave a little below 0
			low = 0
		}
		if high <= low {
			high = low + 1
		}
		t.Values = ink.Scale{Map: ink.Ink, Low: low, High: high}
	}
}

// has reports whether there are pictures of a kind.
func (t Templates) has(signed bool) bool {
	return slices.ContainsFunc(t.Blocks, func(b TemplateBlock) bool {
		return slices.ContainsFunc(b.Pictures, func(p TemplatePicture) bool { return p.Signed == signed })
	})
}

// Layout implements Figure. It costs the number of values.
func (t Templates) Layout(size vg.Point) plotting.Scene {
	s := &templatesScene{Templates: t, placed: placed{size: size}}
	st := t.Style
	box, ok := ink.Page(&s.list, st, size, ink.LeastCells, t.Title, t.Subtitle)
	if !ok {
		return s
	}
	if t.empty() {
		s.list.Add(ink.NoteItem{Style: st, Box: box, Text: cmp.Or(t.Empty, "There are no pictures to show yet.")})
		return s
	}
	if !s.arrange(box) {
		s.area = vg.Rectangle{}
		return s
	}
	s.build()
	return s
}

// IsBlank implements [plotting.Blank].
func (t Templates) IsBlank() bool { return len(t.Blocks) == 0 }
