package batch

import (
	"context"
	"encoding/json"
	"os"
	"os/signal"
	"reflect"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"example.org/espalier/inference/job"
)

// workerVariable makes the test program the program itself, given the arguments.
const workerVariable = "ESPALIER_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(workerVariable) != "" {
		ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
		defer stop()
		os.Exit(Main(ctx, os.Args[1:], os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// The Spec of a result is the whole of it: fitted again by espalier work, in another process, it leaves
// the same numbers.
func TestSpecOfAResult(t *testing.T) {
	for _, args := range [][]string{
		{"fit", "sample:iris", "--model", "vbmfa", "--holdout", "0.2", "--seed", "3", "--iterations", "25", "--evidence", "20", "--json"},
		{"fit", "sample:iris", "--model", "nsfa", "--holdout", "0.1", "--iterations", "20", "--chains", "2", "--raw", "--json"},
		{"fit", groups().file(t), "--model", "gaussian", "--classes", "kind", "--annotations", "year", "--json"},
	} {
		stdout := must(t, args...)
		var printed struct {
			Spec  json.RawMessage `json:"spec"`
			Hash  string          `json:"spec_hash"`
			Trace map[string][]float64
			Test  *struct {
				LogDensity []float64 `json:"log_density"`
			}
			Evidence       *struct{ Log float64 }
			Classification *struct{ Probability []float64 }
		}
		if err := json.Unmarshal([]byte(stdout), &printed); err != nil {
			t.Fatal(err)
		}
		spec, err := job.ParseSpec(printed.Spec)
		if err != nil {
			t.Fatal(err)
		}
		if spec.Hash() != printed.Hash {
			t.Errorf("%v: the Spec in the result has another hash than the one asked for", args)
		}
		o, err := spec.Options()
		if err != nil {
			t.Fatal(err)
		}
		table, err := openSource(spec.Table, o)
		if err != nil {
			t.Fatal(err)
		}
		m, err := job.Build(spec, table, nil)
		if err != nil {
			t.Fatal(err)
		}
		h, err := job.Process{Command: []string{os.Args[0], "work"}, Env: []string{workerVariable + "=1"}}.Start(t.Context(), m, job.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(h.Close)
		if err := h.Wait(); err != nil {
			t.Fatal(err)
		}
		r, err := h.Result(t.Context())
		if err != nil || r.Version != Version {
			t.Fatalf("%v, version %q", err, r.Version)
		}
		for i, name := range r.Snapshot.Trace.Names {
			if !reflect.DeepEqual(printed.Trace[name], r.Snapshot.Trace.Values[i]) {
				t.Errorf("%v: %s goes another way", args, name)
			}
		}
		if printed.Test != nil {
			var density []float64
			if r.Rows != nil {
				density = r.Rows.LogDensity
			} else if r.Cells != nil {
				density = r.Cells.LogDensity
			}
			if !reflect.DeepEqual(printed.Test.LogDensity, density) {
				t.Errorf("%v: the densities are others", args)
			}
		}
		if e := printed.Evidence; e != nil && e.Log != r.Evidence.Log {
			t.Errorf("%v: the evidence is %v, not %v", args, r.Evidence.Log, e.Log)
		}
		if c := printed.Classification; c != nil {
			for i, p := range c.Probability {
				if p != r.Classes.Probabilities.At(i, r.Classes.Found[i]) {
					t.Fatalf("%v: row %d is classified otherwise", args, i+1)
				}
			}
		}
	}
}

func TestUntilSettled(t *testing.T) {
	var r struct {
		Iterations int
		Gain       *float64
		Settled    *bool
		Trace      map[string][]float64
	}
	run := func(args ...string) {
		t.Helper()
		r.Gain, r.Settled, r.Trace = nil, nil, nil
		if err := json.Unmarshal([]byte(must(t, append([]string{"fit", "sample:animals", "--model", "pydt", "--json"}, args...)...)), &r); err != nil {
			t.Fatal(err)
		}
	}
	run("--until-settled")
	if r.Settled == nil || !*r.Settled || *r.Gain >= 0.1 || r.Iterations < 100 {
		t.Errorf("settled after %d iterations: %v", r.Iterations, r.Settled)
	}
	end := r.Iterations
	run("--until-settled", "--iterations", "20")
	if r.Iterations != 20 || r.Settled == nil || *r.Settled || !(*r.Gain >= 0) {
		t.Errorf("ended at %d of 20, settled %v", r.Iterations, r.Settled)
	}
	text := must(t, "fit", "sample:iris", "--model", "pydt", "--set", "columns=independent", "--iterations", "20", "--seed", "3", "--centre", "--scale")
	if !regexp.MustCompile(`(?m)^\d+ branch points, \d+ ± \d+ expected$`).MatchString(text) {
		t.Errorf("the number of branch points is not told: %s", text)
	}
	if !strings.Contains(text, " nats in the last 20 search steps; --until-settled continues") {
		t.Errorf("a short search says %q", text)
	}
	// This search ends by itself, long before the gain of 100 iterations is small.
	if text := must(t, "fit", "sample:iris", "--model", "mlmfa"); !strings.Contains(text, "settled: nothing is left to do") || strings.Contains(text, "still improving") {
		t.Errorf("a search at its end says %q", text)
	}
	run("--iterations", "101")
	if end > 101 && (r.Settled == nil || *r.Settled) {
		t.Errorf("after 101 iterations of %d it has settled", end)
	}
	for _, model := range []string{"nsfa", "kmeans", "agglomerative"} {
		if status, _, _ := command(t, "fit", "sample:iris", "--model", model, "--until-settled"); status != statusUsage {
			t.Errorf("%s settles: exit status %d", model, status)
		}
	}
}

// Nothing is left in the folder that looks finished, and a failed standard output is an error.
func TestResultComesLast(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("this system has no full device")
	}
	defer full.Close()
	dir := t.TempDir()
	if status := Main(t.Context(), []string{"fit", "sample:iris", "--model", "kmeans", "--iterations", "2", "--json", "--out", dir}, full, os.Stderr); status != statusError {
		t.Errorf("exit status %d", status)
	}
	if _, err := os.Stat(dir + "/result.json"); err != nil {
		t.Error("the fit is lost with its standard output")
	}
	refused := dir + "/refused"
	if status, _, _ := command(t, "fit", "sample:iris", "--model", "pca", "--set", "factors=999", "--out", refused); status != statusError {
		t.Errorf("exit status %d", status)
	}
	if _, err := os.Stat(refused); err == nil {
		t.Error("a refused fit leaves a folder")
	}
}

// Annealing averages an estimate of the evidence: the fit says how well it is known, not that it improves or settles.
func TestAnnealingDoesNotSettle(t *testing.T) {
	args := []string{"fit", "sample:iris", "--model", "ddt", "--rows", "1-12", "--set", "method=ais", "--set", "columns=independent", "--iterations", "3"}
	for steps, want := range map[string]string{"5": "^[0-9.]+ effective runs of 4, too few for a standard error: ", "200": "^standard error [0-9.]+ nats, [0-9.]+ effective runs of 4$"} {
		text := must(t, append(args, "--set", "annealing="+steps)...)
		if !regexp.MustCompile("(?m)"+want).MatchString(text) || strings.Contains(text, "settle") || strings.Contains(text, "improving") {
			t.Errorf("annealing in %s steps says %q", steps, text)
		}
	}
	if code, _, message := command(t, append(args, "--until-settled")...); code != 2 || !strings.Contains(message, "no objective that settles") {
		t.Errorf("--until-settled ends with %d: %q", code, message)
	}
}
