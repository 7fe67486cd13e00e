package known

import (
	"fmt"
	"strings"

	"example.org/espalier/inference"
)

// plinkRaw is what PLINK (Purcell et al. 2007) writes with --recode A: six columns about a person, then how many copies of an
// allele there are of each variant.
func plinkRaw(h Head) *Layout {
	want := []string{"FID", "IID", "PAT", "MAT", "SEX", "PHENOTYPE"}
	if len(h.Names) <= len(want) {
		return nil
	}
	for j, name := range want {
		if strings.TrimPrefix(h.Names[j], "#") != name {
			return nil
		}
	}
	l := h.layout("PLINK")
	l.use(About, 0, 4, 5)
	l.use(RowName, 1)
	l.use(Out, 2, 3)
	dominance := 0
	for j := len(want); j < h.Width; j++ {
		l.use(Measured, j)
		if j < len(h.Names) && strings.HasSuffix(h.Names[j], "_HET") {
			l.use(Out, j)
			dominance++
		}
	}
	n := len(l.columns(Measured))
	if n == 0 {
		return nil
	}
	if dominance > 0 {
		l.Notes = append(l.Notes, fmt.Sprintf("%s of heterozygotes repeat what the others tell and were left out.", inference.Plural(dominance, "column")))
	}
	l.Samples = InRows
	l.What = "PLINK genotypes of " + inference.Plural(n, "variant")
	return l
}
