package blockmodel

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/process/marginal/block"

	"gonum.org/v1/gonum/mat"
)

// geweke returns the joints of the test, by name.
func geweke(seed uint64) map[string]*joint {
	rng := func(k uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, k)) }
	return map[string]*joint{
		"yes/no":           newJoint(block.NewBinary(.5, .5), false, false, rng(7)),
		"directed numbers": newJoint(block.NewNumbers(0, .5, 3, 2), true, false, rng(8)),
		"degrees":          newJoint(block.NewCounts(1, 1, 2), true, true, rng(9)),
		"several":          several(rng(10)),
	}
}

// several is a joint of two relations, and of nodes with a category and a number.
func several(rng *rand.Rand) *joint {
	j := newJoint(block.NewBinary(.5, .5), false, false, rng)
	j.state.parts = append(j.state.parts, newJoint(block.NewCounts(1, 1, 2), true, false, rng).state.parts...)
	j.describe(block.NewCategories(3, .5))
	j.describe(block.NewNumbers(0, .5, 3, 2))
	return j
}

// describe adds an attribute to the nodes, of which the last is blank.
func (j *joint) describe(law block.Law) {
	w := law.Width()
	a := &attribute{usual: law, law: law, scale: 1, nodes: make([]float64, jointNodes*w), none: make([]float64, w)}
	for i := range jointNodes - 1 {
		law.Add(a.node(i), 0, 1)
	}
	j.state.parts = append(j.state.parts, a)
}

func TestGeweke(t *testing.T) {
	n := 12_000
	if testing.Short() {
		n = 8_000
	}
	forward := geweke(1)
	for name, j := range geweke(2) {
		t.Run(name, func(t *testing.T) {
			j.Draw()
			inferencetest.Geweke(t, j.Names(), forward[name].Draw, j.Move, n)
		})
	}
}

// The test finds copies of the sampler with one error.
func TestGewekeFindsFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	for fault, alter := range map[string]func(s *state){
		"blank": func(s *state) { // counts as a link
			t := s.parts[0].(*layer).t
			t.set(1, 2, 1)
			t.set(2, 1, 1)
			s.begin()
			t.set(1, 2, math.NaN())
			t.set(2, 1, math.NaN())
		},
		"concentration": func(s *state) { s.alpha *= 1.5 },
		"sizes": func(s *state) { // a cluster seems larger than it is
			s.Clusters[s.Active[0]].size++
		},
		"relation": func(s *state) { // the links of a node in the second are counted twice
			s.parts[1].gather(s.z, 1)
			s.parts[1].put(s.z[1])
		},
		"attribute": func(s *state) { // the cells of a node are counted twice
			s.parts[2].gather(s.z, 1)
			s.parts[2].put(s.z[1])
		},
	} {
		of := "yes/no"
		if fault == "relation" || fault == "attribute" {
			of = "several"
		}
		forward, j := geweke(1)[of], geweke(2)[of]
		j.alter = alter
		j.Draw()
		inferencetest.GewekeFinds(t, fault, j.Names(), forward.Draw, j.Move, 20_000)
	}
}

// planted returns a network of two clusters, the even nodes and the odd, and for directed ones links from the even to
// the odd.
func planted(kind inference.Kind, directed bool, n int) *inference.Dataset {
	rng := rand.New(rand.NewPCG(5, 6))
	data := inferencetest.DatasetOf(mat.NewDense(n, n, nil))
	data.Kind, data.Columns = kind, data.Rows
	for i := range n {
		for j := range n {
			if i == j || !directed && i > j {
				continue
			}
			p := .15
			if !directed && i%2 == j%2 || directed && i%2 == 0 && j%2 == 1 {
				p = .7
			}
			v := 0.0
			for range map[inference.Kind]int{inference.Binary: 1, inference.Count: 3, inference.Continuous: 1}[kind] {
				if rng.Float64() < p {
					v++
				}
			}
			if kind == inference.Continuous {
				v += .3 * rng.NormFloat64()
			}
			data.X.Set(i, j, v)
			if !directed {
				data.X.Set(j, i, v)
			}
		}
	}
	return data
}

