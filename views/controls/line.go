package controls

import (
	"image/color"

	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// A Line is text at the left and text at the right on one baseline, shortened to fit.
type Line struct {
	widget.BaseWidget
	Left, Right           string
	Short                 string // stands for Left where that does not fit; "" for none
	LeftRole, RightRole   fyne.ThemeColorName
	TextSize              float32
	Bold                  bool
	Tall                  float32
	leftObject, rightSide *canvas.Text
}

// NewLine returns a line of body text with a part at the left and one at the right.
func NewLine(left, right string) *Line {
	l := &Line{Left: left, Right: right, LeftRole: look.Muted, RightRole: look.Ink, TextSize: look.SizeBody, Tall: 24}
	l.ExtendBaseWidget(l)
	return l
}

// NewTextLine returns a text in one line of a height.
func NewTextLine(text string, size float32, bold bool, c fyne.ThemeColorName, height float32) *Line {
	l := &Line{Left: text, LeftRole: c, RightRole: look.Ink, TextSize: size, Bold: bold, Tall: height}
	l.ExtendBaseWidget(l)
	return l
}

// Set changes the text.
func (l *Line) Set(left, right string) {
	if l.Left != left || l.Right != right {
		l.Left, l.Right = left, right
		l.Refresh()
	}
}

func (l *Line) MinSize() fyne.Size { return fyne.NewSize(40, l.Tall) }

func (l *Line) CreateRenderer() fyne.WidgetRenderer {
	l.leftObject, l.rightSide = canvas.NewText("", color.Black), canvas.NewText("", color.Black)
	l.lay(l.Size())
	return &Renderer{Parts: []fyne.CanvasObject{l.leftObject, l.rightSide}, Lay: l.lay, Min: l.MinSize,
		Paint: func() { l.lay(l.Size()) }}
}

func (l *Line) lay(size fyne.Size) {
	for _, t := range []*canvas.Text{l.leftObject, l.rightSide} {
		t.TextSize, t.TextStyle.Bold = l.TextSize, l.Bold
	}
	l.leftObject.Color, l.rightSide.Color = tone(l.LeftRole), tone(l.RightRole)
	room := size.Width
	left := TextWidth(l.Left, l.TextSize, l.Bold)
	if l.Right != "" {
		// Values matter more than labels, but a label keeps half the width if it needs it.
		l.rightSide.Text = Elide(l.Right, l.TextSize, l.Bold, max(room-left-12, room/2))
		room -= TextWidth(l.rightSide.Text, l.TextSize, l.Bold) + 12
	} else {
		l.rightSide.Text = ""
	}
	text := l.Left
	if l.Short != "" && left > room {
		text = l.Short
	}
	l.leftObject.Text = Elide(text, l.TextSize, l.Bold, max(room, 0))
	height := l.leftObject.MinSize().Height
	y := (size.Height - height) / 2
	l.leftObject.Move(fyne.NewPos(0, y))
	l.leftObject.Resize(l.leftObject.MinSize())
	w := l.rightSide.MinSize().Width
	l.rightSide.Move(fyne.NewPos(size.Width-w, y))
	l.rightSide.Resize(l.rightSide.MinSize())
}
