package plan

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/job/jobtest"
	"example.org/espalier/inference/read"
)

// small is a table of two clouds.
func small(t *testing.T) *inference.Table {
	t.Helper()
	var b strings.Builder
	b.WriteString("name,a,b,c\n")
	for i := range 30 {
		x := float64(i%7) / 7
		row, err := json.Marshal([]float64{x + 4*float64(i%2), x*x - float64(i%3), math.Sin(float64(i))})
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString("r" + string(rune('a'+i%26)) + string(rune('a'+i/26)) + "," + strings.Trim(string(row), "[]") + "\n")
	}
	table, err := read.Bytes("small.csv", "small.csv", []byte(b.String()), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// Folds hide each part in a fit of its own, of each split anew.
func TestFolds(t *testing.T) {
	base := job.Spec{Model: "gaussian", Held: &job.Held{Share: 0.2, Unit: job.UnitCells}}
	var got []job.Held
	for _, s := range (Axes{Specs: []job.Spec{base}, Splits: 2, Folds: 4}).Product() {
		got = append(got, job.Held{Unit: s.Held.Unit, Share: s.Held.Share, Fold: s.Held.Fold + 10*int(*s.Held.Seed)})
	}
	var want []job.Held
	for _, fold := range []int{11, 12, 13, 14, 21, 22, 23, 24} {
		want = append(want, job.Held{Unit: job.UnitCells, Share: 0.25, Fold: fold})
	}
	if !slices.EqualFunc(got, want,
		func(a, b job.Held) bool { return a.Unit == b.Unit && a.Share == b.Share && a.Fold == b.Fold }) {
		t.Errorf("%+v", got)
	}
}

// planned writes a plan of three chains of a mixture and two seeds of a search, with a split.
func planned(t *testing.T, dir string) *Plan {
	t.Helper()
	table := small(t)
	source := job.SourceOf(table)
	source.Content = job.ContentHash(table)
	n := 40
	base := func(model string) job.Spec {
		return job.Spec{Version: job.SpecVersion, Table: source, Model: model, Seed: 3, Goal: job.Goal{Iterations: &n},
			Held: &job.Held{Share: 0.2}}
	}
	axes := Axes{Specs: []job.Spec{base("dpmm"), base("gaussian")}, Splits: 2, Chains: 3,
		Samples: func(s job.Spec) bool { return s.Model == "dpmm" }}
	specs := axes.Product()
	if len(specs) != 2*3+2 {
		t.Fatalf("%d tasks, want 8", len(specs))
	}
	tables := map[string]*inference.Table{source.Content: table}
	if err := Check(specs, tables); err != nil {
		t.Fatal(err)
	}
	p, err := Write(dir, append(specs, specs[0]), tables) // one twice
	if err != nil || len(p.Tasks) != len(specs) {
		t.Fatalf("%v, %d tasks", err, len(p.Tasks))
	}
	p, err = Open(dir)
	if err != nil || len(p.Tasks) != len(specs) {
		t.Fatalf("%v, %d tasks", err, len(p.Tasks))
	}
	return p
}

func bits(t *testing.T, r *job.Result) []byte {
	t.Helper()
	b, err := r.Bits()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A task that is killed between two of its steps continues from its last state to the same bits as one that was
// not; one that is done is not done again; chains that were tasks are the chains of one fit.
func TestTasksKilledAtAnyMoment(t *testing.T) {
	whole := planned(t, t.TempDir())
	for _, task := range whole.Tasks {
		if how, err := whole.Do(t.Context(), task, Options{}); how != Done || err != nil {
			t.Fatal(how, err)
		}
		if how, err := whole.Do(t.Context(), task, Options{}); how != Before || err != nil {
			t.Fatal(how, err)
		}
	}
	broken := planned(t, t.TempDir())
	for _, task := range broken.Tasks {
		for kills, how := 0, Outcome(""); how != Done; kills++ {
			ctx, kill := context.WithCancel(t.Context())
			ticks := make(chan time.Time, 1)
			ticks <- time.Time{}
			clock := func(d time.Duration) <-chan time.Time {
				if d > 59*time.Second {
					t.Errorf("the state is saved after %v; a save would not end within its minute", d)
				}
				return ticks
			}
			o := Options{Clock: clock, Kept: func(Task) {
				if kills < 3 {
					kill() // what is on the disk is what a kill would leave, or newer
				}
			}}
			var err error
			if how, err = broken.Do(ctx, task, o); err != nil {
				t.Fatal(err)
			}
			kill()
			if how == Stopped && broken.Status(task, time.Now()).State != IsSaved {
				t.Fatalf("a stopped task is %s", broken.Status(task, time.Now()).State)
			}
		}
		a, errA := whole.Result(task)
		b, errB := broken.Result(task)
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		if !reflect.DeepEqual(bits(t, a), bits(t, b)) {
			t.Errorf("task %d went another way after it was killed", task.Number)
		}
	}
	found, open, err := whole.Collect(t.Context())
	if err != nil || len(open) != 0 || len(found) != 4 {
		t.Fatalf("%v: %d results, %d tasks open", err, len(found), len(open))
	}
	pooled := found[0].Result
	spec := found[0].Tasks[0].Spec
	spec.Chains, spec.Chain = 3, 0
	m, err := job.Build(spec, small(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	one := jobtest.Fit(t, job.Local{}, m, job.Options{})
	if pooled.Hash != one.Spec.Hash() {
		t.Error("the pooled chains are called another fit")
	}
	for i, v := range one.Rows.LogDensity { // averaged in working units there, in those of the table here
		if !(math.Abs(v-pooled.Rows.LogDensity[i]) <= 1e-9*math.Abs(v)) {
			t.Errorf("row %d has the density %v, want %v", i, pooled.Rows.LogDensity[i], v)
		}
	}
	same := *pooled
	same.Rows, same.Hash, same.Spec = one.Rows, one.Hash, one.Spec
	if !reflect.DeepEqual(bits(t, &same), bits(t, one)) {
		t.Error("three tasks are not the chains of one fit")
	}
}

func TestTasksThatFail(t *testing.T) {
	p := planned(t, t.TempDir())
	task := p.Tasks[0]
	path := p.path("tables", task.Spec.Table.Content)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, whole[:len(whole)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	if how, err := p.Do(t.Context(), task, Options{}); how != Failed || err == nil {
		t.Fatalf("%s: %v", how, err)
	}
	if s := p.Status(task, time.Now()); s.State != IsFailed || !strings.Contains(s.Error, "table") {
		t.Errorf("%+v", s)
	}
	if err := os.WriteFile(path, whole, 0o644); err != nil {
		t.Fatal(err)
	}
	// A state and a result that are damaged are as good as none.
	for _, folder := range []string{"states", "results"} {
		if err := os.WriteFile(p.path(folder, task.Hash+".fit"), []byte("no result"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if how, err := p.Do(t.Context(), task, Options{}); how != Done || err != nil {
		t.Fatalf("%s: %v", how, err)
	}
	if s := p.Status(task, time.Now()); s.State != IsDone {
		t.Errorf("%+v", s)
	}
	if _, open, err := p.Collect(t.Context()); err != nil || len(open) != len(p.Tasks)-1 {
		t.Errorf("%d tasks open (%v)", len(open), err)
	}
}

func TestStatusOfTheSilent(t *testing.T) {
	p := planned(t, t.TempDir())
	task := p.Tasks[1]
	now := time.Now()
	for path, text := range map[string]string{p.path("locks", task.Hash): "",
		p.path("live", task.Hash+".json"): `{"task":2,"iteration":7,"told":"` + now.Format(time.RFC3339Nano) + `"}`} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if s := p.Status(task, now.Add(Stale/2)); s.State != IsRunning || s.Live.Iteration != 7 {
		t.Errorf("%+v", s)
	}
	if s := p.Status(task, now.Add(2*Stale)); s.State != IsWaiting {
		t.Errorf("%+v", s)
	}
}

func TestPlansThatAreNone(t *testing.T) {
	if _, err := Open(t.TempDir()); err == nil || !strings.Contains(err.Error(), "is not a plan") {
		t.Error(err)
	}
	dir, whole := t.TempDir(), t.TempDir()
	p := planned(t, dir)
	planned(t, whole)
	if _, err := Write(dir, []job.Spec{p.Tasks[0].Spec}, nil); err == nil || !strings.Contains(err.Error(), "already") {
		t.Error(err)
	}
	if err := os.WriteFile(filepath.Join(dir, tasksFile), []byte("{\"version\":1,\"modell\":\"x\"}\n"),
		0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Error(err)
	}
	if one, err := OpenTask(whole, 3); err != nil || len(one.Tasks) != 1 || !reflect.DeepEqual(one.Tasks[0], p.Tasks[2]) {
		t.Errorf("the third task alone: %v", err)
	}
	for _, n := range []int{-1, 99} {
		if _, err := OpenTask(whole, n); err == nil {
			t.Errorf("there is no task %d", n)
		}
	}
	kmeans := p.Tasks[len(p.Tasks)-1].Spec
	kmeans.Model = "kmeans"
	if err := Check([]job.Spec{kmeans}, map[string]*inference.Table{kmeans.Table.Content: small(t)}); err == nil ||
		!strings.Contains(err.Error(), "no density") {
		t.Error(err)
	}
}
