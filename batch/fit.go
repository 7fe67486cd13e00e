package batch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/pieces"
	"example.org/espalier/inference/read"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/safe"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/depict/graphs"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/facts"
	"example.org/espalier/plotting/report"
	"example.org/espalier/sampledata"
)

type fitCommand struct {
	Data  string `arg:"" help:"A file, or sample:NAME."`
	Model string `required:"" short:"m" placeholder:"NAME" help:"The model: ${models}."`
	settingFlags
	Seed         uint64        `default:"1" help:"Seed of all random choices; the same seed gives the same result."`
	Iterations   *int          `placeholder:"N" help:"Iterations after the start; 0 does only the start. Each model has its own default."`
	Duration     time.Duration `placeholder:"TIME" help:"Stop after this time, such as 30s or 5m, at the next full iteration."`
	Threads      int           `placeholder:"T" help:"Threads to use, by default one per processor; the result does not depend on it."`
	Chains       int           `placeholder:"C" help:"Independent chains, for methods that sample; each method has its own default."`
	BurnIn       float64       `default:"0.25" placeholder:"SHARE" help:"Proportion of iterations at the start of each chain that summaries and diagnostics leave out."`
	UntilESS     *float64      `name:"until-ess" placeholder:"SIZE" help:"Stop when the effective sample size of every quantity and of the trees reaches this, such as 200. Without --iterations or --duration there is no other limit."`
	UntilSettled bool          `name:"until-settled" help:"Stop a search when its objective has settled: when it gains less than a thousandth of a nat per row, and a tenth of a nat in all, in 100 iterations. Without --iterations or --duration there is no other limit."`
	Test         string        `placeholder:"FILE" xor:"test" help:"Score the rows of this file, with columns matched by name; for a factor model, score its values in the missing cells of DATA."`
	Holdout      *shareOf      `placeholder:"SHARE" xor:"test" help:"Hide this share of the rows (of the cells for a factor model), chosen by the seed, and score them: 0.1 or 10%."`
	Fold         *foldOf       `placeholder:"K/N" xor:"test" help:"Hide part K of N equal parts of the rows (of the cells for a factor model), in an order chosen by the seed, and score it: 1/5 to 5/5 hide each once. Of a network whose links have no direction the two cells of a pair are hidden together, and one is scored."`
	HoldoutUnit  string        `default:"" enum:"rows,cells," placeholder:"UNIT" help:"What --holdout and --fold hide and --test scores: rows or cells. By default cells for a factor model, rows for other models; trees predict both."`
	Baselines    []string      `placeholder:"MODEL" help:"Also score the same rows under these models, fitted to the same data: any that predict rows, or all for ${baselines}."`
	Evidence     int           `placeholder:"DRAWS" help:"Estimate the evidence by importance sampling with this many draws, for models with a bound on it (vbmfa)."`
	Proposals    []string      `placeholder:"NAME" help:"Distributions that --evidence draws from: posterior, t3 (Student's t, any degrees of freedom), wide1.5 (any factor); several are mixed."`
	Truth        string        `placeholder:"FILE" help:"Compare the network of the result with this list of edges, a CSV file with columns source and target; sample:NAME is the list of a sample."`
	Labels       string        `placeholder:"COLUMN" help:"Annotation to compare the result with; the model never sees it."`
	Cut          string        `default:"branches" enum:"branches,time,tightest" placeholder:"HOW" help:"How to cut a tree into as many groups as there are labels: by branches, removing one after the other that whose removal explains most variance; at one time, where children of one branch point are joined if it has too many; or into the tightest clades, those with the least spread."`
	Classes      string        `placeholder:"COLUMN" help:"Annotation whose values are classes: fits one model to the rows of each class, and classifies new rows (without --test or --holdout, the fitted rows) by Bayes' rule."`
	Rows         string        `placeholder:"PLACES" help:"Fit only these rows of the table, counted from 1, such as 1-100,121."`
	Columns      string        `placeholder:"PLACES" help:"Fit only these columns of numbers, counted from 1, such as 1-8."`
	Annotations  []string      `placeholder:"COLUMN" help:"Columns of numbers that the model never sees; shown beside the tree."`
	Out          string        `placeholder:"DIR" help:"Folder for result.json, trees and figures."`
	Study        string        `placeholder:"FILE" help:"Add the result to this study (NAME.espalier), which is created if it does not exist."`
	Again        bool          `help:"Fit again and add the result, although the study holds one of the same table, model, settings, seed and goal."`
	StudyWait    time.Duration `default:"30s" placeholder:"TIME" help:"How long to wait while another program writes the study."`
	Checkpoint   time.Duration `placeholder:"TIME" help:"Write the state of the fit to --study or --out at least this often, such as 60s; espalier resume continues from it if the fit is killed."`
	Formulas     bool          `help:"Write names that begin with =, @, + or - into CSV as they are; otherwise an apostrophe before them keeps a spreadsheet from running them."`
	Process      bool          `help:"Run the fit in a separate process, with no more memory than its estimate. If that process dies, its last state, at most ten seconds old, is written, and espalier resume continues from it."`
	figureFlags
	JSON  bool `name:"json" help:"Print result.json."`
	Quiet bool `short:"q" help:"Print only errors."`
	readerFlags
	preprocessingFlags
}

