//go:build unix

package batch

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"example.org/espalier/inference/job"
	"example.org/espalier/inference/plan"
	"example.org/espalier/inference/safe"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/study/file"
	"example.org/espalier/inference/study/opening"
	"example.org/espalier/plotting/facts"
)

// planAndTools makes a plan of one task, and a folder of tools in front of the others.
func planAndTools(t *testing.T) (dir, tools string) {
	t.Helper()
	dir, tools = filepath.Join(t.TempDir(), "plan"), t.TempDir()
	must(t, "plan", "sample:iris", "--models", "kmeans", "--iterations", "2", "--out", dir)
	t.Setenv("PATH", tools+string(os.PathListSeparator)+os.Getenv("PATH"))
	return dir, tools
}

func leaveAt(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
}

// Nothing that the folder of a plan says is run: neither a command, nor the number of a job that is more than one.
func TestAPlanRunsNothing(t *testing.T) {
	dir, tools := planAndTools(t)
	mark := filepath.Join(t.TempDir(), "mark")
	leaveAt(t, filepath.Join(tools, "evil"), "#!/bin/sh\ntouch '"+mark+"'\n")
	leaveAt(t, filepath.Join(tools, "squeue"), "#!/bin/sh\necho '1 0 PENDING'\necho '1;evil 0 PENDING'\n")
	leaveAt(t, filepath.Join(tools, "scancel"), "#!/bin/sh\nsh -c \"echo $*\"\n")
	for _, line := range []string{`{"job":"1","tasks":[1],"queue":"evil"}`, `{"job":"1;evil","tasks":[1],"queue":"evil"}`, `{"job":"--help","tasks":[1]}`} {
		leaveAt(t, filepath.Join(dir, "slurm", "jobs.jsonl"), line+"\n")
		for _, args := range [][]string{{"status", dir}, {"status", dir, "--json"}, {"submit", dir, "--slurm", "--dry-run"}, {"submit", dir, "--slurm", "--stop"}} {
			_, out, errs := command(t, args...)
			if _, err := os.Stat(mark); !errors.Is(err, fs.ErrNotExist) {
				t.Fatalf("%v ran what %s says\n%s%s", args, line, out, errs)
			}
		}
	}
}

// steered finds what could steer a terminal.
func steered(text string) string {
	return regexp.MustCompile(`[\x00-\x08\x0b-\x1f\x7f]|[\x{80}-\x{9f}\x{200e}\x{200f}\x{202a}-\x{202e}\x{2066}-\x{2069}]`).FindString(text)
}

// What lies in folders and tables is printed so that it cannot steer a terminal, and begins no line of its own.
func TestWhatIsPrintedIsSafe(t *testing.T) {
	const evil = "\x1b]0;title\x07\u202egnp\u009b31m\r\nespalier: all is well\n"
	dir, _ := planAndTools(t)
	p, err := plan.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	text, err := facts.Encode(facts.Of("task", 1, "error", evil))
	if err != nil {
		t.Fatal(err)
	}
	leaveAt(t, filepath.Join(dir, "failed", p.Tasks[0].Hash+".json"), string(text))
	odd := filepath.Join(t.TempDir(), "t"+strings.ReplaceAll(evil, "/", "")+".csv")
	leaveAt(t, odd, "name,\""+evil+"\",b,"+"\u202etext\na,1,2,x\nb,3,5,y\nc,4,4,x\nd,9,1,y\n")
	dirs := filepath.Join(t.TempDir(), "o\x1b[2J\nespalier: x")
	held := filepath.Join(t.TempDir(), "s\u202e\x1b.espalier")
	for _, args := range [][]string{
		{"status", dir}, {"status", dir, "--json"}, {"look", odd}, {"look", odd, "--json"}, {"fit", odd, "-m", "kmeans", "--out", dirs, "--study", held},
		{"fit", odd, "-m", "kmeans", "--json"}, {"show", held}, {"board", held}, {"figures", dirs}, {"figures", held, "--result", "7"}, {"convert", odd, odd + ".gct"},
		{"fit", odd + ".none", "-m", "kmeans"}, {"fit", odd, "-m", evil}, {"fit", odd, "-m", "kmeans", "--annotations", evil}, {evil}, {"compare", odd, odd},
		{"partitions", held, "--labels", "\u202etext"}, {"report", held, "--out", dirs + ".html"}, {"collect", held, "--study", held + "2.espalier"}, {"plan", odd, "--models", "kmeans", "--out", dirs + "p"},
	} {
		_, out, errs := command(t, args...)
		if found := steered(out + errs); found != "" {
			t.Errorf("%q prints %q:\n%q", args, found, out+errs)
		}
		for line := range strings.Lines(out + errs) {
			if strings.HasPrefix(line, "espalier: all is well") || strings.HasPrefix(line, "espalier: x") {
				t.Errorf("%q forges a line:\n%s%s", args, out, errs)
			}
		}
	}
}

