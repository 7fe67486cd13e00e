package chart

import (
	"cmp"
	"slices"
	"strconv"

	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// Ranking is the figure of the items that a factor loads on, the surest first. A dot shows the mean
// loading of each, a line the middle 90 % of the draws; the probability stands beside it. The
// vertical part of the window scrolls and enlarges the rows.
type Ranking struct {
	Title, Subtitle string
	Empty           string // the sentence while there are no entries; has a default
	Value           string // name of a loading: "loading"; has a default
	Names           []string
	Entries         []factors.Ranked        // as many as there are names
	Sure            bool                    // all loadings are in: there are no probabilities to show
	Line            string                  // meaning of the line of an entry; has a default
	From, To        float64                 // the axis, where From < To
	Told            func(i int) [][2]string // lines of a row's tooltip; nil for the values drawn
	Table           *plotting.Sheet         // for files, in place of that of loadings
	// Selected are the places of the entries that are selected.
	Selected []int
	Window   plotting.Window
	Style    plotting.Style
}

var (
	_ plotting.Zoomable = Ranking{}
	_ plotting.Styled   = Ranking{}
	_ plotting.Sheeter  = Ranking{}
)

// GetWindow implements Zoomable.
func (r Ranking) GetWindow() plotting.Window { return r.Window.Normal() }

// WithWindow implements Zoomable. The horizontal part of w is ignored.
func (r Ranking) WithWindow(w plotting.Window) plotting.Figure { r.Window = w.Upright(); return r }

// Selects implements [plotting.Selecting].
func (r Ranking) Selects() bool { return len(r.Selected) > 0 }

// Unselected implements [plotting.Selecting].
func (r Ranking) Unselected() plotting.Figure { r.Selected = nil; return r }

// WithStyle implements Styled.
func (r Ranking) WithStyle(s plotting.Style) plotting.Figure { r.Style = s; return r }

// Controls implements [plotting.Controlled].
func (r Ranking) Controls() []string { return plotting.Named }

// RowsWindow returns the window, from the top, in which each row is at least so high in a plot area
// of the given height.
func (r Ranking) RowsWindow(height, least vg.Length) plotting.Window {
	return ink.RowsWindow(len(r.Entries), height, least)
}

// Sheets implements Sheeter: rank, item, probability, mean, standard deviation and interval.
func (r Ranking) Sheets() []plotting.Sheet {
	switch {
	case len(r.Entries) == 0:
		return nil
	case r.Table != nil:
		return []plotting.Sheet{*r.Table}
	}
	header := []string{"rank", "item", "probability", "mean", "standard_deviation", "low", "high"}
	return []plotting.Sheet{{Name: "ranking", Header: header, Rows: func(yield func([]string) bool) {
		for i, e := range r.Entries {
			l := e.Loading
			if !yield([]string{strconv.Itoa(i + 1), r.Names[i], plotting.Cell(e.Probability), plotting.Cell(l.Mean),
				plotting.Cell(l.StandardDeviation), plotting.Cell(l.Low), plotting.Cell(l.High)}) {
				return
			}
		}
	}}}
}

// span returns the range of the loadings, zero included.
func (r Ranking) span() (low, high float64) {
	if r.From < r.To {
		return r.From, r.To
	}
	for _, e := range r.Entries {
		for _, v := range []float64{e.Loading.Mean, e.Loading.Low, e.Loading.High} {
			if ink.Finite(v) {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	return ink.Padded(low, high, 0.03)
}

// A rankingScene is a laid-out [Ranking].
type rankingScene struct {
	Ranking
	rowsScene
	sure vg.Rectangle // of the probabilities; empty where there are none
}

// Sizes of a ranking, in points.
const (
	rankingSure = 84 // width of the probabilities
	rankingBar  = 40 // of the bar in them
)

// Layout implements Figure. The cost grows with the visible part only.
func (r Ranking) Layout(size vg.Point) plotting.Scene {
	s := &rankingScene{Ranking: r, rowsScene: rowsScene{style: r.Style, placed: placed{size: size}, n: len(r.Entries)}}
	st := r.Style
	box, ok := ink.Page(&s.list, st, size, ink.PlaneLeast, r.Title, r.Subtitle)
	if !ok {
		return s
	}
	if len(r.Entries) == 0 {
		s.list.Add(ink.NoteItem{Style: st, Box: box, Text: cmp.Or(r.Empty, "There are no factors to list yet.")})
		return s
	}
	named := size.Y >= ink.PlaneNamed
	heads := vg.Length(0)
	if named {
		heads = ink.LineHeight(ink.Bold(st.Typeface, st.AxisSize)) + st.Padding
	}
	area := vg.Rectangle{Min: vg.Point{X: box.Min.X, Y: box.Min.Y + ink.AxisHeight(st, named)},
		Max: vg.Point{X: box.Max.X, Y: box.Max.Y - heads}}
	names := vg.Length(0)
	if width := box.Max.X - box.Min.X; width >= 220 {
		names = min(ink.WidestOf(ink.Regular(st.Typeface, st.LabelSize), len(r.Names),
			func(i int) string { return r.Names[i] })*1.05+8, 0.35*width)
		if !r.Sure && width >= 360 {
			area.Max.X -= rankingSure + st.Gap
		}
	}
	area.Min.X += names
	if area.Max.Y-area.Min.Y < ink.LeastCells || area.Max.X-area.Min.X < ink.LeastCells {
		return s
	}
	low, high := r.span()
	s.place(area, box.Min.X, 8, s.GetWindow(), low, high)
	if area.Max.X < box.Max.X {
		s.sure = vg.Rectangle{Min: vg.Point{X: box.Max.X - rankingSure, Y: s.area.Min.Y},
			Max: vg.Point{X: box.Max.X, Y: area.Max.Y}}
	}
	if named {
		f := ink.Regular(st.Typeface, st.AxisSize)
		long := []string{": mean and the middle 90 % of the draws", ": mean and middle 90 %", ""}
		if r.Line != "" {
			long = []string{": " + r.Line, ""}
		}
		for _, words := range long {
			s.axis.Name = s.value() + words
			if ink.TextWidth(f, s.axis.Name) <= area.Size().X && ink.Finite(r.Entries[0].Loading.Low) {
				break
			}
		}
	}
	s.build(named)
	return s
}

func (r Ranking) value() string {
	if r.Value == "" {
		return "loading"
	}
	return r.Value
}

func (s *rankingScene) build(named bool) {
	st := s.Style
	_, positive, negative := ink.SignedInks(st)
	if s.From < s.To { // shares have no sign
		positive = st.Ink
	}
	dots := &ink.List{}
	zero := s.axis.At(0)
	dots.Line(st.Hairline, st.AxisStroke, vg.Point{X: zero, Y: s.area.Min.Y}, vg.Point{X: zero, Y: s.area.Max.Y})
	radius := min(max(0.18*s.pitch(), 0.8), 3.5)
	lines := [2]*ink.Stroke{{Colour: positive, Width: st.SelectedStroke}, {Colour: negative, Width: st.SelectedStroke}}
	var means [2]vg.Path
	var tracks, bars vg.Path
	marked := make(map[int]bool, len(s.Selected))
	for _, i := range s.Selected {
		marked[i] = true
	}
	probabilities := &ink.List{}
	face := ink.Regular(st.Typeface, st.TickSize)
	for i := max(int(s.r0), 0); i < len(s.Entries) && float64(i) < s.r1; i++ {
		e, y := s.Entries[i], s.y(float64(i)+0.5)
		sign := 0
		if e.Loading.Mean < 0 {
			sign = 1
		}
		if marked[i] {
			s.mark(dots, y)
		}
		if ink.Finite(e.Loading.Low) {
			lines[sign].Segment(vg.Point{X: s.axis.At(e.Loading.Low), Y: y}, vg.Point{X: s.axis.At(e.Loading.High), Y: y})
		}
		means[sign] = append(means[sign], ink.Disc(vg.Point{X: s.axis.At(e.Loading.Mean), Y: y}, radius)...)
		if s.sure.Max.X > s.sure.Min.X && s.pitch() >= 5 {
			bar := vg.Rectangle{Min: vg.Point{X: s.sure.Min.X, Y: y - 2}, Max: vg.Point{X: s.sure.Min.X + rankingBar, Y: y + 2}}
			tracks = ink.AppendBox(tracks, bar)
			bar.Max.X = bar.Min.X + rankingBar*vg.Length(e.Probability)
			bars = ink.AppendBox(bars, bar)
			if s.pitch() >= 0.8*st.TickSize {
				probabilities.Text(face, st.Muted, vg.Point{X: s.sure.Max.X, Y: y}, ink.MiddleRight, 0,
					plotting.FormatPercent(e.Probability))
			}
		}
	}
	for sign := range lines {
		lines[sign].Colour = plotting.Fade(lines[sign].Colour, 0.55)
		dots.Add(lines[sign])
	}
	dots.Add(ink.Fill{Colour: positive, Path: means[0]})
	dots.Add(ink.Fill{Colour: negative, Path: means[1]})
	s.list.Add(ink.Clipped{Rect: s.area, List: dots})
	if len(tracks) > 0 {
		ground, _, _ := ink.SignedInks(st)
		under := &ink.List{}
		under.Add(ink.Fill{Colour: ground, Path: tracks})
		under.Add(ink.Fill{Colour: st.Muted, Path: bars})
		under.Items = append(under.Items, probabilities.Items...)
		s.list.Add(ink.Clipped{Rect: vg.Rectangle{Min: s.sure.Min, Max: s.sure.Max}, List: under})
		if named {
			s.list.Text(ink.Bold(st.Typeface, st.AxisSize), st.Muted, vg.Point{X: s.sure.Min.X, Y: s.area.Max.Y + st.Padding},
				ink.BaseLeft, 0, "probability")
		}
	}
	var chosen []bool
	if len(marked) > 0 {
		chosen = make([]bool, len(s.Entries))
		for i := range marked {
			chosen[i] = true
		}
	}
	s.finish(func(i int) string { return s.Names[i] }, chosen)
}

// Hit implements Scene: the row under p, with its item as Column and its place as Index.
func (s *rankingScene) Hit(p vg.Point) (plotting.Mark, bool) {
	i, ok := s.rowAt(p)
	if !ok {
		return plotting.Mark{}, false
	}
	e := s.Entries[i]
	m := plotting.NewMark(plotting.ItemMark)
	m.Column, m.Index, m.Title = e.Item, i, s.Names[i]
	m.Anchor = vg.Point{X: s.axis.At(e.Loading.Mean), Y: s.y(float64(i) + 0.5)}
	if s.Told != nil {
		m.Lines = s.Told(i)
		return m, true
	}
	m.Lines = [][2]string{{"mean " + s.value(), plotting.FormatDigits(e.Loading.Mean, 3)}}
	if ink.Finite(e.Loading.Low) {
		m.Lines = append(m.Lines, [2]string{"90 % of draws",
			plotting.FormatDigits(e.Loading.Low, 3) + " to " + plotting.FormatDigits(e.Loading.High, 3)})
	}
	if !s.Sure {
		m.Lines = append(m.Lines, [2]string{"probability", plotting.FormatPercent(e.Probability)})
	}
	m.Lines = append(m.Lines, [2]string{"rank", plotting.FormatCount(i + 1)})
	return m, true
}

// DrawOverlay frames the row under the pointer.
func (s *rankingScene) DrawOverlay(c vg.Canvas, m plotting.Mark) {
	if m.Index >= 0 && m.Index < len(s.Entries) {
		s.frame(c, m.Index)
	}
}

// FactorRanking returns the figure of the items of factor j of a summary; names names the items.
// Without draws there are no intervals.
func FactorRanking(s *factors.Summary, j int, names []string) Ranking {
	r := Ranking{Style: plotting.Light, Window: plotting.All}
	if j < 0 || j >= s.Count() {
		return r
	}
	r.Entries = s.Ranking(j)
	r.Sure = s.Factors.Inclusion == nil || s.Factors.Binary
	for _, e := range r.Entries {
		r.Names = append(r.Names, names[e.Item])
	}
	return r
}

// Places returns the places of items in the list.
func (r Ranking) Places(items []int) (places []int) {
	for i, e := range r.Entries {
		if slices.Contains(items, e.Item) {
			places = append(places, i)
		}
	}
	return places
}

// IsBlank implements [plotting.Blank].
func (r Ranking) IsBlank() bool { return len(r.Entries) == 0 }
