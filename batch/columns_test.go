package batch

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// kindsFile writes a table with numbers, a flag, and text of several kinds.
func kindsFile(t *testing.T) string {
	t.Helper()
	data := filepath.Join(t.TempDir(), "plants.csv")
	var b strings.Builder
	b.WriteString("plant,height,woody,shade,lead,genus\n")
	for i := range 40 {
		lead := fmt.Sprint(1 + float64(i%7)/4)
		if i%9 == 0 {
			lead = "<0.5"
		}
		fmt.Fprintf(&b, "p%d,%v,%s,%s,%s,%s\n", i, float64(i*i%17)/3, []string{"no", "yes"}[i%2], []string{"mid", "low", "high"}[i%3], lead, []string{"Rosa", "Poa"}[i/20])
	}
	if err := os.WriteFile(data, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return data
}

// Look says what columns look like, and what the flags take them for.
func TestLookSaysKinds(t *testing.T) {
	data := kindsFile(t)
	text := must(t, "look", data)
	for _, part := range []string{`looks like yes/no:no,yes: "woody" (two values)`, `looks like ordered:low,mid,high: "shade" (words of grades)`,
		"Columns stay numbers, and text stays an annotation, unless --kind or --guess-kinds says otherwise."} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not in\n%s", part, text)
		}
	}
	var j lookJSON
	if err := json.Unmarshal([]byte(must(t, "look", data, "--guess-kinds", "--json")), &j); err != nil {
		t.Fatal(err)
	}
	if j.Rows != 40 || j.Columns != 1 || j.Left.Columns != 5 || len(j.Kinds) != 4 || j.Kinds[2].Column != "lead" || j.Kinds[2].Kind != "censored" {
		t.Errorf("%+v", j)
	}
	if notes := strings.Join(j.Left.Notes, "\n"); !strings.Contains(notes, "taken by kind: 2 as yes/no, 1 as grades, 1 as numbers with limits and 1 as number") {
		t.Error(notes)
	}
}

// A fit keeps the kinds in its result, and a model of numbers says what it leaves out.
func TestFitByKind(t *testing.T) {
	data, out := kindsFile(t), filepath.Join(t.TempDir(), "out")
	_, _, told := command(t, "fit", data, "-m", "pca", "--kind", "shade=ordered:low,mid,high", "--kind", "woody=yes/no", "--kinds-as-numbers", "--labels", "genus", "--out", out)
	if !strings.Contains(told, `Taken as numbers because the model cannot take them otherwise: 2 columns "woody", "shade"`) {
		t.Error(told)
	}
	result, err := os.ReadFile(filepath.Join(out, "result.json"))
	if err != nil {
		t.Fatal(err)
	}
	var r struct {
		Data          struct{ Columns int }
		Preprocessing struct {
			Kinds []string
		}
	}
	if err := json.Unmarshal(result, &r); err != nil || r.Data.Columns != 4 || strings.Join(r.Preprocessing.Kinds, ";") != "shade=ordered:low,mid,high;woody=yes/no" {
		t.Errorf("%+v, %v", r, err)
	}
	for _, c := range []struct{ flag, want string }{
		{"shade=grades of all kinds", "the kinds are number"}, {"genus=category", "leave one of them out"},
		{"light=count", `no column "light"`}, {"shade=yes/no", "3 different values"},
	} {
		if status, _, told := command(t, "fit", data, "-m", "pca", "--labels", "genus", "--kind", c.flag); status == 0 || !strings.Contains(told, c.want) {
			t.Errorf("--kind %s: status %d, %s", c.flag, status, told)
		}
	}
}
