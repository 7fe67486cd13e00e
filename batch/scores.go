package batch

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/facts"

	"gonum.org/v1/gonum/stat"
)

type scoresCommand struct {
	Results []string `arg:"" help:"Results of fits with --holdout or --test: files, or folders that contain result.json at any depth."`
	Out     string   `placeholder:"DIR" help:"Folder for scores.json, the points as CSV, and the figure."`
	Figures []string `placeholder:"FORMAT" help:"Draw box plots of the held-out fit by model as ${figures} into --out."`
	JSON    bool     `name:"json" help:"Print the numbers as JSON."`
	Quiet   bool     `short:"q" help:"Print no notes."`
}

// Help implements kong.HelpProvider.
func (*scoresCommand) Help() string {
	return "Fits are grouped by model, and by the settings that differ between fits of a model. Differences are " +
		"taken between fits with the same seed, which hide the same cells or rows.\n\n" +
		example("espalier fit sample:crabs --model nsfa --holdout 0.1 --seed 1 --out study/nsfa-1",
			"espalier fit sample:crabs --model fa --holdout 0.1 --seed 1 --out study/fa-1",
			"espalier scores study --out draw --figures svg")
}

// savedFit is the part of a result file about a fit and its held-out score.
type savedFit struct {
	Model      string         `json:"model"`
	Parameters map[string]any `json:"parameters"`
	Seed       uint64         `json:"seed"`
	Data       struct {
		Name    string `json:"name"`
		SHA256  string `json:"sha256"`
		Columns int    `json:"columns"`
	} `json:"data"`
	Preprocessing struct {
		Kinds []string `json:"kinds"`
	} `json:"preprocessing"`
	Test *struct {
		Cells   int      `json:"cells"`
		Source  string   `json:"source"`
		Density *float64 `json:"log_density_mean"`
		Squared *float64 `json:"squared_error_mean"`
	} `json:"test"`
	path string
}

// A scoreGroup is the fits of one box plot.
type scoreGroup struct {
	Name     string `json:"name"`
	Fits     int    `json:"fits"`
	Density  number `json:"log_density_mean"`
	Spread   number `json:"log_density_standard_deviation"` // between fits
	Squared  number `json:"squared_error_mean"`
	Behind   number `json:"behind_best"`                // mean difference of log densities to the best group, of equal seeds
	Error    number `json:"behind_best_standard_error"` // of that mean
	Pairs    int    `json:"pairs"`                      // of equal seeds
	fits     []savedFit
	standing float64
}

// scoresReport is the layout of the JSON.
type scoresReport struct {
	Espalier string       `json:"espalier"`
	Data     string       `json:"data"`
	Unit     string       `json:"unit"` // unit of a log density: "cell" or "row"
	Groups   []scoreGroup `json:"groups"`
	Notes    []string     `json:"notes,omitempty"`
}

// Run compares the held-out fit of models.
func (c *scoresCommand) Run(s *console) error {
	s.quiet = c.Quiet
	if err := checkFormats(c.Figures, c.Out); err != nil {
		return err
	}
	fits, notes, err := readFits(c.Results)
	if err != nil {
		return err
	}
	out := &folder{path: c.Out}
	if err := out.make(); err != nil {
		return err
	}
	defer out.end()
	report := scoresReport{Espalier: Version, Data: fits[0].Data.Name, Unit: "row", Groups: groupFits(fits), Notes: notes}
	if fits[0].Test.Cells > 0 {
		report.Unit = "cell"
	}
	text, err := facts.Encode(report)
	if err != nil {
		return err
	}
	figure := report.figure()
	m := plotting.Metadata{Title: figure.Title, Description: figure.Subtitle, Software: Software()}
	size := plotting.Size{WidthMM: 180, HeightMM: min(40+7*float64(len(report.Groups)), 200), DPI: 300}
	if err := out.publish("scores", text, figure, c.Figures, depict.Plate{Name: "scores", Figure: figure, Metadata: m, Size: size}); err != nil {
		return err
	}
	for _, note := range notes {
		s.note(note)
	}
	if c.JSON {
		_, err = s.stdout.Write(text)
		return err
	}
	report.print(s)
	return nil
}

// readFits reads result files; in folders, at any depth.
func readFits(paths []string) (fits []savedFit, notes []string, err error) {
	add := func(from resultFile) error {
		text, err := from.text()
		if err != nil {
			return err
		}
		path := from.path
		if from.result > 0 {
			path = from.where()
		}
		f := savedFit{path: path}
		if err := json.Unmarshal(text, &f); err != nil || f.Model == "" {
			return fmt.Errorf("%s is not the result of a fit; give the result.json that fit --out writes", path)
		}
		if f.Test == nil || f.Test.Density == nil {
			notes = append(notes, path+" has no held-out score and is left out; fit it with --holdout or --test")
			return nil
		}
		fits = append(fits, f)
		return nil
	}
	files, err := resultFiles(paths)
	if err != nil {
		return nil, nil, err
	}
	for _, file := range files {
		if err := add(file); err != nil {
			return nil, nil, err
		}
	}
	if len(fits) == 0 {
		return nil, nil, errors.New("there is no held-out score to compare; fit with --holdout or --test, then give " +
			"the folders of --out")
	}
	for _, f := range fits[1:] {
		if f.Data.SHA256 != fits[0].Data.SHA256 {
			return nil, nil, fmt.Errorf("%s and %s are fits of different tables; their scores cannot be compared", fits[0].path, f.path)
		}
		if (f.Test.Cells > 0) != (fits[0].Test.Cells > 0) {
			return nil, nil, fmt.Errorf("%s is scored by cells and %s by rows; these cannot be compared", fits[0].path, f.path)
		}
	}
	note, err := byKind(fits)
	return fits, append(notes, note...), err
}

