package stages

import (
	"context"
	"image"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/raster"
	"example.org/espalier/plotting/teach"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/panics"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A stageGallery is the stages to choose from, each with a small picture.
type stageGallery struct {
	object fyne.CanvasObject
	t      *Teacher
	cards  []*stageCard
	scroll *container.Scroll
	last   int // card of the stage that was shown last
	ctx    context.Context
	stop   context.CancelFunc
	dark   bool
}

// Sizes of a card, its picture and the space between cards.
const (
	cardWidth    float32 = 276 // the least
	stageGap     float32 = 16
	cardMargin   float32 = 5
	cardText     float32 = 88
	pictureShape         = 0.625 // height by width
)

// A galleryLayout puts cards of equal size in rows that fill the width.
type galleryLayout struct{}

// card returns the size of a card and how many stand in a row.
func (galleryLayout) card(width float32) (fyne.Size, int) {
	n := max(int((width+stageGap)/(cardWidth+stageGap)), 1)
	w := (width - stageGap*float32(n-1)) / float32(n)
	return fyne.NewSize(w, (w-2*cardMargin)*pictureShape+cardText), n
}

// MinSize implements fyne.Layout; the height is that of the width at hand.
func (l galleryLayout) MinSize(cards []fyne.CanvasObject) fyne.Size {
	width := float32(3*cardWidth + 2*stageGap)
	if len(cards) > 0 && cards[len(cards)-1].Size().Width > 0 {
		last := cards[len(cards)-1]
		return fyne.NewSize(cardWidth, last.Position().Y+last.Size().Height)
	}
	card, n := l.card(width)
	rows := float32((len(cards) + n - 1) / n)
	return fyne.NewSize(cardWidth, rows*(card.Height+stageGap))
}

// Layout implements fyne.Layout.
func (l galleryLayout) Layout(cards []fyne.CanvasObject, s fyne.Size) {
	card, n := l.card(s.Width)
	for i, o := range cards {
		o.Move(fyne.NewPos(float32(i%n)*(card.Width+stageGap), float32(i/n)*(card.Height+stageGap)))
		o.Resize(card)
	}
}

// pictureWidth is the width for which small pictures are laid out: their text need not be legible.
const pictureWidth = 760.0

func newStageGallery(t *Teacher) *stageGallery {
	g := &stageGallery{t: t}
	grid := container.New(galleryLayout{})
	for _, s := range teach.Stages() {
		c := newStageCard(s, func() { t.OpenName(s.Name) })
		g.cards = append(g.cards, c)
		grid.Add(c)
	}
	head := controls.Stack(4,
		controls.NewText("Watch priors unfold and posteriors form", 20, look.Ink).Bold().Elastic(),
		controls.NewText("Each stage shows one idea: play it, step forward and back, change its controls. The same "+
			"seed shows the same pictures.", look.SizeBody, look.Muted).Elastic())
	top := container.NewBorder(nil, nil, nil,
		container.NewVBox(controls.NewButton("Back to my work", controls.Quiet, t.Leave).WithTip("Your "+
			"work is unchanged (Esc)")), head)
	g.scroll = container.NewVScroll(controls.Inset(2*look.Margin, 0, look.Margin, look.Margin, grid))
	g.object = container.NewBorder(controls.Inset(2*look.Margin, look.Margin, 2*look.Margin, 12, top),
		nil, nil, nil, g.scroll)
	g.restyle()
	return g
}

// focus moves the focus to the card of the stage shown last, and scrolls to it.
func (g *stageGallery) focus() {
	if g.last >= len(g.cards) {
		return
	}
	card := g.cards[g.last]
	g.t.h.Window.Canvas().Focus(card)
	top, height := card.Position().Y, card.Size().Height
	if at := g.scroll.Offset.Y; top < at || top+height > at+g.scroll.Size().Height {
		g.scroll.ScrollToOffset(fyne.NewPos(0, max(0, top+height/2-g.scroll.Size().Height/2)))
	}
}

// restyle draws the pictures, one after another, on another goroutine.
func (g *stageGallery) restyle() {
	if dark := g.t.h.Dark(); g.stop == nil || dark != g.dark {
		g.close()
		g.dark = dark
		g.ctx, g.stop = context.WithCancel(g.t.h.Context)
		go g.draw(g.ctx, g.t.h.Style())
	}
}

func (g *stageGallery) draw(ctx context.Context, style plotting.Style) {
	for _, c := range g.cards {
		img, err := panics.Call(func() (image.Image, error) { return stagePicture(ctx, c.stage, style) })
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			continue // a card without a picture still opens its stage, which shows the error
		}
		g.t.h.Post(func() { c.setPicture(img) })
	}
}

