package controls

import (
	"cmp"

	"fyne.io/fyne/v2"
)

// What a screen reader says of the controls, where the toolkit hands it on: on Windows and macOS, in builds with the tag
// "accessibility". It knows four roles; what is pressed is a button, whatever it looks like.
var (
	_ fyne.Accessible = (*Button)(nil)
	_ fyne.Accessible = (*Picker)(nil)
	_ fyne.Accessible = (*Toggle)(nil)
	_ fyne.Accessible = (*Text)(nil)
)

// AccessibilityLabel implements fyne.Accessible.
func (b *Button) AccessibilityLabel() string { return cmp.Or(b.Text, b.Tip) }

// AccessibilityRole implements fyne.Accessible.
func (b *Button) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// AccessibilityLabel implements fyne.Accessible. It says what is chosen too.
func (p *Picker) AccessibilityLabel() string {
	chosen := p.Value
	for _, o := range p.Options {
		if o.Value == p.Value {
			chosen = o.Title
		}
	}
	if name := cmp.Or(p.Label, p.Tip); name != "" {
		return name + ": " + chosen
	}
	return chosen
}

// AccessibilityRole implements fyne.Accessible.
func (p *Picker) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// AccessibilityLabel implements fyne.Accessible. It says whether it is on.
func (t *Toggle) AccessibilityLabel() string {
	state := "off"
	if t.On {
		state = "on"
	}
	if t.Tip != "" {
		return t.Tip + ": " + state
	}
	return state
}

// AccessibilityRole implements fyne.Accessible.
func (t *Toggle) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// AccessibilityLabel implements fyne.Accessible.
func (t *Text) AccessibilityLabel() string { return t.Text }

// AccessibilityRole implements fyne.Accessible.
func (t *Text) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// AccessibilityLabel implements fyne.Accessible.
func (l *Link) AccessibilityLabel() string { return l.Text }

// AccessibilityRole implements fyne.Accessible. A word that does something is a button; a link leads elsewhere.
func (l *Link) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }
