package ui

import (
	"context"
	"strings"
	"testing"

	"espalier/inference/read"
)

// preview shows a table of ones with so many columns.
func (s *stage) preview(columns int) *previewSheet {
	s.t.Helper()
	data := []byte("x" + strings.Repeat(",x", columns-1) + strings.Repeat("\n1"+strings.Repeat(",1", columns-1), 3))
	look, err := read.LookContext(context.Background(), "wide.csv", data, read.Options{})
	if err != nil {
		s.t.Fatal(err)
	}
	var p *previewSheet
	s.do(func() { p = s.w.showPreview("wide.csv", "wide.csv", data, look.Options, look) })
	return p
}

// TestPreviewOfManyColumns: the window does the work of the columns that the preview shows, not of all there are.
func TestPreviewOfManyColumns(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	cost := func(columns int) (n float64) {
		p := s.preview(columns)
		s.do(func() {
			n = testing.AllocsPerRun(1, func() {
				p.makeTable()
				p.put(p.preview)
			})
			p.sheet.Close()
		})
		return n
	}
	if few, many := cost(read.PreviewColumns), cost(50*read.PreviewColumns); many > 3*few {
		t.Errorf("%.0f allocations for %d columns, %.0f for 50 times as many", few, read.PreviewColumns, many)
	}
}

// TestPreviewGivesUpLooking: a look that nobody waits for any more ends.
func TestPreviewGivesUpLooking(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	p := s.preview(3)
	s.do(func() {
		ctx, cancel := context.WithCancel(context.Background())
		p.giveUp = cancel
		p.look()
		if ctx.Err() == nil {
			t.Error("the look before goes on")
		}
		ctx, cancel = context.WithCancel(context.Background())
		p.giveUp = cancel
		p.sheet.Close()
		if ctx.Err() == nil {
			t.Error("the look goes on without its sheet")
		}
	})
}
