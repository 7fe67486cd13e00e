package depict_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/model/pydt"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/matrix"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
)

// together is a result with the covariance of d columns, in blocks that go together or against
// each other.
func together(d, factors int, seed uint64) *depict.Subject {
	rng := rand.New(rand.NewPCG(seed, 3))
	x := mat.NewDense(12, d, nil)
	for i := range 12 {
		for j := range d {
			x.Set(i, j, rng.NormFloat64())
		}
	}
	data := plottingtest.DatasetOf(x)
	data.Name = "sample"
	c := &covariance.Covariance{Columns: data.Columns, Form: covariance.Factors, Estimate: covariance.Likelihood,
		Factors: factors, Choice: "cross-validation", Loadings: mat.NewDense(d, factors, nil)}
	for j := range d {
		c.Specific = append(c.Specific, 0.2+rng.Float64())
		c.Loadings.Set(j, rng.IntN(factors), float64(2*rng.IntN(2)-1)*(0.5+rng.Float64()))
	}
	model := pydt.Model{}
	return &depict.Subject{Model: model, Info: model.Info(), Settings: model.Info().Defaults(), Seed: 1,
		Table: &inference.Table{Name: "sample", X: x, Columns: data.Columns}, Data: data,
		Snapshot: &inference.Snapshot{Parts: []inference.Part{c}}, Software: "Espalier 0.0.0"}
}

