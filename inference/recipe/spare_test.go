package recipe

import (
	"slices"
	"testing"
)

// TestSpared: every level that a step removes or keeps is learnt from, by one sample, or two of a batch whose spread is
// removed.
func TestSpared(t *testing.T) {
	about := []Annotation{
		{Name: "batch", Values: []string{"a", "a", "b", "c", "c", "c"}},
		{Name: "arm", Values: []string{"x", "y", "x", "y", "x", "x"}},
		{Name: "age", Values: []string{"1.5", "2.5", "3.5", "4.5", "5.5", "6.5"}, Numeric: true},
	}
	for _, c := range []struct {
		recipe Text
		hidden []int
		want   []int
		step   string
	}{
		{"remove:batch", []int{2}, []int{2}, "remove:batch"},
		{"remove:batch", []int{0, 3}, nil, ""},
		{"remove:batch", []int{0, 1, 2}, []int{0, 2}, "remove:batch"},
		{"combat:batch", []int{3, 4}, []int{3}, "combat:batch"},
		{"remove:age:arm", []int{1, 3}, []int{1}, "remove:age:arm"},
		{"remove:age", []int{1, 3}, nil, ""},
		{"off:remove:batch", []int{2}, nil, ""},
		{"log2(x+1)", []int{2}, nil, ""},
	} {
		var learn []int
		for i := range 6 {
			if !slices.Contains(c.hidden, i) {
				learn = append(learn, i)
			}
		}
		if got, step := c.recipe.Spared(about, learn, c.hidden); !slices.Equal(got, c.want) || step != c.step {
			t.Errorf("%s without %v: %v by %q, want %v by %q", c.recipe, c.hidden, got, step, c.want, c.step)
		}
	}
}
