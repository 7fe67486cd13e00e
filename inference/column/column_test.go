package column

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]Kind{
		"number":                    {},
		" Yes/No ":                  {Sort: YesNo},
		"yes/no:absent,present":     {Sort: YesNo, Levels: []string{"absent", "present"}},
		"binary":                    {Sort: YesNo},
		"ordered:low, mid,high":     {Sort: Ordered, Levels: []string{"low", "mid", "high"}},
		`category:a\,b,c\\d,e:f`:    {Sort: Category, Levels: []string{"a,b", `c\d`, "e:f"}},
		"count":                     {Sort: Count},
		"count:library":             {Sort: Count, Library: true},
		"counts:per=area (m2), 1=2": {Sort: Count, Exposure: "area (m2), 1=2"},
		"censored":                  {Sort: Censored},
		"annotation":                {Sort: Annotation},
		"composition":               {Sort: Composition},
		"rank":                      {Sort: Rank},
		"Rank: rows":                {Sort: Rank, Across: true},
	} {
		k, err := Parse(text)
		if err != nil || !k.Equal(want) {
			t.Errorf("%q: %+v, %v", text, k, err)
		}
		if again, err := Parse(k.String()); err != nil || !again.Equal(k) {
			t.Errorf("%q is written as %q, which is %+v, %v", text, k, again, err)
		}
	}
	for text, want := range map[string]string{
		"":                 "the kinds are number, yes/no",
		"grades2":          `no kind "grades2"`,
		"yes/no:a":         "two levels",
		"ordered:a":        "at least two",
		"ordered:a,,b":     "without a name",
		"category:a,b,a":   `"a" twice`,
		"number:3":         "nothing after a colon",
		"count:per=":       "name of a column",
		"count:everything": "count:library",
		"rank:columns":     "rank:rows",
		"composition:a":    "nothing after a colon",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestList(t *testing.T) {
	var entries []Entry
	for _, text := range []string{"gene*=count", "a=b=ordered:x=1,y=2", "gene7=number", "*_pos=yes/no",
		"gene9=category:number=a,b"} {
		e, err := ParseEntry(text)
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, e)
	}
	l := ListOf(entries...)
	f := l.Finder()
	for name, want := range map[string]string{"gene1": "count", "gene7": "number", "a=b": "ordered:x=1,y=2", "gene_pos": "yes/no",
		"gene9": "category:number=a,b", "other": "none", "xgene": "none"} {
		k, _, ok := f.Of(name)
		if got := k.String(); ok && got != want || !ok && want != "none" {
			t.Errorf("%s is %s, %v", name, got, ok)
		}
	}
	if u := l.Unknown([]string{"gene1", "gene7", "a=b"}); !slices.Equal(u, []string{"*_pos", "gene9"}) {
		t.Errorf("unknown: %q", u)
	}
	if got := l.Of([]string{"gene1", "gene7"}); got != "gene*=count\ngene7=number" {
		t.Errorf("of other names: %s", got)
	}
	changed := l.With(Entry{"gene7", Kind{Sort: Count}})
	if k, _, _ := changed.Finder().Of("gene7"); k.Sort != Count || len(changed.Entries()) != len(entries) {
		t.Errorf("changed: %s", changed)
	}
	data, err := json.Marshal(l)
	var again List
	if err != nil || json.Unmarshal(data, &again) != nil || again != l || l.Check() != nil {
		t.Errorf("%s, %v", data, err)
	}
	if err := json.Unmarshal([]byte(`["a"]`), &again); err == nil ||
		!strings.Contains(err.Error(), "grade=ordered:low,mid,high") {
		t.Error(err)
	}
	if List("x=1").Check() == nil || List("").Active() {
		t.Error("a list that says no kind passes, or an empty one is active")
	}
}

// TestGroups: columns that belong together stand in one entry, each of them can leave it, and a later line counts
// more.
func TestGroups(t *testing.T) {
	l := List(`sand,si*,a\,b=composition` + "\nclay=number\nx,y=rank:rows")
	f := l.Finder()
	for name, want := range map[string]string{"sand": `sand,si*,a\,b`, "silt": `sand,si*,a\,b`, "a,b": `sand,si*,a\,b`,
		"clay": "", "x": "x,y"} {
		if k, _, ok := f.Of(name); k.Group != want || !ok || k.Grouped() != (want != "") {
			t.Errorf("%s is of %q", name, k.Group)
		}
	}
	if u := l.Unknown([]string{"sand", "clay", "x"}); !slices.Equal(u, []string{"si*", "a,b", "y"}) {
		t.Errorf("unknown: %q", u)
	}
	if got := l.Of([]string{"sand", "silt", "clay"}); got != "sand,si*=composition\nclay=number" {
		t.Errorf("of other names: %q", got)
	}
	if got := l.Without("a,b").Without("y"); got != "sand,si*=composition\nclay=number" {
		t.Errorf("without two: %q", got)
	}
	if got := l.With(Entry{"clay,x,y", Kind{Sort: Composition}}); got !=
		List(`sand,si*,a\,b=composition`+"\nclay,x,y=composition") {
		t.Errorf("with another: %q", got)
	}
}

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{{"a*", "abc", true}, {"*c", "abc", true}, {"a*c", "abc", true}, {"a*b*c", "axxbyyc", true}, {"a*b*c", "acb", false},
		{"*", "", true}, {"ab*ba", "aba", false}, {"*aa*", "baab", true}, {"a*", "b", false}} {
		if got := matches(c.pattern, c.name); got != c.want {
			t.Errorf("%s, %s: %v", c.pattern, c.name, got)
		}
	}
}

