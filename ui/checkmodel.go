package ui

import (
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/plotting/teach"
	"example.org/espalier/ui/stages"
	"example.org/espalier/views/say"
)

// checkModel runs Geweke's test of the picked model with the settings of the form, as a stage; with method mcmc, where
// there are methods. If the model draws from no posterior, or there is no test of such settings, it says why.
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
	set := w.ws.Next.Settings().Clone()
	var err error
	if set.Has("method") {
		err = set.Set("method", "mcmc") // a search draws nothing
	}
	if err == nil {
		_, err = m.Joint(set, rand.New(rand.NewPCG(1, 1)))
	}
	if err != nil {
		w.Message("Nothing to check", say.Sentence(err.Error()))
		return
	}
	w.teach.OpenPlaying(teach.Request{Stage: teach.CheckName,
		Set: append([]string{"model=" + info.Name}, stages.Changed(set, m.Info())...), Seed: 1})
}
