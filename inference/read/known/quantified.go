package known

import (
	"fmt"
	"regexp"

	"example.org/espalier/inference"
)

// A quantifier is a program that estimates how much there is of each transcript, and the columns of its files, as
// [plain] gives them.
type quantifier struct {
	program, title string
	mark           []string // columns that tell it
	names          string   // column that names the rows
	about          []string // columns that describe them
	counts         string   // column that is measured
	others         []string // the same in other units: left out
}

var quantifiers = []quantifier{
	{"Salmon", "Salmon quant.sf", []string{"name", "length", "effectivelength", "tpm", "numreads"}, "name",
		[]string{"length", "effectivelength"}, "numreads", []string{"tpm"}},
	{"kallisto", "kallisto abundance.tsv", []string{"targetid", "length", "efflength", "estcounts", "tpm"}, "targetid",
		[]string{"length", "efflength"}, "estcounts", []string{"tpm"}},
	{"RSEM", "RSEM genes.results", []string{"geneid", "transcriptids", "length", "effectivelength", "expectedcount"},
		"geneid", []string{"transcriptids", "length", "effectivelength"}, "expectedcount",
		[]string{"tpm", "fpkm", "posteriormeancount", "posteriorstandarddeviationofcount", "pmetpm", "pmefpkm"}},
	{"RSEM", "RSEM isoforms.results", []string{"transcriptid", "geneid", "length", "effectivelength", "expectedcount"},
		"transcriptid", []string{"geneid", "length", "effectivelength"}, "expectedcount", []string{"tpm", "fpkm", "isopct",
			"posteriormeancount", "posteriorstandarddeviationofcount", "pmetpm", "pmefpkm", "isopctfrompmetpm"}},
	{"StringTie", "StringTie gene abundances",
		[]string{"geneid", "genename", "reference", "strand", "start", "end", "coverage", "fpkm", "tpm"}, "geneid",
		[]string{"genename", "reference", "strand", "start", "end"}, "tpm", []string{"coverage", "fpkm"}},
	{"Cufflinks", "Cufflinks genes.fpkm_tracking",
		[]string{"trackingid", "classcode", "geneshortname", "locus", "fpkm"}, "trackingid",
		[]string{"classcode", "nearestrefid", "geneid", "geneshortname", "tssid", "locus", "length", "fpkmstatus"}, "fpkm",
		[]string{"coverage", "fpkmconflo", "fpkmconfhi"}},
}

// quantified are tables of Salmon, kallisto, RSEM and their like: of one sample, or with columns of several.
func quantified(h Head) *Layout {
	if h.has("targetid", "sample") && h.column("estcounts", "tpm", "numreads") >= 0 {
		l := h.layout("sleuth")
		l.What = "a list with a row for each transcript of each sample"
		l.Refused = "is a list with a row for each transcript of each sample, not a table of samples"
		l.Remedy =
			"Spread it, so that each sample has a column of its own, such as with pivot_wider in R or pivot in pandas, and open that."
		return l
	}
	for _, q := range quantifiers {
		if !h.has(q.mark...) {
			continue
		}
		l := h.layout(q.program)
		for _, name := range q.about {
			l.use(About, h.column(name))
		}
		l.use(RowName, h.column(q.names))
		counts := h.column(q.counts)
		l.use(Measured, counts)
		for _, name := range q.others {
			l.use(Out, h.column(name))
		}
		l.What = q.title + " of 1 sample"
		l.Notes = append(l.Notes, fmt.Sprintf(
			"Of what is measured in several units, %q was read. Groups and trees of samples need several: join this column "+
				"of all samples to one table.", h.Names[counts]))
		for j, u := range l.Uses { // what else there may be describes the rows
			if u == Any {
				l.Uses[j] = About
			}
		}
		return l
	}
	if l := gathered(h); l != nil {
		return l
	}
	return merged(h)
}

// gatheredNames are the names of files of counts that pipelines gather from Salmon, RSEM or kallisto: one column of
// numbers for each sample, behind two names of each gene or transcript.
var gatheredNames = regexp.MustCompile(`(?i)(?:salmon|rsem|kallisto|merged).*(?:counts?|tpm|length)`)

