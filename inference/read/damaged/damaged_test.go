package damaged

import (
	"strings"
	"testing"
)

// TestGenes: names that look like dates give the genes that they may have been.
func TestGenes(t *testing.T) {
	for name, want := range map[string]string{
		"1-Mar": "MARCHF1 MTARC1", "Mar-01": "MARCHF1 MTARC1", "03-Mar": "MARCHF3", "Sep-02": "SEPTIN2",
		"2-Sep": "SEPTIN2", "2-Sept": "SEPTIN2",
		"15-Sep": "SELENOF", "Dec-01": "DELEC1", "Oct-04": "POU5F1", "2-Sep-20": "SEPTIN2", "2020-09-07": "SEPTIN7",
		"2020-09-07 00:00:00": "SEPTIN7",
		"01/03/2020":          "MARCHF1 MTARC1", "9/7/20": "SEPTIN7", "11.03.2021": "MARCHF11", "5-Jan": "date",
		"2020-13-01": "", "45-Sep": "",
		"SEPT2": "", "TP53": "", "1-Foo": "", "": "", "3.5": "", "H2-Mar": "",
	} {
		genes, date := datedGene(name)
		got := strings.Join(genes, " ")
		if date && got == "" {
			got = "date"
		}
		if got != want && !(got == "" && want == "") || date != (want != "") {
			t.Errorf("%q: %q, %v; want %q", name, got, date, want)
		}
	}
}
