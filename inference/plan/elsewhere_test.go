package plan

import (
	"context"
	"os"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/arithmetic"
	"example.org/espalier/inference/job"
)

// A task whose state was saved where numbers are rounded in another way goes on with a note, which its result keeps,
// also where it was stopped once more in between. One whose state was saved here has none.
func TestGoingOnElsewhereIsNoted(t *testing.T) {
	for made, noted := range map[string]bool{"": false, arithmetic.Here(): false,
		"arm64, go1.0, rounding 00000000": true} {
		p := longer(t, t.TempDir())
		task := p.Tasks[0]
		told := 0
		begun(t, p, task)
		changed(t, p, task, func(r *job.Result) { r.Arithmetic = made })
		o := Options{Note: func(_ Task, note string) {
			if told++; !strings.Contains(note, "rounded in another way") {
				t.Errorf("told %q", note)
			}
		}}
		stopped, stop := context.WithCancel(t.Context())
		stop()
		if how, err := p.Do(stopped, task, o); how != Stopped || err != nil {
			t.Fatal(how, err)
		}
		if how, err := p.Do(t.Context(), task, o); how != Done || err != nil {
			t.Fatal(how, err)
		}
		r, err := p.Result(task)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(strings.Join(r.Notes, "\n"), "rounded in another way"); (told == 1) != noted ||
			(got == 1) != noted || r.Arithmetic != arithmetic.Here() {
			t.Errorf("made on %q: told %d times, noted %d times, finished on %q", made, told, got, r.Arithmetic)
		}
	}
}

// begun leaves the state of a task after its first steps.
func begun(t *testing.T, p *Plan, task Task) {
	t.Helper()
	m, err := p.Material(task)
	if err != nil {
		t.Fatal(err)
	}
	h, err := job.Local{}.Start(t.Context(), m, job.Options{Paused: true, Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	if err := h.Control(job.Command{Do: job.Step, N: 3}); err != nil {
		t.Fatal(err)
	}
	if err := h.Rest(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := p.save(task, h, Options{}, nil); err != nil {
		t.Fatal(err)
	}
}

// longer writes a plan of one task that is not done before it is stopped.
func longer(t *testing.T, dir string) *Plan {
	t.Helper()
	table, n := small(t), 800
	source := job.SourceOf(table)
	source.Content = job.ContentHash(table)
	p, err := Write(dir, []job.Spec{{Version: job.SpecVersion, Table: source, Model: "dpmm", Seed: 3,
		Goal: job.Goal{Iterations: &n}}}, map[string]*inference.Table{source.Content: table})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// changed changes the state that a task left.
func changed(t *testing.T, p *Plan, task Task, how func(*job.Result)) {
	t.Helper()
	r, err := p.Saved(task)
	if err != nil {
		t.Fatal(err)
	}
	how(r)
	b, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p.path("states", task.Hash+".fit"), b, 0o600); err != nil {
		t.Fatal(err)
	}
}
