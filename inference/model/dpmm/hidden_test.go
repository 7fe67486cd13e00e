package dpmm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/process/observation"
	"example.org/espalier/inference/process/observation/observationtest"

	"gonum.org/v1/gonum/mat"
)

// Threads, saving and interruptions make no difference where clusters are of hidden numbers.
func TestHiddenConform(t *testing.T) {
	options := inferencetest.Options{Iterations: 6, Set: map[string]string{"covariance": ofFull}}
	limits, _ := limitedTable(t, 30, rand.New(rand.NewPCG(1, 1)))
	inferencetest.ConformanceWith(t, Model{}, options, kindsTable(t, 40, true, rand.New(rand.NewPCG(1, 1))), limits)
}

// A hiddenJoint draws the model with cells of every kind that full clusters take, and moves it by the sampler.
type hiddenJoint struct {
	*joint
	columns []observationtest.Seen
	cells   *mat.Dense
	gaps    bool
	fault   string
}

func newHiddenJoint(gaps bool, fault string, seed uint64) *hiddenJoint {
	columns := observationtest.EveryKind()
	columns = columns[:len(columns)-1] // clusters take numbers with outliers as numbers
	const n, d = 5, 7
	j := &hiddenJoint{joint: &joint{state: samplerFor(n, d, true, gaps), x: mat.NewDense(n, d, nil),
		rng: rand.New(rand.NewPCG(seed, 3))}, columns: columns, cells: mat.NewDense(n, len(columns), nil), gaps: gaps,
		fault: fault}
	j.joint.cells = func(_ []int, rows [][]float64) [][]float64 { return j.see(rows) }
	return j
}

// see draws the cells of the rows of hidden numbers, some of them missing, and shows them to the state.
func (j *hiddenJoint) see(rows [][]float64) [][]float64 {
	var of []observation.Column
	for _, c := range j.columns {
		of = append(of, c.Column)
	}
	for i, u := range rows {
		at := 0
		for k, c := range j.columns {
			width := 1
			if c.Column != nil {
				width = c.Column.Width()
			}
			switch {
			case c.Column == nil:
				j.cells.Set(i, k, u[at])
			default:
				j.cells.Set(i, k, c.See(i, u[at:at+width], j.rng))
			}
			if j.gaps && (i+k)%4 == 1 && k != 5 { // a limit is no missing cell
				j.cells.Set(i, k, math.NaN())
			}
			at += width
		}
	}
	s := j.state
	s.hidden = newHidden(observation.NewTable(j.cells, of))
	s.holes = nil
	if j.gaps {
		s.holes = make([][]float64, len(rows))
		for i := range rows {
			for a := range rows[i] {
				t := s.hidden.table
				if column := t.Column(a); math.IsNaN(t.Number(i, column)) && t.Factor(i, column) == nil {
					if s.holes[i] == nil {
						s.holes[i] = slices.Clone(rows[i])
					}
					s.holes[i][a] = math.NaN()
				}
			}
		}
	}
	return rows
}

// move moves all that is drawn given the cells.
func (j *hiddenJoint) move() {
	s := j.state
	s.visit(0, len(s.z), j.rng)
	s.splitMerge(j.rng)
	s.renumber()
	p := newPooled(s.prior)
	for _, k := range s.Active {
		s.Clusters[k].Fill(s.members(k))
		p.add(s.Clusters[k], j.rng)
	}
	s.drawAlpha(j.rng)
	for {
		s.drawScales(p, j.rng)
		if j.inside() {
			break
		}
	}
	s.drawShape(p, j.rng)
	of := s.gaussians(j.rng)
	switch j.fault {
	case "variance":
		for _, g := range of {
			for i := range g.Precision {
				g.Precision[i] *= 1.5
			}
		}
	case "path": // every cluster proposes anew, its own too
		for _, g := range of {
			for i := range g.Covariance {
				g.Covariance[i] *= 2
			}
		}
	}
	s.drawHidden(0, len(s.z), of, j.rng)
	s.renumber()
	s.forget()
	for _, k := range s.Active {
		s.Clusters[k].Fill(s.members(k))
	}
}

