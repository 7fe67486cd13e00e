package batch

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/plan"
	"example.org/espalier/inference/safe"
	"example.org/espalier/plotting"
)

type planCommand struct {
	Data   []string `arg:"" help:"Files, or sample:NAME."`
	Models []string `required:"" short:"m" placeholder:"MODEL,..." help:"The models: ${models}."`
	settingFlags
	Grid         []string      `sep:"none" placeholder:"NAME=V1,V2,..." help:"Fit with each of these values of a parameter; several grids give all combinations. Models without the parameter are fitted once."`
	Seeds        string        `default:"1" placeholder:"LIST" help:"Seeds, such as 1-20 or 1,5,9."`
	Splits       int           `placeholder:"K" help:"Hide a new set of rows (or cells) K times, the same for all models, and score it; with --folds, cut them anew."`
	Folds        int           `placeholder:"N" xor:"hide" help:"Cut the rows (or cells) into N equal parts, in an order chosen by the seed, and hide each once, in a fit of its own: all are scored."`
	Holdout      *shareOf      `placeholder:"SHARE" xor:"hide" help:"Proportion to hide, as 0.1 or 10%; with --splits, by default 0.1."`
	HoldoutUnit  string        `default:"" enum:"rows,cells," placeholder:"UNIT" help:"What is hidden: rows or cells; see fit."`
	Chains       int           `placeholder:"C" help:"Chains of each fit that samples, each as a separate task; collect pools them. By default a fit with all its chains is one task."`
	Iterations   *int          `placeholder:"N" help:"Iterations after the start; each model has its own default."`
	Duration     time.Duration `placeholder:"TIME" help:"Stop each task after this time; the numbers then depend on the machine."`
	UntilSettled bool          `name:"until-settled" help:"Stop a search when its objective has settled."`
	BurnIn       float64       `default:"0.25" placeholder:"SHARE" help:"Proportion of iterations at the start of each chain that summaries leave out."`
	Annotations  []string      `placeholder:"COLUMN" help:"Columns that the models never see."`
	Out          string        `required:"" placeholder:"DIR" help:"Folder of the plan, on a disk that all machines share."`
	Quiet        bool          `short:"q" help:"Print only errors."`
	readerFlags
	preprocessingFlags

	said []string // notes on tables that several models share
}

// Help implements kong.HelpProvider.
func (*planCommand) Help() string {
	return "Writes a folder with one task for each combination of table, model, setting, split, fold, seed and chain: one " +
		"line of JSON each, in tasks.jsonl. espalier run does the tasks here, espalier submit does them on a " +
		"cluster, and espalier collect gathers the results.\n\n" +
		example(
			"espalier plan sample:crabs --models pydt,dpmm --seeds 1-5 --splits 4 --out plan",
			"espalier run plan --jobs 2", "espalier collect plan --study crabs.espalier")
}

// Run writes a plan.
func (c *planCommand) Run(s *console) error {
	s.quiet = c.Quiet
	seeds, err := parseSeeds(c.Seeds)
	if err != nil {
		return err
	}
	switch {
	case c.Splits < 0:
		return usage("--splits %d: give 1 or more", c.Splits)
	case c.Folds < 0 || c.Folds == 1:
		return usage("--folds %d: give 2 or more", c.Folds)
	case c.Chains < 0:
		return usage("--chains %d: give 1 or more", c.Chains)
	case c.Folds > 0:
		share := shareOf(1 / float64(c.Folds))
		c.Holdout = &share
	case c.Splits > 0 && c.Holdout == nil:
		share := shareOf(0.1)
		c.Holdout = &share
	}
	axes := plan.Axes{Seeds: seeds, Splits: c.Splits, Folds: c.Folds, Chains: c.Chains, Has: hasParameter, Samples: specSamples}
	if axes.Settings, err = c.grids(); err != nil {
		return err
	}
	tables := map[string]*inference.Table{}
	used := map[string]bool{} // of --set and --fix
	for _, data := range c.Data {
		for _, name := range c.Models {
			spec, table, err := c.one(s, data, name, used)
			if err != nil {
				return err
			}
			tables[spec.Table.Content] = table
			axes.Specs = append(axes.Specs, spec)
		}
	}
	for _, set := range append(append([]string{}, c.Set...), c.Fix...) {
		if !used[set] {
			return usage("%s: none of the models has this parameter", set)
		}
	}
	specs := axes.Product()
	if len(specs) > plan.MostTasks {
		return usage("that makes %d tasks, but a plan can have at most %d; use fewer models, seeds, splits or values", len(specs), plan.MostTasks)
	}
	if err := plan.Check(specs, tables); err != nil {
		return err
	}
	p, err := plan.Write(c.Out, specs, tables)
	if err != nil {
		return err
	}
	s.say("written to %s: %s", c.Out, plotting.Plural(len(p.Tasks), "task"))
	return nil
}

