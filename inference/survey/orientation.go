package survey

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/words"
)

// An Orientation is a guess whether the rows of a table are observations.
type Orientation struct {
	// Turned says that observations are in the columns, so that the table should be transposed.
	Turned bool
	// Known says that there is something to guess from; else the table is taken as it stands.
	Known bool
	// Why says it in a sentence.
	Why string
}

// geneForms are identifiers of genes, transcripts, proteins, probes and variants.
var geneForms = regexp.MustCompile(`^(?:` + strings.Join([]string{
	`ENS[A-Z]*[GTP][0-9]{11}(?:\.[0-9]+)?`,           // Ensembl
	`(?:AFFX[-_].*|[0-9]{3,}(?:_[a-z])*_at)`,         // Affymetrix
	`ILMN_[0-9]+`, `A_[0-9]+_P[0-9]+`, `cg[0-9]{6,}`, // Illumina, Agilent, methylation
	// thale cress, yeast, fly, worm
	`A[Tt][1-5CM][Gg][0-9]{5}`, `Y[A-P][LR][0-9]{3}[CW](?:-[A-Z])?`, `FBgn[0-9]{7}`, `WBGene[0-9]{8}`,
	`[NX][MRP]_[0-9]{4,}(?:\.[0-9]+)?`, `rs[0-9]{3,}`, `[a-z]{3}-(?:mir|miR|let)-.*`, // RefSeq, SNPs, microRNA
	`[OPQ][0-9][A-Z0-9]{3}[0-9]`, `[A-NR-Z][0-9](?:[A-Z][A-Z0-9]{2}[0-9]){1,2}`, // UniProt
}, "|") + `)$`)

// symbolForm is a gene symbol such as TP53, HLA-DRA or C21orf62. Names of samples may look alike.
var symbolForm = regexp.MustCompile(`^(?:[A-Z][A-Z0-9]{2,8}(?:-[A-Z0-9]{1,5})?|C[0-9XY]{1,2}orf[0-9]+)$`)

// sampleForms are names of samples, patients, cells, time points.
var sampleForms = regexp.MustCompile(`(?i)^(?:` + strings.Join([]string{
	`(?:GSM|[SED]RR|SAMN|SAMEA)[0-9]+`, `TCGA-.*`, `[ACGT]{12,}(?:-[0-9]+)?`,
	`(?:sample|patient|subject|specimen|donor|case|control|ctrl|treated|untreated|tumou?r|normal|wt|ko|mut|mouse|rat|cell|rep|replicate|array|chip|day|week|hour|time|alpha|cdc[0-9]*)[ _.-]?[0-9a-z]{0,4}(?:[ _.-].*)?`,
	`.*[ _.-](?:rep|r)[0-9]+`, `.*[ _.-][0-9]+ ?(?:h|hr|min|d|wk)`, `.*\.CEL(?:\.gz)?`,
}, "|") + `)$`)

// Words in names of annotations that describe genes, and those that describe samples.
var (
	geneWords = []string{"description", "gene", "symbol", "chromosome", "chr", "chrom", "pathway", "locus", "strand",
		"probe", "entrez", "ensembl", "refseq", "uniprot", "accession", "transcript", "protein", "product", "function",
		"ontology", "orf", "biotype", "name2", "gweight", "gid"}
	sampleWords = []string{"sex", "gender", "age", "species", "tissue", "treatment", "patient", "subject", "donor",
		"diagnosis", "class", "group", "batch", "cohort", "population", "site", "region", "area", "island", "stage", "grade",
		"status", "condition", "organ", "strain", "genus", "family", "order", "label", "digit", "year", "cultivar"}
)

// Shares of names from which on they say something.
const (
	mostNames = 0.5
	fewNames  = 0.2
	manyRows  = 500 // more than these, and several times as many as columns, may be genes
	manyFold  = 5
)