func (j *hiddenJoint) told() (v []float64) {
	s := j.state
	v = append(j.statistics(), 0)
	for i := range s.z {
		u := s.rows[i]
		for a, x := range u {
			v = append(v, math.Tanh(x)/float64(len(s.z)))
			if a > 0 {
				v[9] += math.Tanh(x * u[a-1])
			}
		}
	}
	for a := range s.rows[0] { // sums over rows
		for i := 1; i < len(s.z); i++ {
			v[10+a] += v[10+a+i*7]
		}
	}
	return v[:17]
}

// The sampler with all kinds in one table, with missing cells and without, leaves the joint distribution as it is; with
// a wrong variance of hidden numbers, or of proposals, it does not.
func TestHiddenReplicates(t *testing.T) {
	names := append(slices.Clone(jointNames), "products")
	for a := range 7 {
		names = append(names, fmt.Sprint("u", a))
	}
	n := 8000
	if testing.Short() {
		n = 2000
	}
	score := func(gaps bool, fault string, to testing.TB) float64 {
		j := newHiddenJoint(gaps, fault, 11)
		return inferencetest.Greatest(inferencetest.Replicates(to, names, func() (before, after []float64) {
			j.Draw()
			before = slices.Clone(j.told())
			for range 2 {
				j.move()
			}
			return before, j.told()
		}, n))
	}
	for _, gaps := range []bool{false, true} {
		if z := score(gaps, "", t); !(z <= 3.5) {
			t.Errorf("gaps %v: |z| %.2f", gaps, z)
		}
	}
	if testing.Short() {
		return
	}
	for _, fault := range []string{"variance", "path"} {
		z := score(false, fault, &inferencetest.Recorder{TB: t})
		t.Logf("a wrong %s: |z| %.1f", fault, z)
		if !(z > 4) {
			t.Errorf("a wrong %s passes with |z| %.2f", fault, z)
		}
	}
}

// New rows of yes/no and a category have probability 1 in all, and hidden cells that go with the groups of rows are
// told better than by the frequencies of their columns.
func TestHiddenPredicts(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	const n = 60
	x := mat.NewDense(n, 4, nil)
	table := &inference.Table{Name: "kinds", Kind: inference.Continuous, Columns: []string{"yes", "sort", "a", "b"}, X: x}
	var cells []inference.Cell
	var values []float64
	for i := range n {
		g := float64(i % 3)
		x.SetRow(i, []float64{float64(min(1, i%3)), g, 2*g + rng.NormFloat64(), 2*g + rng.NormFloat64()})
		if i%6 == 1 {
			cells, values = append(cells, inference.Cell{Row: i, Column: 1}), append(values, g)
			x.Set(i, 1, math.NaN())
		}
		table.Rows = append(table.Rows, fmt.Sprint("row", i))
	}
	data,
		err := table.Prepare(inference.Preprocessing{Centre: true, Scale: true, Kinds: "yes=yes/no\nsort=category:0,1,2"})
	if err != nil {
		t.Fatal(err)
	}
	s := Model{}.Info().Defaults()
	if err := s.Set("covariance", ofFull); err != nil {
		t.Fatal(err)
	}
	step, err := Model{}.New(data, s, inference.Streams{Seed: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	chain := step.(hiddenSampler)
	for chain.iteration < 80 {
		chain.advance()
	}
	rows := mat.NewDense(6, 4, nil)
	for k := range 6 {
		rows.SetRow(k, []float64{float64(k % 2), float64(k / 2), math.NaN(), math.NaN()})
	}
	logs, err := chain.LogDensity(t.Context(), rows)
	if err != nil {
		t.Fatal(err)
	}
	total := 0.
	for _, l := range logs {
		total += math.Exp(l)
	}
	if !(math.Abs(total-1) <= .05) {
		t.Errorf("all forms of a row have probability %v", total)
	}
	log, _, err := chain.LogCells(cells, values)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.
	for _, l := range log {
		sum += l / float64(len(log))
	}
	if !(sum > math.Log(1./3)+.3) {
		t.Errorf("hidden cells have mean log probability %v", sum)
	}
}
