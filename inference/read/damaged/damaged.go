// Package damaged finds names that spreadsheets changed: genes that became dates, and identifiers that became numbers.
package damaged

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"example.org/espalier/inference/read/number"
	"example.org/espalier/inference/words"
)

// Spreadsheets turn gene names into dates and identifiers into numbers (Ziemann, Eren and El-Osta
// 2016; Bruford et al. 2020 renamed the genes for that reason).
var (
	monthNames = map[string]int{
		"jan": 1, "feb": 2, "mar": 3, "march": 3, "apr": 4, "may": 5, "jun": 6, "jul": 7, "aug": 8,
		"sep": 9, "sept": 9, "oct": 10, "nov": 11, "dec": 12,
	}
	dayMonth   = regexp.MustCompile(`^(\d{1,2})[-/. ]([A-Za-z]{3,5})(?:[-/. ]\d{2}(?:\d{2})?)?$`)
	monthDay   = regexp.MustCompile(`^([A-Za-z]{3,5})[-/ ](\d{1,2})$`)
	isoDate    = regexp.MustCompile(`^\d{4}-(\d{2})-(\d{2})(?:[ T]00:00(?::00)?)?$`)
	slashDate  = regexp.MustCompile(`^(\d{1,2})[/.](\d{1,2})[/.](?:\d{4}|\d{2})$`)
	asExponent = regexp.MustCompile(`^\d(?:[.,]\d+)?[eE]\+?\d{2}$`)
)

// datedGene reports whether a name looks like a date. It lists the genes that a spreadsheet may
// have made it from, if any are known.
func datedGene(name string) (genes []string, date bool) {
	if len(name) == 0 || len(name) > 20 {
		return nil, false
	}
	month := func(text string) int { return monthNames[strings.ToLower(text)] }
	number := func(text string) int { n, _ := strconv.Atoi(text); return n }
	if m := dayMonth.FindStringSubmatch(name); m != nil && month(m[2]) > 0 {
		return genesOf(month(m[2]), number(m[1])), validDay(number(m[1]))
	}
	if m := monthDay.FindStringSubmatch(name); m != nil && month(m[1]) > 0 {
		return genesOf(month(m[1]), number(m[2])), validDay(number(m[2]))
	}
	if m := isoDate.FindStringSubmatch(name); m != nil && validMonth(number(m[1])) && validDay(number(m[2])) {
		return genesOf(number(m[1]), number(m[2])), true
	}
	if m := slashDate.FindStringSubmatch(name); m != nil {
		a, b := number(m[1]), number(m[2])
		if validDay(a) && validMonth(b) {
			genes, date = genesOf(b, a), true
		}
		if validMonth(a) && validDay(b) && a != b {
			genes, date = append(genes, genesOf(a, b)...), true
		}
	}
	return genes, date
}

func validDay(n int) bool   { return n >= 1 && n <= 31 }
func validMonth(n int) bool { return n >= 1 && n <= 12 }

// genesOf returns the current symbols of the genes once named by a month and a number.
func genesOf(month, n int) []string {
	var genes []string
	switch {
	case month == 3 && n >= 1 && n <= 11: // MARCH1 to MARCH11, MARC1 and MARC2
		genes = append(genes, "MARCHF"+strconv.Itoa(n))
		if n <= 2 {
			genes = append(genes, "MTARC"+strconv.Itoa(n))
		}
	case month == 9 && (n >= 1 && n <= 12 || n == 14): // SEPT1 to SEPT12 and SEPT14
		genes = append(genes, "SEPTIN"+strconv.Itoa(n))
	case month == 9 && n == 15: // SEP15
		genes = append(genes, "SELENOF")
	case month == 10 && n == 4: // OCT4
		genes = append(genes, "POU5F1")
	case month == 12 && n == 1: // DEC1
		genes = append(genes, "DELEC1")
	}
	return genes
}

// Notes points out names that a spreadsheet seems to have changed. what says where they stand, such as "row names". If
// all names are dates and some of them never were genes, they are taken for real dates; so are the values of an
// annotation if most are dates.
func Notes(names []string, what string) []string {
	var dated, numbered []string
	dates, genes, plainNumbers := 0, 0, 0
	for _, name := range names {
		candidates, date := datedGene(name)
		if date {
			dates++
			text := strconv.Quote(name)
			if len(candidates) > 0 {
				genes++
				text += " (likely " + strings.Join(candidates, " or ") + ")"
			}
			dated = append(dated, text)
			continue
		}
		if asExponent.MatchString(name) {
			numbered = append(numbered, name)
		} else if _, ok := number.Parse([]byte(name), '.'); ok {
			plainNumbers++
		}
	}
	var notes []string
	if genes > 0 && (2*dates <= len(names) || genes == dates && !strings.HasPrefix(what, "value")) {
		notes = append(notes, fmt.Sprintf("A spreadsheet turned gene names among the %s into dates: %s. Correct "+
			"them in the file from the original list of genes.", what, words.Some(dated, 5)))
	}
	if len(numbered) > 0 && 2*len(numbered) <= len(names) && plainNumbers == 0 {
		notes = append(notes, fmt.Sprintf("A spreadsheet seems to have turned identifiers among the %s into "+
			"numbers: %s.", what, words.QuoteSome(numbered, 5)))
	}
	return notes
}
