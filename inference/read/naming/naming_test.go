package naming

import "testing"

func TestIdentifiers(t *testing.T) {
	for _, name := range []string{"Sample ID", "subject_id", "OTU ID", "EntrezID", "Entrez_Gene_Id", "record_id", "MRN", "ID_REF", "GeneID", "geneid", "Patient No", "Patient number",
		"sampleNo", "Case #", "FID", "IID", "Accession", "zip", "ID", "ids", "cell barcode", "id.number", "NCBI.TaxID"} {
		if !Identifiers(name) {
			t.Errorf("%q is no name of identifiers", name)
		}
	}
	for _, name := range []string{"", "paid", "humid", "valid", "liquid", "Grid", "width", "area no", "number of cells", "idle", "Idaho", "weight", "count", "gene", "p53", "#"} {
		if Identifiers(name) {
			t.Errorf("%q is a name of identifiers", name)
		}
	}
}
