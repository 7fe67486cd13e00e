package drawer

import (
	"image/color"
	"math"
	"reflect"
	"slices"

	"example.org/espalier/plotting"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Codings is the form of the colours of the annotations that a figure draws.
type Codings struct {
	Object *fyne.Container

	set     func(annotation string, c plotting.Coding)
	ask     func(title, now string, chosen func(text string))
	shown   []plotting.Coded
	now     *plotting.Codings
	codings []plotting.Coding // of shown
	levels  []*level          // for tests and the focus
}

// mostListed limits how many levels of an annotation the form lists.
const mostListed = 24

// NewCodings returns an empty form. set receives another coding of an annotation, ask asks for a colour.
func NewCodings(set func(annotation string, c plotting.Coding),
	ask func(title, now string, chosen func(text string))) *Codings {
	return &Codings{Object: controls.Stack(4), set: set, ask: ask}
}

// Show shows the annotations of a figure.
func (k *Codings) Show(list []plotting.Coded, now *plotting.Codings) {
	k.now = now
	var codings []plotting.Coding
	for _, a := range list {
		codings = append(codings, now.Of(a.Name))
	}
	if reflect.DeepEqual(codings, k.codings) && slices.EqualFunc(list, k.shown, func(a, b plotting.Coded) bool {
		return a.Name == b.Name && a.As == b.As && slices.Equal(a.Levels, b.Levels) && slices.Equal(a.Colours, b.Colours)
	}) {
		return
	}
	k.shown, k.codings, k.levels = list, codings, nil
	k.Object.RemoveAll()
	for i, a := range list {
		if i > 0 && slices.ContainsFunc(list[:i], func(b plotting.Coded) bool { return b.Name == a.Name }) {
			continue
		}
		k.add(a)
	}
}

// add adds the rows of one annotation.
func (k *Codings) add(a plotting.Coded) {
	coding := k.now.Of(a.Name)
	ways := []string{usual, plotting.CodedColours}
	if a.Numeric {
		ways = append(ways, plotting.CodedGradient, plotting.CodedBars)
	}
	as := controls.NewPicker(controls.Options(ways...), orUsual(coding.As), func(text string) {
		coding.As, coding.Palette = fromUsual(text), ""
		k.set(a.Name, coding)
	})
	as.Tip = "How the annotation is drawn, in every figure"
	palettes := plotting.CategoryPalettes
	if a.As == plotting.CodedGradient {
		palettes = plotting.SequentialPalettes
	}
	palette := controls.NewPicker(withColours(append([]string{usual}, palettes...)),
		orUsual(coding.Palette), func(text string) {
			coding.Palette = fromUsual(text)
			k.set(a.Name, coding)
		})
	palette.Tip = "Colours of the annotation, in every figure"
	k.Object.Add(controls.Gap(0, 6))
	k.Object.Add(controls.Head(a.Name))
	k.Object.Add(controls.Row(valueWidth, controls.Label("Drawn as"), as))
	k.Object.Add(controls.Row(valueWidth, controls.Label("Palette"), palette))
	if a.As != plotting.CodedColours {
		return
	}
	from := len(k.levels)
	for i, name := range a.Levels[:min(len(a.Levels), mostListed)] {
		l := newLevel(name, a.Colours[i])
		l.onTap = func() {
			k.ask(a.Name+": "+name, coding.Colours[name], func(text string) { k.set(a.Name, coding.WithColour(name, text)) })
		}
		l.onMove = func(by int) {
			to := min(max(i+by, 0), len(a.Levels)-1)
			if to == i {
				return
			}
			order := slices.Delete(slices.Clone(a.Levels), i, i+1)
			if len(coding.Order)+len(coding.Among) == 0 {
				coding.Among = a.Levels // as the table has them: each keeps its place in the palette
			}
			coding.Order = slices.Insert(order, to, name)
			k.set(a.Name, coding)
			k.focus(a.Name, name)
		}
		l.onDrag = func(by int, at fyne.Position) {
			rows := k.levels[from : from+min(len(a.Levels), mostListed)]
			to := controls.AreaOf(rows[min(max(i+by, 0), len(rows)-1)])
			if by > 0 {
				to.At.Y += to.Size.Height // it goes below the rows that it passes
			}
			to.At.Y, to.Size.Height = to.At.Y-1, 2
			if by == 0 {
				to.Size = fyne.Size{}
			}
			controls.Carry(l, name, at, to)
		}
		l.annotation = a.Name
		k.levels = append(k.levels, l)
		k.Object.Add(l)
	}
}

// focus gives the keyboard back to a level that has moved.
func (k *Codings) focus(annotation, name string) {
	for _, l := range k.levels {
		if l.annotation == annotation && l.name.Text == name {
			if c := fyne.CurrentApp().Driver().CanvasForObject(l); c != nil {
				c.Focus(l)
			}
		}
	}
}

func orUsual(text string) string {
	if text == "" {
		return usual
	}
	return text
}

func fromUsual(text string) string {
	if text == usual {
		return ""
	}
	return text
}

// A level is a category with its colour. A tap asks for another colour; dragging it, or the arrow keys,
// give it another place.
type level struct {
	widget.BaseWidget
	annotation string
	patch      *canvas.Rectangle
	ring       *canvas.Rectangle
	name       *controls.Text
	onTap      func()
	onMove     func(by int)
	onDrag     func(by int, at fyne.Position) // while it is dragged; at is where the pointer is on the canvas
	dragged    float32
}

const levelHeight = 22

func newLevel(name string, c color.NRGBA) *level {
	l := &level{patch: canvas.NewRectangle(c), ring: canvas.NewRectangle(color.Transparent),
		name: controls.NewText(name, look.SizeBody, look.Ink).Elastic()}
	l.name.WithTip("Click to change the colour. Drag, or press ↑ or ↓, to move it")
	l.patch.CornerRadius, l.ring.CornerRadius, l.ring.StrokeWidth = 4, 5, 2
	l.ring.Hide()
	l.ExtendBaseWidget(l)
	return l
}

// CreateRenderer implements fyne.Widget.
func (l *level) CreateRenderer() fyne.WidgetRenderer {
	row := container.NewBorder(nil, nil,
		controls.Inset(2, 3, 8, 3, container.New(controls.Fixed(16, levelHeight-6), l.patch)), nil, l.name)
	return widget.NewSimpleRenderer(container.NewStack(row, l.ring))
}

// AccessibilityLabel implements fyne.Accessible.
func (l *level) AccessibilityLabel() string { return "colour and place of " + l.name.Text }

// AccessibilityRole implements fyne.Accessible.
func (l *level) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// MinSize implements fyne.Widget.
func (l *level) MinSize() fyne.Size { return fyne.NewSize(60, levelHeight) }

// Tapped implements fyne.Tappable.
func (l *level) Tapped(*fyne.PointEvent) { l.onTap() }

// Dragged implements fyne.Draggable.
func (l *level) Dragged(e *fyne.DragEvent) {
	l.dragged += e.Dragged.DY
	controls.HideTip(l.name)
	l.onDrag(l.passed(), e.AbsolutePosition)
}

// passed returns how many rows it was dragged past, upwards if negative.
func (l *level) passed() int { return int(math.Round(float64(l.dragged / (levelHeight + 4)))) }

// DragEnd implements fyne.Draggable.
func (l *level) DragEnd() {
	by := l.passed()
	l.dragged = 0
	controls.EndCarry(l)
	l.onMove(by)
}

// FocusGained implements fyne.Focusable.
func (l *level) FocusGained() {
	l.ring.StrokeColor = theme.Color(theme.ColorNamePrimary)
	l.ring.Show()
	l.ring.Refresh()
}

// FocusLost implements fyne.Focusable.
func (l *level) FocusLost() { l.ring.Hide() }

// TypedRune implements fyne.Focusable.
func (l *level) TypedRune(rune) {}

// TypedKey implements fyne.Focusable.
func (l *level) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyUp:
		l.onMove(-1)
	case fyne.KeyDown:
		l.onMove(1)
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		l.onTap()
	default:
		controls.PassOn(l, e)
	}
}