// gathered are tables of Salmon and its like of which each sample has one column.
func gathered(h Head) *Layout {
	if len(h.Names) < 4 || !gatheredNames.MatchString(h.File) {
		return nil
	}
	switch one, two := h.plain[0], h.plain[1]; {
	case one == "geneid" && two == "genename", one == "transcriptid" && two == "geneid", one == "tx" && two == "geneid",
		one == "geneid" && two == "transcriptids":
	default:
		return nil
	}
	for j := 2; j < len(h.Names); j++ {
		if !h.numeric(j) {
			return nil
		}
	}
	l := h.layout("a pipeline")
	l.use(RowName, 0)
	l.use(About, 1)
	l.rest(h)
	l.What = "gathered counts of " + inference.Plural(len(l.columns(Measured)), "sample")
	return l.samples(h)
}

// Columns of tables that hold several numbers of each sample, counts before what is derived of them.
var (
	countForms = []*regexp.Regexp{
		regexp.MustCompile(
			`(?i)^(.+?)[._ -](?:NumReads|est_counts|expected_count|posterior_mean_count|raw_counts?|read_?counts?|counts?|num|AVG[._ -]?Signal)$`),
		regexp.MustCompile(`(?i)^(?:NumReads|est_counts|expected_count|raw_counts?|read_?counts?|counts?)[._ -](.+)$`),
	}
	derivedForm = regexp.MustCompile(
		`(?i)^(?:(.+)[._ -](?:TPM|FPKM|RPKM|CPM|IsoPct|FPKM_conf_(?:lo|hi)|FPKM_status|frac|Detection[._ ]?P?[._ -]?val|BEAD_STDERR|BEAD_STDEV|NARRAYS|ARRAY_STDEV|Avg_NBEADS|normali[sz]ed(?:_counts?)?)|(?:TPM|FPKM|RPKM|CPM|IsoPct)[._ -](.+))$`)
	lengthForm = regexp.MustCompile(`(?i)^(?:(.*)[._ -])?(?:length|effective_?length|eff_length)(?:[._ -](.+))?$`)
	idForm     = regexp.MustCompile(
		`(?i)^(?:tracking_id|gene_?id|gene_?name|gene|name|symbol|target_id|transcript_?id(?:\(s\))?|id|ensembl.*|description|class_code|nearest_ref_id|gene_short_name|tss_id|locus|probe_?id|id_ref|otu|taxonomy_id)?$`)
)

// merged are tables of several samples with counts and other units of each side by side.
func merged(h Head) *Layout {
	if len(h.Names) == 0 || len(h.Names) > mostFamilies || !idForm.MatchString(h.Names[0]) {
		return nil
	}
	var counts family
	for _, form := range countForms {
		if counts = h.familyOf(form); len(counts.columns) > 0 {
			break
		}
	}
	var derived, lengths []int
	for j, name := range h.Names {
		switch {
		case j == 0:
		case derivedForm.MatchString(name):
			derived = append(derived, j)
		case lengthForm.MatchString(name):
			lengths = append(lengths, j)
		}
	}
	if len(counts.columns) < 2 || len(derived) == 0 && (len(lengths) == 0 || len(lengths) < len(counts.columns)) {
		return nil
	}
	l := h.layout("")
	l.use(RowName, 0)
	l.use(Out, derived...)
	l.use(Out, lengths...)
	if len(lengths) < len(counts.columns) {
		l.use(About, lengths...)
	}
	l.use(Measured, counts.columns...)
	for j, u := range l.Uses {
		if u == Any {
			l.Uses[j] = About
		}
	}
	l.rename(h, counts.columns, counts.samples)
	l.What = fmt.Sprintf("a table of %s in several units", inference.Plural(len(counts.columns), "sample"))
	l.Notes = append(l.Notes, fmt.Sprintf(
		"Of what is measured in several units, one column of each sample was read, such as %q.", h.Names[counts.columns[0]]))
	return l.samples(h)
}