// Help implements kong.HelpProvider.
func (*fitCommand) Help() string {
	return "Densities are in nats and in the units of the file. Ctrl-C, SIGTERM or SIGHUP stops the fit, which " +
		"writes what it found and ends with status 3; a second signal quits at once. espalier resume continues the " +
		"fit, bit for bit.\n\n" +
		example(
			"espalier fit sample:crabs --model pydt --labels species --out crabs --figures svg",
			"espalier fit sample:crabs --model pydt --set method=mcmc --study crabs.espalier --checkpoint 60s",
			"espalier fit table.csv --model ddt --set sigma2=2 --fix sigma2 --holdout 0.1 --seed 3 --json",
			"espalier fit sample:digits8x8 --model vbmfa --classes digit --holdout 0.2 --out digits --figures svg")
}

// check refuses flags that contradict each other.
func (c *fitCommand) check() error {
	switch {
	case c.Iterations != nil && *c.Iterations < 0:
		return usage("--iterations %d: give 0 or more", *c.Iterations)
	case c.Duration < 0:
		return usage("--duration %v: give a time above 0, such as 30s or 5m", c.Duration)
	case c.Checkpoint < 0:
		return usage("--checkpoint %v: give a time above 0, such as 60s", c.Checkpoint)
	case c.Checkpoint > 0 && c.Study == "" && c.Out == "":
		return usage("--checkpoint: give --study or --out, where the state is written")
	case c.Threads < 0:
		return usage("--threads %d: give 1 or more", c.Threads)
	case c.Chains < 0:
		return usage("--chains %d: give 1 or more", c.Chains)
	case !(c.BurnIn >= 0 && c.BurnIn < 1):
		return usage("--burn-in %v: give a proportion of at least 0 and below 1, such as 0.25", c.BurnIn)
	case c.UntilESS != nil && !(*c.UntilESS > 0):
		return usage("--until-ess %v: give a number above 0, such as 200", *c.UntilESS)
	case c.Holdout != nil && !(*c.Holdout > 0 && *c.Holdout < 1):
		return usage("--holdout %v: give a proportion between 0 and 1, such as 0.1", *c.Holdout)
	case c.HoldoutUnit != "" && !c.hides() && c.Test == "":
		return usage("--holdout-unit %s: nothing is hidden; also give --holdout SHARE, --fold K/N or --test FILE", c.HoldoutUnit)
	}
	if err := c.checkEvidence(); err != nil {
		return err
	}
	if _, err := c.baselines(); err != nil {
		return err
	}
	return c.checkFigures(c.Out)
}

// hides reports whether a part of the table is hidden.
func (c *fitCommand) hides() bool { return c.Holdout != nil || c.Fold != nil }

// Run fits the model and writes the result.
func (c *fitCommand) Run(s *console) error {
	s.quiet = c.Quiet
	if err := c.check(); err != nil {
		return err
	}
	model, err := find(c.Model)
	if err != nil {
		return err
	}
	settings, err := c.settings(model.Info())
	if err != nil {
		return err
	}
	if err := c.checkSampling(inference.InfoFor(model, settings), settings); err != nil {
		return err
	}
	m, err := c.material(s.ctx, model, settings)
	if err != nil {
		return err
	}
	f := newFitted(c, m)
	f.naming.by = m.Spec.Read.Labels
	if err := c.checkStrips(m.Data); err != nil {
		return err
	}
	if f.truth, err = readTruth(s.ctx, c.Truth, m.Data); err != nil {
		return err
	}
	f.target.known, f.target.told = f.truth, s.ctx.Done()
	if err := f.out.refuseUnlisted(); err != nil {
		return err
	}
	defer f.out.end()
	if err := errors.Join(f.out.make(), f.target.ready()); err != nil {
		return err
	}
	if err := f.refuseAgain(); err != nil {
		return err
	}
	f.another = true
	if names := factsOf(f.material.Table, f.material.Data).Annotations; len(names) > 0 {
		s.note("not given to the model: " + someNames(names) + ".")
	}
	for _, n := range f.notes {
		s.note(n)
	}
	return f.complete(s, nil)
}

