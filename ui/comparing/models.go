// Package comparing asks which models to compare on a table, and keeps the known edges that networks are compared with.
package comparing

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/board"
	fit "example.org/espalier/inference/job"
	"example.org/espalier/plotting"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/runs"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
)

// A Question holds the models that can be compared, and the function to call then.
type Question struct {
	Models []inference.Model
	Offers []board.Offer // those of them that give densities of the table
	Picked inference.Model
	Own    inference.Settings // of the form of the model picked
	Plan   board.Plan         // common part of the fits
	Seed   uint64
	Ran    []runs.BoardEntry // results that the table has
	Begin  func(board.Plan)
}

// An Order holds the user's choices for a comparison of models.
type Order struct {
	Question
	Unit   string          // unit that is hidden: board.Rows or board.Cells
	Share  string          // percent of these
	Splits string          // how many, or [folds] before the number of equal parts that are hidden in turn
	Part   string          // of the usual iterations
	On     map[string]bool // models, by name
	asSet  bool            // the picked model as it is set, too

	List  *fyne.Container     // a line for each model that predicts this unit
	Said  *controls.Paragraph // how many fits there will be
	Left  *controls.Paragraph // which models are not in the list, and why
	sheet *dialogs.Sheet
}

// The choices, the default first.
var (
	shares = []controls.Option{{Value: "10", Title: "10 %"}, {Value: "5", Title: "5 %"}, {Value: "20", Title: "20 %"}}
	splits = []controls.Option{{Value: "1", Title: "one split"}, {Value: "3", Title: "3 splits"},
		{Value: "5", Title: "5 splits"}, {Value: "10", Title: "10 splits"}, {Value: folds + "5", Title: "5 folds",
			Note: "Five equal parts, each hidden once: every row or cell is scored. Of links without a direction the two cells of a pair are hidden together."},
		{Value: folds + "10", Title: "10 folds", Note: "Ten equal parts, each hidden once."}}
	parts = []controls.Option{{Value: "0.1", Title: "a tenth of the usual"},
		{Value: "0.25", Title: "a quarter of the usual"}, {Value: "1", Title: "as long as usual"}}
)

// folds begins the choice of equal parts that are hidden one after another.
const folds = "folds "

// scrollRoom is the room of a scroll bar beside its list, and width that of the sentences.
const (
	scrollRoom = 14
	width      = 420
)

// Ask shows the sheet; nil where no model can be compared.
func Ask(d *dialogs.Dialogs, q Question) *Order {
	if len(q.Offers) == 0 {
		d.Message("Compare models", "No model gives densities of this table that could be compared.")
		return nil
	}
	o := &Order{Question: q, Share: "10", Splits: "1", Part: "0.1", On: map[string]bool{}, List: controls.Stack(2),
		Said: controls.NewParagraph("", width, look.SizeSmall, look.Muted),
		Left: controls.NewParagraph("", width, look.SizeSmall, look.Muted)}
	units := map[string]bool{}
	for _, f := range q.Offers {
		units[board.Rows], units[board.Cells] = units[board.Rows] || f.Rows, units[board.Cells] || f.Cells
		o.On[f.Model.Info().Name] = f.Usual || q.ran(f.Model)
		if f.Model.Info().Name == q.Picked.Info().Name {
			o.Unit, o.On[f.Model.Info().Name] = unitOf(f), true
		}
	}
	if o.Unit == "" {
		o.Unit = unitOf(q.Offers[0])
	}
	var kinds []controls.Option
	for _, k := range []controls.Option{
		{Value: board.Rows, Title: "rows", Note: "Trees, mixtures and densities predict whole rows."},
		{Value: board.Cells, Title: "cells", Note: "Factor models and trees predict single cells."}} {
		if units[k.Value] {
			kinds = append(kinds, k)
		}
	}
	row := func(label string, c fyne.CanvasObject) fyne.CanvasObject {
		return controls.Row(190, controls.Label(label), c)
	}
	share := row("Share", controls.NewPicker(shares, o.Share, func(v string) { o.Share = v; o.tell() }))
	top := controls.Stack(6,
		controls.NewParagraph("The same part of the table is hidden from each model. All models are fitted to the "+
			"rest and scored on the hidden part.", width, look.SizeBody, look.Ink),
		controls.Gap(0, 2),
		row("Hide", controls.NewPicker(kinds, o.Unit, func(v string) { o.Unit = v; o.fill() })),
		row("Hidden parts", controls.NewPicker(splits, o.Splits, func(v string) {
			o.Splits = v
			_, equal := o.parts()
			controls.Show(share, !equal)
			o.tell()
		})),
		share,
		row("Length of each fit", controls.NewPicker(parts, o.Part, func(v string) { o.Part = v })),
		controls.Gap(0, 4), controls.Rule())
	foot := controls.Inset(0, 6, 0, 0, o.Said)
	// Tab goes through them in this order.
	body := container.New(layout.NewBorderLayout(top, foot, nil, nil), top,
		container.NewVScroll(controls.Inset(0, 0, scrollRoom, 0, controls.Stack(8, o.List, o.Left))), foot)
	begin := controls.NewButton("Compare", controls.Primary, o.Accept)
	o.sheet = d.OpenSheet("Compare models", fyne.NewSize(480, 640), body,
		controls.NewButton("Cancel", controls.Quiet, func() { o.sheet.Close() }), begin)
	o.sheet.Accept = o.Accept
	o.fill()
	d.Window.Canvas().Focus(begin)
	return o
}

