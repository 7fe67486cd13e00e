//go:build validate

package pydt

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// writeTable leaves a Markdown table where scripts/validate looks for it.
func writeTable(t *testing.T, name string, b *strings.Builder) {
	t.Log("\n" + b.String())
	dir := os.Getenv("ESPALIER_VALIDATION")
	if dir == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(dir, name+".md"), []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

func meanAndError(x []float64) (mean, se float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		se += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(se / float64(len(x)-1) / float64(len(x)))
}