// refuseAgain refuses a fit that the study holds, unless it is wanted again.
func (f *fitted) refuseAgain() error {
	if f.command.Again {
		return nil
	}
	id, complete, err := f.target.holds(f.material.Hash)
	if id == 0 || err != nil {
		return err
	}
	how := fmt.Sprintf("espalier show %s lists it", report.Shell([]string{f.target.path}))
	if !complete {
		how = fmt.Sprintf("espalier resume %s --result %d continues it", report.Shell([]string{f.target.path}), id)
	}
	return usage("--study %s already holds this very fit as result %d: %s. Nothing was computed. Give --again to fit and add it once more, "+
		"or another --seed", f.target.path, id, how)
}

// complete fits the model, from a state unless that is nil, and writes the result.
func (f *fitted) complete(s *console, state *pieces.Bytes) error {
	failure := f.run(s, state)
	runtime.GC() // else the garbage of the fit and the output would be in memory together
	if f.snapshot != nil {
		failure = errors.Join(failure, f.write(s))
	}
	if s.ctx.Err() == nil || f.found != nil && f.found.Ended != run.Stopped {
		return failure
	}
	how := "interrupted"
	switch {
	case f.snapshot == nil && f.start > 0 && f.start < 1:
		how = fmt.Sprintf("interrupted when %.0f %% of the start was done", 100*f.start)
	case f.snapshot != nil:
		how = fmt.Sprintf("interrupted after %s", plotting.Plural(f.found.Iterations, cmp.Or(f.info.Iteration, "iteration")))
		if with := f.resumable(); with != "" {
			how += "; continue with " + with
		}
	}
	return errors.Join(interrupted{how}, failure)
}

// A fitted is a fit with its result.
type fitted struct {
	command  *fitCommand
	out      *folder // for files
	target   *target // in a study
	material *job.Material
	model    inference.Model // a classifier, with --classes
	info     inference.Info
	settings inference.Settings
	notes    []string

	found     *job.Result
	snapshot  *inference.Snapshot // the last; nil if there is nothing to keep
	failure   error
	cells     *cellTest // of the hidden cells; nil for none
	baselines []baseline
	classes   *subject.Classification // with --classes
	depicted  *depict.Subject         // see subject
	naming    called                  // how people call its rows and columns
	data      *inference.Dataset      // see seen
	namer     subject.Namer
	looks     depict.Looks       // of its figures, as a study has them
	places    []int              // of groups among the colours, likewise
	trees     subject.OtherTrees // of the same rows, likewise
	sheet     study.Sheet        // of its table, in a study
	part      *report.Part       // of which table its own is a part, as a study says; nil for none
	evidence  *evidence
	truth     *graphs.KnownEdges // nil for none

	start   float64 // the share of the start that is done
	another bool    // the folder may hold another fit, to be replaced
}

func newFitted(c *fitCommand, m *job.Material) *fitted {
	return &fitted{command: c, out: &folder{path: c.Out, asIs: c.Formulas}, target: &target{path: c.Study, wait: c.StudyWait}, material: m, model: m.Model, info: m.Info, settings: m.Settings, notes: slices.Clone(m.Notes)}
}

