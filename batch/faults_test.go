package batch

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/run"
)

func leave(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

const fiveRows = "name,a,b,c,text\nx,1,2,3,one\ny,4,5,6.5,two\nz,7,8.1,9,three\nw,1.1,2.2,3.3,four\nv,0,0.5,1,five\n"

func TestTestTableOfOneRow(t *testing.T) {
	data := leave(t, "t.csv", fiveRows)
	p := parse(t, must(t, "fit", data, "-m", "gaussian", "--test", leave(t, "new.csv", "name,a,b,c\nq,1,2,3\n"), "--json", "-q"))
	if p.Test == nil || p.Test.Rows != 1 || p.Test.LogDensity[0] == nil {
		t.Errorf("test %+v", p.Test)
	}
	if out := fails(t, statusError, "fit", leave(t, "one.csv", "name,a,b,c\nq,1,2,3\n"), "-m", "gaussian"); !strings.Contains(out, "one row") {
		t.Error(out)
	}
}

// What is not given to the model is named.
func TestUnusedColumnsAreNamed(t *testing.T) {
	data := leave(t, "t.csv", fiveRows)
	status, stdout, stderr := command(t, "fit", data, "-m", "gaussian", "--json")
	var r struct {
		Data struct{ Annotations []string }
	}
	if err := json.Unmarshal([]byte(stdout), &r); err != nil || status != 0 {
		t.Fatal(err, status)
	}
	if !strings.Contains(stderr, `not given to the model: "text"`) || len(r.Data.Annotations) != 1 || r.Data.Annotations[0] != "text" {
		t.Errorf("%s; %v", stderr, r.Data.Annotations)
	}
}

// Blanks of word processors beside numbers, and exponents as Fortran writes them, are read.
func TestOddNumbers(t *testing.T) {
	data := leave(t, "t.csv", strings.NewReplacer("x,1,", "x,1.5\u00a0,", "y,4,", "y,\u202f1.5D+01,").Replace(fiveRows))
	if p := parse(t, must(t, "fit", data, "-m", "gaussian", "--json", "-q")); p.Data.Columns != 3 {
		t.Errorf("%d columns of numbers, want 3", p.Data.Columns)
	}
}

func TestScalesExcludeEachOther(t *testing.T) {
	if out := fails(t, statusUsage, "fit", "sample:iris", "-m", "pca", "--scale", "--scale-all"); !strings.Contains(out, "give only one") {
		t.Error(out)
	}
}

func TestImpossibleTree(t *testing.T) {
	data := leave(t, "t.csv", "n,x,y\na,1,2\nb,2,3\nc,3,5\n")
	three := leave(t, "t.nwk", "((a:0.5,b:0.5,c:0.5):0.5);")
	if out := fails(t, statusError, "score", data, "-m", "ddt", "--tree", three); !strings.Contains(out, "branch point with 3") {
		t.Error(out)
	}
	if out := must(t, "score", data, "-m", "pydt", "--tree", three, "--set", "theta=1"); !strings.Contains(out, "log posterior") {
		t.Error(out)
	}
}

func TestDrawThatNoMachineHolds(t *testing.T) {
	for _, model := range []string{"ddt", "nsfa", "dpmm"} {
		if out := fails(t, statusError, "sample", model, "--n", "1000000000", "--d", "1000000000"); !strings.Contains(out, "memory") {
			t.Error(out)
		}
	}
}

// Trees are read gzipped and in other encodings.
func TestTreesInOtherForms(t *testing.T) {
	const newick = "(((é:0.25,b:0.25):0.25,(c:0.1,d:0.1):0.4):0.5);"
	plain := leave(t, "t.nwk", newick)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write([]byte(newick)); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	wide := "\xff\xfe"
	for _, r := range newick {
		wide += string([]byte{byte(r), byte(r >> 8)})
	}
	for name, text := range map[string]string{"gzip": packed.String(), "UTF-16": wide, "Latin-1": strings.ReplaceAll(newick, "é", "\xe9")} {
		if out := must(t, "compare", plain, leave(t, "o.nwk", text), "--json"); !strings.Contains(out, `"leaves": 4`) {
			t.Errorf("%s: %s", name, out)
		}
	}
}

// A pipe that says nothing is left at the first interrupt.
func TestSilentPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := makePipe(path); err != nil {
		t.Skip(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range [][]string{{"fit", path, "-m", "gaussian"}, {"compare", path, path}} {
		var errs bytes.Buffer
		if status := Main(ctx, args, &errs, &errs); status != statusInterrupted || !strings.Contains(errs.String(), "interrupted") {
			t.Errorf("%v: exit status %d: %s", args, status, errs.String())
		}
	}
}

// Where there is no terminal the phases of a long start are printed.
func TestPhasesOfAStart(t *testing.T) {
	var errs bytes.Buffer
	ticks := make(chan time.Time)
	s := &console{stderr: &errs, clock: func(time.Duration) <-chan time.Time { return ticks }}
	r := &building{p: run.Progress{State: run.Building, Phase: "placing rows", Fraction: 0.25}}
	end := s.watch(r, inference.Info{}, 0)
	ticks <- time.Time{}
	ticks <- time.Time{} // the first has been told
	end()
	if got := errs.String(); !strings.Contains(got, "placing rows, 25 % of the start") {
		t.Errorf("told %q", got)
	}
	errs.Reset()
	r.set(run.Progress{State: run.Running})
	end = s.watch(r, inference.Info{}, 0)
	ticks <- time.Time{}
	end()
	if errs.Len() > 0 {
		t.Errorf("after the start: %q", errs.String())
	}
}

type building struct {
	mu sync.Mutex
	p  run.Progress
}

func (b *building) Progress() run.Progress {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.p
}

func (b *building) set(p run.Progress) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.p = p
}

// Names that a spreadsheet would run are written so that it does not, unless they are asked for.
func TestFormulasInNames(t *testing.T) {
	data := leave(t, "t.csv", "name,=SUM(A1),@b,c\nx,1,2,3\n+y,4,5,6.5\n-z,7,8.1,9\nw,1.1,2.2,3.3\nv,0,0.5,1\n")
	read := func(more ...string) string {
		dir := t.TempDir()
		must(t, append([]string{"fit", data, "-m", "pca", "--set", "factors=1", "-q", "--out", dir}, more...)...)
		var all []byte
		for _, name := range []string{"loadings.csv", "activities.csv"} {
			text, err := os.ReadFile(filepath.Join(dir, "matrices", name))
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, text...)
		}
		return string(all)
	}
	safe, plain := read(), read("--formulas")
	for _, name := range []string{"=SUM(A1)", "@b", "+y", "-z"} {
		if !strings.Contains(safe, "\n'"+name+",") || !strings.Contains(plain, "\n"+name+",") {
			t.Errorf("%s is in\n%s\nand in\n%s", name, safe, plain)
		}
	}
	if strings.Contains(safe, "'-0") || strings.Contains(safe, "'-1") {
		t.Error("negative numbers are quoted")
	}
}

// Noise at its least is said.
func TestNoiseAtItsFloor(t *testing.T) {
	data := leave(t, "t.csv", "name,a,b,c\nx,1,2,3\ny,2,4,6\nz,3,6,9\nw,5,10,15\n")
	p := parse(t, must(t, "fit", data, "-m", "pca", "--set", "factors=1", "--json", "-q"))
	if !strings.Contains(strings.Join(p.Notes, " "), "noise is at its lower limit") {
		t.Errorf("notes %q", p.Notes)
	}
	if p := parse(t, must(t, "fit", "sample:iris", "-m", "pca", "--json", "-q")); strings.Contains(strings.Join(p.Notes, " "), "noise is at") {
		t.Errorf("notes %q", p.Notes)
	}
}
