package files

import (
	"fmt"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/read"
	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
)

// plants has a column of numbers, and text of several kinds.
func plants() string {
	var b strings.Builder
	b.WriteString("plant,height,zone,woody,shade,genus\n")
	for i := range 40 {
		fmt.Fprintf(&b, "p%d,%v,%d,%s,%s,g%d\n", i, float64(i*i%17)/3, 1+i*7/3%4, []string{"no", "yes"}[i%2],
			[]string{"mid", "low", "high"}[i%3], i/2)
	}
	return b.String()
}

// TestKindsAreChosen: the page lists what columns look like; what is chosen there is opened, with the mouse and by
// keys.
func TestKindsAreChosen(t *testing.T) {
	s := newRoom(t)
	var used *inference.Preprocessing
	p := s.preview("plants.csv", plants(), func(_ read.Options, u inference.Preprocessing) { used = &u })
	k := p.sieve.kinds
	s.answered(p.sieve, func() bool { return k.guessed && p.settled() })
	if len(k.guesses) != 5 || k.count.Text != "Data: 2 as numbers. 3 annotations, which no model sees." {
		t.Fatalf("%d guesses, %q", len(k.guesses), k.count.Text)
	}
	row := k.newRow().(*fyne.Container)
	shade := 0
	for i, name := range k.names {
		if name == "shade" {
			shade = i
		}
	}
	k.fill(shade, row)
	picker := pickerOf(row)
	if picker.Value != "annotation" || !strings.Contains(textOf(row, 3), "looks like grades (words of grades)") {
		t.Errorf("shade is %s, %q", picker.Value, textOf(row, 3))
	}
	picker.OnPicked("ordered")
	s.answered(p.sieve, func() bool { return p.settled() })
	k.fill(shade, row)
	if p.sieve.prep.Kinds != "shade=ordered:low,mid,high" || textOf(row, 3) != "low < mid < high" {
		t.Errorf("%s, %q", p.sieve.prep.Kinds, textOf(row, 3))
	}
	k.list.Select(shade)
	if k.levels.Text != "low,mid,high" || k.kind.Value != "ordered" {
		t.Errorf("%q, %s", k.levels.Text, k.kind.Value)
	}
	for text, want := range map[string]string{"high,mid": `"low" is in the column`, "high,mid,mid,low": "twice"} {
		if k.setLevels(text); !k.levels.Wrong || !strings.Contains(k.wrong.Text, want) {
			t.Errorf("%q: %q", text, k.wrong.Text)
		}
	}
	if k.setLevels("high,mid,low"); k.levels.Wrong || p.sieve.prep.Kinds != "shade=ordered:high,mid,low" {
		t.Errorf("%s", p.sieve.prep.Kinds)
	}
	k.list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	if k.of(shade).String() != "category:low,mid,high" {
		t.Errorf("after Right it is %s", k.of(shade))
	}
	k.list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyLeft})
	k.filter("wood")
	if k.takeAll(true); len(k.listed) != 1 || p.sieve.prep.Kinds != "shade=ordered:low,mid,high\nwoody=yes/no:no,yes" || !strings.HasPrefix(k.count.Text, "1 of 5 columns found. Data: ") {
		t.Errorf("%q, %q", p.sieve.prep.Kinds, k.count.Text)
	}
	s.answered(p.sieve, func() bool { return p.settled() })
	s.d.Top().Accept()
	if used == nil || used.Kinds != p.sieve.prep.Kinds {
		t.Errorf("opened with %+v", used)
	}
}

