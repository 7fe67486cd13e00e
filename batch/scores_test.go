package batch

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// writeFit writes a result file with a held-out score.
func writeFit(t *testing.T, dir, name, model, parameters string, seed int, density float64) {
	t.Helper()
	folder := filepath.Join(dir, name)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf(`{"model":%q,"parameters":%s,"seed":%d,"data":{"name":"crabs","sha256":"ab"},"test":{"cells":9,"source":"holdout","log_density_mean":%g,"squared_error_mean":%g}}`, model, parameters, seed, density, -density)
	if err := os.WriteFile(filepath.Join(folder, "result.json"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Fits are grouped by model and by what differs in it; differences are of equal seeds.
func TestScores(t *testing.T) {
	dir := t.TempDir()
	for seed := 1; seed <= 3; seed++ {
		shift := 0.5 * float64(seed)
		writeFit(t, dir, fmt.Sprint("a", seed), "nsfa", `{"alpha":1}`, seed, -1-shift)
		writeFit(t, dir, fmt.Sprint("b", seed), "fa", `{"factors":4,"noise":"each"}`, seed, -1.5-shift)
		writeFit(t, dir, fmt.Sprint("c", seed), "fa", `{"factors":8,"noise":"each"}`, seed, -1.25-shift-0.25*float64(seed-2))
	}
	if err := os.WriteFile(filepath.Join(dir, "a1", "other.json"), []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out")
	printed := must(t, "scores", dir, "--out", out, "--figures", "svg")
	for _, want := range []string{"nats per cell", "nsfa", "fa, factors 8", "fa, factors 4", "0.5 ± 0", "0.25 ± 0.1443"} {
		if !strings.Contains(printed, want) {
			t.Errorf("%q lacks %q", printed, want)
		}
	}
	text, err := os.ReadFile(filepath.Join(out, "scores.json"))
	if err != nil {
		t.Fatal(err)
	}
	var got scoresReport
	if err := json.Unmarshal(text, &got); err != nil || len(got.Groups) != 3 || got.Groups[0].Name != "nsfa" || got.Groups[0].Density != -2 || got.Groups[2].Pairs != 3 || got.Groups[2].Behind != 0.5 {
		t.Errorf("%+v, %v", got, err)
	}
	for _, name := range []string{"scores.svg", "scores-points.csv", "scores-boxes.csv"} {
		if _, err := os.Stat(filepath.Join(out, name)); err != nil {
			t.Errorf("%v", err)
		}
	}
}

func TestScoresRefuse(t *testing.T) {
	dir := t.TempDir()
	if status, _, stderr := command(t, "scores", dir); status != statusError || !strings.Contains(stderr, "--holdout") {
		t.Errorf("of nothing: %d, %q", status, stderr)
	}
	writeFit(t, dir, "a", "nsfa", `{}`, 1, -1)
	other := filepath.Join(dir, "b", "result.json")
	if err := os.MkdirAll(filepath.Dir(other), 0o755); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		`{"model":"fa","data":{"sha256":"cd"},"test":{"cells":9,"log_density_mean":-1}}`: "different tables",
		`{"model":"fa","data":{"sha256":"ab"},"test":{"rows":9,"log_density_mean":-1}}`:  "by cells",
		`{"trees":3}`: "not the result of a fit",
		`{`:           "not the result of a fit",
	} {
		if err := os.WriteFile(other, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if status, _, stderr := command(t, "scores", dir); status != statusError || !strings.Contains(stderr, want) {
			t.Errorf("%s gives %d, %q", text, status, stderr)
		}
	}
	if err := os.WriteFile(other, []byte(`{"model":"fa","data":{"sha256":"ab"}}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := command(t, "scores", dir); status != statusDone || !strings.Contains(stderr, "left out") {
		t.Errorf("with a fit without a score: %d, %q", status, stderr)
	}
}

// Fits of columns by kind that score other columns are refused, and those of several models carry a note.
func TestScoresOfKinds(t *testing.T) {
	dir := t.TempDir()
	write := func(name, model string, columns int) string {
		text := fmt.Sprintf(`{"model":%q,"parameters":{},"seed":1,"data":{"name":"plants","sha256":"ab","columns":%d},`+
			`"preprocessing":{"kinds":["grade=ordered"]},"test":{"cells":9,"source":"holdout","log_density_mean":-1}}`, model, columns)
		path := filepath.Join(dir, name+".json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	a, b, c := write("a", "dpmm", 7), write("b", "ddt", 7), write("c", "pca", 9)
	if status, _, told := command(t, "scores", a, b); status != 0 || !strings.Contains(told, "espalier board says which") {
		t.Errorf("status %d: %s", status, told)
	}
	if status, _, told := command(t, "scores", a, a); status != 0 || strings.Contains(told, "board") {
		t.Errorf("of one model, status %d: %s", status, told)
	}
	if status, _, told := command(t, "scores", a, c); status == 0 || !strings.Contains(told, "scores 7 columns") {
		t.Errorf("status %d: %s", status, told)
	}
}
