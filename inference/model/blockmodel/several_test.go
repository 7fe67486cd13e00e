package blockmodel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/process/marginal/block"

	"gonum.org/v1/gonum/mat"
)

// described are yes/no cells of four nodes, one of them blank.
var described = []float64{1, 0, 1, nan}

// logDescribed is the log probability of the cells that describe the nodes given a partition, cell by cell.
func logDescribed(z []int) (log float64) {
	ones, cells := map[int]float64{}, map[int]float64{}
	for i, y := range described {
		if math.IsNaN(y) {
			continue
		}
		p := (ones[z[i]] + .5) / (cells[z[i]] + 1)
		log += math.Log(y*p + (1-y)*(1-p))
		ones[z[i]] += y
		cells[z[i]]++
	}
	return log
}

// The log joint of two relations and an attribute is the sum of theirs, and long runs of either move have every
// partition as often as the sum over all of them says.
func TestSeveralRelations(t *testing.T) {
	var both []small
	for _, c := range smalls() {
		if len(c.table) == len(described) && (c.directed != (len(both) == 1)) && len(both) < 2 {
			both = append(both, c)
		}
	}
	if len(both) != 2 {
		t.Fatal("there are no two networks of four nodes")
	}
	make2 := func() *state {
		s := both[0].state()
		s.parts = append(s.parts, both[1].state().parts...)
		law := block.NewBinary(.5, .5)
		a := &attribute{usual: law, law: law.Tabulated(4), scale: 1, nodes: make([]float64, 4*law.Width()),
			none: make([]float64, law.Width())}
		for i, y := range described {
			if !math.IsNaN(y) {
				law.Add(a.node(i), y, 1)
			}
		}
		s.parts = append(s.parts, a)
		return s
	}
	prior := func(z []int) float64 { // of a partition, with α = 1
		log := -lgamma(float64(len(z)) + 1)
		for _, n := range sizes(slices.Clone(z)) {
			if n > 0 {
				log += lgamma(float64(n))
			}
		}
		return log
	}
	weight := map[string]float64{}
	inferencetest.Partitions(4, func(z []int) {
		want := both[0].joint(z) + both[1].joint(z) - prior(z) + logDescribed(z)
		s := make2()
		copy(s.z, z)
		s.begin()
		inferencetest.Near(t, fmt.Sprint(z), s.logJoint(), want, 1e-9)
		weight[fmt.Sprint(z)] = math.Exp(want)
	})
	sum := 0.0
	for _, w := range weight {
		sum += w
	}
	n := 30_000
	if testing.Short() {
		n = 5_000
	}
	for name, merge := range map[string]bool{"visits": false, "split-merge": true} {
		s, rng, seen := make2(), rand.New(rand.NewPCG(3, 4)), map[string]float64{}
		for range n {
			s.begin()
			if merge {
				s.splitMerge(rng)
				s.splitMerge(rng)
			} else {
				for i := range s.z {
					s.visit(i, rng)
				}
			}
			s.begin()
			seen[fmt.Sprint(s.z)] += 1 / float64(n)
		}
		off := 0.0
		for z, w := range weight {
			off += math.Abs(w/sum-seen[z]) / 2
		}
		if !(off < 2.5/math.Sqrt(float64(n))*math.Sqrt(float64(len(weight)))) {
			t.Errorf("%s: total variation %v", name, off)
		}
	}
}

// joinedNetwork returns a table of two relations of n nodes, beside a column of sorts and a number. The first relation
// tells whether nodes are even, the second whether they are in the first half, and the sort too.
func joinedNetwork(t testing.TB, n int, rng *rand.Rand) *inference.Dataset {
	t.Helper()
	x := mat.NewDense(n, 2*n+2, nil)
	table := &inference.Table{Name: "two", X: x, Kind: inference.Continuous}
	var of []string
	for i := range n {
		table.Rows = append(table.Rows, fmt.Sprint("node", i+1))
	}
	for _, relation := range []string{"likes", "trade"} {
		for _, name := range table.Rows {
			if relation == "trade" {
				name = "trade." + name
			}
			table.Columns, of = append(table.Columns, name), append(of, relation)
		}
	}
	table.Columns, of = append(table.Columns, "sort", "size"), append(of, "about", "about")
	table.ColumnAnnotations = []inference.Annotation{inference.InOrder(inference.TablesAnnotation, of)}
	for i := range n {
		for j := range n {
			yes := func(p float64) float64 {
				if rng.Float64() < p {
					return 1
				}
				return 0
			}
			if i < j {
				x.Set(i, j, yes(.1+.8*float64((i+j+1)%2)))
				x.Set(j, i, x.At(i, j))
			}
			if i != j { // from one half to the other
				x.Set(i, n+j, yes(.1))
				if 2*i < n && 2*j >= n {
					x.Set(i, n+j, 2*yes(.8))
				}
			}
		}
		x.Set(i, 2*n, float64(2*i/n))
		x.Set(i, 2*n+1, 10+3*float64(2*i/n)+rng.NormFloat64())
	}
	data, err := table.Prepare(inference.Preprocessing{Kinds: "sort=category:0,1"})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Clusters explain both relations and the columns beside them; what each of these tells alone is not enough. Threads,
// saving and interruptions make no difference.
func TestJoinedNetwork(t *testing.T) {
	const n = 24
	data := joinedNetwork(t, n, rand.New(rand.NewPCG(5, 5)))
	inferencetest.ConformanceWith(t, Model{}, inferencetest.Options{Iterations: 4}, data)
	notes, err := Model{}.Check(data, Model{}.Info().Defaults())
	said := strings.Join(notes, " ")
	for _, want := range []string{"Links of likes are undirected", "Links of trade are directed", "2 columns describe",
		"all relations together"} {
		if !strings.Contains(said, want) {
			t.Errorf("it does not say %q but %q, %v", want, said, err)
		}
	}
	var cells []inference.Cell
	var values []float64
	for i := range n {
		for j := range 2*n + 2 {
			if v := data.X.At(i, j); (i*7+j)%9 == 0 && !math.IsNaN(v) {
				cells, values = append(cells, inference.Cell{Row: i, Column: j}), append(values, v)
			}
		}
	}
	for _, c := range cells {
		data.X.Set(c.Row, c.Column, nan)
	}
	c := inferencetest.Begin(t, Model{}, data, nil).(*sampler)
	inferencetest.Iterate(t, c, 80)
	s := c.Snapshot()
	z := partition.LabelsOf(s)
	for i, k := range z {
		for j, other := range z {
			if (k == other) != (i%2 == j%2 && 2*i/n == 2*j/n) {
				t.Fatalf("clusters %v", z)
			}
		}
	}
	if k := slices.Max(z) + 1; k != 4 {
		t.Fatalf("%d clusters: %v", k, z)
	}
	for _, p := range s.Parts {
		if err := p.Check(data); err != nil {
			t.Error(err)
		}
	}
	columns, _ := inference.Of[*partition.Columns](s)
	if l := columns.Partition.Labels; l[0] == l[n] || l[0] != l[2] || l[2*n] != -1 {
		t.Errorf("clusters of columns %v", l)
	}
	logs, means, err := c.LogCells(cells, values)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for k := range cells {
		if sum += logs[k]; math.IsNaN(means[k]) || math.IsInf(logs[k], 0) {
			t.Fatalf("cell %v: %v, %v", cells[k], logs[k], means[k])
		}
	}
	if mean := sum / float64(len(cells)); !(mean > -.6) {
		t.Errorf("hidden cells have %v nats each", mean)
	}
}
