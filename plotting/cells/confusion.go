package cells

import (
	"cmp"
	"slices"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/stat/scores"
	"example.org/espalier/inference/things"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// Confusion is the figure of how many rows of each class are in each group (Beal 2003, figure
// 4.10): a line for each class, a column for each group. A cell is as dark as its share of the
// class.
type Confusion struct {
	Title, Subtitle string
	Empty           string // the sentence while there is no table; has a default
	Class, Group    string // names of lines and of columns: "digit", "cluster"
	Classes, Groups []string
	Counts          [][]int // classes × groups
	Stands          []int   // the class that each group stands for, −1 for none
	// Equals says that lines and columns are two partitions, neither of them the truth: Stands only
	// orders the columns, and nothing is called right or wrong.
	Equals          bool
	Things          things.Nouns // things counted, as rows
	SelectedClasses []int
	SelectedGroups  []int
	Window          plotting.Window
	Style           plotting.Style
}

// NewConfusion counts the rows of each level of an annotation by the group found, −1 for none.
// Groups that stand for given classes are passed in stands; if it is nil, each stands for the class
// of most of its rows.
func NewConfusion(a inference.Annotation, found []int, groups []string, stands []int) *Confusion {
	c := &Confusion{Class: a.Name, Classes: a.Levels, Groups: groups,
		Counts: scores.Confusion(a.Codes, found, len(a.Levels), len(groups)), Stands: stands}
	if stands == nil {
		c.Stands = scores.Majority(c.Counts)
	}
	return c
}

// ByClass returns the table with the groups that stand for a class merged.
func (f *Confusion) ByClass() *Confusion {
	c := *f
	c.Group, c.Groups = f.Class+" of the majority", f.Classes
	c.Counts, c.Stands = make([][]int, len(f.Classes)), make([]int, len(f.Classes))
	for i := range c.Counts {
		c.Stands[i] = i
		c.Counts[i] = make([]int, len(f.Classes))
		for g, n := range f.Counts[i] {
			if k := f.Stands[g]; k >= 0 {
				c.Counts[i][k] += n
			}
		}
	}
	return &c
}

// Order lists the groups by the class that they stand for, the largest first.
func (f *Confusion) Order() []int {
	order := make([]int, len(f.Groups))
	size := make([]int, len(f.Groups))
	for g := range order {
		order[g] = g
		for c := range f.Counts {
			size[g] += f.Counts[c][g]
		}
	}
	last := func(g int) int { // those of no class
		if f.Stands[g] < 0 {
			return len(f.Classes)
		}
		return f.Stands[g]
	}
	stable.Sort(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(last(a), last(b)), cmp.Compare(size[b], size[a]))
	})
	return order
}

// Accuracy returns the share of rows whose group stands for their class.
func (f *Confusion) Accuracy() float64 { return scores.Accuracy(f.Counts, f.Stands) }

var (
	_ plotting.Zoomable = (*Confusion)(nil)
	_ plotting.Styled   = (*Confusion)(nil)
	_ plotting.Sheeter  = (*Confusion)(nil)
)

// ZoomAxes implements [plotting.ZoomsAlong].
func (*Confusion) ZoomAxes() plotting.Axes { return plotting.AlongBoth }

// GetWindow implements Zoomable.
func (f *Confusion) GetWindow() plotting.Window { return f.Window.Normal() }

// WithWindow implements Zoomable.
func (f Confusion) WithWindow(w plotting.Window) plotting.Figure { f.Window = w.Normal(); return &f }

// Selects implements [plotting.Selecting].
func (f *Confusion) Selects() bool { return len(f.SelectedClasses)+len(f.SelectedGroups) > 0 }

// Unselected implements [plotting.Selecting].
func (f Confusion) Unselected() plotting.Figure {
	f.SelectedClasses, f.SelectedGroups = nil, nil
	return &f
}

// WithStyle implements Styled.
func (f Confusion) WithStyle(s plotting.Style) plotting.Figure { f.Style = s; return &f }

// Controls implements [plotting.Controlled].
func (f *Confusion) Controls() []string { return append(slices.Clone(plotting.Named), "column-names") }

// Sheets implements Sheeter: a line for each class, a column for each group, in the order
// shown.
func (f *Confusion) Sheets() []plotting.Sheet {
	if len(f.Counts) == 0 {
		return nil
	}
	header := []string{f.Class}
	for _, g := range f.Order() {
		header = append(header, f.Groups[g])
	}
	return []plotting.Sheet{{Name: "confusion", Header: header, Rows: func(yield func([]string) bool) {
		for c, name := range f.Classes {
			line := []string{name}
			for _, g := range f.Order() {
				line = append(line, strconv.Itoa(f.Counts[c][g]))
			}
			if !yield(line) {
				return
			}
		}
	}}}
}

// Layout implements Figure. It costs classes × groups.
func (f *Confusion) Layout(size vg.Point) plotting.Scene {
	s := &confusionScene{Confusion: f, placed: placed{size: size}}
	st := f.Style
	box, ok := ink.Page(&s.list, st, size, ink.LeastCells, f.Title, f.Subtitle)
	if !ok {
		return s
	}
	if len(f.Counts) == 0 || len(f.Groups) == 0 {
		s.list.Add(ink.NoteItem{Style: st, Box: box, Text: cmp.Or(f.Empty, "There is no classification to show yet.")})
		return s
	}
	s.order = f.Order()
	if !s.divide(box) {
		s.area = vg.Rectangle{}
		return s
	}
	s.build()
	return s
}

// IsBlank implements [plotting.Blank].
func (c *Confusion) IsBlank() bool { return len(c.Classes) == 0 }
