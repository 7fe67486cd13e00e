//go:build validate && linux

package batch

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.org/espalier/inference/job"
	"example.org/espalier/inference/study/opening"
)

// TestValidateFaults does to the command line what happens to it: tables that are none, kills at any moment,
// disks that are full, pipes that are closed, limits of memory and of files. Nothing may end in a stack of
// calls, no folder may look finished that is not, and what was kept continues to the same bits.
func TestValidateFaults(t *testing.T) {
	t.Setenv(workerVariable, "1") // this program is espalier
	var b strings.Builder
	b.WriteString("| what was done | cases | ended | wrong |\n|---|---|---|---|\n")
	for _, part := range []struct {
		name, what, ended string
		do                func(t *testing.T) (cases, wrong int)
	}{
		{"mangled", "tables with bytes changed, cut, doubled or of another file, fitted by four models", "a result, or one sentence and status 1 or 2", mangledTables},
		{"kills", "`fit --out --checkpoint` killed with SIGKILL at a random moment, then resumed", "`result.json` whole or absent; the bits of the unbroken fit", randomKills},
		{"disks", "a disk that is full after a random number of bytes, under `fit --out` over an earlier fit", "the earlier fit whole, or the new one; status 1", fullDisks},
		{"outputs", "standard output full or closed, for eleven commands", "status 1 or SIGPIPE; files written", brokenOutputs},
		{"awkward", "awkward tables (columns that depend on each other, few rows, rows that repeat, extreme units, gaps), fitted by every model, raw too and with rows held out", "a result without a number that cannot be, or one sentence", awkwardModels},
		{"methods", "the same tables, fitted by every other method", "a result without a number that cannot be, or one sentence", awkwardOptions},
		{"memory", "limits of address space (`ulimit -v`) from 1 to 4.4 GB under large fits", "refused at once or by the estimate with status 1, or a result", memoryLimits},
		{"changed", "studies with 1 to 3 bytes of a part changed, checksums made right; listed and drawn", "done with notes, or a sentence and status 1", mutatedStudies},
		{"flipped", "studies with one bit of the file changed; listed and drawn", "done with notes, or a sentence and status 1", flippedStudies},
	} {
		t.Run(part.name, func(t *testing.T) {
			cases, wrong := part.do(t)
			fmt.Fprintf(&b, "| %s | %d | %s | %d |\n", part.what, cases, part.ended, wrong)
			t.Logf("%s: %d cases, %d wrong", part.what, cases, wrong)
			if cases == 0 || wrong > 0 {
				t.Errorf("%s: %d of %d cases went wrong", part.what, wrong, cases)
			}
		})
	}
	writeValidation(t, "faults", b.String())
}

// program runs this program as espalier, under a shell command before it, and returns its exit status, 128
// and more for a signal, and what it said.
func program(t *testing.T, before string, args ...string) (status int, out, errs string) {
	t.Helper()
	words := append([]string{"-c", before + ` exec "$0" "$@"`, os.Args[0]}, args...)
	c := exec.Command("sh", words...)
	var o, e bytes.Buffer
	c.Stdout, c.Stderr = &o, &e
	err := c.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
	case errors.As(err, &exit):
		if status = exit.ExitCode(); status < 0 {
			status = 128 + int(exit.Sys().(syscall.WaitStatus).Signal())
		}
	default:
		t.Fatal(err)
	}
	return status, o.String(), e.String()
}

// crashed reports whether a program ended by a mistake of its own.
func crashed(status int, errs string) bool {
	return strings.Contains(errs, "goroutine ") || strings.Contains(errs, "mistake in the program") || status > 3
}

