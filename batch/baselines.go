package batch

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"

	"espalier/inference"
	"espalier/inference/run"
	"espalier/inference/run/chains"

	"gonum.org/v1/gonum/mat"
)

// baselineNames are the models that others are compared with.
var baselineNames = []string{"gaussian", "kde", "dpmm"}

// A baseline is the density of the new rows under a model fitted for comparison.
type baseline struct {
	Name          string `json:"name"`
	Mean          number `json:"log_density_mean"`
	StandardError number `json:"log_density_standard_error"`
	// The density less that of the model itself, row by row.
	Difference      number `json:"difference_mean"`
	DifferenceError number `json:"difference_standard_error"`
}

// baselines returns the names asked for, without the model itself.
func (c *fitCommand) baselines() ([]string, error) {
	if len(c.Baselines) == 0 {
		return nil, nil
	}
	if c.Test == "" && c.Holdout == nil {
		return nil, usage("--baselines compares densities of new rows: give --test FILE or --holdout SHARE too")
	}
	var names []string
	for _, b := range c.Baselines {
		switch b = strings.ToLower(strings.TrimSpace(b)); {
		case b == "all":
			names = append(names, baselineNames...)
		case slices.Contains(baselineNames, b):
			names = append(names, b)
		default:
			return nil, usage("--baselines %s: give some of %s, or all", b, strings.Join(baselineNames, ", "))
		}
	}
	var once []string
	for _, n := range names {
		if n != c.Model && !slices.Contains(once, n) {
			once = append(once, n)
		}
	}
	return once, nil
}

// compare fits the baselines to the rows that the model was fitted to and scores the same
// new rows, in the units of the file. What cannot be fitted is a note.
func (f *fitted) compare(s *console, threads int) error {
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	names, err := f.command.baselines()
	if err != nil || f.found.Rows == nil {
		return err
	}
	if len(names) > 0 && f.givesProbabilities() {
		note := "the baselines were not fitted: they give densities of numbers, which cannot be compared with " + f.info.Name +
			"'s probabilities of zeros and ones; with --centre, or --set observation=gaussian, it gives densities too"
		f.notes = append(f.notes, note)
		s.note(note)
		return nil
	}
	jacobian := f.material.Data.LogJacobian(f.material.Held.Rows)
	for _, name := range names {
		if s.ctx.Err() != nil {
			f.notes = append(f.notes, name+" was not fitted: the command was stopped")
			continue
		}
		density, err := f.scoreBaseline(s.ctx, name, threads)
		if err != nil {
			note := fmt.Sprintf("%s was not fitted: %s", name, strings.TrimPrefix(err.Error(), name+": "))
			f.notes = append(f.notes, note)
			s.note(note)
			continue
		}
		difference := make([]float64, len(density))
		for i := range density {
			density[i] += jacobian[i]
			difference[i] = density[i] - f.found.Rows.LogDensity[i]
		}
		b := baseline{Name: name}
		mean, se := meanAndError(density)
		b.Mean, b.StandardError = number(mean), number(se)
		mean, se = meanAndError(difference)
		b.Difference, b.DifferenceError = number(mean), number(se)
		f.baselines = append(f.baselines, b)
	}
	return nil
}

// givesProbabilities reports whether the model takes the table's zeros and ones as such
// and not as numbers.
func (f *fitted) givesProbabilities() bool {
	p := f.material.Data.Preprocessing
	return f.material.Data.Kind == inference.Binary && f.settings.Has("observation") && f.settings.Text("observation") != "gaussian" &&
		!p.Centre && !p.Scale && !p.ScaleAll && !p.Log2p1
}

// scoreBaseline fits a model with its default settings and returns the log density of the
// new rows in working units.
func (f *fitted) scoreBaseline(ctx context.Context, name string, threads int) ([]float64, error) {
	model, err := find(name)
	if err != nil {
		return nil, err
	}
	settings := model.Info().Defaults()
	info := inference.InfoFor(model, settings)
	if _, err := model.Check(f.material.Data, settings); err != nil {
		return nil, err
	}
	need := model.Estimate(f.material.Data, settings)
	need.Bytes *= int64(max(1, info.Chains))
	if err := run.Fits(need); err != nil {
		return nil, err
	}
	stepper, err := chains.New(model, f.material.Data, settings, f.command.Seed, info.Chains, threads)
	if err != nil {
		return nil, err
	}
	if err := run.Complete(ctx, stepper, info.Iterations, nil); err != nil {
		return nil, err
	}
	return stepper.(inference.Predictor).LogDensity(ctx, mat.DenseCopyOf(f.material.Held.Rows))
}

// table writes the model and its baselines, best first.
func (f *fitted) table(t *test) string {
	digits := func(x number) string { return strings.Replace(fmt.Sprintf("%.3f", float64(x)), "-", "−", 1) }
	entries := append([]baseline{{Name: f.info.Name, Mean: t.Mean, StandardError: t.StandardError}}, f.baselines...)
	slices.SortStableFunc(entries, func(a, b baseline) int {
		switch {
		case a.Mean > b.Mean:
			return -1
		case a.Mean < b.Mean:
			return 1
		}
		return 0
	})
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\tnats per row\tstandard error\tagainst "+f.info.Name+"\tstandard error\t")
	for _, e := range entries {
		against, se := "", ""
		if e.Name != f.info.Name {
			against, se = digits(e.Difference), digits(e.DifferenceError)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t\n", e.Name, digits(e.Mean), digits(e.StandardError), against, se)
	}
	w.Flush()
	return strings.TrimSuffix(b.String(), "\n")
}
