package batch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.org/espalier/inference/job"
	"example.org/espalier/inference/kind"
	"example.org/espalier/inference/pieces"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/study/file"
	"example.org/espalier/inference/study/opening"
)

// interruptedFit does a fit that is interrupted once it has done some iterations, and returns the exit
// status.
func interruptedFit(t *testing.T, after int, args ...string) (int, string) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var out, errs bytes.Buffer
	s := &console{ctx: ctx, stdout: &out, stderr: &errs, started: func(h job.Handle) {
		go func() {
			for s := range h.Snapshots() {
				if s.Iteration >= after {
					cancel()
					return
				}
			}
		}()
	}}
	return s.do(args), errs.String()
}

// found returns the bytes of the snapshot of a result, without times.
func found(t *testing.T, r *job.Result) []byte {
	t.Helper()
	s := *r.Snapshot
	s.Trace.Seconds = make([]float64, len(s.Trace.Iteration))
	s.Chains = nil
	for _, c := range r.Snapshot.Chains {
		c.Seconds = make([]float64, len(c.Iteration))
		s.Chains = append(s.Chains, c)
	}
	b, err := pieces.Whole(kind.SnapshotPieces(&s))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func readStudy(t *testing.T, path string) study.Contents {
	t.Helper()
	c, lost, err := file.Read(path)
	if err != nil || len(lost) > 0 {
		t.Fatal(lost, err)
	}
	return c
}

var sampler = []string{"--model", "pydt", "--set", "method=mcmc", "--chains", "2", "--seed", "5", "--quiet"}

// A fit that was interrupted continues, from a study and from a folder, to the same bits as one that was not.
func TestResumeGoesOnToTheSameBits(t *testing.T) {
	dir := t.TempDir()
	path, folder, whole := filepath.Join(dir, "a.espalier"), filepath.Join(dir, "out"), filepath.Join(dir, "whole.espalier")
	data := groups().file(t)
	args := append([]string{"fit", data, "--holdout", "0.2", "--labels", "kind", "--iterations", "100000000", "--study", path, "--out", folder}, sampler...)
	status, errs := interruptedFit(t, 3, args...)
	if status != statusInterrupted || !strings.Contains(errs, "espalier resume "+path+" --result 1") {
		t.Fatal(status, errs)
	}
	first := readStudy(t, path).Results[1].Fit
	if first.Ended != run.Stopped || first.State == nil || first.Iterations < 3 {
		t.Fatalf("%v after %d", first.Ended, first.Iterations)
	}
	n := func(i int) string { return string(mustJSON(t, i)) }
	// In two steps, the first of which is interrupted again.
	if status, errs := interruptedFit(t, first.Iterations+2, "resume", path, "--iterations", "100000000", "--quiet"); status != statusInterrupted {
		t.Fatal(status, errs)
	}
	total := readStudy(t, path).Results[1].Fit.Iterations + 5
	must(t, append([]string{"fit", data, "--holdout", "0.2", "--labels", "kind", "--iterations", n(total), "--study", whole}, sampler...)...)
	must(t, "resume", path, "--result", "1", "--iterations", n(total), "--quiet")
	must(t, "resume", folder, "--iterations", n(total), "--quiet")
	want := readStudy(t, whole).Results[1].Fit
	got := readStudy(t, path)
	if len(got.Results) != 1 || got.Results[1].Fit.Iterations != total || !bytes.Equal(found(t, got.Results[1].Fit), found(t, want)) {
		t.Error("a study continues to other bits")
	}
	text, err := os.ReadFile(filepath.Join(folder, opening.FitFile))
	if err != nil {
		t.Fatal(err)
	}
	r, err := job.DecodeResult(text)
	if err != nil || !bytes.Equal(found(t, r), found(t, want)) {
		t.Error("a folder continues to other bits", err)
	}
	if r.Rows == nil || want.Rows == nil || r.Rows.LogDensity[0] != want.Rows.LogDensity[0] || r.Hash != want.Hash || got.Results[1].Fit.Hash != want.Hash {
		t.Error("scores or hashes differ")
	}
	p := parse(t, string(mustRead(t, filepath.Join(folder, "result.json"))))
	if p.Scores == nil || p.Stopped {
		t.Error("the result in the folder is not that of a whole fit")
	}
	for _, wrong := range [][]string{{"resume", path}, {"resume", path, "--iterations", "3"}, {"resume", path, "--result", "9"}, {"resume", folder, "--result", "1"}, {"resume", path, "--data", data}} {
		if out := fails(t, statusUsage, wrong...); out == "" {
			t.Error(wrong)
		}
	}
}

// fails does a command that ends with a status and returns what it says.
func fails(t *testing.T, status int, args ...string) string {
	t.Helper()
	got, _, errs := command(t, args...)
	if got != status {
		t.Errorf("espalier %s: exit status %d, not %d: %s", strings.Join(args, " "), got, status, errs)
	}
	return errs
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func mustRead(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A checkpoint holds what a fit continues from when it is killed later.
func TestCheckpoints(t *testing.T) {
	dir := t.TempDir()
	path, folder := filepath.Join(dir, "a.espalier"), filepath.Join(dir, "out")
	data := groups().file(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ticks := make(chan time.Time)
	var out, errs bytes.Buffer
	s := &console{ctx: ctx, stdout: &out, stderr: &errs, clock: func(d time.Duration) <-chan time.Time {
		if d > 6*time.Second {
			t.Errorf("the next checkpoint begins after %v; 7 s may be lost", d)
		}
		return ticks
	}}
	copies := filepath.Join(dir, "killed")
	times := 0
	s.kept = func() {
		if times++; times < 3 {
			go func() { ticks <- time.Time{} }()
			return
		}
		// What is there now is what a kill would leave.
		for _, f := range []string{path, filepath.Join(folder, opening.FitFile)} {
			to := filepath.Join(copies, filepath.Base(f))
			if err := os.MkdirAll(copies, 0o755); err != nil {
				t.Error(err)
			}
			if err := os.WriteFile(to, mustRead(t, f), 0o644); err != nil {
				t.Error(err)
			}
		}
		cancel()
	}
	s.started = func(h job.Handle) {
		go func() {
			<-h.Snapshots()
			ticks <- time.Time{}
		}()
	}
	status := s.do(append([]string{"fit", data, "--iterations", "100000000", "--study", path, "--out", folder, "--checkpoint", "7s"}, sampler...))
	if status != statusInterrupted {
		t.Fatal(status, errs.String())
	}
	killed := filepath.Join(copies, "a.espalier")
	fit := readStudy(t, killed).Results[1].Fit
	if fit.State == nil || fit.Ended.Ended() {
		t.Fatalf("%v", fit.Ended)
	}
	total := string(mustJSON(t, readStudy(t, path).Results[1].Fit.Iterations+2))
	must(t, "resume", killed, "--iterations", total, "--quiet")
	must(t, "resume", copies, "--iterations", total, "--quiet")
	must(t, append([]string{"fit", data, "--iterations", total, "--study", path}, sampler...)...)
	want := found(t, readStudy(t, path).Results[2].Fit)
	r, err := job.DecodeResult(mustRead(t, filepath.Join(copies, opening.FitFile)))
	if err != nil || !bytes.Equal(found(t, r), want) || !bytes.Equal(found(t, readStudy(t, killed).Results[1].Fit), want) {
		t.Error("from a checkpoint a fit continues to other bits", err)
	}
	fails(t, statusUsage, append([]string{"fit", data, "--checkpoint", "7s"}, sampler...)...)
	fails(t, statusUsage, append([]string{"fit", data, "--study", filepath.Join(dir, "a.csv")}, sampler...)...)
}

func TestShow(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.espalier")
	data := groups().file(t)
	must(t, "fit", data, "--model", "gaussian", "--holdout", "0.2", "--study", path, "--quiet")
	must(t, "fit", data, "--model", "kmeans", "--study", path, "--quiet")
	must(t, "fit", "sample:penguins", "--model", "gaussian", "--study", path, "--quiet")
	var shown struct {
		Tables []struct {
			ID, Rows int
			Name     string
		}
		Results []struct {
			ID, Table int
			Model     string
			Seconds   *float64
			Ended     string
			Resumable bool
			Test      *struct {
				Rows int
				Mean *float64 `json:"log_density_mean"`
			}
		}
		Lost []string
	}
	if err := json.Unmarshal([]byte(must(t, "show", path, "--json")), &shown); err != nil {
		t.Fatal(err)
	}
	if len(shown.Tables) != 2 || len(shown.Results) != 3 || len(shown.Lost) != 0 {
		t.Fatalf("%+v", shown)
	}
	for i, want := range []struct {
		model string
		table int
	}{{"gaussian", 1}, {"kmeans", 1}, {"gaussian", 2}} {
		r := shown.Results[i]
		if r.ID != i+1 || r.Model != want.model || r.Table != want.table || r.Seconds == nil || r.Ended != "finished" {
			t.Errorf("%+v", r)
		}
	}
	if r := shown.Results[0].Test; r == nil || r.Rows == 0 || r.Mean == nil || shown.Results[1].Test != nil {
		t.Errorf("%+v", r)
	}
	text := must(t, "show", path)
	for _, want := range []string{"gaussian", "kmeans", "penguins", "per row", "RESULT"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	// Figures are drawn from a study, and the board compares its results.
	if list := must(t, "figures", path, "--result", "2", "--list"); !strings.Contains(list, "clusters") {
		t.Errorf("figures: %s", list)
	}
	must(t, "figures", path, "--result", "2", "--figures", "svg", "--out", filepath.Join(dir, "figures"), "--quiet")
	if got := names(t, filepath.Join(dir, "figures")); len(got) == 0 {
		t.Error("no figures are drawn")
	}
	// A study that another program has open is not written, and what was found is not lost.
	h := file.Hold(path)
	before := mustRead(t, path)
	if out := fails(t, statusError, "fit", data, "--model", "kmeans", "--study", path, "--quiet", "--study-wait", "0s"); !strings.Contains(out, "open elsewhere") {
		t.Error(out)
	}
	if err := h.Release(); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(before, mustRead(t, path)) {
		t.Error("the study was written")
	}
	// One that is damaged is not overwritten.
	if err := os.WriteFile(path, before[:len(before)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	if out := fails(t, statusError, "fit", data, "--model", "kmeans", "--study", path, "--quiet"); !strings.Contains(out, "damaged") {
		t.Error(out)
	}
	if out := fails(t, statusError, "show", filepath.Join(dir, "none.espalier")); !strings.Contains(out, "none.espalier") {
		t.Error(out)
	}
}

// The result is kept beside a study that was taken by another program during the fit.
func TestAStudyTakenMeanwhile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.espalier")
	var h *file.File
	var out, errs bytes.Buffer
	s := &console{ctx: context.Background(), stdout: &out, stderr: &errs, started: func(job.Handle) { h = file.Hold(path) }}
	status := s.do([]string{"fit", groups().file(t), "--model", "gaussian", "--study", path, "--study-wait", "0s", "--quiet"})
	if status != statusError || !strings.Contains(errs.String(), "the result is in ") {
		t.Fatal(status, errs.String())
	}
	defer h.Release()
	_, beside, _ := strings.Cut(strings.TrimSpace(errs.String()), "the result is in ")
	beside, _, _ = strings.Cut(beside, ": ")
	if c := readStudy(t, beside); len(c.Results) != 1 {
		t.Errorf("%s holds %d results", beside, len(c.Results))
	}
}

// Where neither the study nor its folder can be written at the end of a fit, the result is kept in the state
// folder or, without one, in that of temporary files, and collect adds it to a study.
func TestAStudyThatCannotBeWritten(t *testing.T) {
	for name, withState := range map[string]bool{"state": true, "temporary": false} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			state, temporary, dir := filepath.Join(root, "state"), filepath.Join(root, "temporary"), filepath.Join(root, "studies")
			for _, d := range []string{temporary, dir} {
				if err := os.Mkdir(d, 0o755); err != nil {
					t.Fatal(err)
				}
			}
			if !withState { // a file stands in its place
				if err := os.WriteFile(state, nil, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			t.Setenv("XDG_STATE_HOME", state)
			t.Setenv("TMPDIR", temporary)
			table := groups().file(t)
			var out, errs bytes.Buffer
			s := &console{ctx: context.Background(), stdout: &out, stderr: &errs, started: func(job.Handle) {
				if err := errors.Join(os.RemoveAll(dir), os.WriteFile(dir, nil, 0o644)); err != nil {
					t.Error(err)
				}
			}}
			status := s.do([]string{"fit", table, "--model", "gaussian", "--study", filepath.Join(dir, "a.espalier"), "--quiet"})
			_, at, ok := strings.Cut(errs.String(), "the result is in ")
			if status != statusError || !ok || !strings.Contains(at, "espalier collect") {
				t.Fatal(status, errs.String())
			}
			at, _, _ = strings.Cut(at, ": ")
			want := filepath.Join(temporary, filepath.Base(at))
			if withState {
				want = filepath.Join(state, "espalier", "results", filepath.Base(at))
			}
			if at != want || len(readStudy(t, at).Results) != 1 {
				t.Errorf("kept in %s, want %s", at, want)
			}
			study := filepath.Join(root, "b.espalier")
			errs.Reset()
			s = &console{ctx: context.Background(), stdout: &out, stderr: &errs}
			for range 2 { // a second time it takes its own place
				if status := s.do([]string{"collect", at, "--study", study}); status != 0 {
					t.Fatal(status, errs.String())
				}
			}
			if c := readStudy(t, study); len(c.Results) != 1 || len(c.Tables) != 1 || c.Results[1].Fit.Snapshot == nil {
				t.Errorf("%+v", c)
			}
		})
	}
}

// A study does not take the same fit twice unless asked to; another seed is another fit.
func TestTheSameFitAgain(t *testing.T) {
	dir := t.TempDir()
	path, table := filepath.Join(dir, "a.espalier"), groups().file(t)
	fit := func(more ...string) (int, string) {
		var out, errs bytes.Buffer
		s := &console{ctx: context.Background(), stdout: &out, stderr: &errs}
		return s.do(append([]string{"fit", table, "--model", "gaussian", "--study", path, "--quiet"}, more...)), errs.String()
	}
	if status, said := fit(); status != 0 {
		t.Fatal(said)
	}
	status, said := fit()
	if status != statusUsage || !strings.Contains(said, "already holds this very fit as result 1") || !strings.Contains(said, "--again") || len(readStudy(t, path).Results) != 1 {
		t.Errorf("%d, %s", status, said)
	}
	for n, more := range [][]string{{"--again"}, {"--seed", "2"}} {
		if status, said := fit(more...); status != 0 || len(readStudy(t, path).Results) != n+2 {
			t.Errorf("%q: %d, %s", more, status, said)
		}
	}
	// One that was interrupted is to be continued.
	path = filepath.Join(dir, "b.espalier")
	args := append([]string{"fit", table, "--study", path, "--iterations", "100000"}, sampler...)
	if status, said := interruptedFit(t, 1, args...); status != statusInterrupted {
		t.Fatal(status, said)
	}
	if status, said := interruptedFit(t, 1, args...); status != statusUsage || !strings.Contains(said, "espalier resume "+path+" --result 1") {
		t.Errorf("%d, %s", status, said)
	}
}

// The result of a fit with --out becomes one of a study, once, from its folder or its file.
func TestCollectFit(t *testing.T) {
	dir := t.TempDir()
	out, study := filepath.Join(dir, "fit"), filepath.Join(dir, "all.espalier")
	table := filepath.Join(dir, "beans.csv")
	if err := os.WriteFile(table, []byte("name,size,weight\na,1,2\nb,2,3\nc,9,5\nd,8,1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	must(t, "fit", table, "-m", "gaussian", "--quiet", "--out", out)
	for _, from := range []string{out, filepath.Join(out, opening.FitFile), filepath.Join(out, "result.json")} {
		if got := collectedAs(t, must(t, "collect", from, "--study", study, "--json")); len(got.Results) != 1 || got.Results[0].Result != 1 || got.Results[0].Model != "gaussian" {
			t.Errorf("%s: %+v", from, got.Results)
		}
		must(t, "figures", from, "--list")
	}
	if c, lost, err := file.Read(study); err != nil || len(lost) > 0 || len(c.Results) != 1 || len(c.Tables) != 1 || c.Results[1].Fit.Snapshot == nil {
		t.Errorf("%+v %v %v", c.Results, lost, err)
	}
	moved := filepath.Join(dir, "moved.csv")
	if err := os.Rename(table, moved); err != nil {
		t.Fatal(err)
	}
	if status, _, said := command(t, "collect", out, "--study", study); status != 1 || !strings.Contains(said, "--data") {
		t.Errorf("%d: %s", status, said)
	}
	must(t, "collect", out, "--study", study, "--data", moved)
	if status, _, said := command(t, "collect", study, "--study", study, "--data", moved); status != statusUsage || !strings.Contains(said, "--data") {
		t.Errorf("%d: %s", status, said)
	}
}
