package batch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.org/espalier/inference/disk"
	"example.org/espalier/inference/plan"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/write"
)

type submitCommand struct {
	Plan       string        `arg:"" help:"The folder of a plan, where all nodes see it."`
	Slurm      bool          `required:"" help:"Submit to Slurm."`
	Partition  string        `placeholder:"NAME" help:"Partition of the cluster."`
	Account    string        `placeholder:"NAME" help:"Account that is charged."`
	QOS        string        `name:"qos" placeholder:"NAME" help:"Quality of service."`
	Time       time.Duration `placeholder:"TIME" help:"Limit of each task, such as 2h; from the model's estimate unless given. A task that reaches it saves its state and is queued again."`
	Mem        string        `placeholder:"SIZE" help:"Memory of each task, such as 4G; from the model's estimate unless given; none asks for nothing, where the cluster does not count memory."`
	Threads    int           `default:"1" placeholder:"T" help:"Threads, and processors, of each task."`
	ArrayLimit int           `placeholder:"N" help:"Tasks at work at once, at most."`
	ArraySize  int           `default:"1000" placeholder:"N" help:"The largest array that the cluster takes (its MaxArraySize less one)."`
	Modules    []string      `placeholder:"NAME" help:"Modules to load on the node."`
	Option     []string      `sep:"none" placeholder:"OPTION" help:"Another option of sbatch, such as --option=--constraint=avx2; may be given many times."`
	Program    string        `placeholder:"PATH" help:"This program on the nodes, unless it is where it is here."`
	Checkpoint time.Duration `default:"60s" placeholder:"TIME" help:"Save the state of each task at least this often."`
	Command    string        `default:"sbatch" placeholder:"COMMAND" help:"Command that takes a script; 'ssh login sbatch' where the queue is on another machine that sees the folder under the same name."`
	Queue      string        `default:"squeue" placeholder:"COMMAND" help:"Command that lists the queue."`
	Cancel     string        `default:"scancel" placeholder:"COMMAND" help:"Command that cancels jobs."`
	Stop       bool          `help:"Cancel what was submitted and is in the queue, instead of submitting. Tasks at work save their state."`
	DryRun     bool          `help:"Write the scripts and submit nothing."`
	Quiet      bool          `short:"q" help:"Print only errors."`
}

// Help implements kong.HelpProvider.
func (*submitCommand) Help() string {
	return "Submits the tasks that are not done, and not in the queue already, as job arrays: tasks that need about the same memory and time together. " +
		"Before its limit a task saves its state and is queued again; one that was killed with its node goes on from its last state.\n\n" + example(
		"espalier submit plan --slurm --partition main --array-limit 50",
		"espalier submit plan --slurm --time 4h --mem 4G", "espalier submit plan --slurm --stop")
}

// Run submits a plan.
func (c *submitCommand) Run(s *console) error {
	s.quiet = c.Quiet
	if c.ArraySize < 1 || c.Threads < 1 || c.ArrayLimit < 0 || c.Checkpoint <= 0 || c.Time < 0 {
		return usage("--array-size, --threads and --array-limit take numbers of 1 or more, --checkpoint and --time times above 0")
	}
	p, err := plan.Open(c.Plan)
	if err != nil {
		return err
	}
	if c.Plan, err = filepath.Abs(c.Plan); err != nil {
		return err
	}
	queued, told := queueOf(s.ctx, c.Plan, c.Queue)
	if c.Stop {
		return c.stop(s, queued, told)
	}
	if told != nil {
		s.note(told.Error())
	}
	batches, err := c.batches(p, queued)
	if err != nil {
		return err
	}
	if len(batches) == 0 {
		s.say("nothing to submit: every task is done, at work or in the queue")
		return nil
	}
	if err := os.MkdirAll(filepath.Join(c.Plan, "slurm"), 0o755); err != nil {
		return err
	}
	for _, b := range batches {
		if err := c.submit(s, b); err != nil {
			return err
		}
	}
	return nil
}

// A batch is an array of tasks with equal requests.
type batch struct {
	tasks   []int
	need    string // memory, as sbatch takes it
	minutes int    // 0 for no limit
}

