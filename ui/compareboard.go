package ui

import (
	"context"
	"fmt"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/board"
	fit "example.org/espalier/inference/job"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// A compareOrder holds the user's choices for a comparison of models.
type compareOrder struct {
	w      *window
	offers []board.Offer
	own    inference.Settings // of the form
	unit   string             // what is hidden: board.Rows or board.Cells
	share  string             // percent of these
	splits string             // how many
	part   string             // of the usual iterations
	on     map[string]bool    // models, by name
	asSet  bool               // the picked model as it is set, too

	sheet *dialogs.Sheet
	list  *fyne.Container
	said  *controls.Paragraph
}

// The choices, the default first.
var (
	compareShares = []controls.Option{{Value: "10", Title: "10 %"}, {Value: "5", Title: "5 %"}, {Value: "20", Title: "20 %"}}
	compareSplits = []controls.Option{{Value: "1", Title: "one split"}, {Value: "3", Title: "3 splits"}, {Value: "5", Title: "5 splits"}, {Value: "10", Title: "10 splits"}}
	compareParts  = []controls.Option{{Value: "0.1", Title: "a tenth of the usual"}, {Value: "0.25", Title: "a quarter of the usual"}, {Value: "1", Title: "as long as usual"}}
)

// askCompareModels asks which models to compare on the open table. Another goroutine finds out what
// each of them predicts.
func (w *window) askCompareModels() {
	data := w.ws.data()
	if data == nil {
		w.ws.fail("There is nothing to compare models on.", fmt.Errorf("first open a table, or choose a sample"))
		return
	}
	own, models := w.ws.Next.Settings(), w.ws.Models()
	w.Background(func(context.Context) func() {
		offers := board.Offers(models, data, func(m inference.Model) inference.Settings { return likeOwn(m, own) })
		return func() {
			if w.ws.data() == data && w.Top() == nil {
				w.showCompareModels(offers, own)
			}
		}
	})
}

// scrollRoom is the room of a scroll bar beside what it scrolls.
const scrollRoom = 14

func (w *window) showCompareModels(offers []board.Offer, own inference.Settings) *compareOrder {
	o := &compareOrder{w: w, offers: offers, own: own, share: "10", splits: "1", part: "0.1", on: map[string]bool{}, list: controls.Stack(2),
		said: controls.NewParagraph("", 420, look.SizeSmall, look.Muted)}
	units := map[string]bool{}
	for _, f := range offers {
		units[board.Rows], units[board.Cells] = units[board.Rows] || f.Rows, units[board.Cells] || f.Cells
		o.on[f.Model.Info().Name] = f.Usual
		if f.Model.Info().Name == w.ws.Next.Model().Info().Name {
			o.unit, o.on[f.Model.Info().Name] = unitOf(f), true
		}
	}
	if len(offers) == 0 {
		w.Message("Compare models", "No model gives densities of this table that could be compared.")
		return nil
	}
	if o.unit == "" {
		o.unit = unitOf(offers[0])
	}
	var kinds []controls.Option
	for _, k := range []controls.Option{{Value: board.Rows, Title: "rows", Note: "Trees, mixtures and densities predict whole rows."},
		{Value: board.Cells, Title: "cells", Note: "Factor models and trees predict single cells."}} {
		if units[k.Value] {
			kinds = append(kinds, k)
		}
	}
	row := func(label string, c fyne.CanvasObject) fyne.CanvasObject {
		return controls.Row(190, controls.Label(label), c)
	}
	top := controls.Stack(6,
		controls.NewParagraph("The same part of the table is hidden from each model. All models are fitted to the "+
			"rest and scored on the hidden part.", 420, look.SizeBody, look.Ink),
		controls.Gap(0, 2),
		row("Hide", controls.NewPicker(kinds, o.unit, func(v string) { o.unit = v; o.fill() })),
		row("Share", controls.NewPicker(compareShares, o.share, func(v string) { o.share = v; o.tell() })),
		row("Hidden parts", controls.NewPicker(compareSplits, o.splits, func(v string) { o.splits = v; o.tell() })),
		row("Length of each fit", controls.NewPicker(compareParts, o.part, func(v string) { o.part = v })),
		controls.Gap(0, 4), controls.Rule())
	body := container.NewBorder(top, controls.Inset(0, 6, 0, 0, o.said), nil, nil, container.NewVScroll(controls.Inset(0, 0, scrollRoom, 0, o.list)))
	begin := controls.NewButton("Compare", controls.Primary, o.accept)
	o.sheet = w.OpenSheet("Compare models", fyne.NewSize(480, 580), body,
		controls.NewButton("Cancel", controls.Quiet, func() { o.sheet.Close() }), begin)
	o.sheet.Accept = o.accept
	o.fill()
	w.win.Canvas().Focus(begin)
	return o
}

// unitOf returns what a model predicts: rows if it predicts both rows and cells.
func unitOf(f board.Offer) string {
	if f.Rows {
		return board.Rows
	}
	return board.Cells
}

// fill lists the models that predict what is hidden.
func (o *compareOrder) fill() {
	o.list.RemoveAll()
	for _, f := range o.offers {
		info := f.Model.Info()
		if !f.Predicts(o.unit) {
			continue
		}
		o.list.Add(controls.Row(0, controls.Label(info.Title).Elastic(), controls.NewToggle(o.on[info.Name], func(on bool) { o.on[info.Name] = on; o.tell() })))
		if info.Name == o.w.ws.Next.Model().Info().Name && !o.own.Equal(likeOwn(f.Model, o.own)) {
			o.list.Add(controls.Row(0, controls.Label(info.Title+", as set").Elastic(), controls.NewToggle(o.asSet, func(on bool) { o.asSet = on; o.tell() })))
		}
	}
	o.tell()
}

// tell shows how many fits there will be.
func (o *compareOrder) tell() {
	n := len(o.choices())
	splits, _ := strconv.Atoi(o.splits) // of the list
	text := fmt.Sprintf("%d models × %d = %d fits, one after another. The board shows each when it ends.", n, splits, n*splits)
	if n == 0 {
		text = "Choose at least one model."
	}
	o.said.Set(text, look.Muted)
}

// choices lists the models chosen.
func (o *compareOrder) choices() (list []board.Choice) {
	for _, f := range o.offers {
		name := f.Model.Info().Name
		if !f.Predicts(o.unit) {
			continue
		}
		if o.on[name] {
			list = append(list, board.Choice{Model: name, Settings: fit.ValuesOf(likeOwn(f.Model, o.own))})
		}
		if o.asSet && name == o.w.ws.Next.Model().Info().Name {
			list = append(list, board.Choice{Model: name, Settings: fit.ValuesOf(o.own)})
		}
	}
	return list
}

// accept begins the comparison and shows the board.
func (o *compareOrder) accept() {
	p := o.w.ws.comparePlan()
	p.Unit = o.unit
	if p.Choices = o.choices(); len(p.Choices) == 0 {
		o.tell()
		return
	}
	percent, _ := strconv.Atoi(o.share) // these are of the lists
	splits, _ := strconv.Atoi(o.splits)
	p.Share = float64(percent) / 100
	p.Part, _ = strconv.ParseFloat(o.part, 64)
	for k := range splits {
		p.Splits = append(p.Splits, o.w.ws.Next.Seed()+uint64(k))
	}
	o.sheet.Close()
	o.w.ws.CompareModels(p)
	o.w.centre.tabs.Pick(o.w.centre.board.Tab())
}
