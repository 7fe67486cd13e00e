package batch

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/board"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/job"
)

// usualBaselines lists the models of --baselines all: models simpler than trees that give a density
// of new rows.
func usualBaselines() (names []string) {
	for _, m := range catalog.Models() {
		if i := m.Info(); i.Compared && (i.Family == inference.FamilyDensities || i.Family == inference.FamilyClusters) {
			names = append(names, i.Name)
		}
	}
	return names
}

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
	if c.Test == "" && !c.hides() {
		return nil, usage("--baselines compares densities of new rows: also give --test FILE or --holdout SHARE")
	}
	var names []string
	for _, b := range c.Baselines {
		b = strings.ToLower(strings.TrimSpace(b))
		if b == "all" {
			names = append(names, usualBaselines()...)
			continue
		}
		if _, err := find(b); err != nil {
			return nil, usage("--baselines %s: there is no such model; give some of %s, or all for %s", b, modelNames(nil),
				strings.Join(usualBaselines(), ", "))
		}
		names = append(names, b)
	}
	var once []string
	for _, n := range names {
		if n != c.Model && !slices.Contains(once, n) {
			once = append(once, n)
		}
	}
	return once, nil
}

// compare fits the baselines to the rows that the model was fitted to and scores the same new rows,
// in the units of the file. A model that cannot be fitted becomes a note.
func (f *fitted) compare(s *console, threads int) error {
	names, err := f.command.baselines()
	if err != nil || f.found.Rows == nil || len(names) == 0 {
		return err
	}
	m := f.material
	probabilities := board.Probabilities(m.Spec, m.Data)
	fitted := map[string]bool{}
	var specs []job.Spec
	var others []string // models whose numbers cannot be compared with those of this one
	for _, name := range names {
		b := baselineSpec(m.Spec, name)
		if board.Probabilities(b, m.Data) != probabilities {
			others, fitted[name] = append(others, name), true // the remark below explains it
			continue
		}
		specs = append(specs, b)
	}
	if others != nil {
		f.remark(s, f.incomparable(others, probabilities))
	}
	if specs == nil {
		return nil
	}
	_ = board.Fit(s.ctx, job.Local{Version: Version}, board.From{Table: m.Source, Test: m.Test}, specs,
		job.Options{Threads: threads}, board.Watch{Done: func(b board.Fitted) {
			fitted[b.Spec.Model] = true
			f.beside(s, b)
		}}) // it ends early when the command is stopped
	for _, name := range names {
		if !fitted[name] {
			f.notes = append(f.notes, name+" was not fitted, because the command was stopped")
		}
	}
	return nil
}

// incomparable says why models were not fitted beside this one.
func (f *fitted) incomparable(names []string, probabilities bool) string {
	what, own := board.ProbabilitiesOf(f.material.Data), "densities of numbers"
	if probabilities {
		what, own = own, what
	}
	text := fmt.Sprintf("%s: not fitted, because %s cannot be compared with %s's %s",
		strings.Join(names, ", "), what, f.info.Name, own)
	if _, has := f.material.Spec.Settings["observation"]; has && probabilities {
		text += "; use --centre, or --set observation=gaussian, to get densities from it too"
	}
	return text
}

// baselineSpec returns the Spec of a fit with another model, under its default settings, to the
// rows that a fit learnt from.
func baselineSpec(s job.Spec, name string) job.Spec {
	s.Model, s.Settings, s.Chains, s.Goal, s.Evidence = name, nil, 0, job.Goal{}, nil
	if s.Classes != nil {
		s.Annotations, s.Classes = append(slices.Clone(s.Annotations), s.Classes.Column), nil
	}
	return s
}

// remark keeps a note and prints it.
func (f *fitted) remark(s *console, note string) {
	f.notes = append(f.notes, note)
	s.note(note)
}

// beside lists a baseline.
func (f *fitted) beside(s *console, b board.Fitted) {
	name := b.Spec.Model
	switch {
	case b.Err != nil:
		f.remark(s, fmt.Sprintf("%s was not fitted: %s", name, strings.TrimPrefix(b.Err.Error(), name+": ")))
		return
	case b.Result.Rows == nil:
		f.remark(s, name+" predicts cells, not rows, so it was not compared")
		return
	}
	density := b.Result.Rows.LogDensity
	difference := make([]float64, len(density))
	for i := range density {
		difference[i] = density[i] - f.found.Rows.LogDensity[i]
	}
	line := baseline{Name: name}
	mean, se := meanAndError(density)
	line.Mean, line.StandardError = number(mean), number(se)
	mean, se = meanAndError(difference)
	line.Difference, line.DifferenceError = number(mean), number(se)
	f.baselines = append(f.baselines, line)
}

// table writes the model and its baselines, best first.
func (f *fitted) table(t *test) string {
	digits := func(x number) string { return strings.Replace(fmt.Sprintf("%.3f", float64(x)), "-", "−", 1) }
	entries := append([]baseline{{Name: f.info.Name, Mean: t.Mean, StandardError: t.StandardError}}, f.baselines...)
	stable.Sort(entries, func(a, b baseline) int {
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
		printf(w, "%s\t%s\t%s\t%s\t%s\t\n", e.Name, digits(e.Mean), digits(e.StandardError), against, se)
	}
	w.Flush()
	return strings.TrimSuffix(b.String(), "\n")
}
