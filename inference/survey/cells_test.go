package survey

import (
	"fmt"
	"strings"
	"testing"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// TestCrossed: a row for each combination of levels, with how often it occurs, is no observation.
func TestCrossed(t *testing.T) {
	levels := func(n int, of func(i int) int) inference.Annotation {
		values := make([]string, n)
		for i := range values {
			values[i] = string(rune('a' + of(i)))
		}
		return inference.NewAnnotation("by"+values[n-1], values)
	}
	count := func(i int) float64 { return float64(2 * i * i % 23) }
	full := []inference.Annotation{levels(12, func(i int) int { return i % 3 }), levels(12,
		func(i int) int { return i / 3 })}
	if f := crossed(12, []string{"n"}, count, full); !strings.Contains(f.Text,
		`"n" counts how often each combination of "byc", "byd" occurs`) || f.Remedy == "" {
		t.Errorf("%v", f)
	}
	for name, f := range map[string]Finding{
		"what was harvested": crossed(12, []string{"yield"}, func(i int) float64 { return 60 + count(i) }, full),
		"two columns":        crossed(12, []string{"n", "m"}, count, full),
		"measurements":       crossed(12, []string{"n"}, func(i int) float64 { return count(i) + .5 }, full),
		"one annotation":     crossed(12, []string{"n"}, count, full[:1]),
		"replicates": crossed(12, []string{"n"}, count, []inference.Annotation{levels(12,
			func(i int) int { return i % 3 }), levels(12, func(i int) int { return i % 2 })}),
		"half of the table": crossed(12, []string{"n"}, count, []inference.Annotation{levels(12,
			func(i int) int { return i % 6 }), levels(12, func(i int) int { return i % 4 })}),
		"names of rows besides": crossed(12, []string{"n"}, count, []inference.Annotation{levels(12,
			func(i int) int { return i }), full[0]}),
	} {
		if f.Text != "" {
			t.Errorf("%s: %v", name, f)
		}
	}
}

// TestScaled: counts crossed by two scales of numbers are no observations; rows or columns that are only numbered, or
// have names, are.
func TestScaled(t *testing.T) {
	heights, fingers := []string{"142.24", "144.78", "147.32", "149.86", "152.4"},
		[]string{"13.5", "13.4", "13.3", "9.5", "9.4"}
	if f := scaled(fingers, heights, inference.Count); !f.Grave ||
		!strings.Contains(f.Text, "(13.5 to 9.4, 142.24 to 152.4)") {
		t.Errorf("%v", f)
	}
	if f := scaled(fingers, []string{"X10", "X20", "X30", "X40", "X60"}, inference.Count); f.Text == "" {
		t.Error("names with an X are not numbers")
	}
	for name, f := range map[string]Finding{
		"numbered rows":    scaled([]string{"1", "2", "3", "4", "5"}, heights, inference.Count),
		"numbered columns": scaled(fingers, []string{"0", "1", "2", "3", "4"}, inference.Count),
		"names":            scaled(fingers, []string{"a", "b", "c", "d", "e"}, inference.Count),
		"in no order":      scaled(fingers, []string{"3", "1", "4", "1", "5"}, inference.Count),
		"measurements":     scaled(fingers, heights, inference.Continuous),
	} {
		if f.Text != "" {
			t.Errorf("%s: %v", name, f)
		}
	}
}

// TestZerosApart: zeros far below all other values are told, and those of counts and of doses are not.
func TestZerosApart(t *testing.T) {
	of := func(f func(i int) float64) int {
		values := make([]float64, 90)
		for i := range values {
			values[i] = f(i)
		}
		return apartZeros(values)
	}
	every := func(k int, x float64, i int) float64 {
		if i%k == 0 {
			return 0
		}
		return x
	}
	for name, c := range map[string]struct{ got, want int }{
		"pressure":      {of(func(i int) float64 { return every(9, float64(60+i%37), i) }), 10},
		"weight":        {of(func(i int) float64 { return every(30, 18.5+float64(i*i%41)/3, i) }), 3},
		"counts":        {of(func(i int) float64 { return float64(i * i % 17) }), 0},
		"doses":         {of(func(i int) float64 { return float64(i % 4 * 10) }), 0},
		"even steps":    {of(func(i int) float64 { return float64(i % 15 * 5) }), 0},
		"from small on": {of(func(i int) float64 { return every(5, float64(1+i%40)/10, i) }), 0},
		"one zero":      {of(func(i int) float64 { return every(90, float64(60+i%37), i) }), 0},
		"differences":   {of(func(i int) float64 { return every(9, float64(i%37-60), i) }), 0},
		"zeros mostly":  {of(func(i int) float64 { return float64(i/80) * 50 }), 0},
	} {
		if c.got != c.want {
			t.Errorf("%s: %d zeros apart, not %d", name, c.got, c.want)
		}
	}
	x := mat.NewDense(40, 2, nil)
	for i := range 40 {
		x.SetRow(i, []float64{every(8, 70.5+float64(i*i%31), i), float64(i%11) + .25})
	}
	rows := make([]string, 40)
	for i := range rows {
		rows[i] = fmt.Sprint("r", i)
	}
	table := &inference.Table{Name: "t", Rows: rows, Columns: []string{"pressure", "age"}, X: x,
		Kind: inference.Continuous}
	said := false
	for _, f := range Of(table).Findings {
		said = said || strings.Contains(f.Text, `0 stands in 5 cells of 1 column, apart from all other values: "pressure"`)
	}
	data, err := table.Prepare(inference.Preprocessing{Centre: true, Scale: true})
	if err != nil {
		t.Fatal(err)
	}
	doubted := false
	for _, d := range Doubts(data, false) {
		doubted = doubted || strings.Contains(d.Text, "apart from all other values")
	}
	if !said || !doubted {
		t.Errorf("the table says so: %v, the fit: %v", said, doubted)
	}
}

// TestRepeatedRows: rows are equal where their annotations are too, and of a single column nothing is said.
func TestRepeatedRows(t *testing.T) {
	x := mat.NewDense(6, 2, []float64{1, 2, 1, 2, 3, 4, 3, 4, 5, 6, 7, 8})
	table := &inference.Table{Name: "t", Rows: strings.Fields("a b c d e f"), Columns: []string{"u", "v"}, X: x,
		Kind:        inference.Count,
		Annotations: []inference.Annotation{inference.NewAnnotation("site", strings.Fields("N S N N N N"))}}
	if f := equalRows(table); !strings.HasPrefix(f.Text,
		`1 row equals an earlier row in every column, such as "c" and "d"`) {
		t.Errorf("%v", f)
	}
	one := table.SelectColumns([]int{0})
	if f := equalRows(one); f.Text != "" {
		t.Errorf("of one column: %v", f)
	}
}
