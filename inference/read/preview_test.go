package read

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"example.org/espalier/inference"
)

func TestLook(t *testing.T) {
	const text = "id;sex;a;b;\nr;f;1,5;NA;\ns;m;2;7;\nu;f;3,25;7;\n"
	p, err := look("crabs.csv", []byte(text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := &Preview{
		Name: "crabs", Encoding: "UTF-8",
		Options: Options{Separator: ';', DecimalComma: Yes, Header: Yes, RowNames: Yes, Missing: nil},
		Guesses: []string{
			"Columns are separated by semicolons.", "The decimal sign is a comma.", "The first row names the columns.",
			"The first column names the rows.", `1 column is an annotation: "sex".`, "The numbers are continuous.",
			"1 cell missing (17 %).",
		},
		Columns: []Column{
			{Name: "id", Role: RowName}, {Name: "sex", Role: Annotation},
			{Name: "a", Role: Number, Kind: inference.Continuous},
			{Name: "b", Role: Number, Kind: inference.Count, Missing: 1, Note: "one value throughout"},
			{Name: "V5", Role: LeftOut, Missing: 3},
		},
		Cells: [][]string{{"r", "f", "1,5", "NA", ""}, {"s", "m", "2", "7", ""}, {"u", "f", "3,25", "7", ""}},
		Rows:  3, Numbers: 2, Missing: 1, Kind: inference.Continuous,
		Notes: []string{`1 column with the same value throughout: "b".`},
	}
	if p.Table == nil || len(p.Table.Rows) != 3 || len(p.Table.Columns) != 2 {
		t.Fatalf("the preview has the table %+v", p.Table)
	}
	p.Table = nil
	if !reflect.DeepEqual(p, want) {
		t.Errorf("got\n%+v\nwant\n%+v", p, want)
	}
}

func TestLookProblem(t *testing.T) {
	p, err := look("x.csv", []byte("id,a\nr,1\ns,2\nu,Inf\nv,4\n"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if p.Problem == nil || p.Problem.Line != 4 || len(p.Cells) != 4 || len(p.Columns) != 2 || p.Rows != 0 {
		t.Errorf("%+v", p)
	}
	// The remedies that the problem names work.
	for _, o := range []Options{{Missing: []string{"Inf"}}, {Annotations: []string{"a"}}} {
		q, err := look("x.csv", []byte("id,a,b\nr,1,1\ns,2,2\nu,Inf,3\nv,4,4\n"), o)
		if err != nil || q.Problem != nil {
			t.Errorf("%+v: %v, %v", o, err, q.Problem)
		}
	}
	if p, err := look("x.csv", nil, Options{}); err == nil || p != nil {
		t.Errorf("an empty file has the preview %+v", p)
	}
}

func TestLookSize(t *testing.T) {
	row := "1" + strings.Repeat(",2", 99) + "\n"
	p, err := look("x.csv", []byte(strings.Repeat(row, 50)), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Cells) != previewRows || len(p.Cells[0]) != PreviewColumns || len(p.Columns) != 100 || p.Rows != 50 {
		t.Errorf("%d × %d cells, %d columns, %d rows", len(p.Cells), len(p.Cells[0]), len(p.Columns), p.Rows)
	}
}

func TestLookEncodings(t *testing.T) {
	for text, want := range map[string]string{
		"id,a\nr,1\ns,2\n": "UTF-8", "id,\xe9\nr,1\ns,2\n": "Latin-1",
		"\xff\xfei\x00d\x00,\x00\xe9\x00\n\x00r\x00,\x001\x00\n\x00s\x00,\x002\x00": "UTF-16 (little endian)",
		"\xfe\xff\x00i\x00d\x00,\x00\xe9\x00\n\x00r\x00,\x001\x00\n\x00s\x00,\x002": "UTF-16 (big endian)",
	} {
		p, err := look("x.csv", []byte(text), Options{})
		if err != nil || p.Problem != nil {
			t.Errorf("%s: %v, %v", want, err, p)
			continue
		}
		if p.Encoding != want || p.Rows != 2 || want != "UTF-8" && p.Columns[1].Name != "é" {
			t.Errorf("%s: %s, %q, %d rows", want, p.Encoding, p.Columns[1].Name, p.Rows)
		}
		zipped, err := look("x.csv.gz", []byte(zipped(t, text)), Options{})
		if err != nil || zipped.Packing != "gzip" || zipped.Encoding != want || zipped.Name != "x" {
			t.Errorf("%s, zipped: %v, %+v", want, err, zipped)
		}
	}
}

func TestLabelNotes(t *testing.T) {
	var measured, counted strings.Builder
	measured.WriteString("id,stage,mass,length\n")
	counted.WriteString("id,digit,p0,p1\n")
	for i := range 40 {
		fmt.Fprintf(&measured, "r%d,%d,%g,%g\n", i, 2007+(i+i/7)%3, float64(i)+0.5, float64(i*i)/7)
		fmt.Fprintf(&counted, "r%d,%d,%d,%d\n", i, (i*i+i/7)%10, i*i%7, i*i%5)
	}
	for text, column := range map[string]string{measured.String(): "stage", counted.String(): "digit"} {
		table, err := Bytes("x.csv", "", []byte(text), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(table.Notes) != 1 || !strings.HasPrefix(table.Notes[0], "Column \""+column+"\" contains ") {
			t.Errorf("notes %q", table.Notes)
		}
		table, err = Bytes("x.csv", "", []byte(text), Options{Annotations: []string{column}})
		if err != nil || len(table.Notes) != 0 || len(table.Annotations) != 1 {
			t.Errorf("as an annotation: %v, %q", err, table.Notes)
		}
	}
}

// A label by its name is an annotation, unless it was asked for as numbers or its values are not few whole numbers in
// several rows each.
func TestLabelsByName(t *testing.T) {
	table := func(value func(i int) string) string {
		var b strings.Builder
		b.WriteString("id,year,mass,length\n")
		for i := range 40 {
			fmt.Fprintf(&b, "r%d,%s,%g,%g\n", i, value(i), float64(i)+0.5, float64(i*i)/7)
		}
		return b.String()
	}
	few := table(func(i int) string { return fmt.Sprint(2007 + i%3) })
	note := "1 column holds labels, by name, and was read as an annotation: \"year\"."
	for _, k := range []struct {
		text    string
		o       Options
		columns int
		note    string
	}{
		{few, Options{}, 2, note},
		{few, Options{Numeric: []string{"year"}}, 3, ""},
		{few, Options{Annotations: []string{"year"}}, 2, ""},
		{table(func(i int) string { return []string{"2007", "2008", ""}[i%3] }), Options{}, 2, note},
		{table(func(i int) string { return fmt.Sprint(1980 + i) }), Options{}, 3, ""},
		{table(func(i int) string { return fmt.Sprint(float64(i%3) + 0.5) }), Options{}, 3, ""},
		{strings.Replace(few, "mass,length", "class,group", 1), Options{}, 2, note}, // the others are no whole numbers
	} {
		read, err := Bytes("x.csv", "", []byte(k.text), k.o)
		if err != nil {
			t.Fatal(err)
		}
		notes := strings.Join(read.Notes, " ")
		if _, d := read.Dims(); d != k.columns || strings.Contains(notes,
			"labels, by name,") != (k.note != "") || !strings.Contains(notes, k.note) {
			t.Errorf("%.60q: %d columns, %q", k.text, d, notes)
		}
	}
	var all strings.Builder // a table of labels alone, which nobody would fit otherwise
	all.WriteString("id,year,class\n")
	for i := range 40 {
		fmt.Fprintf(&all, "r%d,%d,%d\n", i, 2007+i%3, i%4)
	}
	if read, err := Bytes("x.csv", "", []byte(all.String()), Options{}); err != nil || len(read.Columns) != 2 {
		t.Errorf("labels alone: %v", err)
	}
}

func look(name string, data []byte, o Options) (*Preview, error) {
	return ContentOf(name, "", data).Look(context.Background(), o)
}
