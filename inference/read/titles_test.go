package read

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// book returns a workbook with the sheets in order, each with rows from A1.
func book(t *testing.T, names []string, sheets ...[][]any) []byte {
	t.Helper()
	f := excelize.NewFile()
	for i, name := range names {
		if _, err := f.NewSheet(name); err != nil {
			t.Fatal(err)
		}
		for j, row := range sheets[i] {
			cell, err := excelize.CoordinatesToCellName(1, j+1)
			if err != nil {
				t.Fatal(err)
			}
			if err := f.SetSheetRow(name, cell, &row); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := f.DeleteSheet("Sheet1"); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestTitlesOfPlate: the columns of a plate are counted, below titles that a spreadsheet padded with empty cells.
func TestTitlesOfPlate(t *testing.T) {
	const plate = ",1,2,3,4\nA,.1,.2,.3,.2\nB,.5,.2,.1,.4\nC,.4,.4,.2,.1\n"
	const want = "1,2,3,4;A 0.1 0.2 0.3 0.2;B 0.5 0.2 0.1 0.4;C 0.4 0.4 0.2 0.1;"
	for _, titles := range []string{"", "Plate one,,,,\n", "Plate one,,,,\nOD600,,,,\n", "OD600\n\n"} {
		if got := readBytes(t, "x.csv", []byte(titles+plate), Options{}); got != want {
			t.Errorf("%q: %s", titles, got)
		}
	}
}

// TestMarks: a mark in some cells and nothing in the others mean yes and no, where two columns or more hold nothing
// else.
func TestMarks(t *testing.T) {
	if got := readBytes(t, "x.csv", []byte("id,a,b\nr,x,\ns,,x\nt,x,\n"), Options{}); got != "a,b;r 1 0;s 0 1;t 1 0;" {
		t.Error(got)
	}
	if _, err := Bytes("x.csv", "", []byte("id,a,b\nr,x,y\ns,,z\nt,x,w\n"), Options{}); err == nil {
		t.Error("one column of marks makes a table")
	}
}

// TestTitles: lines above the header are skipped, and only those.
func TestTitles(t *testing.T) {
	const body = "id,a,b,c\nr,1,2,3\ns,4,5,6\nt,7,8,9\n"
	const want = "a,b,c;r 1 2 3;s 4 5 6;t 7 8 9;"
	for name, c := range map[string]struct {
		text    string
		skipped int
	}{
		"none":             {body, 0},
		"a title":          {"Table S1. Weights\n" + body, 1},
		"a title, blank":   {"Table S1. Weights\n\n" + body, 2},
		"padded":           {"Table S1. Weights,,,\n,,,\n" + body, 2},
		"a year":           {"Weights\n2024\n" + body, 2},
		"quoted, two rows": {"\"Table S1\nof 3\"\n" + body, 2},
	} {
		p, err := look("x.csv", []byte(c.text), Options{})
		if err != nil || p.Problem != nil || p.Skipped != c.skipped || len(p.Columns) != 4 {
			t.Errorf("%s: skipped %d of %d, %d columns, %v, %v", name, p.Skipped, c.skipped, len(p.Columns), p.Problem, err)
			continue
		}
		if got := readBytes(t, "x.csv", []byte(c.text), Options{}); got != want {
			t.Errorf("%s: %q", name, got)
		}
		if noted := slices.ContainsFunc(p.Notes, func(s string) bool {
			return strings.Contains(s, "above the table") && strings.Contains(s, "--skip-lines")
		}); noted != (c.skipped > 0) {
			t.Errorf("%s: notes %q", name, p.Notes)
		}
	}
	p, err := look("x.csv", []byte("Weights\n\n"+body), Options{})
	if err != nil || p.Guesses[2] != "Line 3 names the columns." {
		t.Errorf("%q, %v", p.Guesses, err)
	}
}

// TestTitlesNot: what may belong to the table is not skipped.
func TestTitlesNot(t *testing.T) {
	for name, text := range map[string]string{
		"row names without a name": "a\nr,1\ns,2\nt,3\n",
		"sparse first row":         "1,,,\n2,3,4,5\n6,7,8,9\n1,3,4,5\n",
		"short header":             "id,a,b\nr,1,2,3\ns,4,5,6\nt,7,8,9\n",
		"units":                    "id,mass,length\n,kg,cm\nr,1,2\ns,4,5\n",
		"one column":               "title\n1\n2\n3\n",
	} {
		if p, err := look("x.csv", []byte(text), Options{}); err != nil || p.Skipped != 0 {
			t.Errorf("%s: %d skipped, %v", name, p.Skipped, err)
		}
	}
}

// TestSkipLines: the user's number counts, and an error of a file with titles names the option.
func TestSkipLines(t *testing.T) {
	const text = "x,y,z\n1,2,3\nid,a,b\nr,4,5\ns,6,7\n"
	if got := readBytes(t, "x.csv", []byte(text), Options{Skip: 2}); got != "a,b;r 4 5;s 6 7;" {
		t.Errorf("%q", got)
	}
	if _, err := Bytes("x.csv", "", []byte(text), Options{Skip: 9}); err == nil ||
		!strings.Contains(err.Error(), "fewer than 9 lines") {
		t.Errorf("%v", err)
	}
	if _, err := Bytes("x.csv", "", []byte("Weights\nid,a,b,c\nr,4,5,6\ns,6,7,8\n"), Options{Skip: -1}); err == nil ||
		!strings.Contains(err.Error(), "--skip-lines") {
		t.Errorf("%v", err)
	}
	_, err := Bytes("x.csv", "", []byte("Weights\nid,a,b,c\nr,4,5,6\ns,6,7\n"), Options{})
	if err == nil || !strings.Contains(err.Error(), "x.csv, line 4: has 3 cells") {
		t.Errorf("%v", err)
	}
}

// TestWorkbookTitles: rows above the table, an empty column beside it, and rows without their last cells.
func TestWorkbookTitles(t *testing.T) {
	data := book(t, []string{"Data"}, [][]any{
		{nil, "Table S1. Weights in g"}, {}, {nil, "id", "a", "b", "c"}, {nil, "r", 1, 2, 3}, {nil, "s", 4, 5}, {nil, "t", 7},
		{nil, "Mean", 4, 3.5, 3},
	})
	if got := readBytes(t, "x.xlsx", data, Options{}); got != "a,b,c;r 1 2 3;s 4 5 ;t 7  ;Mean 4 3.5 3;" {
		t.Errorf("%q", got)
	}
	p, err := look("x.xlsx", data, Options{})
	if err != nil || p.Skipped != 2 || !slices.Contains(p.Guesses, "Row 3 of the sheet names the columns.") {
		t.Errorf("%+v, %v", p, err)
	}
	if text := strings.Join(p.Notes, " "); !strings.Contains(text, "--range") ||
		!strings.Contains(text, `1 row at the end of the table, "Mean", may sum up the others`) {
		t.Errorf("%q", text)
	}
	if _, err = Bytes("x.xlsx", "", data, Options{Skip: 99}); err == nil || strings.Contains(err.Error(), "a tab") {
		t.Errorf("%v", err)
	}
}

// TestWorkbookTitleBesideTable: a title in the column left of the table does not make that column a part of it, whether
// it is skipped by itself or by the user. Genes that became dates are pointed out wherever they stand.
func TestWorkbookTitleBesideTable(t *testing.T) {
	data := book(t, []string{"Data"}, [][]any{
		{"Table S1. Expression"}, {}, {nil, "gene", "alias", "a", "b"}, {nil, "TP53", "P53", 1, 2},
		{nil, "2-Sep", "hSEPT2", 4, 5}, {nil, "MYC", "1-Mar", 6, 7},
	})
	for _, skip := range []int{0, 2} {
		table, err := Bytes("x.xlsx", "", data, Options{Skip: skip})
		if err != nil || table.Rows[1] != "2-Sep" || len(table.Annotations) != 1 || table.X.At(2, 1) != 7 {
			t.Errorf("skip %d: %+v, %v", skip, table, err)
		}
	}
	p, err := look("x.xlsx", data, Options{})
	for _, part := range []string{`among the row names into dates: "2-Sep" (likely SEPTIN2)`,
		`among the values of "alias" into dates: "1-Mar" (likely MARCHF1 or MTARC1)`} {
		if text := strings.Join(p.Notes, " "); err != nil || !strings.Contains(text, part) {
			t.Errorf("%s is not in %q, %v", part, text, err)
		}
	}
	if len(p.Notes) == 0 || !strings.Contains(p.Notes[0], "dates") {
		t.Errorf("damage to names does not come first: %q", p.Notes)
	}
	p, err = look("x.csv", []byte("id,visit,a\nr,1-Mar,1\ns,2-Sep,2\nt,3-Sep,3\n"), Options{})
	if text := strings.Join(p.Notes, " "); err != nil || strings.Contains(text, "genes") {
		t.Errorf("dates are taken for genes: %q, %v", text, err)
	}
}

// TestEmptyLeft: columns at the left that are empty, as below a title that stands beside the table, are no part of it:
// the next one names the rows. A sheet, its text and the table alone give the same.
func TestEmptyLeft(t *testing.T) {
	const want = "a,b;TP53 1 2;KRAS 4 5;MYC 6 7;"
	for name, text := range map[string]string{
		"title beside": "Table S1. Expression,,,\n,,,\n,gene,a,b\n,TP53,1,2\n,KRAS,4,5\n,MYC,6,7\n",
		"title, short": "Table S1. Expression\n\n,gene,a,b\n,TP53,1,2\n,KRAS,4,5\n,MYC,6,7\n",
		"two columns":  ",,gene,a,b\n,,TP53,1,2\n,,KRAS,4,5\n,,MYC,6,7\n",
	} {
		if got := readBytes(t, "x.csv", []byte(text), Options{}); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	p, err := look("x.csv", []byte(",gene,a\n,TP53,1\n,KRAS,4\n"), Options{})
	if err != nil || p.Columns[0].Role != LeftOut || !slices.Contains(p.Guesses, "Column 2 names the rows.") {
		t.Errorf("%+v, %v", p, err)
	}
	if got := readBytes(t, "x.csv", []byte(",TP53,1,2\n,KRAS,4,5\n,MYC,6,7\n"), Options{Header: No}); got !=
		"V3,V4;TP53 1 2;KRAS 4 5;MYC 6 7;" {
		t.Errorf("without names of columns: %q", got)
	}
	for text, want := range map[string]int{"\t\ta\tb\n\t\tc\n\n": 2, "\ta\nb\n": 0, "a\tb\nc\td\n": 0, "\t\n\n": 0} {
		square, left := squared([]byte(text))
		if again, more := squared(square); left != want || more != 0 || string(again) != string(square) {
			t.Errorf("%q: %q, %d", text, square, left)
		}
	}
}

// TestWorkbookSheets: the first sheet that is a table is read, and the others are named.
func TestWorkbookSheets(t *testing.T) {
	data := book(t, []string{"README", "Data", "Other"},
		[][]any{{"Weights of crabs"}, {"Author", "A. Person"}, {"Rows", 2}},
		[][]any{{"id", "a", "b"}, {"r", 1, 2}, {"s", 4, 5}},
		[][]any{{"id", "x"}, {"r", 1}, {"s", "Inf"}, {"t", 2}, {"u", 2}})
	if got := readBytes(t, "x.xlsx", data, Options{}); got != "a,b;r 1 2;s 4 5;" {
		t.Errorf("%q", got)
	}
	p, err := look("x.xlsx", data, Options{})
	if err != nil || p.Options.Sheet != "Data" || !slices.Contains(p.Notes,
		`The table is on the sheet "Data". The workbook also has "README", "Other" (Sheet, or --sheet).`) {
		t.Errorf("%+v, %v", p, err)
	}
	_, err = Bytes("x.xlsx", "", data, Options{Sheet: "Other"})
	if err == nil || !strings.Contains(err.Error(), `This is the sheet "Other"; the workbook also has "README", "Data"`) {
		t.Errorf("%v", err)
	}
}

// TestSummaryRows: rows of sums at the end are pointed out, in a column of annotations too; a name in the
// middle is not.
func TestSummaryRows(t *testing.T) {
	for text, want := range map[string]bool{
		"id,a\nr,1\ns,3\nTotal,4\n":                true,
		"id,a\nr,1\ns,3\nMean:,2\nSD,1.4\n":        true,
		"id,a\nr,1\nmean,3\ns,4\n":                 false,
		"g,a\nx,1\nx,3\nx,2\nx,2\nx,2\nTotal,10\n": true,
	} {
		table, err := Bytes("x.csv", "", []byte(text), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(strings.Join(table.Notes, " "), "may sum up the others"); got != want {
			t.Errorf("%q: %q", text, table.Notes)
		}
	}
}