// byKind refuses fits of other columns where some took columns by kind, for they score other things, and says of fits
// of different models that some may give densities where others give probabilities.
func byKind(fits []savedFit) (notes []string, err error) {
	if !slices.ContainsFunc(fits, func(f savedFit) bool { return f.Preprocessing.Kinds != nil }) {
		return nil, nil
	}
	models := false
	for _, f := range fits[1:] {
		if f.Data.Columns != fits[0].Data.Columns {
			return nil, fmt.Errorf("%s scores %d columns and %s scores %d, since models take other kinds of columns; espalier board "+
				"says which of these can be compared", fits[0].path, fits[0].Data.Columns, f.path, f.Data.Columns)
		}
		models = models || f.Model != fits[0].Model
	}
	if models {
		notes = append(notes, "columns have kinds, and a model that reads levels or counts as numbers gives densities, not "+
			"probabilities; espalier board says which of these can be compared")
	}
	return notes, nil
}

// groupFits groups fits by model and by the settings in which those of one model differ, the
// best group first.
func groupFits(fits []savedFit) []scoreGroup {
	differ := map[string][]string{} // names of settings by model
	first := map[string]savedFit{}
	for _, f := range fits {
		g, met := first[f.Model]
		if !met {
			first[f.Model] = f
			continue
		}
		for name, v := range f.Parameters {
			if fmt.Sprint(v) != fmt.Sprint(g.Parameters[name]) && !slices.Contains(differ[f.Model], name) {
				differ[f.Model] = append(differ[f.Model], name)
			}
		}
	}
	var groups []scoreGroup
	for _, f := range fits {
		name := f.Model
		slices.Sort(differ[f.Model])
		for _, p := range differ[f.Model] {
			name += fmt.Sprintf(", %s %v", p, f.Parameters[p])
		}
		at := slices.IndexFunc(groups, func(g scoreGroup) bool { return g.Name == name })
		if at < 0 {
			at = len(groups)
			groups = append(groups, scoreGroup{Name: name})
		}
		groups[at].fits = append(groups[at].fits, f)
	}
	for i := range groups {
		groups[i].describe()
	}
	stable.Sort(groups, func(a, b scoreGroup) int { return cmp.Compare(b.standing, a.standing) })
	for i := range groups {
		groups[i].compare(&groups[0])
	}
	return groups
}

func (g *scoreGroup) describe() {
	var density, squared []float64
	for _, f := range g.fits {
		density = append(density, *f.Test.Density)
		if f.Test.Squared != nil {
			squared = append(squared, *f.Test.Squared)
		}
	}
	g.Fits, g.standing = len(g.fits), stat.Mean(density, nil)
	g.Density, g.Spread, g.Squared = number(g.standing), facts.Unknown, facts.Unknown
	if len(density) > 1 {
		g.Spread = number(stat.StdDev(density, nil))
	}
	if len(squared) > 0 {
		g.Squared = number(stat.Mean(squared, nil))
	}
}

// compare fills in how far a group is behind the best, over fits of equal seeds.
func (g *scoreGroup) compare(best *scoreGroup) {
	var difference []float64
	for _, f := range g.fits {
		for _, b := range best.fits {
			if f.Seed == b.Seed {
				difference = append(difference, *b.Test.Density-*f.Test.Density)
				break
			}
		}
	}
	g.Pairs, g.Behind, g.Error = len(difference), facts.Unknown, facts.Unknown
	if len(difference) > 0 {
		g.Behind = number(stat.Mean(difference, nil))
	}
	if len(difference) > 1 {
		g.Error = number(stat.StdDev(difference, nil) / math.Sqrt(float64(len(difference))))
	}
}

// figure shows the fits as box plots.
func (r *scoresReport) figure() chart.Boxes {
	var models []chart.Scored
	for _, g := range r.Groups {
		m := chart.Scored{Name: g.Name}
		for _, f := range g.fits {
			score := chart.ScoredFit{Name: f.path, Seed: f.Seed, LogDensity: *f.Test.Density, Squared: math.NaN()}
			if f.Test.Squared != nil {
				score.Squared = *f.Test.Squared
			}
			m.Fits = append(m.Fits, score)
		}
		models = append(models, m)
	}
	return chart.ScoreBoxes(r.Data, r.Unit, models)
}

// print writes the groups as a table.
func (r *scoresReport) print(s *console) {
	width := len("model")
	for _, g := range r.Groups {
		width = max(width, len([]rune(g.Name)))
	}
	text := func(x number) string { return plotting.FormatDigits(float64(x), 4) }
	printf(s.stdout, "held-out log density of %s, nats per %s\n", r.Data, r.Unit)
	printf(s.stdout, "%-*s %6s %10s %10s %22s\n", width, "model", "fits", "mean", "s.d.", "behind the best")
	for i, g := range r.Groups {
		behind := "–"
		if i > 0 && g.Pairs > 0 {
			behind = strings.TrimSuffix(text(g.Behind)+" ± "+text(g.Error), " ± –")
		}
		printf(s.stdout, "%-*s %6d %10s %10s %22s\n", width, g.Name, g.Fits, text(g.Density), text(g.Spread), behind)
	}
}
