package agglomerative

import (
	"strconv"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/stat/scores"
	"example.org/espalier/sampledata"

	"gonum.org/v1/gonum/mat"
)

// On tables whose columns repeat one another the covariance within the tree brings it nearer to
// the known groups than distances of points.
func TestMahalanobisOnSamples(t *testing.T) {
	for _, c := range []struct {
		sample, label string
		least, gain   float64
	}{{"tissue_expression", "tissue", 0.94, 0.03}, {"olive_oils", "region", 0.99, 0.02}} {
		table, err := sampledata.Open(c.sample)
		if err != nil {
			t.Fatal(err)
		}
		data, err := table.Prepare(inference.Preprocessing{Centre: true, Scale: true})
		if err != nil {
			t.Fatal(err)
		}
		label, _ := table.AnnotationByName(c.label)
		purity := func(set ...string) float64 {
			return scores.DendrogramPurity(forest.Best(fit(t, data, append(set, "order=merged")...)), label.Codes)
		}
		plain, by := purity(), purity("distance=mahalanobis")
		t.Logf("%s: dendrogram purity %.3f, by points %.3f", c.sample, by, plain)
		if by < c.least || by < plain+c.gain {
			t.Errorf("%s: dendrogram purity %.3f, by points %.3f", c.sample, by, plain)
		}
	}
}

// The scale of the table makes no difference to distances under the covariance of its columns.
func TestMahalanobisHasNoScale(t *testing.T) {
	data := groups(40, 4, 3, 4)
	other := *data
	other.X = mat.DenseCopyOf(data.X)
	for i := range 40 {
		for j := range 4 {
			other.X.Set(i, j, data.X.At(i, j)*2)
		}
	}
	if a, b := forest.Best(fit(t, data, "distance=mahalanobis")),
		forest.Best(fit(t, &other, "distance=mahalanobis")); a.Canonical() != b.Canonical() {
		t.Error("doubled columns have another tree")
	}
}

func TestMahalanobisConforms(t *testing.T) {
	equal := groups(9, 3, 1, 6)
	equal.X = mat.NewDense(9, 3, nil)
	inferencetest.ConformanceWith(t, Model{}, inferencetest.Options{Set: map[string]string{"distance": mahalanobis}},
		groups(2, 1, 1, 1), groups(60, 5, 3, 2), equal, groups(30, 50, 3, 5))
	inferencetest.ConformanceWith(t, Model{}, inferencetest.Options{Set: map[string]string{"distance": mahalanobis,
		"linkage": "diana", "order": "merged"}}, groups(60, 5, 3, 2))
}

func TestMahalanobisRefuses(t *testing.T) {
	for want, data := range map[string]*inference.Dataset{
		"without missing cells":                            withMissing(groups(40, 6, 3, 3)),
		"at most " + strconv.Itoa(mostWithin) + " columns": groups(mostWithin+1, mostWithin+1, 3, 3),
	} {
		s := Model{}.Info().Defaults()
		if err := s.Set("distance", mahalanobis); err != nil {
			t.Fatal(err)
		}
		if _, err := (Model{}).Check(data, s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
