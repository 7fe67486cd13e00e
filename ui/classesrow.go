package ui

import (
	"errors"
	"strconv"
	"strings"

	"espalier/views/controls"
)

// oneModel is picked where one model fits all rows.
const oneModel = "no"

// addClasses makes the rows by which each class gets a model of its own.
func (c *modelColumn) addClasses() {
	c.classes = controls.NewPicker(controls.Options(oneModel), oneModel, func(name string) {
		if name == oneModel {
			name = ""
		}
		c.ws.Next.SetClasses(name)
	})
	c.classesRow = controls.Row(valueWidth, controls.Label("By class").Elastic().WithTip(
		"Fits one model to the rows of each class and classifies held-out rows by Bayes' rule: see the tab Classes."), c.classes)
	c.held = controls.NewField("", func(text string) {
		n, err := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "%")))
		if err != nil || n < 0 || n > mostHeld {
			c.complain("held", errors.New("the share of rows held out must be a whole number from 0 to "+strconv.Itoa(mostHeld)+" percent"))
			return
		}
		c.settle("held")
		c.ws.Next.SetHeldOut(n)
	})
	c.heldRow = c.enter("held", "Hold out", c.held, controls.Row(valueWidth, controls.Label("Hold out").Elastic().WithTip(
		"The share of the rows of each class, chosen by the seed, that is classified instead of fitted."), c.held))
}

// refreshClasses shows what can be a class and what is.
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
}
