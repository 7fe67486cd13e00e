package runs

import (
	"fmt"
	"slices"

	"espalier/inference"
	"espalier/inference/stat/heldout"
	"espalier/inference/study"
	"espalier/plotting/depict"
	"espalier/views/pane"
)

// comparedAtFirst are the models that are compared unless others are chosen.
var comparedAtFirst = map[heldout.Kind][]string{
	heldout.ByCells: {"nsfa", "sfa", "afa", "fa", "pca"},
	heldout.ByRows:  {"vbmfa", "dpmm", "kde", "gaussian"},
}

// heldOutKey says when scores stay: the models compared and what they are fitted to are the same.
type heldOutKey struct {
	data  *inference.Dataset
	seed  uint64
	own   string // model and settings, where these are not its defaults
	model string
	kind  heldout.Kind
}

// Offers is so for models without trees that fit all rows at once.
func (v *HeldOutView) Offers(s *depict.Subject) bool { return s.Treeless() && v.model(s) != nil }

// model returns the model of a result; nil where it is none of those that are compared, such
// as one that fits each class by itself.
func (v *HeldOutView) model(s *depict.Subject) inference.Model {
	if s.Classification() != nil {
		return nil
	}
	for _, m := range v.Models {
		if m.Info().Name == s.Info.Name {
			return m
		}
	}
	return nil
}

// Select is part of [pane.Pane]; the figure shows no selection.
func (v *HeldOutView) Select(study.Selection) {}

// SetResult offers the models that predict what that of the result does. Which those are is
// found out by a worker.
func (v *HeldOutView) SetResult(r pane.Result) {
	own := v.model(r.Subject)
	if own == nil {
		return
	}
	key := heldOutKey{data: r.Data, seed: r.Seed, model: r.Info.Name}
	changed := settingsText(r.Settings) != settingsText(own.Info().Defaults())
	if changed {
		key.own = r.Info.Name + " " + settingsText(r.Settings)
	}
	if key == v.key {
		return
	}
	v.key = key
	models, data, settings, table := v.Models, r.Data, r.Settings.Clone(), r.Table
	v.finder.Submit(func() {
		s, kind := heldOutCases(own, changed, models, data, settings)
		s.Key = heldOutKey{data: data, seed: key.seed, own: key.own, kind: kind} // for all models of a kind
		s.Table, s.Data, s.Preprocessing, s.Seed = table, data, data.Preprocessing, key.seed
		v.view.Do(func() {
			if v.key == key && !v.closed {
				v.SetSubject(s, kind)
			}
		})
	})
}

// heldOutCases lists the models that predict what one does under some settings, which may be
// changed from its defaults.
func heldOutCases(own inference.Model, changed bool, models []inference.Model, data *inference.Dataset, settings inference.Settings) (s HeldOutSubject, kind heldout.Kind) {
	kind = heldout.Of(own, data, settings)
	for _, m := range models {
		name := m.Info().Name
		defaults := likeOwn(m, settings)
		if kind == heldout.Nothing || asProbabilities(m, data) || heldout.Of(m, data, defaults) != kind {
			continue
		}
		c := HeldOutCase{Model: m, Settings: defaults, Name: name, Chosen: slices.Contains(comparedAtFirst[kind], name) || m == own}
		if m == own && changed {
			s.Cases = append(s.Cases, HeldOutCase{Model: m, Settings: settings, Name: name + " as set", Chosen: true})
		}
		s.Cases = append(s.Cases, c)
	}
	return s, kind
}

// likeOwn returns the default settings of a model, turned the way that other settings are.
func likeOwn(m inference.Model, own inference.Settings) inference.Settings {
	s := m.Info().Defaults()
	if own.Has("features") && s.Has("features") {
		_ = s.Set("features", own.Text("features")) // what a model does not know stays as it is
	}
	return s
}

// asProbabilities reports whether a model gives the probabilities of zeros and ones, which
// do not compare with densities of numbers.
func asProbabilities(m inference.Model, d *inference.Dataset) bool {
	_, latent := m.(inference.LatentModel)
	return latent && d.Kind == inference.Binary
}

// settingsText writes all settings, to tell whether two are the same.
func settingsText(s inference.Settings) string {
	text := ""
	for _, p := range s.Parameters() {
		text += fmt.Sprintf("%s=%s,%v;", p.Name, s.Text(p.Name), s.Fixed(p.Name))
	}
	return text
}
