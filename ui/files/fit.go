package files

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/read"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/study/opening"
	"example.org/espalier/sampledata"
)

// A Fit is a result that came from outside the study, ready for it.
type Fit struct {
	*opening.Fit
	Material *job.Material
	Plain    *inference.Dataset // the table as the fit prepared it, all of it
	Same     study.TableID      // a table of the study of the same content, 0 for none
	Setup    study.Setup        // the form of a run of the same kind, of the whole table
}

// OpenFit reads the result in a file. Its table is one of tables where that has the same content.
func OpenFit(ctx context.Context, path string, tables map[study.TableID]*inference.Table) (*Fit, error) {
	found, err := opening.ReadFit(path, opening.Now{}, func(source string, o read.Options) (*inference.Table, error) {
		return sampledata.OpenSource(ctx, source, o)
	})
	if moved := (opening.MovedTable{}); errors.As(err, &moved) {
		return nil,
			fmt.Errorf("%w: put %s beside %s, and open that again", err, filepath.Base(moved.Source), filepath.Base(path))
	}
	if err != nil {
		return nil, err
	}
	f := &Fit{Fit: found, Setup: study.SetupOf(found.Result.Spec)}
	f.Setup.Held = nil
	content := job.ContentHash(found.Table)
	for id, t := range tables {
		if job.ContentHash(t) == content {
			f.Same, found.Table = max(f.Same, id), t
		}
	}
	f.Material, f.Plain, err = found.Prepare()
	return f, err
}
