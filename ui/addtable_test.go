package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/kmeans"
	"example.org/espalier/inference/read"
)

// A table that is added to the open one becomes a group of its columns. Undo takes it away, and redo brings it back.
func TestAddTable(t *testing.T) {
	s := newStage(t, usual, nil, kmeans.Model{})
	text, more := "name,length,width\n", "bird,mass\n"
	for i := range 20 {
		text += fmt.Sprintf("r%d,%d.5,%d.25\n", i, i, i%7)
		if i >= 5 {
			more += fmt.Sprintf("r%d,%d.75\n", 24-i, 100*i)
		}
	}
	path := filepath.Join(t.TempDir(), "visit.csv")
	if err := os.WriteFile(path, []byte(more), 0o600); err != nil {
		t.Fatal(err)
	}
	table, err := read.Bytes("birds.csv", "birds.csv", []byte(text), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	columns := func() []string {
		if s.w.ws.Data() == nil || s.w.ws.Busy() != "" {
			return nil
		}
		return s.w.ws.Data().Columns
	}
	alone, joined := []string{"length", "width"}, []string{"length", "width", "mass"}
	s.do(func() { s.w.ws.Use(table) })
	s.until("the table", func() bool { return slices.Equal(columns(), alone) })
	s.do(func() { s.w.Chooser = answers{path}; askTable(s.w) })
	s.until("the sheet", func() bool { return s.w.Top() != nil })
	s.until("the join", func() bool {
		if top := s.w.Top(); top != nil {
			top.Accept()
		}
		return s.w.Top() == nil
	})
	s.until("the joined table", func() bool { return slices.Equal(columns(), joined) })
	s.do(func() {
		if got := inference.TablesOf(s.w.ws.Table()); !slices.Equal(got, []string{"birds", "visit"}) ||
			s.w.ws.Data().Missing() != 5 {
			t.Errorf("tables %q, %d cells missing", got, s.w.ws.Data().Missing())
		}
		s.w.undo()
	})
	s.until("undo", func() bool { return slices.Equal(columns(), alone) })
	s.do(func() { s.w.redo() })
	s.until("redo", func() bool { return slices.Equal(columns(), joined) })
}
