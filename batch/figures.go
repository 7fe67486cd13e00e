package batch

import (
	"strconv"
	"strings"

	"espalier/inference"
	"espalier/inference/algorithm/linkage"
	"espalier/inference/stat/diagnostics"
	"espalier/inference/tree"
	"espalier/plotting"
	"espalier/plotting/beside"
	"espalier/plotting/chart"
	"espalier/plotting/dendro"
)

// Sizes of the figures: two columns of a journal wide.
var (
	treeSize  = plotting.Size{WidthMM: 180, HeightMM: 140, DPI: 300}
	traceSize = plotting.Size{WidthMM: 180, HeightMM: 70, DPI: 300}
)

// draw draws the figures into the folder, in each format asked for.
func (f *fitted) draw(out *folder) error {
	if len(f.command.Figures) == 0 {
		return nil
	}
	save := func(name string, figure plotting.Figure, size plotting.Size, m plotting.Metadata) error {
		return out.draw(name, f.command.Figures, figure, size, m)
	}
	m := f.metadata()
	if t := f.tree(); t != nil {
		d := f.dendrogram(t, m.Title)
		m.Description = "branch points stand at their diffusion time"
		if d.Height > 0 {
			m.Description = "branch points stand at the height at which their clusters were joined"
		}
		if n := f.posterior().Draws(); n > 0 {
			what := "maximum clade credibility tree of " + count(n, "draw")
			d.Subtitle = what + " · " + d.Subtitle
			m.Description = what + "; branch points stand at the mean diffusion time of their clades, branches are as thick as these are supported"
		}
		if err := save("tree", d, treeSize, m); err != nil {
			return err
		}
	}
	if r := f.report(); r != nil {
		d := chart.NewDiagnostics(r, f.snapshot, diagnostics.Bounds(f.info))
		d.Window, d.Style = plotting.All, plotting.Print
		m := m
		m.Title, m.Description = m.Title+": diagnostics", r.Verdict.Text
		size := plotting.Size{WidthMM: 180, HeightMM: min(34+float64(16*d.Rows())+28, 240), DPI: 300}
		if err := save("diagnostics", d, size, m); err != nil {
			return err
		}
	}
	if err := f.drawMixture(save); err != nil {
		return err
	}
	if err := f.drawConfusion(save); err != nil {
		return err
	}
	if err := f.drawFactors(save); err != nil {
		return err
	}
	if err := f.drawGroups(save); err != nil {
		return err
	}
	if err := f.drawReconstruction(save); err != nil {
		return err
	}
	trace := f.trace()
	if len(trace.Series) == 0 {
		return nil
	}
	m.Title, m.Description = m.Title+": trace", f.info.ObjectiveTitle+", against the "+f.info.Iteration
	return save("objective", trace, traceSize, m)
}

// trace shows the objective, of all chains where there are several.
func (f *fitted) trace() chart.Trace {
	t := chart.Trace{Title: f.info.ObjectiveTitle, Subtitle: f.metadata().Data, Iteration: f.info.Iteration, Window: plotting.All, Style: plotting.Print}
	if f.info.Samples {
		t.BurnIn = f.command.BurnIn
	}
	t.SetChains(f.snapshot, f.info.Objective)
	t.SetEpochs(f.snapshot.Epochs)
	return t
}

// dendrogram shows a tree with the annotations and the data beside it.
func (f *fitted) dendrogram(t *tree.Tree, title string) *dendro.Dendrogram {
	data := f.material.data
	d := dendro.NewDendrogram(t)
	d.Title, d.Subtitle = title, f.subtitle()
	d.Height = f.height()
	for _, a := range data.Annotations {
		if f.wantsStrip(a) {
			d.Strips = append(d.Strips, beside.Strip{Annotation: a})
		}
	}
	d.Heat = beside.NewHeat(data, beside.HeatOptions{Order: beside.Clustered})
	return d
}

// height returns what the origin stands for on the axis of a linkage tree, 0 for
// trees of diffusion time.
func (f *fitted) height() float64 {
	if f.info.Name != "agglomerative" {
		return 0
	}
	for _, s := range f.snapshot.Scalars {
		if s.Name == "height" {
			return linkage.Headroom * s.Mean
		}
	}
	return 0
}

// mostStrips is how many annotations are shown unless the user named some.
const mostStrips = 3

// wantsStrip reports whether an annotation is shown: those named by the user or, if
// none was, the first few that have more than one level and not nearly one a row.
func (f *fitted) wantsStrip(a inference.Annotation) bool {
	c := f.command
	named := c.Annotations
	if c.Labels != "" {
		named = append([]string{c.Labels}, named...)
	}
	if len(named) == 0 {
		for _, b := range f.material.data.Annotations {
			if k := len(b.Levels); k > 1 && 2*k <= len(b.Values) && len(named) < mostStrips {
				named = append(named, b.Name)
			}
		}
	}
	for _, n := range named {
		if n == a.Name {
			return true
		}
	}
	return false
}

// subtitle is one line of what is shown.
func (f *fitted) subtitle() string {
	var parts []string
	if v, ok := f.objective(); ok {
		title, unit, _ := strings.Cut(f.info.ObjectiveTitle, ", ")
		parts = append(parts, title+" "+plotting.FormatDigits(v, 5)+" "+unit, "after "+count(f.snapshot.Iteration, f.info.Iteration))
	}
	rows, columns := f.material.data.Dims()
	parts = append(parts, count(rows, "row"), count(columns, "column"))
	if p := f.material.data.Preprocessing; p != (inference.Preprocessing{}) {
		parts = append(parts, p.String())
	}
	return strings.Join(parts, " · ")
}

// metadata says of a figure how it came about.
func (f *fitted) metadata() plotting.Metadata {
	rows, columns := f.material.data.Dims()
	m := plotting.Metadata{
		Title: f.info.Title + " of " + f.material.table.Name, Software: "Espalier " + Version,
		Model: f.info.Title, Reference: f.info.Reference,
		Data: f.material.table.Name, Rows: rows, Columns: columns, DataHash: f.material.table.SHA256,
	}
	if p := f.material.data.Preprocessing; p != (inference.Preprocessing{}) {
		m.Preprocessing = "preprocessed (" + p.String() + ")"
	}
	learnt := map[string]float64{}
	for _, s := range f.snapshot.Scalars {
		learnt[s.Name] = s.Mean
	}
	decided := inference.Decided(f.model, f.material.data, f.settings)
	for _, p := range f.settings.Parameters() {
		if !p.Matters(f.settings) {
			continue
		}
		value := f.settings.InWords(p, decided)
		if v, ok := learnt[p.Name]; ok && !f.settings.Fixed(p.Name) {
			value = plotting.FormatNumber(v) + " (learnt)"
		}
		m.Settings = append(m.Settings, [2]string{p.Name, value})
	}
	if n := f.chains(); n > 1 {
		m.Settings = append(m.Settings, [2]string{"chains", strconv.Itoa(n)})
	}
	if v, ok := f.objective(); ok {
		m.Seed = strconv.FormatUint(f.command.Seed, 10)
		m.Iterations, m.Iteration = f.snapshot.Iteration, f.info.Iteration
		title, unit, _ := strings.Cut(f.info.ObjectiveTitle, ", ")
		m.Objective = strings.TrimSpace(title + " " + plotting.FormatDigits(v, 5) + " " + unit)
	}
	return m
}
