package guess

import (
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
)

// Zeros and ones beside numbers are certain for a model that takes them by their looks, unless they are few or the
// table has nothing else, is of counts or is large.
func TestCertain(t *testing.T) {
	flag := func(i int) float64 { return float64(i % 2) }
	number := func(i int) float64 { return float64(i*i%31) / 7 }
	count := func(i int) float64 { return float64(i * i % 41) }
	looks := inference.Info{Looks: []column.Sort{column.YesNo}}
	many := map[string][]float64{"flag": columnOf(flag)}
	for _, name := range []string{"a", "b", "c", "d", "e", "f"} {
		many[name] = columnOf(number)
	}
	one := func(int) float64 { return 1 }
	two := map[string][]float64{"a": columnOf(number), "flag": columnOf(flag)}
	counts := map[string][]float64{"flag": columnOf(flag)}
	for _, name := range []string{"a", "b", "c"} {
		counts[name] = columnOf(count)
	}
	for name, c := range map[string]struct {
		columns map[string][]float64
		info    inference.Info
		want    string
	}{
		"beside numbers": {two, looks, "flag=yes/no:0,1"},
		"another model":  {two, inference.Info{}, ""},
		"few":            {many, looks, ""},
		"nothing else":   {map[string][]float64{"a": columnOf(flag), "flag": columnOf(flag)}, looks, ""},
		"counts":         {counts, looks, ""},
		"one value":      {map[string][]float64{"a": columnOf(number), "flag": columnOf(one)}, looks, ""},
	} {
		if got := Certain(tableOf(c.columns, nil), false, c.info); string(got) != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	turned := tableOf(two, nil).Turned()
	if got := Certain(turned, true, looks); string(got) != "flag=yes/no:0,1" {
		t.Errorf("turned: %q", got)
	}
}
