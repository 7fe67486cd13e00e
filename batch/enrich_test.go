package batch

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The clade of the eight oaks is the set of oaks: of C(24, 8) lists one is as good.
func TestEnrich(t *testing.T) {
	s := groups()
	data, folder := s.file(t), t.TempDir()
	byKind := map[string][]string{}
	symbols := "name,symbol\n"
	for _, row := range s[1:] {
		byKind[row[1]] = append(byKind[row[1]], strings.ToUpper(row[0]))
		symbols += row[0] + ",sym_" + row[0] + "\n"
	}
	file := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	gmt := file("sets.gmt", "oaks\tthe oaks\t"+strings.Join(byKind["oak"], "\t")+"\nsome\tna\t"+strings.Join(byKind["elm"][:4], "\t")+"\nother\tna\tx\ty\tz\n")
	fit, out := filepath.Join(folder, "fit"), filepath.Join(folder, "out")
	must(t, "fit", data, "--model", "agglomerative", "--out", fit, "--quiet", "--row-annotations", file("symbols.csv", symbols), "--annotations", "year")
	type outcome struct {
		Of         string
		Background int
		LeftOut    int `json:"sets_left_out"`
		Tests      []struct {
			Set, List string
			Overlap   []string
			P         float64
			Adjusted  float64 `json:"p_adjusted"`
		}
	}
	enrich := func(args ...string) (got outcome) {
		t.Helper()
		if err := json.Unmarshal([]byte(must(t, append([]string{"enrich", fit, "--json"}, args...)...)), &got); err != nil {
			t.Fatal(err)
		}
		return got
	}
	got := enrich("--sets", gmt, "--out", out, "--figures", "svg")
	top := got.Tests[0]
	if p := 1. / 735471; got.Of != "rows" || got.Background != 24 || got.LeftOut != 1 || top.Set != "oaks" ||
		!strings.HasPrefix(top.List, "clade of 8") || len(top.Overlap) != 8 || !(math.Abs(top.P/p-1) <= 1e-9) || !(math.Abs(top.Adjusted/p/float64(len(got.Tests))-1) <= 1e-9) {
		t.Errorf("%+v", top)
	}
	for _, name := range []string{"enrichment.json", "enrichment.csv", "enrichment.svg", "lists.gmt"} {
		if b, err := os.ReadFile(filepath.Join(out, name)); err != nil || len(b) == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got = enrich("--sets", gmt, "--list", file("mine.txt", "ROW1\nrow4\n"), "--background", file("all.txt", strings.Join(append(byKind["oak"], byKind["elm"]...), "\n"))); got.Background != 16 || len(got.Tests) != 2 || got.Tests[0].List != "mine.txt" || !(math.Abs(got.Tests[0].P-56./240) <= 1e-12) {
		t.Errorf("%+v", got)
	}
	named := file("symbols.gmt", "oaks\tna\tSYM_"+strings.Join(byKind["oak"], "\tSYM_")+"\n")
	if got = enrich("--sets", named, "--by", "symbol"); len(got.Tests[0].Overlap) != 8 {
		t.Errorf("%+v", got)
	}
	if status, _, told := command(t, "enrich", fit, "--sets", named); status != 1 || !strings.Contains(told, "no set has enough") {
		t.Errorf("status %d, %s", status, told)
	}
	if status, _, told := command(t, "enrich", fit, "--sets", data); status != 1 || !strings.Contains(told, "line 1: has 1 cells") {
		t.Errorf("status %d, %s", status, told)
	}
	if text := must(t, "enrich", fit, "--sets", gmt, "--top", "1"); !strings.Contains(text, "oaks") || !strings.Contains(text, "below 0.05 after adjustment") {
		t.Error(text)
	}
}