// Orient guesses which way a table lies, from the names of rows and columns, annotations, and sizes.
func Orient(t *inference.Table) Orientation {
	switch by := cmp.Or(t.Observed.By, "the program that wrote the file"); {
	case t.Observed.Columns:
		return Orientation{Turned: true, Known: true,
			Why: fmt.Sprintf("Observations are in the columns, as %s writes them.", by)}
	case t.Observed.Rows:
		return Orientation{Known: true, Why: fmt.Sprintf("Observations are in the rows, as %s writes them.", by)}
	}
	n, d := t.Dims()
	type reason struct {
		points int // above 0 for a table to be turned
		text   string
	}
	var reasons []reason
	say := func(points int, format string, a ...any) {
		reasons = append(reasons, reason{points, fmt.Sprintf(format, a...)})
	}
	geneRows, geneColumns := geneShare(t.Rows), geneShare(t.Columns)
	switch {
	case geneRows >= mostNames && geneColumns < fewNames:
		say(3, "rows have names of genes, such as %q", firstLike(t.Rows, isGene))
	case geneColumns >= mostNames && geneRows < fewNames:
		say(-3, "columns have names of genes, such as %q", firstLike(t.Columns, isGene))
	}
	rows, columns := share(t.Rows, sampleForms.MatchString), share(t.Columns, sampleForms.MatchString)
	switch {
	case columns >= mostNames && rows < mostNames:
		say(1, "columns have names of samples, such as %q", firstLike(t.Columns, sampleForms.MatchString))
	case rows >= mostNames && columns < mostNames:
		say(-1, "rows have names of samples, such as %q", firstLike(t.Rows, sampleForms.MatchString))
	}
	for _, a := range []struct {
		list      []inference.Annotation
		gene      int
		what, one string
	}{{t.Annotations, 2, "rows", "row"}, {t.ColumnAnnotations, -2, "columns", "column"}} {
		if ranks := ranksOf(a.list); len(ranks) >= mostRanks {
			say(a.gene+a.gene/2, "%s are ranks of taxa and are known of each %s", words.QuoteSome(ranks, 2), a.one)
			continue
		}
		if name := annotationLike(a.list, geneWords); name != "" {
			say(a.gene, "%q describes genes and is known of each %s", name, a.one)
		}
		if name := annotationLike(a.list, sampleWords); name != "" {
			say(-a.gene, "%q describes samples and is known of each %s", name, a.one)
		}
	}
	switch {
	case n >= manyRows && n >= manyFold*d:
		say(1, "there are %s rows and only %s columns", inference.Grouped(n), inference.Grouped(d))
		if countedAlike(t) {
			say(2, "the columns hold counts that rise and fall together, as in samples of the same genes")
		}
	case d >= manyRows/2 && d >= manyFold*n:
		say(-2, "there are %s columns and only %s rows", inference.Grouped(d), inference.Grouped(n))
	}
	if found := unitsOf(t.Columns); len(found) > 0 && len(found) >= min(2, d) {
		say(-3, "columns name units, such as %q", found[0].name)
	}
	sum := 0
	for _, r := range reasons {
		sum += r.points
	}
	turned := sum >= 3 && d > 1
	var texts []string
	for _, r := range reasons {
		if (r.points > 0) == turned {
			texts = append(texts, r.text)
		}
	}
	o := Orientation{Turned: turned, Known: turned || sum <= -2, Why: strings.Join(texts, "; ")}
	switch {
	case turned:
		o.Why = "Observations seem to be in the columns: " + o.Why + "."
	case o.Known:
		o.Why = "Observations seem to be in the rows: " + o.Why + "."
	default:
		o.Why = "Rows are taken for observations, columns for what was measured."
	}
	return o
}

// ranks are those of taxa, the highest first. Tables of animals or plants tell lower ones; tables of taxa that were
// counted in samples begin with high ones.
var ranks = []string{"domain", "kingdom", "phylum", "class", "order", "family", "genus", "species"}

const (
	mostRanks = 3
	highRanks = 3 // of ranks
)

// ranksOf returns the names of annotations that are ranks of taxa, nil if none is a high one.
func ranksOf(list []inference.Annotation) (names []string) {
	high := false
	for _, a := range list {
		if at := slices.Index(ranks, strings.ToLower(strings.TrimSpace(a.Name))); at >= 0 {
			names = append(names, a.Name)
			high = high || at < highRanks
		}
	}
	if !high {
		return nil
	}
	return names
}

// enoughNames is how many names are looked at.
const enoughNames = 400

// some returns evenly spaced names of a long list.
func some(names []string) []string {
	if len(names) <= enoughNames {
		return names
	}
	list := make([]string, enoughNames)
	for i := range list {
		list[i] = names[i*len(names)/enoughNames]
	}
	return list
}

func share(names []string, like func(string) bool) float64 {
	if len(names) == 0 {
		return 0
	}
	k, list := 0, some(names)
	for _, name := range list {
		if like(name) {
			k++
		}
	}
	return float64(k) / float64(len(list))
}

func firstLike(names []string, like func(string) bool) string {
	return names[max(0, slices.IndexFunc(names, like))]
}

func isGene(name string) bool { return geneForms.MatchString(name) || symbolForm.MatchString(name) }

// geneShare returns the share of names that are of genes. Symbols count only where few begin alike, S1, S2, S3 and
// ALL001, ALL002 are samples, where few end alike, as codes of genomes do, and where some have numbers.
func geneShare(names []string) float64 {
	sure := share(names, geneForms.MatchString)
	list := some(names)
	stems, ends, symbols, numbered := map[string]int{}, map[string]int{}, 0, 0
	for _, name := range list {
		if symbolForm.MatchString(name) {
			symbols++
			if strings.ContainsAny(name, "0123456789") {
				numbered++
			}
			ends[name[len(name)-2:]]++
			stem, _, _ := strings.Cut(name, "-") // PAT0012-A and PAT0013-B are samples
			stems[strings.TrimRight(stem, "0123456789")]++
		}
	}
	const fewest, numberedShare = 10, 5 // one in five has a number in it; words in capitals have none
	if symbols < fewest || 2*len(stems) < symbols || 2*mostOf(ends) > symbols || numberedShare*numbered < symbols {
		return sure
	}
	return max(sure, float64(symbols)/float64(len(list)))
}

func mostOf(counts map[string]int) (most int) {
	for _, n := range counts {
		most = max(most, n)
	}
	return most
}

// annotationLike returns the first annotation with one of some words in its name; "" for none.
func annotationLike(list []inference.Annotation, like []string) string {
	for _, a := range list {
		for _, word := range strings.FieldsFunc(strings.ToLower(a.Name),
			func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }) {
			if slices.Contains(like, word) {
				return a.Name
			}
		}
	}
	return ""
}
