package batch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/arithmetic"
	"example.org/espalier/inference/disk"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/safe"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/study/file"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/depict/graphs"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/report"
)

type resumeCommand struct {
	From       string        `arg:"" help:"A study (NAME.espalier), or the folder of a fit with --out."`
	Iterations *int          `placeholder:"N" help:"Continue until this many iterations are done, counted from the start; by default until the fit reaches its goal."`
	Threads    int           `placeholder:"T" help:"Threads to use, by default one per processor; the result does not depend on it."`
	Checkpoint time.Duration `placeholder:"TIME" help:"Write the state at least this often, such as 60s."`
	Labels     string        `placeholder:"COLUMN" help:"Annotation to compare the result with; by default that of the fit."`
	Out        string        `placeholder:"DIR" help:"Folder for result.json, trees and figures; by default the folder of the fit."`
	JSON       bool          `name:"json" help:"Print result.json."`
	Quiet      bool          `short:"q" help:"Print only errors."`
	idFlag
	movedFlags
	figureFlags
}

// Help implements kong.HelpProvider.
func (*resumeCommand) Help() string {
	return "The fit continues from its saved state, to the same bits as without the interruption. The new result " +
		"replaces the old one. The exit status is that of fit: 3 if it was interrupted again.\n\n" +
		example(
			"espalier resume crabs.espalier --result 1 --iterations 5000",
			"espalier resume crabs --iterations 2000 --checkpoint 60s")
}

// Run continues a fit.
func (c *resumeCommand) Run(s *console) error {
	s.quiet = c.Quiet
	switch {
	case c.Threads < 0:
		return usage("--threads %d: give 1 or more", c.Threads)
	case c.Checkpoint < 0:
		return usage("--checkpoint %v: give a time above 0, such as 60s", c.Checkpoint)
	}
	from := &results{path: c.From, id: c.Result, data: c.Data, test: c.Test, labels: c.Labels,
		figures: c.figureFlags, note: s.note}
	r, err := from.read()
	if err != nil {
		return err
	}
	if r.State == nil {
		return errors.New("the result was saved without a state to continue from: fit it again")
	}
	if note := arithmetic.Elsewhere(r.Arithmetic); note != "" {
		s.note(note)
	}
	// One that was killed while its files took their places has reached its goal and lacks result.json.
	if broken := !from.isStudy() && !there(filepath.Join(from.folder(), lastFile)); !broken || c.Iterations != nil {
		if err := c.goal(r); err != nil {
			return err
		}
	}
	f, err := from.fitted(r)
	if err != nil {
		return err
	}
	if f.out.path = c.Out; c.Out == "" && !from.isStudy() {
		f.out.path = from.folder()
	}
	f.command.Out, f.command.JSON, f.command.Quiet = f.out.path, c.JSON, c.Quiet
	f.command.Threads, f.command.Checkpoint, f.command.Duration = c.Threads, c.Checkpoint,
		time.Duration(r.Spec.Goal.Duration)
	if err := c.checkFigures(f.out.path); err != nil {
		return err
	}
	f.target.wait, f.target.told = usualWait, s.ctx.Done()
	defer f.out.end()
	if err := errors.Join(f.out.make(), f.target.ready()); err != nil {
		return err
	}
	f.found, f.snapshot = nil, nil // of before
	return f.complete(s, r.State)
}

// goal sets when the continued fit ends.
func (c *resumeCommand) goal(r *job.Result) error {
	if n := c.Iterations; n != nil {
		if *n <= r.Iterations {
			return usage("--iterations %d: %d are done already; give the total number, not the number to add", *n, r.Iterations)
		}
		r.Spec.Goal = job.Goal{Iterations: n}
		return nil
	}
	if n := r.Spec.Goal.Iterations; r.Ended == run.Finished || n != nil && r.Iterations >= *n {
		return usage("the fit has reached its goal after %d iterations; to continue, give a larger total with "+
			"--iterations", r.Iterations)
	}
	return nil
}

// results are where a command finds the result of a fit: a study, a folder or a result.json.
type results struct {
	path, data, test, labels string
	id                       int // in a study
	figures                  figureFlags
	note                     func(string) // receives notes on damage in a study; may be nil
	shown                    bool         // the data have the annotations and groups that their sheet has now
	source                                // the result
}

// folder returns that of a result.json.
func (f *results) folder() string {
	if info, err := os.Stat(f.path); err == nil && info.IsDir() {
		return f.path
	}
	return filepath.Dir(f.path)
}

func (f *results) isStudy() bool { return file.Is(f.path) }

