package batch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/espalier/inference/algorithm/arithmetic"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/study/opening"
)

// A fit that was made on a computer that rounds in another way continues, with a note; one made here, and one of which that
// is unknown, without.
func TestResumeElsewhere(t *testing.T) {
	for made, noted := range map[string]bool{"": false, arithmetic.Here(): false, "amd64, go1.0, rounding 00000000": true} {
		dir := t.TempDir()
		must(t, "fit", groups().file(t), "-m", "nsfa", "--iterations", "3", "--out", dir, "-q")
		path := filepath.Join(dir, opening.FitFile)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		r, err := job.DecodeResult(text)
		if err != nil {
			t.Fatal(err)
		}
		if r.Arithmetic != arithmetic.Here() {
			t.Errorf("the result was made on %q", r.Arithmetic)
		}
		r.Arithmetic = made
		if text, err = r.Encode(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		status, _, errs := command(t, "resume", dir, "--iterations", "5")
		if status != 0 || strings.Contains(errs, "rounded in another way") != noted {
			t.Errorf("made on %q: status %d: %s", made, status, errs)
		}
	}
}
