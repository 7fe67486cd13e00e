package annotate

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// table has the given names of rows and columns.
func table(rows, columns string) *inference.Table {
	r, c := strings.Split(rows, "|"), strings.Split(columns, "|")
	return &inference.Table{Name: "plants", Rows: r, Columns: c, X: mat.NewDense(len(r), len(c), nil)}
}

func lines(text ...string) *Lines {
	l := &Lines{File: "more.csv"}
	for _, s := range text {
		l.Cells = append(l.Cells, strings.Split(s, "|"))
	}
	return l
}

func TestMatchNames(t *testing.T) {
	for _, c := range []struct {
		name, table, lines string
		to                 []int
		why                []string // of each guess
		surplus, twice     string
	}{
		{"the same", "a|b|c", "c|a|d", []int{1, -1, 0}, nil, "d", ""},
		{"twice in the file", "a|b", "a|b|a|a", []int{0, 1}, nil, "", "a"},
		{"case and spaces", "Tp53|b  c", " TP53|B C", []int{0, 1}, []string{"case or spaces", "case or spaces"}, "", ""},
		{"points for hyphens", "TCGA.05.42|a_b", "TCGA-05-42|a b", []int{0, 1},
			[]string{"spaces and punctuation", "spaces and punctuation"}, "", ""},
		{"the X of R", "X1005_at|X.a|xenon", "1005_at|-a|enon", []int{0, 1, -1},
			[]string{"an X in front", "an X in front"}, "enon", ""},
		{"an X that belongs there", "X1|1", "X1|1", []int{0, 1}, nil, "", ""},
		{"the same name before a guess", "a|A", "A|a", []int{1, 0}, nil, "", ""},
		{"two that could be meant in the file", "a b", "a.b|a-b", []int{-1}, nil, "a.b|a-b", ""},
		{"two that could be meant in the table", "a.b|a-b", "a b", []int{-1, -1}, nil, "a b", ""},
		{"the more certain guess first", "a b", "A B|a-b", []int{0}, []string{"case or spaces"}, "a-b", ""},
		{"nothing but punctuation", "-|a", ".|a", []int{-1, 1}, nil, ".", ""},
		{"no name", "a|", "|a", []int{1, -1}, nil, "", ""},
	} {
		m := MatchNames(strings.Split(c.table, "|"), strings.Split(c.lines, "|"), true)
		var why []string
		for _, g := range m.Guesses {
			why = append(why, g.Why)
		}
		if !reflect.DeepEqual(m.To, c.to) || !reflect.DeepEqual(why, c.why) || strings.Join(m.Surplus, "|") != c.surplus ||
			strings.Join(m.Twice, "|") != c.twice {
			t.Errorf("%s: %+v", c.name, m)
		}
	}
	if m := MatchNames([]string{"a", "b"}, []string{"A", "b"}, false); m.To[0] != -1 || m.Matched() != 1 ||
		m.Without[0] != "a" {
		t.Errorf("without guesses: %+v", m)
	}
}

// What did not match comes first; guesses are together that differ in the same way.
func TestListsBeginWithWhatDidNotMatch(t *testing.T) {
	to := table("r1|r2|r.3|r4|lost", "c1|c2")
	j, err := Join(to, lines("sample|age", "R1|3", "R2|12", "r-3|3", "r4|5"), Choices{})
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, l := range j.Lists() {
		said = append(said, l.Title+": "+strings.Join(l.Names, ", "))
	}
	want := []string{"1 row not in the file: lost", "2 names matched by a guess (case or spaces): R1 for r1, R2 for r2"}
	if len(said) != 3 || !reflect.DeepEqual(said[:2], want) || !strings.HasSuffix(said[2], ": r-3 for r.3") {
		t.Errorf("%q", said)
	}
}

// The side and the column of names are those of which most match; the header is recognised by its name.
func TestJoin(t *testing.T) {
	to := table("r1|r2|r3", "c1|c2")
	j, err := Join(to, lines("sex|sample|age", "m|r3|7", "f|R1|12", "f|r9|3"), Choices{})
	if err != nil || j.Target != Rows || j.Key != 2 || !j.Header || j.Matched() != 2 {
		t.Fatalf("%+v, %v", j, err)
	}
	with := j.AddTo(to)
	sex, _ := with.AnnotationByName("sex")
	age, _ := with.AnnotationByName("age")
	if !reflect.DeepEqual(sex.Values, []string{"f", "", "m"}) || !age.Numeric ||
		!reflect.DeepEqual(age.Codes, []int{1, -1, 0}) {
		t.Errorf("%+v, %+v", sex, age)
	}
	notes := strings.Join(j.Notes(), "\n")
	for _, want := range []string{"more.csv annotates 2 of 3 rows, by \"sample\".",
		"1 name matched by a guess (case or spaces): R1 for r1.", "1 row not in the file: r2.",
		"1 name of the file without a row: r9."} {
		if !strings.Contains(notes, want) {
			t.Errorf("%q lacks %q", notes, want)
		}
	}
	if strings.Contains(notes, "sample.") {
		t.Errorf("the header is taken for a name: %s", notes)
	}
	j, err = Join(to, lines("c2|x|", "c1|y|"), Choices{})
	if err != nil || j.Target != Columns || j.Header || len(j.Annotations) != 1 || j.Annotations[0].Name != "column 2" ||
		!reflect.DeepEqual(j.AddTo(to).ColumnAnnotations[0].Values, []string{"y", "x"}) || len(j.Empty) != 1 {
		t.Errorf("%+v, %v", j, err)
	}
	if j, err = Join(to, lines("id|id|id", "r1|a|b"), Choices{Key: 1}); err != nil ||
		strings.Join(j.Fields, " ") != "id id_2 id_3" {
		t.Errorf("%+v, %v", j, err)
	}
	none := (*NoMatch)(nil)
	if _, err = Join(to, lines("id|k", "c1|a"), Choices{Target: Rows}); !errors.As(err, &none) ||
		!strings.Contains(err.Error(), `names a row of plants: the file has "c1", the table has "r1"`) {
		t.Errorf("%v", err)
	}
	if _, err = Join(to, lines("id|k", "R1|a"), Choices{Exact: true}); err == nil {
		t.Error("a guess was made")
	}
	if _, err = Join(to, lines("id|k", "r1|a"), Choices{Key: 3}); err == nil ||
		!strings.Contains(err.Error(), "no column 3") {
		t.Errorf("%v", err)
	}
	if _, err = Join(to, &Lines{File: "x"}, Choices{}); err == nil {
		t.Error("no lines were joined")
	}
}
