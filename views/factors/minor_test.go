package factors

import (
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/chart"

	"example.org/espalier/plotting/depict/latent"
	"example.org/espalier/plotting/matrix"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"gonum.org/v1/gonum/mat"
)

// manyFactors is a result of 16 factors: every fifth is strong, and the others have less than a hundredth of the
// variance.
func manyFactors(t *testing.T) *Posterior {
	t.Helper()
	const d, n, k = 20, 12, 16
	f := &factor.State{Loadings: mat.NewDense(d, k, nil), Activities: mat.NewDense(n, k, nil)}
	for j := range k {
		f.IDs = append(f.IDs, 100+j)
		size := 0.05
		if j%5 == 0 {
			size = 2 - float64(j)/20
		}
		for i := range 6 {
			f.Loadings.Set((i+j)%d, j, size*float64(1+i)/3)
		}
		for c := range n {
			f.Activities.Set(c, j, float64((c*(j+3))%7-3))
		}
	}
	data := &inference.Dataset{X: mat.NewDense(n, d, nil)}
	codes := make([]int, n)
	for i := range n {
		data.Rows, codes[i] = append(data.Rows, string(rune('a'+i))), i%2
	}
	for j := range d {
		data.Columns = append(data.Columns, string(rune('A'+j)))
	}
	data.X.Mul(f.Activities, f.Loadings.T())
	data.Annotations = []inference.Annotation{{Name: "half", Levels: []string{"one", "two"}, Codes: codes}}
	s := &inference.Snapshot{Parts: []inference.Part{&factor.Factors{State: f}}}
	sum, err := factors.Summarise(t.Context(), data, s, factors.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if fold := sum.Fold(); fold.Minor != 12 || len(fold.Major) != 4 {
		t.Fatalf("%+v", fold)
	}
	return posteriorOf(data, s, sum)
}

// Every page of factors shows the major ones and says how many minor ones there are; M shows them all, and the exported
// figure is that shown.
func TestMinorFactorsAreFolded(t *testing.T) {
	heat := func(f plotting.Figure) (int, string) {
		m := f.(matrix.Matrix)
		if len(m.Sides) > 0 && m.Sides[0] == "factors" {
			return len(m.Rows), m.Subtitle
		}
		return len(m.Heat.Columns), m.Subtitle
	}
	for name, make := range map[string]func(s *viewstest.Stage) (offer func(*Posterior), key func(rune),
		figure func() plotting.Figure, count func(plotting.Figure) (int, string), end func(), show fyne.CanvasObject){
		"loadings": func(s *viewstest.Stage) (func(*Posterior), func(rune), func() plotting.Figure,
			func(plotting.Figure) (int, string), func(), fyne.CanvasObject) {
			v := newPage("Factors", s.Post, plotting.Light)
			return v.SetPosterior, v.View().TypedRune, v.Figure, func(f plotting.Figure) (int, string) {
				h := f.(cells.Hinton)
				return len(h.Blocks[0].Columns), h.Subtitle
			}, v.Close, v
		},
		"groups": func(s *viewstest.Stage) (func(*Posterior), func(rune), func() plotting.Figure,
			func(plotting.Figure) (int, string), func(), fyne.CanvasObject) {
			v := newPage("By group", s.Post, plotting.Light)
			return v.SetPosterior, v.View().TypedRune, v.Figure, func(f plotting.Figure) (int, string) {
				b := f.(chart.Boxes)
				return len(b.Panels), b.Subtitle
			}, v.Close, v
		},
		"activities": func(s *viewstest.Stage) (func(*Posterior), func(rune), func() plotting.Figure,
			func(plotting.Figure) (int, string), func(), fyne.CanvasObject) {
			v := newPage("Activities", s.Post, plotting.Light)
			return func(p *Posterior) { v.SetSubject(p.Result, p.FactorSubject) }, v.View().TypedRune, v.Figure, heat, v.Close, v
		},
		"features": func(s *viewstest.Stage) (func(*Posterior), func(rune), func() plotting.Figure,
			func(plotting.Figure) (int, string), func(), fyne.CanvasObject) {
			v := newFeatures(s.Post, plotting.Light)
			return func(p *Posterior) { v.SetSubject(p.Result, p.FactorSubject) }, v.View().TypedRune, v.Figure, heat, v.Close, v
		},
	} {
		s := viewstest.NewStage(t)
		offer, key, figure, count, end, show := make(s)
		s.Show(show, 900, 600)
		offer(manyFactors(t))
		n, said := count(figure())
		if n != 4 || !strings.Contains(said, "and 12 minor factors, ") {
			t.Errorf("%s: %d factors, %q", name, n, said)
		}
		key('m')
		if n, said := count(figure()); n != 16 || strings.Contains(said, "minor") {
			t.Errorf("%s, all: %d factors, %q", name, n, said)
		}
		key('M')
		if n, _ := count(figure()); n != 4 {
			t.Errorf("%s, folded again: %d factors", name, n)
		}
		end()
	}
}

// A ranking offers the major factors, by the names they have among all; a minor one that was chosen elsewhere is shown.
func TestRankingOfMinorFactors(t *testing.T) {
	s := viewstest.NewStage(t)
	v := newPage("Ranking", s.Post, plotting.Light)
	defer v.Close()
	s.Show(v, 900, 600)
	p := manyFactors(t)
	v.SetPosterior(p)
	if names := viewstest.Options(t, v, "factor"); !slices.Equal(names,
		[]string{"factor 1", "factor 2", "factor 3", "factor 4"}) {
		t.Errorf("it offers %v", names)
	}
	v.Select(study.Selection{}.WithFactors(p.Result, p.Summary.Factors.IDs[9]))
	if title := v.Figure().(chart.Ranking).Title; !strings.HasSuffix(title, "factor 10") ||
		len(viewstest.Options(t, v, "factor")) != 16 {
		t.Errorf("a minor factor chosen elsewhere: %q, %v", title, viewstest.Options(t, v, "factor"))
	}
	v.Select(study.Selection{}.WithFactors(p.Result, p.Summary.Factors.IDs[1]))
	if len(viewstest.Options(t, v, "factor")) != 4 {
		t.Errorf("with a major factor it offers %v", viewstest.Options(t, v, "factor"))
	}
	v.View().TypedRune('m')
	if len(viewstest.Options(t, v, "factor")) != 16 {
		t.Errorf("all: %v", viewstest.Options(t, v, "factor"))
	}
}

// What the command line draws is what the window shows first.
func TestFiguresAreFoldedAlike(t *testing.T) {
	p := manyFactors(t)
	maker := &latent.MatrixMaker{}
	f := maker.Activities(p.FactorSubject, latent.ActivitiesState{}, latent.Marks{})
	if len(f.Rows) != 4 || f.Rows[3] != "factor 4" {
		t.Errorf("rows %v", f.Rows)
	}
	if f := maker.Activities(p.FactorSubject, latent.ActivitiesState{Minor: true}, latent.Marks{}); len(f.Rows) != 16 {
		t.Errorf("rows %v", f.Rows)
	}
	p.Minor = true // as --minor has it
	if f := maker.Activities(p.FactorSubject, latent.ActivitiesState{}, latent.Marks{}); len(f.Rows) != 16 {
		t.Errorf("with minor factors, rows %v", f.Rows)
	}
}
