package ui

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"espalier/inference"
	"espalier/ui/controls"
	look "espalier/ui/theme"

	"fyne.io/fyne/v2"
)

// A modelColumn shows the model and the form of its parameters.
type modelColumn struct {
	object fyne.CanvasObject

	ws       *Workspace
	picker   *controls.Picker
	summary  *controls.Paragraph
	form     *fyne.Container
	rest     *fyne.Container // advanced parameters
	unfold   *controls.Button
	advanced bool
	problem  *controls.Paragraph
	wrong    string // parameter whose typed value was refused
	seed     *controls.Field
	chains   *controls.Field
	several  fyne.CanvasObject // the row of chains

	length     *controls.Field
	lengthName *controls.Text
	lengthRow  fyne.CanvasObject
	enough     *controls.Field
	enoughRow  fyne.CanvasObject
	classes    *controls.Picker
	classesRow fyne.CanvasObject
	held       *controls.Field
	heldRow    fyne.CanvasObject

	shown  string // model of the form
	update []func(inference.Settings)
	rows   []formRow

	// onSize is called when the form may have changed its height.
	onSize func()
}

func (c *modelColumn) changed() {
	if c.onSize != nil {
		c.onSize()
	}
}

func newModelColumn(ws *Workspace) *modelColumn {
	c := &modelColumn{ws: ws}
	var options []controls.Option
	for _, m := range ws.Models() {
		i := m.Info()
		options = append(options, controls.Option{Value: i.Name, Title: i.Title, Note: i.Summary, Head: i.Family})
	}
	c.picker = controls.NewPicker(options, "", func(name string) {
		if err := ws.SetModel(name); err != nil {
			ws.Tell(Notice{Bad: true, Text: err.Error()})
		}
	})
	c.picker.Bold, c.picker.Height = true, 34
	c.summary = controls.NewParagraph("", inner, look.SizeSmall, look.Muted)
	c.problem = controls.NewParagraph("", inner, look.SizeSmall, look.BadText)
	c.form, c.rest = controls.Stack(4), controls.Stack(4)
	c.unfold = controls.NewButton("Advanced", controls.Link, func() {
		c.advanced = !c.advanced
		c.refresh()
	})
	c.seed = controls.NewField("", func(text string) {
		seed, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
		c.seed.SetWrong(err != nil)
		if err != nil {
			c.complain("seed", errors.New("the seed is a whole number of at least 0"))
			return
		}
		c.settle("seed")
		ws.SetSeed(seed)
	})
	c.chains = c.number("chains", MostChains, ws.SetChains)
	c.several = controls.Row(valueWidth, controls.Label("Chains").WithTip(
		"Independent chains of the same posterior, side by side: where they agree it has been explored."), c.chains)
	c.length = c.number("iterations", MostIterations, ws.SetIterations)
	c.lengthName = controls.Label("Iterations").Elastic().WithTip("How many a run does before it ends; it can be let go on then.")
	c.lengthRow = controls.Row(valueWidth, c.lengthName, c.length)
	size := c.number("effective draws", MostEnough, ws.SetEnough)
	commit := size.OnCommit
	size.OnCommit = func(text string) {
		if text = strings.TrimSpace(text); text == "" || text == "0" {
			size.SetWrong(false)
			c.settle("effective draws")
			ws.SetEnough(0)
			return
		}
		commit(text)
	}
	c.enough = size
	c.enoughRow = controls.Row(valueWidth, controls.Label("Until ESS").WithTip(
		"Runs until the effective sample size of every quantity and of the trees reaches this, such as 200. Empty: for so many sweeps."), size)
	c.addClasses()
	seed := controls.Row(valueWidth, controls.Label("Seed").WithTip("The same seed, data and settings give the same numbers on the same build."), c.seed)
	c.object = controls.Stack(8, controls.Head("Model"), c.picker, c.summary,
		controls.Stack(4, c.form, c.several, c.lengthRow, c.enoughRow, c.classesRow, c.heldRow, seed, c.unfold, c.rest), c.problem)
	c.refresh()
	return c
}