// TestKindsOfAllColumns: all are taken as they look, or as in the file; a table that is turned back has them again.
func TestKindsOfAllColumns(t *testing.T) {
	s := newRoom(t)
	p := s.preview("plants.csv", plants(), nil)
	k := p.sieve.kinds
	s.answered(p.sieve, func() bool { return k.guessed && p.settled() })
	if k.takeAll(true); p.sieve.prep.Kinds != "zone=ordered:1,2,3,4\nwoody=yes/no:no,yes\nshade=ordered:low,mid,high" {
		t.Errorf("%s", p.sieve.prep.Kinds)
	}
	if k.takeAll(false); p.sieve.prep.Kinds != "" {
		t.Errorf("%s", p.sieve.prep.Kinds)
	}
	k.takeAll(true)
	p.sieve.turn.OnPicked("columns")
	s.answered(p.sieve, func() bool { return k.guessed && p.settled() })
	if p.sieve.prep.Kinds != "" || len(k.guesses) < 40 {
		t.Errorf("turned: %q, %d columns", p.sieve.prep.Kinds, len(k.guesses))
	}
	p.sieve.turn.OnPicked("rows")
	s.answered(p.sieve, func() bool { return k.guessed && p.settled() })
	if p.sieve.prep.Kinds != "zone=ordered:1,2,3,4\nwoody=yes/no:no,yes\nshade=ordered:low,mid,high" {
		t.Errorf("turned back: %q", p.sieve.prep.Kinds)
	}
	p.sheet.Close()
}

// TestPartsOfAWholeAreChosen: columns that sum to 100 are taken together, one leaves them, and others are named.
func TestPartsOfAWholeAreChosen(t *testing.T) {
	s := newRoom(t)
	var b strings.Builder
	b.WriteString("site,depth,sand,silt,clay\n")
	for i := range 20 {
		sand, silt := 10+i*7%30, 20+i*11%40
		fmt.Fprintf(&b, "s%d,%d.5,%d.5,%d,%d.5\n", i, i*i%13, sand, silt, 99-sand-silt)
	}
	p := s.preview("soils.csv", b.String(), nil)
	k := p.sieve.kinds
	s.answered(p.sieve, func() bool { return k.guessed && p.settled() })
	if k.takeAll(true); p.sieve.prep.Kinds != "sand,silt,clay=composition" ||
		k.count.Text != "Data: 1 as numbers, 3 as ratios of parts of a whole." {
		t.Fatalf("%q, %q", p.sieve.prep.Kinds, k.count.Text)
	}
	k.list.Select(2)
	if k.kind.Value != "composition" || k.levels.Text != "sand,silt,clay" ||
		!strings.Contains(k.detail.Text, "3 columns sum to 100") {
		t.Errorf("%s, %q, %q", k.kind.Value, k.levels.Text, k.detail.Text)
	}
	for text, want := range map[string]string{"sand": "at least two", "sand,loam": `no column "loam"`} {
		if k.setLevels(text); !k.levels.Wrong || !strings.Contains(k.wrong.Text, want) {
			t.Errorf("%q: %q", text, k.wrong.Text)
		}
	}
	if k.setLevels("silt,sand"); k.levels.Wrong || p.sieve.prep.Kinds != "silt,sand=composition" {
		t.Errorf("%q", p.sieve.prep.Kinds)
	}
	if k.take(2, "number"); p.sieve.prep.Kinds != "" {
		t.Errorf("without silt: %q", p.sieve.prep.Kinds)
	}
	if k.take(2, "composition"); p.sieve.prep.Kinds != "sand,silt,clay=composition" {
		t.Errorf("as it looks again: %q", p.sieve.prep.Kinds)
	}
	if k.take(0, "composition"); p.sieve.prep.Kinds != "silt,clay=composition\ndepth,sand=composition" {
		t.Errorf("with the one beside it: %q", p.sieve.prep.Kinds)
	}
	k.takeAll(false)
	if p.sieve.prep.Kinds != "" {
		t.Errorf("as in the file: %q", p.sieve.prep.Kinds)
	}
	p.sheet.Close()
}

func pickerOf(row *fyne.Container) *controls.Picker {
	return row.Objects[1].(*controls.Picker)
}

func textOf(row *fyne.Container, part int) string { return row.Objects[part].(*controls.Text).Text }

