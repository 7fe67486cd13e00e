package board

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/job"
)

// Units that can be held out.
const (
	Rows  = "row"
	Cells = "cell"
)

// hidden describes the rows or cells held out of a fit and how well they were predicted.
type hidden struct {
	unit string // Rows or Cells
	// measure names the quantity whose log is taken, and columns are those that a density covers.
	measure, columns string
	// key is equal for results that predicted the same rows or cells.
	key string
	// item and row identify what each log density belongs to, and its row.
	item, row []string
	density   []float64
	sort      []string // sort of each cell; nil for rows, and for cells that are all numbers
	squared   float64  // mean squared error of cells; NaN for rows
	fold      bool     // it is one of equal parts
	problem   string   // why it cannot be compared; "" if it can
}

// countedIn returns the columns that some fit took as counts.
func countedIn(entries []Entry) map[string]bool {
	counted := map[string]bool{}
	for _, e := range entries {
		if c := e.Result.Cells; c != nil {
			for i, sort := range c.Sort {
				counted[c.Column[i]] = counted[c.Column[i]] || sort == job.CellsCounts
			}
		}
	}
	return counted
}

// measureOf names the scores of cells of these sorts.
func measureOf(sorts []string) string {
	var masses []string
	for _, sort := range []string{job.CellsYesNo, job.CellsLevels, job.CellsCounts} {
		if slices.Contains(sorts, sort) {
			masses = append(masses, sort)
		}
	}
	switch {
	case masses == nil:
		return "densities of numbers"
	case slices.Contains(sorts, job.CellsNumbers):
		return "densities of numbers and probabilities of " + strings.Join(masses, ", ")
	}
	return "probabilities of " + strings.Join(masses, ", ")
}

// hiddenOf returns the rows or cells held out of a fit, or nil if there are none or they were not scored. Whole numbers
// in the columns named are scored as counts.
func hiddenOf(e Entry, counted map[string]bool) *hidden {
	r, h := e.Result, &hidden{squared: math.NaN(), fold: e.Result.Spec.Held != nil && e.Result.Spec.Held.Fold > 0}
	switch {
	case r.Rows != nil:
		h.unit, h.density = Rows, r.Rows.LogDensity
		h.item = distinct(r.Rows.Names)
		h.row = h.item
		h.columns = fmt.Sprint(r.Rows.Columns)
		if e.Data != nil {
			h.columns = strings.Join(e.Data.Columns, "\x00")
			if e.Data.OfKinds() { // one column as a count and another one as a number is not the same as the reverse
				for _, k := range e.Data.Kinds {
					h.columns += fmt.Sprintf("\x00%v", k.Sort.Mass())
				}
			}
		}
	case r.Cells != nil:
		h.unit, h.density, h.squared, h.row = Cells, nil, r.Cells.SquaredError, r.Cells.Row
		both := make([]string, len(r.Cells.Row))
		for i, name := range r.Cells.Row {
			both[i] = name + "\x00" + r.Cells.Column[i]
		}
		h.item = distinct(both)
	default:
		return nil
	}
	h.measure = "densities of numbers"
	if h.unit == Cells {
		h.sort, h.density = r.Cells.Scores(counted)
	}
	switch {
	case h.sort != nil:
		h.measure = measureOf(h.sort)
	case e.Data == nil:
	case Probabilities(r.Spec, e.Data) || h.unit == Rows && masses(e.Data):
		h.measure = ProbabilitiesOf(e.Data)
	case h.unit == Rows && e.Data.OfKinds():
		h.measure = "densities and probabilities of columns " + e.Data.KindsTaken()
	case h.unit == Rows && e.Data.Kind == inference.Binary:
		h.problem =
			"a density of zeros and ones that were read as numbers has no limit; hide cells, which are scored by the probability of 0 or 1"
	}
	h.key = strings.Join([]string{h.unit, h.measure, h.columns, strings.Join(h.item, "\x01")}, "\x02")
	for i, v := range h.density {
		if h.problem == "" && (math.IsNaN(v) || math.IsInf(v, 1)) {
			h.problem = fmt.Sprintf("the log density of %s is not a number", strings.ReplaceAll(h.item[i], "\x00", ", "))
			break
		}
	}
	if len(h.density) == 0 || len(h.density) != len(h.item) {
		h.problem = "the scores do not belong to what was hidden"
	}
	return h
}

// distinct tells equal names apart by how often they came before.
func distinct(names []string) []string {
	seen, out := map[string]int{}, make([]string, len(names))
	for i, name := range names {
		out[i] = name
		if k := seen[name]; k > 0 {
			out[i] = fmt.Sprintf("%s\x00%d", name, k+1)
		}
		seen[name]++
	}
	return out
}

// masses reports whether data have columns of kinds of which none has a density.
func masses(data *inference.Dataset) bool {
	return data.OfKinds() && !slices.ContainsFunc(data.Kinds, func(k column.Kind) bool { return !k.Sort.Mass() })
}

// ProbabilitiesOf names the probabilities that a fit to a table gives, for fits that give them.
func ProbabilitiesOf(data *inference.Dataset) string {
	if data.Kind == inference.Binary {
		return "probabilities of zeros and ones"
	}
	return "probabilities of categories"
}

// Probabilities reports whether a fit takes the zeros and ones, or categories, of a table as such: it then gives
// probabilities, which cannot be compared with densities of numbers.
func Probabilities(s job.Spec, data *inference.Dataset) bool {
	if m, err := catalog.Find(s.Model); err == nil {
		settings, _ := job.SettingsOf(m.Info(), s.Settings) // those it lacks keep their defaults
		if inference.TakesDiscrete(m, data, settings) {
			return true
		}
	}
	return observed(s.Settings, data)
}

// observed reports whether the setting for the kind of observations says so; it applies to the table as read.
func observed(settings map[string]job.Value, data *inference.Dataset) bool {
	p := data.Preprocessing
	observation, has := settings["observation"]
	return data.Kind == inference.Binary && has && observation.Text != "gaussian" && !p.Centre && !p.Scale &&
		!p.ScaleAll && !p.Log2p1
}
