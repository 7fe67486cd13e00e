package batch

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLook: what a table holds, and what flags leave of it, in sentences, as JSON and as a picture.
func TestLook(t *testing.T) {
	dir := t.TempDir()
	data := filepath.Join(dir, "genes.csv")
	var b strings.Builder
	b.WriteString("gene,patient_1,patient_2,patient_3\n")
	for _, name := range strings.Fields("TP53 BRCA1 EGFR MYC KRAS PTEN AKT1 VEGFA MAML1 LHPP SOX12 2-Sep") {
		b.WriteString(name + ",3.5,NA,1.25\n")
	}
	if err := os.WriteFile(data, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "looked")
	text := must(t, "look", data, "--max-missing-columns", "0.5", "--out", out, "--figures", "svg")
	for _, part := range []string{
		"genes: 12 rows × 3 columns of numbers (continuous)",
		`Observations seem to be in the columns: rows have names of genes, such as "TP53"`, "--transpose swaps rows and columns.",
		"Left are 12 of 12 rows and 2 of 3 columns (without columns more than 50 % missing).",
		`Left out because more than 50 % of their cells are missing: 1 column "patient_2".`,
		`"2-Sep" (likely SEPTIN2)`, "11 rows equal an earlier row", "No cell of 12 rows × 2 columns is missing.",
	} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not in\n%s", part, text)
		}
	}
	if svg, err := os.ReadFile(filepath.Join(out, "missing.svg")); err != nil || !strings.Contains(string(svg), "genes: missing cells") {
		t.Errorf("the picture: %v", err)
	}
	var j lookJSON
	if err := json.Unmarshal([]byte(must(t, "look", data, "--transpose", "--without-rows", "patient_2", "--json")), &j); err != nil {
		t.Fatal(err)
	}
	if !j.Orientation.Turned || j.Left.Rows != 2 || j.Left.Columns != 12 || j.Left.Of != [2]int{3, 12} || j.Missing != 12 {
		t.Errorf("%+v", j)
	}
	if status, _, told := command(t, "look", data, "--figures", "svg"); status != 2 || !strings.Contains(told, "--out") {
		t.Errorf("status %d, %s", status, told)
	}
}

// TestKnownFilesAreTurned: a fit takes the observations of a known program for rows, unless it is told how the table lies.
func TestKnownFilesAreTurned(t *testing.T) {
	data := filepath.Join(t.TempDir(), "counts.txt")
	var b strings.Builder
	b.WriteString("# Program:featureCounts v2.0.3; Command:\"featureCounts\"\nGeneid\tChr\tStart\tEnd\tStrand\tLength\ta.bam\tb.bam\tc.bam\td.bam\n")
	for i := range 30 {
		fmt.Fprintf(&b, "ENSG%011d\tchr1\t%d\t%d\t+\t90\t%d\t%d\t%d\t%d\n", i, 100*i+1, 100*i+90, i*i+7, i*i+9, 3*i+20, 3*i+21)
	}
	if err := os.WriteFile(data, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		flags []string
		rows  int
		note  string
	}{
		{nil, 4, "They became the rows"},
		{[]string{"--transpose"}, 4, "They became the rows"},
		{[]string{"--no-transpose"}, 30, "the rows of the file were taken for observations"},
		{[]string{"--no-transpose", "--as-is", "--prepare", "centre-rows"}, 30, ""},
	} {
		var r struct {
			Data  struct{ Rows int }
			Notes []string
		}
		if err := json.Unmarshal([]byte(must(t, append([]string{"fit", data, "--model", "kmeans", "--set", "k=2", "--json"}, c.flags...)...)), &r); err != nil {
			t.Fatal(err)
		}
		if r.Data.Rows != c.rows || c.note != "" && !strings.Contains(strings.Join(r.Notes, "\n"), c.note) {
			t.Errorf("%q: %d rows, %q", c.flags, r.Data.Rows, r.Notes)
		}
	}
	if status, _, told := command(t, "fit", data, "--model", "kmeans", "--transpose", "--no-transpose"); status != 2 {
		t.Errorf("status %d, %s", status, told)
	}
}

