package batch

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/read"
	"example.org/espalier/inference/words"
	"example.org/espalier/sampledata"
)

// open reads a file or a sample. The columns named are annotations, numbers or not.
func open(ctx context.Context, data string, flags readerFlags, annotations []string) (*inference.Table, error) {
	t, err := load(ctx, data, flags, annotations)
	if err == nil {
		err = annotated(t, annotations)
	}
	return t, err
}

// load reads a table and makes those of the columns annotations that it has.
func load(ctx context.Context, data string, flags readerFlags, annotations []string) (*inference.Table, error) {
	o, err := flags.options()
	if err != nil {
		return nil, err
	}
	var t *inference.Table
	if name, ok := strings.CutPrefix(data, "sample:"); ok {
		if t, err = sampledata.Open(name); err == nil {
			t, err = read.Annotated(ctx, t, o)
		}
	} else {
		o.Annotations = annotations
		t, err = read.File(ctx, data, o)
	}
	if err != nil {
		return nil, err
	}
	return t.MoveToAnnotations(annotations...)
}

// annotated checks that a table has these annotations.
func annotated(t *inference.Table, annotations []string) error {
	for _, a := range annotations {
		if _, ok := t.AnnotationByName(a); !ok {
			return fmt.Errorf("%s has no annotation column %q", t.Name, a)
		}
	}
	return nil
}

// openTest reads new rows for a data set made of a table. Columns that the data set needs are read as numbers, but for
// those that are text in the table, or censored.
func openTest(ctx context.Context, data string, flags readerFlags, like *inference.Dataset, table *inference.Table) (*inference.Table, error) {
	codes := table.Codes
	flags.Numeric, flags.Levels = nil, nil // these name columns of the other file
	flags.RowAnnotations, flags.ColumnAnnotations, flags.AddTable = nil, nil, nil
	t, err := openRows(ctx, data, flags, codes)
	if err != nil || strings.HasPrefix(data, "sample:") || like.Preprocessing.Transpose {
		return t, err
	}
	for j, name := range like.Columns {
		if _, text := table.AnnotationByName(name); text || like.KindAt(j).Sort == column.Censored {
			continue
		}
		if _, ok := t.AnnotationByName(name); ok {
			flags.Numeric = append(flags.Numeric, name)
		}
	}
	if flags.Numeric == nil {
		return t, nil
	}
	return openRows(ctx, data, flags, codes)
}

// openRows is open for a table that may have only one row.
func openRows(ctx context.Context, data string, flags readerFlags, codes map[string][]float64) (*inference.Table, error) {
	if strings.HasPrefix(data, "sample:") {
		return open(ctx, data, flags, nil)
	}
	o, err := flags.options()
	if err != nil {
		return nil, err
	}
	o.OneRow, o.Codes = true, codes
	return read.File(ctx, data, o)
}

// someNames lists names in quotes; of many names only the first, and where the rest stand.
func someNames(names []string) string {
	const most = 20
	text := words.QuoteSome(names, most)
	if len(names) > most {
		text += ", which result.json lists"
	}
	return text
}

// hidden returns the columns that the model never sees.
func (c *fitCommand) hidden(p inference.Preprocessing) ([]string, error) {
	hidden := slices.Clone(c.Annotations)
	if c.Labels != "" {
		if !p.Transpose { // else they are an annotation of the columns
			hidden = append(hidden, c.Labels)
		}
	}
	if c.Classes != "" && c.Classes != c.Labels {
		if p.Transpose {
			return nil, usage("--classes needs a column with the class of each row; it cannot be used with --transpose")
		}
		if !slices.Contains(hidden, c.Classes) {
			hidden = append(hidden, c.Classes)
		}
	}
	return hidden, nil
}

// chosen returns the columns of the table that --columns leaves.
func (c *fitCommand) chosen(table *inference.Table, hidden []string) (*inference.Table, error) {
	if c.Columns == "" {
		return table, nil
	}
	places, err := job.ParsePlaces(c.Columns)
	if err != nil {
		return nil, usage("--columns: %v", err)
	}
	if table, err = table.MoveToAnnotations(hidden...); err != nil {
		return nil, err
	}
	return job.Keep(table, nil, places)
}

