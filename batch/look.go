package batch

import (
	"cmp"
	"fmt"
	"io"

	"example.org/espalier/inference"
	"example.org/espalier/inference/relation"
	"example.org/espalier/inference/survey"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/facts"
	"example.org/espalier/plotting/missing"
)

type lookCommand struct {
	Data        string   `arg:"" help:"A file, or sample:NAME."`
	Annotations []string `placeholder:"COLUMN" help:"Columns that are annotations although they hold numbers."`
	Out         string   `placeholder:"DIR" help:"Folder for look.json and the picture of what is missing."`
	Figures     []string `placeholder:"FORMAT" help:"Draw what is missing, as ${figures}, into --out."`
	JSON        bool     `name:"json" help:"Print it as JSON."`
	readerFlags
	preprocessingFlags
}

// Help implements kong.HelpProvider.
func (*lookCommand) Help() string {
	return "Says how large a table is, whether observations seem to be in its rows or its columns, what occurs twice, what its columns are " +
		"measured in, which cells are missing, whether trees scale it by one factor, and what the flags leave of it. Nothing is fitted.\n\n" + example(
		"espalier look table.csv --max-missing-columns 0.2 --min-variance-rows 0.1",
		"espalier look table.csv --out looked --figures svg")
}

// lookJSON is the layout of the JSON.
type lookJSON struct {
	Espalier    string          `json:"espalier"`
	Name        string          `json:"name"`
	Rows        int             `json:"rows"`
	Columns     int             `json:"columns"`
	Missing     int             `json:"missing"`
	Limits      int             `json:"limits"`
	Kind        string          `json:"kind"`
	Orientation orientationJSON `json:"orientation"`
	Scaling     scalingJSON     `json:"scaling"`
	Left        leftJSON        `json:"left"`
	Kinds       []kindJSON      `json:"kinds,omitempty"` // of columns that look like something else than numbers
	Findings    []string        `json:"findings"`
	Gaps        []string        `json:"gaps"`
}

type orientationJSON struct {
	Turned bool   `json:"turned"`
	Known  bool   `json:"known"`
	Why    string `json:"why"`
}

// scalingJSON says how a table is scaled by models that compare rows by distances, unless told otherwise.
type scalingJSON struct {
	OneFactor bool    `json:"one_factor"` // the columns seem to share a unit
	Spread    float64 `json:"spread"`     // of the logarithms of their standard deviations
}

// leftJSON describes the table that the model would see.
type leftJSON struct {
	Rows    int      `json:"rows"`
	Columns int      `json:"columns"`
	Of      [2]int   `json:"of"` // rows and columns, after a transposition
	Notes   []string `json:"notes"`
}

