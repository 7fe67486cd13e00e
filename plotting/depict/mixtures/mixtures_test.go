package mixtures

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/model/vbmfa"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/sampledata"
	"gonum.org/v1/gonum/mat"
)

// someMixture has loadings drawn at random; its last component has no factor left.
func someMixture(columns, components, factors int) *mixture.Mixture {
	rng := rand.New(rand.NewPCG(3, 4))
	m := &mixture.Mixture{Noise: make([]float64, columns)}
	for k := range components {
		c := mixture.Component{ID: k, Weight: 1 / float64(components), Size: 50, Mean: make([]float64, columns),
			Extinct: []float64{2e5}}
		for q := range columns {
			c.Mean[q] = rng.NormFloat64()
		}
		if k < components-1 || components == 1 {
			c.Loadings = mat.NewDense(columns, factors, nil)
			for l := range factors {
				c.Precision, c.Active = append(c.Precision, float64(factors-l)), append(c.Active, l > 0 || factors == 1)
				for q := range columns {
					c.Loadings.Set(q, l, rng.NormFloat64())
				}
			}
		} else {
			c.Extinct = nil
		}
		m.Components = append(m.Components, c)
	}
	return m
}

// The factors stand in the order of their precision, the dropped ones last and empty.
func TestLoadingBlocks(t *testing.T) {
	m := someMixture(4, 3, 3)
	b := LoadingBlocks(m, nil, true)
	if len(b) != 3 || len(b[0].Columns) != 5 || b[0].Columns[0].Name != "mean" || len(b[2].Columns) != 1 {
		t.Fatalf("blocks %+v", b)
	}
	for q := range 4 {
		if b[0].Values.At(q, 0) != m.Components[0].Mean[q] ||
			b[0].Values.At(q, 1) != m.Components[0].Loadings.At(q, 2) || !math.IsNaN(b[0].Values.At(q, 4)) {
			t.Errorf("row %d is %v", q, b[0].Values.RawRowView(q))
		}
	}
	if c := b[0].Columns; c[1].Name != "factor 1" || c[1].Off || !c[3].Off || c[3].Note != "3" || c[4].Note != "2e5" {
		t.Errorf("columns %+v", c)
	}
	f := cells.Hinton{Rows: []string{"a", "b", "c", "d"}, Blocks: b}
	rows := 0
	for r := range f.Sheets()[0].Rows {
		if rows == 16 && strings.Join(r[:4], ",") != "cluster 1,factor 4,no,a" {
			t.Errorf("the first cell of the dropped factor is %v", r)
		}
		rows++
	}
	if rows != 4*(5+5+1) {
		t.Errorf("%d cells", rows)
	}
	if LoadingBlocks(nil, nil, true) != nil {
		t.Error("blocks of nothing")
	}
}

// digits is a mixture of so many cycles on some handwritten digits.
func digits(t *testing.T, rows, cycles int) (*inference.Dataset, *mixture.Mixture) {
	t.Helper()
	table, err := sampledata.Open("digits8x8")
	if err != nil {
		t.Fatal(err)
	}
	chosen := make([]int, rows)
	for i := range chosen {
		chosen[i] = i
	}
	data, err := table.SelectRows(chosen).Prepare(inference.Preprocessing{Centre: true, ScaleAll: true})
	if err != nil {
		t.Fatal(err)
	}
	s := vbmfa.Model{}.Info().Defaults()
	for name, v := range map[string]string{"start": "kmeans", "components": "12", "k_max": "3", "births": "false",
		"space": "columns"} {
		if err := s.Set(name, v); err != nil {
			t.Fatal(err)
		}
	}
	fit, err := vbmfa.Model{}.New(data, s, inference.Streams{Seed: 2}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for range cycles {
		if _, err := fit.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	return data, mixture.Of(fit.Snapshot())
}

// Means are in the units of the table, blocks stand under the class of most of their rows, and the list has every
// component with its size.
func TestTemplatesAndComponents(t *testing.T) {
	data, m := digits(t, 300, 12)
	class := data.Annotations[0]
	f := cells.Templates{Blocks: MixtureTemplates(m, data, true)}
	if len(f.Blocks) != len(m.Components) || MixtureTemplates(nil, data, true) != nil {
		t.Fatalf("%d blocks", len(f.Blocks))
	}
	factors := 0
	for _, b := range f.Blocks {
		factors += len(b.Pictures) - 1
	}
	if factors < 3 {
		t.Errorf("%d factors", factors)
	}
	got, want := f.Blocks[2].Pictures[0].Values[20], m.Components[2].Mean[20]*data.Scale[20]+data.Centre[20]
	if got != want {
		t.Errorf("a mean is %v in input units, want %v", got, want)
	}
	GroupByMajority(&f, m, class)
	table := ComponentTable(m, &class, nil, plotting.Light)
	found, _ := m.Assigned()
	for k, b := range f.Blocks {
		count := make([]int, len(class.Levels))
		for i, c := range found {
			if c == k && class.Codes[i] >= 0 {
				count[class.Codes[i]]++
			}
		}
		if best := slices.Index(count, slices.Max(count)); b.Group != best && count[b.Group] != count[best] {
			t.Errorf("%s stands under %s", b.Name, f.Groups[b.Group])
		}
		if row := table.Rows[k]; row.Cells[1].Value != m.Components[k].Size || row.Index != k {
			t.Errorf("line %d of the list: %+v", k, row)
		}
	}
}
