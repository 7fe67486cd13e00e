package read

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"example.org/espalier/inference"
)

var nan = math.NaN()

// want is what a text must be read as.
type want struct {
	rows, columns []string
	x             [][]float64
	kind          inference.Kind
	annotations   map[string][]string
	notes         []string // a part of a note each; nil for no notes at all
}

func TestReads(t *testing.T) {
	ab := [][]float64{{1, 2}, {3, 4}}
	plain := want{[]string{"r", "s"}, []string{"a", "b"}, ab, inference.Count, nil, nil}
	half := want{[]string{"r", "s"}, []string{"a", "b"}, [][]float64{{1.5, 2}, {3, 4.25}}, inference.Continuous, nil, nil}
	for _, c := range []struct {
		name, text string
		o          Options
		want       want
	}{
		{"comma", "id,a,b\nr,1,2\ns,3,4\n", Options{}, plain},
		{"no end of the last line", "id,a,b\nr,1,2\ns,3,4", Options{}, plain},
		{"tab", "id\ta\tb\nr\t1\t2\ns\t3\t4\n", Options{}, plain},
		{"semicolon", "id;a;b\nr;1;2\ns;3;4\n", Options{}, plain},
		{"bar", "id|a|b\nr|1|2\ns|3|4\n", Options{}, plain},
		{"spaces", "id  a b\n r 1   2\ns\t3 4 \n", Options{}, plain},
		{"Excel's first line", "sep=;\nid;a;b\nr;1;2\ns;3;4\n", Options{}, plain},
		{"CRLF", "id,a,b\r\nr,1,2\r\ns,3,4\r\n", Options{}, plain},
		{"CR alone", "id,a,b\rr,1,2\rs,3,4\r", Options{}, plain},
		{"byte order mark", "\xef\xbb\xbfid,a,b\nr,1,2\ns,3,4\n", Options{}, plain},
		{"blanks around cells", "id , a ,b\n r, 1 ,2 \ns,3 , 4\n", Options{}, plain},
		{"blank lines", "\n\nid,a,b\n\nr,1,2\n  \ns,3,4\n\n", Options{}, plain},
		{"everything quoted", "\"id\",\"a\",\"b\"\n\"r\",\"1\",\"2\"\n\"s\",\"3\",\"4\"\n", Options{}, plain},
		{"R's header without a name for the row names", "\"a\" \"b\"\n\"r\" 1 2\n\"s\" 3 4\n", Options{}, plain},
		{"separators at the end of each line", "id,a,b,\nr,1,2,\ns,3,4,\n", Options{}, plain},
		{"separators at the end of the body's lines", "id,a,b\nr,1,2,\ns,3,4,\n", Options{}, plain},
		{"a separator at the end of the header", "id,a,b,\nr,1,2\ns,3,4\n", Options{}, plain},
		{"old DOS end mark", "id,a,b\r\nr,1,2\r\ns,3,4\r\n\x1a", Options{}, plain},
		{"decimal comma, semicolons", "id;a;b\nr;1,5;2\ns;3;4,25\n", Options{}, half},
		{"decimal comma, tabs", "id\ta\tb\nr\t1,5\t2\ns\t3\t4,25\n", Options{}, half},
		{"decimal comma, quoted", "id,a,b\nr,\"1,5\",2\ns,3,\"4,25\"\n", Options{}, half},
		{"decimal comma behind the sample", "x;y\n" + strings.Repeat("1;2\n", 150) + "1,5;2\n",
			Options{}, want{nil, []string{"x", "y"}, nil, inference.Continuous, nil, []string{"the same value"}}},
		{"decimal comma as asked", "a;b\n1,234;2\n3,456;4\n", Options{DecimalComma: Yes},
			want{[]string{"1", "2"}, []string{"a", "b"}, [][]float64{{1.234, 2}, {3.456, 4}}, inference.Continuous, nil, nil}},
		{"comments at the top", "# made by hand\n# again, see\nid,a,b\nr,1,2\ns,3,4\n", Options{},
			want{plain.rows, plain.columns, ab, inference.Count, nil,
				[]string{"2 lines at the top starting with # were skipped"}}},
		{"a header that begins with #", "#id\ta\tb\nr\t1\t2\ns\t3\t4\n", Options{}, plain},
		{"missing codes", "id,a,b,c,d\nr,NA,nan,?,.\ns,1,2,3,4\nu,,5,6,NaN\n", Options{},
			want{[]string{"r", "s", "u"}, []string{"a", "b", "c", "d"},
				[][]float64{{nan, nan, nan, nan}, {1, 2, 3, 4}, {nan, 5, 6, nan}}, inference.Count, nil,
				[]string{"2 columns with the same value", `1 row without any value: "r"`}}},
		{"own missing codes", "id,a,b\nr,-9,2\ns,3,-\nu,5,6\n", Options{Missing: []string{"-9", "-"}},
			want{[]string{"r", "s", "u"}, []string{"a", "b"}, [][]float64{{nan, 2}, {3, nan}, {5, 6}},
				inference.Count, nil, nil}},
		{"annotations of text", "id,sex,a\nr,f,1\ns,m,2\nu,,2.5\n", Options{},
			want{[]string{"r", "s", "u"}, []string{"a"}, [][]float64{{1}, {2}, {2.5}}, inference.Continuous,
				map[string][]string{"sex": {"f", "m", ""}}, nil}},
		{"numbers asked to be an annotation", "id,year,a\nr,2007,1\ns,2008,0\n", Options{Annotations: []string{"year"}},
			want{[]string{"r", "s"}, []string{"a"}, [][]float64{{1}, {0}}, inference.Binary,
				map[string][]string{"year": {"2007", "2008"}}, nil}},
		{"yes and no asked to be numbers", "id,wild,a\nr,yes,1\ns,No,2\nu,NA,4\n", Options{Numeric: []string{"wild"}},
			want{[]string{"r", "s", "u"}, []string{"wild", "a"}, [][]float64{{1, 1}, {0, 2}, {nan, 4}},
				inference.Count, nil, nil}},
		{"true and false where there are no numbers", "id,a,b\nr,TRUE,FALSE\ns,FALSE,TRUE\n", Options{},
			want{[]string{"r", "s"}, []string{"a", "b"}, [][]float64{{1, 0}, {0, 1}}, inference.Binary, nil,
				[]string{"read as 1 and 0"}}},
		{"quotes with ends of lines", "id,a\n\"first\nrow\",1\n\"say \"\"s\"\"\",2\n", Options{},
			want{[]string{"first row", `say "s"`}, []string{"a"}, [][]float64{{1}, {2}}, inference.Count, nil, nil}},
		{"separator in quotes", "id,a\n\"Smith, J\",1\n\"Jones, K\",2\n", Options{},
			want{[]string{"Smith, J", "Jones, K"}, []string{"a"}, [][]float64{{1}, {2}}, inference.Count, nil, nil}},
		{"duplicate names", "id,a,a,a\nr,1,2,3\nr,4,5,6\nr_2,7,8,9\n", Options{},
			want{[]string{"r", "r_3", "r_2"}, []string{"a", "a_2", "a_3"}, [][]float64{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}},
				inference.Count, nil, []string{`2 column names already in use were numbered: "a_2", "a_3"`,
					`1 row name already in use was numbered: "r_3"`}}},
		{"names lacking", "id,a,\nr,1,2\n,3,4\n", Options{},
			want{[]string{"r", "2"}, []string{"a", "V3"}, ab, inference.Count, nil,
				[]string{`1 column without a name was called "V3"`, `1 row without a name was called "2"`}}},
		{"1e308 and small numbers", "id,a,b\nr,1e308,1e-320\ns,-1.7976931348623157e308,0.1\n", Options{},
			want{[]string{"r", "s"}, []string{"a", "b"}, [][]float64{{1e308, 1e-320}, {-math.MaxFloat64, 0.1}},
				inference.Continuous, nil, nil}},
		{"minus signs", "id,a\nr,−1.5\ns,-2\nu,+3\n", Options{},
			want{[]string{"r", "s", "u"}, []string{"a"}, [][]float64{{-1.5}, {-2}, {3}}, inference.Continuous, nil, nil}},
		{"one column", "x\n1\n2.5\n3\n", Options{},
			want{[]string{"1", "2", "3"}, []string{"x"}, [][]float64{{1}, {2.5}, {3}}, inference.Continuous, nil, nil}},
		{"one column of decimal commas", "x\n1,5\n2,5\n3,5\n", Options{},
			want{[]string{"1", "2", "3"}, []string{"x"}, [][]float64{{1.5}, {2.5}, {3.5}}, inference.Continuous, nil, nil}},
		{"no header", "1.5,2\n3,4\n5,7\n", Options{},
			want{[]string{"1", "2", "3"}, []string{"V1", "V2"}, [][]float64{{1.5, 2}, {3, 4}, {5, 7}},
				inference.Continuous, nil, nil}},
		{"years as header", "gene,2001,2002\nA,1.5,2\nB,3,4\n", Options{},
			want{[]string{"A", "B"}, []string{"2001", "2002"}, [][]float64{{1.5, 2}, {3, 4}}, inference.Continuous, nil,
				[]string{"read as column names"}}},
		{"no header, as asked", "gene,2001,2002\nA,1.5,2\nB,3,4\n", Options{Header: No},
			want{[]string{"gene", "A", "B"}, []string{"V2", "V3"}, [][]float64{{2001, 2002}, {1.5, 2}, {3, 4}},
				inference.Continuous, nil, nil}},
		{"rows numbered in the file", ",a,b\n1,5,6\n2,7,8\n", Options{},
			want{[]string{"1", "2"}, []string{"a", "b"}, [][]float64{{5, 6}, {7, 8}}, inference.Count, nil,
				[]string{"numbers the rows"}}},
		{"repeated text first", "species,a\nx,1\nx,2\ny,3\ny,4\ny,5\n", Options{},
			want{[]string{"1", "2", "3", "4", "5"}, []string{"a"}, [][]float64{{1}, {2}, {3}, {4}, {5}}, inference.Count,
				map[string][]string{"species": {"x", "x", "y", "y", "y"}}, []string{"read as an annotation"}}},
		{"repeated text first, as row names", "species,a\nx,1\nx,2\nx,4\n", Options{RowNames: Yes},
			want{[]string{"x", "x_2", "x_3"}, []string{"a"}, [][]float64{{1}, {2}, {4}}, inference.Count, nil,
				[]string{"2 row names"}}},
		{"a column of one value and one of none", "id,a,b,c\nr,1,7,\ns,2,7,NA\n", Options{},
			want{[]string{"r", "s"}, []string{"a", "b", "c"}, [][]float64{{1, 7, nan}, {2, 7, nan}}, inference.Count, nil,
				[]string{`1 column with the same value throughout: "b"`,
					`1 column without any value, left out of the models: "c"`}}},
		{"rows of empty cells", "id,a,b\nr,1,2\n,,\ns,3,4\n,,\n", Options{},
			want{plain.rows, plain.columns, ab, inference.Count, nil, []string{"2 rows of empty cells were left out"}}},
		{"numbers and text mixed", "id,a,b\nr,1,2\ns,3,x\nu,4,5\n", Options{},
			want{[]string{"r", "s", "u"}, []string{"a"}, [][]float64{{1}, {3}, {4}}, inference.Count,
				map[string][]string{"b": {"2", "x", "5"}}, []string{"both numbers and text"}}},
		{"numbers with a unit", "id,a,b\nr,5 kg,1\ns,6 kg,2\nu,NA,3\n", Options{},
			want{[]string{"r", "s", "u"}, []string{"a", "b"}, [][]float64{{5, 1}, {6, 2}, {math.NaN(), 3}}, inference.Count, nil,
				[]string{`Units were taken off: kg of "a".`}}},
		{"numbers with units that differ", "id,a,b\nr,5 kg,1\ns,600 g,2\nu,NA,3\n", Options{},
			want{[]string{"r", "s", "u"}, []string{"b"}, [][]float64{{1}, {2}, {3}}, inference.Count,
				map[string][]string{"a": {"5 kg", "600 g", ""}}, []string{`with different units, such as "5 kg"`}}},
		{"Latin-1", "id,caf\xe9\nr\x96,1\ns,2\n", Options{},
			want{[]string{"r–", "s"}, []string{"café"}, [][]float64{{1}, {2}}, inference.Count, nil,
				[]string{"Line 1 is not UTF-8, so the file was read as Latin-1"}}},
		{"genes turned into dates",
			"gene,a,b\n1-Mar,1,2\nSep-02,3,4\n2-Sep,5,6\n01/03/2020,7,8\nTP53,9,10\nBRCA1,0,1\nMYC,4,4\nEGFR,5,5\n", Options{},
			want{nil, []string{"a", "b"}, nil, inference.Count, nil, []string{
				`"1-Mar" (likely MARCHF1 or MTARC1), "Sep-02" (likely SEPTIN2), "2-Sep" (likely SEPTIN2), "01/03/2020" (likely MARCHF1 or MTARC1)`}}},
		{"identifiers turned into numbers", "clone,a\n2.31E+19,1\nA1,2\nB2,3\n", Options{},
			want{nil, []string{"a"}, nil, inference.Count, nil, []string{`A spreadsheet seems to have turned identifiers`}}},
		{"days are days", "day,a\n2020-03-01,1\n2020-03-02,2\n2020-07-30,3\n", Options{},
			want{nil, []string{"a"}, nil, inference.Count, nil, nil}},
	} {
		t.Run(c.name, func(t *testing.T) {
			table, err := Bytes("test.csv", "here", []byte(c.text), c.o)
			if err != nil {
				t.Fatal(err)
			}
			checkTable(t, table)
			if c.want.rows != nil && !reflect.DeepEqual(table.Rows, c.want.rows) ||
				!reflect.DeepEqual(table.Columns, c.want.columns) {
				t.Errorf("names %q and %q", table.Rows, table.Columns)
			}
			for i, row := range c.want.x {
				for j, x := range row {
					if y := table.X.At(i, j); x != y && !(math.IsNaN(x) && math.IsNaN(y)) {
						t.Errorf("cell %d, %d is %v, want %v", i, j, y, x)
					}
				}
			}
			if table.Kind != c.want.kind || table.Name != "test" || table.Source != "here" {
				t.Errorf("%s, %q, %q", table.Kind, table.Name, table.Source)
			}
			if len(table.Annotations) != len(c.want.annotations) {
				t.Errorf("annotations %v", table.Annotations)
			}
			for name, values := range c.want.annotations {
				if a, _ := table.AnnotationByName(name); !reflect.DeepEqual(a.Values, values) {
					t.Errorf("annotation %s: %q", name, a.Values)
				}
			}
			if len(table.Notes) != len(c.want.notes) {
				t.Errorf("notes %q", table.Notes)
			}
			for _, note := range c.want.notes {
				if !strings.Contains(strings.Join(table.Notes, "\n"), note) {
					t.Errorf("notes %q lack %q", table.Notes, note)
				}
			}
		})
	}
}

// TestLongLines: lines longer than the part of a file that guesses are made from.
func TestLongLines(t *testing.T) {
	const columns = 200_000
	var b strings.Builder
	b.WriteString("id")
	for j := range columns {
		fmt.Fprintf(&b, ";column%d", j)
	}
	for i := range 3 {
		fmt.Fprintf(&b, "\nr%d%s", i, strings.Repeat(";1,5", columns))
	}
	table, err := Bytes("x.csv", "", []byte(b.String()), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n, d := table.Dims(); n != 3 || d != columns || table.X.At(2, columns-1) != 1.5 || table.Rows[2] != "r2" {
		t.Errorf("%d × %d, last %v", n, d, table.X.At(2, columns-1))
	}
}
