package known

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A refusal is a form of file that holds no table of measurements.
type refusal struct {
	what, remedy string                    // a clause, whole sentences
	is           func(lines []string) bool // of the first lines, none of which is empty
}

const (
	fromVariants = "Make a table of genotypes of it, such as with plink2 --recode A, which writes 0, 1 and 2 for each variant, and open that."
	countRegions = "Count reads in the regions for each sample, such as with featureCounts or bedtools multicov, and open that table."
	treeBeside   = "Open the table of measurements, then compare the tree with the one of a fit: compare, or Compare with Tree."
	geneSets     = "is a file of gene sets (GMT)"
	useSets      = "Open the table of measurements, then use the file in a test of gene sets (enrich, or Sets of Genes)."
	alignFirst   = "Make a table of it first: a matrix of distances or counts of reads, words or sites. Espalier compares numbers, not sequences."
)

var refusals = []refusal{
	{"is a NEXUS file: trees or sequences, not a table", treeBeside, func(lines []string) bool {
		return len(lines[0]) >= 6 && strings.EqualFold(lines[0][:6], "#NEXUS")
	}},
	{"is a tree in Newick form, not a table", treeBeside, isNewick},
	{"is a file of placements on a tree (jplace)", "", func(lines []string) bool {
		return strings.HasPrefix(strings.TrimSpace(lines[0]), "{") && containsAny(lines, `"placements"`)
	}},
	{"is a VCF file: variants with the genotypes of each sample as text", fromVariants, prefixed("##fileformat=VCF")},
	{"is a VCF file: variants with the genotypes of each sample as text", fromVariants,
		prefixed("#CHROM\tPOS\tID\tREF\tALT")},
	{"is a SAM file: reads and where they align",
		"Count the reads of each gene, such as with featureCounts, and open that table.", isSAM},
	{"is a GFF file: places of genes, not measurements", countRegions, isGFF},
	{"is a GTF file: places of genes, not measurements", countRegions, isGTF},
	{"is a BED file: regions of a genome, not measurements of samples", countRegions, isBED},
	{"is a wiggle or bedGraph file: a signal along a genome",
		"Sum the signal over regions for each sample, such as with deepTools multiBigwigSummary, and open that table.",
		isWiggle},
	{"is a FASTA file: sequences, not numbers", alignFirst, isFASTA},
	{"is a FASTQ file: reads and their qualities",
		"Count the reads of each gene or unit in each sample, and open that table.", isFASTQ},
	{"is a Clustal alignment: sequences, not numbers", alignFirst, prefixed("CLUSTAL")},
	{"is a Stockholm alignment: sequences, not numbers", alignFirst, prefixed("# STOCKHOLM")},
	{"is a PHYLIP alignment: sequences, not numbers", alignFirst, isPHYLIP},
	{"is a GenBank file: a sequence with its features", alignFirst, isGenBank},
	{"is a list of mutations (MAF): a row for each mutation",
		"Make a table of it with a row for each sample and a column for each gene that is 1 where it is mutated, and open that.",
		isMAF},
	{"is a HapMap file: variants with the genotypes of each sample as letters", fromVariants,
		prefixed("rs#\talleles\tchrom\tpos")},
	{"is a final report of GenomeStudio: a row for each variant of each sample",
		"Export a full data table instead, with a column of B allele frequencies for each sample, and open that.",
		func(lines []string) bool {
			return strings.HasPrefix(lines[0], "[Header]") && containsAny(lines, "GSGT Version")
		}},
	{"is a list of variants of PLINK (.bim), without the genotypes", fromVariants, isBIM},
	{"is a list of persons of PLINK (.fam), without their genotypes", fromVariants, isFAM},
	{geneSets, useSets, isGMT},
	{"is a list of ontology terms (OBO)", "", prefixed("format-version:")},
}

// mostLines limits how many lines are looked at, mostLine how many bytes of each.
const (
	mostLines = 60
	mostLine  = 4096
)

// Refused names a file of text that holds no table of measurements, by how it begins and, for gene sets, by its name;
// "" for one that may. remedy is "" where only another file helps.
func Refused(file string, text []byte) (what, remedy string) {
	lines := firstLines(text)
	if len(lines) == 0 {
		return "", ""
	}
	for _, r := range refusals {
		if r.is(lines) {
			return r.what, r.remedy
		}
	}
	if strings.EqualFold(path.Ext(file), ".gmt") && areSets(lines, func([]string) {}) {
		return geneSets, useSets
	}
	return "", ""
}

// firstLines returns the beginnings of the first lines that are not blank.
func firstLines(text []byte) (lines []string) {
	text = bytes.TrimPrefix(text, []byte{0xef, 0xbb, 0xbf})
	for len(text) > 0 && len(lines) < mostLines {
		end := bytes.IndexAny(text[:min(len(text), 1<<20)], "\r\n")
		line := text
		if end >= 0 {
			line = text[:end]
			text = text[end+1:]
		} else {
			text = nil
		}
		if line = line[:min(len(line), mostLine)]; len(bytes.TrimSpace(line)) > 0 {
			lines = append(lines, string(line))
		}
	}
	return lines
}

