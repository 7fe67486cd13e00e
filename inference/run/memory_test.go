package run

import (
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"example.org/espalier/inference"
)

func TestFits(t *testing.T) {
	if err := Fits(inference.Estimate{Bytes: 1 << 10}); err != nil {
		t.Errorf("a kilobyte does not fit: %v", err)
	}
	if _, known := available(); known {
		err := Fits(inference.Estimate{Bytes: math.MaxInt64})
		if err == nil || !strings.Contains(err.Error(), "keep fewer rows") {
			t.Errorf("error %v", err)
		}
	} else if runtime.GOOS == "linux" {
		t.Error("the free memory is not known")
	}
	if err := fits(3_200_000_000, 500_000_000); err == nil || !strings.Contains(err.Error(), "3.2 GB") ||
		!strings.Contains(err.Error(), "500 MB") {
		t.Errorf("error %v", err)
	}
}

func write(t *testing.T, text string, path ...string) {
	t.Helper()
	p := filepath.Join(path...)
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
