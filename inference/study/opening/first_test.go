package opening

import (
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/agglomerative"
)

// Tables of numbers get Ward's tree, tables of kinds one of Gower's distances, and large ones none.
func TestFirstTree(t *testing.T) {
	table := peas("peas")
	colours := []string{"green", "yellow", "white", "green", "yellow", "white", "green", "yellow", "white", "green",
		"", "white"}
	limits := []string{"<0.1", "0.3", "0.2", "<0.1", "1.4", "0.8", "0.5", "<0.1", "", "0.4", "0.6", "0.2"}
	table.Annotations = []inference.Annotation{inference.NewAnnotation("colour", colours),
		inference.NewAnnotation("lead", limits)}
	for _, c := range []struct {
		p                 inference.Preprocessing
		distance, linkage string
	}{
		{inference.Preprocessing{Centre: true}, "euclidean", "ward"},
		{inference.Preprocessing{Centre: true, Kinds: "colour=category"}, "gower", "average"},
		{inference.Preprocessing{Centre: true, Scale: true, Kinds: "lead=censored"}, "gower", "average"},
		{inference.Preprocessing{Kinds: "length=ordered\nwidth=count"}, "gower", "average"},
		{inference.Preprocessing{Kinds: "length=number"}, "euclidean", "ward"},
	} {
		d, err := table.Prepare(c.p)
		if err != nil {
			t.Fatal(err)
		}
		s, ok := FirstTree(agglomerative.Model{}, d)
		if !ok || s.Text("distance") != c.distance || s.Text("linkage") != c.linkage {
			t.Errorf("%q: %v, %s of %s", c.p.Kinds, ok, s.Text("linkage"), s.Text("distance"))
		}
	}
	large := make([]int, firstRows+1)
	d, err := table.SelectRows(large).Prepare(inference.Preprocessing{})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := FirstTree(agglomerative.Model{}, d); ok {
		t.Error("a table of many rows gets a first tree")
	}
}
