package known

import (
	"fmt"
	"regexp"
	"strings"

	"example.org/espalier/inference"
)

// How programs mark proteins that are none of the sample: decoys of the search, and what dust and reagents bring in.
var (
	decoyStarts       = []string{"REV__", "rev_", "DECOY_", "decoy_", "XXX_", "##"}
	contaminantStarts = []string{"CON__", "Cont_", "contam_", "CONTAM_", "cRAP", "Cont-"}
)

// dropProteins leaves out decoys and contaminants by the beginning of what is in a column.
func (l *Layout) dropProteins(column int) {
	if column >= 0 {
		l.Drops = append(l.Drops, Drop{"decoy", begins(column, decoyStarts...)},
			Drop{"contaminant", begins(column, contaminantStarts...)})
	}
}

// intensities measures a family of columns and takes zeros among them for missing.
func (l *Layout) intensities(h Head, f family, what string) {
	l.use(Measured, f.columns...)
	l.rename(h, f.columns, f.samples)
	l.Zeros = true
	l.Notes = append(l.Notes,
		fmt.Sprintf("Of each sample the %s was read, such as column %q.", what, h.Names[f.columns[0]]))
}

// others leaves out the columns without a use that hold numbers, and lets those of words describe the rows.
func (l *Layout) others(h Head) {
	for j, u := range l.Uses {
		if u != Any {
			continue
		}
		l.Uses[j] = About
		if h.numeric(j) || h.empty(j) {
			l.Uses[j] = Out
		}
	}
}

// Columns of MaxQuant (Cox and Mann 2008), one for each sample.
var maxQuantForms = []*regexp.Regexp{
	regexp.MustCompile(`(?i)^LFQ[ .]intensity[ ._](.+)$`),
	regexp.MustCompile(`(?i)^Reporter[ .]intensity[ .]corrected[ ._](.+)$`),
	regexp.MustCompile(`(?i)^Intensity[ ._](.+)$`),
	regexp.MustCompile(`(?i)^iBAQ[ ._](.+)$`),
	regexp.MustCompile(`(?i)^MS\.?/?MS[ .]count[ ._](.+)$`),
}

var maxQuantNames = []string{"LFQ intensity", "corrected reporter intensity", "intensity",
	"iBAQ value", "count of spectra"}

// aboutProteins name columns that describe proteins and are worth to be kept, as [plain] gives them.
var aboutProteins = []string{"genenames", "genename", "genes", "gene", "proteinnames", "proteinname",
	"majorityproteinids", "proteinids", "proteins", "leadingrazorprotein", "fastaheaders", "sequence", "modifiedsequence",
	"entryname", "proteinid", "proteindescription", "description", "organism", "firstproteindescription",
	"indistinguishableproteins", "accession"}

// maxQuant are proteinGroups.txt and peptides.txt.
func maxQuant(h Head) *Layout {
	id := h.column("proteinids", "majorityproteinids", "proteins", "proteingroups", "sequence", "leadingrazorprotein",
		"leadingproteins", "protein")
	if h.has("sequence", "missedcleavages") { // peptides
		id = h.column("sequence")
	}
	marked := id // by REV__ and CON__
	if j := h.column("leadingrazorprotein", "proteins"); id == h.column("sequence") && j >= 0 {
		marked = j
	}
	reverse, contaminant := h.column("reverse"), h.column("potentialcontaminant", "contaminant")
	if id < 0 || reverse < 0 && contaminant < 0 && !h.has("majorityproteinids") {
		return nil
	}
	f, which, ok := h.choose(maxQuantForms...)
	if !ok {
		return longSpectra(h)
	}
	f = f.without(func(s string) bool { return strings.Contains(s, "___") }) // sites of peptides that have several
	// Of heavy and light peptides there is the sum and each.
	if which == 2 {
		f = withoutLabels(f)
	}
	if len(f.columns) == 0 {
		return nil
	}
	l := h.layout("MaxQuant")
	l.use(RowName, id)
	for _, name := range aboutProteins {
		if j := h.column(name); j != id && j >= 0 && !h.numeric(j) {
			l.use(About, j)
		}
	}
	l.use(Out, reverse, contaminant)
	l.intensities(h, f, maxQuantNames[which])
	decoys, contaminants := begins(marked, decoyStarts...), begins(marked, contaminantStarts...)
	if reverse >= 0 {
		decoys = either(decoys, plus(reverse))
	}
	if contaminant >= 0 {
		contaminants = either(contaminants, plus(contaminant))
	}
	l.Drops = append(l.Drops, Drop{"decoy", decoys}, Drop{"contaminant", contaminants})
	if site := h.column("onlyidentifiedbysite"); site >= 0 {
		l.use(Out, site)
		l.Drops = append(l.Drops, Drop{"protein only identified by site", plus(site)})
	}
	for j, u := range l.Uses {
		if u == Any {
			l.Uses[j] = Out
		}
	}
	l.What = fmt.Sprintf("MaxQuant %s of %s", strings.TrimSuffix(h.File, ".txt"),
		inference.Plural(len(f.columns), "sample"))
	if !strings.Contains(strings.ToLower(h.File), "peptides") &&
		!strings.Contains(strings.ToLower(h.File), "proteingroups") {
		l.What = "MaxQuant of " + inference.Plural(len(f.columns), "sample")
	}
	return l.samples(h)
}