// read reads the result.
func (f *results) read() (*job.Result, error) {
	if !f.isStudy() {
		if f.id != 0 {
			return nil, usage("--result: %s is not a study but a folder with one result", f.path)
		}
		return f.readFolder()
	}
	if f.data != "" || f.test != "" {
		return nil, usage("--data and --test: the tables are in the study")
	}
	c, lost, err := file.Read(f.path)
	if err != nil {
		return nil, err
	}
	for _, l := range lost {
		if f.note != nil {
			f.note(fmt.Sprintf("%s is damaged: %s", f.path, l))
		}
	}
	r, err := pickResult(c, f.path, f.id)
	if err != nil {
		return nil, err
	}
	if r.Fit.Snapshot == nil && r.Fit.State == nil {
		return nil, fmt.Errorf("result %d of %s has found nothing yet; resume it first", r.ID, f.path)
	}
	f.table, f.held, f.found = r.Source(c.Tables[r.Table]), r.Test, r.ID
	f.part = report.PartOf(c.State, func(id study.TableID) *inference.Table { return c.Tables[id] }, r.Table)
	for _, h := range c.State.Sheets {
		if h.Table == r.Table {
			f.looks, f.sheet = depict.LooksOfSheet(h, c.Tables[r.Table]), h
			f.places = r.Places
		}
	}
	f.trees = func(rows []string) subject.OtherTrees { return treesBeside(c, r, rows) }
	fit := *r.Fit
	return &fit, nil
}

// treesBeside returns the best trees of the other results of the table of a result over the same rows, the newest
// first.
func treesBeside(c study.Contents, of study.Result, rows []string) (list subject.OtherTrees) {
	for _, id := range slices.Backward(slices.Sorted(maps.Keys(c.Results))) {
		if r := c.Results[id]; id != of.ID && r.Table == of.Table {
			name := cmp.Or(c.State.Label(id).Name, fmt.Sprintf("%s, result %d", r.Fit.Spec.Model, id))
			list = list.With(id, name, r.Fit.Snapshot, rows)
		}
	}
	return list
}

// open reads a result that must have a snapshot, ready to draw.
func (f *results) open() (*fitted, error) {
	r, err := f.read()
	if err != nil {
		return nil, err
	}
	if r.Snapshot == nil {
		return nil, errors.New("nothing has been found yet that could be drawn")
	}
	f.shown = true
	return f.fitted(r)
}

// fitted prepares a result for writing and drawing.
func (f *results) fitted(r *job.Result) (*fitted, error) {
	m, err := study.Result{Fit: r, Test: f.held}.Material(f.table, nil)
	if err != nil {
		return nil, err
	}
	m.Notes = withLooksOf(m.Notes, r.Notes)
	of := &fitCommand{Labels: f.labels, Annotations: r.Spec.Annotations, Seed: r.Spec.Seed,
		BurnIn: r.Spec.Burn(), figureFlags: f.figures}
	if of.Labels == "" {
		of.Labels = f.scored
	}
	if k := r.Spec.Classes; k != nil {
		of.Classes = k.Column
	}
	if size := r.Spec.Goal.EffectiveSize; size > 0 {
		of.UntilESS = &size
	}
	if f.shown {
		h := f.sheet.GroupsAnnotated(f.table)
		h.Naming = inference.Naming{} // see seen
		m.Data = h.Annotated(m.Data)
	}
	x := newFitted(of, m)
	usual := f.sheet.Naming
	if !f.isStudy() {
		usual = r.Spec.Read.Labels
	}
	if x.naming, err = f.figures.of(context.Background(), f.table, usual); err != nil {
		return nil, err
	}
	if f.isStudy() {
		x.target.path, x.target.id = f.path, f.found
	}
	x.found, x.looks, x.places, x.part = r, f.looks, f.places, f.part
	if f.trees != nil && depict.ComparesTrees(r.Snapshot) {
		x.trees = f.trees(m.Data.Rows)
	}
	x.sheet = f.sheet
	x.truth = graphs.KnownOf(f.sheet.Panes, m.Data)
	if f.truth != "" {
		if info, failed := os.Stat(safe.Path(f.truth)); failed == nil && !info.Mode().IsRegular() {
			err = &disk.NotPlain{Path: f.truth, Mode: info.Mode().Type()} // a result may name anything
		} else {
			x.truth, err = readTruth(context.Background(), f.truth, m.Data)
		}
		if err != nil && f.note != nil {
			f.note(fmt.Sprintf("the network is not compared with known edges: %s", err))
		}
	}
	if r.Snapshot != nil {
		x.take(r)
	}
	return x, nil
}
