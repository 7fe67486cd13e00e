package batch

import (
	"cmp"
	"fmt"
	"text/tabwriter"
	"time"

	"example.org/espalier/inference/cluster"
	"example.org/espalier/inference/plan"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/study/file"
	"example.org/espalier/inference/study/opening"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/facts"
)

type statusCommand struct {
	Plan  string `arg:"" help:"The folder of a plan."`
	All   bool   `help:"List every task, not only those that run or failed."`
	JSON  bool   `name:"json" help:"Print the report of every task as JSON."`
	Queue string `placeholder:"COMMAND" help:"Command that lists the queue; by default squeue. What a plan says is never run."`
}

// Help implements kong.HelpProvider.
func (*statusCommand) Help() string {
	return "Shows the progress of the tasks of a plan, read from their files. A running task reports every few " +
		"seconds; one that has been silent for half a minute counts as interrupted.\n\n" +
		example("espalier status plan", "espalier status plan --json")
}

// Run prints the progress of a plan.
func (c *statusCommand) Run(s *console) error {
	p, err := plan.Open(c.Plan)
	if err != nil {
		return err
	}
	now := time.Now()
	var list []plan.Status
	counts := map[plan.State]int{}
	for _, t := range p.Tasks {
		st := p.Status(t, now)
		counts[st.State]++
		list = append(list, st)
	}
	queued, told := cluster.QueueOf(s.ctx, c.Plan, c.Queue)
	if told != nil {
		s.note(told.Error())
	}
	lost := 0 // open, submitted before, and in no queue now
	for _, st := range list {
		if queued.Submitted[st.Task.Number] && queued.Known && queued.State[st.Task.Number] == "" && st.State != plan.IsDone && st.State != plan.IsRunning {
			lost++
		}
	}
	if c.JSON {
		tasks := []facts.List{}
		for _, st := range list {
			o := facts.Of("task", st.Task.Number, "state", st.State, "model", st.Task.Spec.Model, "seed", st.Task.Spec.Seed, "hash", st.Task.Hash)
			if q := queued.State[st.Task.Number]; q != "" {
				o.Add("queue", q)
			}
			if st.Live != nil {
				o.Add("live", st.Live)
			}
			if st.Error != "" {
				o.Add("error", st.Error)
			}
			tasks = append(tasks, o)
		}
		text, err := facts.Encode(facts.Of("espalier", Version, "plan", c.Plan, "done", counts[plan.IsDone], "running", counts[plan.IsRunning], "saved", counts[plan.IsSaved], "waiting", counts[plan.IsWaiting], "failed", counts[plan.IsFailed], "lost", lost, "tasks", tasks))
		if err == nil {
			_, err = s.stdout.Write(text)
		}
		return err
	}
	s.say("%s: %d done, %d running, %d interrupted with a saved state, %d waiting, %d failed", plotting.Plural(len(list), "task"),
		counts[plan.IsDone], counts[plan.IsRunning], counts[plan.IsSaved], counts[plan.IsWaiting], counts[plan.IsFailed])
	if lost > 0 {
		s.say("%s submitted but not done, and no longer in the queue: submit the plan again", plotting.Plural(lost, "task"))
	}
	return c.table(s, list)
}

// table lists tasks with their own messages.
func (c *statusCommand) table(s *console, list []plan.Status) error {
	w := tabwriter.NewWriter(s.stdout, 0, 0, 2, ' ', 0)
	begun := false
	for _, st := range list {
		if !c.All && st.State != plan.IsRunning && st.State != plan.IsFailed {
			continue
		}
		if !begun {
			begun = true
			fmt.Fprintln(w, "TASK\tMODEL\tSEED\tSTATE\tITERATION\tLEFT\tWHERE")
		}
		at, left, where := "", "", st.Error
		if l := st.Live; l != nil && st.State != plan.IsDone {
			at = plotting.FormatCount(l.Iteration)
			if l.Target >= 0 {
				at += " of " + plotting.FormatCount(l.Target)
			}
			if l.Left > 0 {
				left = plotting.FormatDuration(time.Duration(l.Left * float64(time.Second)))
			}
			where = cmp.Or(where, l.Host)
		}
		printf(w, "%d\t%s\t%d\t%s\t%s\t%s\t%s\n", st.Task.Number, st.Task.Spec.Model, st.Task.Spec.Seed, st.State, at, left, where)
	}
	return w.Flush()
}

