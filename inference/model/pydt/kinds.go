package pydt

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/sampler"
	"example.org/espalier/inference/process/observation"
)

// takesKinds reports whether these settings fit columns of kinds as what they are: methods em, mcmc and ais of
// independent columns, and mcmc under any covariance.
func takesKinds(s inference.Settings) bool {
	form, method := columnsOf(s), s.Text("method")
	return method != "mp" && s.Text("observation") == "auto" &&
		(form == correlated.Independent || form == correlated.Undecided || kindsTogether(s)) &&
		!(s.Has("witnesses") && s.Text("witnesses") == effectiveWitnesses)
}

// kindsTogether reports whether columns of kinds vary together under the settings: by any Σ, drawn by method mcmc.
func kindsTogether(s inference.Settings) bool {
	return columnsOf(s) == correlated.AnyCovariance && s.Text("method") == "mcmc" && !severalTemperatures(s)
}

// cutsParameter says whether cut points and rates are drawn.
func cutsParameter() inference.Parameter {
	return inference.Parameter{Name: "cuts", Title: "Cut points and rates", Type: inference.Choice, Default: "learnt",
		Before: "fixed", Choices: []string{"learnt", "fixed"}, Advanced: true, Methods: []string{"mcmc"},
		Help: "learnt: where one grade ends and the next begins, and how much the rates of counts vary, are drawn " +
			"with the tree; fixed: they are as frequencies say. Under several temperatures, and where columns vary " +
			"together, they are fixed."}
}

// learnsKinds reports whether cut points and rates are drawn under the settings.
func learnsKinds(s inference.Settings) bool {
	return s.Text("method") == "mcmc" && s.Text("cuts") == "learnt" && !severalTemperatures(s) && !kindsTogether(s)
}

// severalKinds reports whether data have columns other than numbers and yes/no alone.
func severalKinds(data *inference.Dataset) bool {
	numbers, yes := 0, 0
	for _, k := range data.Kinds {
		switch {
		case k.Sort.Exact() && k.Sort != column.Robust:
			numbers++
		case k.Sort == column.YesNo:
			yes++
		}
	}
	d := len(data.Kinds)
	return len(data.Limits) > 0 || numbers < d && yes < d
}

// kindsOf returns the cells of data with columns of several kinds, nil for others.
func kindsOf(data *inference.Dataset, s inference.Settings) (*observation.Table, error) {
	if !takesKinds(s) {
		return nil, nil
	}
	return mixed(data)
}

// mixed is kindsOf under settings that take kinds.
func mixed(data *inference.Dataset) (*observation.Table, error) {
	if !severalKinds(data) {
		return nil, nil
	}
	return sampler.NewKinds(data)
}

// kindNotes tells how columns of kinds are fitted, and where they vary together what correlations are.
func kindNotes(data *inference.Dataset, t *observation.Table, together bool) []string {
	notes := []string{"Columns that are not numbers have hidden numbers behind their cells, which follow the tree. " +
		"The diffusion variance, the noise and the log likelihood are those of the hidden numbers"}
	if !t.Scaled() && !together {
		notes = append(notes, "No column says anything of the scale of its hidden numbers: their noise is 1")
	}
	category := func(k column.Kind) bool { return k.Sort == column.Category }
	if together && slices.ContainsFunc(data.Kinds, category) {
		notes = append(notes, "Correlations with a category have no sign: they say how well the column is told by the "+
			"best order of its levels")
	}
	for _, k := range data.Kinds {
		if k.Sort == column.Count {
			return append(notes, "Counts are Poisson, with log rates that vary as much as those of their column")
		}
	}
	return notes
}

// SampleKinds implements inference.KindSampler.
func (Model) SampleKinds(n int, kinds []column.Kind, s inference.Settings, rng *rand.Rand) (inference.Draw, error) {
	return sampleKinds(n, kinds, s, rng)
}

// SampleKinds implements inference.KindSampler.
func (DDT) SampleKinds(n int, kinds []column.Kind, s inference.Settings, rng *rand.Rand) (inference.Draw, error) {
	return sampleKinds(n, kinds, s, rng)
}

// sampleKinds draws latent numbers along a tree, with intercepts, and the cells given them. Where no column says
// anything of their scale their noise is 1.
func sampleKinds(n int, kinds []column.Kind, s inference.Settings, rng *rand.Rand) (inference.Draw, error) {
	if form := columnsOf(s); form != correlated.Independent && form != correlated.Undecided {
		return inference.Draw{},
			fmt.Errorf("pydt: a sample of columns of kinds needs columns set to independent, not %s", form)
	}
	t, noise := observation.Unseen(kinds), 1.0
	if t.Scaled() {
		noise = s.Real("noise")
	}
	d, err := sample(n, t.Width(), s, noise, rng)
	if err != nil {
		return d, err
	}
	t.Intercepts(d.X, rng)
	d.X = t.Sample(d.X, rng)
	return d, nil
}

// latentDraws returns about how many nanoseconds a sweep spends on latent numbers.
func latentDraws(data *inference.Dataset, t *observation.Table) float64 {
	n, _ := data.Dims()
	cost := 0.0
	for j, k := range data.Kinds {
		low, high := t.Of(j)
		switch {
		case k.Sort == column.Count:
			cost += 700
		case k.Sort == column.Category:
			cost += 150 * float64(high-low+1)
		case k.Sort == column.Robust:
			cost += 2500
		case !k.Sort.Real():
			cost += 70
		}
	}
	return 2 * cost * float64(n)
}
