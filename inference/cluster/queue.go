package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.org/espalier/inference/disk"
)

// Commands are those of a cluster's queue. Each may be several words, such as ssh login sbatch where the
// queue is on another machine that sees the folder under the same name.
type Commands struct {
	Submit string // takes a script
	Queue  string // lists jobs
	Cancel string // cancels jobs
}

// A Queue says which tasks of a plan were submitted, and the state of those in the cluster's queue.
type Queue struct {
	Submitted map[int]bool
	State     map[int]string
	Jobs      []string // that are in the queue
	Known     bool     // the queue was asked
}

// QueueOf asks the cluster for the tasks of a plan. command lists the queue; "" means squeue. Nothing that lies in the
// folder is run. The error says why the state is unknown.
func QueueOf(ctx context.Context, dir, command string) (Queue, error) {
	q := Queue{Submitted: map[int]bool{}, State: map[int]string{}}
	text, err := disk.Read(filepath.Join(dir, jobsFile), mostJobs)
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
		if !isJob(j.Job) {
			return q, fmt.Errorf("%s: %q is no number of a job", jobsFile, j.Job)
		}
		jobs[j.Job] = j
		for _, t := range j.Tasks {
			q.Submitted[t] = true
		}
	}
	if command == "" {
		command = "squeue"
	}
	out, err := Output(ctx, command, "--noheader", "--array", "--format=%F %K %T")
	if err != nil {
		return q, fmt.Errorf("the queue cannot be read: %w", err)
	}
	q.Known = true
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
		q.State[j.Tasks[place]] = strings.ToLower(f[2])
		if !slices.Contains(q.Jobs, f[0]) {
			q.Jobs = append(q.Jobs, f[0])
		}
	}
	return q, nil
}

// Stop cancels jobs. The first error says that tasks at work could not be told to save their state, the
// second that nothing was cancelled.
func (c Commands) Stop(ctx context.Context, jobs []string) (unsaved, err error) {
	_, unsaved = Output(ctx, c.Cancel, append([]string{"--batch", "--signal=TERM"}, jobs...)...)
	_, err = Output(ctx, c.Cancel, jobs...)
	return unsaved, err
}

// Output runs a command with more arguments and returns its output. The error includes its
// messages.
func Output(ctx context.Context, command string, more ...string) (string, error) {
	words := strings.Fields(command)
	if len(words) == 0 {
		return "", errors.New("an empty command")
	}
	for _, w := range more {
		if filepath.Base(words[0]) == "ssh" { // which joins its words for a shell on the other machine
			w = QuoteShell(w)
		}
		words = append(words, w)
	}
	c := exec.CommandContext(ctx, words[0], words[1:]...)
	c.WaitDelay = time.Second // its child processes may keep its output open after it was ended
	var complaint bytes.Buffer
	c.Stderr = &complaint
	out, err := c.Output()
	if told := ctx.Err(); err != nil && told != nil {
		return "", fmt.Errorf("%s was interrupted: %w", command, told)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w: %s", command, err, strings.Join(strings.Fields(complaint.String()), " "))
	}
	return string(out), nil
}