type collectCommand struct {
	Plan      string        `arg:"" help:"The folder of a plan, or a study or the folder of a fit with --out, whose results are added."`
	Study     string        `required:"" placeholder:"FILE" help:"The study (NAME.espalier) that the results go into; it is created if it does not exist."`
	StudyWait time.Duration `default:"30s" placeholder:"TIME" help:"How long to wait while another program writes the study."`
	JSON      bool          `name:"json" help:"Print what was collected as JSON."`
	Quiet     bool          `short:"q" help:"Print only errors."`
	movedFlags
}

// Help implements kong.HelpProvider.
func (*collectCommand) Help() string {
	return "Puts the results of a plan, of another study, or of a fit with --out, into a study. Chains that were separate tasks become one result and are " +
		"judged together. A result that is already in the study is replaced, so collecting again is safe. If some " +
		"tasks are not done, the others are collected and the exit status is 3.\n\n" +
		example("espalier collect plan --study crabs.espalier", "espalier collect crabs --study crabs.espalier", "espalier board crabs.espalier")
}

// collected is the layout of the JSON of a result.
type collected struct {
	Result study.ResultID `json:"result"` // in the study
	Tasks  []int          `json:"tasks"`
	Model  string         `json:"model"`
	Seed   uint64         `json:"seed"`
	Chains int            `json:"chains"`
	Hash   string         `json:"hash"`
	// RHat is the greatest over all quantities, null without several chains or draws; Of names the
	// quantity.
	RHat    number `json:"rhat_greatest"`
	Of      string `json:"rhat_of,omitempty"`
	Verdict string `json:"verdict,omitempty"`
	At      string `json:"held_out,omitempty"` // row or cell
	Density number `json:"log_density_mean"`
}

// Run collects.
func (c *collectCommand) Run(s *console) error {
	s.quiet = c.Quiet
	if _, ok := opening.FitAt(c.Plan); ok {
		return c.collectFit(s)
	}
	if c.Data != "" || c.Test != "" {
		return usage("--data and --test: only for the folder of a fit")
	}
	if file.Is(c.Plan) {
		return c.collectStudy(s)
	}
	p, err := plan.Open(c.Plan)
	if err != nil {
		return err
	}
	to := &target{path: c.Study, wait: c.StudyWait, told: s.ctx.Done()}
	if err := to.ready(); err != nil {
		return err
	}
	found, open, err := p.Collect(s.ctx)
	if err != nil {
		return err
	}
	list := []collected{}
	if len(found) > 0 {
		if _, err := to.open(func(h *file.File, held study.Contents) error {
			for _, f := range found {
				var id study.ResultID
				held, id = withResult(held, ofHash(held, f.Result.Hash), f.Result, f.Material)
				list = append(list, collectedOf(id, f))
			}
			return h.Save(held, Version)
		}); err != nil {
			return err
		}
	}
	if err := c.print(s, list, open); err != nil {
		return err
	}
	if len(open) > 0 {
		return interrupted{fmt.Sprintf("%d of %s not done: collect again when they are done", len(open), plotting.Plural(len(p.Tasks), "task"))}
	}
	return nil
}

// ofHash returns the last result of a fit, 0 if there is none.
func ofHash(c study.Contents, hash string) (id study.ResultID) {
	for other, r := range c.Results {
		if r.Fit != nil && r.Fit.Hash == hash {
			id = max(id, other)
		}
	}
	return id
}

