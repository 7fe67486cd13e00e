//go:build validate && linux

package batch

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.org/espalier/inference/plan"
)

// empty waits until nothing of ours is in the queue. What was queued again starts at once.
func (s *slurm) empty() {
	s.t.Helper()
	s.within(40*time.Minute, "the queue is empty", func() bool {
		for _, job := range strings.Fields(s.ask("squeue", "--noheader", "--array", "--states=pending", "--format=%F_%K")) {
			s.ask("scontrol", "update", "JobId="+job, "StartTime=now")
		}
		return strings.TrimSpace(s.ask("squeue", "--noheader")) == ""
	})
}

// planOf opens a plan of so many tasks.
func planWith(t *testing.T, dir string, tasks int) *plan.Plan {
	t.Helper()
	p, err := plan.Open(dir)
	if err != nil || len(p.Tasks) != tasks {
		t.Fatalf("%v, not %d tasks", err, tasks)
	}
	return p
}

// sameBits reports whether task number i of two plans has the same result.
func sameBits(t *testing.T, a, b *plan.Plan, i int) bool {
	t.Helper()
	var bits [2][]byte
	for k, p := range []*plan.Plan{a, b} {
		r, err := p.Result(p.Tasks[i])
		if err != nil {
			t.Fatal(err)
		}
		if bits[k], err = r.Bits(); err != nil {
			t.Fatal(err)
		}
	}
	return bytes.Equal(bits[0], bits[1])
}

var restarts = regexp.MustCompile(`Restarts=(\d+)`)

// A task that reaches its time limit gets a signal a minute before, saves its state, is queued again and ends with
// the bits of one that was never stopped. It saves its state at no other time.
func TestValidateSlurmTimeLimit(t *testing.T) {
	s := startSlurm(t)
	t.Setenv(workerVariable, "1") // this program is espalier
	tasks := func(iterations int) []string {
		return []string{"plan", "sample:crabs", "--models", "dpmm", "--seeds", "3", "--iterations", strconv.Itoa(iterations), "--out"}
	}
	// A limit of two minutes leaves one minute of work; the task needs about two and a half.
	const trial = 3000
	dry := filepath.Join(t.TempDir(), "trial")
	must(t, append(tasks(trial), dry)...)
	begun := time.Now()
	must(t, "run", dry)
	each := time.Since(begun).Seconds() / trial
	iterations := int(math.Ceil(150 / each))
	dir, here := filepath.Join(t.TempDir(), "cluster"), filepath.Join(t.TempDir(), "here")
	must(t, append(tasks(iterations), dir)...)
	must(t, append(tasks(iterations), here)...)
	p, other := planWith(t, dir, 1), planWith(t, here, 1)
	begun = time.Now()
	must(t, "submit", dir, "--slurm", "--checkpoint", "100h", "--time", "2m")
	var told time.Duration // until the state was saved
	again, at, submits := 0, 0, 1
	last := ""
	s.within(40*time.Minute, "the task is done", func() bool {
		if found := restarts.FindStringSubmatch(s.ask("scontrol", "show", "job")); found != nil {
			again, _ = strconv.Atoi(found[1]) // digits
		}
		if r, err := p.Saved(p.Tasks[0]); err == nil && told == 0 {
			told, at = time.Since(begun), r.Iterations
		}
		if now := s.ask("squeue", "--noheader", "--array", "--format=%F_%K %T %r"); now != last {
			t.Logf("%v: %s; queued again %d times", time.Since(begun).Round(time.Second), strings.TrimSpace(now), again) // for a run that fails
			last = now
		}
		if p.Status(p.Tasks[0], time.Now()).State == plan.IsDone {
			return true
		}
		// What was queued again is not hurried: Slurm may then take the end of the script that was stopped for that of the
		// new one, and forgets the job.
		if last == "" && s.ask("squeue", "--noheader") == "" {
			must(t, "submit", dir, "--slurm", "--checkpoint", "100h", "--time", "2m")
			submits++
		}
		return false
	})
	took := time.Since(begun)
	if again == 0 || told == 0 || at <= 0 || at >= iterations {
		t.Fatalf("the task was queued again %d times; its state was saved after %v at iteration %d of %d", again, told, at, iterations)
	}
	s.empty()
	said, err := filepath.Glob(filepath.Join(dir, "slurm", "*.out"))
	if err != nil || len(said) != submits {
		t.Fatalf("submitted %d times: %v, %v", submits, said, err)
	}
	stopped := 0
	for _, path := range said {
		text, err := os.ReadFile(path)
		if err != nil || strings.Contains(string(text), "TIME LIMIT") {
			t.Errorf("the task printed %s (%v)", text, err)
		}
		stopped += strings.Count(string(text), "1 stopped")
	}
	if stopped < again {
		t.Errorf("queued again %d times, but stopped %d times", again, stopped)
	}
	must(t, "run", here)
	if !sameBits(t, p, other, 0) {
		t.Error("other bits than without a limit")
	}
	if t.Failed() {
		return
	}
	writeValidation(t, "slurm-limit", fmt.Sprintf(`| | |
|---|---|
| time limit, signal before it | 2 min, 1 min |
| iterations | %d |
| state first saved, after its submission | %.0f s, at iteration %d |
| queued again, submitted | %d, %d |
| from submission to the result | %.0f s |
| results with other bits than without a limit | 0 of 1 |
`, iterations, told.Seconds(), at, again, submits, took.Seconds()))
}