func mangledTables(t *testing.T) (cases, wrong int) {
	rng := rand.New(rand.NewPCG(1, 1))
	var whole [][]byte
	for _, name := range []string{"iris.csv", "crabs.csv", "animals.csv"} {
		data, err := os.ReadFile(filepath.Join("..", "sampledata", name))
		if err != nil {
			t.Fatal(err)
		}
		whole = append(whole, data)
	}
	odd := []string{"\x00", "\"", ",", ";", "\t", "\n", "\r", "1e308", "-1e308", "1e-320", "NaN", "inf", "\xff\xfe", "\u00a0", "=1+1", strings.Repeat("9", 400), "🌳", ""}
	models := []string{"gaussian", "pca", "kmeans", "agglomerative"}
	for range 400 {
		data := bytes.Clone(whole[rng.IntN(len(whole))])
		for range 1 + rng.IntN(4) {
			at := rng.IntN(len(data))
			switch rng.IntN(5) {
			case 0:
				data[at] = byte(rng.IntN(256))
			case 1:
				data = data[:max(at, 1)]
			case 2:
				data = append(data, data[at:]...)
			case 3:
				data = append(bytes.Clone(data[:at]), whole[rng.IntN(len(whole))][:rng.IntN(200)]...)
			default:
				data = append(append(bytes.Clone(data[:at]), odd[rng.IntN(len(odd))]...), data[at:]...)
			}
			if len(data) == 0 {
				data = []byte{0}
			}
		}
		path := filepath.Join(t.TempDir(), "t.csv")
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		cases++
		status := Main(t.Context(), []string{"fit", path, "-m", models[rng.IntN(len(models))], "--iterations", "3", "--json", "-q"}, &out, &errs)
		if status > 2 || status > 0 && (strings.Count(errs.String(), "\n") > 2 || errs.Len() == 0) || crashed(status, errs.String()) {
			wrong++
			t.Logf("status %d: %s", status, errs.String())
		}
	}
	return cases, wrong
}

func randomKills(t *testing.T) (cases, wrong int) {
	rng := rand.New(rand.NewPCG(2, 2))
	args := []string{"fit", "sample:crabs", "-m", "nsfa", "--iterations", "400", "--threads", "1", "-q"}
	unbroken := t.TempDir()
	must(t, append(args, "--out", unbroken)...)
	want := bitsIn(t, unbroken)
	for range 25 {
		cases++
		dir := filepath.Join(t.TempDir(), "out")
		for n := 0; ; n++ {
			more := append(args, "--out", dir, "--checkpoint", "50ms")
			if _, err := os.Stat(filepath.Join(dir, opening.FitFile)); err == nil {
				more = []string{"resume", dir, "--checkpoint", "50ms", "--threads", "1", "-q"}
			}
			c := exec.Command(os.Args[0], more...)
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			var timer *time.Timer
			if n < 3 {
				timer = time.AfterFunc(time.Duration(50+rng.IntN(1500))*time.Millisecond, func() { _ = c.Process.Kill() })
			}
			err := c.Wait()
			if timer != nil {
				timer.Stop()
			}
			if text, failure := os.ReadFile(filepath.Join(dir, lastFile)); err != nil && failure == nil && !bytes.HasSuffix(bytes.TrimSpace(text), []byte("}")) {
				wrong++
			}
			if err == nil || n > 6 {
				break
			}
		}
		left, _ := filepath.Glob(filepath.Join(dir, ".*"))                                                // the pattern is well formed
		left = slices.DeleteFunc(left, func(name string) bool { return filepath.Base(name) == lockName }) // of a kill after the end
		if !bytes.Equal(bitsIn(t, dir), want) || len(left) > 0 {
			wrong++
			t.Logf("other bits, or left behind: %v", left)
		}
	}
	return cases, wrong
}

func bitsIn(t *testing.T, dir string) []byte {
	data, err := os.ReadFile(filepath.Join(dir, opening.FitFile))
	if err != nil {
		return nil
	}
	r, err := job.DecodeResult(data)
	if err != nil {
		return nil
	}
	b, err := r.Bits()
	if err != nil {
		return nil
	}
	return b
}

