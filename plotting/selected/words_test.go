package selected

import (
	"strings"
	"testing"
)

// The note under p values holds for clusters as for clades, and is missing where nothing was tested.
func TestTestNote(t *testing.T) {
	m := Summary{Highest: []Contrast{{Column: 0}}, Compared: 5}
	if got := m.TestNote(); got != "" {
		t.Errorf("without a test it says %q", got)
	}
	m.Lowest = []Contrast{{Column: 1, Tested: true}}
	got := m.TestNote()
	if !strings.Contains(got, "5 columns") || !strings.Contains(got, "Clades and clusters were found") ||
		strings.Contains(got, "The tree was") {
		t.Errorf("it says %q", got)
	}
}