// Outputs follow links, and new ones have what the umask leaves.
func TestOutputsFollowLinksAndTheUmask(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o077))
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, name := range []string{"r.html", "s.espalier", "g.gct", "out/result.json", "out/tree.nwk"} {
		leaveAt(t, at("real/"+filepath.Base(name)), "{}")
		if err := os.Chmod(at("real/"+filepath.Base(name)), 0o640); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(at(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(at("real/"+filepath.Base(name)), at(name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(at("real/s.espalier")); err != nil { // a study may not be there yet
		t.Fatal(err)
	}
	leaveAt(t, at("real/result.json"), `{"files":[]}`)
	must(t, "fit", "sample:iris", "-m", "agglomerative", "--study", at("s.espalier"), "--out", at("out"), "-q")
	must(t, "report", at("s.espalier"), "--out", at("r.html"), "-q")
	must(t, "convert", "sample:iris", at("g.gct"), "-q")
	for name, want := range map[string]fs.FileMode{"r.html": 0o640, "s.espalier": 0o600, "g.gct": 0o640, "result.json": 0o640, "tree.nwk": 0o640} {
		info, err := os.Lstat(at("real/" + name))
		if err != nil || info.Size() < 20 || info.Mode() != want {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
	for _, name := range []string{"r.html", "s.espalier", "g.gct", "out/result.json", "out/tree.nwk"} {
		if info, err := os.Lstat(at(name)); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("%s is no link any more", name)
		}
	}
	if info, err := os.Stat(at("out/trees.nwk")); err != nil || info.Mode() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}

// A result that lists its files has none removed outside its folder.
func TestAFolderClearsOnlyItself(t *testing.T) {
	dir := t.TempDir()
	victim := filepath.Join(dir, "victims", "thesis.tex")
	leaveAt(t, victim, "precious")
	leaveAt(t, filepath.Join(dir, "out", "result.json"), `{"files":["matrices/thesis.tex","../victims/thesis.tex"]}`)
	if err := os.Symlink(filepath.Dir(victim), filepath.Join(dir, "out", "matrices")); err != nil {
		t.Fatal(err)
	}
	leaveAt(t, filepath.Join(dir, "out", ".notes.new"), "precious")
	must(t, "fit", "sample:iris", "-m", "kmeans", "--out", filepath.Join(dir, "out"), "-q")
	for _, path := range []string{victim, filepath.Join(dir, "out", ".notes.new")} {
		if got, err := os.ReadFile(path); err != nil || string(got) != "precious" {
			t.Errorf("%s: %q, %v", path, got, err)
		}
	}
}

// All three kinds of locks leave a link where they would be alone.
func TestLocksThatAreLinks(t *testing.T) {
	dir, _ := planAndTools(t)
	p, err := plan.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "out")
	for lock, args := range map[string][]string{
		filepath.Join(dir, ".s.espalier.lock"):       {"fit", "sample:iris", "-m", "kmeans", "-q", "--study", filepath.Join(dir, "s.espalier")},
		filepath.Join(dir, "locks", p.Tasks[0].Hash): {"run", dir},
		filepath.Join(out, lockName):                 {"fit", "sample:iris", "-m", "kmeans", "-q", "--out", out},
	} {
		victim := filepath.Join(t.TempDir(), "victim")
		leaveAt(t, victim, "precious")
		leaveAt(t, lock, "")
		if err := errors.Join(os.Remove(lock), os.Symlink(victim, lock)); err != nil {
			t.Fatal(err)
		}
		if out := fails(t, statusError, args...); !strings.Contains(out, "move it elsewhere") {
			t.Errorf("%s: %s", lock, out)
		}
		if got, err := os.ReadFile(victim); err != nil || string(got) != "precious" {
			t.Errorf("%s: %q, %v", lock, got, err)
		}
	}
}

// A study that is a pipe is refused at once, by every command.
func TestAStudyThatIsAPipe(t *testing.T) {
	dir := t.TempDir()
	pipe, fit := filepath.Join(dir, "s.espalier"), filepath.Join(dir, opening.FitFile)
	for _, path := range []string{pipe, fit} {
		if err := makePipe(path); err != nil {
			t.Skip(err)
		}
	}
	for _, args := range [][]string{{"show", pipe}, {"figures", pipe}, {"resume", pipe}, {"board", pipe}, {"report", pipe, "--out", filepath.Join(dir, "r.html")},
		{"collect", pipe, "--study", filepath.Join(dir, "t.espalier")}, {"fit", "sample:iris", "-m", "kmeans", "--study", pipe}, {"convert", pipe, filepath.Join(dir, "t.cdt")}, {"figures", fit}} {
		if out := fails(t, statusError, args...); !strings.Contains(out, "is a pipe, not a file") {
			t.Errorf("%v: %s", args, out)
		}
	}
}

// Names of files that are no UTF-8 are opened and written as they are, and a result finds its table again.
func TestNamesThatAreNoText(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(at("d\xff.csv"), []byte("n,x,y\na,1,2\nb,2,3\nc,3,5\nd,1,7\n"), 0o600); err != nil {
		t.Skip(err) // some file systems have no such names
	}
	leaveAt(t, at("g\xe9.csv"), "n,g\na,u\nb,v\nc,u\nd,v\n")
	must(t, "fit", at("d\xff.csv"), "-m", "kmeans", "--row-annotations", at("g\xe9.csv"), "--out", at("o\xff"), "--study", at("s\xff.espalier"), "-q")
	must(t, "figures", at("o\xff"), "-q")
	must(t, "show", at("s\xff.espalier"))
	must(t, "report", at("o\xff"), "--out", at("r\xff.html"), "-q")
	must(t, "convert", at("d\xff.csv"), at("c\xff.gct"), "-q")
	must(t, "plan", at("d\xff.csv"), "--models", "kmeans", "--out", at("p\xff"), "-q")
	must(t, "run", at("p\xff"), "-q")
	want := []string{"c\xff.gct", "d\xff.csv", "g\xe9.csv", "o\xff", "p\xff", "r\xff.html", "s\xff.espalier"}
	var got []string
	for _, name := range names(t, dir) {
		if name, _, sub := strings.Cut(name, "/"); !sub && !strings.HasPrefix(name, ".") {
			got = append(got, name)
		}
	}
	for _, name := range want {
		if _, err := os.Stat(at(name)); err != nil {
			t.Errorf("%q is not there; %q are", name, got)
		}
	}
	if out := fails(t, statusError, "look", at("none\xff")); !strings.Contains(out, `none\xff`) {
		t.Error(out)
	}
	if text := "a\xff\u00e9\xc3"; safe.Path(safe.Name(text)) != text || safe.Line(safe.Name(text)) != safe.Line(text) {
		t.Errorf("%q", safe.Name(text))
	}
}

// A result with the groups of another table is refused in words, as the window does.
func TestAResultOfAnotherTable(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name+".espalier") }
	must(t, "fit", "sample:iris", "-m", "kmeans", "--rows", "1-30", "--study", path("part"), "-q")
	must(t, "fit", "sample:iris", "-m", "kmeans", "--study", path("whole"), "-q")
	part, whole := readStudy(t, path("part")), readStudy(t, path("whole"))
	of := *whole.Results[1].Fit
	of.Snapshot = part.Results[1].Fit.Snapshot
	whole.Results = map[study.ResultID]study.Result{1: {ID: 1, Table: 1, Fit: &of}}
	h := file.Hold(path("mixed"))
	if err := errors.Join(h.Save(whole, Version), h.Release()); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"figures", path("mixed")}, {"board", path("mixed")}, {"report", path("mixed"), "--out", filepath.Join(dir, "r.html")}, {"resume", path("mixed"), "--iterations", "500"}} {
		if out := fails(t, statusError, args...); !strings.Contains(out, "does not belong to this table") {
			t.Errorf("%v: %s", args, out)
		}
	}
}

// The copy of a result whose study cannot be written is for its owner alone, under a name that nobody can guess.
func TestKeptCopiesArePrivate(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	kept := map[string]bool{}
	for range 2 {
		dir := t.TempDir()
		path := filepath.Join(dir, "a.espalier")
		var h *file.File
		var out, errs bytes.Buffer
		s := &console{ctx: context.Background(), stdout: &out, stderr: &errs, started: func(job.Handle) { h = file.Hold(path) }}
		if status := s.do([]string{"fit", "sample:iris", "-m", "kmeans", "--study", path, "--study-wait", "0s", "-q"}); status != statusError {
			t.Fatal(status, errs.String())
		}
		if err := h.Release(); err != nil {
			t.Error(err)
		}
		all, _ := filepath.Glob(filepath.Join(dir, "a-kmeans-*.espalier")) // the pattern is well formed
		if len(all) != 1 {
			t.Fatalf("%q: %s", all, errs.String())
		}
		if info, err := os.Stat(all[0]); err != nil || info.Mode() != 0o600 {
			t.Errorf("%v, %v", info, err)
		}
		kept[filepath.Base(all[0])] = true
	}
	if len(kept) != 2 {
		t.Errorf("the same name twice: %v", kept)
	}
}
