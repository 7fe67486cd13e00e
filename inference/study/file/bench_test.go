//go:build unix

package file

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/study"

	"gonum.org/v1/gonum/mat"
)

// normal is a table of normal numbers around a few centres.
func normal(name string, n, d int) *inference.Table {
	r := rand.New(rand.NewPCG(1, 2))
	t := &inference.Table{Name: name, X: mat.NewDense(n, d, nil), Kind: inference.Continuous}
	for i := range n {
		t.Rows = append(t.Rows, fmt.Sprint("row ", i))
		for j := range d {
			t.X.(*mat.Dense).Set(i, j, r.NormFloat64()+float64(i%7)*float64(j%3))
		}
	}
	for j := range d {
		t.Columns = append(t.Columns, fmt.Sprint("column ", j))
	}
	return t
}

// ten is a study of ten large results: a tree of 2,000 leaves, three times 4 chains of 1,000 draws of
// trees of 200 leaves, three times 400 draws and more of 226 × 251 factors, three times a mixture of
// 1,797 rows of 64 columns.
func ten(b testing.TB) study.Contents {
	c := study.Contents{Tables: map[study.TableID]*inference.Table{}, Results: map[study.ResultID]study.Result{}}
	id := study.ResultID(0)
	for i, x := range []struct {
		n, d, times, iterations int
		model                   string
		settings                map[string]job.Value
	}{
		{2000, 10, 1, 0, "agglomerative", nil},
		{200, 6, 3, 1000, "pydt", map[string]job.Value{"method": {Text: "mcmc"}}},
		{226, 251, 3, 500, "nsfa", nil},
		{1797, 64, 3, 10, "dpmm", nil},
	} {
		table := study.TableID(i + 1)
		c.Tables[table] = normal(x.model, x.n, x.d)
		spec := job.Spec{Model: x.model, Settings: x.settings, Seed: 1}
		if x.iterations > 0 {
			spec.Goal = iterations(x.iterations)
		}
		if x.model == "pydt" {
			spec.Chains = 4
		}
		r := fit(b, c.Tables[table], nil, spec)
		c.State = c.State.Opened(study.Sheet{Table: table, Preprocessing: *r.Spec.Preprocessing})
		for range x.times {
			id++
			c.Results[id] = study.Result{ID: id, Table: table, Fit: r}
			c.State = c.State.WithResult(id)
		}
	}
	return c
}

// processor returns the time that this process has worked.
func processor(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkTenResults measures how long a study of ten large results takes to be read, with the data of
// each prepared, and to be written, and how large it is.
func BenchmarkTenResults(b *testing.B) {
	c := ten(b)
	path := filepath.Join(b.TempDir(), "ten.espalier")
	f := Hold(path)
	defer f.Release()
	if err := f.Save(c, ""); err != nil {
		b.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("read", func(b *testing.B) {
		b.ReportAllocs()
		begun := processor(b)
		for b.Loop() {
			back, lost, err := Read(path)
			if err != nil || len(lost) > 0 {
				b.Fatal(lost, err)
			}
			for _, r := range back.Results {
				if _, err := r.Material(back.Tables[r.Table], nil); err != nil {
					b.Fatal(err)
				}
			}
		}
		b.ReportMetric(float64(info.Size())/1e6, "MB-on-disk")
		b.ReportMetric((processor(b)-begun).Seconds()/float64(b.N), "processor-s/op")
	})
	b.Run("write", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := f.Save(c, ""); err != nil {
				b.Fatal(err)
			}
		}
	})
}
