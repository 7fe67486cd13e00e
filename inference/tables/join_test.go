package tables_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/read"
	"example.org/espalier/inference/tables"
)

func table(t *testing.T, name, text string) *inference.Table {
	t.Helper()
	tab, err := read.Bytes(name, name, []byte(text), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

const genes = "id,a,b\nr1,1,2\nr2,3,4\nr3,5,6\nr4,7,8\n"

func join(t *testing.T, first *inference.Table, name, text string) (*inference.Table, *tables.Joined) {
	t.Helper()
	all, j, err := tables.Join(first, table(t, name, text), "", 1e6)
	if err != nil {
		t.Fatal(err)
	}
	return all, j
}

func cells(t *inference.Table) (rows [][]float64) {
	inference.Rows(t.X, func(_ int, row []float64) bool { rows = append(rows, slices.Clone(row)); return true })
	return rows
}

func same(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return x == y || math.IsNaN(x) && math.IsNaN(y) })
}

// TestJoinsByName has rows in another order, one missing, one unknown, one spelt otherwise, and a column whose name is
// taken.
func TestJoinsByName(t *testing.T) {
	first := table(t, "genes.csv", genes)
	all, j := join(t, first, "clinic.csv", "who,age,b,sex\nr3,30,0.3,f\nR1,10,0.1,m\nx9,90,0.9,f\nr2,20,0.2,f\n")
	none := math.NaN()
	want := [][]float64{{1, 2, 10, .1}, {3, 4, 20, .2}, {5, 6, 30, .3}, {7, 8, none, none}}
	if got := cells(all); !slices.EqualFunc(got, want, same) {
		t.Errorf("cells %v, want %v", got, want)
	}
	if want := []string{"a", "b", "age", "clinic.b"}; !slices.Equal(all.Columns, want) {
		t.Errorf("columns %q, want %q", all.Columns, want)
	}
	if got := inference.TablesOf(all); !slices.Equal(got, []string{"genes", "clinic"}) {
		t.Errorf("tables %q", got)
	}
	sex, ok := all.AnnotationByName("sex")
	if !ok || sex.Table != "clinic" || !slices.Equal(sex.Values, []string{"m", "f", "f", ""}) {
		t.Errorf("annotation of the added table: %+v", sex)
	}
	notes := strings.Join(j.Notes(), "\n")
	for _, part := range []string{"3 of the 4 rows", `1 row not in it: all its values are missing there: "r4"`,
		`1 row of it left out`, `"x9"`, `"R1 for r1"`, `"clinic.b"`} {
		if !strings.Contains(notes, part) {
			t.Errorf("the notes lack %q:\n%s", part, notes)
		}
	}
	if all.SHA256 == first.SHA256 || all.SHA256 == "" {
		t.Error("the hash is that of the first file alone")
	}
	if _, err := first.Prepare(inference.Preprocessing{}); err != nil || len(first.Columns) != 2 {
		t.Error("the first table was changed")
	}
}

// TestFindsTheSidesThatMatch turns the added table, or both.
func TestFindsTheSidesThatMatch(t *testing.T) {
	first := table(t, "genes.csv", genes)
	all, j := join(t, first, "turned.csv", "what,r2,r1,r4,r3\np,20,10,40,30\nq,.2,.1,.4,.3\n")
	want := [][]float64{{1, 2, 10, .1}, {3, 4, 20, .2}, {5, 6, 30, .3}, {7, 8, 40, .4}}
	if got := cells(all); !j.Turned || j.Columns || !slices.EqualFunc(got, want, same) {
		t.Errorf("turned %v, cells %v", j.Turned, got)
	}
	all, j = join(t, first.Turned(), "more.csv", "what,r2,r1,r3\np,20,10,30\nq,.2,.1,.3\n")
	want = [][]float64{{1, 3, 5, 7}, {2, 4, 6, 8}, {10, 20, 30, math.NaN()}, {.1, .2, .3, math.NaN()}}
	if got := cells(all); !j.Columns || !slices.EqualFunc(got, want, same) {
		t.Errorf("observations in columns: %v, cells %v", j.Columns, got)
	}
	if got := inference.TablesOf(all); !slices.Equal(got, []string{"genes", "more"}) {
		t.Errorf("tables %q", got)
	}
}

// TestJoinsSeveral adds a third table and one of the same name.
func TestJoinsSeveral(t *testing.T) {
	all, _ := join(t, table(t, "genes.csv", genes), "more.csv", "id,c\nr1,1\nr2,2\n")
	all, _ = join(t, all, "more.csv", "id,c\nr4,1\nr2,2\n")
	if got := inference.TablesOf(all); !slices.Equal(got, []string{"genes", "more", "more_2"}) {
		t.Errorf("tables %q", got)
	}
	if want := []string{"a", "b", "c", "more_2.c"}; !slices.Equal(all.Columns, want) {
		t.Errorf("columns %q", all.Columns)
	}
}

func TestRefuses(t *testing.T) {
	first := table(t, "genes.csv", genes)
	_, _, err := tables.Join(first, table(t, "twice.csv", "id,c\nr1,1\nr2,2\nr1,3\n"), "", 1e6)
	twice := (*tables.Twice)(nil)
	if !errors.As(err, &twice) || twice.Name != "r1" || twice.Rows != [2]int{1, 3} {
		t.Errorf("names that stand twice: %v", err)
	}
	if _, _, err = tables.Join(table(t, "twice.csv", "id,c\nr1,1\nr2,2\nr1,3\n"), first, "", 1e6); !errors.As(err,
		&twice) {
		t.Errorf("names that stand twice in the first table: %v", err)
	}
	if _, _, err = tables.Join(first, table(t, "other.csv", "id,c\nq1,1\nq2,2\n"), "", 1e6); err == nil ||
		!strings.Contains(err.Error(), `"q1"`) {
		t.Errorf("no name matches: %v", err)
	}
	if _, _, err = tables.Join(first, table(t, "more.csv", "id,c\nr1,1\nr2,2\n"), "", 11); err == nil {
		t.Error("more cells than allowed are taken")
	}
	unnamed := func(name string, n int) *inference.Table {
		return table(t, name, "c,d\n"+strings.Repeat("1.5,2\n", n))
	}
	if _, _, err = tables.Join(unnamed("a.csv", 3), unnamed("b.csv", 4), "", 1e6); err == nil {
		t.Error("rows without names are matched although their numbers differ")
	}
	if _, j, err := tables.Join(unnamed("a.csv", 3), unnamed("b.csv", 3), "", 1e6); err != nil || !j.ByPlace {
		t.Errorf("rows without names: %v", err)
	}
}

// TestTextBecomesDataOfItsTable takes text of the added table as a column of its group.
func TestTextBecomesDataOfItsTable(t *testing.T) {
	all, _ := join(t, table(t, "genes.csv", genes), "clinic.csv", "who,age,sex\nr3,30,f\nr1,10,m\nr2,20,f\nr4,50,m\n")
	kinds := column.List("").With(column.Entry{Name: "sex", Kind: column.Kind{Sort: column.YesNo}})
	d, err := all.Prepare(inference.Preprocessing{Kinds: kinds, Centre: true})
	if err != nil {
		t.Fatal(err)
	}
	groups, ok := d.Groups()
	if !ok || !slices.Equal(groups.Values, []string{"genes", "genes", "clinic", "clinic"}) {
		t.Errorf("groups %v of the columns %q", groups.Values, d.Columns)
	}
}
