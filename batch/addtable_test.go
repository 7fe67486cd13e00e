package batch

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// twoTables writes a table of genes and one of the clinic, which lacks five rows, in another order and on another
// scale.
func twoTables(t testing.TB) (genes, clinic string) {
	var a, b strings.Builder
	a.WriteString("id,g1,g2,g3,g4\n")
	b.WriteString("id,age,mass,sex\n")
	for i := range 30 {
		x := float64(i%10) - 4.5
		fmt.Fprintf(&a, "r%d,%g,%g,%g,%g\n", i, x, -x+float64(i%3), x/2+float64(i%4), float64(i%7))
		if k := 29 - i; k >= 5 {
			fmt.Fprintf(&b, "r%d,%g,%g,%s\n", k, 1000*(float64(k%10)-4.5)+float64(k%6), 50+float64(k*k%11),
				[]string{"f", "m"}[k%2])
		}
	}
	return put(t, "genes.csv", a.String()), put(t, "clinic.csv", b.String())
}

// A fit of two tables keeps them: resumed, shown, reported, planned and run, it reads both.
func TestFitsOfSeveralTablesKeepThem(t *testing.T) {
	genes, clinic := twoTables(t)
	add := []string{"--add-table", "visit=" + clinic, "--prepare-table", "visit=scale-all", "--kind", "sex=yes/no"}
	dir := filepath.Join(t.TempDir(), "a")
	must(t, append([]string{"fit", genes, "-m", "nsfa", "--iterations", "30", "-q", "--out", dir}, add...)...)
	must(t, "resume", dir, "--iterations", "40", "-q")
	whole := filepath.Join(t.TempDir(), "b")
	must(t, append([]string{"fit", genes, "-m", "nsfa", "--iterations", "40", "-q", "--out", whole}, add...)...)
	one := fileText(t, filepath.Join(dir, "matrices", "loadings.csv"))
	other := fileText(t, filepath.Join(whole, "matrices", "loadings.csv"))
	if one != other {
		t.Error("continued, the fit differs from that in one go")
	}
	for _, name := range []string{"g1", "age", "mass", "sex"} {
		if !strings.Contains(one, name) {
			t.Errorf("the loadings lack %s:\n%s", name, one)
		}
	}
	result := fileText(t, filepath.Join(dir, "result.json"))
	for _, part := range []string{"visit=scale-all", "visit adds a table: it has 25 of the 30 rows",
		"5 rows not in it", `"variance_by_table"`} {
		if !strings.Contains(result, part) {
			t.Errorf("result.json lacks %q:\n%s", part, result)
		}
	}
	if table := fileText(t, filepath.Join(dir, "matrices", "variance-by-table.csv")); !strings.Contains(table,
		"factor 1,visit,") {
		t.Errorf("the variance by table lacks the visit:\n%s", table)
	}
	page := filepath.Join(t.TempDir(), "r.html")
	must(t, "report", dir, "--out", page, "-q")
	if text := fileText(t, page); !strings.Contains(text, "--add-table") || !strings.Contains(text, "--prepare-table") {
		t.Error("the report does not say how to repeat a fit of two tables")
	}
	plan := filepath.Join(t.TempDir(), "plan")
	must(t, append([]string{"plan", genes, "--models", "nsfa", "--seeds", "1", "--iterations", "3", "--out", plan},
		add...)...)
	must(t, "run", plan, "-q")
	if err := os.WriteFile(clinic, []byte("id,age\nr1,1\nr2,2\nr3,4\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	status, _, text := command(t, "resume", dir, "--iterations", "50", "-q")
	if status == 0 || !strings.Contains(text, "not the table of this fit") {
		t.Errorf("an added table that changed is taken: %s", text)
	}
}

func fileText(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
