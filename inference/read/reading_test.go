package read

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference/read/number"
)

// TestReadings: numbers as people write them are read, what was taken off is told, and what only the user can tell is
// left as text or asked.
func TestReadings(t *testing.T) {
	for _, c := range []struct {
		name, text string
		o          Options
		want       string // the table, or the error
		note       string
	}{
		{"German", "id;a;b\nr;1.000,92;1.200\ns;2.310,10;1.300\nt;999,05;900\n",
			Options{}, "a,b;r 1000.92 1200;s 2310.1 1300;t 999.05 900;",
			`Signs between thousands, as in "1.000,92", were taken off in 2 columns: "a", "b".`},
		{"Swiss", "id;a;b\nr;1'000.92;12.5\ns;2’310.10;13.0\n", Options{},
			"a,b;r 1000.92 12.5;s 2310.1 13;", `as in "1'000.92"`},
		{"American", "id,a,b\nr,\"1,000.92\",12.5\ns,\"12,310\",13.0\n", Options{},
			"a,b;r 1000.92 12.5;s 12310 13;", `as in "1,000.92"`},
		{"Indian", "id,a,b\nr,\"12,34,567\",12.5\ns,\"1,00,000\",13.0\n", Options{},
			"a,b;r 1.234567e+06 12.5;s 100000 13;", `as in "12,34,567"`},
		{"French", "id;a;b\nr;1\u202f000,92;12,5\ns;2\u00a0310,10;13,0\nt;3 000;1\n", Options{},
			"a,b;r 1000.92 12.5;s 2310.1 13;t 3000 1;", "Signs between thousands"},
		{"thin spaces", "id,a\nr,1\u2009000\ns,12\u2009310.5\n", Options{}, "a;r 1000;s 12310.5;", "Signs between thousands"},
		{"a point elsewhere tells thousands", "id\ta\nr\t1.5\ns\t1,234\nt\t3\n", Options{}, "a;r 1.5;s 1234;t 3;",
			`Signs between thousands, as in "1,234"`},
		{"late in the file", "a\tb\n" + strings.Repeat("1.234\t2.345\n", 150) + "1\t1,5\n", Options{RowNames: No},
			"a,b;" + rows(150, "1234 2345") + "151 1 1.5;", "between thousands"},
		{"chosen point", "id;a\nr;1,234\ns;2,345\n", Options{DecimalComma: No}, "a;r 1234;s 2345;", "between thousands"},
		{"chosen comma", "id;a\nr;1.234\ns;2.345\n", Options{DecimalComma: Yes}, "a;r 1234;s 2345;", "between thousands"},
		{"columns that differ", "id;a;b\nr;1,5;1.25\ns;2,5;2.5\n", Options{}, "a,b;r 1.5 1.25;s 2.5 2.5;",
			`The decimal sign is a comma in 1 column, unlike elsewhere: "a".`},
		{"asked", "id;a;b\nr;1,234 mg;1\ns;2,345 mg;2\n", Options{},
			`"1,234 mg" may have a thousands separator or a decimal comma`, ""},
		{"full width", "id,a\nr,１２．５\ns,－３\n", Options{}, "a;r 12.5;s -3;", ""},
		{"minus signs", "id,a\nr,–2\ns,−3\nt,4\n", Options{}, "a;r -2;s -3;t 4;", ""},
		{"per cent", "id,a,b,c\nr,12%,5 mg,1.2kg\ns,15.5 %,10 mg,.9kg\nt,9%,5 mg,1kg\n",
			Options{}, "a,b,c;r 12 5 1.2;s 15.5 10 0.9;t 9 5 1;across unit=%|mg|kg;",
			`Units were taken off: % of "a", mg of "b", kg of "c".`},
		{"currencies", "id,a,b\nr,$5.00,EUR 5\ns,\"$1,010.50\",7 €\nt,($2),8\n", Options{},
			"a,b;r 5 5;s 1010.5 7;t -2 8;across unit=$|€;", `$ of "a", € of "b"`},
		{"units with commas", "id;a\nr;1,5 mg\ns;2 mg\nt;\n", Options{}, "a;r 1.5;s 2;t ;across unit=mg;", "mg"},
		{"per cent and none", "id,a,b\nr,12%,1\ns,0.15,2\nt,9%,3\n", Options{}, "b;r 1;s 2;t 3;a=12%|0.15|9%;",
			`Column "a" holds numbers with and without a percent sign`},
		{"control beside doses", "id,a,b\nr,5 mg,1\ns,control,2\nt,10 mg,3\n", Options{},
			"b;r 1;s 2;t 3;a=5 mg|control|10 mg;", ""},
		{"unknown units", "id,a,b\nr,5 apples,1\ns,6 apples,2\n", Options{}, "b;r 1;s 2;a=5 apples|6 apples;",
			`Column "a" holds numbers with a unit, such as "5 apples", so it is an annotation. To read it as numbers, say so`},
		{"unknown units, numbers", "id,a,b\nr,5 apples,1\ns,6 apples,2\n", Options{Numeric: []string{"a"}},
			"a,b;r 5 1;s 6 2;across unit=apples|;", "apples"},
		{"wells", "id,a,b\nr,1A,1\ns,2A,2\nt,3A,3\n", Options{}, "b;r 1;s 2;t 3;a=1A|2A|3A;", ""},
		{"row names with units", "time,a\n0 h,1\n24 h,2\n48 h,3\n", Options{}, "a;0 h 1;24 h 2;48 h 3;", ""},
		{"header with units", "id,0 mg,5 mg,10 mg\nr,1,2,3\ns,4,5,6\n", Options{}, "0 mg,5 mg,10 mg;r 1 2 3;s 4 5 6;", ""},
		{"units in the first row", "r,5 mg,1\ns,6 mg,2\nt,7 mg,3\n", Options{Header: No},
			"V2,V3;r 5 1;s 6 2;t 7 3;across unit=mg|;", "mg"},
		{"limits", "id,As,Pb,Cd\nr,<0.05,12.1,0.3\ns,0.31,< 2,0.2\nt,0.11,14,<LOD\nu,BDL,11,≤0.1\n",
			Options{}, "As,Pb,Cd;r  12.1 0.3;s 0.31  0.2;t 0.11 14 ;u  11 ;",
			`5 cells of 3 columns ("As", "Pb", "Cd") with a limit, a mark or a word for what was not measured ("< 2", "<0.05", "<LOD", "BDL", "≤0.1") were read as missing.`},
		{"at the limit", "id,As\nr,<0.05\ns,0.31\nt,>9\nu,BDL\nv,0.2*\n", Options{Limits: number.AtLimit},
			"As;r 0.05;s 0.31;t 9;u ;v 0.2;", "read as the limit"},
		{"half of it", "id,As\nr,<0.05\ns,0.31\nt,>9\nu,BDL\n", Options{Limits: number.HalfWay},
			"As;r 0.025;s 0.31;t 9;u ;", "half of the limit"},
		{"limits as text", "id,As,b\nr,<0.05,1\ns,0.31,2\nt,0.4,3\nu,0.5,4\n", Options{Limits: number.Text},
			"b;r 1;s 2;t 3;u 4;As=<0.05|0.31|0.4|0.5;", ""},
		{"mostly limits", "id,As\nr,<0.05\ns,<0.05\nt,<0.05\nu,<0.05\nv,0.2\nw,<0.05\n", Options{},
			"As;r ;s ;t ;u ;v 0.2;w ;", "5 times"},
		{"German limits", "id;As\nr;<0,05\ns;1.310,5\nt;n.n.\n", Options{Limits: number.AtLimit},
			"As;r 0.05;s 1310.5;t ;", "limit"},
		{"age groups", "id,age,b\nr,<40,1\ns,>65,2\nt,40-65,3\n", Options{}, "b;r 1;s 2;t 3;age=<40|>65|40-65;", ""},
		{"only groups", "id,age,b\nr,<40,1\ns,>=40,2\nt,<40,3\n", Options{}, "b;r 1;s 2;t 3;age=<40|>=40|<40;", ""},
		{"dates", "id,day,b\nr,01.02.2020,1\ns,02.02.2020,2\n", Options{}, "b;r 1;s 2;day=01.02.2020|02.02.2020;", ""},
		{"versions", "id,v,b\nr,1.2.3,1\ns,1.2.4,2\n", Options{}, "b;r 1;s 2;v=1.2.3|1.2.4;", ""},
		{"few numbers among words", "id,grade,b\nr,1,1\ns,unknown,2\nt,missing,3\nu,unknown,4\n", Options{},
			"b;r 1;s 2;t 3;u 4;grade=1|unknown|missing|unknown;", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			table, err := Bytes("x.csv", "", []byte(c.text), c.o)
			if err != nil {
				if !strings.Contains(err.Error(), c.want) {
					t.Errorf("%v", err)
				}
				return
			}
			if got := readBytes(t, "x.csv", []byte(c.text), c.o); got != c.want {
				t.Errorf("%q\nwant %q", got, c.want)
			}
			if notes := fmt.Sprint(table.Notes); !strings.Contains(notes, c.note) ||
				c.note == "" && strings.Contains(notes, "taken off") {
				t.Errorf("notes %s", notes)
			}
		})
	}
}

