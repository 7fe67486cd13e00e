package read

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read/design"
	"example.org/espalier/inference/read/known"
	"example.org/espalier/inference/read/naming"
	"example.org/espalier/inference/words"
)

// mostDesigned is how many cells a table may have in which columns of a design are looked for.
const mostDesigned = 5_000_000

// byOutcome says why columns were read as annotations that tell when an event came and whether it did.
const byOutcome = "what became of each row, a time to an event and whether it came, and not measurements,"

// outcomes makes annotations of such columns, if there are both, told by their names and by few states of the second,
// unless no other column of numbers were left, and returns those that were numbers. Columns that somebody gave a role
// keep it.
func (r *result) outcomes(forced []Role) (taken []int) {
	const mostStates = 4 // alive, dead, gone and another
	times, events, others := 0, 0, 0
	for j := range r.body.columns {
		c := &r.body.columns[j]
		number, free := c.Role == Number, r.header && forced[j] == "" && r.use(j) != known.Measured && c.low >= 0
		few := number && !c.fractions && c.high < mostStates
		switch {
		case free && number && c.numbers > 0 && !few && naming.FollowUp(c.Name):
			times, taken = times+1, append(taken, j)
		case free && (few || c.Role == Annotation) && naming.Event(c.Name) && (few || distinct(c.values) <= mostStates+1 &&
			slices.ContainsFunc(c.values, naming.Came)):
			if events++; number {
				taken = append(taken, j)
			}
		case number:
			others++
		}
	}
	if times == 0 || events == 0 || others == 0 {
		return nil
	}
	for _, j := range taken {
		c := &r.body.columns[j]
		c.Role, c.Note, c.identifies = Annotation, byOutcome, true
	}
	return taken
}

// designed makes annotations of the columns of numbers that show an order which measurements do not have, unless no
// other column of numbers were left, and returns them. It remembers those that may be set too, and those that describe
// several rows together, for labelNotes. Columns that somebody gave a role keep it.
func (r *result) designed(forced []Role) (set []int) {
	b := r.body
	columns, places, numbers, others := []design.Column(nil), []int(nil), 0, 0 // others are no labels by name
	for j := range b.columns {
		if c := &b.columns[j]; c.Role == Number {
			if numbers++; !r.mayBeLabel(c, j) {
				others++
			}
		}
	}
	if b.rows*numbers > mostDesigned {
		return nil
	}
	inference.EachColumn(&b.cells.Grid, inference.UpTo(b.rows), func(j int, cells []float64) {
		if c := &b.columns[j]; c.Role != Number || c.numbers < b.rows || forced[j] != "" || r.use(j) == known.Measured {
			return
		}
		if column, ok := design.OfNumbers(cells); ok {
			places, columns = append(places, j), append(columns, column)
		}
	})
	for j := range b.columns {
		c := &b.columns[j]
		if c.Role != Annotation || len(c.values) < b.rows {
			continue
		}
		if column, ok := design.OfTexts(c.values, func(s string) bool { return c.lacks(r.missing, s) }); ok {
			places, columns = append(places, j), append(columns, column)
		}
	}
	verdicts := design.Judge(columns)
	for i, j := range places {
		if c := &b.columns[j]; c.Role == Number {
			if v := verdicts[i]; v.Set && !r.ofSeries(j, places, verdicts) {
				if set = append(set, j); !r.mayBeLabel(c, j) {
					others--
				}
			} else if v.Likely || v.Shared {
				c.seems = &verdicts[i]
				if v.Of >= 0 {
					c.of = places[v.Of]
				}
			}
		}
	}
	if others == 0 {
		for _, j := range set {
			b.columns[j].seems = &design.Verdict{Likely: true}
		}
		return nil
	}
	for _, j := range set {
		c := &b.columns[j]
		c.Role, c.Note, c.identifies = Annotation, byDesign, true
	}
	return set
}

// numberedName is a name with a number at its end: g1, V12, sample_3.
var numberedName = regexp.MustCompile(`^(.*[^0-9])([0-9]+)$`)

// ofSeries reports whether a column has one of several numbered names, such as g1 among g1 to g4, of which others hold
// measurements: so does this one.
func (r *result) ofSeries(j int, places []int, verdicts []design.Verdict) bool {
	stem := numberedName.FindStringSubmatch(r.body.columns[j].Name)
	for k := range r.body.columns {
		other := numberedName.FindStringSubmatch(r.body.columns[k].Name)
		if stem != nil && other != nil && other[1] == stem[1] && r.body.columns[k].Role == Number {
			if at := slices.Index(places, k); at < 0 || !verdicts[at].Set {
				return true
			}
		}
	}
	return false
}

// sharedEnd ends what a note on columns says that hold one number for each of some units.
const sharedEnd = ", so groups of rows may be these units"

// setNotes points out columns of numbers that may have been set.
func (r *result) setNotes(numeric []int) {
	for _, j := range numeric {
		if c := &r.body.columns[j]; c.seems != nil && c.seems.Likely && c.Note == "" {
			c.Note = "few numbers, equally often: possibly set, not measured"
			r.notes = append(r.notes, fmt.Sprintf("Column %q holds few numbers, each as often as the others, as doses, "+
				"times and labels do; if they were set, "+inference.LabelsEnd, c.Name))
		}
	}
}

// sharedNotes tells of columns that hold one number for all rows of a unit.
func (r *result) sharedNotes(numeric []int) {
	byUnit, order := map[string][]string{}, []string{}
	for _, j := range numeric {
		c := &r.body.columns[j]
		if c.seems == nil || !c.seems.Shared || c.Note != "" {
			continue
		}
		unit := "unit that has several rows"
		if c.seems.Of >= 0 {
			unit = strconv.Quote(r.body.columns[c.of].Name)
		}
		c.Note = "one number for each " + unit
		if byUnit[unit] == nil {
			order = append(order, unit)
		}
		byUnit[unit] = append(byUnit[unit], c.Name)
	}
	for _, unit := range order {
		names := byUnit[unit]
		r.notes = append(r.notes, fmt.Sprintf("%s one number for each %s"+sharedEnd+": %s.",
			inference.Plural(len(names), "column")+words.ByNumber(len(names), " holds", " hold"), unit,
			words.QuoteSome(names, mostNamed)))
	}
}

// designAdvice returns how to take columns of a design for measurements, and those that whole units share for
// annotations; nil for other notes.
func designAdvice(note string) []Advice {
	start, list, ok := strings.Cut(note, ": ")
	if !ok {
		return nil
	}
	names := words.Unquoted(list)
	switch {
	case names == nil:
		return nil
	case strings.Contains(start, byDesign), strings.Contains(start, byOutcome):
		return []Advice{{"Read again with these as numbers", "Models then see them beside the measurements.",
			func(o Options) Options {
				o.Numeric = append(o.Numeric[:len(o.Numeric):len(o.Numeric)], names...)
				return o
			}}}
	case strings.HasSuffix(start, sharedEnd):
		return []Advice{{"Read again with these as annotations", "Models then see the other columns alone.",
			func(o Options) Options {
				o.Annotations = append(o.Annotations[:len(o.Annotations):len(o.Annotations)], names...)
				return o
			}}}
	}
	return nil
}
