package beside

import (
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
)

// Stages stand in the legend in their own order, not in that of the rows; other words stand in that of the table.
func TestStagesAreInOrder(t *testing.T) {
	for _, c := range []struct{ rows, want string }{
		{"IV,II,III,I,II", "I,II,III,IV"},
		{"Stage IIIb,Stage X,Stage IIIA,Stage II,Stage IX", "Stage II,Stage IIIA,Stage IIIb,Stage IX,Stage X"},
		{"IV,II,unknown,I", "IV,II,unknown,I"},
		{"V,M,I", "V,M,I"},
	} {
		rows := strings.Split(c.rows, ",")
		a := inference.NewAnnotation("stage", rows)
		order := make([]int32, len(rows))
		for i := range order {
			order[i] = int32(i)
		}
		var got []string
		for _, e := range NewStripColours(&Strip{Annotation: a}, order, 0, plotting.Look{}).Legend(12).Entries {
			got = append(got, e.Text)
		}
		if s := strings.Join(got, ","); s != c.want {
			t.Errorf("%s: %s, want %s", c.rows, s, c.want)
		}
	}
}
