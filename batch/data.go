package batch

import (
	"fmt"
	"slices"
	"strings"

	"espalier/inference"
	"espalier/inference/read"
	"espalier/inference/stat/heldout"
	"espalier/sampledata"

	"gonum.org/v1/gonum/mat"
)

// open reads a file or a sample. The columns named are annotations, numbers or not.
func open(data string, flags readerFlags, annotations []string) (*inference.Table, error) {
	o, err := flags.options()
	if err != nil {
		return nil, err
	}
	var t *inference.Table
	if name, ok := strings.CutPrefix(data, "sample:"); ok {
		t, err = sampledata.Open(name)
	} else {
		o.Annotations = annotations
		t, err = read.File(data, o)
	}
	if err != nil {
		return nil, err
	}
	if t, err = t.MoveToAnnotations(annotations...); err != nil {
		return nil, err
	}
	for _, a := range annotations {
		if _, ok := t.AnnotationByName(a); !ok {
			return nil, fmt.Errorf("%s has no annotation column %q", t.Name, a)
		}
	}
	return t, nil
}

// openTest reads new rows for a data set. Columns that it needs are numbers there too.
func openTest(data string, flags readerFlags, like *inference.Dataset) (*inference.Table, error) {
	flags.Numeric = nil // of the other file
	t, err := open(data, flags, nil)
	if err != nil || strings.HasPrefix(data, "sample:") || like.Preprocessing.Transpose {
		return t, err
	}
	for _, name := range like.Columns {
		if _, ok := t.AnnotationByName(name); ok {
			flags.Numeric = append(flags.Numeric, name)
		}
	}
	if flags.Numeric == nil {
		return t, nil
	}
	return open(data, flags, nil)
}

// A material is what a fit is given: the data learnt from and the new rows, if any,
// in working units.
type material struct {
	table       *inference.Table // as read
	data        *inference.Dataset
	test        *mat.Dense // nil for none
	testNames   []string
	testFrom    string       // "holdout" or the file
	testClasses []string     // of the new rows, with --classes; nil where nothing says them
	cells       *hiddenCells // cells to be scored instead of rows; nil for none
}

// material reads and prepares the data of a fit.
func (c *fitCommand) material(model inference.Model, settings inference.Settings) (*material, error) {
	info := inference.InfoFor(model, settings)
	p, err := c.choose(inference.Preprocessing{})
	if err != nil {
		return nil, err
	}
	hidden := slices.Clone(c.Annotations)
	if c.Labels != "" {
		if p.Transpose {
			return nil, usage("--labels names a column of labels for the rows; it cannot be used with --transpose")
		}
		hidden = append(hidden, c.Labels)
	}
	if c.Classes != "" && c.Classes != c.Labels {
		if p.Transpose {
			return nil, usage("--classes names a column of classes of the rows; it cannot be used with --transpose")
		}
		if !slices.Contains(hidden, c.Classes) {
			hidden = append(hidden, c.Classes)
		}
	}
	m := &material{}
	if m.table, err = open(c.Data, c.readerFlags, hidden); err != nil {
		return nil, err
	}
	if p, err = c.choose(info.Preprocessing.For(m.table)); err != nil {
		return nil, err
	}
	if c.Holdout != nil || c.Test != "" {
		whole, err := m.table.Prepare(p)
		if err != nil {
			return nil, err
		}
		if heldout.Of(model, whole, settings) == heldout.ByCells {
			return m, c.hideCells(m, whole, p)
		}
	}
	learn := m.table
	var new *inference.Table
	if c.Holdout != nil {
		if p.Transpose {
			learn = heldout.Transposed(learn)
		}
		n, _ := learn.Dims()
		a, b, err := heldout.Rows(n, *c.Holdout, c.Seed)
		if err != nil {
			return nil, fmt.Errorf("--holdout: %w", err)
		}
		new, learn, m.testFrom = learn.SelectRows(b), learn.SelectRows(a), "holdout"
	}
	ask := p
	ask.Transpose = p.Transpose && c.Holdout == nil // else it is done
	if m.data, err = learn.Prepare(ask); err != nil {
		return nil, err
	}
	if c.Test != "" {
		if new, err = openTest(c.Test, c.readerFlags, m.data); err != nil {
			return nil, err
		}
		m.testFrom = new.Name
	}
	if new != nil {
		if m.test, err = m.data.Map(new); err != nil {
			return nil, err
		}
		m.testNames = new.Rows
		if c.Classes != "" {
			m.testClasses = c.classLabels(new)
		}
		if ask.Transpose {
			m.testNames = new.Columns
		}
	}
	m.data.Preprocessing.Transpose = p.Transpose
	return m, nil
}