// TestLookTellsInSpiteOfAProblem: look prints its findings about a table that cannot be prepared.
func TestLookTellsInSpiteOfAProblem(t *testing.T) {
	data := filepath.Join(t.TempDir(), "pairs.csv")
	if err := os.WriteFile(data, []byte(",a,b,c,d\na,0,0.15,0.3,NA\nb,0.15,0,0.25,1.1\nc,0.3,0.25,0,1\nd,NA,1.1,1,0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	status, out, told := command(t, "look", data)
	if status != 1 || !strings.Contains(told, `rows "d" and "a" have no distance`) {
		t.Errorf("status %d, %s", status, told)
	}
	for _, part := range []string{"pairs: 4 rows × 4 columns", "The table holds distances between its rows", "2 of 16 cells are missing"} {
		if !strings.Contains(out, part) {
			t.Errorf("%q is not in\n%s", part, out)
		}
	}
}

// TestLimitsAreNotMissing: look and show tell cells that hold limits from cells of which nothing is known.
func TestLimitsAreNotMissing(t *testing.T) {
	dir := t.TempDir()
	data, held := filepath.Join(dir, "lead.csv"), filepath.Join(dir, "lead.espalier")
	text := "id,Pb,Zn\na,<0.5,3\nb,1.5,4.5\nc,2.5,NA\nd,4,1.5\ne,<1,2\nf,6,2.5\n"
	if err := os.WriteFile(data, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var j lookJSON
	for _, flags := range [][]string{nil, {"--kind", "Pb=censored"}} {
		text := must(t, append([]string{"look", data, "--json"}, flags...)...)
		if err := json.Unmarshal([]byte(text), &j); err != nil {
			t.Fatal(err)
		}
		if j.Missing != 1 || j.Limits != 2 {
			t.Errorf("%q: %d missing, %d limits", flags, j.Missing, j.Limits)
		}
	}
	must(t, "fit", data, "--model", "kmeans", "--set", "k=2", "--without-columns", "Zn", "--limits", "half",
		"--study", held)
	must(t, "fit", data, "--model", "nsfa", "--iterations", "5", "--study", held)
	var s struct {
		Tables []struct{ Missing, Limits int }
	}
	if err := json.Unmarshal([]byte(must(t, "show", held, "--json")), &s); err != nil {
		t.Fatal(err)
	}
	if last := s.Tables[len(s.Tables)-1]; last.Missing != 1 || last.Limits != 2 {
		t.Errorf("%+v", s.Tables)
	}
}

// TestLabelsOfColumns: --labels names an annotation of the columns, of the file or of a file beside it, where the table
// is turned.
func TestLabelsOfColumns(t *testing.T) {
	dir := t.TempDir()
	counts, beside := filepath.Join(dir, "counts.tsv"), filepath.Join(dir, "samples.csv")
	series := filepath.Join(dir, "GSE5_series_matrix.txt")
	var b, m strings.Builder
	b.WriteString("gene\tw1\tw2\tm1\tm2\n")
	m.WriteString("!Series_title\t\"t\"\n!Sample_geo_accession\t\"GSM1\"\t\"GSM2\"\t\"GSM3\"\t\"GSM4\"\n" +
		"!Sample_characteristics_ch1\t\"kind: wild\"\t\"kind: wild\"\t\"kind: mutant\"\t\"kind: mutant\"\n" +
		"!series_matrix_table_begin\n\"ID_REF\"\t\"GSM1\"\t\"GSM2\"\t\"GSM3\"\t\"GSM4\"\n")
	for i := range 20 {
		fmt.Fprintf(&b, "g%d\t%d.5\t%d\t%d\t%d.5\n", i, i, i+1, 3*i, 3*i+1)
		fmt.Fprintf(&m, "\"p%d\"\t%d.5\t%d\t%d\t%d.5\n", i, i, i+1, 3*i, 3*i+1)
	}
	m.WriteString("!series_matrix_table_end\n")
	for path, text := range map[string]string{counts: b.String(), series: m.String(),
		beside: "sample,kind\nw1,wild\nw2,wild\nm1,mutant\nm2,mutant\n"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{counts, "--transpose", "--column-annotations", beside}, {series}} {
		args = append([]string{"fit", "--model", "agglomerative", "--labels", "kind", "--json"}, args...)
		if text := must(t, args...); !strings.Contains(text, `"adjusted_rand_index": 1`) {
			t.Errorf("%q: no index of 1", args)
		}
	}
	if status, _, told := command(t, "fit", series, "--model", "agglomerative", "--labels", "sort"); status == 0 ||
		!strings.Contains(told, `there is no column "sort"`) {
		t.Errorf("status %d, %s", status, told)
	}
}
