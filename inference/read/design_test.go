package read

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// rowsOf writes a table of 36 rows under a header.
func rowsOf(header string, row func(i int) string) string {
	var b strings.Builder
	b.WriteString(header + "\n")
	for i := range 36 {
		b.WriteString(row(i) + "\n")
	}
	return b.String()
}

// TestNumbersOfADesign: numbers of blocks and the like are annotations with a note, by their order or by their name.
func TestNumbersOfADesign(t *testing.T) {
	uneven := func(i int) int { return 40 + i*i%7 } // no order, and no run from 1
	for _, c := range []struct {
		name, text string
		numbers    string // the columns of numbers
		note       string
	}{
		{"blocks in order", rowsOf("id,bloc,mass", func(i int) string {
			return fmt.Sprintf("r%d,%d,%.2f", i, 1+i/6,
				float64(i*i%13)+.5)
		}),
			"mass",
			`1 column holds numbers of the design, such as blocks, doses and times, and not measurements, and was read as an annotation: "bloc".`},
		{"runs in turn", rowsOf("id,turn,mass,length", func(i int) string {
			return fmt.Sprintf("r%d,%d,%.2f,%d.5", i,
				1+i%12, float64(i*i%13)+.5, i*i%17)
		}),
			"mass,length", "numbers of the design"},
		{"a design and no measurement", rowsOf("id,p,q", func(i int) string {
			return fmt.Sprintf("r%d,%d,%d", i, 1+i/6,
				1+i%6)
		}), "p,q", ""},
		{"many strata by name", rowsOf("id,pooled.stratum,mass", func(i int) string {
			return fmt.Sprintf("r%d,%d,%.2f",
				i, 100+i*7%36/2, float64(i*i%13)+.5)
		}),
			"mass", `labels, by name, and was read as an annotation: "pooled.stratum"`},
		{"plots, some more than once", rowsOf("id,plot,mass", func(i int) string {
			return fmt.Sprintf("r%d,%d,%.2f", i,
				uneven(i), float64(i*i%13)+.5)
		}),
			"mass", `"plot"`},
		{"counts that are no labels", rowsOf("id,eggs,mass", func(i int) string {
			return fmt.Sprintf("r%d,%d,%.2f", i,
				uneven(i), float64(i*i%13)+.5)
		}), "eggs,mass", ""},
		{"the names of the rows again", rowsOf(",when,mass", func(i int) string {
			return fmt.Sprintf("%d,%d,%.2f",
				1950+i, 1950+i, float64(i*i%13)+.5)
		}),
			"mass", `1 column holds what names the rows, and was read as an annotation: "when".`},
		{"days of a spreadsheet", rowsOf("id,when,mass", func(i int) string {
			return fmt.Sprintf("r%d,%d,%.2f", i,
				44259+i*i%97, float64(i*i%13)+.5)
		}),
			"mass", "days as spreadsheets count them"},
		{"numbers as great that are no days", rowsOf("id,cells,mass",
			func(i int) string { return fmt.Sprintf("r%d,%d,%.2f", i, 44259+i*i%97, float64(i*i%13)+.5) }),
			"cells,mass", ""},
		{"times that somebody set", rowsOf("id,hours,mass", func(i int) string {
			return fmt.Sprintf("r%d,%g,%.2f",
				i, []float64{.5, 1, 4, 24}[i%4], float64(i*i%13)+.5)
		}),
			"mass", `and was read as an annotation: "hours".`},
		{"one of a series", rowsOf("id,g1,g2,g3", func(i int) string {
			return fmt.Sprintf("r%d,%d,%d.5,%d.25",
				i, i%12-5, i*i%13, i*i%17)
		}),
			"g1,g2,g3", ""},
		{"rows named by fractions", rowsOf(",mass", func(i int) string {
			return fmt.Sprintf("%g,%.2f", 1950+float64(i)/4,
				float64(i*i%13)+.5)
		}),
			"mass", "The first column, which has no name, numbers the rows and was read as their names."},
	} {
		table, err := Bytes("x.csv", "", []byte(c.text), Options{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		notes := strings.Join(table.Notes, " ")
		if got := strings.Join(table.Columns, ","); got != c.numbers || !strings.Contains(notes, c.note) ||
			c.note == "" && strings.Contains(notes, "annotation: ") {
			t.Errorf("%s: columns %s, notes %q", c.name, got, table.Notes)
		}
	}
}

// TestDesignAdvice: numbers that were set can be read as numbers after all, and those of whole units as annotations.
func TestDesignAdvice(t *testing.T) {
	text := rowsOf("who,weight,dose,mass", func(i int) string {
		return fmt.Sprintf("w%d,%g,%g,%.2f", i/4, float64(i/4*(i/4)%11)+.25, []float64{.5, 1, 4, 24}[i%4], float64(i*i%13)+.5)
	})
	columns := func(o Options, note string) string {
		t.Helper()
		table, err := Bytes("x.csv", "", []byte(text), o)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range table.Notes {
			if note != "" && strings.Contains(n, note) {
				if table, err = Bytes("x.csv", "", []byte(text), Advised(n)[0].Options(o)); err != nil {
					t.Fatal(err)
				}
				return strings.Join(table.Columns, ",")
			}
		}
		if note != "" {
			t.Errorf("no %q in %q", note, table.Notes)
		}
		return strings.Join(table.Columns, ",")
	}
	if got := columns(Options{}, ""); got != "weight,mass" {
		t.Errorf("columns %s", got)
	}
	if got := columns(Options{}, `annotation: "dose"`); got != "weight,dose,mass" {
		t.Errorf("columns %s with the dose", got)
	}
	if got := columns(Options{},
		`holds one number for each "who", so groups of rows may be these units: "weight"`); got != "mass" {
		t.Errorf("columns %s without what units share", got)
	}
}

// TestNumbersBesideACorner: numbers in order beside an empty corner name the columns of a table of counts.
func TestNumbersBesideACorner(t *testing.T) {
	table, err := Bytes("x.csv", "",
		[]byte(`"","142.24","144.78","147.32","149.86"`+"\n\"9.4\",0,1,0,2\n\"9.5\",3,0,1,5\n\"9.6\",0,7,0,1\n"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Join(table.Columns, " ") != "142.24 144.78 147.32 149.86" ||
		strings.Join(table.Rows, " ") != "9.4 9.5 9.6" {
		t.Errorf("columns %q, rows %q", table.Columns, table.Rows)
	}
}

// TestTextUnderNumberedRows: columns of text alone have their names too where the column before them, which numbers
// the rows, has none.
func TestTextUnderNumberedRows(t *testing.T) {
	text := rowsOf(`"","use","manure"`, func(i int) string {
		return fmt.Sprintf(`"%d","%s","%s"`, i+1, []string{"hay", "pasture"}[i%2], []string{"a", "b", "c"}[i%3])
	})
	table, err := Bytes("x.csv", "", []byte(text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, a := range table.Annotations {
		names = append(names, a.Name)
	}
	if n, _ := table.Dims(); n != 36 || !slices.Equal(names, []string{"use", "manure"}) || table.Rows[0] != "1" {
		t.Errorf("%d rows from %q, annotations %q", n, table.Rows[0], names)
	}
}

// TestCovariancesWithoutNames: where only the columns of a symmetric table have names, so do its rows.
func TestCovariancesWithoutNames(t *testing.T) {
	text := "mass,length,age,dose\n4,1.5,-2,0.5\n1.5,90,3,1.25\n-2,3,25,2\n0.5,1.25,2,1\n"
	table, err := Bytes("x.csv", "", []byte(text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(table.Rows, table.Columns) || !strings.Contains(table.Notes[0],
		"covariances or products of its rows") ||
		!strings.Contains(table.Notes[0], "groups of variables") || !strings.Contains(table.Notes[1], "no names") {
		t.Errorf("rows %q, notes %q", table.Rows, table.Notes)
	}
}

// A time to an event and whether it came are annotations, told in one line with a way back; one without the other, or
// with nothing else to measure, stays.
func TestOutcomesAreAnnotations(t *testing.T) {
	table := func(header string, columns int) string {
		var b strings.Builder
		b.WriteString(header + "\n")
		for i := range 40 {
			cells := []string{fmt.Sprint(20 + i*i%37*11), fmt.Sprint(i % 3 % 2), fmt.Sprintf("%.2f", math.Sin(float64(i*i))),
				fmt.Sprintf("%.2f", math.Cos(float64(i*i)))}
			b.WriteString(strings.Join(cells[:columns], ",") + "\n")
		}
		return b.String()
	}
	for _, c := range []struct {
		header string
		taken  bool
	}{
		{"Survival time,status,a,b", true}, {"time,DEATH_EVENT,a,b", true}, {"bleeding time,status,a,b", false},
		{"time,marital status,a,b", false}, {"Time,Status,a,b", true}, {"time,a,b,c", false}, {"time,status", false},
	} {
		tab, err := Bytes("t.csv", "", []byte(table(c.header, 1+strings.Count(c.header, ","))), Options{})
		if err != nil {
			t.Fatal(err)
		}
		note := slices.IndexFunc(tab.Notes, func(n string) bool { return strings.Contains(n, "what became of each row") })
		if c.taken != (note >= 0) || c.taken != (len(tab.Columns) == 2 && len(tab.Annotations) == 2) &&
			c.header != "time,status" {
			t.Errorf("%s: columns %v, notes %q", c.header, tab.Columns, tab.Notes)
		}
		if note < 0 {
			continue
		}
		advice := Advised(tab.Notes[note])
		if len(advice) != 1 {
			t.Fatalf("%s: %d pieces of advice", c.header, len(advice))
		}
		if back, err := Bytes("t.csv", "", []byte(table(c.header, 4)), advice[0].Options(Options{})); err != nil ||
			len(back.Columns) != 4 {
			t.Errorf("%s: read again: %v", c.header, err)
		}
	}
}
