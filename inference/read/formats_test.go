package read

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	_ "example.org/espalier/inference/read/columnar" // opens Parquet files
	"example.org/espalier/inference/read/number"
	"example.org/espalier/inference/read/stored"
	_ "example.org/espalier/inference/read/workbook" // opens workbooks

	"github.com/parquet-go/parquet-go"
	"github.com/xuri/excelize/v2"
)

// readBytes reads a table that must be readable.
func readBytes(t *testing.T, name string, data []byte, o Options) string {
	t.Helper()
	table, err := Bytes(name, "", data, o)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return written(table)
}

// written writes a table out: its columns, its rows with their cells, and its annotations.
func written(table *inference.Table) string {
	var b strings.Builder
	b.WriteString(strings.Join(table.Columns, ",") + ";")
	n, d := table.Dims()
	for i := range n {
		b.WriteString(table.Rows[i])
		for j := range d {
			b.WriteString(" " + number.Shortest(table.X.At(i, j), 64))
		}
		b.WriteString(";")
	}
	for _, a := range table.Annotations {
		b.WriteString(a.Name + "=" + strings.Join(a.Values, "|") + ";")
	}
	for _, a := range table.ColumnAnnotations {
		b.WriteString("across " + a.Name + "=" + strings.Join(a.Values, "|") + ";")
	}
	return b.String()
}

// TestReadGCT: the lines before the table go, descriptions and other columns about rows become
// annotations though they hold numbers, and errors point at the line of the file.
func TestReadGCT(t *testing.T) {
	const two = "#1.2\n2\t3\nName\tDescription\ta\tb\tc\nr\tfirst\t1\t2\tNA\ns\tsecond\t4\t5\t6.5\n"
	if got, want := readBytes(t, "x.gct", []byte(two), Options{}),
		"a,b,c;r 1 2 ;s 4 5 6.5;Description=first|second;"; got != want {
		t.Errorf("%q\nwant %q", got, want)
	}
	const three = "#1.3\r\n2\t2\t1\t2\r\nid\tentrez\ta\tb\r\ndose\tna\t0.5\t10\r\nsex\tna\tm\tf\r\nr\t17\t1\t2\r\ns\t18\t4\t5\r\n"
	if got, want := readBytes(t, "x.gct", []byte(three), Options{}),
		"a,b;r 1 2;s 4 5;entrez=17|18;across dose=0.5|10;across sex=m|f;"; got != want {
		t.Errorf("%q\nwant %q", got, want)
	}
	_, err := Bytes("x.gct", "", []byte(strings.Replace(three, "na\tm\tf", "na\tm", 1)), Options{})
	if err == nil || !strings.Contains(err.Error(), "line 5: has 3 cells, but the third line has 4") {
		t.Errorf("%v", err)
	}
	_, err = Bytes("x.gct", "",
		[]byte(strings.Replace(three, "\t4\t", "\tx4\t", 1)+"t\t19\t7\t8\r\nu\t20\t9\t1\r\n"), Options{})
	if err == nil || !strings.Contains(err.Error(), "announces 2 rows, but the file has 4") {
		t.Errorf("%v", err)
	}
	broken := strings.Replace(three, "#1.3\r\n2", "#1.3\r\n5", 1) + "t\t19\tInf\t8\r\nu\t20\t3\t8\r\nv\t20\t3\t8\r\n"
	if _, err = Bytes("x.gct", "", []byte(broken), Options{}); err == nil ||
		!strings.Contains(err.Error(), "line 8, column 3") {
		t.Errorf("%v", err)
	}
}

