package ui

import (
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/plotting/teach"
	"example.org/espalier/views/say"
)

// checkModel runs Geweke's test of the picked model, as a stage, with default settings as the stage says: those of the form
// may have no prior that can be drawn from. If the model or method draws from
// no posterior, it says why there is no test.
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
	w.teach.OpenPlaying(teach.Request{Stage: teach.CheckName, Set: []string{"model=" + info.Name}, Seed: 1})
}
