// Package naming tells from the names of columns what they hold.
package naming

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// lastWords end the name of a column that identifies things; firstWords begin it.
var (
	lastWords = wordSet(
		"id ids identifier identifiers accession accessions uid uuid guid mrn pmid doi entrez barcode barcodes fid iid " +
			"zip zipcode postcode plz isbn ssn phone orcid taxid name names")
	firstWords = wordSet("id")
	// numberWords end such a name after a word for a thing: "sample no", "patient number".
	numberWords = wordSet("no nr num number code key index ref #")
	things      = wordSet(
		"gene sample patient subject cell probe probeset otu asv feature record case donor animal mouse plot site specimen " +
			"transcript protein individual participant person study visit row item user client customer order plate well isolate strain taxon " +
			"accession object observation entry line array chip spot catalog catalogue lab library tube slide pid seq " +
			"sequence serial")
)

// labels are the last words of the names of columns that hold labels even where these are written as numbers: times of
// the calendar, and groups that somebody numbered.
var labels = wordSet("year yr month week weekday quarter season decade day date " +
	"batch class cluster cohort group label plate population lane replicate block fold sex gender species strain " +
	"genotype type " +
	"sample stratum strata litter pair plot run session trial visit occasion period site centre center clinic " +
	"hospital " +
	"ward inst institution school district county country state region dept department occupation religion " +
	"nationality race ethnicity " +
	"ethnic treatment treat trt rx arm diet variety cultivar breed worker operator rater examiner")

// many are those of labels of which a table may have any number.
var many = wordSet("sample batch class cluster cohort group plate lane block stratum strata litter pair plot run " +
	"session trial site centre center clinic hospital ward inst " +
	"institution school district county country region worker operator rater examiner")

// ManyLabels reports whether labels of that name may be many.
func ManyLabels(name string) bool {
	words := wordsOf(name)
	return len(words) > 0 && many[words[len(words)-1]]
}

// hints are words that suggest labels anywhere in the name of a column.
var hints = wordSet("batch class cluster cohort condition day digit group label plate population run sex site " +
	"stage status target treatment type year")

// HintsLabels reports whether a word in the name of a column suggests labels.
func HintsLabels(name string) bool {
	return slices.ContainsFunc(wordsOf(name),
		func(w string) bool { return hints[w] })
}

// Labels reports whether a column of that name holds labels if its values are few whole numbers: "year", "cell type".
// Numbered names, such as "day 3" among the columns of a series, do not count.
func Labels(name string) bool {
	words := wordsOf(name)
	return len(words) > 0 && len(words) <= 3 && labels[words[len(words)-1]]
}

// days are words in the names of columns of dates.
var days = wordSet("date datum dates day days when visit visited collected collection sampled sampling taken " +
	"born birth dob fecha data")

// Days reports whether a column of that name may hold dates: "Collection date", "when".
func Days(name string) bool {
	return slices.ContainsFunc(wordsOf(name), func(w string) bool { return days[w] })
}

// wordSet returns the words of a list separated by blanks.
func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

// joinedID is a thing and what numbers it in one word: "geneid", "sampleno".
var joinedID = regexp.MustCompile(`^([a-z]+?)(ids?|no|nr|number|code|key|index|ref)$`)

// Identifiers reports whether a column of that name holds identifiers, even where they are numbers.
func Identifiers(name string) bool {
	words := wordsOf(name)
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	if lastWords[last] || firstWords[words[0]] {
		return true
	}
	if len(words) > 1 && numberWords[last] && things[words[len(words)-2]] {
		return true
	}
	m := joinedID.FindStringSubmatch(last)
	return m != nil && things[m[1]]
}

// people are things that may be seen more than once, each time under their number.
var people = wordSet("patient subject donor animal individual participant person proband volunteer specimen isolate")

// Person reports whether the name of a column is that of one who is observed, such as Patient or Donor: its whole
// numbers are theirs, although they may occur again.
func Person(name string) bool {
	words := wordsOf(name)
	return len(words) == 1 && people[words[0]]
}

// Thing reports whether the name of a column is that of a single thing, such as Probe or Isolate: if its whole numbers
// all differ, they are the numbers of these things.
func Thing(name string) bool {
	words := wordsOf(name)
	return len(words) == 1 && things[words[0]] && words[0] != "order"
}

// numbering are names of columns that number the rows: those of pandas (Unnamed: 0), of R (X.1, ...1) and of people.
var numbering = regexp.MustCompile(`(?i)^(unnamed: ?\d+([._]\d+)*|\.\.\.\d+|x\.\d+|v\d+|level_\d+|column1?|#|no\.?|nr\.?|num|` +
	`index|idx|obs|observation|row[ _.]?(names?|index|id|numbers?|nr|no|num)?s?|record|case|line|item|(serial|seq|sequence)([ _.]?(no|nr|num|number)\.?)?|s\.?no\.?)?$`)

// Numbering reports whether a column of that name, or without a name, numbers the rows if it counts them.
func Numbering(name string) bool { return numbering.MatchString(name) }

// wordsOf splits a name at blanks and signs, and where a small letter meets a capital: "Entrez_GeneID" is entrez, gene,
// id.
func wordsOf(name string) []string {
	var words []string
	var word []rune
	end := func() {
		if len(word) > 0 {
			words = append(words, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	for _, r := range name {
		switch {
		case unicode.IsUpper(r) && len(word) > 0 && unicode.IsLower(word[len(word)-1]):
			end()
			word = append(word, r)
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			word = append(word, r)
		case r == '#' && len(words) > 0:
			end()
			words = append(words, "#")
		default:
			end()
		}
	}
	end()
	return words
}
