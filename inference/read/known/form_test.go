package known

import (
	"bytes"
	"strings"
	"testing"
)

// formTexts begin as files of each form do.
var formTexts = []string{
	"#1.2\n2\t2\nName\tDescription\ta\tb\t\nr\tx\t1\t2\t\ns\ty\t3\t4\t\n",
	"#1.2\n1\t1\nid\tName\tDescription\ta\n1\tr\tx\t1\n",
	"!Series_title\t\"x\ny\"\n!Sample_title\ta\tb\n!series_matrix_table_begin\nID_REF\tG1\tG2\nx\t1\t2\n!series_matrix_table_end\n",
	"GID\tYORF\tNAME\tGWEIGHT\ta\nEWEIGHT\t\t\t\t2\nG1\tr\tn\t1\t5\n",
	`{"matrix_type":"sparse","shape":[1,2],"rows":[{"id":"o","metadata":{"t":["a"]}}],"columns":[{"id":"S","metadata":null},{"id":"T"}],"data":[[0,1,5]]}`,
	`{"matrix_type":"dense","shape":[1,1],"rows":[{"id":"o"}],"columns":[{"id":"S"}],"data":[[7]]}`,
	"@relation r\n@attribute 'a b' real\n@attribute c {x,'y z'}\n@data\n1,'y z'\n{0 2}\n",
	"^DATASET = G\n^SUBSET = s\n!subset_description = d\n!subset_sample_id = GSM1\n!subset_type = t\n^DATASET = G\n!dataset_table_begin\nID_REF\tIDENTIFIER\tGSM1\nx\tg\t1\n!dataset_table_end\n",
	"^SAMPLE = G\n!Sample_characteristics_ch1 = k: v\n!sample_table_begin\nID_REF\tVALUE\nx\t1\n!sample_table_end\n",
	"A\tB\tid\n#!{Type}E\tE\tT\n#!{C:g}x\ty\t\n1\t2\tP\n", "id\ta\tb\n#q2:types\tcategorical\tnumeric\nr\t1\t2\n",
	" 12.50\t5\t5\tU\t0\tunclassified\n 87.50\t35\t1\tR\t1\troot\n",
	"MTD\tmzTab-version\t1\nMTD\tassay[1]-sample_ref\tsample[1]\nPRH\taccession\tprotein_abundance_assay[1]\nPRT\tP\t1\n",
}

// FuzzForms: any text that a form takes for its own gives a table or says why not, and is not changed.
func FuzzForms(f *testing.F) {
	for _, text := range formTexts {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, form := range Forms() {
			if len(text) == 0 || bytes.HasPrefix(text, []byte{0xef, 0xbb, 0xbf}) || !form.Has(text) {
				continue
			}
			before := bytes.Clone(text)
			w, fault := form.Write(text)
			if !bytes.Equal(before, text) {
				t.Fatal("the text was changed")
			}
			if fault != nil && (fault.What == "" || fault.Remedy == "" || fault.Line < 0) {
				t.Fatalf("%s: incomplete fault %+v", form.Title, fault)
			}
			for _, j := range w.Annotations {
				if j < 1 && form.Title != "ARFF" {
					t.Fatalf("%s: column %d names the rows", form.Title, j)
				}
			}
		}
	})
}

// TestFormFaults: what is broken is refused with its place.
func TestFormFaults(t *testing.T) {
	for text, want := range map[string]string{
		`{"matrix_type":"sparse","shape":[1,1],"rows":[{"id":"o"}],"columns":[{"id":"S"}],"data":[[0,3,5]]}`: "lies outside",
		`{"matrix_type":"sparse","shape":[2,1],"rows":[{"id":"o"}],"columns":[{"id":"S"}],"data":[]}`:        "shape",
		`{"matrix_type":"dense","shape":[1,1],"rows":[{"id":"o"}],"columns":[{"id":"S"}],"data":[[1,2]]}`:    "row 1",
		`{"matrix_type":"odd","shape":[1,1],"rows":[{"id":"o"}],"columns":[{"id":"S"}],"data":[]}`:           "neither sparse nor dense",
		`{"matrix_type":"dense","shape":[1,1],"rows":[`:                                                      "damaged",
		"@relation x\n@attribute a real\n":                                                                   "no @data",
		"@relation x\n@attribute a\n@data\n1\n":                                                              "no type",
		"@relation x\n@attribute a real\n@data\n1,2\n":                                                       "has 2 cells",
		"@relation x\n@attribute a real\n@data\n{4 2}\n":                                                     "sparse row",
		"^SERIES = x\n!Series_title = y\n^SAMPLE = G\n!sample_table_begin\n!sample_table_end\n":              "supplementary",
		"MTD\tmzTab-version\t1\nPSH\tsequence\nPSM\tAAK\n":                                                   "no abundances",
	} {
		for _, form := range Forms() {
			if !form.Has([]byte(text)) {
				continue
			}
			if _, fault := form.Write([]byte(text)); fault == nil || !strings.Contains(fault.What, want) {
				t.Errorf("%s, %q: %+v, want %q", form.Title, text, fault, want)
			}
			want = ""
			break
		}
		if want != "" {
			t.Errorf("%q is of no form", text)
		}
	}
}
