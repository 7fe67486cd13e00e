package known

import (
	"bytes"
	"fmt"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/words"
)

// mzTab (Griss et al. 2014), the form of results of mass spectrometry: each line begins with what it is. Of proteins,
// peptides and small molecules the first is read that has abundances, of assays rather than of study variables.
var mzTabForm = Form{Title: "mzTab", Extensions: []string{"mztab"}, Has: isMzTab, Write: writeMzTab}

func isMzTab(content []byte) bool {
	content = withoutMark(content)
	return bytes.HasPrefix(content, []byte("MTD\tmzTab-")) || bytes.HasPrefix(content, []byte("COM\t")) &&
		bytes.Contains(content[:min(len(content), 1<<16)], []byte("\nMTD\tmzTab-"))
}

// mzTabParts are headers and rows of the sections, with the columns that name and describe a row.
var mzTabParts = []struct {
	header, row, what string
	names             []string
	about             []string
}{
	{"PRH", "PRT", "protein", []string{"accession"}, []string{"description", "species", "database"}},
	{"PEH", "PEP", "peptide", []string{"sequence"}, []string{"accession", "charge", "modifications"}},
	{"SMH", "SML", "small molecule", []string{"SML_ID", "identifier", "description"},
		[]string{"database_identifier", "chemical_formula", "chemical_name", "identifier", "description", "smiles"}},
}

func writeMzTab(text []byte) (w Written, f *Fault) {
	told := map[string]string{}
	headers := make([][]string, len(mzTabParts))
	rows := make([][][]string, len(mzTabParts))
	for len(text) > 0 {
		end := FirstLine(text)
		cells := cellsOf(text[:end])
		text = text[end:]
		if cells[0] == "MTD" && len(cells) > 2 {
			told[cells[1]] = cells[2]
		}
		for k, p := range mzTabParts {
			switch cells[0] {
			case p.header:
				headers[k] = cells
			case p.row:
				rows[k] = append(rows[k], cells)
			}
		}
	}
	for k, p := range mzTabParts {
		for _, of := range []string{"assay", "study_variable"} {
			measured := mzTabMeasured(headers[k], of)
			if len(measured) == 0 || len(rows[k]) == 0 {
				continue
			}
			return mzTabTable(headers[k], rows[k], measured, told, of, p.what, p.names, p.about), nil
		}
	}
	return w, &Fault{What: "the mzTab file has no abundances of proteins, peptides or small molecules",
		Remedy: "Export it again with quantities."}
}

// mzTabMeasured returns the columns of abundances: "protein_abundance_assay[1]", "abundance_assay[1]".
func mzTabMeasured(header []string, of string) (columns []int) {
	for j, name := range header {
		if start := strings.Index(name, "abundance_"+of+"["); start == 0 || start > 0 && !strings.Contains(name, "stdev") {
			columns = append(columns, j)
		}
	}
	return columns
}

// mzTabTable writes a section: the column that names its rows, the abundances, and what describes the rows.
func mzTabTable(header []string, rows [][]string, measured []int, told map[string]string, of, what string, names,
	about []string) (w Written) {
	place := map[string]int{}
	for j, name := range header {
		if _, twice := place[name]; !twice {
			place[name] = j
		}
	}
	id := 1
	for _, name := range names {
		if j, ok := place[name]; ok {
			id = j
			break
		}
	}
	columns, title := []int{id}, []string{header[min(id, len(header)-1)]}
	for _, name := range about {
		if j, ok := place[name]; ok && j != id {
			w.Annotations = append(w.Annotations, len(columns))
			columns, title = append(columns, j), append(title, name)
		}
	}
	var samples []string
	for _, j := range measured {
		_, key, _ := strings.Cut(header[j], "abundance_")
		samples = append(samples, mzTabSample(key, told))
	}
	if short, ok := fileNames(samples); ok {
		samples = short
	}
	w.Text = appendRow(nil, append(title, samples...))
	decoy, decoys := -1, 0
	for j, name := range header {
		if decoy < 0 && strings.Contains(name, "decoy") {
			decoy = j
		}
	}
	for _, row := range rows {
		if decoy >= 0 && decoy < len(row) && row[decoy] == "1" {
			decoys++
			continue
		}
		cells := make([]string, 0, len(columns)+len(measured))
		for _, j := range append(columns[:len(columns):len(columns)], measured...) {
			cell := ""
			if j < len(row) && row[j] != "null" && row[j] != "NaN" && row[j] != "INF" {
				cell = row[j]
			}
			cells = append(cells, cell)
		}
		w.Text = appendRow(w.Text, cells)
	}
	w.Samples = InColumns
	w.Notes = append(w.Notes, fmt.Sprintf("Read as mzTab: the abundances of each %s in %s.", what,
		inference.Plural(len(measured), strings.ReplaceAll(of, "_", " "))))
	if decoys > 0 {
		w.Notes = append(w.Notes, fmt.Sprintf("%s left out.", words.Plural(decoys, "decoy")+words.ByNumber(decoys,
			" was", " were")))
	}
	return w
}

// mzTabSample returns what an assay or a study variable is called: its description, its sample's, or the file of its
// run.
func mzTabSample(key string, told map[string]string) string {
	for _, of := range []string{key, told[key+"-sample_ref"]} {
		if of == "" {
			continue
		}
		for _, end := range []string{"-description", ""} {
			if s := told[of+end]; s != "" && s != "null" && !strings.HasPrefix(s, "[") {
				return s
			}
		}
	}
	if run := told[key+"-ms_run_ref"]; run != "" {
		if file := told[run+"-location"]; file != "" && file != "null" {
			return file
		}
	}
	return key
}
