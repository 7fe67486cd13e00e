//go:build validate

package teach

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestValidateTeach compares the counters of all stages with theory over many seeds, other
// ones than the short test has.
func TestValidateTeach(t *testing.T) {
	var b strings.Builder
	b.WriteString("\n| stage | numbers compared | farthest from theory | theory | drawn | standard errors between |\n|---|---|---|---|---|---|\n")
	const courses = 400
	for _, s := range Stages() {
		if s.Data {
			continue // real inference: theory has no number for it
		}
		var far *tally
		most, n := -1.0, 0
		for _, a := range tallies(t, s, courses, 200_000) {
			a.check(t)
			mean, se := a.mean()
			if n++; !(math.Abs(mean/se) <= most) {
				far, most = a, math.Abs(mean/se)
			}
		}
		if far == nil {
			continue // all of its numbers are exact
		}
		mean, se := far.mean()
		fmt.Fprintf(&b, "| `%s` | %d | %s | %.4g | %.4g | %.1f |\n", s.Name, n, strings.ReplaceAll(far.name, "|", "\\|"), far.expected/far.n, far.expected/far.n+mean, mean/se)
	}
	fmt.Fprintf(&b, "\nEach over %d courses with other seeds than the short test has.\n\n", courses)
	t.Log(b.String())
	if dir := os.Getenv("ESPALIER_VALIDATION"); dir != "" && !t.Failed() {
		if err := os.WriteFile(filepath.Join(dir, "teach.md"), []byte(b.String()), 0o644); err != nil {
			t.Error(err)
		}
	}
}
