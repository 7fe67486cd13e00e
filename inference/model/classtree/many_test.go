package classtree

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/stat/scores"

	"gonum.org/v1/gonum/mat"
)

// many draws rows in classes of which four in a row are near each other, a third of the columns yes/no, grades and
// numbers each.
func many(t testing.TB, n, d, classes int, rng *rand.Rand) (data *inference.Dataset, labels []int) {
	t.Helper()
	at, share, total := mat.NewDense(classes, d, nil), make([]float64, classes), 0.
	for k := range share {
		share[k] = .2 + rng.ExpFloat64()
		total += share[k]
	}
	for j := range d {
		top := 0.
		for k := range classes {
			if k%4 == 0 {
				top = .8 * rng.NormFloat64()
			}
			at.Set(k, j, top+.6*rng.NormFloat64())
		}
	}
	x := mat.NewDense(n, d, nil)
	table := &inference.Table{Name: "many", Kind: inference.Continuous, X: x}
	for j := range d {
		table.Columns = append(table.Columns, fmt.Sprint([]string{"yes", "grade", "number"}[j%3], j))
	}
	for i := range n {
		k, left := 0, rng.Float64()*total
		for left -= share[0]; left > 0 && k < classes-1; left -= share[k] {
			k++
		}
		labels = append(labels, k)
		table.Rows = append(table.Rows, fmt.Sprint("row", i+1))
		for j := range d {
			v := at.At(k, j) + rng.NormFloat64()
			switch {
			case j%3 == 0 && v > 0:
				v = 1
			case j%3 == 0:
				v = 0
			case j%3 == 1:
				v = math.Round(min(max(v+1.5, 0), 3))
			}
			x.Set(i, j, v)
		}
	}
	data, err := table.Prepare(inference.Preprocessing{Centre: true, Scale: true,
		Kinds: "yes*=yes/no\ngrade*=ordered:0,1,2,3"})
	if err != nil {
		t.Fatal(err)
	}
	return data, labels
}

// fromTruth has a chain begin with these classes.
func fromTruth(c *chain, labels []int) {
	s := c.state
	u, seen := s.t.start()
	for i, k := range labels {
		s.z[i] = int32(k)
		for a := range s.t.width {
			if seen != nil && !slices.Contains(seen[i], a) {
				continue
			}
			v := u[i*s.t.width+a]
			s.of(s.seen, k)[a]++
			s.of(s.sum, k)[a] += v
			s.of(s.square, k)[a] += v * v
		}
	}
	s.hang()
	c.stage = moving
}

// indexOver returns the mean adjusted Rand index of the sweeps from…to, and the mean number of classes with rows.
func indexOver(t testing.TB, c *chain, labels []int, from, to int) (index, used float64) {
	t.Helper()
	z := make([]int, len(labels))
	for last := -1; c.Iteration < to; {
		if _, err := c.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
		if c.Iteration == last || c.Iteration < from {
			continue
		}
		last = c.Iteration
		for i, k := range c.state.z {
			z[i] = int(k)
		}
		index += scores.AdjustedRand(z, labels) / float64(to-from+1)
		used += float64(c.state.used()) / float64(to-from+1)
	}
	return index, used
}

// Of many rows as many classes are used as there are, or as by a chain that begins with the true ones, and they agree
// as well with these.
func TestManyRows(t *testing.T) { checkMany(t, 2*fewestRows, 12, 8, 16, 8) }

func checkMany(t *testing.T, n, d, classes, most int, seed uint64) (line string) {
	data, labels := many(t, n, d, classes, rand.New(rand.NewPCG(seed, 9)))
	settings := map[string]string{"classes": strconv.Itoa(most)}
	own := inferencetest.Begin(t, Model{}, data, settings).(*chain)
	begun := inferencetest.Begin(t, Model{}, data, settings).(*chain)
	fromTruth(begun, labels)
	index, used := indexOver(t, own, labels, 0, 10)
	best, of := indexOver(t, begun, labels, 20, 30)
	line = fmt.Sprintf("%d × %d, %d classes: index %.3f with %.1f of %d, from the true classes %.3f with %.1f", n, d,
		classes, index, used, most, best, of)
	if t.Log(line); !(index > best-.03) || !(min(math.Abs(used-of), math.Abs(used-float64(classes))) <= 2) {
		t.Error(line)
	}
	return line
}