func plate(t testing.TB, s *depict.Subject, name string) depict.Plate {
	t.Helper()
	e, err := depict.Named(s, name)
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.Plate(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

var covarianceFigures = []string{"correlation", "partial", "directions"}

func TestPicturesOfACovariance(t *testing.T) {
	few, many := together(5, 2, 1), together(500, 6, 2)
	for _, name := range covarianceFigures {
		plottingtest.GoldenPicture(t, name+"-5", plate(t, few, name).Figure, 700, 470)
		plottingtest.GoldenPicture(t, name+"-500-dark",
			plate(t, many, name).Figure.(plotting.Styled).WithStyle(plotting.Dark), 900, 620)
	}
}

// Results without a covariance do not offer its figures; with one, they do, and the captions say
// how it was found.
func TestFiguresOfACovariance(t *testing.T) {
	s := together(8, 2, 3)
	for _, name := range covarianceFigures {
		p := plate(t, s, name)
		if !strings.Contains(p.Metadata.Description, "by 2 factors, maximum likelihood given the tree") {
			t.Errorf("%s: %s", name, p.Metadata.Description)
		}
		if len(p.Figure.(plotting.Sheeter).Sheets()) == 0 {
			t.Errorf("%s has no numbers behind it", name)
		}
	}
	s.Snapshot = &inference.Snapshot{}
	for _, e := range depict.Of(s) {
		if slices.Contains(covarianceFigures, e.Name) {
			t.Errorf("%s is offered without a covariance", e.Name)
		}
	}
}

// A cell says the correlation of its two columns, and the branch beside it at which 1 − r they join.
func TestCorrelationSaysItsNumbers(t *testing.T) {
	s := together(6, 2, 4)
	c := covariance.Of(s.Snapshot)
	m := plate(t, s, "correlation").Figure.(matrix.Matrix)
	scene := m.Layout(vg.Point{X: 800, Y: 500})
	cells, joined := 0, 0
	for x := vg.Length(2); x < 800; x += 3 {
		for y := vg.Length(2); y < 500; y += 3 {
			k, ok := scene.Hit(vg.Point{X: x, Y: y})
			switch {
			case ok && k.Kind == "cell":
				cells++
				if want := plotting.FormatDigits(c.CorrelationAt(k.Row, k.Column), 4); k.Row != k.Column && k.Lines[0][1] != want {
					t.Fatalf("%s: %v, want %s", k.Title, k.Lines, want)
				}
			case ok && k.Kind == "branch":
				joined++
				if k.Lines[0][0] != "joined at" {
					t.Fatalf("%s: %v", k.Title, k.Lines)
				}
			}
		}
	}
	if cells == 0 || joined == 0 {
		t.Errorf("%d cells and %d branches were pointed at", cells, joined)
	}
}

// What cannot be drawn is said in a sentence: one column, too many, columns that repeat others.
func TestCovariancesThatCannotBeDrawn(t *testing.T) {
	one := together(1, 1, 1)
	if m := plate(t, one, "correlation").Figure.(matrix.Matrix); !strings.Contains(m.Empty, "single column") {
		t.Errorf("one column: %q", m.Empty)
	}
	many := together(depict.MostMatrixColumns+1, 1, 1)
	if m := plate(t, many, "partial").Figure.(matrix.Matrix); !strings.Contains(m.Empty, "up to 2,000") {
		t.Errorf("too many columns: %q", m.Empty)
	}
	if f := plate(t, many, "directions").Figure.(cells.Hinton); len(f.Rows) != 60 {
		t.Errorf("directions of many columns show %d", len(f.Rows))
	}
	same := together(3, 1, 1)
	same.Snapshot = &inference.Snapshot{
		Parts: []inference.Part{&covariance.Covariance{Columns: same.Data.Columns, Form: covariance.Free,
			Estimate: covariance.PosteriorMean, Dense: mat.NewDense(3, 3, []float64{1, 1, 0, 1, 1, 0, 0, 0, 1})}}}
	if m := plate(t, same, "partial").Figure.(matrix.Matrix); !strings.Contains(m.Empty, "no inverse") {
		t.Errorf("equal columns: %q", m.Empty)
	}
}

func ExampleEntry_correlation() {
	s := together(5, 2, 1)
	e, _ := depict.Named(s, "correlation")
	p, _ := e.Plate(context.Background(), s)
	m := p.Figure.(matrix.Matrix)
	fmt.Printf("%s, %s between %s and %s\n", m.Heat.Title,
		plotting.FormatDigits(m.Heat.X.At(1, 2), 2), m.Rows[1], m.Rows[2])
	// Output: correlation, −0.63 between GENE2 and GENE3
}

func ExampleEntry_partial() {
	s := together(5, 2, 1)
	e, _ := depict.Named(s, "partial")
	p, _ := e.Plate(context.Background(), s)
	fmt.Println(p.Metadata.Title)
	// Output: Pitman-Yor diffusion tree of sample: partial correlation of columns
}

func ExampleEntry_directions() {
	s := together(5, 2, 1)
	e, _ := depict.Named(s, "directions")
	p, _ := e.Plate(context.Background(), s)
	first := p.Figure.(cells.Hinton).Blocks[0].Columns[0]
	fmt.Println(first.Name, first.Lines[0])
	// Output: direction 1 [share of the variance 51 %]
}

// A tree over the columns that was learnt stands beside the correlations, with its times.
func TestColumnTreeThatWasLearnt(t *testing.T) {
	s := together(5, 2, 1)
	c := covariance.Of(s.Snapshot)
	inf := math.Inf(1)
	learnt,
		err := tree.New(c.Columns, []int{5, 6, 5, 6, 7, 7, 8, 8, -1}, []float64{inf, inf, inf, inf, inf, 1.5, 1.2, 0.9, 0.1})
	if err != nil {
		t.Fatal(err)
	}
	c.Form, c.Factors, c.Tree, c.Scale, c.Noise = covariance.ByTree, 0, learnt, 1, 0.1
	if err := c.Check(s.Data); err != nil {
		t.Fatal(err)
	}
	m := plate(t, s, "correlation").Figure.(matrix.Matrix)
	if m.Height != 0 || m.Tree == nil {
		t.Fatalf("a tree of height %v", m.Height)
	}
	place := make([]int, 5)
	for i, j := range m.Order {
		place[j] = i
	}
	if apart := place[0] - place[2]; apart != 1 && apart != -1 {
		t.Errorf("columns that part last stand in the order %v", m.Order)
	}
}