func TestSorts(t *testing.T) {
	for _, s := range Sorts() {
		again, ok := SortOf(strings.ToUpper(s.String()))
		if !ok || again != s || s.Title() == "" || s.As(1) == "" || s.As(2) == "" {
			t.Errorf("%s", s)
		}
	}
}

func FuzzEntry(f *testing.F) {
	for _, text := range []string{"a=number", `b=c=ordered:x\,y,z\\`, "n=count:per=w", "=yes/no", "q=category:a,b,c",
		`a,b\,,*=composition`, "x,y=rank:rows"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := ParseEntry(text)
		if err != nil {
			return
		}
		written := e.String()
		again, err := ParseEntry(written)
		if err != nil || again.Name != e.Name || !again.Kind.Equal(e.Kind) {
			t.Fatalf("%q is written as %q, which is read as %+v, %v", text, written, again, err)
		}
		for _, name := range e.Names() {
			k, exact, ok := ListOf(e).Finder().Of(name)
			if k.Group == e.Name && k.Grouped() {
				k.Group = ""
			}
			if !ok || !exact || !k.Equal(e.Kind) {
				t.Fatalf("%q of %q is not found in its list", name, e.Name)
			}
		}
	})
}

func TestSortSet(t *testing.T) {
	s := SetOf(Count, YesNo, Count)
	if s != "yes/no,count" || !s.Has(Count) || s.Has(Ordered) || SetOf().Has(Number) {
		t.Errorf("%q", s)
	}
}

func TestParseInterval(t *testing.T) {
	inf := math.Inf(1)
	for text, want := range map[string]Interval{"<0.05": {-inf, .05}, "≤ 2": {-inf, 2}, ">=30": {30, inf},
		"1e-3": {.001, .001}, "-2": {-2, -2},
		"3-5": {3, 5}, "3 – 5": {3, 5}, "-5--3": {-5, -3}, "1e-3-2e-3": {.001, .002}} {
		if got, ok := ParseInterval(text); !ok || got != want {
			t.Errorf("%q: %v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "<", "low", "5-3", "<<3", "NaN", ">inf", "-", "3-"} {
		if got, ok := ParseInterval(text); ok {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// The greatest likelihood is found by a search over a grid that halves, with probabilities from the error function.
func TestMeanDeviationHasTheGreatestLikelihood(t *testing.T) {
	inf := math.Inf(1)
	cells := []Interval{{.9, .9}, {-inf, -.5}, {1.1, 1.1}, {.8, inf}, {2.5, 2.5}, {-1, .4}, {-inf, .2}, {0.3, .3}}
	phi := func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }
	likelihood := func(m, s float64) (sum float64) {
		for _, c := range cells {
			if c.Exact() {
				z := (c.Low - m) / s
				sum -= z*z/2 + math.Log(s)
			} else {
				sum += math.Log(phi((c.High-m)/s) - phi((c.Low-m)/s))
			}
		}
		return sum
	}
	m, s, step := 0.0, 1.0, .5
	for step > 1e-9 {
		best, at, as := likelihood(m, s), m, s
		for _, d := range [][2]float64{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}} {
			if x, y := m+step*d[0], s+step*d[1]; y > 0 && likelihood(x, y) > best {
				best, at, as = likelihood(x, y), x, y
			}
		}
		if at == m && as == s {
			step /= 2
		}
		m, s = at, as
	}
	gotM, gotS := MeanDeviation(cells)
	gotS *= math.Sqrt(7. / 8)
	if !(math.Abs(gotM-m) <= 1e-5) || !(math.Abs(gotS-s) <= 1e-5) {
		t.Errorf("mean %v, deviation %v; want %v, %v", gotM, gotS, m, s)
	}
	if m, s := MeanDeviation([]Interval{{1, 1}, {2, 2}, {6, 6}}); !(math.Abs(m-3) <= 1e-14) ||
		!(math.Abs(s-math.Sqrt(7)) <= 1e-14) {
		t.Errorf("without limits %v, %v", m, s)
	}
	if m, s := MeanDeviation([]Interval{{-inf, 4}, {6, inf}}); m != 5 || s != 0 {
		t.Errorf("of limits alone %v, %v", m, s)
	}
}

func FuzzParseInterval(f *testing.F) {
	for _, text := range []string{"<0.05", "3-5", "≥7", "1e-3–2"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if i, ok := ParseInterval(text); ok && !(i.Low <= i.High) {
			t.Fatalf("%q: %v", text, i)
		}
	})
}
