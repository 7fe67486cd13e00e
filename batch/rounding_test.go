package batch

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"example.org/espalier/inference/algorithm/arithmetic"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/study/opening"

	"golang.org/x/sys/cpu"
)

// roundedFits are short fits of a tree, a mixture and factors.
var roundedFits = [][]string{
	{"ddt", "--set", "columns=independent"}, {"dpmm"}, {"nsfa"},
}

// fitUnder makes the short fits in a process with these settings of Go's, and returns their results by model.
func fitUnder(t *testing.T, debug, threads string) (results map[string]*job.Result, folders map[string]string) {
	t.Helper()
	results, folders = map[string]*job.Result{}, map[string]string{}
	for _, args := range roundedFits {
		dir := filepath.Join(t.TempDir(), "out")
		runUnder(t, debug, append([]string{"fit", "sample:iris", "--rows", "1-10,61-70", "--iterations", "6", "--threads", threads, "--out", dir, "-q", "-m"}, args...)...)
		text, err := os.ReadFile(filepath.Join(dir, opening.FitFile))
		if err != nil {
			t.Fatal(err)
		}
		r, err := job.DecodeResult(text)
		if err != nil {
			t.Fatal(err)
		}
		results[args[0]], folders[args[0]] = r, dir
	}
	return results, folders
}

func runUnder(t *testing.T, debug string, args ...string) (errs string) {
	t.Helper()
	c := exec.Command(os.Args[0], args...)
	c.Env = append(os.Environ(), workerVariable+"=1", "GODEBUG="+debug)
	var e bytes.Buffer
	c.Stderr = &e
	if err := c.Run(); err != nil {
		t.Fatalf("%v under %q: %v: %s", args, debug, err, e.String())
	}
	return e.String()
}

// same returns the models whose results have the same bits.
func same(t *testing.T, a, b map[string]*job.Result) (models []string) {
	t.Helper()
	for name := range a {
		x, errX := a[name].Bits()
		y, errY := b[name].Bits()
		if errX != nil || errY != nil {
			t.Fatal(errX, errY)
		}
		if bytes.Equal(x, y) {
			models = append(models, name)
		}
	}
	return models
}

// Fits have the same bits whatever the width of vectors and the number of threads. Without fused multiply-adds they have others, the same each
// time; their results say so, and go on here with a note.
func TestBitsOfOtherProcessors(t *testing.T) {
	if runtime.GOARCH != "amd64" || !cpu.X86.HasFMA || !cpu.X86.HasAVX {
		t.Skip("this processor has no fused multiply-adds that can be turned off")
	}
	if testing.Short() {
		t.Skip("twelve fits in processes of their own")
	}
	here, _ := fitUnder(t, "", "1")
	narrow, _ := fitUnder(t, "cpu.avx2=off,cpu.avx512f=off", "2")
	if got := same(t, here, narrow); len(got) != len(roundedFits) {
		t.Errorf("with narrow vectors and two threads only %v have the same bits", got)
	}
	without, folders := fitUnder(t, "cpu.fma=off", "1")
	again, _ := fitUnder(t, "cpu.fma=off", "2")
	if got := same(t, without, again); len(got) != len(roundedFits) {
		t.Errorf("without fused multiply-adds only %v have the same bits twice", got)
	}
	if got := same(t, here, without); len(got) == len(roundedFits) {
		t.Error("all fits have the same bits without fused multiply-adds: what docs/cluster.md says is out of date")
	}
	for name, r := range without {
		if r.Arithmetic == arithmetic.Here() || here[name].Arithmetic != arithmetic.Here() {
			t.Errorf("%s: made on %q, without fused multiply-adds on %q", name, here[name].Arithmetic, r.Arithmetic)
		}
	}
	for _, c := range []struct {
		debug, until string
		noted        bool
	}{{"cpu.fma=off", "8", false}, {"", "10", true}, {"", "12", false}} {
		if errs := runUnder(t, c.debug, "resume", folders["nsfa"], "--iterations", c.until); strings.Contains(errs, "rounded in another way") != c.noted {
			t.Errorf("going on to %s under %q: %s", c.until, c.debug, errs)
		}
	}
}
