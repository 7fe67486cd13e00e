package files

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/read"
	"example.org/espalier/inference/survey"
	"example.org/espalier/plotting"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

// A room is a window under test.
type room struct {
	*viewstest.Stage
	d *dialogs.Dialogs
}

func newRoom(t *testing.T) *room {
	s := &room{Stage: viewstest.NewStage(t)}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	s.Show(container.NewStack(), 1440, 900)
	s.d = &dialogs.Dialogs{App: fyne.CurrentApp(), Window: s.Win, Post: s.Post, Context: ctx,
		Fail: func(what string, err error) { t.Errorf("%s %v", what, err) }, Tell: func(string) {}}
	return s
}

// preview shows what the bytes of a file are taken for.
func (s *room) preview(name, text string, then func(read.Options, inference.Preprocessing)) *Preview {
	s.TB.Helper()
	look, err := read.ContentOf(name, "", []byte(text)).Look(context.Background(), read.Options{})
	if err != nil {
		s.TB.Fatal(err)
	}
	info := inference.Info{Looks: []column.Sort{column.YesNo}}
	return Show(s.d, plotting.Light, name, read.ContentOf(name, "", []byte(text)), look, info, nil, then)
}

// ones is a table of ones with that number of columns.
func ones(columns int) string {
	return "x" + strings.Repeat(",x", columns-1) + strings.Repeat("\n1"+strings.Repeat(",1", columns-1), 3)
}

// TestPreviewOfManyColumns: the window does the work of the columns that the preview shows, not of all there are.
func TestPreviewOfManyColumns(t *testing.T) {
	s := newRoom(t)
	cost := func(columns int) (n float64) {
		p := s.preview("wide.csv", ones(columns), nil)
		n = testing.AllocsPerRun(1, func() {
			p.makeTable()
			p.put(p.preview)
		})
		p.sheet.Close()
		return n
	}
	if few, many := cost(read.PreviewColumns), cost(50*read.PreviewColumns); many > 3*few {
		t.Errorf("%.0f allocations for %d columns, %.0f for 50 times as many", few, read.PreviewColumns, many)
	}
}

// TestPreviewGivesUpLooking: a look that nobody waits for any more ends.
func TestPreviewGivesUpLooking(t *testing.T) {
	s := newRoom(t)
	p := s.preview("wide.csv", ones(3), nil)
	ctx, cancel := context.WithCancel(context.Background())
	p.giveUp = cancel
	p.look()
	if ctx.Err() == nil {
		t.Error("the earlier look continues")
	}
	ctx, cancel = context.WithCancel(context.Background())
	p.giveUp = cancel
	p.sheet.Close()
	if ctx.Err() == nil {
		t.Error("the look continues without its sheet")
	}
}

// TestPreviewChangesGuesses: a column of numbers is made an annotation, and opened as that.
func TestPreviewChangesGuesses(t *testing.T) {
	s := newRoom(t)
	var opened *read.Options
	p := s.preview("pasted", "name\tsize\tyear\na\t1\t2001\nb\t2\t2002\nc\t5\t2001\n", func(o read.Options, _ inference.Preprocessing) { opened = &o })
	p.setRole(p.preview.Columns[2], read.Annotation)
	s.Run(func() bool { return p.preview.Columns[2].Role == read.Annotation })
	s.d.Top().Accept()
	s.Run(func() bool { return opened != nil })
	if opened == nil || len(opened.Annotations) != 1 || opened.Annotations[0] != "year" || s.d.Top() != nil {
		t.Errorf("opened with %+v", opened)
	}
}

