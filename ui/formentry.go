package ui

import (
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/say"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
)

// An entry is a field of the form and, below it, the reason why its text is refused.
type entry struct {
	title string
	field *controls.Field
	why   *controls.Paragraph
}

// enter makes a row with a field an entry of the form. Escape takes back a refused text.
func (c *modelColumn) enter(name, title string, f *controls.Field, row fyne.CanvasObject) fyne.CanvasObject {
	e := &entry{title: title, field: f, why: controls.NewParagraph("", look.LeftInner, look.SizeSmall, look.BadText)}
	c.entries[name] = e
	f.OnRevert = func() {
		c.settle(name)
		c.refresh()
	}
	return controls.Stack(2, row, e.why)
}

// complain shows below a field why its text is refused, and keeps the text. No run starts
// meanwhile.
func (c *modelColumn) complain(name string, err error) {
	e := c.entries[name]
	text := strings.TrimPrefix(err.Error(), "parameter "+name+": ")
	e.field.SetWrong(true)
	e.why.Set(say.Sentence(text), look.BadText)
	c.changed()
	c.ws.Refuse(name, e.title, errorText(text))
}

// errorText is an error with a fixed text.
type errorText string

func (e errorText) Error() string { return string(e) }

// settle removes the complaint about a setting.
func (c *modelColumn) settle(name string) {
	c.ws.Refuse(name, "", nil)
	c.clear(name)
}

func (c *modelColumn) clear(name string) {
	if e := c.entries[name]; e != nil && e.field.Wrong {
		e.field.SetWrong(false)
		e.why.Set("", look.BadText)
		c.changed()
	}
}

// put shows the value of a setting, unless its field holds a text that was refused.
func (c *modelColumn) put(name, text, rest string) {
	if e := c.entries[name]; !e.field.Wrong {
		e.field.Put(text, rest)
	}
}

// followRefusals drops complaints that no longer apply: those that the workspace dropped, and those
// about settings that no longer matter.
func (c *modelColumn) followRefusals(s inference.Settings) {
	for _, r := range c.rows {
		if !r.parameter.Matters(s) {
			c.ws.Refuse(r.parameter.Name, "", nil)
		}
	}
	for name := range c.entries {
		if c.ws.Refused(name) == nil {
			c.clear(name)
		}
	}
}
