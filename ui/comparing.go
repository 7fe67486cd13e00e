package ui

import (
	"context"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/board"
	"example.org/espalier/ui/comparing"
)

// askCompareModels asks which models to compare on the open table. Another goroutine finds out whether each predicts
// rows or cells.
func (w *window) askCompareModels() {
	data := w.ws.Plain()
	if data == nil {
		w.ws.Fail("There is nothing to compare models on.", fmt.Errorf("first open a table, or choose a sample"))
		return
	}
	own, models := w.ws.Next.Settings(), w.ws.Models()
	w.Background(func(context.Context) func() {
		offers := board.Offers(models, data, func(m inference.Model) inference.Settings { return comparing.Like(m, own) })
		return func() {
			if w.ws.Plain() == data && w.Top() == nil {
				w.showCompareModels(offers, own)
			}
		}
	})
}

func (w *window) showCompareModels(offers []board.Offer, own inference.Settings) *comparing.Order {
	return comparing.Ask(w.Dialogs, comparing.Question{Models: w.ws.Models(), Offers: offers,
		Picked: w.ws.Next.Model(), Own: own, Plan: w.ws.ComparePlan(), Ran: w.centre.board.Entries(),
		Seed: w.ws.Next.Seed(), Begin: func(p board.Plan) {
			w.ws.CompareModels(p)
			w.centre.tabs.Pick(w.centre.board.Tab())
		}})
}
