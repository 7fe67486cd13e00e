//go:build validate && linux

package batch

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/espalier/inference/plan"
)

// slurm is a cluster of two nodes on this machine, in a folder of its own. Nothing of the system's Slurm
// is touched.
type slurm struct {
	t     *testing.T
	dir   string
	nodes map[string]*exec.Cmd
}

// startSlurm starts a cluster, which ends with the test.
func startSlurm(t *testing.T) *slurm {
	t.Helper()
	for _, need := range []string{"slurmctld", "slurmd", "munged", "sbatch"} {
		if _, err := exec.LookPath(need); err != nil {
			t.Skipf("%v: install slurm-wlm and munge", err)
		}
	}
	if os.Geteuid() != 0 {
		t.Skip("slurmd runs as root")
	}
	s := &slurm{t: t, dir: t.TempDir(), nodes: map[string]*exec.Cmd{}}
	if err := os.Chmod(s.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	key := make([]byte, 1024)
	for i := range key {
		key[i] = byte(rand.IntN(256))
	}
	write := func(name string, data []byte, mode os.FileMode) string {
		path := filepath.Join(s.dir, name)
		if err := os.WriteFile(path, data, mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	socket := filepath.Join(s.dir, "munge.socket")
	s.start("munged", "--foreground", "--force", "--key-file="+write("munge.key", key, 0o400), "--socket="+socket, "--pid-file="+filepath.Join(s.dir, "munge.pid"),
		"--log-file="+filepath.Join(s.dir, "munge.log"), "--seed-file="+filepath.Join(s.dir, "munge.seed"))
	s.until("munge answers", func() bool { _, err := os.Stat(socket); return err == nil })
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	host, _, _ = strings.Cut(host, ".")
	conf := fmt.Sprintf(`ClusterName=test
SlurmctldHost=%[1]s(127.0.0.1)
SlurmctldPort=%[3]d
AuthType=auth/munge
AuthInfo=socket=%[6]s
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,bf_interval=1,sched_min_interval=100000,requeue_delay=0
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmUser=root
StateSaveLocation=%[2]s/state
SlurmctldPidFile=%[2]s/slurmctld.pid
SlurmdSpoolDir=%[2]s/spool.%%n
SlurmdPidFile=%[2]s/slurmd.%%n.pid
SlurmdTimeout=10
KillWait=5
ReturnToService=2
JobRequeue=1
MpiDefault=none
NodeName=n1 NodeHostname=%[1]s NodeAddr=127.0.0.1 Port=%[4]d CPUs=2 RealMemory=4000 State=UNKNOWN
NodeName=n2 NodeHostname=%[1]s NodeAddr=127.0.0.1 Port=%[5]d CPUs=2 RealMemory=4000 State=UNKNOWN
PartitionName=main Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
`, host, s.dir, freePort(t), freePort(t), freePort(t), socket)
	t.Setenv("SLURM_CONF", write("slurm.conf", []byte(conf), 0o644))
	for _, d := range []string{"state", "spool.n1", "spool.n2"} {
		if err := os.Mkdir(filepath.Join(s.dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	s.start("slurmctld", "-D")
	s.node("n1")
	s.node("n2")
	s.until("two nodes are idle", func() bool {
		return strings.Count(s.ask("sinfo", "--noheader", "--Node", "--format=%N %T"), "idle") == 2
	})
	return s
}

func freePort(t *testing.T) int {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// start starts a program that ends with the test.
func (s *slurm) start(name string, args ...string) *exec.Cmd {
	c := exec.Command(name, args...)
	log, err := os.Create(filepath.Join(s.dir, fmt.Sprintf("%s-%d.log", name, time.Now().UnixNano())))
	if err != nil {
		s.t.Fatal(err)
	}
	c.Stdout, c.Stderr = log, log
	if err := c.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() {
		_ = c.Process.Kill() // it may be gone
		_ = c.Wait()
		log.Close()
	})
	return c
}

func (s *slurm) node(name string) { s.nodes[name] = s.start("slurmd", "-D", "-N", name) }

// ask runs a command of Slurm; what fails prints nothing.
func (s *slurm) ask(name string, args ...string) string {
	out, _ := exec.Command(name, args...).Output() // a job may be gone that is asked for
	return string(out)
}

// until waits for something to become true.
func (s *slurm) until(what string, is func() bool) {
	s.t.Helper()
	s.within(10*time.Minute, what, is)
}

// within is until for what takes longer.
func (s *slurm) within(limit time.Duration, what string, is func() bool) {
	s.t.Helper()
	for begun := time.Now(); !is(); time.Sleep(200 * time.Millisecond) {
		if time.Since(begun) > limit {
			s.t.Fatalf("it never came that %s", what)
		}
	}
}

// running lists the tasks at work, as JOB_TASK.
func (s *slurm) running() []string {
	return strings.Fields(s.ask("squeue", "--noheader", "--array", "--states=running", "--format=%F_%K"))
}

// Forty tasks on two nodes, of which many are killed and queued again and one node is lost: the results are
// the bits of those that were computed here without a break.
func TestValidateSlurm(t *testing.T) {
	s := startSlurm(t)
	t.Setenv(workerVariable, "1") // this program is espalier
	rng := rand.New(rand.NewPCG(7, 7))
	tasks := []string{"plan", "sample:crabs", "--models", "dpmm,nsfa", "--seeds", "1-5", "--splits", "2", "--chains", "2", "--iterations", "6000"}
	dir, here := filepath.Join(t.TempDir(), "cluster"), filepath.Join(t.TempDir(), "here")
	must(t, append(tasks, "--out", dir)...)
	must(t, append(tasks, "--out", here)...)
	begun := time.Now()
	must(t, "run", here, "--jobs", "2")
	alone := time.Since(begun)
	p, err := plan.Open(dir)
	if err != nil || len(p.Tasks) != 40 {
		t.Fatalf("%v, %d tasks", err, len(p.Tasks))
	}
	begun = time.Now()
	submits, kills, requeues, lost := 0, 0, 0, false
	done := func() int {
		var said struct{ Done int }
		if err := json.Unmarshal([]byte(must(t, "status", dir, "--json")), &said); err != nil {
			t.Fatal(err)
		}
		return said.Done
	}
	submit := func() {
		must(t, "submit", dir, "--slurm", "--checkpoint", "1s")
		submits++
	}
	submit()
	for n := 0; n < 40; n = done() {
		if time.Since(begun) > 40*time.Minute {
			t.Fatalf("%d of 40 tasks are done; %s", n, s.ask("squeue"))
		}
		time.Sleep(2 * time.Second)
		at := s.running()
		switch {
		case len(at) == 0 && s.ask("squeue", "--noheader") == "":
			submit() // what was killed and is in no queue
		case len(at) == 0:
			for _, job := range strings.Fields(s.ask("squeue", "--noheader", "--array", "--states=pending", "--format=%F_%K")) {
				s.ask("scontrol", "update", "JobId="+job, "StartTime=now") // of what was queued again
			}
		case kills+requeues >= 24: // the rest may end
		case rng.IntN(2) == 0:
			s.ask("scancel", "--signal=KILL", "--full", at[rng.IntN(len(at))])
			kills++
		default:
			s.ask("scontrol", "requeue", at[rng.IntN(len(at))])
			requeues++
		}
		if n > 15 && !lost { // a node goes, and comes back
			lost = true
			_ = s.nodes["n2"].Process.Kill() // it is our own
			_ = s.nodes["n2"].Wait()
			time.Sleep(12 * time.Second) // longer than the controller waits
			s.node("n2")
		}
	}
	took := time.Since(begun)
	other, err := plan.Open(here)
	if err != nil {
		t.Fatal(err)
	}
	for i, task := range p.Tasks {
		a, errA := p.Result(task)
		b, errB := other.Result(other.Tasks[i])
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		x, errA := a.Bits()
		y, errB := b.Bits()
		if errA != nil || errB != nil || !bytes.Equal(x, y) {
			t.Errorf("task %d: other bits than here (%v, %v)", task.Number, errA, errB)
		}
	}
	study := filepath.Join(t.TempDir(), "s.espalier")
	got := collectedAs(t, must(t, "collect", dir, "--study", study, "--json"))
	want := collectedAs(t, must(t, "collect", here, "--study", filepath.Join(t.TempDir(), "h.espalier"), "--json"))
	if !slices.EqualFunc(got.Results, want.Results, func(a, b collected) bool { return a.Hash == b.Hash && a.Density == b.Density && a.RHat == b.RHat }) || len(got.Results) != 20 {
		t.Error("what was collected differs")
	}
	size := func(folder string) (n int64) {
		entries, err := os.ReadDir(filepath.Join(dir, folder))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if info, err := e.Info(); err == nil {
				n += info.Size()
			}
		}
		return n
	}
	writeValidation(t, "slurm", fmt.Sprintf(`| | |
|---|---|
| tasks, nodes, slots | 40, 2, 4 on two cores |
| killed with SIGKILL | %d |
| requeued while at work | %d |
| nodes lost and back | 1 |
| times submitted | %d |
| results with other bits than without a break | 0 of 40 |
| bytes of a result, mean | %d |
| with two jobs at once, without Slurm | %.0f s |
| on the cluster, kills and waits included | %.0f s |
`, kills, requeues, submits, size("results")/40, alone.Seconds(), took.Seconds()))
}

// writeValidation leaves a table for bin/validation.
func writeValidation(t *testing.T, name, table string) {
	t.Helper()
	t.Logf("%s\n%s", name, table)
	if dir := os.Getenv("ESPALIER_VALIDATION"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name+".md"), []byte(table), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
