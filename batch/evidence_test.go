package batch

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

func TestEvidence(t *testing.T) {
	data := groups().pick("name", "kind", "a", "b", "c").file(t)
	read := func(args ...string) (v struct {
		Evidence struct {
			Log, Bound, Labellings float64
			StandardError          *float64 `json:"standard_error"`
			Effective              float64  `json:"effective_draws"`
			Draws                  int
			Proposals              []string
			Warning                string
		}
		Objective struct{ Value float64 }
	}) {
		t.Helper()
		out := must(t, append([]string{"fit", data, "-m", "vbmfa", "--json", "--set", "k_max=1"}, args...)...)
		if err := json.Unmarshal([]byte(out), &v); err != nil {
			t.Fatal(err)
		}
		return v
	}
	v := read("--evidence", "400")
	if e := v.Evidence; e.Draws != 400 || e.Effective < 1 || e.Effective > 400 || strings.Join(e.Proposals, " ") != "posterior t3" ||
		!(math.Abs(e.Bound-v.Objective.Value) <= 1e-6*math.Abs(e.Bound)) || e.Log < e.Bound-1 {
		t.Errorf("%+v, objective %v", e, v.Objective.Value)
	}
	if again := read("--evidence", "400"); again.Evidence.Log != v.Evidence.Log {
		t.Error("the same seed gives another evidence")
	}
	if e := read("--evidence", "20", "--proposals", "wide1.5").Evidence; e.Draws != 20 || len(e.Proposals) != 1 {
		t.Errorf("%+v", e)
	}
	if e := read("--evidence", "3").Evidence; !strings.Contains(e.Warning, "unreliable") {
		t.Errorf("three draws are not warned of: %+v", e)
	}
	if e := v.Evidence; (e.Warning != "") != (e.Effective < 10) {
		t.Errorf("%v effective draws, warning %q", e.Effective, e.Warning)
	}
	if out := must(t, "fit", data, "-m", "vbmfa", "--set", "k_max=1", "--evidence", "3"); !strings.Contains(out, "the evidence is probably higher") {
		t.Errorf("no warning in words: %s", out)
	}
	for want, args := range map[string][]string{
		"no evidence to sample": {"-m", "gaussian", "--evidence", "10"},
		"not a proposal":        {"-m", "vbmfa", "--evidence", "10", "--proposals", "cauchy"},
		"--evidence DRAWS":      {"-m", "vbmfa", "--proposals", "t3"},
		"above 0":               {"-m", "vbmfa", "--evidence=-1"},
	} {
		if status, _, stderr := command(t, append([]string{"fit", data}, args...)...); status == 0 || !strings.Contains(stderr, want) {
			t.Errorf("%v: %q", args, stderr)
		}
	}
}