// batches groups the tasks to submit.
func (c *submitCommand) batches(p *plan.Plan, queued queue) (batches []batch, err error) {
	known := map[string]plan.Need{}
	type request struct {
		memory  int // MB
		minutes int
	}
	at := map[request]int{}
	now := time.Now()
	for _, t := range p.Tasks {
		if st := p.Status(t, now).State; st == plan.IsDone || st == plan.IsRunning || queued.state[t.Number] != "" {
			continue
		}
		n, err := p.Need(t, known)
		if err != nil {
			return nil, fmt.Errorf("task %d: %w", t.Number, err)
		}
		r := request{roundMemory(n.Bytes), roundMinutes(n.Time)}
		k, ok := at[r]
		if !ok || len(batches[k].tasks) == c.ArraySize {
			k = len(batches)
			at[r] = k
			b := batch{need: strconv.Itoa(r.memory) + "M", minutes: r.minutes}
			if c.Mem != "" {
				b.need = c.Mem
			}
			if c.Time > 0 {
				b.minutes = max(1, int((c.Time+time.Minute-1)/time.Minute))
			}
			batches = append(batches, b)
		}
		batches[k].tasks = append(batches[k].tasks, t.Number)
	}
	return batches, nil
}

// roundMemory returns the megabytes to ask for: half as much again as estimated, rounded up to a power of two.
func roundMemory(bytes int64) int {
	need, m := bytes/2*3/1e6, 256
	for int64(m) < need {
		m *= 2
	}
	return m
}

// roundMinutes returns the minutes to ask for: three times the estimate, at least ten and at most a
// day. Short jobs start sooner, and a task that runs out of time continues where it was. 0 means an
// unknown time.
func roundMinutes(t time.Duration) int {
	if t == 0 {
		return 0
	}
	steps := []int{10, 30, 60, 120, 240, 480, 720, 1440}
	for _, m := range steps {
		if 3*t <= time.Duration(m)*time.Minute {
			return m
		}
	}
	return steps[len(steps)-1]
}

// noMemory requests no memory.
const noMemory = "none"

// submitted is a line of slurm/jobs.jsonl.
type submitted struct {
	Job   string `json:"job"` // as sbatch says it
	Tasks []int  `json:"tasks"`
	Queue string `json:"queue"` // the command that lists it
}

// jobsFile lists what was submitted, one line for each job.
const jobsFile = "slurm/jobs.jsonl"

// submit writes the script of an array and submits it.
func (c *submitCommand) submit(s *console, b batch) error {
	script, err := c.script(b)
	if err != nil {
		return err
	}
	path := filepath.Join(c.Plan, "slurm", fmt.Sprintf("tasks-%d-%d.sh", b.tasks[0], time.Now().UnixNano()))
	if err := write.File(path, func(w io.Writer) error { _, err := w.Write(script); return err }); err != nil {
		return err
	}
	if c.DryRun {
		s.say("%s for %s", path, plotting.Plural(len(b.tasks), "task"))
		return nil
	}
	out, err := commandOutput(s.ctx, c.Command, "--parsable", path)
	if err != nil {
		return fmt.Errorf("submitting %s: %w", path, err)
	}
	id, _, _ := strings.Cut(strings.TrimSpace(out), ";") // a cluster's name may follow
	if id == "" {
		return fmt.Errorf("submitting %s: %s said no number of a job", path, c.Command)
	}
	line, err := json.Marshal(submitted{id, b.tasks, c.Queue})
	if err != nil {
		return err
	}
	before, err := os.ReadFile(filepath.Join(c.Plan, jobsFile))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	all := append(append(before, line...), '\n')
	if err := (*disk.Disk)(nil).File(filepath.Join(c.Plan, jobsFile), func(w io.Writer) error { _, err := w.Write(all); return err }); err != nil {
		return err
	}
	s.say("job %s: %s, %s each%s", id, plotting.Plural(len(b.tasks), "task"), b.need, limitInWords(b.minutes))
	return nil
}

func limitInWords(minutes int) string {
	if minutes == 0 {
		return ""
	}
	return ", " + plotting.FormatDuration(time.Duration(minutes)*time.Minute) + " at most"
}

