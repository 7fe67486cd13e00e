package ui

import (
	"context"
	"fmt"
	"slices"

	"espalier/inference"
	"espalier/inference/stat/heldout"
	"espalier/plotting"
	"espalier/views/runs"
	"espalier/views/screen"

	"fyne.io/fyne/v2"
)

const tabHeldOut = "Held-out fit"

// comparedAtFirst are the models that are compared unless others are chosen.
var comparedAtFirst = map[heldout.Kind][]string{
	heldout.ByCells: {"nsfa", "sfa", "afa", "fa", "pca"},
	heldout.ByRows:  {"vbmfa", "dpmm", "kde", "gaussian"},
}

// A heldOutPage compares models by their held-out fit to the table of the result.
type heldOutPage struct {
	c    *centre
	view *runs.HeldOutView
	key  heldOutKey // of the subject that is looked for or shown, with its model
}

// heldOutKey says when scores stay: the models compared and what they are fitted to are the same.
type heldOutKey struct {
	data  *inference.Dataset
	seed  uint64
	own   string // model and settings, where these are not its defaults
	model string
	kind  heldout.Kind
}

func newHeldOutPage(c *centre) *heldOutPage {
	return &heldOutPage{c: c, view: runs.NewHeldOutView(screen.Post(c.w.post), c.style())}
}

func (p *heldOutPage) Name() string              { return tabHeldOut }
func (p *heldOutPage) Object() fyne.CanvasObject { return p.view }
func (p *heldOutPage) View() *screen.View        { return p.view.View() }
func (p *heldOutPage) SetStyle(s plotting.Style) { p.view.SetStyle(s) }
func (p *heldOutPage) Close()                    { p.view.Close() }
func (p *heldOutPage) Follow()                   {}

// Offers is so for models without trees.
func (p *heldOutPage) Offers(r *Result) bool {
	return r.Subject().Treeless() && (r.of == nil || r.of.classes == "")
}

// Show offers the models that predict what that of the result does. Which those are is
// found out on another goroutine.
func (p *heldOutPage) Show(r *Result) {
	own := p.c.w.ws.model(r.Info.Name)
	if own == nil {
		return
	}
	key := heldOutKey{data: r.Data, seed: r.Seed, model: r.Info.Name}
	changed := settingsText(r.Settings) != settingsText(own.Info().Defaults())
	if changed {
		key.own = r.Info.Name + " " + settingsText(r.Settings)
	}
	if key == p.key {
		return
	}
	p.key = key
	models, data, settings, table := p.c.w.ws.Models(), r.Data, r.Settings.Clone(), r.Table
	p.c.w.background(func(context.Context) func() {
		kind := heldout.Of(own, data, settings)
		same := heldOutKey{data: data, seed: key.seed, own: key.own, kind: kind} // for all models of a kind
		s := runs.HeldOutSubject{Key: same, Table: table, Data: data, Preprocessing: data.Preprocessing, Seed: key.seed}
		for _, m := range models {
			name := m.Info().Name
			defaults := likeOwn(m, settings)
			if kind == heldout.Nothing || asProbabilities(m, data) || heldout.Of(m, data, defaults) != kind {
				continue
			}
			c := runs.HeldOutCase{Model: m, Settings: defaults, Name: name, Chosen: slices.Contains(comparedAtFirst[kind], name) || m == own}
			if m == own && changed {
				s.Cases = append(s.Cases, runs.HeldOutCase{Model: m, Settings: settings, Name: name + " as set", Chosen: true})
			}
			s.Cases = append(s.Cases, c)
		}
		return func() {
			if p.key == key {
				p.view.SetSubject(s, kind)
			}
		}
	})
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

// Figure implements page.
func (p *heldOutPage) Figure() (plotting.Figure, string) {
	if f := p.view.Figure(); f != nil {
		return f, ""
	}
	return nil, ""
}
