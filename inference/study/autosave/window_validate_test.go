//go:build validate && unix && !headless

package autosave

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/study/file"
)

// program builds the program with its window.
func program(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "espalier")
	if out, err := exec.Command("go", "build", "-tags", "migrated_fynedo", "-o", path,
		"example.org/espalier").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// display starts an X server in memory and returns its name.
func display(t *testing.T) string {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	x := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset")
	x.ExtraFiles = []*os.File{w}
	if err := x.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = x.Process.Kill() // it may have ended by itself
		_ = x.Wait()
	})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	name, err := io.ReadAll(io.LimitReader(r, 8))
	if err != nil || strings.TrimSpace(string(name)) == "" {
		t.Fatalf("the X server gave no display: %v", err)
	}
	return ":" + strings.TrimSpace(string(name))
}

// workingStudy writes a study whose chain was at work when it was saved.
func workingStudy(t *testing.T, dir string, seed uint64) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(studyOf(dir)), 0o755); err != nil {
		t.Fatal(err)
	}
	m, err := job.Build(chain(seed, endless), normal(60, 3), nil)
	if err != nil {
		t.Fatal(err)
	}
	h, err := job.Local{}.Start(context.Background(), m, job.Options{Threads: 1, Every: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	snapshot := <-h.Snapshots()
	state, err := h.Save(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	fit := m.Outline().With(snapshot, h.Progress())
	fit.State = state
	f := file.Hold(studyOf(dir))
	c := study.Contents{State: study.State{Note: "0"}.Opened(study.Sheet{Table: 1,
		Preprocessing: *m.Spec.Preprocessing}).WithResult(1),
		Tables:  map[study.TableID]*inference.Table{1: m.Source},
		Results: map[study.ResultID]study.Result{1: {ID: 1, Table: 1, Fit: fit}}}
	if err := f.Save(c, ""); err != nil {
		t.Fatal(err)
	}
	if err := f.Release(); err != nil {
		t.Fatal(err)
	}
}

// begun waits until a program has saved automatically, and reports whether that comes before over is
// closed.
func begun(dir string, over <-chan struct{}) bool {
	for tick := time.NewTicker(50 * time.Millisecond); ; {
		files, err := filepath.Glob(filepath.Join(autosavesOf(dir), prefix+"*", "*"))
		if err == nil && len(files) > 2 { // a lock, a folder of pieces, and what names them
			return true
		}
		select {
		case <-tick.C:
		case <-over:
			return false
		}
	}
}

// lastSave returns when the work that a killed program left was saved, and whether there is any.
func lastSave(t *testing.T, dir string) (at time.Time, any bool) {
	t.Helper()
	left, _ := Orphans(autosavesOf(dir), nil)
	for _, s := range left {
		_, at, any = s.Saved()
		c, _ := s.Contents()
		if r, ok := c.Results[1]; !ok || r.Fit.State == nil || r.Fit.Ended.Ended() {
			t.Errorf("the chain is not kept as one at work: %+v", r.Fit)
		}
		if err := s.Release(); err != nil {
			t.Error(err)
		}
	}
	return at, any
}

// The window's process is killed at random moments while a chain runs in it. What was saved
// automatically is whole and can be restored, and no more than the time between two saves is lost.
func TestValidateWindowKills(t *testing.T) {
	const (
		n      = 30
		soaked = 24 * time.Second
	)
	espalier, screen := program(t), display(t)
	random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))
	saved, worst := 0, time.Duration(0)
	for i := range n {
		dir, seed := t.TempDir(), random.Uint64N(1<<32)
		workingStudy(t, dir, seed)
		c := exec.Command(espalier, studyOf(dir))
		c.Env = append(os.Environ(), "DISPLAY="+screen, "LIBGL_ALWAYS_SOFTWARE=1", "HOME="+dir, "XDG_CONFIG_HOME="+dir,
			"XDG_CACHE_HOME="+dir, "XDG_STATE_HOME="+filepath.Join(dir, "state"))
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		kill := make(chan time.Time, 1)
		over := make(chan struct{})
		go func() {
			defer close(kill)
			after := time.Duration(random.Int64N(int64(soaked)))
			if i%6 > 0 && !begun(dir, over) { // the others are killed while they start, too
				return
			}
			select {
			case <-time.After(after):
				kill <- time.Now()
				_ = c.Process.Kill() // it may have ended by itself meanwhile
			case <-over:
			}
		}()
		err := c.Wait()
		close(over)
		killed, ok := <-kill
		if !ok {
			t.Fatalf("the program ended by itself: %v", err)
		}
		intact(t, dir, 0)
		at, kept := lastSave(t, dir)
		if t.Failed() {
			return
		}
		if !kept {
			continue
		}
		saved++
		lost := killed.Sub(at)
		worst = max(worst, lost)
		t.Logf("kill %d: %.1f s after a save", i+1, lost.Seconds())
		if i%6 == 0 {
			goesOn(t, dir, seed)
		}
	}
	t.Logf("of %d windows killed %d had saved; at most %.1f s of work were lost", n, saved, worst.Seconds())
	if saved < n/2 || worst > Every {
		t.Errorf("of %d windows killed %d had saved; %v of work were lost, %v is the limit", n, saved, worst, Every)
	}
	folder := os.Getenv("ESPALIER_VALIDATION")
	if t.Failed() || folder == "" {
		return
	}
	text := fmt.Sprintf("| windows killed | that had saved something | of which the work did not open | longest time since the last save, s |\n|---|---|---|---|\n| %d | %d | 0 | %.1f |\n", n, saved, worst.Seconds())
	if err := os.WriteFile(filepath.Join(folder, "windowkills.md"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