// TestPreviewSkipsLines: a title above the header is skipped, the table is shown in its true width, and the number of lines
// can be changed.
func TestPreviewSkipsLines(t *testing.T) {
	s := newRoom(t)
	var opened *read.Options
	p := s.preview("titled.csv", "Table S1\n\nname,size,year\na,1,2001\nb,2,2002\nc,5,2001\n", func(o read.Options, _ inference.Preprocessing) { opened = &o })
	if p.skip.Text != "2" || len(p.preview.Columns) != 3 {
		t.Errorf("%q lines skipped, %d columns", p.skip.Text, len(p.preview.Columns))
	}
	p.skip.Text = "3"
	p.skip.Commit()
	s.Run(func() bool { return p.preview.Skipped == 3 })
	s.d.Top().Accept()
	s.Run(func() bool { return opened != nil })
	if opened.Skip != 3 {
		t.Errorf("opened with %+v", opened)
	}
	for text, want := range map[string]int{"": 0, "guess": 0, "0": -1, " 4 ": 4} {
		if got := lineNumber(text); got != want {
			t.Errorf("%q is %d", text, got)
		}
	}
}

// TestPreviewOfWorkbook: the sheet of a workbook and a range of its cells are chosen, and opened.
func TestPreviewOfWorkbook(t *testing.T) {
	book := excelize.NewFile()
	if _, err := book.NewSheet("second"); err != nil {
		t.Fatal(err)
	}
	for sheet, name := range map[string]string{"Sheet1": "a", "second": "b"} {
		for i, row := range [][]any{{"id", name, "c"}, {"r", 1.5, 3}, {"s", 2.5, 4}, {"u", 3.5, 5}} {
			if err := book.SetSheetRow(sheet, fmt.Sprintf("A%d", i+1), &row); err != nil {
				t.Fatal(err)
			}
		}
	}
	data, err := book.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	s := newRoom(t)
	var opened *read.Options
	p := s.preview("two.xlsx", data.String(), func(o read.Options, _ inference.Preprocessing) { opened = &o })
	p.page.OnPicked("second")
	p.cells.Text = "A1:B3"
	p.cells.Commit()
	s.Run(func() bool { return p.preview.Options.Range == "A1:B3" && p.preview.Options.Sheet == "second" })
	if p.preview.Rows != 2 || p.preview.Numbers != 1 {
		t.Errorf("%+v", p.preview)
	}
	s.d.Top().Accept()
	s.Run(func() bool { return opened != nil })
	if opened == nil || opened.Sheet != "second" || opened.Range != "A1:B3" {
		t.Errorf("opened with %+v", opened)
	}
}

// TestPreviewShowsRowNames: long names of rows are not cut to the width of their head.
func TestPreviewShowsRowNames(t *testing.T) {
	s := newRoom(t)
	p := s.preview("genes.csv", "gene,a,b\nENSG00000000001,1,2\nENSG00000000002,3,4\nENSG00000000003,5,7\n", nil)
	need := controls.TextWidth("ENSG00000000001", look.SizeSmall, true)
	if w := p.columnWidth(0); w < need+12 || p.columnWidth(1) >= w {
		t.Errorf("the names need %v, the columns have %v and %v", need, w, p.columnWidth(1))
	}
}

// pressOpen presses the button, which answers at once.
func (s *room) pressOpen(p *Preview) {
	s.TB.Helper()
	test.Tap(p.open)
	if p.open.Text != "Opening…" || !p.open.Disabled() || s.d.Top() != p.sheet {
		s.TB.Fatalf("%q, disabled %v, open %v", p.open.Text, p.open.Disabled(), s.d.Top() != nil)
	}
}

// TestPreviewWaitsForGuess: a table opened before its orientation is known is opened as guessed later. The window stays
// responsive meanwhile.
func TestPreviewWaitsForGuess(t *testing.T) {
	s := newRoom(t)
	var used *inference.Preprocessing
	p := s.preview("genes.csv", genes(), func(_ read.Options, u inference.Preprocessing) { used = &u })
	s.pressOpen(p) // nothing that was posted has run
	s.Run(func() bool { return used != nil })
	if !used.Transpose || s.d.Top() != nil {
		t.Errorf("opened with %+v, a sheet is open: %v", used, s.d.Top() != nil)
	}

	// Read again, with a guess that takes its time.
	used = nil
	p = s.preview("genes.csv", genes(), func(_ read.Options, u inference.Preprocessing) { used = &u })
	s.answered(p.sieve, func() bool { return p.settled() })
	release := make(chan survey.Orientation)
	asked := make(chan bool)
	p.sieve.orient = func(*inference.Table) survey.Orientation { asked <- true; return <-release }
	p.setRole(p.preview.Columns[4], read.Annotation)
	s.pressOpen(p) // the reader works
	again := p.preview
	s.Run(func() bool { return p.preview != again })
	<-asked
	if used != nil || p.open.Text != "Opening…" {
		t.Fatalf("%q, opened with %+v", p.open.Text, used)
	}
	release <- survey.Orientation{} // not turned
	s.Run(func() bool { return used != nil })
	if used.Transpose {
		t.Errorf("opened with %+v", used)
	}
}