// The shared folder runs full while four tasks are at work: what was saved before stays, each failure is reported,
// and with room again the tasks go on from their states to the same bits.
func TestValidateSlurmFullDisk(t *testing.T) {
	s := startSlurm(t)
	t.Setenv(workerVariable, "1") // this program is espalier
	shared := t.TempDir()
	if err := syscall.Mount("tmpfs", shared, "tmpfs", 0, "size=24m"); err != nil {
		t.Skipf("a small disk cannot be mounted here (root may): %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(shared, 0); err != nil {
			t.Error(err)
		}
	})
	if err := os.Chmod(shared, 0o755); err != nil {
		t.Fatal(err)
	}
	tasks := []string{"plan", "sample:crabs", "--models", "dpmm", "--seeds", "1-4", "--iterations", "4000", "--out"}
	dir, here := filepath.Join(shared, "cluster"), filepath.Join(t.TempDir(), "here")
	must(t, append(tasks, dir)...)
	must(t, append(tasks, here)...)
	must(t, "run", here, "--jobs", "2")
	p, other := planWith(t, dir, 4), planWith(t, here, 4)
	filler := filepath.Join(shared, "other work")
	fill := func(free int) {
		t.Helper()
		// Files that are being written come and go, so the disk is filled until it says that it is full.
		for range 3 {
			b := make([]byte, 4096)
			f, err := os.OpenFile(filler, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
			if err != nil {
				t.Fatal(err)
			}
			for err == nil {
				_, err = f.Write(b)
			}
			f.Close()
		}
		info, err := os.Stat(filler)
		if err == nil {
			err = os.Truncate(filler, info.Size()-int64(free))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	done := func() (n int) {
		for _, task := range p.Tasks {
			if p.Status(task, time.Now()).State == plan.IsDone {
				n++
			}
		}
		return n
	}
	states := func() (n int) {
		for _, task := range p.Tasks {
			if _, err := p.Saved(task); err == nil {
				n++
			}
		}
		return n
	}
	must(t, "submit", dir, "--slurm", "--checkpoint", "1s")
	s.until("every task has a state", func() bool { return states()+done() == 4 })
	fill(0)
	s.empty()
	early := done()
	if early == 4 {
		t.Fatal("all tasks were done before the disk was full: the test says nothing")
	}
	if n := states(); n != 4-early {
		t.Errorf("%d of %d unfinished tasks have a state that can be read", n, 4-early)
	}
	// Not a byte is free: the next command says so.
	status, _, said := command(t, "submit", dir, "--slurm", "--checkpoint", "1s")
	if status == 0 || !strings.Contains(said, "no space left") {
		t.Errorf("submit on a full disk: exit status %d, %s", status, said)
	}
	// Room for a sentence, none for a result. One task at a time, so that no other takes that room.
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	fill(64 << 10)
	must(t, "submit", dir, "--slurm", "--checkpoint", "100h", "--array-limit", "1")
	s.empty()
	failed := 0
	for _, task := range p.Tasks {
		switch st := p.Status(task, time.Now()); {
		case st.State == plan.IsDone:
		case st.State == plan.IsFailed && strings.Contains(st.Error, "no space left"):
			failed++
		default:
			t.Errorf("task %d is %s: %q", task.Number, st.State, st.Error)
		}
	}
	if failed != 4-early || states() != failed {
		t.Errorf("%d failures reported and %d states of %d unfinished tasks", failed, states(), 4-early)
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	from := make([]int, 4)
	for i, task := range p.Tasks {
		if r, err := p.Saved(task); err == nil {
			from[i] = r.Iterations
		}
	}
	must(t, "submit", dir, "--slurm", "--checkpoint", "1s")
	s.empty()
	strange := 0
	for i := range p.Tasks {
		if !sameBits(t, p, other, i) {
			strange++
			t.Errorf("task %d: other bits than on a disk with room", i+1)
		}
	}
	for _, folder := range []string{"results", "states", "failed", "live"} {
		entries, err := os.ReadDir(filepath.Join(dir, folder))
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		want := 0
		if folder == "results" {
			want = 4
		}
		if len(entries) != want {
			t.Errorf("%s holds %v", folder, entries)
		}
	}
	if t.Failed() {
		return
	}
	writeValidation(t, "slurm-fulldisk", fmt.Sprintf(`| | |
|---|---|
| shared folder, tasks | 24 MB in memory, 4 |
| done before it was full | %d |
| unfinished tasks whose state could be read afterwards | %d of %d |
| failures that said why once there was room for a sentence | %d of %d |
| first iteration after the retry, of %d | %d |
| results with other bits than on a disk with room | %d of 4 |
`, early, 4-early, 4-early, failed, 4-early, 4000, slices.Max(from)+1, strange))
}