// TestReadCDT: weights and identifiers of the trees go.
func TestReadCDT(t *testing.T) {
	const text = "GID\tYORF\tNAME\tGWEIGHT\ta\tb\nAID\t\t\t\tARRY0X\tARRY1X\nEWEIGHT\t\t\t\t1\t1\nGENE0X\tr\tfirst\t1\t0.5\t\nGENE1X\ts\tsecond\t1\t2\t3\n"
	if got, want := readBytes(t, "x.cdt", []byte(text), Options{}), "a,b;r 0.5 ;s 2 3;NAME=first|second;"; got != want {
		t.Errorf("%q\nwant %q", got, want)
	}
	weighed := strings.ReplaceAll(strings.Replace(text, "\t1\t1\n", "\t1\t0.5\n", 1), "second\t1", "second\t2")
	if got, want := readBytes(t, "x.cdt", []byte(weighed), Options{}),
		"a,b;r 0.5 ;s 2 3;NAME=first|second;GWEIGHT=1|2;across EWEIGHT=1|0.5;"; got != want {
		t.Errorf("%q\nwant %q", got, want)
	}
	const pcl = "YORF\tNAME\tGWEIGHT\ta\tb\nEWEIGHT\t\t\t1\t1\nr\tfirst\t1\t0.5\t1\ns\tsecond\t1\t2\tInf\nu\tthird\t1\t2\t3\nv\tthird\t1\t2\t3\nw\tthird\t1\t2\t3\n"
	if _, err := Bytes("x.pcl", "", []byte(pcl), Options{}); err == nil ||
		!strings.Contains(err.Error(), `x.pcl, line 4, column 4 "b"`) {
		t.Errorf("%v", err)
	}
}