func rows(n int, cells string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%d %s;", i+1, cells)
	}
	return b.String()
}

// TestReadingsTwice: what a preview found, chosen, reads the same.
func TestReadingsTwice(t *testing.T) {
	for _, text := range []string{"id;a;b\nr;1.000,92;1.200\ns;2.310,10;1.300\n", "id,a\nr,<1\ns,2.5\n",
		"id,a\nr,5 mg\ns,7 mg\n"} {
		p, err := ContentOf("x.csv", "", []byte(text)).Look(t.Context(), Options{})
		if err != nil || p.Problem != nil {
			t.Fatal(err, p.Problem)
		}
		again, err := Bytes("x.csv", "", []byte(text), p.Options)
		if err != nil {
			t.Fatal(err)
		}
		n, d := again.Dims()
		for i := range n {
			for j := range d {
				if a, b := again.X.At(i, j), p.Table.X.At(i, j); a != b && !(math.IsNaN(a) && math.IsNaN(b)) {
					t.Errorf("%q: %v, %v", text, a, b)
				}
			}
		}
	}
}

// TestUnitsAreKept: units that are taken off cells are known of the columns, and whole numbers with units are no
// counts.
func TestUnitsAreKept(t *testing.T) {
	for text, want := range map[string]string{
		"id,a,b\nr,12 %,1 %\ns,15 %,40 %\nt,9 %,80 %\n":       "continuous [% %]",
		"id,a,b\nr,12 mg,1\ns,15 mg,40\nt,9 mg,80\n":          "count [mg ]",
		"id,a (g),b (cm)\nr,12,1\ns,15,40\nt,9,80\n":          "continuous []",
		"id,a,b\nr,12,1\ns,15,40\nt,9,80\n":                   "count []",
		"id,a,b\nr,12 mg,1 kg\ns,15 mg,40 kg\nt,9 mg,80 kg\n": "continuous [mg kg]",
	} {
		table, err := Bytes("x.csv", "", []byte(text), Options{})
		if err != nil {
			t.Fatal(err)
		}
		units := []string{}
		for _, a := range table.ColumnAnnotations {
			units = append(units, a.Values...)
		}
		if got := fmt.Sprint(table.Kind, " ", units); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
