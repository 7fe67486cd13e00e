package batch

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/disk"
)

// A folder holds the files of one fit, whatever was there before; what is not of a fit stays.
func TestFolderHoldsOneFit(t *testing.T) {
	dir := t.TempDir()
	must(t, "fit", "sample:iris", "-m", "agglomerative", "--out", dir, "--quiet")
	for _, left := range []string{"mine.txt", ".tree.nwk.1.new"} {
		if err := os.WriteFile(filepath.Join(dir, left), []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, stageName+"1", "matrices"), 0o755); err != nil {
		t.Fatal(err)
	}
	must(t, "fit", "sample:iris", "-m", "gaussian", "--out", dir, "--quiet")
	if got, want := names(t, dir), []string{"mine.txt", "result.fit", "result.json"}; !slices.Equal(got, want) {
		t.Errorf("files %v, want %v", got, want)
	}
}

// Where the new files cannot be written the earlier fit stays whole, and the new one is printed.
func TestFolderThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	must(t, "fit", "sample:iris", "-m", "agglomerative", "--out", dir, "--quiet")
	before := names(t, dir)
	f := &folder{path: dir}
	if err := errors.Join(f.make(), f.begin(), f.write("tree.nwk", []byte("new"))); err != nil {
		t.Fatal(err)
	}
	f.end() // without commit
	if got := names(t, dir); !slices.Equal(got, before) {
		t.Errorf("files %v, want %v", got, before)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "tree.nwk")); err != nil || string(text) == "new" {
		t.Errorf("the tree of the earlier fit is gone (%v)", err)
	}
}

// A commit that is broken off between two files leaves nothing that looks finished.
func TestFolderWithoutItsLastFile(t *testing.T) {
	dir := t.TempDir()
	must(t, "fit", "sample:iris", "-m", "agglomerative", "--out", dir, "--quiet")
	f := &folder{path: dir}
	if err := errors.Join(f.make(), f.begin(), f.write("tree.nwk", []byte("new")), f.write(lastFile, []byte("{}"))); err != nil {
		t.Fatal(err)
	}
	defer f.end()
	if err := os.Remove(filepath.Join(f.stage, lastFile)); err != nil { // so that the rename fails
		t.Fatal(err)
	}
	if err := f.commit(); err == nil {
		t.Fatal("a file that is not there was renamed")
	}
	if _, err := os.Stat(filepath.Join(dir, lastFile)); err == nil {
		t.Error("the folder looks finished")
	}
}

func TestFolderInUse(t *testing.T) {
	dir := t.TempDir()
	lock, err := disk.TryLock(filepath.Join(dir, lockName))
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Release()
	if out := fails(t, statusError, "fit", "sample:iris", "-m", "kmeans", "--out", dir); !strings.Contains(out, "in use by process") {
		t.Error(out)
	}
}

// A folder of a fit that does not say which files are its own is refused.
func TestFolderWithoutList(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, lastFile), []byte(`{"model":"ddt"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if out := fails(t, statusError, "fit", "sample:iris", "-m", "kmeans", "--out", dir); !strings.Contains(out, "does not list its files") {
		t.Error(out)
	}
}

// A command whose standard output cannot be written has failed.
func TestFullStandardOutput(t *testing.T) {
	dir := t.TempDir()
	must(t, "fit", "sample:iris", "-m", "agglomerative", "--out", dir, "--quiet")
	tree := filepath.Join(dir, "tree.nwk")
	for _, args := range [][]string{
		{"version"}, {"models"}, {"models", "--json"}, {"--help"}, {"sample", "ddt", "--n", "5"}, {"compare", tree, tree},
		{"score", "sample:iris", "-m", "ddt", "--tree", tree, "--fit-times"}, {"fit", "sample:iris", "-m", "kmeans"}, {"fit", "sample:iris", "-m", "kmeans", "--json"},
		{"figures", dir, "--list"}, {"board", dir},
	} {
		var errs strings.Builder
		status := Main(t.Context(), args, full{}, &errs)
		if status != statusError || !strings.Contains(errs.String(), "no room") {
			t.Errorf("%v: exit status %d, %s", args, status, errs.String())
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no room") }

// A fit that was killed while its files took their places is completed by resume, although it has reached
// its goal.
func TestResumeOfABrokenCommit(t *testing.T) {
	dir := t.TempDir()
	must(t, "fit", "sample:iris", "-m", "nsfa", "--iterations", "8", "--out", dir, "--quiet")
	want := names(t, dir)
	if err := os.Remove(filepath.Join(dir, lastFile)); err != nil {
		t.Fatal(err)
	}
	must(t, "resume", dir, "--quiet")
	if got := names(t, dir); !slices.Equal(got, want) {
		t.Errorf("files %v, want %v", got, want)
	}
	if out := fails(t, statusUsage, "resume", dir); !strings.Contains(out, "reached its goal") {
		t.Error(out)
	}
}

// A fit in a process of its own has the bits of one in this process.
func TestFitInAProcessOfItsOwn(t *testing.T) {
	t.Setenv(workerVariable, "1") // the test program is the program
	args := []string{"fit", "sample:iris", "-m", "nsfa", "--iterations", "12", "--holdout", "0.1", "--json", "--quiet"}
	here, there := numbersOf(parse(t, must(t, args...))), numbersOf(parse(t, must(t, append(args, "--process")...)))
	if !reflect.DeepEqual(here, there) {
		t.Errorf("here\n%+v\nin another process\n%+v", here, there)
	}
}

// Where ulimit limits the memory, even by far more than there is, a fit has a process of its own, with the same bits.
func TestFitUnderALimit(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("limits of memory are read on Linux")
	}
	t.Setenv(workerVariable, "1") // the test program is the program
	args := []string{"fit", "sample:iris", "-m", "nsfa", "--iterations", "12", "--holdout", "0.1", "--json", "--quiet"}
	limited := exec.Command("sh", append([]string{"-c", `ulimit -d 100000000000; exec "$0" "$@"`, os.Args[0]}, args...)...)
	out, err := limited.Output()
	if err != nil {
		t.Fatal(err)
	}
	if want, got := numbersOf(parse(t, must(t, args...))), numbersOf(parse(t, string(out))); !reflect.DeepEqual(want, got) {
		t.Errorf("under a limit\n%+v\nwithout\n%+v", got, want)
	}
}
