package ui

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/ui/help"
	"example.org/espalier/ui/workspace"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/say"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
)

// A modelColumn shows the model and the form of its parameters.
type modelColumn struct {
	object fyne.CanvasObject

	ws       *workspace.Workspace
	picker   *controls.Picker
	summary  *controls.Paragraph
	name     *controls.Text // of the model
	form     *fyne.Container
	rest     *fyne.Container // advanced parameters
	unfold   *controls.Button
	advanced bool
	entries  map[string]*entry // fields of numbers, by the name of the setting
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
	hidden     *controls.Button
	hiddenRow  fyne.CanvasObject
	held       *controls.Field
	heldRow    fyne.CanvasObject

	shown  string // model of the form
	update []func(inference.Settings)
	rows   []formRow

	// onSize is called when the height of the form may have changed.
	onSize func()
}

func (c *modelColumn) changed() {
	if c.onSize != nil {
		c.onSize()
	}
}

func newModelColumn(ws *workspace.Workspace) *modelColumn {
	c := &modelColumn{ws: ws}
	var options []controls.Option
	for _, m := range ws.Models() {
		i := m.Info()
		options = append(options, controls.Option{Value: i.Name, Title: i.Title, Note: i.Summary, Head: i.Family})
	}
	c.picker = controls.NewPicker(options, "", func(name string) {
		if err := ws.Next.SetModel(name); err != nil {
			ws.Tell(workspace.Notice{Bad: true, Text: err.Error()})
		}
	})
	c.picker.Bold, c.picker.Height = true, 34
	c.summary = controls.NewParagraph("", look.LeftInner, look.SizeSmall, look.Muted)
	c.entries = map[string]*entry{}
	c.form, c.rest = controls.Stack(4), controls.Stack(4)
	c.unfold = controls.NewButton(detailsTitle, controls.Linked, func() {
		c.advanced = !c.advanced
		c.refresh()
	})
	c.seed = controls.NewField("", func(text string) {
		seed, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
		if err != nil {
			c.complain("seed", errors.New("the seed must be a whole number of at least 0"))
			return
		}
		c.settle("seed")
		ws.Next.SetSeed(seed)
	})
	c.chains = c.number("chains", workspace.MostChains, ws.Next.SetChains)
	c.several = c.enter("chains", "Chains", c.chains, controls.Row(look.LeftValue, controls.Label("Chains").WithTip(
		"Independent chains on the same posterior: if they agree, they have probably explored it."), c.chains))
	c.length = c.number("iterations", workspace.MostIterations, ws.Next.SetIterations)
	c.lengthName = controls.Label("Iterations").Elastic().WithTip("The length of a run; it can be continued afterwards.")
	c.lengthRow = c.enter("iterations", "Iterations", c.length, controls.Row(look.LeftValue, c.lengthName, c.length))
	size := c.number("effective draws", workspace.MostEnough, ws.Next.SetEnough)
	commit := size.OnCommit
	size.OnCommit = func(text string) {
		if text = strings.TrimSpace(text); text == "" || text == "0" {
			c.settle("effective draws")
			ws.Next.SetEnough(0)
			return
		}
		commit(text)
	}
	c.enough = size
	c.enoughRow = c.enter("effective draws", "Independent draws", size,
		controls.Row(look.LeftValue, controls.Label("Independent draws").WithTip(
			"Runs until there are as many independent draws of every quantity and of the trees (the effective sample size), such as 200. If "+
				"empty, runs for the given number of sweeps."), size))
	c.addClasses()
	c.name = controls.NewText("", look.SizeSmall, look.Muted).WithTip("Name of the model on the command line and in files")
	seed := c.enter("seed", "Seed", c.seed,
		controls.Row(look.LeftValue, controls.Label("Seed").WithTip("The same seed, data and settings give the same "+
			"numbers in the same version of the program."), c.seed))
	c.object = controls.Stack(8, controls.Row(0, controls.Head("Model").Elastic(), c.name), c.picker, c.summary,
		controls.Stack(4, c.form, c.several, c.lengthRow, c.enoughRow, c.classesRow, c.heldRow, c.hiddenRow,
			seed, c.unfold, c.rest))
	c.refresh()
	return c
}

// number makes a field for a whole number of at least 1.
func (c *modelColumn) number(name string, most int, set func(int)) *controls.Field {
	return controls.NewField("", func(text string) {
		n, err := strconv.Atoi(strings.NewReplacer(",", "", " ", "").Replace(strings.TrimSpace(text)))
		if err != nil || n < 1 || n > most {
			c.complain(name, fmt.Errorf("the number of %s must be a whole number from 1 to %s", name, say.Thousands(most)))
			return
		}
		c.settle(name)
		set(n)
	})
}