// collectStudy adds the results of another study.
func (c *collectCommand) collectStudy(s *console) error {
	to := &target{path: c.Study, wait: c.StudyWait, told: s.ctx.Done()}
	if err := to.ready(); err != nil {
		return err
	}
	from, _, err := s.readStudy(c.Plan)
	if err != nil {
		return err
	}
	list := []collected{}
	if _, err := to.open(func(h *file.File, held study.Contents) error {
		for _, id := range from.State.Results {
			r := from.Results[id]
			if r.Fit == nil || r.First || from.Tables[r.Table] == nil {
				continue
			}
			var as study.ResultID
			held, as = withResultOf(held, ofHash(held, r.Fit.Hash), r, from.Tables[r.Table])
			if l := from.State.Label(id); l != (study.Label{}) {
				held.State = held.State.WithLabel(as, l)
			}
			list = append(list, collectedOf(as, plan.Collected{Result: r.Fit}))
		}
		return h.Save(held, Version)
	}); err != nil {
		return err
	}
	return c.print(s, list, nil)
}

// collectFit adds the result of a fit.
func (c *collectCommand) collectFit(s *console) error {
	to := &target{path: c.Study, wait: c.StudyWait, told: s.ctx.Done()}
	if err := to.ready(); err != nil {
		return err
	}
	from := &results{path: c.Plan, data: c.Data, test: c.Test, note: s.note}
	r, err := from.read()
	if err != nil {
		return err
	}
	m, err := study.Result{Fit: r, Test: from.held}.Material(from.table, nil)
	if err != nil {
		return err
	}
	if _, err := to.open(func(h *file.File, held study.Contents) error {
		held, to.id = withResult(held, ofHash(held, r.Hash), r, m)
		return h.Save(held, Version)
	}); err != nil {
		return err
	}
	return c.print(s, []collected{collectedOf(to.id, plan.Collected{Result: r})}, nil)
}

func (c *collectCommand) print(s *console, list []collected, open []plan.Task) error {
	if c.JSON {
		numbers := []int{}
		for _, t := range open {
			numbers = append(numbers, t.Number)
		}
		text, err := facts.Encode(facts.Of("espalier", Version, "study", c.Study, "results", list, "not_done", numbers))
		if err == nil {
			_, err = s.stdout.Write(text)
		}
		return err
	}
	s.say("%s in %s", plotting.Plural(len(list), "result"), c.Study)
	if s.quiet || len(list) == 0 {
		return nil
	}
	w := tabwriter.NewWriter(s.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "RESULT\tMODEL\tSEED\tCHAINS\tGREATEST R-HAT\tLOG DENSITY")
	for _, l := range list {
		hat, density := "", ""
		if l.RHat == l.RHat { // it is a number
			hat = fmt.Sprintf("%s (%s)", plotting.FormatDigits(float64(l.RHat), 4), l.Of)
		}
		if l.At != "" {
			density = fmt.Sprintf("%s per %s", plotting.FormatNumber(float64(l.Density)), l.At)
		}
		printf(w, "%d\t%s\t%d\t%d\t%s\t%s\n", l.Result, l.Model, l.Seed, l.Chains, hat, density)
	}
	return w.Flush()
}

func collectedOf(id study.ResultID, f plan.Collected) collected {
	r := f.Result
	l := collected{Result: id, Model: r.Spec.Model, Seed: r.Spec.Seed, Chains: r.Spec.Chains, Hash: r.Hash, RHat: facts.Unknown, Density: facts.Unknown}
	for _, t := range f.Tasks {
		l.Tasks = append(l.Tasks, t.Number)
	}
	if at, mean, _, _ := heldOut(r); at != "" {
		l.At, l.Density = at, number(mean)
	}
	if d := r.Diagnostics; d != nil {
		l.Verdict = d.Verdict.Text
		for _, q := range d.Quantities {
			if q.RHat > float64(l.RHat) || l.RHat != l.RHat && q.RHat == q.RHat {
				l.RHat, l.Of = number(q.RHat), q.Name
			}
		}
	}
	return l
}