// TestLimitsAreOfferedAtOnce: a column of numbers with limits can be taken for what it is without reading the file
// again, and then its limits are neither missing nor noted.
func TestLimitsAreOfferedAtOnce(t *testing.T) {
	var b strings.Builder
	b.WriteString("site,lead,reads,mass\n")
	for i := range 40 {
		lead := fmt.Sprint(1 + float64(i%7)/4)
		if i%9 == 0 {
			lead = "<0.5"
		}
		fmt.Fprintf(&b, "s%d,%s,%d,%v\n", i, lead, i*i*i%997*(i%5), float64(i%11)/3)
	}
	s := newRoom(t)
	p := s.preview("sites.csv", b.String(), nil)
	k := p.sieve.kinds
	s.answered(p.sieve, func() bool { return k.guessed && p.settled() })
	said := func() (text string) {
		for _, f := range p.sieve.said() {
			text += f.note + "\n"
		}
		return text
	}
	s.answered(p.sieve, func() bool { return strings.Contains(said(), "reads") })
	if before := said(); !strings.Contains(before, `"lead"`) || k.of(0).Sort != column.Number {
		t.Errorf("lead is %s; %s", k.of(0), before)
	}
	k.takeAll(true)
	s.answered(p.sieve, func() bool {
		return p.settled() && !strings.Contains(said(), "reads") && !strings.Contains(said(), "lead") &&
			p.sieve.picture.figure.Pattern.Missing == 0
	})
	if p.sieve.prep.Kinds != "lead=censored\nreads=count" {
		t.Errorf("%q; %s", p.sieve.prep.Kinds, said())
	}
	p.sheet.Close()
}

// TestCertainKindsAreChosen: zeros and ones beside numbers are yes/no on the page at once, what is chosen there
// instead is opened, and reading the file otherwise does not choose again.
func TestCertainKindsAreChosen(t *testing.T) {
	var b strings.Builder
	b.WriteString("plant,height,woody\n")
	for i := range 30 {
		fmt.Fprintf(&b, "p%d,%v,%d\n", i, float64(i*i%17)/3, i%2)
	}
	s := newRoom(t)
	var used *inference.Preprocessing
	p := s.preview("plants.csv", b.String(), func(_ read.Options, u inference.Preprocessing) { used = &u })
	k := p.sieve.kinds
	s.answered(p.sieve, func() bool { return k.guessed && p.settled() })
	if p.sieve.prep.Kinds != "woody=yes/no:0,1" || k.count.Text != "Data: 1 as numbers, 1 as yes/no." {
		t.Fatalf("%q, %q", p.sieve.prep.Kinds, k.count.Text)
	}
	k.filter("")
	k.takeAll(false)
	s.answered(p.sieve, func() bool { return p.settled() })
	p.sieve.Use(p.sieve.table)
	s.answered(p.sieve, func() bool { return k.guessed && p.settled() })
	s.d.Top().Accept()
	if used == nil || used.Kinds != "" {
		t.Errorf("opened with %+v", used)
	}
}

// TestHeadlineFollowsKinds: the line above the pages says what columns are taken for, and the pages do not move when
// the findings change.
func TestHeadlineFollowsKinds(t *testing.T) {
	s := newRoom(t)
	p := s.preview("lead.csv", "id,Pb,Zn,wet\na,<0.5,3,no\nb,1.5,4.5,yes\nc,2.5,NA,no\nd,4,1.5,yes\n"+
		"e,<1,2,no\nf,6,2.5,no\n", nil)
	k := p.sieve.kinds
	s.answered(p.sieve, func() bool { return k.guessed && p.settled() && p.sieve.kinded != nil })
	want := "6 rows × 2 columns of numbers, 1 annotation, 1 cell missing, 2 cells with limits"
	if p.summary.Text != want {
		t.Errorf("%q", p.summary.Text)
	}
	if sorts := sortsOf([]column.Kind{{}, {Sort: column.Count}, {}}); sorts != 2 {
		t.Errorf("%d kinds", sorts)
	}
	room := fyne.CurrentApp().Driver().AbsolutePositionForObject(p.tabs).Y
	k.takeAll(true)
	s.answered(p.sieve, func() bool { return p.settled() && p.sieve.kinded.Kinds != nil })
	want = "6 rows × 3 columns: 1 as yes/no, 1 as numbers with limits and 1 as numbers, 1 cell missing, " +
		"2 cells with limits"
	if p.summary.Text != want {
		t.Errorf("%q", p.summary.Text)
	}
	if at := fyne.CurrentApp().Driver().AbsolutePositionForObject(p.tabs).Y; at != room {
		t.Errorf("the tabs moved from %v to %v", room, at)
	}
}