// material reads the tables of a fit and prepares it.
func (c *fitCommand) material(ctx context.Context, model inference.Model, settings inference.Settings) (*job.Material, error) {
	p, err := c.choose(inference.Preprocessing{})
	if err != nil {
		return nil, err
	}
	hidden, err := c.hidden(p)
	if err != nil {
		return nil, err
	}
	table, err := load(ctx, c.Data, c.readerFlags, hidden)
	if err != nil {
		return nil, err
	}
	table, naming, err := c.labels(ctx, table)
	if err != nil {
		return nil, err
	}
	if c.lies(table) {
		p.Transpose = true
		if hidden, err = c.hidden(p); err != nil {
			return nil, err
		}
	}
	if err := annotated(table, hidden); err != nil {
		return nil, err
	}
	chosen, err := c.chosen(table, hidden)
	if err != nil {
		return nil, err
	}
	if p, err = c.kinds(chosen, p, hidden); err != nil {
		return nil, err
	}
	info := inference.InfoFor(model, settings)
	p, looks := c.withLooks(chosen, p, hidden, info, len(c.Baselines) > 0)
	if p, err = c.choose(info.PreprocessingOf(chosen, p)); err != nil {
		return nil, err
	}
	spec, err := c.spec(table, p, hidden, settings)
	if err != nil {
		return nil, err
	}
	spec.Read.Labels = naming
	var test *inference.Table
	if c.Test != "" {
		whole, err := table.Prepare(p)
		if err != nil {
			return nil, err
		}
		if test, err = openTest(ctx, c.Test, c.readerFlags, whole, table); err != nil {
			return nil, err
		}
		source := job.SourceOf(test)
		spec.Held = &job.Held{Test: &source, Unit: c.HoldoutUnit}
	}
	m, err := job.BuildFrom(spec, table, test, job.Parts{Model: model})
	if err != nil {
		return nil, err
	}
	labelled := func(a inference.Annotation) bool { return a.Name == c.Labels }
	if c.Labels != "" && p.Transpose && !slices.ContainsFunc(m.Data.Annotations, labelled) {
		return nil, usage("--labels %s: with --transpose, labels must be an annotation of the columns of %s, which "+
			"has none of that name; give one with --column-annotations FILE", c.Labels, table.Name)
	}
	if len(c.Baselines) > 0 && m.Held.Cells != nil {
		return nil, usage("--baselines: %s scores cells, but the baselines score rows; instead, fit pca, spca or fa "+
			"with the same --seed and --holdout, which hides the same cells", c.Model)
	}
	if looks != "" {
		m.Notes = append(m.Notes, looks)
	}
	return m, nil
}

// spec returns everything that the fit depends on.
func (c *fitCommand) spec(table *inference.Table, p inference.Preprocessing, hidden []string, settings inference.Settings) (job.Spec, error) {
	o, err := c.options()
	if err != nil {
		return job.Spec{}, err
	}
	s := job.Spec{Version: job.SpecVersion, Table: job.SourceOf(table), Read: job.ReadingOf(o), Annotations: hidden, Preprocessing: &p,
		Model: c.Model, Settings: job.ValuesOf(settings), Seed: c.Seed, Chains: c.Chains, BurnIn: &c.BurnIn,
		Goal: job.Goal{Iterations: c.Iterations, Duration: job.Duration(c.Duration), Settled: c.UntilSettled}}
	for _, part := range []struct {
		flag, text string
		places     *job.Places
	}{{"rows", c.Rows, &s.Rows}, {"columns", c.Columns, &s.Columns}} {
		if part.text == "" {
			continue
		}
		if *part.places, err = job.ParsePlaces(part.text); err != nil {
			return s, usage("--%s: %v", part.flag, err)
		}
	}
	if c.UntilESS != nil {
		s.Goal.EffectiveSize = *c.UntilESS
	}
	if c.Holdout != nil {
		s.Held = &job.Held{Share: float64(*c.Holdout), Unit: c.HoldoutUnit}
	}
	if f := c.Fold; f != nil {
		held := job.Held{Unit: c.HoldoutUnit}.InFolds(f.part, f.of)
		s.Held = &held
	}
	if c.Classes != "" {
		s.Classes = &job.Classes{Column: c.Classes}
	}
	if c.Evidence > 0 {
		s.Evidence = &job.Evidence{Draws: c.Evidence, Proposals: c.Proposals}
	}
	return s, nil
}
