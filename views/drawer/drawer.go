// Package drawer is the form for changes to the look of a figure. It is made from the list of controls that the figure
// declares.
package drawer

import (
	"image/color"
	"slices"
	"strings"

	"example.org/espalier/plotting"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/say"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Wishes are the drawer's requests to the window.
type Wishes struct {
	Set    func(c plotting.Control, text string) // gives a control another value; "" for the usual one
	Reset  func()                                // puts everything back
	Close  func()
	Colour func(title, now string, chosen func(text string)) // asks for a colour
}

// A Drawer shows the controls of one figure with their values.
type Drawer struct {
	Object fyne.CanvasObject

	wishes Wishes
	width  float32
	of     *controls.Text
	form   *fyne.Container
	body   *container.Scroll
	wrong  *controls.Paragraph
	reset  *controls.Button
	more   *fyne.Container // parts below the controls
	first  fyne.Focusable

	list []plotting.Control
	put  []func(value func(plotting.Control) string)
}

// valueWidth is the width of the column of values.
const valueWidth = 98

// New returns an empty drawer of a width. more stands below its controls.
func New(width float32, w Wishes, more ...fyne.CanvasObject) *Drawer {
	d := &Drawer{wishes: w, width: width, form: controls.Stack(4), more: controls.Stack(12, more...)}
	d.of = controls.NewText("", look.SizeSmall, look.Muted).Elastic()
	d.wrong = controls.NewParagraph("", width, look.SizeSmall, look.BadText)
	d.wrong.Hide()
	d.reset = controls.NewButton("As usual", controls.Linked, w.Reset).WithTip("Restores the default look of this " +
		"figure")
	shut := controls.NewButton("Close", controls.Linked, w.Close).WithTip("Closes the drawer (Esc)")
	head := controls.Row(0, controls.Head("Style").Elastic(), controls.Beside(10, d.reset, shut))
	d.body =
		container.NewVScroll(controls.Inset(look.Margin, 4, look.Margin, look.Margin, controls.Stack(8, d.form, d.more)))
	d.Object = container.NewBorder(controls.Inset(look.Margin, look.Margin-6, look.Margin, 4,
		controls.Stack(8, head, d.of, d.wrong)), nil, nil, nil, d.body)
	return d
}

// Show shows the controls of a figure and their values; changed says whether some are not as usual.
func (d *Drawer) Show(of string, list []plotting.Control, value func(plotting.Control) string, changed bool) {
	if !slices.EqualFunc(list, d.list, same) {
		d.list = list
		d.build()
	}
	text := "Page " + of
	if len(list) == 0 {
		text = "This page has no settings."
	}
	d.of.Set(text)
	for _, put := range d.put {
		put(value)
	}
	d.reset.SetEnabled(changed)
	controls.Relayout(d.Object)
}

// same reports whether two controls look alike.
func same(a, b plotting.Control) bool {
	return a.Name == b.Name && a.Title == b.Title && a.Lacks == b.Lacks && slices.Equal(a.Options, b.Options)
}

// FocusOn gives the keyboard to the first control.
func (d *Drawer) FocusOn(c fyne.Canvas) {
	if d.first != nil {
		c.Focus(d.first)
	}
}

// build makes the form again.
func (d *Drawer) build() {
	d.form.RemoveAll()
	d.put, d.first = nil, nil
	group := ""
	for _, c := range d.list {
		if c.Group != group {
			if group != "" {
				d.form.Add(controls.Gap(0, 6))
			}
			group = c.Group
			d.form.Add(controls.Head(group))
		}
		d.form.Add(d.row(c))
		if c.Lacks != "" {
			d.form.Add(controls.NewParagraph(c.Lacks, d.width, look.SizeSmall, look.Muted))
		}
	}
}

// begin remembers the first control.
func (d *Drawer) begin(f fyne.Focusable) {
	if d.first == nil {
		d.first = f
	}
}

// row makes the row of a control.
func (d *Drawer) row(c plotting.Control) fyne.CanvasObject {
	tip := c.Help
	label := controls.NewFormLabel(c.Title, d.width-valueWidth-8, tip)
	switch c.Kind {
	case plotting.SwitchControl:
		v := controls.NewToggle(false, func(on bool) { d.set(c, map[bool]string{true: "on", false: "off"}[on]) })
		v.Tip = tip
		if c.Idle() {
			v.Disable()
		} else {
			d.begin(v)
		}
		d.put = append(d.put, func(value func(plotting.Control) string) { v.Put(value(c) == "on" && !c.Idle()) })
		return controls.Row(valueWidth, label, v)
	case plotting.ChoiceControl:
		v := controls.NewPicker(withColours(c.Options), "", func(text string) { d.set(c, text) })
		v.Tip = tip
		if c.Idle() {
			v.Disable()
		} else {
			d.begin(v)
		}
		d.put = append(d.put, func(value func(plotting.Control) string) {
			text := value(c)
			if !slices.Contains(c.Options, text) {
				text = c.Usual // which the figure shows in its place
			}
			v.Put(text)
		})
		return controls.Row(valueWidth, label, v)
	}
	var v *controls.Field
	v = controls.NewField("", func(text string) {
		text = strings.TrimSpace(text)
		if c.Kind != plotting.TextControl {
			text = say.DecimalPoint(text)
		}
		if c.Kind == plotting.NumberControl {
			text = strings.TrimSpace(strings.TrimSuffix(text, c.Unit))
		}
		if strings.EqualFold(text, usual) {
			text = ""
		}
		if text != "" {
			if err := c.Check(text); err != nil {
				v.SetWrong(true)
				d.complain(err)
				return
			}
		}
		v.SetWrong(false)
		d.set(c, text)
	})
	v.Tip, v.OnRevert = tip, func() { d.complain(nil) }
	d.begin(v)
	d.put = append(d.put, func(value func(plotting.Control) string) {
		text, rest := value(c), ""
		switch {
		case text == "" && c.Kind == plotting.TextControl:
			rest = "its own"
		case text == "":
			rest = usual
		case c.Unit != "":
			rest = text + " " + c.Unit
		}
		if !v.Wrong {
			v.Put(text, rest)
		}
	})
	if c.Kind != plotting.ColourControl {
		return controls.Row(valueWidth, label, v)
	}
	return controls.RowWith(valueWidth, label, d.swatch(c), v)
}

// usual stands for a value that depends on the figure.
const usual = "usual"

// swatch shows the colour of a control and asks for another.
func (d *Drawer) swatch(c plotting.Control) fyne.CanvasObject {
	now := ""
	s := controls.NewSwatch(usualMissing(), nil)
	s.OnTapped = func() {
		if d.wishes.Colour != nil {
			d.wishes.Colour(c.Title, now, func(text string) { d.set(c, text) })
		}
	}
	d.put = append(d.put, func(value func(plotting.Control) string) {
		now = value(c)
		s.Colour = usualMissing()
		if k, ok := plotting.ParseColour(now); ok {
			s.Colour = k
		}
		s.Refresh()
	})
	return s
}

// usualMissing returns the colour of missing cells on the ground of the window.
func usualMissing() color.Color {
	set := fyne.CurrentApp().Settings()
	if t, ok := set.Theme().(look.Theme); ok && t.IsDark(set.ThemeVariant()) {
		return plotting.Dark.Missing
	}
	return plotting.Light.Missing
}

// set asks for a value.
func (d *Drawer) set(c plotting.Control, text string) {
	d.complain(nil)
	d.wishes.Set(c, text)
}

// complain shows an error; nil shows nothing.
func (d *Drawer) complain(err error) {
	if err == nil {
		d.wrong.Hide()
	} else {
		d.wrong.Set(say.Sentence(err.Error()), look.BadText)
		d.wrong.Show()
	}
	controls.Relayout(d.Object)
}
