package files

import (
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// cellText returns what a cell of the table of a preview shows, and whether it is grey.
func cellText(p *Preview, row, column int) (text string, grey bool) {
	o := p.table.CreateCell()
	p.table.UpdateCell(widget.TableCellID{Row: row, Col: column}, o)
	t := o.(*fyne.Container).Objects[0].(*controls.Text)
	return t.Text, t.Color == look.Muted
}

// TestPreviewOfLinesAside: lines that are no rows stay in sight, in grey, and which they are is chosen.
func TestPreviewOfLinesAside(t *testing.T) {
	s := newRoom(t)
	var opened *read.Options
	p := s.preview("weights.csv", "Weights\n\nid,mass,length\n,g,cm\nr,4,5\n# late\ns,6,7\nt,8,9.5\n\nMean of all: 6\n",
		func(o read.Options, _ inference.Preprocessing) { opened = &o })
	rows, _ := p.table.Length()
	if rows != 7 || p.skip.Text != "2" || p.lines.end.Text != "1" || p.lines.comment.Text != "#" || p.lines.units.Text != "4" || p.lines.units.Rest != "" || p.lines.comment.Rest != "" {
		t.Errorf("%d rows; %q at start, %q at end, sign %q, units in %q", rows, p.skip.Text, p.lines.end.Text, p.lines.comment.Text, p.lines.units.Text)
	}
	for row, want := range []struct {
		text string
		grey bool
	}{{"Weights", true}, {"", true}, {"r", false}, {"s", false}, {"t", false}, {"# late", true}, {"Mean of all: 6", true}} {
		if text, grey := cellText(p, row, 0); text != want.text || grey != want.grey {
			t.Errorf("row %d is %q, grey: %v", row, text, grey)
		}
	}
	if text, grey := cellText(p, 1, 2); text != "cm" || !grey {
		t.Errorf("units: %q, grey: %v", text, grey)
	}
	for _, f := range []struct {
		field *controls.Field
		text  string
		shown func(*read.Preview) bool
	}{
		{p.lines.end, "2", func(q *read.Preview) bool { return q.Ended == 2 && q.Rows == 2 }},
		{p.lines.units, "4", func(q *read.Preview) bool { return q.Options.UnitsLine == 4 && q.UnitsLine == 4 }},
		{p.lines.comment, "none", func(q *read.Preview) bool { return q.Problem != nil }},
		{p.lines.comment, "#", func(q *read.Preview) bool { return q.Problem == nil && q.Options.Comment == "#" }},
	} {
		f.field.Text = f.text
		f.field.OnCommit(f.text)
		s.Run(func() bool { return p.giveUp == nil && f.shown(p.preview) })
	}
	s.answered(p.sieve, func() bool { return p.settled() })
	s.d.Top().Accept()
	s.Run(func() bool { return opened != nil })
	if opened.SkipEnd != 2 || opened.UnitsLine != 4 || opened.Comment != "#" {
		t.Errorf("opened with %+v", opened)
	}
}

// TestGreyLinesAreReadByAClick: each sets the choice that leaves it out.
func TestGreyLinesAreReadByAClick(t *testing.T) {
	const text = "Weights\nid,mass,length\n,g,cm\nr,4,5\n# late\ns,6,7\nt,8,9.5\n\nMean of all: 6\nby hand: yes\n"
	for _, c := range []struct {
		row  int
		want read.Options
	}{
		{0, read.Options{Skip: -1}}, {1, read.Options{UnitsLine: -1}}, {5, read.Options{Comment: read.NoComments}},
		{6, read.Options{SkipEnd: 1}}, {7, read.Options{SkipEnd: -1}}, {2, read.Options{}},
	} {
		s := newRoom(t)
		p := s.preview("weights.csv", text, nil)
		before := p.asked
		p.table.Select(widget.TableCellID{Row: c.row, Col: 0})
		o := p.options
		if o.Skip != c.want.Skip || o.SkipEnd != c.want.SkipEnd || o.Comment != c.want.Comment || o.UnitsLine != c.want.UnitsLine {
			t.Errorf("a click on row %d chooses %+v", c.row, o)
		}
		if looks := p.asked > before; looks != (c.row != 2) {
			t.Errorf("after a click on row %d the file is read again: %v", c.row, looks)
		}
		s.Run(func() bool { return p.giveUp == nil })
		p.sheet.Close()
	}
}
