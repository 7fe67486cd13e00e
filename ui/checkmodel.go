package ui

import (
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/plotting/teach"
	"example.org/espalier/ui/stages"
	"example.org/espalier/views/say"
)

// checkModel runs Geweke's test of the picked model with the settings of the form, as a stage. If the model or method draws from
// no posterior, or there is no test of such settings, it says why.
func (w *window) checkModel() {
	info := w.ws.Next.Info()
	m, ok := w.ws.Next.Model().(inference.Jointly)
	switch {
	case !ok && info.Samples:
		w.Message("Nothing to check", info.Title+" draws from its posterior, but cannot yet be tested on a small "+
			"table.")
		return
	case !ok:
		w.Message("Nothing to check", info.Title+" gives one estimate and does not draw from a posterior, so there "+
			"are no draws to check.",
			"The check works for models that sample, such as factor analyses, mixtures, and trees with method mcmc.")
		return
	}
	if _, err := m.Joint(w.ws.Next.Settings(), rand.New(rand.NewPCG(1, 1))); err != nil {
		w.Message("Nothing to check", say.Sentence(err.Error()))
		return
	}
	w.teach.OpenPlaying(teach.Request{Stage: teach.CheckName, Set: append([]string{"model=" + info.Name}, stages.Changed(w.ws.Next.Settings(), m.Info())...), Seed: 1})
}