// Planted clusters are found, of links of every kind, and threads, saving and interruptions make no difference.
func TestPlanted(t *testing.T) {
	for _, kind := range []inference.Kind{inference.Binary, inference.Count, inference.Continuous} {
		for _, directed := range []bool{false, true} {
			data := planted(kind, directed, 24)
			inferencetest.ConformanceWith(t, Model{}, inferencetest.Options{Iterations: 4}, data)
			c := inferencetest.Begin(t, Model{}, data, nil).(*sampler)
			for c.Iteration < 60 {
				if _, err := c.Step(context.Background()); err != nil {
					t.Fatal(err)
				}
			}
			s := c.Snapshot()
			z := partition.LabelsOf(s)
			for i, k := range z {
				if k != i%2 {
					t.Fatalf("links of kind %v, directed %v: clusters %v", kind, directed, z)
				}
				if partition.ColumnsOf(s).Labels[i] != k {
					t.Fatal("columns are in other clusters than rows")
				}
			}
		}
	}
	inferencetest.ConformanceWith(t, Model{}, inferencetest.Options{Iterations: 4,
		Set: map[string]string{"degrees": "held"}},
		planted(inference.Count, true, 12))
}

// Hidden cells of undirected links are not read from the other half of the table; a triangle is a network too.
func TestHalves(t *testing.T) {
	data := planted(inference.Binary, false, 8)
	value := data.X.At(1, 5)
	data.X.Set(1, 5, nan)
	s := Model{}.Info().Defaults()
	for _, other := range []float64{value, 1 - value} {
		data.X.Set(5, 1, other)
		n, err := newNetwork(data, "", inference.UpTo(8), s)
		if err != nil || n.directed || !math.IsNaN(n.y[5*8+1]) || !math.IsNaN(n.y[1*8+5]) {
			t.Fatalf("a hidden link is %v, %v", n.y[5*8+1], err)
		}
	}
	data = planted(inference.Binary, false, 8)
	whole, err := newNetwork(data, "", inference.UpTo(8), s)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 8 {
		for j := range i {
			data.X.Set(i, j, nan)
		}
	}
	half, err := newNetwork(data, "", inference.UpTo(8), s)
	if err != nil {
		t.Fatal(err)
	}
	for k, y := range whole.y {
		if y != half.y[k] && !(math.IsNaN(y) && math.IsNaN(half.y[k])) {
			t.Fatalf("cell %d of a triangle is %v, of the whole table %v", k, half.y[k], y)
		}
	}
}

// Tables that are no network are refused in words that say what to do.
func TestRefusals(t *testing.T) {
	for want, change := range map[string]func(d *inference.Dataset, s *inference.Settings) *inference.Dataset{
		"3 rows and 8 columns": func(d *inference.Dataset, _ *inference.Settings) *inference.Dataset {
			return d.SelectRows([]int{0, 1, 2})
		},
		"column 2 is \"r3\"": func(d *inference.Dataset, _ *inference.Settings) *inference.Dataset {
			d.Columns = []string{"r1", "r3", "r2", "r4", "r5", "r6", "r7", "r8"}
			return d
		},
		"do not differ": func(d *inference.Dataset, _ *inference.Settings) *inference.Dataset {
			d.X.Zero()
			return d
		},
		"Choose directed": func(d *inference.Dataset, s *inference.Settings) *inference.Dataset {
			d.X.Set(0, 1, 1-d.X.At(0, 1))
			if err := s.Set("links", "undirected"); err != nil {
				t.Fatal(err)
			}
			return d
		},
		"Choose degrees free": func(d *inference.Dataset, s *inference.Settings) *inference.Dataset {
			d.Kind = inference.Continuous
			if err := s.Set("degrees", "held"); err != nil {
				t.Fatal(err)
			}
			return d
		},
	} {
		s := Model{}.Info().Defaults()
		data := change(planted(inference.Binary, false, 8), &s)
		if _, err := (Model{}).Check(data, s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}