// choose opens the list of models.
func (c *modelColumn) choose() {
	if on := fyne.CurrentApp().Driver().CanvasForObject(c.picker); on != nil {
		on.Focus(c.picker)
		c.picker.Tapped(nil)
	}
}

func (c *modelColumn) refresh() {
	info := c.ws.Next.Model().Info()
	c.picker.Put(info.Name)
	c.name.Set(info.Name)
	c.summary.Set(info.Summary, look.Muted)
	if c.shown != info.Name {
		c.build(info)
	}
	s := c.ws.Next.Settings()
	c.followRefusals(s)
	for _, f := range c.update {
		f(s)
	}
	c.put("seed", strconv.FormatUint(c.ws.Next.Seed(), 10), "")
	controls.Show(c.several, c.ws.Next.Info().Samples)
	c.put("chains", strconv.Itoa(c.ws.Next.Chains()), "")
	n := c.ws.Next.Iterations()
	controls.Show(c.lengthRow, n > 0 && c.ws.Next.Enough() == 0)
	controls.Show(c.enoughRow, c.ws.Next.Info().Samples)
	if e := c.ws.Next.Enough(); e > 0 {
		c.put("effective draws", strconv.Itoa(e), "")
	} else {
		c.put("effective draws", "", "off")
	}
	c.refreshClasses()
	c.lengthName.Set(plotting.Capital(strings.TrimPrefix(plotting.Plural(2, c.ws.Next.Info().Iteration), "2 ")))
	c.put("iterations", strconv.Itoa(n), "")
	foldable, set, usual := false, 0, info.Defaults()
	for _, r := range c.rows {
		on := r.parameter.Matters(s)
		controls.Show(r.object, on)
		if on && folded(r.parameter) {
			foldable = true
			if name := r.parameter.Name; r.parameter.Learnt && s.Fixed(name) || s.Text(name) != usual.Text(name) {
				set++
			}
			c.advanced = c.advanced || c.ws.Refused(r.parameter.Name) != nil
		}
	}
	controls.Show(c.unfold, foldable)
	controls.Show(c.rest, foldable && c.advanced)
	switch {
	case c.advanced:
		c.unfold.SetText(detailsTitle + " ▾")
	case set > 0:
		c.unfold.SetText(detailsTitle + ", " + strconv.Itoa(set) + " set ▸")
	default:
		c.unfold.SetText(detailsTitle + " ▸")
	}
	c.changed()
}

// build makes the form from the model's own list of parameters.
func (c *modelColumn) build(info inference.Info) {
	old := c.rows
	c.shown, c.update, c.rows = info.Name, nil, nil
	for _, r := range old {
		delete(c.entries, r.parameter.Name)
	}
	c.form.RemoveAll()
	c.rest.RemoveAll()
	for _, p := range info.Parameters {
		into := c.form
		if folded(p) {
			into = c.rest
		}
		row := c.row(p)
		into.Add(row)
		c.rows = append(c.rows, formRow{p, row})
	}
}

// detailsTitle is the text of the button that unfolds the rest of the form.
const detailsTitle = "Details"

// folded reports whether a parameter is under the details: one that few people change, or one that is learnt from the
// data and has the letter of papers.
func folded(p inference.Parameter) bool { return p.Advanced || p.Learnt }

// titleOf is the title of a parameter in the form: with its symbol under the details, without it above them.
func titleOf(p inference.Parameter) string {
	if folded(p) {
		return p.Title
	}
	return p.Label()
}

// A formRow is a parameter in the form, hidden if the method does not use it.
type formRow struct {
	parameter inference.Parameter
	object    fyne.CanvasObject
}

