package known

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"example.org/espalier/inference"
)

// studioForms are the columns of samples in a full data table of GenomeStudio that measure a genotype, the better
// first.
var studioForms = []*regexp.Regexp{regexp.MustCompile(`(?i)^(.+)\.B Allele Freq$`),
	regexp.MustCompile(`(?i)^(.+)\.Theta$`)}

var studioCalls = regexp.MustCompile(`(?i)^(.+)\.GType$`)

// genomeStudio is a full data table of Illumina's GenomeStudio: of each variant, several columns for each sample.
func genomeStudio(h Head) *Layout {
	if !h.has("name") || len(h.familyOf(studioCalls).columns)+len(h.familyOf(studioForms[0]).columns) == 0 {
		return nil
	}
	var found family
	for _, form := range studioForms {
		if found = h.familyOf(form); len(found.columns) > 0 {
			break
		}
	}
	if len(found.columns) == 0 {
		return nil
	}
	first := h.Names[found.columns[0]]
	l := h.layout("GenomeStudio")
	for j, name := range h.Names {
		l.use(About, j)
		if strings.Contains(name, ".") {
			l.use(Out, j)
		}
	}
	l.use(Out, h.column("index"))
	l.use(RowName, h.column("name"))
	l.use(Measured, found.columns...)
	l.rename(h, found.columns, found.samples)
	l.What = "GenomeStudio table of " + inference.Plural(len(found.columns), "sample")
	l.Notes = append(l.Notes, fmt.Sprintf("Of several columns of each sample, one was read, such as %q.", first))
	l.Samples = InColumns
	return l
}

var alleleForm = regexp.MustCompile(`^(?:[ACGTN]+|[0-9.*-]|<[A-Z:0-9]+>)$`)

var chromosomeForm = regexp.MustCompile(`^(?:chr)?(?:[0-9]{1,2}|X|Y|XY|M|MT|Un[A-Za-z0-9_]*)$`)

// isBIM reports whether lines are those of PLINK's list of variants: chromosome, name, position in morgans and bases,
// alleles.
func isBIM(lines []string) bool {
	letters := false
	for _, line := range lines {
		c := strings.Fields(line)
		if len(c) != 6 || !chromosomeForm.MatchString(c[0]) || !isDecimal(c[2]) || !whole(strings.TrimPrefix(c[3], "-")) ||
			!alleleForm.MatchString(c[4]) || !alleleForm.MatchString(c[5]) {
			return false
		}
		letters = letters || strings.ContainsAny(c[5], "ACGT")
	}
	return letters
}

// isFAM reports whether lines are those of PLINK's list of persons: family, person, father, mother, sex, phenotype.
func isFAM(lines []string) bool {
	persons, known, families := map[string]bool{}, map[string]bool{}, false
	for _, line := range lines {
		c := strings.Fields(line)
		if len(c) != 6 || persons[c[0]+" "+c[1]] || len(c[4]) != 1 || !strings.Contains("012", c[4]) ||
			!isDecimal(c[5]) && c[5] != "NA" {
			return false
		}
		persons[c[0]+" "+c[1]], known[c[1]] = true, true
		if _, err := strconv.ParseFloat(c[1], 64); err != nil {
			families = true // named, so no row of numbers
		}
	}
	for _, line := range lines {
		for c, k := strings.Fields(line), 2; k < 4; k++ {
			if c[k] != "0" && !known[c[k]] && len(lines) < mostLines {
				return false
			}
		}
	}
	return families && len(lines) > 1
}

func isDecimal(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil
}