func prefixed(start string) func([]string) bool {
	return func(lines []string) bool { return strings.HasPrefix(lines[0], start) }
}

// whole reports whether a cell is a whole number of at least 0.
func whole(cell string) bool {
	_, err := strconv.ParseUint(cell, 10, 63)
	return err == nil
}

// without returns the lines that begin with none of some signs.
func without(lines []string, signs ...string) (rest []string) {
	for _, line := range lines {
		kept := true
		for _, s := range signs {
			kept = kept && !strings.HasPrefix(line, s)
		}
		if kept {
			rest = append(rest, line)
		}
	}
	return rest
}

// all reports whether there are lines and is holds of the cells of each, which tabs separate.
func all(lines []string, is func(cells []string) bool) bool {
	for _, line := range lines {
		if !is(strings.Split(line, "\t")) {
			return false
		}
	}
	return len(lines) > 0
}

var (
	samHead   = regexp.MustCompile(`^@(?:HD\tVN:|SQ\tSN:|RG\tID:|PG\tID:|CO\t)`)
	cigarForm = regexp.MustCompile(`^(?:\*|(?:\d+[MIDNSHP=X])+)$`)
	baseForm  = regexp.MustCompile(`^(?:\*|[A-Za-z=.]+)$`)
)

func isSAM(lines []string) bool {
	if samHead.MatchString(lines[0]) {
		return true
	}
	return all(lines, func(c []string) bool {
		return len(c) >= 11 && whole(c[1]) && whole(c[3]) && whole(c[4]) && cigarForm.MatchString(c[5]) &&
			baseForm.MatchString(c[9])
	})
}

func strandOrNone(s string) bool { return s == "+" || s == "-" || s == "." || s == "?" }

// feature reports whether cells are those of a line of GFF or GTF.
func feature(c []string) bool {
	return len(c) == 9 && whole(c[3]) && whole(c[4]) && strandOrNone(c[6]) &&
		(c[7] == "." || c[7] == "0" || c[7] == "1" || c[7] == "2")
}

func isGFF(lines []string) bool {
	if strings.HasPrefix(lines[0], "##gff-version") {
		return true
	}
	rows := without(lines, "#")
	return all(rows, feature) && !strings.Contains(rows[0], "\tgene_id \"") && strings.Contains(rows[0], "=")
}

func isGTF(lines []string) bool {
	rows := without(lines, "#")
	return all(rows, feature) && strings.Contains(rows[0], ` "`)
}

var contigForm = regexp.MustCompile(
	`^(?:(?:chr|Chr|CHR)[0-9A-Za-z_.]+|[0-9]{1,2}|[XYM]|MT|[A-Z]{2}_?[0-9]+\.[0-9]+|scaffold.*|contig.*)$`)

// region reports whether cells begin as a line of BED does: a chromosome and whole numbers that rise.
func region(c []string) bool {
	if len(c) < 3 || !contigForm.MatchString(c[0]) || !whole(c[1]) || !whole(c[2]) {
		return false
	}
	from, _ := strconv.ParseUint(c[1], 10, 63)
	to, _ := strconv.ParseUint(c[2], 10, 63)
	return from <= to
}

// isBED wants a region with a name, a score and a strand, or nothing beyond the region; numbers of samples may follow
// others.
func isBED(lines []string) bool {
	rows := without(lines, "#", "track", "browser")
	declared := len(rows) < len(lines) && (strings.HasPrefix(lines[0], "track") || strings.HasPrefix(lines[0], "browser"))
	if declared && all(rows, region) {
		return len(strings.Split(rows[0], "\t")) != 4 || !number(strings.Split(rows[0], "\t")[3])
	}
	return all(rows, func(c []string) bool {
		chromosome := len(c[0]) > 3 && strings.EqualFold(c[0][:3], "chr")
		switch {
		case !region(c):
			return false
		case len(c) == 3, len(c) == 4:
			return chromosome && (len(c) == 3 || !number(c[3]))
		case len(c) == 5:
			return chromosome && !number(c[3])
		}
		if !strandOrNone(c[5]) || number(c[3]) {
			return false
		}
		// Beyond six cells, those of blocks and of peaks; what else follows may be counts of samples.
		return len(c) == 6 || len(c) == 12 && strings.ContainsRune(c[10], ',') || (len(c) == 9 || len(c) == 10) && c[5] == "."
	})
}

// number reports whether a cell is a number.
func number(cell string) bool {
	_, err := strconv.ParseFloat(strings.TrimSpace(cell), 64)
	return err == nil
}

