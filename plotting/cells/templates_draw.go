package cells

import (
	"fmt"
	"image"
	"math"
	"slices"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

func (s *templatesScene) build() {
	st := s.Style
	body := &ink.List{}
	var missing []vg.Rectangle
	pictures := &ink.List{}
	frames := &ink.Stroke{Colour: st.Hairline, Width: st.AxisStroke}
	for _, t := range s.tiles {
		for k := range s.Blocks[t.block].Pictures {
			r := s.picture(t, k)
			if r.Max.X < s.area.Min.X || r.Min.X > s.area.Max.X || r.Max.Y < s.area.Min.Y || r.Min.Y > s.area.Max.Y {
				continue
			}
			m, holes := s.paint(&s.Blocks[t.block].Pictures[k])
			if holes {
				missing = append(missing, r)
			}
			pictures.Add(ink.Image{Rect: r, Image: m})
			frames.Path = append(frames.Path, r.Path()...)
		}
	}
	body.Add(ink.Missing{Rects: missing, Style: st})
	body.Items = append(body.Items, pictures.Items...)
	if s.unit >= templateLeast {
		body.Add(frames)
	}
	s.addHeads(body)
	s.list.Add(ink.Clipped{Rect: s.area, List: body})
	s.addKey()
}

// paint makes the image of a picture, one pixel for each value. holes says that some places have
// none.
func (s *templatesScene) paint(p *TemplatePicture) (m *image.RGBA, holes bool) {
	m = image.NewRGBA(image.Rect(0, 0, s.Width, s.Height))
	scale := s.Values
	if p.Signed {
		scale = s.Signed
	}
	filled := 0
	for j, v := range p.Values {
		if x, y := s.place(j); y < s.Height && !math.IsNaN(v) {
			m.SetRGBA(x, y, scale.At(v))
			filled++
		}
	}
	return m, filled < s.Width*s.Height
}

// addHeads writes the names of blocks and groups and frames the selected blocks.
func (s *templatesScene) addHeads(list *ink.List) {
	st := s.Style
	fx, fy := s.scale()
	bold, plain := ink.Bold(st.Typeface, st.LabelSize), ink.Regular(st.Typeface, st.TickSize)
	shown := s.unit * min(fx, fy)
	for _, t := range s.tiles {
		b := &s.Blocks[t.block]
		at := s.at(t.x, t.y+t.side.Y)
		chosen := slices.Contains(s.Selected, b.Index)
		colour := st.Ink
		if chosen {
			colour = st.SelectionText
			r := s.picture(t, 0)
			r.Max.X = s.at(t.x+t.width, 0).X
			list.Add(ink.Outline(st,
				vg.Rectangle{Min: vg.Point{X: r.Min.X - 1.5, Y: r.Min.Y - 1.5}, Max: vg.Point{X: r.Max.X + 1.5, Y: r.Max.Y + 1.5}}))
		}
		room := max(t.width, min(s.unit, 0.6*templateNamed))*fx + templateApart - 3
		switch {
		case shown < templateLeast:
		case shown < templateNamed:
			list.Text(plain, colour, vg.Point{X: at.X, Y: at.Y - 3}, ink.TopLeft, 0, ink.FirstFitting(plain, room, b.Short))
		default:
			list.Text(bold, colour, vg.Point{X: at.X, Y: at.Y - 4}, ink.TopLeft, 0,
				ink.FirstFitting(bold, room, b.Name, b.Short))
			list.Text(plain, st.Muted, vg.Point{X: at.X, Y: at.Y - 4 - ink.LineHeight(bold)}, ink.TopLeft, 0,
				ink.FirstFitting(plain, room, b.Note, b.Brief))
		}
	}
	for _, k := range s.labels {
		at := s.at(0, k.y)
		list.Text(bold, st.Ink, vg.Point{X: s.area.Min.X, Y: at.Y - 2}, ink.TopLeft, 0,
			ink.ElideMiddle(bold, s.Groups[k.group], s.groupRoom(s.sheet.X)-8))
		if k.y > 0 {
			y := s.at(0, k.y-3).Y
			list.Line(st.Hairline, st.AxisStroke, vg.Point{X: s.area.Min.X, Y: y}, vg.Point{X: s.area.Max.X, Y: y})
		}
	}
}

// addKey draws the legend: a bar for each scale in use, then the meaning of the sizes.
func (s *templatesScene) addKey() {
	if s.key.Max.Y <= s.key.Min.Y {
		return
	}
	st := s.Style
	f := ink.Regular(st.Typeface, st.AxisSize)
	x, y := s.key.Min.X, s.key.Max.Y-8
	signed := "factor: change by one s.d."
	if slices.ContainsFunc(s.Blocks, func(b TemplateBlock) bool {
		return len(b.Pictures) > 0 &&
			b.Pictures[0].Name == FeatureValue
	}) {
		signed = "what a feature adds"
	}
	for _, k := range []struct {
		name  string
		scale ink.Scale
		on    bool
	}{{"mean", s.Values, s.has(false)}, {signed, s.Signed, s.has(true)}} {
		width := vg.Length(110)
		if !k.on || x+ink.TextWidth(f, k.name)+8+width > s.key.Max.X {
			continue
		}
		s.list.Text(f, st.Muted, vg.Point{X: x, Y: y - ink.ColorBarHeight/2}, ink.MiddleLeft, 0, k.name)
		x += ink.TextWidth(f, k.name) + 8
		s.list.Add(ink.BarItem{Bar: ink.ColorBar{Scale: k.scale}, Style: st, At: vg.Point{X: x, Y: y}, Width: width})
		x += width + 2*st.Gap
	}
	if text := "area of a picture: share of the rows"; s.sized() && x+ink.TextWidth(f, text) <= s.key.Max.X {
		s.list.Text(f, st.Muted, vg.Point{X: x, Y: y - ink.ColorBarHeight/2}, ink.MiddleLeft, 0, text)
	}
}

// sized reports whether pictures differ in size.
func (s *templatesScene) sized() bool {
	return slices.ContainsFunc(s.Blocks, func(b TemplateBlock) bool { return b.Size != s.Blocks[0].Size })
}

// Hit implements Scene. A pixel has its block as Index, its picture as Node and its value as
// Column. The name of a block is a mark too.
func (s *templatesScene) Hit(p vg.Point) (plotting.Mark, bool) {
	if s.area.Max.X <= s.area.Min.X || !ink.Contains(s.area, p) {
		return plotting.Mark{}, false
	}
	x, y := s.on(p)
	for _, t := range s.tiles {
		if x < t.x || x > t.x+t.width || y < t.y || y > t.y+t.side.Y+s.heads(s.unit) {
			continue
		}
		b := &s.Blocks[t.block]
		m := plotting.NewMark(plotting.BlockMark)
		m.Index, m.Anchor, m.Title, m.Lines = b.Index, p, b.Name, b.Lines
		k := int((x - t.x) / (t.side.X + templateGap))
		within := x - t.x - vg.Length(k)*(t.side.X+templateGap)
		if y >= t.y+t.side.Y || k >= len(b.Pictures) || within >= t.side.X {
			return m, true
		}
		column, row := int(within/t.side.X*vg.Length(s.Width)), int((y-t.y)/t.side.Y*vg.Length(s.Height))
		s.pixel(&m, b, k, column, row)
		return m, true
	}
	return plotting.Mark{}, false
}

// pixel describes the value at a place of a picture.
func (s *templatesScene) pixel(m *plotting.Mark, b *TemplateBlock, k, x, y int) {
	p := &b.Pictures[k]
	m.Kind, m.Node = "cell", k
	m.Title = b.Name + " · " + p.Name
	for j, v := range p.Values {
		if a, c := s.place(j); a == x && c == y {
			m.Column = j
			m.Lines = append([][2]string{{s.name(j), plotting.FormatDigits(v, 3)}}, b.Lines...)
			return
		}
	}
	m.Lines = append([][2]string{{fmt.Sprintf("column %d of row %d", x+1, y+1), "no value"}}, b.Lines...)
}

// DrawOverlay frames the picture under the pointer and marks its pixel in all pictures.
func (s *templatesScene) DrawOverlay(c vg.Canvas, m plotting.Mark) {
	list := &ink.List{}
	for _, t := range s.tiles {
		b := &s.Blocks[t.block]
		if b.Index == m.Index {
			r := s.picture(t, 0)
			r.Max.X = s.at(t.x+t.width, 0).X
			list.Add(ink.Outline(s.Style, r))
		}
		if m.Kind != plotting.CellMark || m.Column < 0 {
			continue
		}
		x, y := s.place(m.Column)
		for k := range b.Pictures {
			r := s.picture(t, k)
			w, h := (r.Max.X-r.Min.X)/vg.Length(s.Width), (r.Max.Y-r.Min.Y)/vg.Length(s.Height)
			pixel := vg.Rectangle{Min: vg.Point{X: r.Min.X + vg.Length(x)*w, Y: r.Max.Y - vg.Length(y+1)*h}}
			pixel.Max = vg.Point{X: pixel.Min.X + w, Y: pixel.Min.Y + h}
			list.Add(&ink.Stroke{Colour: s.Style.Selection, Width: 1, Path: pixel.Path()})
		}
	}
	plotting.Clip(c, s.area, func() { list.Draw(c) })
}