// one returns the Spec for a model and a table, without the axes.
func (c *planCommand) one(s *console, data, name string, used map[string]bool) (job.Spec, *inference.Table, error) {
	model, err := find(name)
	if err != nil {
		return job.Spec{}, nil, err
	}
	info := model.Info()
	mine := settingFlags{}
	for _, set := range c.Set {
		parameter, _, _ := strings.Cut(set, "=")
		if has(info, strings.TrimSpace(parameter)) {
			mine.Set, used[set] = append(mine.Set, set), true
		}
	}
	for _, fix := range c.Fix {
		if has(info, strings.TrimSpace(fix)) {
			mine.Fix, used[fix] = append(mine.Fix, fix), true
		}
	}
	settings, err := mine.settings(info)
	if err != nil {
		return job.Spec{}, nil, err
	}
	f := &fitCommand{Data: data, Model: info.Name, Iterations: c.Iterations, Duration: c.Duration, UntilSettled: c.UntilSettled, BurnIn: c.BurnIn, Holdout: c.Holdout, HoldoutUnit: c.HoldoutUnit,
		Annotations: c.Annotations, readerFlags: c.readerFlags, preprocessingFlags: c.preprocessingFlags, Seed: 1}
	if err := f.check(); err != nil {
		return job.Spec{}, nil, err
	}
	table, err := open(s.ctx, data, f.readerFlags, c.Annotations)
	if err != nil {
		return job.Spec{}, nil, err
	}
	c.lies(table)
	p, err := c.choose(inference.Preprocessing{})
	if err != nil {
		return job.Spec{}, nil, err
	}
	if p, err = c.kinds(table, p, c.Annotations); err != nil {
		return job.Spec{}, nil, err
	}
	info = inference.InfoFor(model, settings)
	p, looks := c.withLooks(table, p, c.Annotations, info, false)
	if looks != "" && !slices.Contains(c.said, looks) { // the models of a plan look at one table
		c.said = append(c.said, looks)
		s.note(looks)
	}
	p, err = c.choose(info.PreprocessingOf(table, p))
	if err != nil {
		return job.Spec{}, nil, err
	}
	spec, err := f.spec(table, p, c.Annotations, settings)
	spec.Table.Content = job.ContentHash(table)
	return spec, table, err
}

func has(info inference.Info, parameter string) bool { return info.Defaults().Has(parameter) }

func hasParameter(s job.Spec, parameter string) bool {
	m, err := catalog.Find(s.Model)
	return err == nil && has(m.Info(), parameter)
}

// specSamples reports whether the fit draws from a posterior.
func specSamples(s job.Spec) bool {
	m, err := catalog.Find(s.Model)
	if err != nil {
		return false
	}
	settings, err := job.SettingsOf(m.Info(), s.Settings)
	return err == nil && inference.InfoFor(m, settings).Samples
}

// grids reads --grid.
func (c *planCommand) grids() (axes []plan.Axis, err error) {
	for _, g := range c.Grid {
		name, values, ok := strings.Cut(g, "=")
		axis := plan.Axis{Parameter: strings.TrimSpace(name), Values: strings.Split(values, ",")}
		if !ok || values == "" {
			return nil, usage("--grid %s: write --grid NAME=V1,V2", g)
		}
		known := false
		for _, m := range c.Models {
			model, err := find(m)
			if err != nil {
				return nil, err
			}
			info := model.Info()
			if !has(info, axis.Parameter) {
				continue
			}
			known = true
			for _, v := range axis.Values {
				settings := info.Defaults()
				if err := settings.Set(axis.Parameter, v); err != nil {
					return nil, usage("--grid %s: %s", g, err)
				}
			}
		}
		if !known {
			return nil, usage("--grid %s: none of the models has this parameter", g)
		}
		axes = append(axes, axis)
	}
	return axes, nil
}

