package known

import (
	"fmt"
	"strings"

	"example.org/espalier/inference"
)

// A test is a program that compares groups, and the columns that tell its table, as [plain] gives them.
type test struct {
	program string
	mark    []string
}

var tests = []test{
	{"DESeq2", []string{"basemean", "log2foldchange"}},
	{"DESeq2", []string{"log2foldchange", "padj"}},
	{"edgeR", []string{"logfc", "logcpm", "pvalue"}},
	{"limma", []string{"logfc", "aveexpr"}},
	{"limma", []string{"logfc", "adjpval"}},
	{"sleuth", []string{"targetid", "pval", "qval"}},
	{"Seurat", []string{"pval", "pct1", "pct2"}},
	{"scanpy", []string{"names", "scores", "logfoldchanges", "pvals"}},
	{"GSEA", []string{"name", "es", "nes", "nompval"}},
	{"fgsea", []string{"pathway", "pval", "es", "nes"}},
	{"clusterProfiler", []string{"generatio", "bgratio", "pvalue"}},
	{"Cuffdiff", []string{"testid", "sample1", "sample2", "qvalue"}},
	{"PLINK", []string{"chr", "snp", "bp", "p"}},
	{"MAGeCK", []string{"negscore", "negpvalue", "negfdr"}},
}

// statisticWords name columns that tests write, as [plain] gives them.
var statisticWords = wordSet(
	"basemean log2foldchange lfcse stat pvalue padj logfc logcpm lr f fdr fwer aveexpr t adjpval pval b qval seb meanobs varobs techvar sigmasq " +
		"smoothsigmasq finalsigmasq pvaladj avglog2fc avglogfc pct1 pct2 myauc power cluster scores logfoldchanges pvals pvalsadj es nes nompval fdrqval fwerpval rankatmax size nmoreextreme " +
		"padjust qvalue count svalue log2fc foldchange fc unshrunklogfc ddf df z zscore significant significance direction regulation change threshold log10padj log10pvalue neglog10padj teststat " +
		"generatio bgratio rank leadingedge log2err weight chisq or se l95 u95 beta nmiss a1 a2 bp p setsize enrichmentscore richfactor foldenrichment weightedz basemeana basemeanb value1 value2")

// statistics are results of tests, which nobody measured; a table that has measurements of samples beside them is read,
// with the results as annotations.
func statistics(h Head) *Layout {
	program := ""
	for _, t := range tests {
		if h.has(t.mark...) {
			program = t.program
			break
		}
	}
	if program == "" {
		return nil
	}
	l := h.layout(program)
	var found []string
	for j, name := range h.Names {
		if statisticWords[h.plain[j]] {
			l.use(About, j)
			found = append(found, name)
		} else if placeWords[h.plain[j]] || geneWords[h.plain[j]] && j > 0 {
			l.use(About, j)
		}
	}
	measured := 0
	for j, u := range l.Uses {
		if u == Any && j > 0 && h.numeric(j) {
			measured++
		}
	}
	if measured < 2 {
		l.What = "results of " + program
		l.Refused = fmt.Sprintf("holds results of %s (%s): statistics of tests, not measurements of samples", program,
			strings.Join(found[:min(4, len(found))], ", "))
		l.Remedy =
			"Open the table of measurements that was tested, such as counts of each sample, and join this file to it as annotations. " +
				"To read it all the same, choose to read it as it stands (Layout, or --as-is)."
		return l
	}
	if l.Uses[0] == Any {
		l.use(RowName, 0)
	}
	l.rest(h)
	l.What = fmt.Sprintf("results of %s beside measurements of %s", program, inference.Plural(measured, "sample"))
	return l.samples(h)
}