func (c *modelColumn) row(p inference.Parameter) fyne.CanvasObject {
	room := float32(look.LeftInner - look.LeftValue - 8)
	if p.Learnt {
		room -= lockWidth
	}
	label := controls.NewFormLabel(titleOf(p), room, help.ParameterTip(p))
	switch p.Type {
	case inference.Choice:
		v := controls.NewPicker(choicesOf(p), "", func(v string) { c.set(p, v, false) })
		c.update = append(c.update, func(s inference.Settings) { v.Put(s.Text(p.Name)) })
		return controls.Row(look.LeftValue, label, v)
	case inference.Boolean:
		v := controls.NewToggle(false, func(on bool) { c.set(p, strconv.FormatBool(on), false) })
		c.update = append(c.update, func(s inference.Settings) { v.Put(s.Bool(p.Name)) })
		return controls.Row(look.LeftValue, label, v)
	}
	var v *controls.Field
	var lock *controls.Toggle
	v = controls.NewField("", func(text string) {
		text = strings.TrimSpace(text)
		if p.Learnt && (text == "" || strings.EqualFold(text, "learn")) {
			c.set(p, p.Default, false)
			return
		}
		if text == "" {
			text = p.Default
		}
		if p.Zero != "" && strings.EqualFold(text, p.Zero) {
			text = "0"
		}
		c.set(p, say.DecimalPoint(text), p.Learnt)
	})
	v.Tip = help.ParameterTip(p)
	if !p.Learnt {
		c.update = append(c.update, func(s inference.Settings) {
			rest := ""
			if s.Text(p.Name) == "0" {
				rest = p.Zero
			}
			c.put(p.Name, s.Text(p.Name), rest)
		})
		return c.enter(p.Name, p.Title, v, controls.Row(look.LeftValue, label, v))
	}
	lock = controls.NewLock(false, func(on bool) {
		if c.ws.Refused(p.Name) != nil { // a typed text has priority
			lock.Put(!on)
			return
		}
		c.set(p, c.ws.Next.Settings().Text(p.Name), on)
	})
	lock.Tip = "Open: the value is learnt from the data, starting here. Closed: the value is fixed."
	c.update = append(c.update, func(s inference.Settings) {
		fixed, text := s.Fixed(p.Name), s.Text(p.Name)
		lock.Put(fixed)
		switch {
		case fixed:
			c.put(p.Name, text, "")
		case text == p.Default || say.SameNumber(text, p.Default):
			c.put(p.Name, text, "learn")
		default:
			c.put(p.Name, text, "from "+text)
		}
	})
	return c.enter(p.Name, p.Title, v, controls.RowWith(look.LeftValue, label, lock, v))
}

func (c *modelColumn) set(p inference.Parameter, value string, fixed bool) {
	if err := c.ws.Next.Set(p.Name, value, fixed); err != nil {
		c.complain(p.Name, err)
		return
	}
	c.settle(p.Name)
	c.refresh()
}

// lockWidth is the width that a lock takes from its label.
const lockWidth = 16

// choicesOf lists the choices of a parameter with the help on each.
func choicesOf(p inference.Parameter) []controls.Option {
	options := controls.Options(p.Choices...)
	for i := range options {
		options[i].Title = p.ChoiceWords(options[i].Value)
		if text := p.ChoiceHelp(options[i].Value); text != "" {
			options[i].Note = say.Sentence(text)
		}
	}
	return options
}

// oneModel is the choice of one model for all rows.
const oneModel = "no"

// addClasses adds the rows of the form for a model of each class.
func (c *modelColumn) addClasses() {
	c.classes = controls.NewPicker(controls.Options(oneModel), oneModel, func(name string) {
		if name == oneModel {
			name = ""
		}
		c.ws.Next.SetClasses(name)
	})
	c.classesRow = controls.Row(look.LeftValue, controls.Label("By class").Elastic().WithTip(
		"Fits one model to the rows of each class and classifies held-out rows by Bayes' rule: see the tab Classes."),
		c.classes)
	c.held = controls.NewField("", func(text string) {
		n, err := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "%")))
		if err != nil || n < 0 || n > workspace.MostHeld {
			c.complain("held", errors.New("the proportion of rows held out must be a whole number from 0 to "+
				strconv.Itoa(workspace.MostHeld)+" percent"))
			return
		}
		c.settle("held")
		c.ws.Next.SetHeldOut(n)
	})
	c.heldRow = c.enter("held", "Hold out", c.held,
		controls.Row(look.LeftValue, controls.Label("Hold out").Elastic().WithTip(
			"Percentage of the rows of each class, chosen by the seed, that are classified instead of fitted."), c.held))
	c.hidden = controls.NewButton("", controls.Linked, c.ws.Next.HideNothing).
		WithTip("Hides nothing: fits the whole table")
	c.hiddenRow = controls.Row(look.LeftValue,
		controls.Label("Hidden").Elastic().WithTip("What is hidden from the run and scored "+
			"afterwards, the same as from the result that was duplicated."), c.hidden)
}

// refreshClasses shows the annotations that can be the class, and the one chosen.
func (c *modelColumn) refreshClasses() {
	names := c.ws.Next.ClassNames()
	c.classes.Options = controls.Options(append([]string{oneModel}, names...)...)
	now := c.ws.Next.Classes()
	if now == "" {
		c.classes.Put(oneModel)
	} else {
		c.classes.Put(now)
	}
	controls.Show(c.classesRow, len(names) > 0)
	controls.Show(c.heldRow, now != "")
	c.put("held", strconv.Itoa(c.ws.Next.HeldOut())+" %", "")
	hidden := c.ws.Next.Hidden()
	controls.Show(c.hiddenRow, hidden != nil)
	if hidden != nil {
		c.hidden.SetText(say.Held(*hidden) + " ✕")
	}
}
