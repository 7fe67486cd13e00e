package read

import (
	"bytes"
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
)

// ofOnes is a table of so many rows of ones under a header, with something in its first cell.
func ofOnes(rows, columns int, corner string) []byte {
	header := corner + strings.Repeat(",x", columns-1) + "\n"
	row := "1" + strings.Repeat(",1", columns-1) + "\n"
	text := make([]byte, 0, len(header)+rows*len(row))
	text = append(text, header...)
	for range rows {
		text = append(text, row...)
	}
	return text
}

// allocated returns how many bytes f allocates in all.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// limitTo lowers the limits of cells for a test.
func limitTo(t *testing.T, narrow, most int) {
	n, m := narrowCells, maxCells
	t.Cleanup(func() { narrowCells, maxCells = n, m })
	narrowCells, maxCells = narrow, most
}

// TestRefusesTooManyCellsUnread: the matrix of 400 MB that the cells would fill is never made.
func TestRefusesTooManyCellsUnread(t *testing.T) {
	const rows, columns = 253, 200_000
	limitTo(t, narrowCells, 50_000_000)
	text := ofOnes(rows, columns, "x")
	var p *Preview
	var err error
	if used := allocated(func() { p, err = look("wide.csv", text, Options{}) }); used > 350<<20 {
		t.Errorf("%d MiB allocated", used>>20)
	}
	if err != nil {
		t.Fatal(err)
	}
	if p.Problem == nil || p.Problem.Line != 252 ||
		!strings.Contains(p.Problem.Error(), "200000 columns and, up to here, more than 50 million cells") {
		t.Errorf("%v", p.Problem)
	}
	text = ofOnes(rows, columns, `"x"`) // which is counted by another way
	if _, err := Bytes("wide.csv", "", text, Options{}); err == nil || err.Error() != p.Problem.Error() {
		t.Errorf("%v", err)
	}
}

// TestEmptyRowsAreNoCells: a spreadsheet may export empty rows without end.
func TestEmptyRowsAreNoCells(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 50 MB")
	}
	const columns = 1000
	limitTo(t, narrowCells, 50_000_000)
	text := ofOnes(3, columns, "x")
	empty := []byte(strings.Repeat(",", columns-1) + "\r\n")
	text = append(text, bytes.Repeat(empty, maxCells/columns+10)...)
	table, err := Bytes("test.csv", "", text, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n, d := table.Dims(); n != 3 || d != columns {
		t.Errorf("%d × %d", n, d)
	}
}

// countdown is a context that ends after it was asked for its error this many times.
type countdown struct {
	context.Context
	asked, ends int
}

func (c *countdown) Err() error {
	if c.asked++; c.asked > c.ends {
		return context.Canceled
	}
	return nil
}

// TestReadingIsCancelled: wherever the context ends, reading ends with it, and does not look again.
func TestReadingIsCancelled(t *testing.T) {
	text := wide(600, 500)
	whole := &countdown{context.Background(), 0, 1 << 30}
	if _, err := BytesContext(whole, "wide.csv", "", text, Options{}); err != nil {
		t.Fatal(err)
	}
	if cells := 600 * 500; whole.asked < cells>>16 {
		t.Errorf("the context was looked at %d times", whole.asked)
	}
	for ends := range whole.asked {
		c := &countdown{context.Background(), 0, ends}
		if table, err := BytesContext(c, "wide.csv", "", text, Options{}); table != nil ||
			!errors.Is(err, context.Canceled) || c.asked != ends+1 {
			t.Errorf("%v after %d looks, %d allowed", err, c.asked, ends)
		}
		c = &countdown{context.Background(), 0, ends}
		if p, err := ContentOf("wide.csv", "", text).Look(c, Options{}); p != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("%v, %v after %d looks", p, err, ends)
		}
	}
}
