package known

import (
	"fmt"
	"strings"

	"example.org/espalier/inference"
)

// mothurShared is a shared file of mothur (Schloss et al. 2009): rows are groups, which are samples; before their
// counts stand the distance at which units were made and how many there are.
func mothurShared(h Head) *Layout {
	if len(h.Names) < 4 || h.plain[0] != "label" || h.plain[1] != "group" ||
		h.plain[2] != "numotus" && h.plain[2] != "numasvs" {
		return nil
	}
	l := h.layout("mothur")
	l.use(Out, 0, 2)
	l.use(RowName, 1)
	l.rest(h)
	l.Samples = InRows
	l.What = fmt.Sprintf("mothur shared file of %s", inference.Plural(len(l.columns(Measured)), "unit"))
	if first := h.cell(0, 0); first != "" {
		l.Drops = append(l.Drops, Drop{fmt.Sprintf("row of another distance than %q", first),
			func(fields [][]byte) bool { return string(fields[0]) != first }})
	}
	return l
}

// mothurCounts is a count table of mothur: the sum over all groups stands before them.
func mothurCounts(h Head) *Layout {
	if len(h.Names) < 4 || h.plain[0] != "representativesequence" || h.plain[1] != "total" {
		return nil
	}
	l := h.layout("mothur")
	l.use(RowName, 0)
	l.use(Out, 1)
	l.rest(h)
	return l.samples(h)
}

// metaphlan are merged tables of MetaPhlAn (Segata et al. 2012). Each clade holds those below it.
func metaphlan(h Head) *Layout {
	if len(h.Names) < 2 {
		return nil
	}
	clades := 0
	seen := map[string]bool{}
	for i := range h.Rows {
		c := h.cell(i, 0)
		if parts := strings.Split(c, "|"); len(parts[0]) > 3 &&
			(strings.HasPrefix(parts[0], "k__") || strings.HasPrefix(parts[0], "d__")) {
			clades++
			last := parts[len(parts)-1]
			seen[last[:min(3, len(last))]] = true
		}
	}
	named := len(h.Comments) > 0 && strings.HasPrefix(h.Comments[0], "#mpa_") || h.plain[0] == "cladename"
	if clades == 0 || 10*clades < 7*len(h.Rows) ||
		!named && h.plain[0] != "id" && h.plain[0] != "sampleid" && h.plain[0] != "taxonomy" {
		return nil
	}
	l := h.layout("MetaPhlAn")
	l.use(RowName, 0)
	l.use(About, h.column("ncbitaxid", "cladetaxid"), h.column("additionalspecies"))
	l.rest(h)
	if len(seen) > 1 {
		l.Notes = append(l.Notes,
			"Clades of several ranks stand in the rows, and each holds those below it: leave out all but one rank, such as species, before rows are compared.")
	}
	return l.samples(h)
}

// featureTable is a BIOM table that QIIME or others wrote as text: rows are features, the last column may be their
// taxonomy.
func featureTable(h Head) *Layout {
	made := false
	for _, c := range h.Comments {
		made = made || strings.Contains(c, "Constructed from biom file") || strings.Contains(c, "Full OTU Counts")
	}
	if len(h.Names) < 2 || !made && h.plain[0] != "otuid" && h.plain[0] != "asvid" &&
		!(h.plain[0] == "featureid" && strings.HasPrefix(h.Names[0], "#")) {
		return nil
	}
	l := h.layout("BIOM")
	l.use(RowName, 0)
	for j := range h.Names {
		switch h.plain[j] {
		case "taxonomy", "consensuslineage", "confidence", "taxon", "lineage", "sequence", "kingdom", "phylum", "class",
			"order", "family", "genus", "species", "sum", "total":
			if j > 0 {
				l.use(About, j)
			}
		}
	}
	l.rest(h)
	l.What = fmt.Sprintf("BIOM table as text, of %s", inference.Plural(len(l.columns(Measured)), "sample"))
	return l.samples(h)
}
