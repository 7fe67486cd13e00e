//go:build validate && linux

package batch

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// writeLarge writes a table of normal numbers with four decimals, as CSV.
func writeLarge(to io.Writer, rows, columns int) error {
	w := bufio.NewWriterSize(to, 1<<20)
	rng := rand.New(rand.NewPCG(1, 1))
	line := []byte("sample,tissue")
	for j := range columns {
		line = append(line, ",gene"+strconv.Itoa(j)...)
	}
	for i := range rows {
		if _, err := w.Write(append(line, '\n')); err != nil {
			return err
		}
		line = append(line[:0], "s"+strconv.Itoa(i)+",tissue"+strconv.Itoa(i%7)...)
		for range columns {
			line = strconv.AppendFloat(append(line, ','), 8+2*rng.NormFloat64(), 'f', 4, 64)
		}
	}
	if _, err := w.Write(append(line, '\n')); err != nil {
		return err
	}
	return w.Flush()
}

// A table of 100,000 × 2,000 is read without its text, and without a copy, in memory: the largest resident memory of the
// process stays below twice the 800 MB that the table takes as float32. What fits all of it needs its numbers as float64 too.
func TestValidateReading(t *testing.T) {
	const rows, columns = 100_000, 2_000
	const table = 4 * rows * columns
	t.Setenv(workerVariable, "1") // this program is espalier
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	plain, packed := filepath.Join(dir, "large.csv"), filepath.Join(dir, "large.csv.gz")
	write := func(path string, wrap func(io.Writer) io.WriteCloser) int64 {
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		w := wrap(f)
		if err = writeLarge(w, rows, columns); err == nil {
			err = w.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	size := write(plain, func(w io.Writer) io.WriteCloser { return w.(*os.File) })
	sizePacked := write(packed, func(w io.Writer) io.WriteCloser {
		z, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
		if err != nil {
			t.Fatal(err)
		}
		return z
	})
	text := fmt.Sprintf("%s × %s cells, a CSV of %.2f GB, %.2f GB gzipped; the table takes %.1f GB as float32.\n\n| | largest memory, GB | of the table | processor, s | elapsed, s |\n|---|---|---|---|---|\n",
		"100,000", "2,000", float64(size)/1e9, float64(sizePacked)/1e9, float64(table)/1e9)
	for _, c := range []struct {
		name  string
		limit float64 // of the table; 0 for none
		args  []string
	}{
		{"`look`", 2, []string{"look", plain}},
		{"`look`, gzipped", 2, []string{"look", packed}},
		{"`fit --model pca --top-columns 50`", 2, []string{"fit", plain, "--model", "pca", "--top-columns", "50", "--iterations", "1", "--out", filepath.Join(dir, "out")}},
	} {
		begun := time.Now()
		command := exec.Command(program, c.args...)
		said, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", c.name, err, said)
		}
		took := time.Since(begun)
		if c.args[0] == "look" && (!strings.Contains(string(said), "100,000 rows × 2,000 columns") || !strings.Contains(string(said), "float32")) {
			t.Errorf("%s: %s", c.name, said)
		}
		usage := command.ProcessState.SysUsage().(*syscall.Rusage)
		memory := float64(usage.Maxrss) * 1024
		if !(memory < c.limit*table) {
			t.Errorf("%s: %.2f GB", c.name, memory/1e9)
		}
		text += fmt.Sprintf("| %s | %.2f | %.2f | %.0f | %.0f |\n", c.name, memory/1e9, memory/table,
			(command.ProcessState.UserTime() + command.ProcessState.SystemTime()).Seconds(), took.Seconds())
	}
	writeValidation(t, "reading", text)
}