// without leaves out samples.
func (f family) without(is func(string) bool) (g family) {
	for k, s := range f.samples {
		if !is(s) {
			g.columns, g.samples = append(g.columns, f.columns[k]), append(g.samples, s)
		}
	}
	return g
}

// withoutLabels leaves out the columns of heavy, medium and light peptides where others are of both.
func withoutLabels(f family) family {
	label := func(s string) bool {
		s = strings.ToUpper(s)
		return s == "L" || s == "M" || s == "H" || strings.HasPrefix(s, "L ") || strings.HasPrefix(s, "M ") ||
			strings.HasPrefix(s, "H ")
	}
	both := false
	for _, s := range f.samples {
		both = both || strings.ToUpper(s) == "H" || strings.ToUpper(s) == "L"
	}
	if !both {
		return f
	}
	if g := f.without(label); len(g.columns) > 0 {
		return g
	}
	return f
}

// longSpectra are evidence.txt and msms.txt of MaxQuant, with a row for each spectrum or peptide of a run.
func longSpectra(h Head) *Layout {
	if !h.has("rawfile") {
		return nil
	}
	l := h.layout("MaxQuant")
	l.What = "MaxQuant, a row for each peptide of each run"
	l.Refused = "is a list of MaxQuant with a row for each peptide of each run, not a table of samples"
	l.Remedy = "Open proteinGroups.txt or peptides.txt of the same folder."
	return l
}

// DIA-NN (Demichev et al. 2020) writes matrices of proteins, genes and precursors, and a long report.
var diannAbout = wordSet(
	"proteingroup proteinids proteinnames genes firstproteindescription proteotypic strippedsequence modifiedsequence precursorcharge precursorid " +
		"allmappedproteins allmappedgenes nsequences nproteotypicsequences proteinsites")

func diann(h Head) *Layout {
	genes := h.plainOf(0) == "genes" && len(h.Names) > 2 && strictForm.MatchString(h.Names[1]) &&
		strictForm.MatchString(h.Names[2])
	if !genes && !h.has("proteingroup") && !h.has("genes", "nsequences") && !h.has("genes", "nproteotypicsequences") {
		return nil
	}
	if h.column("run") >= 0 && (h.column("precursorquantity", "pgquantity", "pgmaxlfq", "precursorid") >= 0) {
		l := h.layout("DIA-NN")
		l.What = "DIA-NN report, a row for each precursor of each run"
		l.Refused = "is the long report of DIA-NN, with a row for each precursor of each run, not a table of samples"
		l.Remedy = "Open the matrix beside it, report.pg_matrix.tsv, which DIA-NN writes with --matrices."
		return l
	}
	l := h.layout("DIA-NN")
	for j := range h.Names {
		switch p := h.plain[j]; {
		case p == "precursorcharge" || p == "proteotypic" || p == "nsequences" || p == "nproteotypicsequences":
			l.use(Out, j)
		case diannAbout[p]:
			l.use(About, j)
		}
	}
	names := h.column("precursorid", "proteingroup", "genes")
	l.use(RowName, names)
	l.rest(h)
	l.Zeros = true
	if group := h.column("proteingroup", "proteinids", "precursorid", "genes"); group >= 0 {
		l.dropProteins(group)
	}
	return l.samples(h)
}

// spectronautForms are the columns of a report of Spectronaut turned on its side: "[1] run.raw.PG.Quantity".
var spectronautForms = []*regexp.Regexp{
	regexp.MustCompile(`^(?:\[\d+\] )?(.+)\.PG\.Quantity$`),
	regexp.MustCompile(`^(?:\[\d+\] )?(.+)\.EG\.(?:TotalQuantity.*|Quantity)$`),
	regexp.MustCompile(`^(?:\[\d+\] )?(.+)\.PEP\.Quantity$`),
}

func spectronaut(h Head) *Layout {
	id := h.column("pgproteingroups", "pgproteinaccessions", "pggenes", "egprecursorid")
	if id < 0 {
		return nil
	}
	f, _, ok := h.choose(spectronautForms...)
	if !ok {
		return nil
	}
	l := h.layout("Spectronaut")
	if precursor := h.column("egprecursorid"); precursor >= 0 {
		id = precursor
	}
	l.use(RowName, id)
	l.intensities(h, f, "quantity")
	l.Missing = []string{"Filtered"}
	l.others(h)
	if group := h.column("pgproteingroups", "pgproteinaccessions"); group >= 0 {
		l.dropProteins(group)
	}
	return l.samples(h)
}

