package read

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

func zipped(t testing.TB, text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestRefuses lists what cannot be read, where the error points and what it says.
func TestRefuses(t *testing.T) {
	good := zipped(t, "a,b\n1,2\n3,4\n")
	for _, c := range []struct {
		name, text   string
		o            Options
		line, column int
		parts        []string
	}{
		{"empty", "", Options{}, 0, 0, []string{"the file is empty", "Export"}},
		{"blanks", " \n\t\n", Options{}, 0, 0, []string{"contains only blanks"}},
		{"empty gzip", zipped(t, ""), Options{}, 0, 0, []string{"compressed file is empty"}},
		{"gzip cut short", good[:len(good)-6], Options{}, 0, 0, []string{"damaged or cut short", "download it again"}},
		{"twice zipped", zipped(t, good), Options{}, 0, 0, []string{"compressed twice"}},
		{"header only", "id,a,b\n", Options{}, 1, 0, []string{"contains only column names"}},
		{"one row", "id,a,b\nr,1,2\n", Options{}, 1, 0, []string{"only one row", "At least two rows"}},
		{"rows without any cell", "id,a,b\n,,\n,,\n", Options{}, 1, 0, []string{"contains only column names"}},
		{"a row too short", "id,a,b\nr,1,2\ns,3\nu,4,5\n", Options{}, 3, 0,
			[]string{"has 2 cells where the header has 3", "every row must have every column"}},
		{"a row too long", "id,a,b\nr,1,2\ns,3,4,5\nu,4,5\n", Options{}, 3, 0,
			[]string{"has 4 cells where the header has 3", "quotes around a cell that contains a comma"}},
		{"ragged without a header", "1.5,2\n3,4\n5\n", Options{}, 3, 0, []string{"has 1 cell where the other rows have 2"}},
		{"line numbers count the lines of quoted cells", "id,a\n\"x\ny\",1\nz,2\nw\n", Options{}, 5, 0,
			[]string{"has 1 cell"}},
		{"and of CRLF, comments and blank lines", "# x\r\nid,a,b\r\n\r\nr,1,2\r\ns,1,2\r\nz\r\n", Options{}, 6, 0,
			[]string{"has 1 cell"}},
		{"quote never closed", "id,a\nr,1\n\"s,2\nu,3\n", Options{}, 3, 1, []string{"never closed", "remove it"}},
		{"text after a quote", "id,a\nr,1\n\"s\"x,2\nu,3\n", Options{}, 3, 1, []string{"follows a closing quotation mark"}},
		{"a text column asked to be numbers", "id,a,b\nr,x,1\ns,y,2\n", Options{Numeric: []string{"a"}}, 2, 2,
			[]string{`"x" is not a number`, "keep the column as an annotation"}},
		{"infinity", "id,a\nr,1\ns,-Inf\nu,3\n", Options{}, 3, 2, []string{`"-Inf" is not a finite number`}},
		{"beyond the greatest number", "id,a\nr,1\ns,1e999\nu,3\n", Options{}, 3, 2,
			[]string{`"1e999" is not a finite number`}},
		{"thousands or decimal comma", "id;a\nr;1,234\ns;2,345\n", Options{}, 2, 2,
			[]string{"may have a thousands separator or a decimal comma", "Say whether"}},
		{"two decimal signs", "id;a\nr;1.5\ns;2,5\nu;3.5\nv;1.5\n", Options{}, 3, 2,
			[]string{"has a decimal comma where other cells have a decimal point"}},
		{"no numbers", "id,a,b\nr,x,y\ns,z,w\n", Options{}, 0, 0, []string{"no column of numbers", "separator"}},
		{"two numbers in a cell", "id,a\nr,5.1 ± 0.2\ns,6 ± 0.1\n", Options{}, 0, 0,
			[]string{"no column of numbers", `"5.1 ± 0.2" hold two numbers`}},
		{"numbers with units that are none", "id,a\nr,5 apples\ns,6 apples\n", Options{}, 0, 0,
			[]string{"no column of numbers", "without units"}},
		{"all missing", "id,a,b\nr,NA,\ns,NA,?\n", Options{}, 0, 0,
			[]string{"every cell in the columns of numbers is missing", "codes"}},
		{"no such annotation", "id,a,b\nr,1,2\ns,3,4\n", Options{Annotations: []string{"c"}}, 0, 0,
			[]string{`no column "c"`, `"id", "a", "b"`}},
		{"a separator that cannot be", "id,a,b\nr,1,2\ns,3,4\n", Options{Separator: 'x'}, 0, 0,
			[]string{`'x'`, "Choose comma"}},
		{"zero byte", "id,a\nr,1\ns\x00,2\n", Options{}, 3, 0, []string{"not text", "zero byte"}},
		{"control characters", "\x01\x02\x03a,b\n\x04\x05", Options{}, 1, 0, []string{"control characters"}},
		{"PNG", "\x89PNG\r\n\x1a\n\x00\x00", Options{}, 0, 0, []string{"is a picture (PNG)"}},
		{"damaged xlsx", "PK\x03\x04\x14\x00[Content_Types].xml xl/workbook.xml", Options{}, 0, 0,
			[]string{"the workbook is damaged", "CSV"}},
		{"ods", "PK\x03\x04\x14\x00mimetypeapplication/vnd.oasis.opendocument.spreadsheet", Options{}, 0, 0,
			[]string{"OpenDocument", "as CSV"}},
		{"damaged zip", "PK\x03\x04\x14\x00table.csv", Options{}, 0, 0, []string{"damaged or cut short"}},
		{"xls", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", Options{}, 0, 0, []string{"old Excel", "CSV"}},
		{"PDF", "%PDF-1.7\n", Options{}, 0, 0, []string{"PDF"}},
		{"R object", zipped(t, "RDX3\nX\n\x00"), Options{}, 0, 0, []string{"R workspace", "write.csv"}},
		{"web page", "\n<!DOCTYPE html><html>", Options{}, 0, 0, []string{"web page", "Download the file itself"}},
		{"JSON", "[{\"a\": 1}]", Options{}, 0, 0, []string{"JSON"}},
		{"GCT of fewer columns", "#1.2\n2\t3\nName\tDescription\ta\tb\nr\tx\t1\t2\ns\ty\t3\t4\n", Options{}, 3, 0,
			[]string{"announces 3 columns", "the third line names 4"}},
		{"GCT cut short", "#1.2\n3\t2\nName\tDescription\ta\tb\nr\tx\t1\t2\ns\ty\t3\t4\n", Options{}, 2, 0,
			[]string{"announces 3 rows, but the file has 2"}},
		{"GCT without counts", "#1.3\n3\t2\nid\ta\tb\n", Options{}, 2, 0, []string{"4 whole numbers"}},
		{"a damaged Parquet file", "PAR1 some bytes PAR1", Options{}, 0, 0, []string{"Parquet file is damaged"}},
		{"a matrix outside of itself", "%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 5\n", Options{}, 3, 0,
			[]string{"outside the 2 × 2 matrix"}},
		{"a matrix with too few entries", "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 5\n", Options{}, 3, 0,
			[]string{"announces 2 entries but has 1"}},
		{"a matrix of 2·10⁹ rows", "%%MatrixMarket matrix coordinate real general\n2000000000 2 1\n1 1 5\n", Options{}, 2, 0,
			[]string{"2000000000", "50 million"}},
		{"a matrix of more rows than numbers hold",
			"%%MatrixMarket matrix coordinate real general\n99999999999999999999 2 1\n1 1 5\n", Options{},
			2, 0, []string{"size"}},
		{"a huge matrix", "%%MatrixMarket matrix coordinate real general\n1000000 1000000 1\n1 1 5\n", Options{}, 2, 0,
			[]string{"50 million"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			table, err := Bytes("test.csv", "here", []byte(c.text), c.o)
			if err == nil {
				t.Fatalf("was read: %+v", table)
			}
			checkError(t, err)
			e := err.(*Error)
			if e.Line != c.line || e.Column != c.column {
				t.Errorf("points to line %d, column %d; want %d, %d", e.Line, e.Column, c.line, c.column)
			}
			for _, part := range append(c.parts, "test.csv") {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("%q lacks %q", err, part)
				}
			}
			if strings.Contains(err.Error(), "..") && !strings.Contains(err.Error(), "...") ||
				!strings.HasSuffix(err.Error(), ".") {
				t.Errorf("not sentences: %q", err)
			}
		})
	}
}

func TestErrorText(t *testing.T) {
	_, err := Bytes("/home/me/crabs.csv", "", []byte("id,FL\nr,1\ns,2\nu,Inf\nv,4\n"), Options{})
	const want = `crabs.csv, line 4, column 2 "FL": "Inf" is not a finite number. Correct the cell, leave it empty, or add it to the codes of missing cells (Missing cells, or --missing=usual,Inf).`
	if err == nil || err.Error() != want {
		t.Errorf("%v\nwant\n%s", err, want)
	}
}

func TestFile(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "Crabs.csv.gz")
	if err := os.WriteFile(name, []byte(zipped(t, "id,a\nr,1\ns,2\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	table, err := File(t.Context(), name, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if table.Name != "Crabs" || table.Source != name || len(table.SHA256) != 64 {
		t.Errorf("%q, %q, %q", table.Name, table.Source, table.SHA256)
	}
	_, err = File(t.Context(), filepath.Join(folder, "none.csv"), Options{})
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "none.csv: there is no such file") {
		t.Errorf("%v", err)
	}
	if _, err = File(t.Context(), folder, Options{}); err == nil || !strings.Contains(err.Error(), "is a folder") {
		t.Errorf("%v", err)
	}
	// A file with a hole of 2 GiB takes no room on the disk and must take none in memory.
	large := filepath.Join(folder, "large.csv")
	if err := os.WriteFile(large, []byte("a,b\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, 2<<30); err != nil {
		t.Skip("no sparse files here")
	}
	if _, err = File(t.Context(), large, Options{}); err == nil || !strings.Contains(err.Error(), "more than 512 MiB") {
		t.Errorf("%v", err)
	}
}

// sheetOf is a workbook of one sheet with these rows.
func sheetOf(t *testing.T, rows string) string {
	t.Helper()
	const (
		head      = `<?xml version="1.0"?>`
		office    = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
		main      = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
		relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`
		sheet     = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
	)
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, part := range [][2]string{
		{"[Content_Types].xml",
			`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
				`<Override PartName="/xl/workbook.xml" ContentType="` + sheet + `"/></Types>`},
		{"_rels/.rels", relations + `<Relationship Id="rId1" Type="` + office +
			`/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
		{"xl/workbook.xml", `<workbook xmlns="` + main + `" xmlns:r="` + office +
			`"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`},
		{"xl/_rels/workbook.xml.rels", relations + `<Relationship Id="rId1" Type="` + office +
			`/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`},
		{"xl/worksheets/sheet1.xml", `<worksheet xmlns="` + main + `"><sheetData>` + rows + `</sheetData></worksheet>`},
	} {
		w, err := z.Create(part[0])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, head+part[1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Workbooks whose rows have numbers that no row can have are refused in a sentence; the same workbook with good ones is
// read.
func TestNumbersOfRows(t *testing.T) {
	rows := func(first, second string) string {
		return sheetOf(t, `<row r="`+first+`"><c r="A`+first+
			`" t="inlineStr"><is><t>a</t></is></c><c r="B`+first+`" t="inlineStr"><is><t>b</t></is></c></row>`+
			`<row r="`+second+`"><c r="A`+second+`"><v>1</v></c><c r="B`+second+`"><v>2</v></c></row>`+
			`<row r="3"><c r="A3"><v>3</v></c><c r="B3"><v>5</v></c></row>`)
	}
	if table, err := Bytes("t.xlsx", "t.xlsx", []byte(rows("1", "2")), Options{}); err != nil || len(table.Rows) != 2 {
		t.Errorf("rows 1 to 3: %v", err)
	}
	for _, bad := range []string{"-5", "0", "99999999999", "2000000000"} {
		_, err := Bytes("t.xlsx", "t.xlsx", []byte(rows("1", bad)), Options{})
		if e := (*Error)(nil); !errors.As(err, &e) || e.Remedy == "" || strings.Contains(err.Error(), "runtime error") ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("row %s: %v", bad, err)
		}
	}
}

// What a Parquet file says that it unpacks to is looked at before it is unpacked; what lists hold, which are left out,
// does not count.
func TestParquetBomb(t *testing.T) {
	type row struct {
		A    string   `parquet:"a,plain,snappy"`
		Many []string `parquet:"many,list"`
	}
	var b bytes.Buffer
	w := parquet.NewGenericWriter[row](&b)
	for range 50 {
		if _, err := w.Write([]row{{strings.Repeat("x", 1000), []string{strings.Repeat("y", 3000)}}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for most, refused := range map[int64]bool{40_000: true, 60_000: false} {
		_, e := parquetRows("t.parquet", b.Bytes(), most)
		if (e != nil) != refused || refused && !strings.Contains(e.Error(), "512 MiB of text, which is the limit") {
			t.Errorf("at most %d bytes: %v", most, e)
		}
	}
}

// TestGzipBomb: what unpacks beyond the limit is refused before it is unpacked whole.
func TestGzipBomb(t *testing.T) {
	const limit = 1 << 20
	full := []byte(zipped(t, strings.Repeat("1,2\n", limit/4)))
	if text, err := gunzip(full, limit); err != nil || len(text) != limit {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	bomb := []byte(zipped(t, strings.Repeat("1,2\n", 16*limit)))
	used := testing.AllocsPerRun(1, func() {
		if _, err := gunzip(bomb, limit); !errors.Is(err, errTooLarge) {
			t.Errorf("%v", err)
		}
	})
	if used > 100 {
		t.Errorf("%v allocations", used)
	}
}
