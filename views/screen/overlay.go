package screen

import (
	"image/color"

	"example.org/espalier/plotting"
	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
)

// maxTipLines limits the lines of a tooltip.
const maxTipLines = 12

// Sizes of the tooltip, in units of the toolkit.
const (
	tipTitle   float32 = 12.5
	tipText    float32 = 11.5
	tipPadding float32 = 10
	tipGap     float32 = 16 // between labels and values
	tipAway    float32 = 14 // from the pointer
	tipWidest  float32 = 300
)

// viewRenderer lays out the picture and, above it, the few objects of the overlay.
type viewRenderer struct {
	view   *View
	card   *canvas.Rectangle
	title  *canvas.Text
	labels []*canvas.Text
	values []*canvas.Text
	ring   *canvas.Rectangle
	all    []fyne.CanvasObject
	marked plotting.Mark  // shown by the overlay
	under  plotting.Scene // of which scene
}

func newViewRenderer(v *View) *viewRenderer {
	r := &viewRenderer{
		view: v,
		card: canvas.NewRectangle(color.Transparent),
		ring: canvas.NewRectangle(color.Transparent),
	}
	r.card.CornerRadius, r.card.StrokeWidth = 6, 1
	r.ring.CornerRadius, r.ring.StrokeWidth = 6, 2
	r.title = canvas.NewText("", color.Black)
	r.title.TextStyle.Bold = true
	r.all = []fyne.CanvasObject{v.raster, v.probe, v.overlay.raster, r.card, r.title}
	for range maxTipLines {
		label, value := canvas.NewText("", color.Black), canvas.NewText("", color.Black)
		value.Alignment = fyne.TextAlignTrailing
		r.labels, r.values = append(r.labels, label), append(r.values, value)
		r.all = append(r.all, label, value)
	}
	r.all = append(r.all, r.ring)
	r.Refresh()
	return r
}

func (r *viewRenderer) Destroy()                     {}
func (r *viewRenderer) MinSize() fyne.Size           { return r.view.least }
func (r *viewRenderer) Objects() []fyne.CanvasObject { return r.all }

func (r *viewRenderer) Layout(size fyne.Size) {
	r.view.raster.Resize(size)
	r.view.overlay.raster.Resize(size)
	controls.Place(r.ring, 1, 1, size.Width-2, size.Height-2)
	r.place()
}

// Refresh brings the overlay up to date. The picture refreshes itself when it changes.
func (r *viewRenderer) Refresh() {
	v := r.view
	r.ring.StrokeColor = theme.Color(theme.ColorNamePrimary)
	controls.Show(r.ring, v.focused && v.ring && !v.Plain)
	r.ring.Refresh()
	r.place()
}

// place fills and moves the tooltip.
func (r *viewRenderer) place() {
	v := r.view
	show := v.hovering && v.inside && !v.dragging
	m := v.hover
	_, scene := v.Shown()
	_, over := scene.(overlayScene)
	if v.lasso.drawing {
		show, over, m = true, true, v.lasso.mark()
	}
	controls.Show(v.overlay.raster, show && over)
	if show && over && (v.lasso.drawing || !sameMark(r.marked, m)) || r.under != scene {
		v.overlay.raster.Refresh()
		r.marked, r.under = m, scene
	}
	controls.Show(r.card, show && (m.Title != "" || len(m.Lines) > 0))
	controls.Show(r.title, r.card.Visible() && m.Title != "")
	lines := m.Lines[:min(len(m.Lines), maxTipLines)]
	for i := range r.labels {
		on := r.card.Visible() && i < len(lines)
		controls.Show(r.labels[i], on)
		controls.Show(r.values[i], on)
	}
	if !show {
		return
	}
	s := v.style
	size := v.Size()
	if !r.card.Visible() {
		return
	}
	// Set the text first: the card takes its size. Letters grow with those of the figure, as in a lecture hall.
	grow := max(1, float32(s.TickSize/plotting.Light.TickSize))
	titled, text, widest, gap := grow*tipTitle, grow*tipText, grow*tipWidest, grow*tipGap
	r.title.TextSize = titled
	r.title.Text, r.title.Color = controls.Elide(m.Title, titled, true, widest), s.Ink
	box := fyne.NewSize(0, 0)
	lineHeight := fyne.MeasureText("Ég", text, fyne.TextStyle{}).Height
	if r.title.Visible() {
		box = r.title.MinSize()
		box.Height += 2
	}
	for i, l := range lines {
		label := controls.Elide(l[0], text, false, widest/2)
		left := controls.TextWidth(label, text, false)
		value := controls.Elide(l[1], text, false, widest-left-gap)
		r.labels[i].TextSize, r.values[i].TextSize = text, text
		r.labels[i].Text, r.labels[i].Color = label, s.Muted
		r.values[i].Text, r.values[i].Color = value, s.Ink
		box.Width = max(box.Width, left+gap+controls.TextWidth(value, text, false))
	}
	box.Height += float32(len(lines)) * lineHeight
	outer := fyne.NewSize(box.Width+2*tipPadding, box.Height+2*tipPadding-4)
	at := tipPlace(v.pointer, outer, size)
	r.card.FillColor, r.card.StrokeColor = s.Surface, s.Hairline
	r.card.Move(at)
	r.card.Resize(outer)
	r.card.Refresh()
	y := at.Y + tipPadding - 2
	if r.title.Visible() {
		r.title.Move(fyne.NewPos(at.X+tipPadding, y))
		r.title.Resize(r.title.MinSize())
		r.title.Refresh()
		y += r.title.MinSize().Height + 2
	}
	for i := range lines {
		controls.Place(r.labels[i], at.X+tipPadding, y, box.Width, lineHeight)
		controls.Place(r.values[i], at.X+tipPadding, y, box.Width, lineHeight)
		r.labels[i].Refresh()
		r.values[i].Refresh()
		y += lineHeight
	}
}

// tipPlace puts a box beside the pointer and inside the view: below right where there
// is room, else on the other side.
func tipPlace(pointer fyne.Position, box, view fyne.Size) fyne.Position {
	x, y := pointer.X+tipAway, pointer.Y+tipAway
	if x+box.Width > view.Width-4 {
		x = pointer.X - tipAway - box.Width
	}
	if y+box.Height > view.Height-4 {
		y = pointer.Y - tipAway - box.Height
	}
	return fyne.NewPos(max(4, min(x, view.Width-box.Width-4)), max(4, min(y, view.Height-box.Height-4)))
}