// script returns the script that runs on a node. A task stopped because its time was up is queued
// again; a cancelled one is not.
func (c *submitCommand) script(b batch) ([]byte, error) {
	program := c.Program
	if program == "" {
		var err error
		if program, err = os.Executable(); err != nil {
			return nil, fmt.Errorf("where this program is: %w; say it with --program", err)
		}
	}
	var t bytes.Buffer
	option := func(format string, a ...any) { fmt.Fprintf(&t, "#SBATCH "+format+"\n", a...) }
	t.WriteString("#!/bin/sh\n")
	option("--job-name=espalier")
	limit := ""
	if c.ArrayLimit > 0 {
		limit = "%" + strconv.Itoa(c.ArrayLimit)
	}
	option("--array=0-%d%s", len(b.tasks)-1, limit)
	option("--requeue")
	option("--open-mode=append")
	option("--signal=B:TERM@60")
	option("--output=%q", filepath.Join(c.Plan, "slurm", "%A_%a.out"))
	option("--cpus-per-task=%d", c.Threads)
	if b.need != noMemory {
		option("--mem=%s", b.need)
	}
	if b.minutes > 0 {
		option("--time=%d", b.minutes)
	}
	for _, o := range []struct{ name, value string }{{"partition", c.Partition}, {"account", c.Account}, {"qos", c.QOS}} {
		if o.value != "" {
			option("--%s=%s", o.name, o.value)
		}
	}
	for _, o := range c.Option {
		option("%s", o)
	}
	for _, m := range c.Modules {
		fmt.Fprintf(&t, "module load %s\n", quoteShell(m))
	}
	fmt.Fprintf(&t, "set -- %s\n", strings.Trim(strings.Join(strings.Fields(fmt.Sprint(b.tasks)), " "), "[]"))
	t.WriteString("shift \"$SLURM_ARRAY_TASK_ID\"\n")
	t.WriteString("trap 'ended=yes; kill -TERM \"$task\" 2>/dev/null' TERM\n")
	fmt.Fprintf(&t, "%s run %s --task \"$1\" --threads %d --checkpoint %s &\n", quoteShell(program), quoteShell(c.Plan), c.Threads, c.Checkpoint)
	t.WriteString(`task=$!
status=143
while kill -0 "$task" 2>/dev/null; do
	wait "$task"
	status=$?
done
job=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID
if [ "$status" -eq 3 ] && [ -n "${ended:-}" ] && [ "$(squeue -h -j "$job" -o %T)" = RUNNING ]; then
	scontrol requeue "$job"
fi
exit "$status"
`)
	return t.Bytes(), nil
}

// quoteShell quotes a text as one word for a shell.
func quoteShell(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// A queue says which tasks of a plan were submitted, and the state of those in the cluster's queue.
type queue struct {
	submitted map[int]bool
	state     map[int]string
	jobs      []string // that are in the queue
	known     bool     // the queue was asked
}

// queueOf asks the cluster for the tasks of a plan. command lists the queue; "" means the one given
// to submit. The error says why the state is unknown.
func queueOf(ctx context.Context, dir, command string) (queue, error) {
	q := queue{submitted: map[int]bool{}, state: map[int]string{}}
	text, err := os.ReadFile(filepath.Join(dir, jobsFile))
	if errors.Is(err, os.ErrNotExist) {
		return q, nil // nothing was submitted
	}
	if err != nil {
		return q, err
	}
	jobs := map[string]submitted{}
	for line := range bytes.Lines(text) {
		var j submitted
		if err := json.Unmarshal(line, &j); err != nil {
			return q, fmt.Errorf("%s: %w", jobsFile, err)
		}
		jobs[j.Job] = j
		for _, t := range j.Tasks {
			q.submitted[t] = true
		}
		if command == "" {
			command = j.Queue
		}
	}
	if command == "" {
		command = "squeue"
	}
	out, err := commandOutput(ctx, command, "--noheader", "--array", "--format=%F %K %T")
	if err != nil {
		return q, fmt.Errorf("the queue cannot be asked: %w", err)
	}
	q.known = true
	for line := range strings.Lines(out) {
		f := strings.Fields(line)
		if len(f) != 3 {
			continue
		}
		j, ours := jobs[f[0]]
		place, err := strconv.Atoi(f[1])
		if !ours || err != nil || place < 0 || place >= len(j.Tasks) {
			continue
		}
		q.state[j.Tasks[place]] = strings.ToLower(f[2])
		if !slices.Contains(q.jobs, f[0]) {
			q.jobs = append(q.jobs, f[0])
		}
	}
	return q, nil
}

// stop cancels the jobs in the queue.
func (c *submitCommand) stop(s *console, q queue, told error) error {
	if told != nil {
		return told
	}
	if len(q.jobs) == 0 {
		s.say("nothing of the plan is in the queue")
		return nil
	}
	if _, err := commandOutput(s.ctx, c.Cancel, append([]string{"--batch", "--signal=TERM"}, q.jobs...)...); err != nil {
		s.note(fmt.Sprintf("tasks at work could not be told to save their state: %v", err))
	}
	if _, err := commandOutput(s.ctx, c.Cancel, q.jobs...); err != nil {
		return err
	}
	s.say("cancelled: %s", strings.Join(q.jobs, ", "))
	return nil
}

// commandOutput runs a command with more arguments and returns its output. The error includes its
// messages.
func commandOutput(ctx context.Context, command string, more ...string) (string, error) {
	words := strings.Fields(command)
	if len(words) == 0 {
		return "", usage("an empty command")
	}
	c := exec.CommandContext(ctx, words[0], append(words[1:], more...)...)
	var complaint bytes.Buffer
	c.Stderr = &complaint
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w: %s", command, err, strings.Join(strings.Fields(complaint.String()), " "))
	}
	return string(out), nil
}
