package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.org/espalier/inference/job"
	"example.org/espalier/inference/plan"
	"example.org/espalier/inference/run"
	"example.org/espalier/sampledata"
)

// TestMain is also the program on a node, which does a task: espalier run DIR --task N ….
func TestMain(m *testing.M) {
	if len(os.Args) < 2 || os.Args[1] != "run" {
		os.Exit(m.Run())
	}
	number, _ := strconv.Atoi(os.Args[4])
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	p, err := plan.OpenTask(os.Args[2], number)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	o := plan.Options{Version: "test", Threads: 1, Every: 50 * time.Millisecond, Live: 20 * time.Millisecond,
		Pictures: strings.Contains(strings.Join(os.Args, " "), "--pictures 5s")}
	switch how, err := p.Do(ctx, p.Tasks[0], o); {
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	case how == plan.Stopped:
		os.Exit(3)
	}
	os.Exit(0)
}

// executor returns a cluster that is this machine: commands that behave like those of Slurm, with one job
// for each script.
func executor(t *testing.T) (c Cluster, tools string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the commands are shell scripts")
	}
	tools = t.TempDir()
	tool := func(name, text string) string {
		path := filepath.Join(tools, name)
		if err := os.WriteFile(path, []byte("#!/bin/sh\ncd "+QuoteShell(tools)+"\n"+text), 0o755); err != nil {
			t.Fatal(err)
		}
		return path
	}
	commands := Commands{
		Submit: tool("sbatch", `n=$(($(ls job.* 2>/dev/null | wc -l) + 1))
PATH=`+QuoteShell(tools)+`:$PATH SLURM_ARRAY_JOB_ID=$n SLURM_ARRAY_TASK_ID=0 sh "$2" >printed.$n 2>&1 &
echo $! >job.$n
echo $n
`),
		Queue: tool("squeue", `for f in job.*; do
	[ -e "$f" ] && kill -0 "$(cat "$f")" 2>/dev/null && echo "${f#job.} 0 RUNNING"
done
true
`),
		Cancel: tool("scancel", `for n in "$@"; do
	case $n in -*) ;; *) kill -TERM "$(cat "job.$n")" ;; esac
done
true
`),
	}
	c = Cluster{Name: "here", Folder: t.TempDir(), Commands: commands, Version: "test", Here: job.Local{Version: "test"},
		Every:   10 * time.Millisecond,
		Request: Request{Threads: 1, ArraySize: 1, Checkpoint: time.Second, Pictures: 5 * time.Second, Program: os.Args[0]}}
	t.Cleanup(func() { // whatever still works
		jobs, _ := filepath.Glob(filepath.Join(tools, "job.*"))
		for _, path := range jobs {
			number := strings.TrimPrefix(filepath.Base(path), "job.")
			_, _ = Output(context.Background(), commands.Cancel, number)
			for range 500 {
				if out, _ := Output(context.Background(), commands.Queue); !strings.Contains(out, number+" 0 ") {
					break
				}
				time.Sleep(10 * time.Millisecond)
			}
		}
	})
	return c, tools
}

