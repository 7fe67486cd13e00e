package read

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// notRows is a file with a title, a comment, units below the header, a comment within and two lines below the table.
const notRows = "Weights of 2019\n\nid,mass,length\n,g,cm\nr,4,5\n# a balance was changed\ns,6,7\nt,8,9.5\n\nMean of all: 6\nSource: field book\n"

// asides writes lines that are no rows.
func asides(list []Aside) (text string) {
	for _, a := range list {
		text += fmt.Sprintf("%d %s %s;", a.Line, a.Why, strings.Join(a.Cells, "|"))
	}
	return text
}

// TestAside: each line that is guessed to be no row is told with its place and reason, and so it is when the options
// name it.
func TestAside(t *testing.T) {
	const above = "1 above the table Weights of 2019;4 units |g|cm;"
	const below = "6 comment # a balance was changed;10 below the table Mean of all: 6;11 below the table Source: field book;"
	for name, o := range map[string]Options{
		"guessed": {}, "chosen": {Skip: 2, SkipEnd: 2, Comment: "#", UnitsLine: 4},
	} {
		p, err := look("x.csv", []byte(notRows), o)
		if err != nil || p.Problem != nil {
			t.Fatalf("%s: %v, %v", name, err, p)
		}
		if got := asides(p.Above); got != above {
			t.Errorf("%s: above %q", name, got)
		}
		if got := asides(p.Below); got != below {
			t.Errorf("%s: below %q", name, got)
		}
		if p.Skipped != 2 || p.Ended != 2 || p.CommentSign != "#" || p.UnitsLine != 4 {
			t.Errorf("%s: %d above, %d below, sign %q, units in line %d", name, p.Skipped, p.Ended, p.CommentSign, p.UnitsLine)
		}
		if counted := slices.Contains(p.Notes, "2 lines at the end were skipped, as asked."); counted != (o.SkipEnd > 0) {
			t.Errorf("%s: notes %q", name, p.Notes)
		}
		if got := readBytes(t, "x.csv", []byte(notRows), p.Options); got != "mass (g),length (cm);r 4 5;s 6 7;t 8 9.5;" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestChosenLines: the user's choice counts where the guess is another, of texts, sheets and streams.
func TestChosenLines(t *testing.T) {
	long := strings.Repeat("row,1,2\n", 3)
	for _, c := range []struct {
		name, text string
		o          Options
		want       string // the table, or a part of the error
	}{
		{"last rows", "id,a,b\nr,1,2\ns,3,4\nt,5,6\nu,7,8\n", Options{SkipEnd: 2}, "a,b;r 1 2;s 3 4;"},
		{"last rows before blank lines", "id,a,b\r\nr,1,2\r\ns,3,4\r\nt,5,6\r\n\r\n,,\r\n",
			Options{SkipEnd: 1}, "a,b;r 1 2;s 3 4;"},
		{"no lines at the end", "id,a,b\nr,1,2\ns,3,4\n\nSource: field book\n", Options{SkipEnd: -1}, "line 5"},
		{"too many", "id,a,b\nr,1,2\n", Options{SkipEnd: 9}, "fewer than 9 lines"},
		{"another sign", "; by hand\nid,a,b\nr,1,2\n;q,1,2\ns,3,4\n", Options{Comment: ";"}, "a,b;r 1 2;s 3 4;"},
		{"rows of numbers that a sign strikes out", "id,a,b\nr,1,2\n#q,1,2\ns,3,4\n",
			Options{Comment: "#"}, "a,b;r 1 2;s 3 4;"},
		{"which stay otherwise", "id,a,b\nr,1,2\n#q,1,2\ns,3,4\n", Options{}, "a,b;r 1 2;#q 1 2;s 3 4;"},
		{"no comments", "id,a,b\nr,1,2\n#q,1,2\ns,3,4\n", Options{Comment: NoComments}, "a,b;r 1 2;#q 1 2;s 3 4;"},
		{"units above the header", ",g,cm\nid,a,b\nr,1,2\ns,3,4\n", Options{UnitsLine: 1}, "a (g),b (cm);r 1 2;s 3 4;"},
		{"units two lines below", "id,a,b\nr,1,2\n,g,cm\ns,3,4\n", Options{UnitsLine: 3}, "a (g),b (cm);r 1 2;s 3 4;"},
		{"units without a cell for the names", "a\tb\ng\tcm\nr\t1\t2\ns\t3\t4\n", Options{UnitsLine: 2},
			"a (g),b (cm);r 1 2;s 3 4;"},
		{"units in aligned columns",
			"plot no    mass in    size\n           mg         cm\nplot 1     10.5       2.5\nplot 2     11.5       3.5\n",
			Options{UnitsLine: 2}, "mass in (mg),size (cm);plot 1 10.5 2.5;plot 2 11.5 3.5;"},
		{"numbers for units", "id,a,b\nr,1,2\ns,3,4\nt,5,6\n", Options{UnitsLine: 2}, "line 2: holds no units"},
		{"no such line", "id,a,b\nr,1,2\ns,3,4\n", Options{UnitsLine: 8}, "no line 8"},
		{"units without names", "g,cm\n1,2\n3,4\n", Options{UnitsLine: 1, Header: No}, "no column has a name"},
		{"short units", "id,a,b\n,g\n" + long, Options{UnitsLine: 2}, "line 2: has 2 cells"},
		{"wide units", "id,a,b\n,g,cm,mm,km\n" + long, Options{UnitsLine: 2}, "line 2: has 5 cells"},
	} {
		check := func(kind string, got string, err error) {
			switch {
			case err != nil && !strings.Contains(err.Error(), c.want):
				t.Errorf("%s, %s: %v", c.name, kind, err)
			case err == nil && got != c.want:
				t.Errorf("%s, %s: %q", c.name, kind, got)
			}
		}
		table, err := Bytes("x.csv", "", []byte(c.text), c.o)
		got := ""
		if err == nil {
			got = written(table)
		}
		check("text", got, err)
		if strings.Contains(c.text, "    ") {
			continue // aligned columns are no stream's
		}
		if table, err = streamed(t, t.Context(), []byte(c.text), false, c.o); err == nil {
			got = written(table)
		}
		check("stream", got, err)
	}
}

// TestChosenLinesOfSheets: rows of a sheet are chosen as lines are, also beside an empty column.
func TestChosenLinesOfSheets(t *testing.T) {
	data := book(t, []string{"Data"}, [][]any{
		{"Table S1"}, {nil, "id", "a", "b"}, {nil, nil, "g", "cm"}, {nil, "r", 1, 2}, {nil, "s", 4, 5},
		{nil, "Mean", 2.5, 3.5}, {}, {nil, "by hand"},
	})
	p, err := look("x.xlsx", data, Options{SkipEnd: 2, UnitsLine: 3})
	if err != nil || p.Problem != nil || p.Table == nil {
		t.Fatalf("%v, %+v", err, p)
	}
	if got := written(p.Table); got != "a (g),b (cm);r 1 2;s 4 5;" {
		t.Errorf("%q", got)
	}
	if !slices.ContainsFunc(p.Below, func(a Aside) bool { return a.Line == 6 && slices.Contains(a.Cells, "Mean") }) ||
		p.Ended != 2 {
		t.Errorf("%+v", p.Below)
	}
}