// stagePicture draws a stage small, at twice the resolution shown.
func stagePicture(ctx context.Context, s teach.Stage, style plotting.Style) (image.Image, error) {
	c, err := teach.Request{Stage: s.Name, Seed: 1}.Open(nil)
	if err != nil {
		return nil, err
	}
	if err := c.To(ctx, s.PreviewStep(c.Steps())); err != nil {
		return nil, err
	}
	f := c.Figure()
	f = plotting.InStyle(f, style)
	const w, h = 720, int(720 * pictureShape)
	img, _ := raster.Figure(f, w, h, w/pictureWidth, nil)
	return img, nil
}

func (g *stageGallery) close() {
	if g.stop != nil {
		g.stop()
	}
}

// A stageCard is a stage in the gallery: a picture, a title and a sentence.
type stageCard struct {
	widget.BaseWidget
	controls.Touch
	stage   teach.Stage
	picture *canvas.Image
	opened  func()
}

var (
	_ fyne.Focusable    = (*stageCard)(nil)
	_ desktop.Hoverable = (*stageCard)(nil)
	_ fyne.Accessible   = (*stageCard)(nil)
)

func newStageCard(s teach.Stage, opened func()) *stageCard {
	c := &stageCard{stage: s, opened: opened, picture: canvas.NewImageFromImage(image.NewRGBA(image.Rect(0, 0, 1, 1)))}
	c.picture.FillMode, c.picture.ScaleMode = canvas.ImageFillContain, canvas.ImageScaleSmooth
	c.Attend(c)
	c.ExtendBaseWidget(c)
	return c
}

func (c *stageCard) setPicture(img image.Image) {
	c.picture.Image = img
	c.picture.Refresh()
}

// AccessibilityLabel implements fyne.Accessible.
func (c *stageCard) AccessibilityLabel() string { return c.stage.Title + ". " + c.stage.Summary }

// AccessibilityRole implements fyne.Accessible.
func (c *stageCard) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// Tapped implements fyne.Tappable.
func (c *stageCard) Tapped(*fyne.PointEvent) { c.opened() }

// TypedKey implements fyne.Focusable: Return opens, the arrows go to a neighbour.
func (c *stageCard) TypedKey(e *fyne.KeyEvent) {
	c.typed(e, fyne.CurrentApp().Driver().CanvasForObject(c))
}

// typed is TypedKey of a card on a canvas, nil before it is drawn.
func (c *stageCard) typed(e *fyne.KeyEvent, on fyne.Canvas) {
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		c.opened()
		return
	}
	if on == nil {
		return
	}
	switch e.Name {
	case fyne.KeyRight, fyne.KeyDown:
		on.FocusNext()
	case fyne.KeyLeft, fyne.KeyUp:
		on.FocusPrevious()
	default:
		if f := on.OnTypedKey(); f != nil {
			f(e)
		}
	}
}

// Cursor implements desktop.Cursorable.
func (c *stageCard) Cursor() desktop.Cursor { return desktop.PointerCursor }

// MinSize is that of the card.
func (c *stageCard) MinSize() fyne.Size {
	return fyne.NewSize(cardWidth, cardWidth*pictureShape+cardText)
}

// CreateRenderer implements fyne.Widget.
func (c *stageCard) CreateRenderer() fyne.WidgetRenderer {
	ground := canvas.NewRectangle(nil)
	ground.CornerRadius = look.CardRadius
	name := controls.NewText(c.stage.Title, look.SizeName-1, look.Ink).Bold().Elastic()
	about := controls.NewParagraph(c.stage.Summary, cardWidth-30, look.SizeSmall, look.Muted)
	r := &cardRenderer{card: c, ground: ground, name: name, about: about}
	r.Renderer = controls.Renderer{Parts: []fyne.CanvasObject{ground, c.picture, name, about}, Lay: r.lay,
		Min: c.MinSize, Paint: r.paint}
	return r
}

// A cardRenderer paints the ground of a card by whether it is pointed at.
type cardRenderer struct {
	controls.Renderer
	card   *stageCard
	ground *canvas.Rectangle
	name   *controls.Text
	about  *controls.Paragraph
}

func (r *cardRenderer) lay(s fyne.Size) {
	r.ground.Resize(s)
	w := s.Width - 2*cardMargin
	h := w * pictureShape
	controls.Place(r.card.picture, cardMargin, cardMargin, w, h)
	put := func(o fyne.CanvasObject, y float32) {
		controls.Place(o, 12, h+y, s.Width-24, o.MinSize().Height)
	}
	put(r.name, 12)
	if r.about.Width != s.Width-24 {
		r.about.Width = s.Width - 24
		r.about.Refresh()
	}
	put(r.about, 32)
	r.paint()
}

func (r *cardRenderer) paint() {
	tone := func(name fyne.ThemeColorName) { r.ground.StrokeColor = theme.Color(name) }
	r.ground.FillColor = theme.Color(look.Surface)
	r.ground.StrokeWidth = 1
	tone(look.Hairline)
	if r.card.Hovered() {
		tone(look.Accent)
	}
	if r.card.Focused() {
		r.ground.StrokeWidth = 2
		tone(look.Accent)
	}
}