// Run looks at the table.
func (c *lookCommand) Run(s *console) error {
	if err := checkFormats(c.Figures, c.Out); err != nil {
		return err
	}
	p, err := c.choose(inference.Preprocessing{})
	if err != nil {
		return err
	}
	t, err := open(s.ctx, c.Data, c.readerFlags, c.Annotations)
	if err != nil {
		return err
	}
	p.Transpose = p.Transpose || c.lies(t)
	p = t.Related(p)
	if p, err = c.kinds(t, p, c.Annotations); err != nil {
		return err
	}
	looks := kindsOf(t, p)
	whole := t
	if t, err = t.Kinded(p); err != nil {
		return err
	}
	prepare := t.Outline
	if c.Out != "" { // the picture needs the numbers
		prepare = t.Prepare
	}
	d, problem := prepare(p)
	kept, err := t.Keep(p)
	if err != nil {
		return err
	}
	if problem != nil { // findings are printed all the same
		if d, err = t.Outline(inference.Preprocessing{Transpose: p.Transpose, Leave: p.Leave, Distances: relation.None}); err != nil {
			return problem
		}
		c.Out = ""
	}
	found := survey.Of(whole)
	if t != whole { // kinds of columns are no finding
		found.Findings = survey.FindingsOf(t, found.Orientation)
	}
	scaling := scalingJSON{whole.SharesUnit(p), whole.Spread(p)}
	n, m := whole.Dims()
	rows, columns := len(d.Rows), len(d.Columns)
	pattern := missing.PatternOf(func(i, j int) float64 {
		if i, j = d.RowIndex[i], d.ColumnIndex[j]; p.Transpose {
			i, j = j, i
		}
		return t.Known(inference.Cell{Row: i, Column: j})
	}, d.Rows, d.Columns)
	o := found.Orientation
	unknown, limits := whole.Unknown()
	out := lookJSON{Espalier: Version, Name: t.Name, Rows: n, Columns: m, Missing: unknown, Limits: limits,
		Kind: string(whole.Kind), Orientation: orientationJSON{o.Turned, o.Known, o.Why}, Scaling: scaling,
		Kinds: looks, Left: leftJSON{rows, columns, [2]int{kept.AllRows, kept.AllColumns}, append([]string{}, d.Notes...)}, Findings: append([]string{}, t.Notes...), Gaps: pattern.Words()}
	for _, f := range found.Findings {
		out.Findings = append(out.Findings, f.String())
	}
	text, err := facts.Encode(out)
	if err != nil {
		return err
	}
	if err := c.write(text, t, d); err != nil {
		return err
	}
	if c.JSON {
		_, err = s.stdout.Write(text)
	} else {
		err = out.print(s.stdout, whole, p)
	}
	return cmp.Or(err, problem)
}

// print writes it in sentences.
func (o lookJSON) print(w io.Writer, t *inference.Table, p inference.Preprocessing) error {
	size := fmt.Sprintf("%s × %s of numbers (%s)", plotting.Plural(o.Rows, "row"), plotting.Plural(o.Columns, "column"),
		o.Kind)
	if o.Columns == 0 {
		size = fmt.Sprintf("%s without numbers", plotting.Plural(o.Rows, "row"))
	}
	lines := []string{o.Name + ": " + size}
	for _, a := range t.Annotations {
		lines = append(lines, fmt.Sprintf("annotation of rows: %s (%s)", a.Name, plotting.Plural(len(a.Levels),
			"level")))
	}
	for _, a := range t.ColumnAnnotations {
		lines = append(lines, fmt.Sprintf("annotation of columns: %s (%s)", a.Name, plotting.Plural(len(a.Levels),
			"level")))
	}
	why := o.Orientation.Why
	switch {
	case o.Orientation.Turned && !p.Transpose:
		why += " --transpose swaps rows and columns."
	case t.Observed.Columns && p.Transpose:
		why += " A fit turns the table; --no-transpose leaves it."
	}
	lines = append(lines, why)
	if t.Kind != inference.Binary && (p.Distances == "" || p.Distances == relation.None) {
		if words := t.UnitWords(p); words != "" {
			lines = append(lines, words)
		}
	}
	if chosen := p; chosen != (inference.Preprocessing{Distances: p.Distances}) {
		lines = append(lines, fmt.Sprintf("Left are %s of %s and %s of %s (%s).", plotting.FormatCount(o.Left.Rows), plotting.Plural(o.Left.Of[0], "row"),
			plotting.FormatCount(o.Left.Columns), plotting.Plural(o.Left.Of[1], "column"), p))
	}
	lines = append(lines, kindLines(o.Kinds, t, p)...)
	lines = append(lines, o.Left.Notes...)
	lines = append(lines, o.Findings...)
	for _, line := range append(lines, o.Gaps...) {
		if _, err := printf(w, "%s\n", line); err != nil {
			return err
		}
	}
	return nil
}

// write writes the files.
func (c *lookCommand) write(text []byte, t *inference.Table, d *inference.Dataset) error {
	if c.Out == "" {
		return nil
	}
	out := &folder{path: c.Out}
	if err := out.make(); err != nil {
		return err
	}
	defer out.end()
	plate := depict.GapsPlate(t, d, Software())
	return out.publish("look", text, plate.Figure.(missing.Gaps), c.Figures, plate)
}