// parseSeeds reads a list of seeds and ranges of them.
func parseSeeds(text string) (seeds []uint64, err error) {
	for _, part := range strings.Split(text, ",") {
		low, high, ranged := strings.Cut(strings.TrimSpace(part), "-")
		if !ranged {
			high = low
		}
		a, errA := strconv.ParseUint(low, 10, 64)
		b, errB := strconv.ParseUint(high, 10, 64)
		if errA != nil || errB != nil || b < a || b-a >= plan.MostTasks {
			return nil, usage("--seeds %s: %q is not a seed or a range of seeds, such as 7 or 1-20", text, part)
		}
		for n := range b - a + 1 {
			seeds = append(seeds, a+n)
		}
	}
	return seeds, nil
}

type runCommand struct {
	Plan       string        `arg:"" help:"The folder of a plan."`
	Task       int           `placeholder:"N" help:"Do only this task."`
	Jobs       int           `default:"1" placeholder:"J" help:"Tasks to run at the same time."`
	Threads    int           `default:"1" placeholder:"T" help:"Threads of each task; results do not depend on it."`
	Checkpoint time.Duration `default:"60s" placeholder:"TIME" help:"Save the state of each task at least this often."`
	Pictures   time.Duration `placeholder:"TIME" help:"How often each task publishes what it has found so far, such as 5s."`
	Quiet      bool          `short:"q" help:"Print only errors."`
}

// Help implements kong.HelpProvider.
func (*runCommand) Help() string {
	return "Does the tasks of a plan that are not done yet. A task that was killed or stopped continues from its " +
		"last state, to the same bits. Several machines may run one plan. Exit status: 0 if all tasks asked for are " +
		"done, 1 if one failed, 3 if one was stopped or is running elsewhere.\n\n" +
		example("espalier run plan --jobs 2", "espalier run plan --task 7")
}

// Run does tasks.
func (c *runCommand) Run(s *console) error {
	s.quiet = c.Quiet
	if c.Jobs < 1 || c.Threads < 1 || c.Checkpoint <= 0 || c.Pictures < 0 {
		return usage("--jobs %d --threads %d --checkpoint %v --pictures %v: give 1 or more, and times above 0", c.Jobs, c.Threads, c.Checkpoint, c.Pictures)
	}
	var p *plan.Plan
	var err error
	if c.Task != 0 {
		p, err = plan.OpenTask(c.Plan, c.Task)
	} else {
		p, err = plan.Open(c.Plan)
	}
	if err != nil {
		return err
	}
	tasks := p.Tasks
	var one sync.Mutex
	o := plan.Options{Version: Version, Threads: c.Threads, Every: c.Checkpoint, Live: c.Pictures, Pictures: c.Pictures > 0, Clock: s.clock,
		Note: func(t plan.Task, text string) {
			one.Lock()
			defer one.Unlock()
			s.note(fmt.Sprintf("Task %d: %s", t.Number, text))
		}}
	if s.kept != nil {
		o.Kept = func(plan.Task) { s.kept() }
	}
	return s.doTasks(p, tasks, c.Jobs, o)
}

// doTasks runs tasks, this many at once, and prints their outcomes.
func (s *console) doTasks(p *plan.Plan, tasks []plan.Task, jobs int, o plan.Options) error {
	next := make(chan plan.Task)
	var mu sync.Mutex
	counts := map[plan.Outcome]int{}
	var wait sync.WaitGroup
	for range jobs {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for t := range next {
				how, err := p.Do(s.ctx, t, o)
				mu.Lock()
				counts[how]++
				if err != nil {
					fmt.Fprintf(s.stderr, "espalier: %s\n", safe.Text(err.Error()))
				}
				mu.Unlock()
			}
		}()
	}
	for _, t := range tasks {
		select {
		case next <- t:
			continue
		case <-s.ctx.Done():
		}
		break
	}
	close(next)
	wait.Wait()
	text := fmt.Sprintf("%s: %d done, %d done before, %d stopped, %d running elsewhere, %d failed", plotting.Plural(len(tasks), "task"),
		counts[plan.Done], counts[plan.Before], counts[plan.Stopped], counts[plan.Busy], counts[plan.Failed])
	s.say("%s", text)
	left := len(tasks) - counts[plan.Done] - counts[plan.Before]
	switch {
	case errors.Is(s.ctx.Err(), context.Canceled) && left > 0, counts[plan.Failed] == 0 && left > 0:
		return interrupted{fmt.Sprintf("%d of %s not done; the same command continues", left, plotting.Plural(len(tasks), "task"))}
	case counts[plan.Failed] > 0:
		return fmt.Errorf("%d of %s failed", counts[plan.Failed], plotting.Plural(len(tasks), "task"))
	}
	return nil
}
