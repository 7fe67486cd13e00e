package ui

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.org/espalier/inference/model/nsfa"
	"example.org/espalier/inference/plan"
	"example.org/espalier/inference/run"
	"example.org/espalier/ui/clusters"
	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// The test program is also the one on a node, which does a task: espalier run DIR --task N ….
func init() {
	if len(os.Args) < 5 || os.Args[1] != "run" {
		return
	}
	number, _ := strconv.Atoi(os.Args[4])
	ctx, _ := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	p, err := plan.OpenTask(os.Args[2], number)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if how, err := p.Do(ctx, p.Tasks[0], plan.Options{Version: "test", Every: 50 * time.Millisecond, Live: 20 * time.Millisecond, Pictures: true}); err != nil || how == plan.Stopped {
		os.Exit(3)
	}
	os.Exit(0)
}

// savedHere is a cluster that is this machine: one job, and commands like those of Slurm.
func savedHere(t *testing.T) clusters.Saved {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the commands are shell scripts")
	}
	tools := t.TempDir()
	tool := func(name, text string) string {
		path := filepath.Join(tools, name)
		if err := os.WriteFile(path, []byte("#!/bin/sh\ncd '"+tools+"'\n"+text), 0o755); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return clusters.Saved{Name: "The cluster", Folder: t.TempDir(), Program: os.Args[0],
		Submit: tool("sbatch", "PATH='"+tools+"':$PATH SLURM_ARRAY_JOB_ID=1 SLURM_ARRAY_TASK_ID=0 sh \"$2\" >printed 2>&1 &\necho $! >job\necho 1\n"),
		Queue:  tool("squeue", "[ -e job ] && kill -0 \"$(cat job)\" 2>/dev/null && echo '1 0 RUNNING'\ntrue\n"),
		Cancel: tool("scancel", "kill -TERM \"$(cat job)\"\ntrue\n")}
}

// place returns the item of the menu of places with a label.
func (s *stage) place(label string) *fyne.MenuItem {
	s.t.Helper()
	list := s.w.menu.on.ChildMenu.Items
	i := slices.IndexFunc(list, func(i *fyne.MenuItem) bool { return i.Label == label })
	if i < 0 {
		s.t.Fatalf("there is no place %q", label)
	}
	return list[i]
}

// A cluster is saved in its sheet, chosen in the menu, and runs a fit that is watched, stopped and continued
// here.
func TestRunOnACluster(t *testing.T) {
	s := newStage(t, usual, nil, nsfa.Model{})
	s.openSample("iris")
	c := savedHere(t)
	s.do(func() {
		s.place("Clusters…").Action()
		var fields []*controls.Field
		each(s.w.Top().Content(), func(o fyne.CanvasObject) {
			if f, ok := o.(*controls.Field); ok {
				fields = append(fields, f)
			}
		})
		if len(fields) != 7 {
			t.Fatalf("%d fields", len(fields))
		}
		for i, text := range []string{c.Name, "not/a/whole/path", c.Submit, c.Queue, c.Cancel, c.Program} {
			fields[i].SetText(text)
		}
		s.w.Top().Accept()
		if s.w.Top() == nil || len(s.w.book().List()) > 0 {
			t.Fatal("a folder that is none was kept")
		}
		fields[1].SetText(c.Folder)
		s.w.Top().Accept()
		if s.w.Top() != nil || !slices.Equal(s.w.book().List(), []clusters.Saved{c}) {
			t.Fatalf("kept %+v", s.w.book().List())
		}
		if s.w.ws.On != nil || !s.place("This Machine").Checked {
			t.Error("runs start elsewhere without being told so")
		}
		s.place(c.Name).Action()
		if !s.place(c.Name).Checked || !s.w.run.place.Visible() {
			t.Error("the choice is not shown")
		}
		s.w.ws.On.Every = 10 * time.Millisecond
		if err := s.w.ws.Next.SetModel("nsfa"); err != nil {
			t.Fatal(err)
		}
		s.w.ws.Next.SetIterations(1_000_000)
		test.Tap(s.w.run.go_)
	})
	state := func() (p run.Progress) { p, _ = s.w.ws.Runs.Progress(); return p }
	s.until("a picture, and a stop on offer", func() bool {
		j := s.w.ws.Runs.Job()
		return j != nil && j.Away && j.Snapshot != nil && state().Iteration > 0 && !s.w.menu.stop.Disabled
	})
	s.do(func() {
		if !s.w.menu.run.Disabled || !s.w.menu.step.Disabled {
			t.Error("a run on a cluster can be told to pause, which it cannot")
		}
		s.w.ws.Runs.Stop()
	})
	s.until("the end", func() bool {
		return state().State == run.Stopped && s.w.run.go_.Text == "Run more" && !s.w.menu.run.Disabled
	})
	s.do(func() {
		at := state().Iteration
		s.place("This Machine").Action()
		if s.w.ws.On != nil || s.w.run.place.Visible() {
			t.Error("runs still start elsewhere")
		}
		s.w.ws.Runs.Step()
		t.Log("stopped at", at)
	})
	plans, err := filepath.Glob(filepath.Join(c.Folder, "espalier-*", "states", "*.fit"))
	if err != nil || len(plans) != 1 || !strings.HasPrefix(plans[0], c.Folder) {
		t.Errorf("%v: states %q", err, plans)
	}
	s.until("a step here", func() bool { return state().State != run.Stopped })
}
