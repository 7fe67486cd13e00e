package inference

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/column"

	"gonum.org/v1/gonum/mat"
)

func TestLevelsInNaturalOrder(t *testing.T) {
	for _, c := range []struct{ first, want string }{
		{"10|1|2", "1|2|10"},
		{"16-cell|2-cell|4-cell", "2-cell|4-cell|16-cell"},
		{"zygote|16-cell|2-cell|blastocyst|4-cell", "zygote|2-cell|4-cell|blastocyst|16-cell"},
		{"E10.5|E9.5|E9|Adult", "E9|E9.5|E10.5|Adult"},
		{"Day 10|day 2", "day 2|Day 10"},
		{"2024-02-01|2023-12-31|2024-01-15", "2023-12-31|2024-01-15|2024-02-01"},
		{"31/1/2024|2/2/2023|1/2/2024", "2/2/2023|31/1/2024|1/2/2024"},
		{"31.1.2024|2.2.2023|1.2.2024", "2.2.2023|31.1.2024|1.2.2024"},
		{"1/31/2024|2/2/2023|2/1/2024", "2/2/2023|1/31/2024|2/1/2024"},
		{"2/1/2024|1/2/2024|5/5/2023", "5/5/2023|2/1/2024|1/2/2024"},
		{"v1.10.2|v1.9.3", "v1.9.3|v1.10.2"},
		{"treated|control", "treated|control"},
		{"high|low|mid", "low|mid|high"},
		{"Stage IV|Stage II|Stage III", "Stage II|Stage III|Stage IV"},
		{"severe|mild|moderate", "mild|moderate|severe"},
		{"high|low|sky", "high|low|sky"},
		{"s99999999999999999999|s3|s", "s3|s99999999999999999999|s"},
	} {
		a := NewAnnotation("stage", append(strings.Split(c.first, "|"), ""))
		if got := strings.Join(a.Levels, "|"); got != c.want {
			t.Errorf("%s: %s, not %s", c.first, got, c.want)
		}
		for i, v := range a.Values {
			if v == "" != (a.Codes[i] < 0) || v != "" && a.Levels[a.Codes[i]] != v {
				t.Errorf("%s: row %d has code %d", c.first, i, a.Codes[i])
			}
		}
	}
	var many []string
	for i := range 1001 {
		many = append(many, fmt.Sprintf("s%d", 2000-i))
	}
	if a := NewAnnotation("name", many); !slices.Equal(a.Levels, many) {
		t.Error("the order of more levels than anyone reads was changed")
	}
}

// What was written before levels had this order keeps its own.
func TestStoredLevelsKeepTheirOrder(t *testing.T) {
	var a Annotation
	if err := json.Unmarshal([]byte(`{"name":"stage","values":["16-cell","2-cell"]}`), &a); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(a.Levels, []string{"16-cell", "2-cell"}) {
		t.Errorf("levels %q", a.Levels)
	}
	for _, a := range []Annotation{a, NewAnnotation("stage", []string{"16-cell", "2-cell"}),
		NewAnnotation("n", []string{"10", "2"})} {
		stored, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		var back Annotation
		if err := json.Unmarshal(stored, &back); err != nil || !slices.Equal(back.Levels, a.Levels) ||
			!slices.Equal(back.Codes, a.Codes) {
			t.Errorf("%s: %v, %q %v", stored, err, back.Levels, back.Codes)
		}
	}
}

// Words of grades stand in their order as labels and as grades; as a category they are numbered as they appear, as the
// states of fits number them.
func TestGradesAsKinds(t *testing.T) {
	table := &Table{Name: "t", Rows: []string{"a", "b", "c"}, Columns: []string{"x"}, X: mat.NewDense(3, 1, nil),
		Annotations: []Annotation{NewAnnotation("dose", []string{"high", "low", "mid"})}}
	if got := table.Annotations[0].Levels; !slices.Equal(got, []string{"low", "mid", "high"}) {
		t.Errorf("as labels %q", got)
	}
	for kinds, want := range map[column.List]string{"dose=category": "high low mid", "dose=ordered": "low mid high"} {
		d, err := table.Prepare(Preprocessing{Kinds: kinds})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(d.KindAt(1).Levels, " "); got != want {
			t.Errorf("%s: %s", kinds, got)
		}
	}
}