func material(t *testing.T, model string, iterations int) *job.Material {
	t.Helper()
	table, err := sampledata.Open("iris")
	if err != nil {
		t.Fatal(err)
	}
	s := job.Spec{Version: job.SpecVersion, Table: job.SourceOf(table), Model: model, Seed: 3, Chains: 1,
		Goal: job.Goal{Iterations: &iterations}}
	if model == "gaussian" {
		s.Chains = 0
	}
	m, err := job.Build(s, table, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func submissions(t *testing.T, tools string) int {
	t.Helper()
	jobs, err := filepath.Glob(filepath.Join(tools, "job.*"))
	if err != nil {
		t.Fatal(err)
	}
	return len(jobs)
}

// A fit on a cluster has the bits of one here. Taken up again when it is done it computes nothing.
func TestFitOnACluster(t *testing.T) {
	c, tools := executor(t)
	m, err := asTask(material(t, "dpmm", 40))
	if err != nil {
		t.Fatal(err)
	}
	here, err := c.Here.Start(t.Context(), m, job.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer here.Close()
	if err := here.Wait(); err != nil {
		t.Fatal(err)
	}
	want, err := here.Result(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	a, err := want.Bits()
	if err != nil {
		t.Fatal(err)
	}
	p, err := c.open(m)
	if err != nil {
		t.Fatal(err)
	}
	// It failed once; now it is tried again.
	if err := os.WriteFile(filepath.Join(p.Dir, "failed", m.Hash+".json"),
		[]byte(`{"task":1,"error":"the disk was full"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		h, err := c.Start(t.Context(), m, job.Options{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		if err := h.Wait(); err != nil {
			t.Fatal(err)
		}
		got, err := h.Result(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if b, err := got.Bits(); err != nil || !bytes.Equal(a, b) {
			t.Errorf("%v: the result has other bits than here", err)
		}
		if h.Progress().State != run.Finished || h.Latest() == nil || got.Hash != m.Hash {
			t.Errorf("state %v, hash %s", h.Progress().State, got.Hash)
		}
		h.Close()
	}
	if n := submissions(t, tools); n != 1 {
		t.Errorf("%d jobs were submitted", n)
	}
}

// A fit is watched while it is at work, left and taken up again without a second job, stopped, and continued
// here from the state that it was stopped at.
func TestWatchedLeftAndStopped(t *testing.T) {
	c, tools := executor(t)
	m := material(t, "dpmm", 10_000_000)
	h, err := c.Start(t.Context(), m, job.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	if s := <-h.Snapshots(); s == nil || s.Iteration < 0 {
		t.Fatalf("a first picture %v", s)
	}
	if err := h.Control(job.Command{Do: job.Pause}); err == nil {
		t.Error("a fit on a cluster can be paused")
	}
	if _, err := h.Save(t.Context()); err == nil {
		t.Error("the state of a fit on a cluster is here")
	}
	h.Close()
	if err := h.Wait(); !errors.Is(err, job.ErrClosed) {
		t.Errorf("a closed handle says %v", err)
	}
	if !c.Holds(m) || c.Holds(material(t, "dpmm", 7)) {
		t.Error("the cluster does not know what it holds")
	}
	if h, err = c.Start(t.Context(), m, job.Options{Threads: 1}); err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	<-h.Snapshots()
	if p := h.Progress(); p.State.Ended() || p.Target != 10_000_000 {
		t.Errorf("%+v", p)
	}
	if err := h.Control(job.Command{Do: job.Stop}); err != nil {
		t.Fatal(err)
	}
	if err := h.Wait(); err != nil {
		t.Fatal(err)
	}
	if n := submissions(t, tools); n != 1 {
		t.Errorf("%d jobs were submitted", n)
	}
	r, err := h.Result(t.Context())
	if err != nil || r.Ended != run.Stopped || r.State == nil || r.Snapshot == nil {
		t.Fatalf("%v: %+v", err, r)
	}
	at := r.Iterations
	if err := h.Control(job.Command{Do: job.Step, N: 3}); err != nil {
		t.Fatal(err)
	}
	if err := h.Rest(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := h.Progress().Iteration; got != at+3 {
		t.Errorf("it went on from %d to %d", at, got)
	}
}

// What goes wrong on the cluster is said.
func TestTroubleOnACluster(t *testing.T) {
	m := material(t, "gaussian", 1)
	for _, c := range []struct {
		name  string
		spoil func(c *Cluster)
		says  string
	}{
		{"no name", func(c *Cluster) { c.Name = "" }, "no name"},
		{"no folder", func(c *Cluster) { c.Folder += "/absent" }, "cannot be reached"},
		{"a relative folder", func(c *Cluster) { c.Folder = "absent" }, "absolute path"},
		{"no command", func(c *Cluster) { c.Commands.Submit = "" }, "no command"},
		{"a command that fails", func(c *Cluster) { c.Commands.Submit = "false" }, "submitting"},
		{"a command that says nothing", func(c *Cluster) { c.Commands.Submit = "true" }, "no job number"},
		{"a job that vanishes", func(c *Cluster) { c.Request.Program = "/absent/espalier" }, "left the queue"},
	} {
		t.Run(c.name, func(t *testing.T) {
			on, _ := executor(t)
			on.Every = time.Millisecond
			c.spoil(&on)
			h, err := on.Start(t.Context(), m, job.Options{Threads: 1})
			if err == nil {
				err = h.Wait()
				if !h.Progress().State.Ended() {
					t.Errorf("%v", h.Progress())
				}
				h.Close()
			}
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v, want %q", err, c.says)
			}
		})
	}
}
