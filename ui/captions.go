package ui

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"espalier/inference"
	"espalier/inference/algorithm/linkage"
	"espalier/inference/kind/forest"
	"espalier/plotting"
)

// figureTitle is what stands over the tree of a result.
func figureTitle(r *Result, best int) string {
	name := r.Data.Name
	if r.First {
		return "First tree of " + name
	}
	if best > 0 {
		return fmt.Sprintf("%s of %s, tree %d", r.Info.Title, name, best+1)
	}
	return r.Info.Title + " of " + name
}

// figureSubtitle is one line of what is shown; draws is what is shown of those, "" where
// there are none.
func figureSubtitle(r *Result, best int, draws string) string {
	var parts []string
	s := r.Snapshot
	switch {
	case r.First:
		parts = append(parts, linkageOf(r)+" linkage, before any run")
	case r.Info.Name == firstModel:
		parts = append(parts, linkageOf(r)+" linkage")
	case s.Phase != "" && s.Iteration == 0 && r.Info.Iterations > 0:
		parts = append(parts, s.Phase)
	default:
		if v, ok := objectiveOf(r, best); draws != "" {
			parts = append(parts, draws)
		} else if ok {
			title, unit, _ := strings.Cut(r.Info.ObjectiveTitle, ", ")
			parts = append(parts, strings.TrimSpace(title+" "+number(v)+" "+unit))
		}
		if r.Info.Iterations > 0 {
			parts = append(parts, "after "+plotting.Plural(s.Iteration, r.Info.Iteration))
		}
	}
	n, d := r.Data.Dims()
	rows := "leaf|leaves"
	if treeless(r) {
		rows = "row"
	}
	parts = append(parts, plotting.Plural(n, rows), plotting.Plural(d, "column"))
	if r.Data.Preprocessing != (inference.Preprocessing{}) {
		parts = append(parts, r.Data.Preprocessing.String())
	}
	return strings.Join(parts, " · ")
}

// objectiveOf is the objective of one of the trees of a result.
func objectiveOf(r *Result, best int) (float64, bool) {
	if r.Info.Objective == "" || r.Snapshot == nil {
		return 0, false
	}
	if t := forest.TreesOf(r.Snapshot); best < len(t) && !math.IsNaN(t[best].Objective) {
		return t[best].Objective, true
	}
	if v := r.Snapshot.Trace.Column(r.Info.Objective); len(v) > 0 {
		return v[len(v)-1], true
	}
	return 0, false
}

// linkageOf names the linkage of an agglomerative result.
func linkageOf(r *Result) string {
	if !r.Settings.Has("linkage") {
		return ""
	}
	word := r.Settings.Text("linkage")
	if word == "ward" {
		return "Ward"
	}
	return word
}

// metadataOf says of a figure of a result what it shows and how it came about.
// strips are the annotations shown; heat says whether the data stand beside the tree.
func metadataOf(r *Result, best int, strips []string, heat bool, version string) plotting.Metadata {
	n, d := r.Data.Dims()
	m := plotting.Metadata{
		Title: figureTitle(r, best), Software: "Espalier " + version,
		Model: r.Info.Title, Reference: r.Info.Reference,
		Data: r.Table.Name, Rows: n, Columns: d, DataHash: r.Table.SHA256,
	}
	if r.Data.Preprocessing != (inference.Preprocessing{}) {
		m.Preprocessing = "preprocessed (" + r.Data.Preprocessing.String() + ")"
	}
	for _, p := range r.Settings.Parameters() {
		if p.Matters(r.Settings) && (!p.Learnt || r.Settings.Fixed(p.Name)) {
			m.Settings = append(m.Settings, [2]string{p.Name, r.Settings.InWords(p, r.Decided)})
		}
	}
	if r.Info.Samples {
		m.Settings = append(m.Settings, [2]string{"chains", strconv.Itoa(r.Chains)})
	}
	for _, s := range learntScalars(r) {
		m.Settings = append(m.Settings, [2]string{s[0], s[1] + " (learnt)"})
	}
	if r.Info.Iterations > 0 && r.Snapshot != nil {
		m.Seed = strconv.FormatUint(r.Seed, 10)
		m.Iterations, m.Iteration = r.Snapshot.Iteration, r.Info.Iteration
	}
	if v, ok := objectiveOf(r, best); ok {
		title, unit, _ := strings.Cut(r.Info.ObjectiveTitle, ", ")
		m.Objective = strings.TrimSpace(capital(title) + " " + number(v) + " " + unit)
	}
	if treeless(r) {
		return m
	}
	shown := []string{"branch points stand at their diffusion time"}
	if originHeight(r) > 0 {
		shown[0] = "branch points stand at the height at which their clusters were joined"
	}
	if best > 0 {
		shown = append(shown, fmt.Sprintf("tree %d of the %d best", best+1, len(forest.TreesOf(r.Snapshot))))
	}
	if len(strips) > 0 {
		shown = append(shown, "colour strips: "+strings.Join(strips, ", "))
	}
	if heat {
		shown = append(shown, "heat map: the data in the units that the model works in")
	}
	m.Description = strings.Join(shown, "; ")
	return m
}

// learntScalars lists the hyperparameters that the run learnt, name and value.
func learntScalars(r *Result) [][2]string {
	if r.Snapshot == nil {
		return nil
	}
	var out [][2]string
	for _, s := range r.Snapshot.Scalars {
		for _, p := range r.Settings.Parameters() {
			if p.Name == s.Name && p.Learnt && !r.Settings.Fixed(p.Name) {
				out = append(out, [2]string{s.Name, number(s.Mean)})
			}
		}
	}
	return out
}

// originHeight is the height at the origin of a tree of heights, 0 for a tree of times.
// Linkage trees leave a twentieth above the greatest height.
func originHeight(r *Result) float64 {
	if r.Info.Name != firstModel || r.Snapshot == nil {
		return 0
	}
	for _, s := range r.Snapshot.Scalars {
		if s.Name == "height" {
			return linkage.Headroom * s.Mean
		}
	}
	return 0
}

func capital(text string) string {
	if text == "" {
		return ""
	}
	r := []rune(text)
	return strings.ToUpper(string(r[0])) + string(r[1:])
}
