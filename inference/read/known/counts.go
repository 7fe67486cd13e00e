package known

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"

	"example.org/espalier/inference"
)

// featureCounts (Liao, Smyth and Shi 2014) writes where a gene lies and how long it is before the counts of each
// file of reads.
func featureCounts(h Head) *Layout {
	if !h.has("geneid", "chr", "start", "end", "strand", "length") || h.column("geneid") != 0 {
		return nil
	}
	l := h.layout("featureCounts")
	l.use(RowName, 0)
	l.use(About, h.column("chr"), h.column("start"), h.column("end"), h.column("strand"), h.column("length"))
	l.rest(h)
	return l.samples(h)
}

// readSummary recognises the summary that featureCounts writes of the reads of each file: how many were counted, and
// why others were not.
func readSummary(h Head) *Layout {
	if h.plainOf(0) != "status" || h.cell(0, 0) != "Assigned" && !strings.HasPrefix(h.cell(1, 0), "Unassigned") {
		return nil
	}
	l := h.layout("featureCounts")
	l.What = "the summary of featureCounts"
	l.Refused = "is the summary of featureCounts: how many reads of each file were counted, not the counts of genes"
	l.Remedy = "Open the file of counts beside it, whose name lacks .summary."
	return l
}

// starNames are the rows in which STAR counts reads of no gene.
var starNames = wordSet("N_unmapped N_multimapping N_noFeature N_ambiguous")

