package inspect

import (
	"testing"

	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/views/clusters"
	"example.org/espalier/views/viewstest"
)

// A component, a row and a mixed selection are described.
func TestDescribeRows(t *testing.T) {
	_, s := viewstest.IrisClusters(t)
	class, _ := mixture.Of(s).Assigned()
	title, lines := DescribeRows(s, mixture.Of(s), clusters.RowsOf(class, 1))
	if title != "Cluster 2" || lines[0] != [2]string{"rows", "75"} {
		t.Errorf("%q, %v", title, lines)
	}
	title, lines = DescribeRows(s, mixture.Of(s), []int{3})
	if title != "" || lines[0] != [2]string{"belongs to", "cluster 1, 80 %"} {
		t.Errorf("%q, %v", title, lines)
	}
	title, lines = DescribeRows(s, mixture.Of(s), []int{3, 80, 90})
	if title != "3 rows" || lines[1] != [2]string{"most in", "cluster 2, 2"} {
		t.Errorf("%q, %v", title, lines)
	}
	if title, _ := DescribeRows(s, mixture.Of(s), nil); title != "" {
		t.Errorf("of nothing it says %q", title)
	}
}
