package heads

import (
	"slices"
	"strings"
	"testing"
)

// TestMerged: words over several names are groups; titles, dates and numbers are not.
func TestMerged(t *testing.T) {
	names := []string{"id", "w", "h", "w", "h"}
	for above, want := range map[string]bool{
		",dry,,wet,": true, "plants,dry,,wet": true, ",dry,,": false, "Report,,3/13/2015": false, ",1,,2,": false,
		"Table 1: weights,,mean,": false, ",a,b,c,d": false, "": false, ",dry,,wet,,,x": false,
	} {
		if got := Merged(strings.Split(above, ","), names); got != want {
			t.Errorf("%q: %v", above, got)
		}
	}
	groups, said := Spread([]string{"", "dry", "", "wet"}, names)
	if !slices.Equal(groups, []string{"", "dry", "dry", "wet", "wet"}) ||
		!slices.Equal(said, []string{"id", "w (dry)", "h (dry)", "w (wet)", "h (wet)"}) {
		t.Errorf("%q, %q", groups, said)
	}
}

// TestNamedBelow: a line with words over columns without a name names them, but not if two would have one name.
func TestNamedBelow(t *testing.T) {
	numbers := []int{1, 2}
	for _, c := range []struct {
		above, below []string
		want         bool
	}{
		{[]string{"site", "soil", ""}, []string{"", "pH", "N"}, true},
		{[]string{"site", "pH", "N"}, []string{"", "a", "b"}, false},
		{[]string{"", "soil", ""}, []string{"", "pH", "N"}, false},
		{[]string{"site", "", ""}, []string{"x", "pH", "pH"}, false},
	} {
		if got := NamedBelow(c.above, c.below, numbers); got != c.want {
			t.Errorf("%q over %q: %v", c.above, c.below, got)
		}
	}
}

// TestDescribed: questions of a survey and their codes are two lines; a row of numbers with units is none.
func TestDescribed(t *testing.T) {
	over := func(line []string, _ [][]string) []int {
		if slices.Contains(line, "1") {
			return nil
		}
		return []int{1, 2, 3}
	}
	split := func(lines ...string) (list [][]string) {
		for _, line := range lines {
			list = append(list, strings.Split(line, ","))
		}
		return list
	}
	const asked, row = "When,How satisfied are you?,Would you come again?,Age", "a,1,2,3"
	for want, lines := range [][][]string{1: split(asked, row, row),
		0: split("a,12%,5 mg,a long text of some sort", row, row)} {
		if got := Described(lines, 4, over); got != want {
			t.Errorf("%q: %d, want %d", lines, got, want)
		}
	}
}

func TestCounted(t *testing.T) {
	for _, c := range []struct {
		names string
		is    bool
	}{{",1,2,3", true}, {"row,0,1,2", true}, {",1,2,4", false}, {"1,2,3,4", false}, {",2,3,4", false}, {",1", false},
		{",a,b,c", false}, {",,,", false}} {
		if Counted(strings.Split(c.names, ",")) != c.is {
			t.Errorf("%q counts: %v", c.names, !c.is)
		}
	}
}
