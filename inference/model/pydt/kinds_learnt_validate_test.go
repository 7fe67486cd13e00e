//go:build validate

package pydt

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/model/pydt/pydttest"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// nested draws numbers of rows in three groups of two each, which make columns.
func nested(n, d int, rng *rand.Rand) *mat.Dense {
	x := mat.NewDense(n, d, nil)
	for j := range d {
		var groups [6]float64
		for g := range groups {
			if groups[g] = math.Sqrt(.3) * rng.NormFloat64(); g%2 == 0 {
				groups[g] += math.Sqrt(.6) * rng.NormFloat64()
			} else {
				groups[g] += groups[g-1]
			}
		}
		for i := range n {
			x.Set(i, j, groups[i%6]+math.Sqrt(.15)*rng.NormFloat64())
		}
	}
	return x
}

// heldOut fits columns of a kind by mcmc with a tenth of the cells hidden and returns their log density.
func heldOut(t *testing.T, x *mat.Dense, kind string, settings map[string]string) float64 {
	t.Helper()
	x = mat.DenseCopyOf(x)
	n, d := x.Dims()
	table := &inference.Table{Name: "nested", Kind: inference.Continuous, X: x}
	for i := range n {
		table.Rows = append(table.Rows, strconv.Itoa(i+1))
	}
	for j := range d {
		table.Columns = append(table.Columns, fmt.Sprint("c", j+1))
	}
	data, err := table.Prepare(inference.Preprocessing{Kinds: column.List("c*=" + kind)})
	if err != nil {
		t.Fatal(err)
	}
	var cells []inference.Cell
	var values []float64
	for i := range n {
		for j := range d {
			if (3*i+7*j)%10 == 0 {
				cells, values = append(cells, inference.Cell{Row: i, Column: j}), append(values, data.X.At(i, j))
				data.X.Set(i, j, math.NaN())
			}
		}
	}
	s := inferencetest.Begin(t, DDT{}, data, settings)
	for done := 0; done < 400; {
		r, err := s.Step(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if r.Scalars != nil {
			done++
		}
	}
	log, _, err := s.(inference.CellPredictor).LogCells(cells, values)
	if err != nil {
		t.Fatal(err)
	}
	return floats.Sum(log) / float64(len(log))
}

// TestValidateKindsThatLearn has grades with cut points of their own, by which held-out levels must not lose more than
// .05 nats where no other column tells the scale, and numbers of which a few are far off, which are told better as
// such.
func TestValidateKindsThatLearn(t *testing.T) {
	var b strings.Builder
	defer pydttest.WriteTable(t, "kinds-learnt", &b)
	b.WriteString("| table | cuts fixed | learnt | as numbers | robust |\n|---|---|---|---|---|\n")
	var sum [4]float64
	const tables = 4
	for seed := range uint64(tables) {
		rng := rand.New(rand.NewPCG(seed, 811))
		grades, far := nested(80, 10, rng), nested(90, 8, rng)
		for j := range 10 {
			cuts := []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
			slices.Sort(cuts)
			for i := range 80 {
				level := 0.
				for _, c := range cuts {
					if grades.At(i, j) > c {
						level++
					}
				}
				grades.Set(i, j, level)
			}
		}
		far.Apply(func(_, _ int, v float64) float64 {
			if rng.Float64() < .06 {
				v += 4 * rng.NormFloat64() / math.Sqrt(rng.ExpFloat64())
			}
			return v
		}, far)
		learnt := map[string]string{"method": "mcmc", "columns": "independent"}
		fixed := map[string]string{"method": "mcmc", "columns": "independent", "cuts": "fixed"}
		own := [4]float64{heldOut(t, grades, "ordered", fixed), heldOut(t, grades, "ordered", learnt),
			heldOut(t, far, "number", learnt), heldOut(t, far, "robust", learnt)}
		fmt.Fprintf(&b, "| %d | %.3f | %.3f | %.3f | %.3f |\n", seed+1, own[0], own[1], own[2], own[3])
		for i, v := range own {
			sum[i] += v / tables
		}
	}
	fmt.Fprintf(&b, "| mean | %.3f | %.3f | %.3f | %.3f |\n", sum[0], sum[1], sum[2], sum[3])
	if !(sum[1] > sum[0]-.05) || !(sum[3] > sum[2]+.2) {
		t.Errorf("nats a held-out cell: %v", sum)
	}
}