// TestPreviewCancelsWaiting: Cancel and Escape answer while the guess is awaited, and then nothing is opened.
func TestPreviewCancelsWaiting(t *testing.T) {
	s := newRoom(t)
	for name, cancel := range map[string]func(p *Preview){
		"Cancel": func(p *Preview) { p.sheet.Close() },
		"Escape": func(p *Preview) { p.sheet.Typed(&fyne.KeyEvent{Name: fyne.KeyEscape}) },
	} {
		p := s.preview("genes.csv", genes(), func(read.Options, inference.Preprocessing) { t.Errorf("%s: opened", name) })
		guess := <-s.Posts
		s.pressOpen(p)
		cancel(p)
		if s.d.Top() != nil {
			t.Fatalf("%s: the sheet is open", name)
		}
		guess.F()
		close(guess.Done)
		if p.sieve.prep.Transpose || p.sieve.looks {
			t.Errorf("%s: the guess went on to %+v", name, p.sieve.prep)
		}
	}
}

// TestPreviewOpensNothing: what cannot be opened is reported after the wait, and can be mended.
func TestPreviewOpensNothing(t *testing.T) {
	s := newRoom(t)
	var used *inference.Preprocessing
	p := s.preview("genes.csv", genes(), func(_ read.Options, u inference.Preprocessing) { used = &u })
	s.answered(p.sieve, func() bool { return p.settled() })
	p.sieve.sides[0].variance.OnChanged("1e9")
	s.pressOpen(p)
	s.answered(p.sieve, func() bool { return p.settled() })
	if p.open.Text != "Open" || !p.open.Disabled() || used != nil || !strings.Contains(p.notes.Text, "left") {
		t.Fatalf("%q, disabled %v, %q", p.open.Text, p.open.Disabled(), p.notes.Text)
	}
	p.sieve.sides[0].variance.OnChanged("")
	s.answered(p.sieve, func() bool { return p.settled() })
	test.Tap(p.open)
	if used == nil {
		t.Error("not opened")
	}

	p = s.preview("genes.csv", genes(), func(read.Options, inference.Preprocessing) { t.Error("opened what cannot be read") })
	p.content = read.ContentOf("genes.csv", "", []byte("PK\x03\x04")) // the head of a workbook alone
	p.look()
	s.pressOpen(p)
	s.answered(p.sieve, func() bool { return p.unread })
	if p.open.Text != "Open" || !p.open.Disabled() || p.summary.Text != "This cannot be read with these settings." {
		t.Errorf("%q, disabled %v, %q", p.open.Text, p.open.Disabled(), p.summary.Text)
	}
}

