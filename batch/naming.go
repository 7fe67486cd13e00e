package batch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/annotate"
	"example.org/espalier/inference/read"
	"example.org/espalier/inference/safe"
	"example.org/espalier/inference/study"
)

// namingFlags say which annotations stand in place of the names of rows and columns.
type namingFlags struct {
	LabelRows    string `placeholder:"COLUMN" help:"Annotation whose values stand in place of the names of the table's rows, in figures and in all files: gene symbols for probes, such as Description of a GCT file. Also a file of two columns, the names and what to call them; or the word none. Nothing else changes, and names of columns that hold the same are told apart by their own."`
	LabelColumns string `placeholder:"COLUMN" help:"The same for the columns of the table; with --transpose they are the rows that the model sees."`
}

// A called says how people call the rows and columns of a table: by which annotations, and those of them that come from
// files of their own.
type called struct {
	by    inference.Naming
	added study.Annotations
	files [2]string // for rows and for columns; "" where the table has the annotation
}

// of finds the annotations that the flags name in a table; usual holds where a flag is not given.
func (n namingFlags) of(ctx context.Context, t *inference.Table, usual inference.Naming) (called, error) {
	out := called{by: usual}
	for i, side := range []struct {
		flag, given string
		target      annotate.Target
		has         []inference.Annotation
		by          *string
		added       *[]inference.Annotation
		other       string // the flag of the other side, and its annotations
		beside      annotate.Target
		others      []inference.Annotation
	}{{"--label-rows", n.LabelRows, annotate.Rows, t.Annotations, &out.by.Rows, &out.added.Rows,
		"--label-columns", annotate.Columns, t.ColumnAnnotations},
		{"--label-columns", n.LabelColumns, annotate.Columns, t.ColumnAnnotations, &out.by.Columns, &out.added.Columns,
			"--label-rows", annotate.Rows, t.Annotations}} {
		switch {
		case side.given == "":
			continue
		case side.given == "none":
			*side.by = ""
			continue
		case among(side.has, side.given):
			*side.by = side.given
			continue
		}
		if _, err := os.Stat(safe.Path(side.given)); errors.Is(err, fs.ErrNotExist) {
			text := fmt.Sprintf("%s %s: the %s of %s have no annotation of that name, and there is no such file; they have %s",
				side.flag, side.given, side.target, t.Name, orNone(side.has))
			if among(side.others, side.given) { // rows and columns are those of the file, whether a fit turns it or not
				text += fmt.Sprintf(". The %s of the table have it: try %s %s", side.beside, side.other, side.given)
			}
			return out, usage("%s", text)
		}
		lines, err := read.LinesOf(ctx, side.given)
		if err != nil {
			return out, fmt.Errorf("%s: %w", side.flag, err)
		}
		j, err := annotate.Join(t, lines, annotate.Choices{Target: side.target})
		if err != nil {
			return out, fmt.Errorf("%s: %w", side.flag, err)
		}
		if len(j.Annotations) == 0 {
			return out, fmt.Errorf("%s: %s holds only the names of the %s; a second column must say what to call them",
				side.flag, side.given, side.target)
		}
		*side.by, *side.added, out.files[i] = j.Annotations[0].Name, j.Annotations, side.given
	}
	return out, nil
}

func among(list []inference.Annotation, name string) bool {
	for _, a := range list {
		if a.Name == name {
			return true
		}
	}
	return false
}

func orNone(list []inference.Annotation) string {
	if len(list) == 0 {
		return "none"
	}
	names := make([]string, len(list))
	for i, a := range list {
		names[i] = a.Name
	}
	return someNames(names)
}

// seen are the data as people see them: called as they chose.
func (f *fitted) seen() *inference.Dataset {
	if f.data == nil {
		by := f.naming.by
		if f.material.Data.Preprocessing.Transpose {
			by = by.Turned()
		}
		f.data = f.naming.added.Data(f.material.Data).Named(by)
	}
	return f.data
}

// labels finds how the rows and columns of the table of a fit are called, and joins the files that say so to the table,
// as --row-annotations would.
func (c *fitCommand) labels(ctx context.Context, t *inference.Table) (*inference.Table, inference.Naming, error) {
	n, err := c.of(ctx, t, inference.Naming{})
	if err != nil {
		return t, n.by, err
	}
	var o read.Options
	if path := n.files[0]; path != "" {
		o.RowAnnotations, c.RowAnnotations = []string{path}, append(c.RowAnnotations, path)
	}
	if path := n.files[1]; path != "" {
		o.ColumnAnnotations, c.ColumnAnnotations = []string{path}, append(c.ColumnAnnotations, path)
	}
	t, err = read.Annotated(ctx, t, o)
	return t, n.by, err
}

// called names the rows and columns of all results as the flags say, where their table has these annotations. The error
// is that of the first where none has.
func (list openedList) called(ctx context.Context, n namingFlags) error {
	for _, side := range []namingFlags{{LabelRows: n.LabelRows}, {LabelColumns: n.LabelColumns}} {
		var first error
		had := 0
		for _, o := range list {
			usual := o.naming
			got, err := side.of(ctx, o.material.Source, usual.by)
			if err != nil {
				if first == nil {
					first = err
				}
				continue
			}
			had++
			got.added.Rows = slices.Concat(usual.added.Rows, got.added.Rows)
			got.added.Columns = slices.Concat(usual.added.Columns, got.added.Columns)
			o.naming = got
		}
		if had == 0 {
			return first
		}
	}
	return nil
}