// starCounts are those of STAR (Dobin et al. 2013): ReadsPerGene.out.tab of one sample, or tables joined of several.
func starCounts(h Head) *Layout {
	rows := 0
	for i := range h.Rows {
		if starNames[h.cell(i, 0)] {
			rows++
		}
	}
	first := len(h.Names) > 0 && starNames[h.Names[0]]
	if rows+truth(first) < 3 || h.Width < 2 {
		return nil
	}
	l := h.layout("STAR")
	l.NoHeader = first
	l.use(RowName, 0)
	for j := 1; j < h.Width; j++ {
		l.use(Measured, j)
	}
	if (first || h.Names == nil) && h.Width == 4 { // as STAR writes it
		l.Names = []string{"gene", "unstranded", "forward", "reverse"}
		l.What = "STAR counts of 1 sample"
		l.Notes = append(l.Notes, "The three columns count the reads of one sample as if the library were unstranded, "+
			"stranded forward and stranded reverse: only one of them is right. Join that column of all samples to one table.")
		return l
	}
	if h.Names == nil || first {
		l.What = "STAR counts"
		return l
	}
	return l.samples(h)
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// placeWords are names of columns, as [plain] gives them, that say where a gene or a region lies, how long it is, or
// what it is called.
var placeWords = wordSet(
	"chr chrom chromosome chromosomename seqname seqnames seqid contig start end stop txstart txend chromstart chromend genestart " +
		"geneend startposition endposition strand length genelength width exoniclength exonlength effectivelength efflength genename genesymbol symbol biotype genebiotype " +
		"genetype genechr genestrand description hgncsymbol entrezid entrezgeneid entrezgene ensembl ensemblid cytoband locus band gccontent percentgccontent txid transcriptlength")

var chromosomeWords = wordSet("chr chrom chromosome chromosomename seqname seqnames seqid contig genechr")

// geneWords name a column of genes.
var geneWords = wordSet(
	"gene genes geneid geneids ensembl ensemblid ensemblgeneid id name feature featureid transcript transcriptid targetid symbol genesymbol genename entrezid locus locustag")

// places are tables of genes or regions with columns that say where each lies, of whatever program.
func places(h Head) *Layout {
	if len(h.Names) == 0 {
		return nil
	}
	var about []int
	chromosome, start, end, length, strand := -1, -1, -1, -1, -1
	for j, p := range h.plain {
		switch {
		case chromosomeWords[p] && chromosome < 0:
			chromosome = j
		case strings.HasSuffix(p, "start") || p == "startposition":
			start = max(start, j)
		case strings.HasSuffix(p, "end") && p != "trend" || p == "stop" || p == "endposition":
			end = max(end, j)
		case strings.HasSuffix(p, "length") || p == "width":
			length = j
		case p == "strand":
			strand = j
		}
		if placeWords[p] {
			about = append(about, j)
		}
	}
	placed := chromosome >= 0 && start >= 0 && end >= 0 && placeWords[h.plain[start]] && placeWords[h.plain[end]]
	told := strand >= 0 || chromosome >= 0 || length > 0 && h.plain[length] != "length" && h.plain[length] != "width"
	lengths := length > 0 && placeWords[h.plain[length]] &&
		(told || h.manySamples(about) && (genesAlone[h.plain[0]] || h.basePairs(length)))
	if !placed && !(geneWords[h.plain[0]] && lengths) {
		return nil
	}
	l := h.layout("")
	l.use(About, about...)
	what := "genes"
	if chromosome == 0 || placed && !h.namesRows(0) {
		what = "regions"
		l.Parts = []int{chromosome, start, end}
		l.use(About, l.Parts...)
		if chromosome == 0 { // deepTools puts single quotes around names
			names := make([]string, len(h.Names))
			columns := make([]int, len(names))
			for j, name := range h.Names {
				names[j], columns[j] = strings.Trim(strings.TrimPrefix(name, "#"), "'"), j
			}
			l.rename(h, columns, names)
		}
	} else {
		l.use(RowName, 0)
	}
	l.rest(h)
	if len(l.columns(Measured)) < 2 {
		return nil
	}
	l.What = fmt.Sprintf("a table of %s with their places and %s", what,
		inference.Plural(len(l.columns(Measured)), "sample"))
	return l.samples(h)
}

// genesAlone are those of geneWords that name nothing but genes.
var genesAlone = wordSet("gene genes geneid geneids ensembl ensemblid ensemblgeneid transcriptid targetid genesymbol " +
	"genename entrezid locustag")

// basePairs reports whether a column holds lengths as genes have, which notes and beetles have not: whole numbers from
// dozens on, of which the greatest is several times the least.
func (h Head) basePairs(j int) bool {
	const shortest, fold, fewest = 50, 3, 3
	n, least, greatest := 0, math.Inf(1), 0.0
	for i := range h.Rows {
		x, err := strconv.ParseFloat(h.cell(i, j), 64)
		if err != nil {
			continue
		}
		if x != math.Trunc(x) || x < shortest {
			return false
		}
		n, least, greatest = n+1, min(least, x), max(greatest, x)
	}
	return n >= fewest && greatest >= fold*least
}

// manySamples reports whether at least three columns beside those about the rows hold numbers.
func (h Head) manySamples(about []int) bool {
	n := 0
	for j := 1; j < h.Width; j++ {
		if h.numeric(j) {
			n++
		}
	}
	return n-len(about) >= 3
}

// namesRows reports whether the first rows have different words in column j.
func (h Head) namesRows(j int) bool {
	seen := map[string]bool{}
	for i := range h.Rows {
		c := h.cell(i, j)
		if c == "" || seen[c] {
			return false
		}
		seen[c] = true
	}
	return len(seen) > 0 && !h.numeric(j) || len(seen) > 0 && geneWords[h.plain[j]]
}

// cBioPortal (Cerami et al. 2012) names genes by symbol and number.
func cBioPortal(h Head) *Layout {
	symbol, number := h.column("hugosymbol"), h.column("entrezgeneid")
	if symbol < 0 || symbol > 1 || h.column("variantclassification") >= 0 {
		return nil
	}
	l := h.layout("cBioPortal")
	l.use(RowName, symbol)
	l.use(About, number, h.column("cytoband"), h.column("genesymbol"))
	l.rest(h)
	l.What = "cBioPortal data of " + inference.Plural(len(l.columns(Measured)), "sample")
	return l.samples(h)
}

// clinicalTypes are the words by which cBioPortal says what an attribute holds.
var clinicalTypes = map[string]Use{"STRING": About, "BOOLEAN": About, "NUMBER": Measured}

// clinicalKinds returns what the lines above a clinical file of cBioPortal say of its columns: they give names,
// descriptions, types and priorities; nil where they are none.
func clinicalKinds(comments []string) []Use {
	for i, c := range comments {
		cells := strings.Split(strings.TrimPrefix(c, "#"), "\t")
		if i == 0 || len(cells) < 2 || len(cells) != strings.Count(comments[0], "\t")+1 {
			continue
		}
		kinds := make([]Use, len(cells))
		for j, cell := range cells {
			if kinds[j] = clinicalTypes[strings.TrimSpace(cell)]; kinds[j] == Any {
				kinds = nil
				break
			}
		}
		if kinds != nil {
			return kinds
		}
	}
	return nil
}

// Clinical reports whether the lines at the top of a file are those of a clinical file of cBioPortal, the last of which
// names no columns.
func Clinical(comments []string) bool { return clinicalKinds(comments) != nil }

// clinical are data_clinical_sample.txt and data_clinical_patient.txt of cBioPortal.
func clinical(h Head) *Layout {
	kinds := clinicalKinds(h.Comments)
	id := h.column("sampleid", "patientid")
	if len(kinds) != h.Width || id < 0 {
		return nil
	}
	l := h.layout("cBioPortal")
	for j, kind := range kinds {
		if l.use(About, j); kind == Measured && (h.numeric(j) || h.empty(j)) {
			l.use(Measured, j)
		}
	}
	l.use(RowName, id)
	l.Samples = InRows
	l.What = "cBioPortal clinical data with " + inference.Plural(len(l.columns(Measured)), "attribute") + " of numbers"
	return l
}

// begins returns a test of whether a cell of a column, or a part of it, begins with one of some signs.
func begins(column int, starts ...string) func([][]byte) bool {
	return func(fields [][]byte) bool {
		cell := fields[column]
		for _, s := range starts {
			if bytes.HasPrefix(cell, []byte(s)) {
				return true
			}
		}
		return false
	}
}

// plus returns a test of whether a column holds a plus sign or a word for true.
func plus(column int) func([][]byte) bool {
	return func(fields [][]byte) bool {
		switch strings.ToLower(string(fields[column])) {
		case "+", "true", "1", "yes":
			return true
		}
		return false
	}
}

// either joins tests.
func either(tests ...func([][]byte) bool) func([][]byte) bool {
	return func(fields [][]byte) bool {
		for _, is := range tests {
			if is(fields) {
				return true
			}
		}
		return false
	}
}
