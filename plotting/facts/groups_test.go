package facts

import (
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting/depict"

	"gonum.org/v1/gonum/mat"
)

// twoComponents is a mixture of six rows, of which the last four are in the second component.
func twoComponents() *inference.Snapshot {
	r := mat.NewDense(6, 2, nil)
	for i := range 6 {
		k := min(i/2, 1)
		r.Set(i, k, 0.8)
		r.Set(i, 1-k, 0.2)
	}
	m := &mixture.Mixture{Noise: []float64{1}, Responsibilities: r}
	for k, size := range []float64{2, 4} {
		m.Components = append(m.Components,
			mixture.Component{ID: 3 * k, Weight: size / 6, Size: size, Mean: []float64{float64(k)}})
	}
	return &inference.Snapshot{Parts: []inference.Part{m}}
}

// A component, a row and rows of several clusters are described, and so are the clusters of a model without a mixture.
func TestRowsAreDescribed(t *testing.T) {
	labels := &inference.Snapshot{
		Parts: []inference.Part{&partition.Partition{Name: "cluster", Labels: []int{0, 0, 1, -1}}}}
	for _, c := range []struct {
		name  string
		of    *inference.Snapshot
		rows  []int
		title string
		at    int
		want  [2]string
	}{
		{"a component", twoComponents(), []int{2, 3, 4, 5}, "Cluster 2", 0, [2]string{"rows", "4"}},
		{"its name", twoComponents(), []int{2, 3, 4, 5}, "Cluster 2", 3, [2]string{"born as", "component 4"}},
		{"a row", twoComponents(), []int{1}, "", 0, [2]string{"belongs to", "cluster 1, 80 %"}},
		{"rows", twoComponents(), []int{1, 3, 4}, "3 rows", 1, [2]string{"most in", "cluster 2, 2"}},
		{"some of a cluster", twoComponents(), []int{3, 4}, "2 rows", 0, [2]string{"all in", "cluster 2"}},
		{"a row of a partition", labels, []int{2}, "", 0, [2]string{"belongs to", "cluster 2"}},
	} {
		title, lines := Describe(Shown{Subject: &depict.Subject{Snapshot: c.of}, Epoch: -1}, study.Selection{Rows: c.rows})
		if c.at == 3 && len(lines) != 4 {
			t.Errorf("%s: %v is not of the component alone", c.name, lines)
		}
		if title != c.title || c.at >= len(lines) || lines[c.at] != c.want {
			t.Errorf("%s: %q, %v, want %q and %v", c.name, title, lines, c.title, c.want)
		}
	}
	if title, lines := Describe(Shown{Subject: &depict.Subject{Snapshot: twoComponents()}, Epoch: -1},
		study.Selection{}); title != "" || lines != nil {
		t.Errorf("of nothing it says %q, %v", title, lines)
	}
}

// The inspector lists clusters with their sizes, and a click selects the rows of one.
func TestClustersAreListed(t *testing.T) {
	head, l := Overview(Shown{Subject: &depict.Subject{Snapshot: twoComponents()}, Epoch: -1})
	if head != "Clusters" || len(l) != 2 || l[1].Words != "cluster 2" || l[1].Text != "4 rows" ||
		len(l[1].Pick().Rows) != 4 {
		t.Errorf("%q, %v", head, l.Lines())
	}
	if head,
		l := Overview(Shown{Subject: &depict.Subject{Snapshot: &inference.Snapshot{}}, Epoch: -1}); head != "" || l != nil {
		t.Errorf("of no groups: %q, %v", head, l)
	}
}