// run fits the model and scores the new rows. After an error the snapshot is the last one before
// it.
func (f *fitted) run(s *console, state *pieces.Bytes) error {
	c, m := f.command, f.material
	// The fit outlives s.ctx, whose end stops the work but keeps the result.
	if e := m.Estimate(); state == nil && e.Start > longStart {
		s.note(fmt.Sprintf("the start takes %s and %s of memory", plotting.FormatDuration(e.Start), run.BytesInWords(e.Bytes)))
	}
	h, err := c.runner(m).Start(context.WithoutCancel(s.ctx), m, job.Options{Threads: c.Threads, State: state})
	if err != nil {
		return err
	}
	defer h.Close()
	if s.started != nil {
		s.started(h)
	}
	switch able := h.Able(); {
	case c.Evidence > 0 && !able.Evidence:
		return fmt.Errorf("%s has no evidence to sample; leave out --evidence", f.info.Name)
	case m.Held.Rows != nil && !able.Rows:
		return fmt.Errorf("%s gives no density for new rows; leave out --test and --holdout", f.info.Name)
	}
	defer context.AfterFunc(s.ctx, func() { _ = h.Control(job.Command{Do: job.Stop}) })() // which cannot fail
	end, saved := s.watch(h, f.info, c.Duration), f.checkpoint(s, h, c.Checkpoint)
	_ = h.Wait() // the result tells it
	end()
	saved()
	f.start = h.Progress().Fraction
	if f.found, f.failure = h.Result(s.ctx); f.found == nil {
		return f.failure
	}
	if f.found.Version == "" { // of a process that died
		f.found.Version = Version
	}
	if f.out.path != "" || f.target.path != "" {
		f.found.State, _ = h.Save(context.WithoutCancel(s.ctx)) // none if the fit cannot continue
	}
	f.take(f.found)
	if f.failure != nil {
		return f.failure
	}
	return f.compare(s, c.Threads)
}

// runner returns the runner of the fit. Where ulimit limits the memory, a fit that takes more ends its process, so it
// has its own if there is memory for sending its state.
func (c *fitCommand) runner(m *job.Material) job.Runner {
	if c.Process || run.Limited() && run.Fits(inference.Estimate{Bytes: m.Allowance()}) == nil {
		return job.Kept{Process: job.Process{Limited: c.Process}}
	}
	return job.Local{Version: Version}
}

// take lays out the contents of the result.
func (f *fitted) take(r *job.Result) {
	f.snapshot = r.Snapshot
	if r.Cells != nil {
		f.cells = cellTestOf(r.Cells)
	}
	if r.Classes != nil {
		f.classes = facts.ClassificationOf(r.Classes, f.material.Held.Rows == nil)
	}
	if r.Evidence != nil {
		f.evidence = evidenceOf(r.Evidence)
	}
}

// write writes the result into the study and the folder, result.json last, and then prints what the
// user asked for. If one part cannot be written, the rest is still written and printed.
func (f *fitted) write(s *console) error {
	failure := f.target.rescue(f.found, f.material)
	failure = errors.Join(failure, f.writeFolder(s))
	if f.command.JSON {
		text, err := facts.Encode(f.result())
		if err == nil {
			_, err = s.stdout.Write(text)
		}
		return errors.Join(failure, err)
	}
	f.summarise(s)
	return failure
}

// writeFolder writes all files, in place of those of an earlier fit.
func (f *fitted) writeFolder(s *console) error {
	if f.out.path == "" {
		return nil
	}
	f.out.written, f.out.note = nil, s.note // written by checkpoints
	if err := f.out.begin(); err != nil {
		return err
	}
	failure := f.keepIn(f.found)
	failure = errors.Join(failure, f.writeKinds(f.out), f.draw(s.ctx, f.out))
	if failure != nil {
		f.failure = errors.Join(f.failure, failure)
	}
	text, err := facts.Encode(f.result())
	if err == nil {
		err = f.out.write(lastFile, text)
	}
	if err == nil {
		err = f.out.commit()
	}
	if err != nil {
		f.out.written = nil
	}
	return errors.Join(failure, err)
}

// readTruth reads the edges of --truth, whose nodes are columns or rows of the data; nil for none.
func readTruth(ctx context.Context, from string, data *inference.Dataset) (*graphs.KnownEdges, error) {
	if from == "" {
		return nil, nil
	}
	var text []byte
	var err error
	if name, ok := strings.CutPrefix(from, "sample:"); ok {
		text, err = sampledata.Truth(name)
	} else {
		text, err = read.Text(ctx, from)
	}
	if err != nil {
		return nil, fmt.Errorf("--truth: %w", err)
	}
	known, err := graphs.ReadKnown(safe.Name(from), text, data.Rows, data.Columns)
	if err != nil {
		return nil, fmt.Errorf("--truth %s: %w", from, err)
	}
	return known, nil
}
