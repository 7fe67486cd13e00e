package depict_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/gonum/mat"
)

// grown is a result with a covariance of d columns and a tree of its rows.
func grown(d, factors int, seed uint64) *depict.Subject {
	s := together(d, factors, seed)
	t := linkage.Tree(linkage.Cluster(s.Data.X, linkage.Average), s.Data.Rows)
	s.Snapshot.Parts = append(s.Snapshot.Parts, &forest.Forest{Trees: []forest.Weighted{{Tree: t, Weight: 1}}})
	return s
}

func TestPicturesOfActivity(t *testing.T) {
	plottingtest.GoldenPicture(t, "activity-5", plate(t, grown(5, 3, 1), "activity").Figure, 900, 560)
	many := grown(500, 9, 2)
	plottingtest.GoldenPicture(t, "activity-500-dark",
		plate(t, many, "activity").Figure.(plotting.Styled).WithStyle(plotting.Dark), 1000, 600)
	a := depict.ActivityOf(many)
	plottingtest.GoldenPicture(t, "activity-one", a.Figure(many, a.Busiest()), 800, 500)
}

// The figure of all shows those that move most; that of one has its numbers.
func TestActivity(t *testing.T) {
	s := grown(40, 9, 3)
	p := plate(t, s, "activity")
	f := p.Figure.(*chart.Panels)
	if len(f.Parts) != 6 || !strings.Contains(f.Subtitle, "the 6 of 9 that move most") ||
		!strings.Contains(p.Metadata.Description, "by 9 factors") {
		t.Errorf("%d panels under %q; %q", len(f.Parts), f.Subtitle, p.Metadata.Description)
	}
	a := depict.ActivityOf(s)
	k := a.Busiest()
	d := a.Figure(s, k)
	nodes, _ := a.Changes.Dims()
	if len(d.Branches.Values) != nodes || nodes != s.Tree().Nodes() {
		t.Errorf("%d numbers of %d branches", len(d.Branches.Values), s.Tree().Nodes())
	}
	if !strings.Contains(d.Title, a.Name(k)) || !strings.Contains(d.Subtitle, a.Loads(k)) || a.Loads(k) == "" {
		t.Errorf("%q, %q", d.Title, d.Subtitle)
	}
	if i := slices.IndexFunc(f.Parts, func(p chart.Panel) bool { return p.Name == a.Name(k) }); i < 0 ||
		!f.Parts[i].Figure.(*dendro.Dendrogram).Branches.Bare {
		t.Error("the factor that moves most is not among all, or has a legend of its own there")
	}
}

// Without factors the directions of the covariance are followed; without a tree, or of one column,
// nothing is.
func TestActivityWithoutFactors(t *testing.T) {
	s := grown(4, 1, 1)
	c := s.Snapshot.Parts[0].(*covariance.Covariance)
	s.Snapshot.Parts[0] = &covariance.Covariance{Columns: c.Columns,
		Form: covariance.Free, Estimate: covariance.PosteriorMean,
		Dense: mat.NewDense(4, 4, []float64{2, 1, 0, 0, 1, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1})}
	if a := depict.ActivityOf(s); a.Word != "direction" || len(a.Directions) != 4 {
		t.Errorf("%d of the word %s", len(a.Directions), a.Word)
	}
	if depict.ActivityOf(together(4, 1, 1)) != nil || depict.ActivityOf(grown(1, 1, 1)) != nil {
		t.Error("activity without a tree, or of one column")
	}
}

// Whether there is activity is asked of each new snapshot of a run in the window: the draws are not put together for
// it.
func TestActivityIsOfferedAtOnce(t *testing.T) {
	drawn := func(leaves []string) *depict.Subject {
		s := together(5, 3, 1)
		x := s.Data.X.Slice(0, len(leaves), 0, 5)
		one := linkage.Tree(linkage.Cluster(mat.DenseCopyOf(x), linkage.Average), leaves)
		f := &forest.Forest{}
		for i := range 200 {
			f.Draws = append(f.Draws, forest.Draw{Iteration: i, Tree: one})
		}
		s.Snapshot.Parts = append(s.Snapshot.Parts, f)
		return s
	}
	rows := together(5, 3, 1).Data.Rows
	if depict.ActivityOf(drawn(rows[1:])) != nil {
		t.Error("activity along a tree of other rows")
	}
	s := drawn(rows)
	fresh := []*depict.Subject{s, drawn(rows)}
	a := testing.AllocsPerRun(1, func() {
		if !depict.ByTab("Along the tree").Offers(fresh[0]) {
			t.Error("draws of trees have no activity")
		}
		fresh = fresh[1:]
	})
	if a > 30 {
		t.Errorf("%.0f allocations to offer it", a)
	}
	if depict.ActivityOf(s) == nil {
		t.Error("what is offered is not there")
	}
}

func ExampleActivity_Figure() {
	s := grown(5, 3, 1)
	a := depict.ActivityOf(s)
	d := a.Figure(s, 0)
	fmt.Println(d.Title)
	// Output: Pitman-Yor diffusion tree of sample: where factor 1 changed
}
