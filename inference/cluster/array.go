package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"example.org/espalier/inference/disk"
	"example.org/espalier/inference/plan"
)

// A Request holds the resources that tasks ask of a cluster.
type Request struct {
	Partition, Account, QOS string
	Time                    time.Duration // limit of each task; 0 for the model's estimate
	Mem                     string        // of each task; "" for the model's estimate, none to ask for nothing
	Threads                 int           // and processors, of each task
	ArrayLimit              int           // tasks at work at once, at most; 0 for no limit
	ArraySize               int           // the largest array
	Modules, Options        []string
	Program                 string        // this program on the nodes; "" for the same path as here
	Checkpoint              time.Duration // how often each task saves its state
	Pictures                time.Duration // how often each task publishes its present result; 0 for never
}

// An Array is a job array of tasks with equal requests.
type Array struct {
	Tasks   []int
	Mem     string // as sbatch takes it
	Minutes int    // 0 for no limit
}

// Arrays groups the tasks of a plan that are to be submitted: those not done, not at work and not in the
// queue.
func (r Request) Arrays(p *plan.Plan, queued Queue) (arrays []Array, err error) {
	known := map[string]plan.Need{}
	type need struct {
		memory  int // MB
		minutes int
	}
	at := map[need]int{}
	now := time.Now()
	for _, t := range p.Tasks {
		if st := p.Status(t, now).State; st == plan.IsDone || st == plan.IsRunning || queued.State[t.Number] != "" {
			continue
		}
		n, err := p.Need(t, known)
		if err != nil {
			return nil, fmt.Errorf("task %d: %w", t.Number, err)
		}
		q := need{roundMemory(n.Bytes), roundMinutes(n.Time)}
		k, ok := at[q]
		if !ok || len(arrays[k].Tasks) == r.ArraySize {
			k = len(arrays)
			at[q] = k
			a := Array{Mem: strconv.Itoa(q.memory) + "M", Minutes: q.minutes}
			if r.Mem != "" {
				a.Mem = r.Mem
			}
			if r.Time > 0 {
				a.Minutes = max(1, int((r.Time+time.Minute-1)/time.Minute))
			}
			arrays = append(arrays, a)
		}
		arrays[k].Tasks = append(arrays[k].Tasks, t.Number)
	}
	return arrays, nil
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

// NoMemory requests no memory.
const NoMemory = "none"

// submitted is a line of slurm/jobs.jsonl.
type submitted struct {
	Job   string `json:"job"` // as sbatch says it
	Tasks []int  `json:"tasks"`
}

// isJob reports whether a text is the number of a job. Only such are given to a command: the list of jobs lies in a
// folder that others may write.
func isJob(text string) bool {
	const most = 20 // digits of 2⁶⁴
	return text != "" && len(text) <= most && strings.Trim(text, "0123456789") == ""
}

// mostJobs is more bytes than the list of jobs has.
const mostJobs = 1 << 30

// jobsFile lists the submitted jobs, one a line.
const jobsFile = "slurm/jobs.jsonl"

// Write writes the script of an array into the folder of its plan, an absolute path, and returns where.
func (r Request) Write(dir string, a Array) (path string, err error) {
	script, err := r.script(dir, a)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Join(dir, "slurm"), 0o777); err != nil {
		return "", err
	}
	path = filepath.Join(dir, "slurm", fmt.Sprintf("tasks-%d-%d.sh", a.Tasks[0], time.Now().UnixNano()))
	return path, put(path, script)
}

// SubmitArray hands the script of an array to the cluster and returns the number of the job.
func (c Commands) SubmitArray(ctx context.Context, dir, path string, a Array) (job string, err error) {
	out, err := Output(ctx, c.Submit, "--parsable", path)
	if err != nil {
		return "", fmt.Errorf("submitting %s: %w", path, err)
	}
	id, _, _ := strings.Cut(strings.TrimSpace(out), ";") // a cluster's name may follow
	if !isJob(id) {
		return "", fmt.Errorf("submitting %s: %s printed no job number", path, c.Submit)
	}
	line, err := json.Marshal(submitted{id, a.Tasks})
	if err != nil {
		return "", err
	}
	before, err := disk.Read(filepath.Join(dir, jobsFile), mostJobs)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	return id, put(filepath.Join(dir, jobsFile), append(append(before, line...), '\n'))
}

// put writes a file so that it is whole or not there.
func put(path string, data []byte) error {
	return (*disk.Disk)(nil).File(path, func(w io.Writer) error { _, err := w.Write(data); return err })
}

// script returns the script that runs on a node. A task stopped because its time was up is queued
// again; a cancelled one is not.
func (c Request) script(dir string, b Array) ([]byte, error) {
	program := c.Program
	if program == "" {
		var err error
		if program, err = os.Executable(); err != nil {
			return nil, fmt.Errorf("finding the path of this program: %w; give it with --program", err)
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
	option("--array=0-%d%s", len(b.Tasks)-1, limit)
	option("--requeue")
	option("--open-mode=append")
	option("--signal=B:TERM@60")
	option("--output=%q", filepath.Join(dir, "slurm", "%A_%a.out"))
	option("--cpus-per-task=%d", c.Threads)
	if b.Mem != NoMemory {
		option("--mem=%s", b.Mem)
	}
	if b.Minutes > 0 {
		option("--time=%d", b.Minutes)
	}
	for _, o := range []struct{ name, value string }{{"partition", c.Partition}, {"account", c.Account}, {"qos", c.QOS}} {
		if o.value != "" {
			option("--%s=%s", o.name, o.value)
		}
	}
	for _, o := range c.Options {
		option("%s", o)
	}
	for _, m := range c.Modules {
		fmt.Fprintf(&t, "module load %s\n", QuoteShell(m))
	}
	fmt.Fprintf(&t, "set -- %s\n", strings.Trim(strings.Join(strings.Fields(fmt.Sprint(b.Tasks)), " "), "[]"))
	t.WriteString("shift \"$SLURM_ARRAY_TASK_ID\"\n")
	t.WriteString("trap 'ended=yes; kill -TERM \"$task\" 2>/dev/null' TERM\n")
	pictures := ""
	if c.Pictures > 0 {
		pictures = " --pictures " + c.Pictures.String()
	}
	fmt.Fprintf(&t, "%s run %s --task \"$1\" --threads %d --checkpoint %s%s &\n", QuoteShell(program), QuoteShell(dir),
		c.Threads, c.Checkpoint, pictures)
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

// QuoteShell quotes a text as one word for a shell.
func QuoteShell(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
