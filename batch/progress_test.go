package batch

import (
	"bytes"
	"strings"
	"testing"
)

// A shorter text leaves nothing of the longer one before it, and an emptied line nothing at all.
func TestBarWritesOverItself(t *testing.T) {
	var out bytes.Buffer
	b := bar{to: &out}
	b.show(0.5, "40 of 80 sweeps, 12 s left")
	b.show(2, "done")
	b.clear()
	lines := strings.Split(out.String(), "\r")
	first, second := lines[1], lines[2]
	if first != " ████████░░░░░░░░  40 of 80 sweeps, 12 s left" {
		t.Errorf("%q", first)
	}
	if len([]rune(second)) != len([]rune(first)) || strings.TrimRight(second, " ") != " ████████████████  done" {
		t.Errorf("%q", second)
	}
	if lines[3] != strings.Repeat(" ", len([]rune("  done"))+17) || lines[4] != "" {
		t.Errorf("%q", lines[3:])
	}
}
