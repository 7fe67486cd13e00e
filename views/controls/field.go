package controls

import (
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// A Field is an entry of one line whose value stands at the right while it is not edited. It
// commits its text at Return or when the focus leaves, not at every key.
type Field struct {
	widget.Entry
	// Rest, if not empty, is shown instead of the text while it is not edited.
	Rest string
	// Left aligns the resting text left.
	Left bool
	Tip  string
	// OnCommit is called with a text that differs from the one before.
	OnCommit func(text string)
	// OnLeave is called when the focus has left.
	OnLeave func()
	// Wrong marks the field in the colour of an error, and shows the text as it was typed.
	Wrong bool
	// OnRevert is called when Escape takes back a committed text that is wrong.
	OnRevert func()

	name      string // of the label beside it
	committed string
	focused   bool
	clicked   bool       // the button that gave the focus is still down
	put       *[2]string // text and rest of the last Put while it was edited; nil for none
}

// NewField returns a field with a text.
func NewField(text string, commit func(string)) *Field {
	f := &Field{OnCommit: commit, committed: text}
	f.Text = text
	f.Wrapping = fyne.TextWrap(fyne.TextTruncateClip)
	f.OnSubmitted = func(string) { f.commit() }
	f.ExtendBaseWidget(f)
	return f
}

// Put sets the text and the text shown at rest without calling OnCommit. A field that is being edited shows them
// afterwards, unless it commits another text.
func (f *Field) Put(text, rest string) {
	if f.focused {
		f.put = &[2]string{text, rest}
		return
	}
	if text == f.Text && rest == f.Rest && text == f.committed {
		return
	}
	f.committed, f.Rest = text, rest
	f.Entry.Text = text
	f.Refresh()
}

// SetWrong marks or clears the mark of an error.
func (f *Field) SetWrong(wrong bool) {
	if f.Wrong != wrong {
		f.Wrong = wrong
		f.Refresh()
	}
}

// Commit commits the text now, as when the focus leaves.
func (f *Field) Commit() { f.commit() }

func (f *Field) commit() {
	if f.Text != f.committed {
		f.committed, f.put = f.Text, nil
		if f.OnCommit != nil {
			f.OnCommit(f.Text)
		}
	}
}

// FocusGained implements fyne.Focusable.
func (f *Field) FocusGained() {
	f.focused = true
	f.Entry.FocusGained()
	Reveal(f)
	f.TypedShortcut(&fyne.ShortcutSelectAll{})
	ShowTip(f, f.Tip)
}

// FocusLost implements fyne.Focusable.
func (f *Field) FocusLost() {
	f.focused = false
	f.Entry.FocusLost()
	HideTip(f)
	f.commit()
	if was := f.put; was != nil && !f.Wrong {
		f.Put(was[0], was[1])
	}
	f.put = nil
	f.Refresh()
	if f.OnLeave != nil {
		f.OnLeave()
	}
}

// MouseDown implements desktop.Mouseable.
func (f *Field) MouseDown(e *desktop.MouseEvent) {
	f.clicked = !f.focused && e.Button == desktop.MouseButtonPrimary
	f.Entry.MouseDown(e)
}

// MouseUp implements desktop.Mouseable. A click that gives the focus selects the text as Tab does, so that typing
// replaces it.
func (f *Field) MouseUp(e *desktop.MouseEvent) {
	f.Entry.MouseUp(e)
	if f.clicked && f.SelectedText() == "" {
		f.TypedShortcut(&fyne.ShortcutSelectAll{})
	}
	f.clicked = false
}

// TypedKey implements fyne.Focusable; Escape takes the change back.
func (f *Field) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyEscape {
		if f.Text == f.committed && !f.Wrong {
			PassOn(f, e) // nothing to take back here
		}
		f.SetText(f.committed)
		if f.Wrong && f.OnRevert != nil {
			f.focused = false // so that it can be put back
			f.OnRevert()
		}
		if c := fyne.CurrentApp().Driver().CanvasForObject(f); c != nil {
			c.Unfocus()
		}
		return
	}
	HideTip(f)
	if len(e.Name) > 1 && e.Name[0] == 'F' { // F5 and the like are the window's
		f.commit()
		PassOn(f, e)
		return
	}
	f.Entry.TypedKey(e)
}

// Shown returns what the field shows while it is not edited: a wrong text as typed, else the value
// in words, or the text for an empty value.
func (f *Field) Shown() string {
	switch {
	case f.Rest != "" && !f.Wrong:
		return f.Rest
	case f.Text == "":
		return f.PlaceHolder
	}
	return f.Text
}

type fieldRenderer struct {
	fyne.WidgetRenderer
	field  *Field
	ground *canvas.Rectangle
	text   *canvas.Text
}

// CreateRenderer implements fyne.Widget.
func (f *Field) CreateRenderer() fyne.WidgetRenderer {
	f.ExtendBaseWidget(f)
	r := &fieldRenderer{WidgetRenderer: f.Entry.CreateRenderer(), field: f, ground: box(look.FieldRadius),
		text: canvas.NewText("", nil)}
	r.paint()
	return r
}

func (r *fieldRenderer) paint() {
	f := r.field
	shown, c := f.Shown(), look.Ink
	if shown != f.Text || shown == "" {
		c = look.Muted
	}
	if f.Disabled() {
		c = "disabled"
	}
	r.ground.FillColor, r.ground.StrokeColor, r.ground.StrokeWidth = tone(look.Field), tone(look.Hairline), 1
	if f.Wrong {
		r.ground.StrokeColor, c = tone(look.Bad), look.BadText
	}
	size := f.Size()
	r.text.TextSize, r.text.Color = look.SizeBody, tone(c)
	r.text.Text = shorten(shown, size.Width-16, look.SizeBody, fyne.TextStyle{}, f.Left)
	r.text.Alignment = fyne.TextAlignTrailing
	if f.Left {
		r.text.Alignment = fyne.TextAlignLeading
	}
	r.ground.Resize(size)
	Place(r.text, 8, 0, size.Width-16, size.Height)
}

func (r *fieldRenderer) Objects() []fyne.CanvasObject {
	if r.field.focused {
		return r.WidgetRenderer.Objects()
	}
	return []fyne.CanvasObject{r.ground, r.text}
}

func (r *fieldRenderer) Layout(s fyne.Size) { r.WidgetRenderer.Layout(s); r.paint() }

func (r *fieldRenderer) MinSize() fyne.Size { return fyne.NewSize(60, 24) }

func (r *fieldRenderer) Refresh() {
	r.WidgetRenderer.Refresh()
	r.paint()
	canvas.Refresh(r.field)
}
