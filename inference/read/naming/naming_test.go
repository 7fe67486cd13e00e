package naming

import "testing"

func TestLabels(t *testing.T) {
	for _, name := range []string{"year", "Year", "birth_year", "cellType", "Treatment group", "week",
		"batch", "SamplingSeason"} {
		if !Labels(name) {
			t.Errorf("%q is no name of labels", name)
		}
	}
	for _, name := range []string{"", "day 3", "site4", "years", "age", "class I antigen", "type2", "yearly mean",
		"mean flow over the year"} {
		if Labels(name) {
			t.Errorf("%q is a name of labels", name)
		}
	}
}

func TestIdentifiers(t *testing.T) {
	for _, name := range []string{"Sample ID", "subject_id", "OTU ID", "EntrezID", "Entrez_Gene_Id", "record_id", "MRN",
		"ID_REF", "GeneID", "geneid", "Patient No", "Patient number",
		"sampleNo", "Case #", "FID", "IID", "Accession", "zip", "ID", "ids", "cell barcode", "Sample Name",
		"id.number", "NCBI.TaxID"} {
		if !Identifiers(name) {
			t.Errorf("%q is no name of identifiers", name)
		}
	}
	for _, name := range []string{"", "paid", "humid", "valid", "liquid", "Grid", "width", "area no", "number of cells",
		"idle", "Idaho", "weight", "count", "gene", "p53", "#"} {
		if Identifiers(name) {
			t.Errorf("%q is a name of identifiers", name)
		}
	}
}

func TestNumbering(t *testing.T) {
	for _, name := range []string{"", "Unnamed: 0", "Unnamed: 0.1", "...1", "X.1", "No", "no.", "S.No.", "Row",
		"row_names", "RowNumber", "Serial No", "#", "index", "obs"} {
		if !Numbering(name) {
			t.Errorf("%q numbers no rows", name)
		}
	}
	for _, name := range []string{"x", "time", "day", "dose", "rank", "position", "node", "rowing", "nod",
		"number of eggs", "index of refraction"} {
		if Numbering(name) {
			t.Errorf("%q numbers rows", name)
		}
	}
}

func TestOtherNames(t *testing.T) {
	for _, c := range []struct {
		name                string
		many, hint, holding bool
	}{{"pooled.stratum", true, false, false}, {"Plot", true, false, false}, {"batch", true, true, false}, {"year",
		false, true, false},
		{"cell status", false, true, false}, {"Collection date", false, false, true}, {"when", false, false, true},
		{"mass", false, false, false},
		{"days", false, false, true}, {"plots", false, false, false}, {"", false, false, false}} {
		if ManyLabels(c.name) != c.many || HintsLabels(c.name) != c.hint || Days(c.name) != c.holding {
			t.Errorf("%q: %v, %v, %v", c.name, ManyLabels(c.name), HintsLabels(c.name), Days(c.name))
		}
	}
}