// number makes a field for a whole number of at least 1.
func (c *modelColumn) number(name string, most int, set func(int)) *controls.Field {
	var f *controls.Field
	f = controls.NewField("", func(text string) {
		n, err := strconv.Atoi(strings.NewReplacer(",", "", " ", "").Replace(strings.TrimSpace(text)))
		wrong := err != nil || n < 1 || n > most
		f.SetWrong(wrong)
		if wrong {
			c.complain(name, fmt.Errorf("the number of %s is a whole number from 1 to %s", name, thousands(most)))
			return
		}
		c.settle(name)
		set(n)
	})
	return f
}

// complain shows inline why a typed value is refused.
func (c *modelColumn) complain(name string, err error) {
	c.wrong = name
	c.problem.Set(sentence(strings.TrimPrefix(err.Error(), "parameter ")), look.BadText)
	c.changed()
}

// settle takes the complaint about a parameter back.
func (c *modelColumn) settle(name string) {
	if c.wrong == name {
		c.wrong = ""
		c.problem.Set("", look.BadText)
		c.changed()
	}
}

func (c *modelColumn) refresh() {
	info := c.ws.Model().Info()
	c.picker.Put(info.Name)
	c.summary.Set(info.Summary, look.Muted)
	if c.shown != info.Name {
		c.build(info)
	}
	s := c.ws.Settings()
	for _, f := range c.update {
		f(s)
	}
	c.seed.Put(strconv.FormatUint(c.ws.Seed(), 10), "")
	controls.Show(c.several, c.ws.Info().Samples)
	if c.wrong != "chains" {
		c.chains.Put(strconv.Itoa(c.ws.Chains()), "")
	}
	n := c.ws.Iterations()
	controls.Show(c.lengthRow, n > 0 && c.ws.Enough() == 0)
	controls.Show(c.enoughRow, c.ws.Info().Samples)
	if e := c.ws.Enough(); c.wrong != "effective draws" && e > 0 {
		c.enough.Put(strconv.Itoa(e), "")
	} else if c.wrong != "effective draws" {
		c.enough.Put("", "off")
	}
	c.refreshClasses()
	c.lengthName.Set(capital(strings.TrimPrefix(plural(2, c.ws.Info().Iteration), "2 ")))
	if c.wrong != "iterations" {
		c.length.Put(strconv.Itoa(n), "")
	}
	foldable := false
	for _, r := range c.rows {
		on := r.parameter.Matters(s)
		controls.Show(r.object, on)
		foldable = foldable || on && r.parameter.Advanced
	}
	controls.Show(c.unfold, foldable)
	controls.Show(c.rest, foldable && c.advanced)
	if c.advanced {
		c.unfold.SetText("Advanced ▾")
	} else {
		c.unfold.SetText("Advanced ▸")
	}
	c.changed()
}

// build makes the form from the model's own list of parameters.
func (c *modelColumn) build(info inference.Info) {
	c.shown, c.update, c.rows = info.Name, nil, nil
	c.wrong = ""
	c.problem.Set("", look.BadText)
	c.form.RemoveAll()
	c.rest.RemoveAll()
	for _, p := range info.Parameters {
		into := c.form
		if p.Advanced {
			into = c.rest
		}
		row := c.row(p)
		into.Add(row)
		c.rows = append(c.rows, formRow{p, row})
	}
}

// A formRow is a parameter in the form, hidden where the method has no use for it.
type formRow struct {
	parameter inference.Parameter
	object    fyne.CanvasObject
}

