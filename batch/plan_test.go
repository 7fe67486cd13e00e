package batch

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/cluster"
	"example.org/espalier/inference/plan"
)

// collectedIn is what collect says.
type collectedIn struct {
	Results []collected
	NotDone []int `json:"not_done"`
}

func collectedAs(t *testing.T, text string) (c collectedIn) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestPlanRunCollect(t *testing.T) {
	dir, study := filepath.Join(t.TempDir(), "plan"), filepath.Join(t.TempDir(), "s.espalier")
	must(t, "plan", "sample:iris", "--models", "dpmm,gaussian,fa", "--seeds", "1-2", "--splits", "2", "--chains", "2", "--iterations", "30",
		"--grid", "factors=2,3", "--set", "concentration=2", "--holdout-unit", "", "--out", dir, "--models", "dpmm")
	lines, err := os.ReadFile(filepath.Join(dir, "tasks.jsonl"))
	if err != nil || strings.Count(string(lines), "\n") != 2*2*(2+1+2*2) {
		t.Fatalf("%d tasks (%v)", strings.Count(string(lines), "\n"), err)
	}
	must(t, "run", dir, "--task", "3")
	status, out, _ := command(t, "collect", dir, "--study", study, "--json")
	if status != statusInterrupted || len(collectedAs(t, out).Results) != 0 { // one chain of two
		t.Errorf("exit status %d: %s", status, out)
	}
	if out := must(t, "run", dir, "--jobs", "2"); !strings.Contains(out, "27 done, 1 done before") {
		t.Error(out)
	}
	first := collectedAs(t, must(t, "collect", dir, "--study", study, "--json"))
	if len(first.Results) != 2*2*(1+1+2) || len(first.NotDone) != 0 {
		t.Fatalf("%d results", len(first.Results))
	}
	if r := first.Results[0]; r.Chains != 2 || len(r.Tasks) != 2 || !(r.RHat >= 0.9) || r.At != "row" {
		t.Errorf("%+v", r)
	}
	if again := collectedAs(t, must(t, "collect", dir, "--study", study, "--json")); again.Results[0].Result != first.Results[0].Result {
		t.Error("collecting again adds what is there")
	}
	if out := must(t, "board", study); !strings.Contains(out, "2 splits") {
		t.Errorf("the splits are not on the board:\n%s", out)
	}
	if out := must(t, "status", dir); !strings.Contains(out, "28 done") {
		t.Error(out)
	}
}

func TestPlansThatAreRefused(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "plan")
	for _, args := range [][]string{
		{"--models", "pydtt"}, {"--models", "pydt", "--seeds", "5-1"}, {"--models", "pydt", "--seeds", "x"}, {"--models", "pca", "--grid", "theta=1,2"},
		{"--models", "pydt", "--grid", "theta"}, {"--models", "pydt", "--grid", "theta=1,x"}, {"--models", "pca", "--set", "theta=1"}, {"--models", "pydt", "--splits", "-1"},
		{"--models", "pydt", "--seeds", "1-99999999"},
	} {
		fails(t, statusUsage, append([]string{"plan", "sample:iris", "--out", dir}, args...)...)
	}
	fails(t, statusError, "plan", "sample:iris", "--models", "kmeans", "--splits", "2", "--out", dir)
	fails(t, statusError, "plan", "sample:iris", "--models", "pca", "--set", "factors=99", "--out", dir)
	if _, err := os.Stat(dir); err == nil {
		t.Error("a refused plan leaves a folder")
	}
	fails(t, statusError, "run", dir)
	must(t, "plan", "sample:iris", "--models", "gaussian", "--out", dir)
	fails(t, statusError, "run", dir, "--task", "2")
	fails(t, statusUsage, "run", dir, "--jobs", "0")
}

// The scripts that go to a cluster do what run does here. The cluster is three scripts: one that runs the
// tasks of an array at once, one that lists what is in the queue, one that receives what to queue again.
func TestSubmit(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no shell")
	}
	tools := t.TempDir()
	tool := func(name, text string) {
		if err := os.WriteFile(filepath.Join(tools, name), []byte("#!/bin/sh\n"+text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	tool("sbatch", `for script; do :; done
last=$(sed -n 's/^#SBATCH --array=0-\([0-9]*\).*/\1/p' "$script")
i=0
while [ "$i" -le "$last" ]; do
	SLURM_ARRAY_JOB_ID=7 SLURM_ARRAY_TASK_ID=$i sh "$script" >>"$(dirname "$0")/log" 2>&1
	i=$((i+1))
done
echo 7
`)
	tool("squeue", "cat "+cluster.QuoteShell(filepath.Join(tools, "queue"))+" 2>/dev/null\n")
	tool("scancel", "echo \"$@\" >>"+cluster.QuoteShell(filepath.Join(tools, "cancelled"))+"\n")
	t.Setenv("PATH", tools+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv(workerVariable, "1") // the test program is the program
	dir := filepath.Join(t.TempDir(), "a plan's folder")
	must(t, "plan", "sample:iris", "--models", "gaussian,dpmm", "--seeds", "1-3", "--iterations", "20", "--out", dir)
	submit := func(more ...string) string {
		return must(t, append([]string{"submit", dir, "--slurm", "--partition", "main", "--array-limit", "5", "--array-size", "4", "--option=--nice=3"}, more...)...)
	}
	dry := submit("--dry-run")
	path, _, _ := strings.Cut(dry, " for ")
	script, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"#SBATCH --array=0-3%5", "--partition=main", "--requeue", "--signal=B:TERM@60", "--nice=3", "--mem=512M", "set -- 1 2 3 4"} {
		if !strings.Contains(string(script), want) {
			t.Errorf("the script lacks %q:\n%s", want, script)
		}
	}
	// What is in the queue already is not submitted again.
	if err := os.WriteFile(filepath.Join(dir, "slurm", "jobs.jsonl"), []byte(`{"job":"6","tasks":[1,2,3],"queue":"squeue"}`+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(tools, "queue"), []byte("6 1 PENDING\n99 0 RUNNING\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if out := must(t, "status", dir); !strings.Contains(out, "2 tasks submitted but not done, and no longer in the queue") {
		t.Error(out)
	}
	submit()
	log, _ := os.ReadFile(filepath.Join(tools, "log")) // there may be nothing in it
	p, err := plan.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range p.Tasks {
		if _, err := p.Result(task); (err == nil) != (task.Number != 2) {
			t.Fatalf("task %d: %v\n%s", task.Number, err, log)
		}
	}
	if out := submit("--stop"); !strings.Contains(out, "cancelled: 6") {
		t.Error(out)
	}
	if told, err := os.ReadFile(filepath.Join(tools, "cancelled")); err != nil || !slices.Equal(strings.Fields(string(told)), []string{"--batch", "--signal=TERM", "6", "6"}) {
		t.Errorf("%s, %v", told, err)
	}
	if err := os.Remove(filepath.Join(tools, "queue")); err != nil {
		t.Fatal(err)
	}
	submit()
	if out := submit(); !strings.Contains(out, "nothing to submit") {
		t.Error(out)
	}
	var said struct{ Done, Lost int }
	if err := json.Unmarshal([]byte(must(t, "status", dir, "--json")), &said); err != nil || said.Done != 6 || said.Lost != 0 {
		t.Error(fmt.Sprint(said, err))
	}
}
