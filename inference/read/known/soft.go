package known

import (
	"bytes"
	"fmt"
	"strings"

	"example.org/espalier/inference"
)

// SOFT, the form of the Gene Expression Omnibus: sections that begin with "^", lines that begin with "!" tell of them,
// and tables stand between two of these. A data set (GDS) has one table of all samples, a family (GSE) one of each
// sample.
var softForm = Form{Title: "GEO SOFT", Extensions: []string{"soft"}, Has: isSOFT, Write: writeSOFT}

func isSOFT(content []byte) bool {
	content = withoutMark(content)
	for _, start := range []string{"^DATABASE", "^SERIES", "^DATASET", "^SAMPLE", "^PLATFORM"} {
		if len(content) >= len(start) && bytes.EqualFold(content[:len(start)], []byte(start)) {
			return true
		}
	}
	return false
}

// A softSample is a sample of a family, or a subset of the samples of a data set.
type softSample struct {
	name   string
	told   [][2]string // what is told of it
	header []string
	rows   [][]string // of its table
}

func (s *softSample) of(key string) string {
	for _, t := range s.told {
		if t[0] == key {
			return t[1]
		}
	}
	return ""
}

// softMost limits the cells of all tables together.
const softMost = 50_000_000

// writeSOFT reads the sections.
func writeSOFT(text []byte) (w Written, f *Fault) {
	var samples, subsets []*softSample
	var now *softSample // the section under way
	table := &softSample{}
	inTable, kept, cells, line := false, false, 0, 0
	platform := ""
	for len(text) > 0 {
		end := FirstLine(text)
		s := strings.TrimRight(string(text[:end]), "\r\n")
		text = text[end:]
		line++
		switch {
		case strings.HasPrefix(s, "^"):
			kind, name, _ := strings.Cut(s[1:], "=")
			now, inTable = &softSample{name: strings.TrimSpace(name)}, false
			switch strings.ToUpper(strings.TrimSpace(kind)) {
			case "SAMPLE":
				samples = append(samples, now)
			case "SUBSET":
				subsets = append(subsets, now)
			case "DATASET":
				now = table
			case "PLATFORM":
				platform = now.name
			}
		case strings.HasPrefix(s, "!"):
			key, value, _ := strings.Cut(s[1:], "=")
			key, value = strings.TrimSpace(key), strings.TrimSpace(value)
			lower := strings.ToLower(key)
			switch {
			case strings.HasSuffix(lower, "_table_begin"):
				inTable, kept = true, lower == "sample_table_begin" || lower == "dataset_table_begin"
			case strings.HasSuffix(lower, "_table_end"):
				inTable = false
			case now != nil:
				now.told = append(now.told, [2]string{key, value})
			}
		case inTable && kept && now != nil && s != "":
			row := strings.Split(s, "\t")
			if cells += len(row); cells > softMost {
				return w, &Fault{line, fmt.Sprintf("the tables have more than %d million cells, which is the limit",
					softMost/1_000_000), "Open the series matrix file of the same series."}
			}
			if now.header == nil {
				now.header = row
			} else {
				now.rows = append(now.rows, row)
			}
		}
	}
	w = Written{Samples: InColumns}
	if platform != "" {
		w.Notes = append(w.Notes, fmt.Sprintf("Measured on platform %s: rows are its probes.", platform))
	}
	if table.header != nil {
		return softDataset(w, table, subsets), nil
	}
	return softFamily(w, samples)
}

// softDataset writes the table of a data set. Its subsets annotate the samples.
func softDataset(w Written, table *softSample, subsets []*softSample) Written {
	w.Text = appendRow(nil, table.header)
	for _, row := range table.rows {
		w.Text = appendRow(w.Text, row)
	}
	places := map[string]int{}
	samples := 0
	for j, name := range table.header {
		places[name] = j
		switch {
		case j == 1 && strings.EqualFold(name, "IDENTIFIER"):
			w.Annotations = append(w.Annotations, j)
		case strings.HasPrefix(name, "GSM"):
			samples++
		case j > 0: // a full data set says much of each probe
			w.Annotations = append(w.Annotations, j)
		}
	}
	byType := map[string]*Across{}
	var order []string
	for _, s := range subsets {
		kind := s.of("subset_type")
		if byType[kind] == nil {
			byType[kind] = &Across{kind, make([]string, len(table.header))}
			order = append(order, kind)
		}
		for _, name := range strings.Split(s.of("subset_sample_id"), ",") {
			if j, ok := places[strings.TrimSpace(name)]; ok {
				byType[kind].Values[j] = s.of("subset_description")
			}
		}
	}
	for _, kind := range order {
		w.Across = append(w.Across, *byType[kind])
	}
	w.Notes = append(w.Notes, fmt.Sprintf("Read as GEO data set of %s.", inference.Plural(samples, "sample")))
	return w
}

// softFamily joins the tables of the samples by the identifiers of their rows. The column VALUE of each is read.
func softFamily(w Written, samples []*softSample) (Written, *Fault) {
	var with []*softSample
	for _, s := range samples {
		if len(s.header) > 1 && len(s.rows) > 0 {
			with = append(with, s)
		}
	}
	if len(with) == 0 {
		return w, &Fault{What: "the tables of this series are empty: its measurements are in supplementary files",
			Remedy: "Download the supplementary file of the series and open that."}
	}
	place := map[string]int{}
	var ids []string
	for _, s := range with {
		for _, row := range s.rows {
			if _, known := place[row[0]]; !known {
				place[row[0]] = len(ids)
				ids = append(ids, row[0])
			}
		}
	}
	if len(ids) > softMost/len(with) {
		return w, &Fault{What: fmt.Sprintf("the tables join to %d × %d cells; the limit is %d million", len(ids), len(with),
			softMost/1_000_000), Remedy: "Open the series matrix file of the same series."}
	}
	cells := make([]string, len(ids)*len(with))
	header := []string{"ID_REF"}
	for k, s := range with {
		header = append(header, s.name)
		value := 1
		for j, name := range s.header {
			if strings.EqualFold(name, "VALUE") {
				value = j
			}
		}
		for _, row := range s.rows {
			if value < len(row) {
				cells[place[row[0]]*len(with)+k] = row[value]
			}
		}
	}
	w.Text = appendRow(nil, header)
	for i, id := range ids {
		w.Text = appendRow(w.Text, append([]string{id}, cells[i*len(with):(i+1)*len(with)]...))
	}
	w.Across = seriesAcross(softTold(with), header)
	w.Notes = append(w.Notes,
		fmt.Sprintf("Read as GEO family of %s, whose tables were joined by ID_REF.", inference.Plural(len(with), "sample")))
	return w, nil
}

// softTold writes what is told of the samples as a series matrix does: a line for each key and each time that it
// occurs.
func softTold(samples []*softSample) (lines [][]string) {
	at := map[string]int{}
	for k, s := range samples {
		times := map[string]int{}
		for _, t := range s.told {
			name, ok := strings.CutPrefix(t[0], "Sample_")
			if !ok {
				continue
			}
			times[name]++
			key := fmt.Sprintf("%s\t%d", name, times[name])
			if _, known := at[key]; !known {
				at[key] = len(lines)
				lines = append(lines, append([]string{name}, make([]string, len(samples))...))
			}
			lines[at[key]][1+k] = t[1]
		}
	}
	return lines
}