// discovererForms are the columns of Proteome Discoverer, what is normalised before what is not.
var discovererForms = []*regexp.Regexp{
	regexp.MustCompile(`(?i)^Abundances? \(Normalized\): (.+)$`),
	regexp.MustCompile(`(?i)^Abundances?: (.+)$`),
}

func discoverer(h Head) *Layout {
	id := h.column("accession", "annotatedsequence", "masterproteinaccessions")
	if id < 0 {
		return nil
	}
	f, which, ok := h.choose(discovererForms...)
	if !ok {
		return nil
	}
	l := h.layout("Proteome Discoverer")
	l.use(RowName, id)
	l.intensities(h, f, []string{"normalised abundance", "abundance"}[which])
	if contaminant := h.column("contaminant"); contaminant >= 0 {
		l.use(Out, contaminant)
		l.Drops = append(l.Drops, Drop{"contaminant", plus(contaminant)})
	}
	l.others(h)
	return l.samples(h)
}

// fragPipeForms are the columns of combined_protein.tsv and its like (Kong et al. 2017).
var fragPipeForms = []*regexp.Regexp{
	regexp.MustCompile(`^(.+)[ .]MaxLFQ[ .]Intensity$`),
	regexp.MustCompile(`^(.+?)(?:[ .](?:Total|Razor))?[ .]Intensity$`),
	regexp.MustCompile(`^(.+)[ .]Spectral[ .]Count$`),
}

// fragPipeKinds tell columns that are of a part of the peptides only, or of all samples together.
var fragPipeKinds = regexp.MustCompile(
	`(?i)^Combined(?:[ .]|$)|[ .](?:Unique|Total|Razor|MaxLFQ|Unique MaxLFQ|Total MaxLFQ)$|^(?:Unique|Total|Razor|MaxLFQ)$`)

func fragPipe(h Head) *Layout {
	id := h.column("proteinid", "protein")
	if id < 0 || !h.has("protein") && !h.has("peptidesequence") ||
		h.column("entryname", "indistinguishableproteins", "peptidesequence") < 0 {
		return nil
	}
	var f family
	which := -1
	for k, form := range fragPipeForms {
		found := h.familyOf(form)
		of := found.without(fragPipeKinds.MatchString)
		if len(of.columns) > 0 && (of.filled(h) || which < 0) {
			f, which = of, k
			if of.filled(h) {
				break
			}
		}
	}
	if which < 0 {
		return onePipe(h, id)
	}
	l := h.layout("FragPipe")
	if ion := h.column("modifiedsequence", "peptidesequence"); ion >= 0 {
		id = ion
	}
	l.use(RowName, id)
	for _, name := range append([]string{"protein"}, aboutProteins...) {
		if j := h.column(name); j != id && j >= 0 && !h.numeric(j) {
			l.use(About, j)
		}
	}
	l.intensities(h, f, []string{"MaxLFQ intensity", "intensity", "count of spectra"}[which])
	l.Zeros = which < 2
	l.dropProteins(h.column("protein", "proteinid"))
	for j, u := range l.Uses {
		if u == Any {
			l.Uses[j] = Out
		}
	}
	return l.samples(h)
}

// onePipe is protein.tsv of one sample.
func onePipe(h Head, id int) *Layout {
	measured := h.column("razorintensity", "totalintensity", "uniqueintensity", "razorspectralcount", "totalspectralcount")
	if measured < 0 || !h.has("proteinprobability") {
		return nil
	}
	l := h.layout("FragPipe")
	l.use(RowName, id)
	l.use(Measured, measured)
	l.others(h)
	l.Zeros = true
	l.What = "FragPipe of 1 sample"
	l.Notes = append(l.Notes, fmt.Sprintf(
		"Of the sample %q was read. Groups and trees of samples need several: open combined_protein.tsv.", h.Names[measured]))
	l.dropProteins(h.column("protein", "proteinid"))
	return l
}

// tmtIntegrator writes logarithms of ratios or of abundances.
func tmtIntegrator(h Head) *Layout {
	if !h.has("index", "referenceintensity") {
		return nil
	}
	l := h.layout("TMT-Integrator")
	l.use(RowName, h.column("index"))
	l.use(About, h.column("proteinid"), h.column("gene"), h.column("peptide"), h.column("sequencewindow"))
	l.use(Out, h.column("numberpsm"), h.column("maxpepprob"), h.column("referenceintensity"),
		h.column("start"), h.column("end"))
	l.rest(h)
	l.dropProteins(h.column("index"))
	return l.samples(h)
}