// TestReadWorkbook: numbers in full and not as shown, dates as shown, the first sheet that holds a
// table or the one asked for, and a range of it.
func TestReadWorkbook(t *testing.T) {
	f := excelize.NewFile()
	for _, err := range []error{
		f.SetSheetName("Sheet1", "Read me"),
		f.SetCellValue("Read me", "A1", "see the other sheet"),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := f.NewSheet("Data"); err != nil {
		t.Fatal(err)
	}
	date, err := f.NewStyle(&excelize.Style{NumFmt: 14})
	if err != nil {
		t.Fatal(err)
	}
	rounded, err := f.NewStyle(&excelize.Style{NumFmt: 2})
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range [][]any{{"gene", "a", "b", "seen", "note"}, {"x \"1\"", 1.23456789, 2, 44621, "one\ttwo"},
		{"y", -3.5e-7, nil, 44622, "three"}, {"z", 3, 4, 44623, "\"four\""}} {
		cell, err := excelize.CoordinatesToCellName(2, 3+i)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.SetSheetRow("Data", cell, &row); err != nil {
			t.Fatal(err)
		}
	}
	for _, err := range []error{f.SetCellStyle("Data", "E4", "E6", date), f.SetCellStyle("Data", "C4", "C6", rounded)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	got := readBytes(t, "x.xlsx", b.Bytes(), Options{Range: "B3:F6"})
	if want :=
		`a,b;x "1" 1.23456789 2;y -3.5e-07 ;z 3 4;seen=03-01-22|03-02-22|03-03-22;note=one two|three|"four";`; got != want {
		t.Errorf("%q\nwant %q", got, want)
	}
	if got := readBytes(t, "x.xlsx", b.Bytes(), Options{Sheet: "Data", Range: "$B$3:$C$5"}); got !=
		`a;x "1" 1.23456789;y -3.5e-07;` {
		t.Errorf("a range gives %q", got)
	}
	p, err := look("x.xlsx", b.Bytes(), Options{})
	if err != nil || !slices.Equal(p.Sheets, []string{"Read me", "Data"}) || p.Options.Sheet != "Data" ||
		p.Guesses[0] != "The file is XLSX." {
		t.Errorf("%+v, %v", p, err)
	}
	for _, c := range []struct {
		o    Options
		want string
	}{{Options{Sheet: "None"}, `no sheet "None". Its sheets are "Read me", "Data".`},
		{Options{Range: "B3"}, `"B3" is not a range`}, {Options{Range: "A1:A2", Sheet: "Data"}, "no table"}} {
		if _, err := Bytes("x.xlsx", "", b.Bytes(), c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c.o, err)
		}
	}
	if _, err := Bytes("x.xlsx", "", b.Bytes()[:b.Len()/2], Options{}); err == nil {
		t.Error("half a workbook was read")
	}
}

// TestReadParquet: the index of pandas names the rows, what is missing is missing, and lists are
// left out with a note.
func TestReadParquet(t *testing.T) {
	type row struct {
		A     float64  `parquet:"a"`
		B     *int32   `parquet:"b,optional"`
		Group string   `parquet:"group"`
		Many  []string `parquet:"many,list"`
		Index string   `parquet:"__index_level_0__"`
	}
	two := int32(2)
	var b bytes.Buffer
	w := parquet.NewGenericWriter[row](&b)
	if _, err := w.Write([]row{{1.25, &two, "x", []string{"p", "q"}, "r"}, {-1e-9, nil, "y", nil, "s"}}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if got, want := readBytes(t, "x.parquet", b.Bytes(), Options{}), "a,b;r 1.25 2;s -1e-09 ;group=x|y;"; got != want {
		t.Errorf("%q\nwant %q", got, want)
	}
	table, err := Bytes("x.parquet", "", b.Bytes(), Options{})
	if err != nil || !strings.Contains(strings.Join(table.Notes, " "), `left out: "many"`) {
		t.Errorf("%v, %v", table.Notes, err)
	}
}

// archiveOf packs files into a ZIP archive.
func archiveOf(t *testing.T, files ...[2]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		w, err := z.Create(f[0])
		if err == nil {
			_, err = w.Write([]byte(f[1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

const (
	sparse   = "%%MatrixMarket matrix coordinate integer general\n%\n3 2 3\n1 1 5\n3 1 7\n2 2 4\n"
	barcodes = "AAA-1\nCCC-1\n"
	features = "ENSG1\tTP53\tGene Expression\nENSG2\tMYC\tGene Expression\nENSG3\tACTB\tGene Expression\n"
	counted  = "TP53,MYC,ACTB;AAA-1 5 0 7;CCC-1 0 4 0;across id=ENSG1|ENSG2|ENSG3;"
)

// TestReadMarket: cells become rows, with the names of the files beside the matrix, in a folder or
// in an archive.
func TestReadMarket(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{"s1_matrix.mtx": sparse, "s1_barcodes.tsv": barcodes,
		"s1_features.tsv.gz": zipped(t, features), "alone.mtx": sparse,
		"s2_matrix.mtx": sparse, "s2_barcodes.tsv.gz": zipped(t, barcodes)[:30], "matrix.mtx": sparse,
		"barcodes.tsv": barcodes, "genes.tsv": features} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"s1_matrix.mtx", "matrix.mtx"} {
		data, err := content(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		if got := readBytes(t, name, data, Options{}); got != counted {
			t.Errorf("%s: %q", name, got)
		}
	}
	table, err := File(t.Context(), filepath.Join(folder, "alone.mtx"), Options{})
	if err != nil || table.Rows[1] != "barcode 2" || table.Columns[2] != "feature 3" || table.X.At(0, 2) != 7 {
		t.Errorf("%+v, %v", table, err)
	}
	packed := archiveOf(t, [2]string{"out/", ""}, [2]string{"out/matrix.mtx.gz", zipped(t, sparse)},
		[2]string{"out/barcodes.tsv", barcodes}, [2]string{"out/genes.tsv", features})
	if got := readBytes(t, "s1.zip", packed, Options{}); got != counted {
		t.Errorf("%q", got)
	}
	short := archiveOf(t, [2]string{"matrix.mtx", sparse}, [2]string{"barcodes.tsv", "AAA-1\n"})
	if _, err := Bytes("s1.zip", "", short, Options{}); err == nil ||
		!strings.Contains(err.Error(), "2 barcodes, but the file of their names has 1") {
		t.Errorf("%v", err)
	}
	if _, err := content(filepath.Join(folder, "s2_matrix.mtx")); err == nil ||
		!strings.Contains(err.Error(), "s2_barcodes.tsv.gz: the compressed file is damaged") {
		t.Errorf("%v", err)
	}
}

// TestReadArchive: an archive with one table is that table; one with more names them.
func TestReadArchive(t *testing.T) {
	const text = "id,a\nr,1\ns,2\n"
	one := archiveOf(t, [2]string{"folder/crabs.csv", text}, [2]string{"__MACOSX/crabs.csv", "x"},
		[2]string{"folder/.DS_Store", "x"})
	if got := readBytes(t, "crabs.zip", one, Options{}); got != "a;r 1;s 2;" {
		t.Errorf("%q", got)
	}
	two := archiveOf(t, [2]string{"b.csv", text}, [2]string{"a.csv", text})
	if _, err := Bytes("x.zip", "", two, Options{}); err == nil ||
		!strings.Contains(err.Error(), `contains 2 files: "a.csv", "b.csv". Unpack it`) {
		t.Errorf("%v", err)
	}
}

// formatSeeds are small contents of files of every format that is told by its content.
func formatSeeds() [][]byte {
	seeds := [][]byte{
		[]byte("#1.2\n2\t2\nName\tDescription\ta\tb\nr\tx\t1\t2\ns\ty\t3\t4\n"),
		[]byte("#1.3\n2\t1\t1\t1\nid\tm\ta\nc\tna\t1\nr\tx\t1\ns\ty\t3\n"),
		[]byte("GID\tYORF\tNAME\tGWEIGHT\ta\nEWEIGHT\t\t\t\t1\nG\tr\tx\t1\t2\nG\ts\tx\t1\t3\n"),
		[]byte(sparse),
		joinMarket([][]byte{[]byte(sparse), []byte(barcodes), []byte(features)}),
		[]byte("PAR1\x15\x00\x00\x00\x00\x00\x04\x00\x00\x00PAR1"),
		[]byte("PK\x03\x04xl/workbook.xml"),
		[]byte("!Series_title\tx\n!series_matrix_table_begin\nID_REF\tG1\tG2\nx\t1\t2\n!series_matrix_table_end\n"),
		[]byte("^SAMPLE = G\n!sample_table_begin\nID_REF\tVALUE\nx\t1\n!sample_table_end\n"),
		[]byte(`{"matrix_type":"dense","shape":[1,1],"rows":[{"id":"o"}],"columns":[{"id":"S"}],"data":[[7]]}`),
		[]byte("@relation r\n@attribute a real\n@attribute c {x,y}\n@data\n1,y\n2,x\n"),
		[]byte("MTD\tmzTab-version\t1\nPRH\taccession\tprotein_abundance_assay[1]\nPRT\tP\t1\n"),
		[]byte("A\tB\tid\n#!{Type}E\tE\tT\n#!{C:g}x\ty\t\n1\t2\tP\n3\t4\tQ\n"),
		[]byte("id\ta\tb\n#q2:types\tcategorical\tnumeric\nr\t1\t2\ns\t3\t4\n"),
		[]byte(" 12.50\t5\t5\tU\t0\tunclassified\n 87.50\t35\t1\tR\t1\troot\n"),
		[]byte("3\na 0 1 2\nb 1 0 3\nc 2 3 0\n"),
		[]byte("<graphml><graph><node id='a'/><node id='b'/><edge source='a' target='b'/></graph></graphml>"),
		[]byte("graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 ] ]\n"),
		[]byte("*Vertices 2\n1 a\n2 b\n*Edges\n1 2\n"),
	}
	for _, file := range []string{"artifact.qza", "cells.loom", "csr_v2.zarr.zip", "older.h5ad", "tenx2.h5"} {
		content, err := os.ReadFile(filepath.Join("stored", "testdata", file))
		if err != nil {
			panic(err)
		}
		seeds = append(seeds, content)
	}
	return seeds
}

// Every format that is told by its content has a seed of the fuzz test.
func TestFormatsHaveSeeds(t *testing.T) {
	seeded := map[string]bool{}
	for _, s := range formatSeeds() {
		if f, _ := stored.Open(bytes.NewReader(s), int64(len(s)), MaxBytes); f != nil {
			table, err := stored.Read(t.Context(), f.Root, stored.Options{Rows: 1000, Cells: 1_000_000, Narrow: 1_000_000})
			if err != nil {
				t.Error(err)
				continue
			}
			seeded[table.Title] = true
			f.Close()
			continue
		}
		seeded[formatOf(s).Title] = true
	}
	for _, f := range formats {
		if f.has != nil && !seeded[f.Title] {
			t.Errorf("FuzzFormats has no seed of %s", f.Title)
		}
	}
}

// FuzzFormats: whatever follows the mark of a format gives a table or an error.
func FuzzFormats(f *testing.F) {
	for _, s := range formatSeeds() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 {
			return
		}
		table, err := Bytes("x", "", data, Options{})
		if (table == nil) == (err == nil) {
			t.Fatalf("%v, %v", table, err)
		}
		if err != nil {
			checkError(t, err)
		}
	})
}
