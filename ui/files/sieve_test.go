package files

import (
	"fmt"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/missing"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// genes is a table of genes by patients: column 2 lacks half, and a gene does not vary.
func genes() string {
	var b strings.Builder
	b.WriteString("gene,patient_1,patient_2,patient_3,patient_4\n")
	for i, name := range strings.Fields("TP53 BRCA1 EGFR MYC KRAS PTEN AKT1 VEGFA MAML1 LHPP SOX12 GAPDH") {
		second := fmt.Sprint(i)
		if i%2 == 0 {
			second = "NA"
		}
		if name == "GAPDH" {
			b.WriteString("GAPDH,7.5,7.5,7.5,7.5\n")
			continue
		}
		fmt.Fprintf(&b, "%s,%d.5,%s,%d,%d.25\n", name, i, second, i*i, 30-i)
	}
	return b.String()
}

// answered waits for the answer of a sieve and for its picture.
func (s *room) answered(v *Sieve, what func() bool) {
	s.TB.Helper()
	s.Run(what)
	s.Settle(v.picture.view)
}

// TestPreviewGuessesOrientation: genes in rows are turned, and the user may turn them back; what is chosen is opened.
func TestPreviewGuessesOrientation(t *testing.T) {
	s := newRoom(t)
	var used *inference.Preprocessing
	p := s.preview("genes.csv", genes(), func(_ read.Options, u inference.Preprocessing) { used = &u })
	v := p.sieve
	s.answered(v, func() bool { return v.prep.Transpose && v.kept.AllRows == 4 })
	if !strings.Contains(v.why.Text, "names of genes") || v.turn.Value != "columns" || !strings.Contains(p.notes.Text, "Transposed: the columns of the file become rows. Keeps all 4 rows and all 12 columns.") {
		t.Errorf("%q, %s, %q", v.why.Text, v.turn.Value, p.notes.Text)
	}
	if !strings.HasPrefix(p.summary.Text, "In the file: 12 rows × 4 columns") {
		t.Errorf("of a table that is turned, the sheet says %q", p.summary.Text)
	}
	v.turn.OnPicked("rows")
	s.answered(v, func() bool { return v.kept.AllRows == 12 })
	if strings.HasPrefix(p.summary.Text, "In the file") {
		t.Errorf("of a table that is not turned, the sheet says %q", p.summary.Text)
	}
	p.header.OnPicked("yes") // read again: the choice stays
	s.answered(v, func() bool { return p.settled() && !v.prep.Transpose && v.kept.AllRows == 12 })
	s.d.Top().Accept()
	if used == nil || used.Transpose {
		t.Errorf("opened with %+v", used)
	}
	again := s.preview("genes.csv", genes(), nil)
	again.sheet.Close()
}

// The notes have room from the start: what is below them stays where it is when findings come.
func TestFindingsMoveNothing(t *testing.T) {
	s := newRoom(t)
	p := s.preview("genes.csv", genes(), nil)
	s.answered(p.sieve, func() bool { return p.sieve.prep.Transpose && p.sieve.kept.AllRows == 4 })
	heights := map[float32]bool{}
	for _, text := range []string{"", "one line", "one line\nanother"} {
		p.notes.Set(text, look.WarnText)
		p.sheet.Refresh()
		heights[fyne.CurrentApp().Driver().AbsolutePositionForObject(p.tabs).Y] = true
	}
	if len(heights) != 1 {
		t.Errorf("the pages are at %v", heights)
	}
	p.sheet.Close()
}

// TestSieveCountsFollow: each key changes the counts, names are left out by a click or all that are found, and what cannot be
// is said.
func TestSieveCountsFollow(t *testing.T) {
	s := newRoom(t)
	table, err := read.Bytes("genes.csv", "genes.csv", []byte(genes()), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got *inference.Preprocessing
	p := ShowParts(s.d, plotting.Light, table, inference.Preprocessing{Centre: true}, func(_ *inference.Table, q inference.Preprocessing) { got = &q })
	v := p.sieve
	s.answered(v, func() bool { return v.kept.AllRows == 12 })
	if v.count.Text != "Keeps all 12 rows and all 4 columns." || v.prep.Transpose {
		t.Errorf("%q", v.count.Text)
	}
	p.tabs.Pick(pageLeft)
	v.sides[1].missing.OnChanged("40") // as it is typed
	s.answered(v, func() bool { return len(v.kept.Columns) == 3 })
	v.sides[0].variance.OnChanged("0")
	s.answered(v, func() bool { return len(v.kept.Rows) == 11 })
	v.sides[1].top.OnChanged("2")
	s.answered(v, func() bool { return v.count.Text == "Keeps 11 of 12 rows and 2 of 4 columns." })
	if text := v.left.Text; !strings.Contains(text, `1 column "patient_2"`) || !strings.Contains(text, `do not vary: 1 row "GAPDH"`) {
		t.Errorf("%q", text)
	}
	v.sides[0].missing.OnChanged("many")
	if !v.sides[0].missing.Wrong {
		t.Error("many is taken for a share")
	}
	v.sides[0].missing.OnChanged("")
	s.answered(v, func() bool { return !v.sides[0].missing.Wrong })

	l := v.names
	l.sides.OnPicked("0")
	s.answered(v, func() bool { return len(l.found) == 12 && len(l.kept) == 12 })
	l.find.OnChanged("a")
	if len(l.found) != 6 { // BRCA1, KRAS, AKT1, VEGFA, MAML1, GAPDH
		t.Errorf("%d names found", len(l.found))
	}
	l.list.OnSelected(0)
	s.answered(v, func() bool { return v.prep.Leave.Rows == "BRCA1" && len(v.kept.Rows) == 10 })
	test.Tap(l.all[0])
	s.answered(v, func() bool { return len(v.prep.Leave.Rows.List()) == 6 && len(v.kept.Rows) == 6 })
	test.Tap(l.all[1])
	s.answered(v, func() bool { return v.prep.Leave.Rows == "" && len(v.kept.Rows) == 11 })
	l.find.OnChanged("")
	test.Tap(l.all[0])
	s.answered(v, func() bool { return v.problem != nil })
	if v.count.Text != "Nothing is left." || !p.apply.Disabled() {
		t.Errorf("%q, %v", v.count.Text, p.apply.Disabled())
	}
	test.Tap(l.all[1])
	s.answered(v, func() bool { return v.problem == nil })
	p.sheet.Accept()
	want := inference.Preprocessing{Centre: true, TopColumns: 2, Leave: inference.LeaveOut{MissingColumns: inference.LimitAt(0.4), VarianceRows: inference.LimitAt(0)}}
	if got == nil || *got != want {
		t.Errorf("applied %+v, want %+v", got, want)
	}
}

// TestSievePages: the picture of what is missing has both orders, and findings are listed.
func TestSievePages(t *testing.T) {
	s := newRoom(t)
	p := s.preview("t.csv", "id,mass (g),wing (mm),wing2 (mm)\na,1,200,200\nb,2,NA,NA\nb,4,210,210\nc,1,200,200\n", nil)
	v := p.sieve
	s.answered(v, func() bool { return v.picture.figure.Pattern != nil })
	p.tabs.Pick(pageMissing)
	v.picture.order.OnPicked("pattern")
	s.Settle(v.picture.view)
	f, _ := v.picture.view.Shown()
	if g, ok := f.(missing.Gaps); !ok || !g.Style.Look.ByPattern || g.Pattern.Missing != 2 {
		t.Errorf("%+v", f)
	}
	if text := v.picture.words.Text; !strings.Contains(text, "2 of 12 cells are missing") {
		t.Errorf("%q", text)
	}
	p.tabs.Pick(pageFindings)
	if !v.findings.Visible() || len(v.findings.Objects) < 4 {
		t.Errorf("%d findings", len(v.findings.Objects))
	}
	all := fmt.Sprint(v.said())
	for _, part := range []string{`1 row name already in use was numbered: "b_2"`, "1 row equals an earlier row", "1 column equals an earlier column", "Columns are in 2 units"} {
		if !strings.Contains(all, part) {
			t.Errorf("%q is not among\n%s", part, all)
		}
	}
	// Small windows keep everything within the sheet.
	s.Win.Resize(fyne.NewSize(640, 480))
	p.sheet.Close()
	narrow := s.preview("t.csv", genes(), nil)
	s.answered(narrow.sieve, func() bool { return narrow.sieve.kept.AllRows == 4 })
	if size := narrow.sheet.Content().MinSize(); size.Width > 600 {
		t.Errorf("the sheet wants to be %v wide", size.Width)
	}
}

// TestZerosAreMadeMissing: zeros that stand apart are made missing by a button, and are told no more.
func TestZerosAreMadeMissing(t *testing.T) {
	s := newRoom(t)
	text := "id,mass,wing\n"
	for i := range 40 {
		mass := fmt.Sprint(50 + i)
		if i%13 == 5 {
			mass = "0"
		}
		text += fmt.Sprintf("r%d,%s,%d.5\n", i, mass, 200+i*7%31)
	}
	p := s.preview("t.csv", text, nil)
	v := p.sieve
	of := func() (steps string) {
		for _, f := range v.said() {
			steps += f.steps
		}
		return steps
	}
	s.answered(v, func() bool { return of() != "" })
	v.prepare(of())
	if got := string(v.prep.Recipe); got != "missing:0:mass" || of() != "" {
		t.Errorf("recipe %q, steps %q", got, of())
	}
	p.sheet.Close()
}

// TestSieveTypedBeforeAnswer: a key that comes before the first answer does not take the answer away, and another table
// takes away the counts of the one before.
func TestSieveTypedBeforeAnswer(t *testing.T) {
	s := newRoom(t)
	v := s.preview("genes.csv", genes(), nil).sieve
	first := <-s.Posts // held
	v.prep.Leave.Rows = "nobody"
	v.sides[0].top.OnChanged("3")
	first.F()
	close(first.Done)
	if !v.prep.Transpose || v.prep.TopColumns != 3 || v.prep.Leave != (inference.LeaveOut{}) {
		t.Errorf("prepared as %+v", v.prep)
	}
	if len(v.names.names) != 12 {
		t.Fatalf("%d names", len(v.names.names))
	}
	s.answered(v, func() bool {
		return len(v.findings.Objects) > 0 && v.count.Text == "Keeps all 4 rows and 3 of 12 columns." && v.picture.figure.Pattern != nil
	})

	v.look()
	v.changed = func() { t.Error("counts of the table before are shown") }
	before := <-s.Posts
	v.Use(nil)
	before.F()
	close(before.Done)
}

// TestNamesStayLeftOut: names left out earlier stay so, whatever is clicked before the counts arrive.
func TestNamesStayLeftOut(t *testing.T) {
	s := newRoom(t)
	table, err := read.Bytes("genes.csv", "genes.csv", []byte(genes()), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	was := inference.LeaveOut{Rows: inference.NamesOf("TP53", "MYC"), Columns: "patient_1"}
	v := ShowParts(s.d, plotting.Light, table, inference.Preprocessing{Leave: was}, nil).sieve
	l := v.names
	want := func(when string, rows, columns inference.Names) {
		t.Helper()
		if o := v.prep.Leave; o.Rows != rows || o.Columns != columns {
			t.Errorf("%s: left out %q and %q, want %q and %q", when, o.Rows.List(), o.Columns.List(), rows.List(), columns.List())
		}
	}
	test.Tap(l.all[0])
	want("before there are names", was.Rows, was.Columns)
	v.prep.Leave = was
	v.Use(table)
	s.Run(func() bool { return len(l.names) == 4 })
	l.list.OnSelected(1) // no counts yet
	want("another table", was.Rows, inference.NamesOf("patient_1", "patient_2"))
	l.sides.OnPicked("0")
	l.list.OnSelected(1)
	three := inference.NamesOf("TP53", "MYC", "BRCA1")
	want("the other side", three, inference.NamesOf("patient_1", "patient_2"))
	l.sides.OnPicked("1")
	v.turn.OnPicked("columns")
	l.list.OnSelected(0) // TP53 is kept again
	want("turned", inference.NamesOf("patient_1", "patient_2"), inference.NamesOf("MYC", "BRCA1"))
}
