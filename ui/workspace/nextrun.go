package workspace

import (
	"fmt"
	"maps"

	"example.org/espalier/inference"
	fit "example.org/espalier/inference/job"
	"example.org/espalier/inference/model/classify"
	"example.org/espalier/inference/study"
)

// A NextRun holds the user's settings for the next run: the model and its parameters.
type NextRun struct {
	w          *Workspace
	predictors map[string]bool // models that give densities of new rows, by name
}

// Limits of the form.
const (
	MostEnough     = 10_000 // effective sample size: no more trees than a few thousand are kept
	MostIterations = 10_000_000
	MostChains     = 16
)

// Setup returns the setup of the present state.
func (n *NextRun) Setup() study.Setup { return n.w.Now().Setup }

// edit makes a change of the setup that can be undone, unless the workspace is empty.
func (n *NextRun) edit(label string, change func(*study.Setup)) {
	do := func(s study.State) study.State {
		change(&s.Setup)
		return s
	}
	if n.w.Now().Open == 0 {
		n.w.Doc.Amend(do)
		return
	}
	n.w.Doc.Do(label, "", do)
}

// Model returns the model of the next run.
func (n *NextRun) Model() inference.Model { return n.w.Model(n.Setup().Model) }

// Settings returns the settings of the next run. They must not be modified.
func (n *NextRun) Settings() inference.Settings {
	s, err := fit.SettingsOf(n.Model().Info(), n.Setup().Settings)
	if err != nil {
		panic("workspace: settings that were checked are refused: " + err.Error())
	}
	return s
}

// Info describes the model of the next run under its settings.
func (n *NextRun) Info() inference.Info { return inference.InfoFor(n.fitted(), n.Settings()) }

// fitted returns the model of the next run: the one chosen, or one of it for each class.
func (n *NextRun) fitted() inference.Model {
	if c := n.Classes(); c != "" {
		return classify.Model{Base: n.Model(), Class: c, Share: float64(n.Setup().HeldOut) / 100}
	}
	return n.Model()
}

// SetModel picks a model by name, with its default settings. Settings that both models have are
// kept.
func (n *NextRun) SetModel(name string) error {
	m := n.w.Model(name)
	if m == nil {
		return fmt.Errorf("workspace: there is no model %q", name)
	}
	if name == n.Setup().Model {
		return nil
	}
	old, s, next := n.Info(), n.Settings(), m.Info().Defaults()
	for _, p := range m.Info().Parameters {
		if s.Has(p.Name) && sameParameter(p, s) && next.Set(p.Name, s.Text(p.Name)) == nil && p.Learnt {
			_ = next.Fix(p.Name, s.Fixed(p.Name))
		}
	}
	n.w.refused = nil
	n.edit(m.Info().Title, func(u *study.Setup) {
		u.Model, u.Settings, u.Chains, u.Iterations, u.Held = name, fit.ValuesOf(next), 0, 0, nil
	})
	if t := n.w.Table(); t != nil {
		// Choices about the table stay: which way it is turned, and the parts left out.
		if was := n.w.Preprocessing(); was == old.PreprocessingOf(t, was) {
			p := n.Info().PreprocessingOf(t, was)
			n.w.SetPreprocessing("Preprocessing of "+m.Info().Title, p)
			if p.Scaling() != was.Scaling() {
				n.w.Tell(Notice{Text: m.Info().Title + " takes the table " + p.Scaling() + ", not " + was.Scaling() +
					". Results of before stay as they are; to compare with them, choose their scale under Data."})
			}
		} else {
			n.w.takeKinds()
		}
	}
	return nil
}

func sameParameter(p inference.Parameter, s inference.Settings) bool {
	for _, q := range s.Parameters() {
		if q.Name == p.Name {
			return q.Type == p.Type && q.Learnt == p.Learnt && q.Default == p.Default
		}
	}
	return false
}

// Set gives a parameter of the model a typed value, and fixes it or lets it be learnt if it can be. The error names the
// values that the parameter accepts. A run under way keeps the settings it was started with.
func (n *NextRun) Set(name, value string, fixed bool) error {
	s := n.Settings()
	if err := s.Set(name, value); err != nil {
		return err
	}
	label := name
	for _, p := range s.Parameters() {
		if p.Name == name {
			label = p.Title
			if p.Learnt {
				if err := s.Fix(name, fixed); err != nil {
					return err
				}
			}
		}
	}
	n.edit(label, func(u *study.Setup) {
		u.Settings = maps.Clone(u.Settings)
		u.Settings[name] = fit.ValuesOf(s)[name]
		if name == "method" {
			u.Iterations = 0 // a sweep is not a search step
		}
	})
	n.w.takeKinds()
	return nil
}

// Seed returns the seed of the next run.
func (n *NextRun) Seed() uint64 { return n.Setup().Seed }

// SetSeed changes the seed of the next run.
func (n *NextRun) SetSeed(seed uint64) { n.edit("Seed", func(u *study.Setup) { u.Seed = seed }) }

// Chains returns how many chains the next run has, 1 if the method does not sample.
func (n *NextRun) Chains() int {
	i := n.Info()
	switch k := n.Setup().Chains; {
	case !i.Samples:
		return 1
	case k > 0:
		return k
	}
	return max(1, i.Chains)
}

// SetChains changes how many chains the next run has.
func (n *NextRun) SetChains(k int) {
	if k >= 1 && k <= MostChains && k != n.Chains() {
		n.edit("Chains", func(u *study.Setup) { u.Chains = k })
	}
}

// Iterations returns how many iterations the next run does; 0 where the method has none.
func (n *NextRun) Iterations() int {
	usual := n.Info().Iterations
	if k := n.Setup().Iterations; usual > 0 && k > 0 {
		return k
	}
	return usual
}

// SetIterations changes how many iterations the next run does.
func (n *NextRun) SetIterations(k int) {
	if k >= 1 && k <= MostIterations && k != n.Iterations() {
		n.edit("Iterations", func(u *study.Setup) { u.Iterations = k })
	}
}

// Hidden describes the data hidden from the next run and scored, nil for none.
func (n *NextRun) Hidden() *fit.Held {
	if n.Classes() != "" {
		return nil
	}
	return n.Setup().Held
}

// HideNothing lets the next run fit the whole table.
func (n *NextRun) HideNothing() { n.edit("Nothing hidden", func(u *study.Setup) { u.Held = nil }) }

// Enough returns the effective sample size at which the next run ends, however many iterations that
// takes; 0 if it ends after its iterations.
func (n *NextRun) Enough() int {
	if !n.Info().Samples {
		return 0
	}
	return n.Setup().Enough
}

// goal says when the next run ends.
func (n *NextRun) goal() fit.Goal {
	if size := n.Enough(); size > 0 {
		return fit.Goal{EffectiveSize: float64(size)}
	}
	iterations := n.Iterations()
	return fit.Goal{Iterations: &iterations}
}

// SetEnough changes the effective sample size at which the next run ends; 0 removes that goal.
func (n *NextRun) SetEnough(size int) {
	if size >= 0 && size <= MostEnough && size != n.Enough() {
		n.edit("Independent draws", func(u *study.Setup) { u.Enough = size })
	}
}