// unitOf returns the unit that a model predicts: rows if it predicts both rows and cells.
func unitOf(f board.Offer) string {
	if f.Rows {
		return board.Rows
	}
	return board.Cells
}

// ran reports whether the table has a result of a model.
func (q Question) ran(m inference.Model) bool {
	return slices.ContainsFunc(q.Ran, func(e runs.BoardEntry) bool { return e.Subject.Info.Name == m.Info().Name })
}

// fill lists the models that predict the hidden unit.
func (o *Order) fill() {
	o.List.RemoveAll()
	for _, f := range o.Offers {
		info := f.Model.Info()
		if !f.Predicts(o.Unit) {
			continue
		}
		title := info.Title
		if o.ran(f.Model) {
			title += ", already run"
		}
		o.List.Add(controls.Row(0, controls.Label(title).Elastic(),
			controls.NewToggle(o.On[info.Name], func(on bool) { o.On[info.Name] = on; o.tell() })))
		if info.Name == o.Picked.Info().Name && !o.Own.Equal(Like(f.Model, o.Own)) {
			o.List.Add(controls.Row(0, controls.Label(info.Title+", as set").Elastic(),
				controls.NewToggle(o.asSet, func(on bool) { o.asSet = on; o.tell() })))
		}
	}
	o.Left.Set(leftOut(o.Models, o.Offers, o.Unit), look.Muted)
	o.tell()
}

// other maps each unit to the other one.
var other = map[string]string{board.Rows: board.Cells, board.Cells: board.Rows}

// leftOut names the models that do not predict the hidden unit, with reasons; "" where all do.
func leftOut(models []inference.Model, offers []board.Offer, unit string) string {
	var others, none []string
	for _, m := range models {
		i := slices.IndexFunc(offers, func(f board.Offer) bool { return f.Model.Info().Name == m.Info().Name })
		switch title := m.Info().Title; {
		case i < 0:
			none = append(none, title)
		case !offers[i].Predicts(unit):
			others = append(others, title)
		}
	}
	var sentences []string
	if len(others) > 0 {
		sentences = append(sentences, fmt.Sprintf("Only for hidden %ss: %s.", other[unit], strings.Join(others, ", ")))
	}
	if len(none) > 0 {
		sentences = append(sentences, fmt.Sprintf("Without a density of this table: %s.", strings.Join(none, ", ")))
	}
	return strings.Join(sentences, "\n")
}

// tell shows how many fits there will be.
func (o *Order) tell() {
	n := len(o.choices())
	splits, _ := o.parts()
	text := fmt.Sprintf("%s × %d = %s, one after another. The board shows each when it ends.", plotting.Plural(n, "model"),
		splits, plotting.Plural(n*splits, "fit"))
	if n == 0 {
		text = "Choose at least one model."
	}
	predict := 0
	for _, f := range o.Offers {
		if f.Predicts(o.Unit) {
			predict++
		}
	}
	if out := len(o.Models) - predict; out > 0 {
		text += " " + plotting.Plural(out, "model") + " cannot be compared in this way: see the end of the list."
	}
	o.Said.Set(text, look.Muted)
}

// choices lists the models chosen.
func (o *Order) choices() (list []board.Choice) {
	for _, f := range o.Offers {
		name := f.Model.Info().Name
		if !f.Predicts(o.Unit) {
			continue
		}
		if o.On[name] {
			list = append(list, board.Choice{Model: name, Settings: fit.ValuesOf(Like(f.Model, o.Own))})
		}
		if o.asSet && name == o.Picked.Info().Name {
			list = append(list, board.Choice{Model: name, Settings: fit.ValuesOf(o.Own)})
		}
	}
	return list
}

// Accept begins the comparison.
func (o *Order) Accept() {
	p := o.Plan
	p.Unit = o.Unit
	if p.Choices = o.choices(); len(p.Choices) == 0 {
		o.tell()
		return
	}
	percent, _ := strconv.Atoi(o.Share) // of the list
	splits, equal := o.parts()
	p.Share = float64(percent) / 100
	if equal {
		p.Folds, splits = splits, 1
	}
	p.Part, _ = strconv.ParseFloat(o.Part, 64)
	for k := range splits {
		p.Splits = append(p.Splits, o.Seed+uint64(k))
	}
	o.sheet.Close()
	o.Begin(p)
}

// parts returns how many parts are hidden, and whether they are equal parts of the whole.
func (o *Order) parts() (n int, equal bool) {
	text, equal := strings.CutPrefix(o.Splits, folds)
	n, _ = strconv.Atoi(text) // of the list
	return n, equal
}

// Like returns the default settings of a model, with the common choices of other settings.
func Like(m inference.Model, own inference.Settings) inference.Settings {
	s := m.Info().Defaults()
	if own.Has("features") && s.Has("features") {
		_ = s.Set("features", own.Text("features")) // a setting that a model does not have stays as it is
	}
	return s
}