// fullDisks has the system refuse to write more than this many bytes into one file, as a full disk does.
func fullDisks(t *testing.T) (cases, wrong int) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 40 {
		cases++
		dir := t.TempDir()
		must(t, "fit", "sample:iris", "-m", "agglomerative", "--out", dir, "-q")
		before := names(t, dir)
		blocks := 1 + rng.IntN(120) // of 512 bytes
		status, _, errs := program(t, "ulimit -f "+strconv.Itoa(blocks)+"; trap '' XFSZ;", "fit", "sample:iris", "-m", "nsfa", "--iterations", "30", "--out", dir, "-q")
		text, err := os.ReadFile(filepath.Join(dir, lastFile))
		whole := err == nil && bytes.HasSuffix(bytes.TrimSpace(text), []byte("}"))
		isNew := bytes.Contains(text, []byte(`"model": "nsfa"`))
		switch {
		case crashed(status, errs), !whole, status == 0 && !isNew, status == 0 && bytes.Contains(text, []byte(`"error"`)),
			status != 0 && !isNew && strings.Join(names(t, dir), " ") != strings.Join(before, " "), status != 0 && isNew && !bytes.Contains(text, []byte(`"error"`)):
			wrong++
			t.Logf("%d blocks: status %d, new %v, files %v: %s", blocks, status, isNew, names(t, dir), errs)
		}
	}
	return cases, wrong
}

func brokenOutputs(t *testing.T) (cases, wrong int) {
	dir := t.TempDir()
	must(t, "fit", "sample:iris", "-m", "agglomerative", "--out", dir, "-q")
	tree := filepath.Join(dir, "tree.nwk")
	for _, args := range [][]string{
		{"version"}, {"models"}, {"models", "--json"}, {"--help"}, {"sample", "ddt", "--n", "5"}, {"compare", tree, tree}, {"score", "sample:iris", "-m", "ddt", "--tree", tree, "--fit-times"},
		{"fit", "sample:iris", "-m", "kmeans", "--out", "OUT"}, {"fit", "sample:iris", "-m", "kmeans", "--json", "--out", "OUT"}, {"figures", dir, "--list"}, {"board", dir},
	} {
		for _, before := range []string{"exec >/dev/full;", "closed"} {
			cases++
			out := filepath.Join(t.TempDir(), "out")
			mine := strings.Split(strings.ReplaceAll(strings.Join(args, "\x00"), "OUT", out), "\x00")
			want := []int{statusError}
			var status int
			var errs string
			if before == "exec >/dev/full;" {
				status, _, errs = program(t, before, mine...)
			} else {
				want = append(want, 0, 128+int(syscall.SIGPIPE)) // what reads may have gone or not
				r, w, err := os.Pipe()
				if err != nil {
					t.Fatal(err)
				}
				r.Close()
				c := exec.Command(os.Args[0], mine...)
				var e bytes.Buffer
				c.Stdout, c.Stderr = w, &e
				_ = c.Run() // its status is looked at
				w.Close()
				ws := c.ProcessState.Sys().(syscall.WaitStatus)
				if status, errs = ws.ExitStatus(), e.String(); ws.Signaled() {
					status = 128 + int(ws.Signal())
				}
			}
			ok := false
			for _, s := range want {
				ok = ok || status == s
			}
			if args[0] == "fit" {
				_, err := os.Stat(filepath.Join(out, lastFile))
				ok = ok && err == nil
			}
			if !ok || strings.Contains(errs, "goroutine ") {
				wrong++
				t.Logf("%v after %s: status %d: %s", args, before, status, errs)
			}
		}
	}
	return cases, wrong
}

func memoryLimits(t *testing.T) (cases, wrong int) {
	for _, kB := range []int{1_000_000, 1_500_000, 1_600_000, 2_000_000, 2_400_000, 2_800_000, 3_200_000, 3_600_000, 4_000_000, 4_400_000} {
		for _, args := range [][]string{
			{"-m", "nsfa", "--iterations", "2"}, {"-m", "pydt", "--iterations", "2", "--rows", "1-500"}, {"-m", "agglomerative"}, {"-m", "pydt", "--set", "method=mcmc", "--chains", "64", "--iterations", "1"},
		} {
			cases++
			status, _, errs := program(t, "ulimit -v "+strconv.Itoa(kB)+";", append([]string{"fit", "sample:digits8x8", "--threads", "1", "-q"}, args...)...)
			said := strings.Contains(errs, "of memory") || strings.Contains(errs, "too low to start")
			if status != 0 && !(status == statusError && said && strings.Count(errs, "\n") == 1) || crashed(status, errs) {
				wrong++
				t.Logf("%d kB, %v: status %d: %.300s", kB, args, status, errs)
			}
		}
	}
	return cases, wrong
}
