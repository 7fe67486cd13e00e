package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"gonum.org/v1/gonum/mat"
)

// A whole is a fit that a commit's program does from the command line.
type whole struct {
	table string
	flags string
}

// wholes are the fits that commits are compared by, beside the tables they take.
var wholes = []whole{
	{"large", "--model ddt"}, {"large", "--model pydt"}, {"holed", "--model nsfa"},
	{"small", "--model pydt --set method=mcmc"},
	{"small", "--model vbmfa"}, {"small", "--model dpmm"},
}

func tables() map[string]*mat.Dense {
	return map[string]*mat.Dense{"large": clustered(2000, 171, 0), "holed": clustered(226, 251, 0.05),
		"small": clustered(222, 10, 0)}
}

// A cost is what a run took.
type cost struct {
	processor time.Duration
	peak      int64 // bytes; 0 if unknown
}

// compare runs fits of two commits in turns and prints least times and peaks of memory. An empty name of a commit is
// the tree as it stands. Nothing is left behind, also where ctx ends it.
func compare(ctx context.Context, then, now string, turns int, only string, out io.Writer) error {
	work, err := os.MkdirTemp("", "pace")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	var programs [2]string
	for i, commit := range []string{then, now} {
		if programs[i], err = built(ctx, work, commit, fmt.Sprint(i)); err != nil {
			return err
		}
	}
	for name, x := range tables() {
		if err := os.WriteFile(filepath.Join(work, name+".csv"), csvOf(x), 0o644); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "least of %d runs in turns, one thread: processor time, peak of memory\n", turns)
	for _, w := range wholes {
		if !strings.Contains(w.table+" "+w.flags, only) {
			continue
		}
		var least [2]cost
		for turn := range turns {
			for i := range programs {
				side := (turn + i) % 2
				c, err := once(ctx, programs[side], filepath.Join(work, w.table+".csv"), w.flags)
				if err != nil {
					return err
				}
				if l := &least[side]; turn == 0 {
					*l = c
				} else {
					l.processor, l.peak = min(l.processor, c.processor), min(l.peak, c.peak)
				}
			}
		}
		fmt.Fprintf(out, "%6.2f  %7.2f s → %-7.2f s  %6.2f  %5d MiB → %-5d MiB  %s %s\n",
			least[1].processor.Seconds()/least[0].processor.Seconds(), least[0].processor.Seconds(),
			least[1].processor.Seconds(),
			float64(least[1].peak)/float64(max(least[0].peak, 1)), least[0].peak>>20, least[1].peak>>20, w.table, w.flags)
	}
	return nil
}

// built returns the program without its window of a commit.
func built(ctx context.Context, work, commit, name string) (string, error) {
	tree := "."
	if commit != "" {
		tree = filepath.Join(work, "tree"+name)
		// Also a tree that is half written is removed, and where git does not know it, forgotten with its folder.
		defer func() {
			_ = exec.Command("git", "worktree", "remove", "--force", "--force", tree).Run() // locked too
			_ = os.RemoveAll(tree)
			_ = exec.Command("git", "worktree", "prune").Run()
		}()
		// It takes a second, and git that is killed here leaves a lock and programs that go on writing: it may end.
		add := exec.Command("git", "worktree", "add", "--detach", "--force", tree, commit)
		if text, err := add.CombinedOutput(); err != nil {
			return "", fmt.Errorf("git worktree add: %w\n%s", err, text)
		}
		if err := ctx.Err(); err != nil {
			return "", err
		}
	}
	program := filepath.Join(work, "espalier"+name)
	c := exec.CommandContext(ctx, "go", "build", "-tags", "headless", "-o", program, ".")
	c.Dir = tree
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	c.Cancel, c.WaitDelay = func() error { return c.Process.Signal(os.Interrupt) }, 10*time.Second
	if text, err := c.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building %s: %w\n%s", cmp.Or(commit, "the tree as it stands"), err, text)
	}
	return program, nil
}

// once runs a fit.
func once(ctx context.Context, program, table, flags string) (cost, error) {
	args := append([]string{"fit", table, "--seed", "1", "--threads", "1"}, strings.Fields(flags)...)
	c := exec.CommandContext(ctx, program, args...)
	c.Cancel, c.WaitDelay = func() error { return c.Process.Signal(os.Interrupt) }, 10*time.Second
	text, err := c.CombinedOutput()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w: %s", err, text)
		}
		return cost{}, fmt.Errorf("fit %s %s: %w", filepath.Base(table), flags, err)
	}
	s := c.ProcessState
	return cost{s.UserTime() + s.SystemTime(), peakOf(s)}, nil
}
