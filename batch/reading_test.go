package batch

import (
	"bytes"
	"testing"
	"time"

	"example.org/espalier/inference/read"
)

// TestReadingTellsHowFarItIs: a line every ten seconds, with the time left at the speed so far.
func TestReadingTellsHowFarItIs(t *testing.T) {
	var said bytes.Buffer
	at := time.Unix(0, 0)
	s := &console{stderr: &said}
	tell := s.reading(func() time.Time { return at })
	for _, c := range []struct {
		seconds int
		done    int64
		want    string
	}{
		{0, 1, ""}, {9, 90, ""}, {10, 100, "note: reading the table: 10 %, about 2 min left\n"}, {19, 200, ""}, {40, 500, "note: reading the table: 50 %, about 40 s left\n"},
		{60, 1000, ""}, {61, 100, ""}, {71, 500, "note: reading the table: 50 %, about 10 s left\n"},
	} {
		said.Reset()
		at = time.Unix(int64(c.seconds), 0)
		if tell(read.Progress{Done: c.done, Total: 1000}); said.String() != c.want {
			t.Errorf("after %d s: %q, not %q", c.seconds, said.String(), c.want)
		}
	}
}