// TestPreviewOfKnownFile: a file of a known program is named, turned as the program writes it, and can be read as it stands.
func TestPreviewOfKnownFile(t *testing.T) {
	s := newRoom(t)
	var opened *read.Options
	var used *inference.Preprocessing
	p := s.preview("counts.txt", "Geneid\tChr\tStart\tEnd\tStrand\tLength\ta.bam\tb.bam\nx\tI\t1\t9\t+\t9\t5\t6\ny\tI\t20\t29\t-\t10\t7\t0\nz\tV\t4\t44\t+\t41\t1\t2\n",
		func(o read.Options, u inference.Preprocessing) { opened, used = &o, &u })
	s.answered(p.sieve, func() bool { return p.settled() })
	if !strings.Contains(p.summary.Text, "featureCounts of 2 samples: 3 rows × 2 columns") || !p.sieve.prep.Transpose {
		t.Errorf("%q, turned %v", p.summary.Text, p.sieve.prep.Transpose)
	}
	p.layout.OnPicked(asItStands)
	s.Run(func() bool { return p.preview.Options.AsIs })
	if p.preview.Numbers != 5 || p.preview.Known != "" {
		t.Errorf("as it stands: %+v", p.preview)
	}
	p.layout.OnPicked(byProgram)
	s.Run(func() bool { return p.preview.Known != "" })
	s.answered(p.sieve, func() bool { return p.settled() })
	s.d.Top().Accept()
	s.Run(func() bool { return opened != nil })
	if opened.AsIs || !used.Transpose || p.preview.Numbers != 2 {
		t.Errorf("opened with %+v, %+v", opened, used)
	}
}

// TestPreviewOfLinks: a list of links opens as a network, with or without a direction, or as it stands.
func TestPreviewOfLinks(t *testing.T) {
	s := newRoom(t)
	var opened *read.Options
	var used *inference.Preprocessing
	p := s.preview("friends.csv", "from,to,weight\nann,bob,2\nbob,cy,1\nann,cy,3\n",
		func(o read.Options, u inference.Preprocessing) { opened, used = &o, &u })
	s.answered(p.sieve, func() bool { return p.settled() })
	if !strings.Contains(p.summary.Text, "A list of 3 nodes and 3 links: 3 rows × 3 columns") ||
		!strings.Contains(p.notes.Text, "a network of 3 nodes and 3 undirected links") {
		t.Errorf("%q, %q", p.summary.Text, p.notes.Text)
	}
	if got := p.notation.distances.Value; got != "links" {
		t.Errorf("taken for %q", got)
	}
	p.layout.OnPicked(asItStands)
	s.Run(func() bool { return p.preview.Options.AsIs })
	if p.preview.Numbers != 1 || p.preview.Listed {
		t.Errorf("as it stands: %+v", p.preview)
	}
	p.layout.OnPicked("directed")
	s.Run(func() bool { return p.preview.Listed })
	s.answered(p.sieve, func() bool { return p.settled() })
	if x := p.preview.Table.X; x.At(0, 1) != 2 || x.At(1, 0) != 0 {
		t.Errorf("directed: %v", x)
	}
	s.d.Top().Accept()
	s.Run(func() bool { return opened != nil })
	if opened.AsIs || opened.Links != "directed" || used == nil {
		t.Errorf("opened with %+v, %+v", opened, used)
	}
}

// The notation of cells and whether they are distances are chosen in the preview.
func TestPreviewChoosesNotation(t *testing.T) {
	s := newRoom(t)
	var o read.Options
	var used *inference.Preprocessing
	p := s.preview("limits.csv", "id,a,b\nr,<2,1\ns,3,2.5\nt,4,3\n", func(options read.Options, q inference.Preprocessing) { o, used = options, &q })
	p.notation.limits.OnPicked("limit")
	s.Run(func() bool { return p.preview.Options.Limits == "limit" && p.preview.Missing == 0 })
	p.notation.encoding.OnPicked("macintosh")
	s.Run(func() bool { return p.preview.Options.Encoding == "macintosh" })
	p.accept()
	s.Run(func() bool { return used != nil })
	if o.Limits != "limit" || o.Encoding != "macintosh" || used.Distances != "" {
		t.Errorf("%+v, %+v", o, used)
	}
	used = nil
	p = s.preview("square.csv", ",a,b,c\na,0,1,2\nb,1,0,3\nc,2,3,0\n", func(_ read.Options, q inference.Preprocessing) { used = &q })
	if got := p.notation.distances.Value; got != "given" {
		t.Errorf("shown as %q", got)
	}
	again := p.preview
	p.notation.distances.OnPicked("none")
	s.Run(func() bool { return p.preview != again })
	p.accept()
	s.Run(func() bool { return used != nil })
	if used.Distances != "none" {
		t.Errorf("%+v", used)
	}
}