func isWiggle(lines []string) bool {
	if strings.HasPrefix(lines[0], "track type=") || strings.HasPrefix(lines[0], "fixedStep") ||
		strings.HasPrefix(lines[0], "variableStep") {
		return true
	}
	return all(without(lines, "#", "track", "browser"), func(c []string) bool {
		return len(c) == 4 && region(c) && len(c[0]) > 3 && strings.EqualFold(c[0][:3], "chr") && number(c[3])
	})
}

// isNewick tells a tree: parentheses that close at the end of the tree, and have commas in them.
func isNewick(lines []string) bool {
	text := strings.TrimSpace(strings.Join(lines, " "))
	for strings.HasPrefix(text, "[") { // [&R], and other notes before the tree
		_, after, ok := strings.Cut(text, "]")
		if !ok {
			return false
		}
		text = strings.TrimSpace(after)
	}
	if !strings.HasPrefix(text, "(") {
		return false
	}
	depth, commas, quoted := 0, 0, false
	for i := range len(text) {
		switch c := text[i]; {
		case c == '\'' && (quoted || strings.IndexByte("(,) '", text[i-1]) >= 0): // O'Brien has no quotes
			quoted = !quoted
		case quoted:
		case c == '(':
			depth++
		case c == ',':
			commas++
		case c == ')':
			if depth--; depth == 0 {
				label, _, ended := strings.Cut(text[i+1:], ";")
				return commas > 0 && (ended || len(lines) == 1) && !strings.ContainsAny(label, ",\t")
			}
		}
	}
	return depth > 1 && commas > 1 && len(text) >= mostLine // a tree that is longer than what is looked at
}

func containsAny(lines []string, text string) bool {
	for _, line := range lines {
		if strings.Contains(line, text) {
			return true
		}
	}
	return false
}

// letters reports whether a line is a part of a sequence.
func letters(line string) bool {
	line = strings.TrimSpace(line)
	for i := range len(line) {
		c := line[i] | 0x20
		if (c < 'a' || c > 'z') && line[i] != '-' && line[i] != '*' && line[i] != '.' && line[i] != '?' && line[i] != ' ' {
			return false
		}
	}
	return line != ""
}

func isFASTA(lines []string) bool {
	if lines[0][0] != '>' || len(lines) < 2 {
		return false
	}
	for _, line := range lines {
		if line[0] != '>' && line[0] != ';' && !letters(line) {
			return false
		}
	}
	return true
}

func isFASTQ(lines []string) bool {
	return len(lines) >= 4 && lines[0][0] == '@' && letters(lines[1]) && lines[2][0] == '+' &&
		len(lines[1]) == len(lines[3])
}

// isPHYLIP tells an alignment by its first line, of how many sequences and sites there are, and a line of letters below
// it. Matrices of distances begin with one number.
func isPHYLIP(lines []string) bool {
	counts := strings.Fields(lines[0])
	if len(counts) != 2 || !whole(counts[0]) || !whole(counts[1]) || len(lines) < 2 {
		return false
	}
	sequences, _ := strconv.Atoi(counts[0])
	if sequences < 1 {
		return false
	}
	for _, line := range lines[1:min(len(lines), sequences+1)] {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 1 && letters(line): // a strict name runs into the sequence
		case len(fields) < 2 || !letters(strings.Join(fields[1:], "")):
			return false
		}
	}
	return true
}

func isGenBank(lines []string) bool {
	return strings.HasPrefix(lines[0], "LOCUS ") && strings.Contains(lines[0], " bp ")
}

func isMAF(lines []string) bool {
	rows := without(lines, "#")
	return len(rows) > 0 && strings.HasPrefix(rows[0], "Hugo_Symbol\t") &&
		strings.Contains(rows[0], "\tVariant_Classification")
}

// isGMT tells sets of genes: a name, a page or what the set is, and words, which are not equally many. Half of the
// lines that say something beside the name give a page.
func isGMT(lines []string) bool {
	widths, page, told := map[int]bool{}, 0, 0
	ok := areSets(lines, func(c []string) {
		widths[len(c)] = true
		if strings.HasPrefix(c[1], "http") || strings.HasPrefix(c[1], "> ") || c[1] == "na" {
			page++
		}
		if c[1] != "" {
			told++
		}
	})
	return ok && len(widths) > 1 && page > 0 && 2*page >= told
}

// areSets reports whether lines have a name, a cell about it, and words; look is given the cells of each.
func areSets(lines []string, look func(cells []string)) bool {
	return all(lines, func(c []string) bool {
		if len(c) < 3 {
			return false
		}
		look(c)
		for len(c) > 0 && c[len(c)-1] == "" {
			c = c[:len(c)-1]
		}
		return len(c) >= 3 && !slices.ContainsFunc(c[2:min(len(c), 12)], func(gene string) bool {
			return number(gene) || strings.ContainsAny(gene, " ,;")
		})
	})
}
