package depict_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/stat/recovery"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/depict/latent"
	"example.org/espalier/sampledata"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// The columns of the table have scales 1 and 2, and the learnt factors are in working units: the second true factor
// turned, the first one, and one that is none. The third true factor was not found.
func TestTruth(t *testing.T) {
	known, err :=
		recovery.ReadLoadings(strings.NewReader("factor,a,b,c,d,e,f\nup,4,2,0,0,0,0\ndown,0,0,2,6,0,0\nlost,0,0,0,0,1,1\n"))
	if err != nil {
		t.Fatal(err)
	}
	loadings := mat.NewDense(6, 3, []float64{0, 2, 1, 0, 2, -1, -3, 0, 1, -9, 0, -1, 0, 0, 1, 0, 0, -1})
	f := &factor.State{IDs: []int{4, 5, 6}, Loadings: loadings,
		Activities: mat.NewDense(3, 3, []float64{1, 0, 0, 0, 1, 0, 0, 0, 1})}
	d := &inference.Dataset{Name: "made", Rows: []string{"r", "s", "t"}, Columns: []string{"a", "b", "c", "d", "e", "f"},
		X: mat.NewDense(3, 6, nil), Scale: []float64{2, 1, 2, 2, 1, 1}, Centre: make([]float64, 6)}
	d.X.Mul(f.Activities, f.Loadings.T())
	told := latent.Told{Truth: []*recovery.Loadings{known}}
	s := (&depict.Subject{Data: d, Snapshot: &inference.Snapshot{Parts: []inference.Part{&factor.Factors{State: f}}}}).
		With(told)
	e := depict.ByTab("Truth")
	if !e.Offers(s) {
		t.Error("not offered")
	}
	sum, err := s.Summary(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	h := latent.Truth(latent.FactorSubject{Subject: s, Summary: sum}, latent.TruthState{}, latent.Marks{Factors: []int{4}})
	var got []string
	for _, b := range h.Blocks {
		text := b.Name + " " + b.Note
		for _, c := range b.Columns {
			text += ", " + c.Note
			if c.Selected {
				text += " selected"
			}
		}
		got = append(got, text)
	}
	extra := "" // the number of the factor that is none
	if len(got) == 4 {
		extra, _, _ = strings.Cut(got[3], " learnt")
	}
	if want := []string{"up 1.00, true, learnt", "down 1.00, true, learnt selected", "lost true, true",
		extra + " learnt, learnt"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for _, b := range h.Blocks[:2] {
		if pair := [2][]float64{mat.Col(nil, 0, b.Values), mat.Col(nil, 1, b.Values)}; !floats.EqualApprox(pair[0], pair[1],
			0.02) || floats.Min(pair[0]) < 0 {
			t.Errorf("%s: %v", b.Name, pair)
		}
	}
	if want :=
		"2 of 3 true factors have a learnt partner, correlation 1.00 to 1.00; 1 true and 1 learnt have none"; !strings.HasPrefix(
		h.Subtitle, want) {
		t.Errorf("subtitle %q", h.Subtitle)
	}
	if want := "; lost: no learnt factor is like it; " + extra + ": no true factor is like it"; extra == "" ||
		!strings.HasSuffix(e.Words(s, h), want) ||
		!strings.Contains(e.Words(s, h), "; down: factor ") {
		t.Errorf("the caption says %q", e.Words(s, h))
	}
	none := (&depict.Subject{Data: d,
		Snapshot: &inference.Snapshot{Parts: []inference.Part{&factor.Factors{State: &factor.State{}}}}}).With(told)
	if sum, err = none.Summary(context.Background()); err != nil {
		t.Fatal(err)
	}
	h = latent.Truth(latent.FactorSubject{Subject: none, Summary: sum}, latent.TruthState{}, latent.Marks{})
	if len(h.Blocks) != 3 ||
		!strings.HasPrefix(h.Subtitle, "0 of 3 true factors have a learnt partner; 3 true and 0 learnt have none") {
		t.Errorf("without factors: %q, %+v", h.Subtitle, h.Blocks)
	}
	if s.With(latent.Told{}); e.Offers(s) {
		t.Error("offered without truth")
	}
}

// The samples that were drawn from factors offer the figure, on either side of the table that is known, and no other
// does.
func TestTruthOfSamples(t *testing.T) {
	for _, sample := range []string{"shapes", "sparse_factors", "iris"} {
		s := fit(t, sample, "pca", 3, nil)
		s.With(latent.Told{Truth: sampledata.Loadings(s.Table)})
		if slices.Contains(names(s), "truth") != (sample != "iris") {
			t.Errorf("%s has the figures %v", sample, names(s))
		}
		if sample == "iris" {
			continue
		}
		e, err := depict.Named(s, "Truth")
		if err != nil {
			t.Fatal(err)
		}
		p, err := e.Plate(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		h := p.Figure.(cells.Hinton)
		if strings.Contains(h.Subtitle, "true values are activities") != (sample == "sparse_factors") || len(h.Rows) == 0 {
			t.Errorf("%s: %q, %d rows", sample, h.Subtitle, len(h.Rows))
		}
		if sample == "sparse_factors" &&
			!strings.Contains(p.Metadata.Description, "the 60 of 100 columns with the strongest true loadings") {
			t.Errorf("caption %q", p.Metadata.Description)
		}
	}
}
