package inference

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Levels stand as a person wants them, those that were not named after them; values keep their levels, also when
// written and read.
func TestLevelsByHand(t *testing.T) {
	a := NewAnnotation("dose", []string{"high", "", "low", "mid", "high", "none"})
	table := &Table{Name: "t", Rows: make([]string, 6), Columns: []string{"x"}, X: mat.NewDense(6, 1, nil),
		Annotations: []Annotation{a}}
	got, err := table.Ordered(map[string][]string{"dose": {"mid", "none", "low"}})
	if err != nil {
		t.Fatal(err)
	}
	b := got.Annotations[0]
	if strings.Join(b.Levels, " ") != "mid none low high" ||
		!slices.Equal(b.Codes, []int{3, -1, 2, 0, 3, 1}) || a.Levels[0] != "none" {
		t.Errorf("%+v", b)
	}
	text, err := json.Marshal(b)
	var back Annotation
	if err != nil || json.Unmarshal(text, &back) != nil || !slices.Equal(back.Levels, b.Levels) ||
		!slices.Equal(back.Codes, b.Codes) {
		t.Errorf("%s becomes %+v", text, back)
	}
	for _, wrong := range []map[string][]string{{"dose": {"lowest"}}, {"rose": {"low"}}} {
		if _, err := table.Ordered(wrong); err == nil || !strings.Contains(err.Error(), "t") {
			t.Errorf("%v: %v", wrong, err)
		}
	}
	if same, _ := table.Ordered(nil); same != table {
		t.Error("nothing to order makes another table")
	}
}
