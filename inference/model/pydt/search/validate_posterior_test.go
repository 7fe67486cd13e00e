//go:build validate

package search

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/model/pydt/sampler"
	"example.org/espalier/inference/process/pitmanyor"

	"gonum.org/v1/gonum/mat"
)

// Two chains that started from detail and from few branch points agree where their means differ by no more than
// referenceShare. Until then they go on.
const (
	referenceShare  = 0.15
	referenceSweeps = 2000 // of the first round; each of the later ones is as long as all before it
	fewColumns      = 8    // below which the first round is longer, by the quotient: two columns leave the most open
	referenceRounds = 4    // at most
)

// A cutTo is a starter whose tree keeps so many branch points.
type cutTo struct {
	sampler.Starter
	points int
}

func (c cutTo) Found() (*posterior.Sketch, hyper.Hyper) {
	s := c.Starter.(finder).StateFound()
	_, h := c.Starter.Found()
	keepLongest(s, c.points)
	return s.Capture(), h
}

// settledPoints returns the mean number of branch points by method mcmc, pooled over two chains that agree. The first
// starts from the detailed tree of method em, the second from the same tree with a tenth as many branch points as rows.
func settledPoints(t *testing.T, data *inference.Dataset) (mean float64, sweeps int) {
	t.Helper()
	chains := [2]*sampler.Chain{}
	for i := range chains {
		plan := chainPlanOf(data)
		if begin := plan.Begin; i == 1 {
			plan.Begin = func(streams inference.Streams) (sampler.Starter, error) {
				f, err := begin(streams)
				return cutTo{f, len(data.Rows) / 10}, err
			}
		}
		c, err := sampler.NewChain(data, plan, inference.Streams{Seed: 100 + uint64(i)})
		if err != nil {
			t.Fatal(err)
		}
		chains[i] = c
	}
	_, columns := data.Dims()
	sweeps = referenceSweeps * max(1, fewColumns/columns)
	for round := 1; ; round++ {
		var means [2]float64
		for i, c := range chains {
			for c.Iteration < sweeps {
				if _, err := c.Step(context.Background()); err != nil {
					t.Fatal(err)
				}
			}
			for _, m := range c.Snapshot().Scalars {
				if m.Name == "branch_points" {
					means[i] = m.Mean
				}
			}
		}
		mean = (means[0] + means[1]) / 2
		if math.Abs(means[0]-means[1]) <= referenceShare*mean {
			return mean, sweeps
		}
		if round == referenceRounds {
			t.Errorf("the chains of the reference still differ after %d sweeps: %.1f and %.1f branch points", sweeps, means[0],
				means[1])
			return mean, sweeps
		}
		sweeps *= 2
	}
}

// A priorCase is a pair of parameters and a number of columns, for each of which tables of priorRows rows are drawn.
type priorCase struct {
	theta, alpha float64
	columns      int
}

var priorRows = []int{60, 120, 200}

func priorCases() (cases []priorCase) {
	for _, c := range [][2]float64{{0, 0}, {1, 0.2}, {2.3, 0.23}, {4, 0.5}} {
		for _, d := range []int{2, 5, 20, 50} {
			cases = append(cases, priorCase{c[0], c[1], d})
		}
	}
	return cases
}

func (c priorCase) name(rows int) string {
	return fmt.Sprintf("%g\t%g\t%d\t%d", c.theta, c.alpha, c.columns, rows)
}

func (c priorCase) draw(rows int) inference.Draw {
	h := hyper.Hyper{Prior: pitmanyor.NewPrior(c.theta, c.alpha, rows), C: 1, Sigma2: 1, Noise: 0.01}
	return hyper.SamplePrior(rows, c.columns, make([]string, rows), h,
		rand.New(rand.NewPCG(uint64(rows), uint64(c.columns))))
}

// fingerprint tells whether a table is the one that a reference was made of.
func fingerprint(x *mat.Dense) string {
	sum := sha256.New()
	rows, columns := x.Dims()
	for i := range rows {
		for j := range columns {
			binary.Write(sum, binary.LittleEndian, x.At(i, j))
		}
	}
	return fmt.Sprintf("%x", sum.Sum(nil)[:8])
}

// A reference is the posterior's mean number of branch points of one table.
type reference struct {
	mean   float64
	sweeps int
	print  string
}

var referenceFile = filepath.Join("testdata", "posterior-points.tsv")

func readReference(t *testing.T) map[string]reference {
	t.Helper()
	text, err := os.ReadFile(referenceFile)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]reference{}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		cells := strings.Split(line, "\t")
		var r reference
		if _, err := fmt.Sscan(strings.Join(cells[4:], " "), &r.mean, &r.sweeps, &r.print); err != nil {
			t.Fatalf("%s: %q: %v", referenceFile, line, err)
		}
		all[strings.Join(cells[:4], "\t")] = r
	}
	return all
}

// TestValidatePosteriorPoints draws the tables of the prior and writes the mean number of branch points that method
// mcmc finds in each to testdata. It takes most of an hour, and what it finds changes only with the model.
func TestValidatePosteriorPoints(t *testing.T) {
	b := new(strings.Builder)
	b.WriteString("theta\talpha\tcolumns\trows\tposterior\tsweeps\ttable\n")
	for _, c := range priorCases() {
		for _, rows := range priorRows {
			draw := c.draw(rows)
			mean, sweeps := settledPoints(t, pydttest.DatasetOf(draw.X))
			line := fmt.Sprintf("%s\t%.2f\t%d\t%s\n", c.name(rows), mean, sweeps, fingerprint(draw.X))
			t.Log(line)
			b.WriteString(line)
		}
	}
	if err := os.WriteFile(referenceFile, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
