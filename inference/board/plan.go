package board

import (
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/stat/heldout"
)

// A Plan lists the models to fit to one table, with the same part of it hidden from each.
type Plan struct {
	// Base holds what all fits share: the table and how it is read, annotations, rows and columns,
	// preprocessing (absent for each model's own), burn-in. Model, settings, seed, chains, goal and
	// hidden part are set for each fit.
	Base    job.Spec
	Choices []Choice
	Share   float64 // of the rows or cells that is hidden, between 0 and 1
	// Unit is the unit that is hidden, [Rows] or [Cells]; "" hides rows from models that predict rows, and cells from the
	// others.
	Unit string
	// Splits are the seeds that choose the hidden rows or cells; each fit takes the seed of its split.
	Splits []uint64
	// Folds hides, with each split, one after another of so many parts, each row or cell once; 0 hides Share.
	Folds int
	// Part is the share of each model's usual iterations to run, above 0 and at most 1; 0 means all.
	Part float64
}

// units translates to the words of package job.
var units = map[string]string{Rows: job.UnitRows, Cells: job.UnitCells}

// A Choice is a model with its settings.
type Choice struct {
	Model    string
	Settings map[string]job.Value // absent ones are the model's defaults
}

// Specs lists the fits: all models on the first split, or part of it, then on the next, so that the models can be
// compared early. models are those that Choices name. The error names the setting that a fit lacks.
func (p Plan) Specs(models []inference.Model) ([]job.Spec, error) {
	switch {
	case len(p.Choices) == 0 || len(p.Splits) == 0:
		return nil, fmt.Errorf("there are %d models and %d splits to compare; choose at least one of each", len(p.Choices),
			len(p.Splits))
	case p.Folds < 0 || p.Folds == 1:
		return nil, fmt.Errorf("there are %d parts to hide in turn; give 2 or more", p.Folds)
	case p.Folds == 0 && !(p.Share > 0 && p.Share < 1):
		return nil, fmt.Errorf("the proportion to hide is %v; give one between 0 and 1", p.Share)
	case !(p.Part >= 0 && p.Part <= 1):
		return nil, fmt.Errorf("the proportion of the usual iterations is %v; give one above 0 and at most 1", p.Part)
	}
	var list []job.Spec
	for k := range len(p.Splits) * max(p.Folds, 1) {
		split, held := p.Splits[k/max(p.Folds, 1)], job.Held{Share: p.Share, Unit: units[p.Unit]}
		if p.Folds > 0 {
			held = held.InFolds(k%p.Folds+1, p.Folds)
		}
		for _, c := range p.Choices {
			s := p.Base
			s.Version, s.Model, s.Settings, s.Seed, s.Chains = job.SpecVersion, c.Model, c.Settings, split, 0
			s.Held, s.Classes, s.Evidence, s.Goal = &held, nil, nil, job.Goal{}
			i := slices.IndexFunc(models, func(m inference.Model) bool { return m.Info().Name == c.Model })
			if i < 0 {
				return nil, fmt.Errorf("there is no model %q", c.Model)
			}
			settings, err := job.SettingsOf(models[i].Info(), c.Settings)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c.Model, err)
			}
			if usual := inference.InfoFor(models[i], settings).Iterations; p.Part > 0 && p.Part < 1 && usual > 0 {
				n := max(1, int(math.Round(p.Part*float64(usual))))
				s.Goal.Iterations = &n
			}
			list = append(list, s)
		}
	}
	return list, nil
}

// An Offer is a model that can be compared on a table.
type Offer struct {
	Model       inference.Model
	Rows, Cells bool // units that it predicts: one of these or both
	// Usual means that it is compared unless the user chooses others.
	Usual bool
}

// Predicts reports whether the model predicts [Rows] or [Cells].
func (o Offer) Predicts(unit string) bool { return unit == Rows && o.Rows || unit == Cells && o.Cells }

// Offers lists the models that give scores of hidden parts of data. settings returns the settings of a model; nil means
// the defaults. Rows of zeros and ones are for models that give probabilities of them; cells are for all, and so are
// they of other tables, where models that give probabilities of rows are left out. It makes a fit of each but does not
// run it.
func Offers(models []inference.Model, data *inference.Dataset,
	settings func(inference.Model) inference.Settings) (list []Offer) {
	for _, m := range models {
		s := m.Info().Defaults()
		if settings != nil {
			s = settings(m)
		}
		o := Offer{Model: m, Usual: m.Info().Compared}
		exact, binary := inference.TakesDiscrete(m, data, s) || observed(job.ValuesOf(s), data), data.Kind == inference.Binary
		if exact && !binary {
			continue
		}
		o.Rows, o.Cells = predicts(m, data, s)
		if o.Rows = o.Rows && (exact || !binary); o.Rows || o.Cells {
			list = append(list, o)
		}
	}
	return list
}

// predicts reports whether a model predicts rows and cells; neither if making a fit panics.
func predicts(m inference.Model, data *inference.Dataset, s inference.Settings) (rows, cells bool) {
	defer func() {
		if recover() != nil {
			rows, cells = false, false
		}
	}()
	return heldout.Predicts(m, data, s)
}
