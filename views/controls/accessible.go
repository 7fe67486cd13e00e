package controls

import (
	"cmp"
	"fmt"
	"image/color"

	"example.org/espalier/plotting"

	"fyne.io/fyne/v2"
)

// Texts of the controls for screen readers, where the toolkit hands them on: on Windows and macOS, in builds with the
// tag "accessibility". It knows four roles; a control that is pressed is a button, whatever it looks like.
var (
	_ fyne.Accessible = (*Button)(nil)
	_ fyne.Accessible = (*Picker)(nil)
	_ fyne.Accessible = (*Toggle)(nil)
	_ fyne.Accessible = (*Text)(nil)
	_ fyne.Accessible = (*Paragraph)(nil)
	_ fyne.Accessible = (*Field)(nil)
	_ fyne.Accessible = (*Slider)(nil)
	_ fyne.Accessible = (*EpochSlider)(nil)
	_ fyne.Accessible = (*Tabs)(nil)
	_ fyne.Accessible = (*Swatch)(nil)
)

// A Nameable control takes the name by which a screen reader calls it: that of the label beside it.
type Nameable interface{ SetName(name string) }

// nameBy names a control by the label of its row.
func nameBy(label, control fyne.CanvasObject) {
	c, ok := control.(Nameable)
	if !ok {
		return
	}
	switch l := label.(type) {
	case *Text:
		c.SetName(l.Text)
	case *FormLabel:
		c.SetName(l.Text)
	}
}

// said puts a name before the content of a control.
func said(name, holds string) string {
	if name == "" || holds == "" {
		return cmp.Or(name, holds)
	}
	return name + ": " + holds
}

// SetName implements Nameable.
func (f *Field) SetName(name string) { f.name = name }

// AccessibilityLabel implements fyne.Accessible: the name, and the text or its placeholder.
func (f *Field) AccessibilityLabel() string {
	return said(cmp.Or(f.name, f.Tip), cmp.Or(f.Shown(), f.PlaceHolder, "empty"))
}

// AccessibilityRole implements fyne.Accessible. The toolkit has no role for a field.
func (f *Field) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// SetName implements Nameable.
func (s *Slider) SetName(name string) { s.name = name }

// AccessibilityLabel implements fyne.Accessible.
func (s *Slider) AccessibilityLabel() string {
	return said(cmp.Or(s.name, s.Tip), fmt.Sprintf("%d of %d", s.Value, s.Steps))
}

// AccessibilityRole implements fyne.Accessible. The toolkit has no role for a slider.
func (s *Slider) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// AccessibilityLabel implements fyne.Accessible.
func (s *EpochSlider) AccessibilityLabel() string {
	return fmt.Sprintf("epoch: %d of %d", s.Value, s.Steps)
}

// AccessibilityLabel implements fyne.Accessible: the page that is shown, and how many there are.
func (t *Tabs) AccessibilityLabel() string {
	return fmt.Sprintf("page %s, %d of %d", t.Picked(), t.at+1, len(t.names))
}

// AccessibilityLabel implements fyne.Accessible.
func (p *Paragraph) AccessibilityLabel() string { return p.Text }

// AccessibilityRole implements fyne.Accessible.
func (p *Paragraph) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// AccessibilityLabel implements fyne.Accessible.
func (s *Swatch) AccessibilityLabel() string {
	if s.Colour == nil {
		return "colour"
	}
	c := color.NRGBAModel.Convert(s.Colour).(color.NRGBA)
	return "colour " + plotting.FormatColour(c)
}

// SetName implements Nameable.
func (p *Picker) SetName(name string) { p.name = name }

// SetName implements Nameable.
func (t *Toggle) SetName(name string) { t.name = name }

// AccessibilityLabel implements fyne.Accessible.
func (b *Button) AccessibilityLabel() string { return cmp.Or(b.Text, b.Tip) }

// AccessibilityLabel implements fyne.Accessible. It names the choice too.
func (p *Picker) AccessibilityLabel() string {
	chosen := p.Value
	for _, o := range p.Options {
		if o.Value == p.Value {
			chosen = o.Title
		}
	}
	if name := cmp.Or(p.Label, p.name, p.Tip); name != "" {
		return name + ": " + chosen
	}
	return chosen
}

// AccessibilityLabel implements fyne.Accessible. It says whether it is on.
func (t *Toggle) AccessibilityLabel() string {
	state := map[[2]bool]string{{false, false}: "off", {false, true}: "on", {true, false}: "learnt",
		{true, true}: "held"}[[2]bool{t.Lock, t.On}]
	return said(cmp.Or(t.name, t.Tip), state)
}

// AccessibilityLabel implements fyne.Accessible.
func (t *Text) AccessibilityLabel() string { return t.Text }

// AccessibilityRole implements fyne.Accessible.
func (t *Text) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// AccessibilityLabel implements fyne.Accessible.
func (l *Link) AccessibilityLabel() string { return l.Text }
