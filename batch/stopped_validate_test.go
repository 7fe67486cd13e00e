//go:build validate

package batch

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/inferencetest"
)

// A fit that is stopped has ended, with its result written, after 2 s of processor time at most: every model, 8 s into
// a wide table with missing cells and a small one.
func TestValidateStopped(t *testing.T) {
	const before, most = 8 * time.Second, 2 * time.Second
	if inferencetest.ProcessorTime() == 0 {
		t.Skip("this system does not say what processor time was used")
	}
	var table strings.Builder
	table.WriteString("| model | rows × columns | s of processor time from stop to the last file |\n|---|---|---|\n")
	for _, c := range []struct {
		rows, columns int
		missing       float64
	}{{226, 251, 0.05}, {222, 10, 0}} {
		path := filepath.Join(t.TempDir(), "table.csv")
		if err := os.WriteFile(path, groupedTable(c.rows, c.columns, c.missing), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, m := range catalog.Models() {
			name := m.Info().Name
			ctx, stop := context.WithCancel(t.Context())
			began, stopped := inferencetest.ProcessorTime(), time.Duration(0)
			ended := make(chan int, 1)
			go func() {
				ended <- Main(ctx, []string{"fit", path, "--model", name, "--out", filepath.Join(t.TempDir(), name)}, io.Discard,
					io.Discard)
			}()
			tick := time.NewTicker(20 * time.Millisecond)
			for status := -1; status < 0; {
				select {
				case status = <-ended:
				case <-tick.C:
					if now := inferencetest.ProcessorTime(); stopped == 0 && now-began > before {
						stopped = now
						stop()
					}
				}
			}
			tick.Stop()
			stop()
			if stopped == 0 { // it was done, or refused the table
				continue
			}
			took := inferencetest.ProcessorTime() - stopped
			row := fmt.Sprintf("| %s | %d × %d | %.2f |\n", name, c.rows, c.columns, took.Seconds())
			table.WriteString(row)
			t.Log(row)
			if took > most {
				t.Errorf("%s, %d × %d: %v from stop to the last file, more than %v", name, c.rows, c.columns, took, most)
			}
		}
	}
	if dir := os.Getenv("ESPALIER_VALIDATION"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, "stopped.md"), []byte(table.String()), 0o644); err != nil {
			t.Error(err)
		}
	}
}

// groupedTable returns a CSV of rows in eight groups, with a share of its cells missing.
func groupedTable(rows, columns int, missing float64) []byte {
	rng := rand.New(rand.NewPCG(1, uint64(rows)))
	var b strings.Builder
	b.WriteString("id")
	centres := make([]float64, 8*columns)
	for j := range columns {
		fmt.Fprintf(&b, ",v%d", j)
	}
	for i := range centres {
		centres[i] = 1.2 * rng.NormFloat64()
	}
	for i := range rows {
		fmt.Fprintf(&b, "\nr%d", i)
		for j := range columns {
			b.WriteByte(',')
			if rng.Float64() >= missing {
				fmt.Fprintf(&b, "%.4f", centres[i%8*columns+j]+rng.NormFloat64())
			}
		}
	}
	b.WriteByte('\n')
	return []byte(b.String())
}