func (c *modelColumn) row(p inference.Parameter) fyne.CanvasObject {
	label := controls.Label(p.Title).Elastic().WithTip(parameterTip(p))
	switch p.Type {
	case inference.Choice:
		v := controls.NewPicker(controls.Options(p.Choices...), "", func(v string) { c.set(p, v, false, nil) })
		c.update = append(c.update, func(s inference.Settings) { v.Put(s.Text(p.Name)) })
		return controls.Row(valueWidth, label, v)
	case inference.Boolean:
		v := controls.NewToggle(false, func(on bool) { c.set(p, strconv.FormatBool(on), false, nil) })
		c.update = append(c.update, func(s inference.Settings) { v.Put(s.Bool(p.Name)) })
		return controls.Row(valueWidth, label, v)
	}
	var v *controls.Field
	var lock *controls.Toggle
	v = controls.NewField("", func(text string) {
		text = strings.TrimSpace(text)
		if p.Learnt && (text == "" || strings.EqualFold(text, "learn")) {
			c.set(p, p.Default, false, v)
			return
		}
		if text == "" {
			text = p.Default
		}
		if p.Zero != "" && strings.EqualFold(text, p.Zero) {
			text = "0"
		}
		c.set(p, decimalPoint(text), p.Learnt, v)
	})
	v.Tip = parameterTip(p)
	if !p.Learnt {
		c.update = append(c.update, func(s inference.Settings) {
			rest := ""
			if s.Text(p.Name) == "0" {
				rest = p.Zero
			}
			c.put(v, p, s.Text(p.Name), rest)
		})
		return controls.Row(valueWidth, label, v)
	}
	lock = controls.NewLock(false, func(on bool) { c.set(p, c.ws.Settings().Text(p.Name), on, v) })
	lock.Tip = "Open: the value is learnt from the data, from this start. Closed: it stays as it is."
	c.update = append(c.update, func(s inference.Settings) {
		fixed, text := s.Fixed(p.Name), s.Text(p.Name)
		lock.Put(fixed)
		switch {
		case fixed:
			c.put(v, p, text, "")
		case text == p.Default || sameNumber(text, p.Default):
			c.put(v, p, text, "learn")
		default:
			c.put(v, p, text, "from "+text)
		}
	})
	return controls.RowWith(valueWidth, label, lock, v)
}

// put shows a value, unless the field holds one that was refused.
func (c *modelColumn) put(v *controls.Field, p inference.Parameter, text, rest string) {
	if c.wrong != p.Name {
		v.SetWrong(false)
		v.Put(text, rest)
	}
}

func (c *modelColumn) set(p inference.Parameter, value string, fixed bool, field *controls.Field) {
	err := c.ws.Set(p.Name, value, fixed)
	if field != nil {
		field.SetWrong(err != nil)
	}
	if err != nil {
		c.complain(p.Name, err)
		return
	}
	c.settle(p.Name)
	c.refresh()
}

// parameterTip says what a parameter does and what it accepts.
func parameterTip(p inference.Parameter) string {
	text := p.Help
	if p.Type == inference.Real || p.Type == inference.Integer {
		text += " Range: " + p.Range()
		if p.Unit != "" {
			text += ", in " + p.Unit
		}
		text += "."
		if p.Learnt {
			text += " Learnt from the data unless a value is typed."
		}
	}
	return text
}

// decimalPoint lets a number be typed with a decimal comma.
func decimalPoint(text string) string {
	if strings.Count(text, ",") == 1 && !strings.Contains(text, ".") {
		return strings.Replace(text, ",", ".", 1)
	}
	return text
}

func sameNumber(a, b string) bool {
	x, err1 := strconv.ParseFloat(a, 64)
	y, err2 := strconv.ParseFloat(b, 64)
	return err1 == nil && err2 == nil && x == y
}

// sentence gives text a capital letter and a full stop.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	r := []rune(text)
	first := strings.ToUpper(string(r[0]))
	// Names of parameters stay as they are typed.
	if i := strings.IndexByte(text, ':'); i > 0 && !strings.Contains(text[:i], " ") {
		first = string(r[0])
	}
	text = first + string(r[1:])
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}
