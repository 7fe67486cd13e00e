package read

import (
	"bytes"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read/number"
)

// How much of a file the guesses use.
const (
	sampleRecords = 100
	sampleBytes   = 1 << 20
)

// separators are tried in this order; the first of equally good ones wins.
var separators = []rune{'\t', ';', ',', '|', ' '}

// sample returns copies of the first records of text. It reads the first part, or more where lines
// are so long that this gives few records. It stops silently at a quoting fault.
func sample(text []byte, separator rune) [][]string {
	for limit := sampleBytes; ; limit *= 4 {
		if limit >= len(text) {
			return firstRecords(text, separator, false)
		}
		// A lone quotation mark may swallow the rest, so the search has a limit.
		if records := firstRecords(text[:limit], separator, true); len(records) >= 5 ||
			limit > 64*sampleBytes && len(records) > 1 {
			return records
		}
	}
}

// firstRecords omits a last record that the end of text may have cut.
func firstRecords(text []byte, separator rune, cut bool) [][]string {
	s := newScanner(text, separator)
	var records [][]string
	for len(records) < sampleRecords {
		fields, _, fault := s.next()
		if fields == nil || fault != nil || cut && s.at >= len(text) {
			break
		}
		record := make([]string, len(fields))
		for i, f := range fields {
			record[i] = string(f)
		}
		records = append(records, record)
	}
	return records
}

// guessSeparator returns the separator under which the records look most like a table: records of
// equal width, at least two columns, cells that are numbers.
func guessSeparator(text []byte, missing missingCodes) (rune, [][]string) {
	best, bestScore := ',', -1.0
	var bestRecords [][]string
	for _, separator := range separators {
		records := sample(text, separator)
		if score := tableScore(records, separator, missing); score > bestScore+1e-9 {
			best, bestScore, bestRecords = separator, score, records
		}
	}
	return best, bestRecords
}

func tableScore(records [][]string, separator rune, missing missingCodes) float64 {
	if len(records) == 0 {
		return -1
	}
	body := records
	if len(records) > 1 {
		body = records[1:]
	}
	width, share := commonWidth(body)
	header := len(records[0])
	single := width == 1
	numbers, firstNumbers, cells := 0, 0, 0
	for _, record := range body {
		for j, cell := range record {
			numeric := missing.among([]byte(cell)) || number.Loose([]byte(cell))
			if j == 0 && numeric {
				firstNumbers++
			}
			if j > 0 || single {
				cells++
				if numeric {
					numbers++
				}
			}
		}
	}
	score := 0.5 * share
	if cells > 0 {
		score += 0.3 * float64(numbers) / float64(cells)
	}
	switch {
	case header == width || header == width+1 && records[0][header-1] == "":
		score += 0.2
	case header == width-1 && separator == ',' && width == 2 && firstNumbers == len(body):
		score -= 0.5 // one column of decimal commas
	case header == width-1:
		score += 0.15 // the column of row names has no name, as R writes it
	}
	if single {
		score -= 0.5 // accept a single column only if nothing else makes sense
	}
	if separator == ' ' {
		score -= 0.1
	}
	return score
}

// commonWidth returns the most frequent number of fields (the greater one on a tie) and the share
// of records that have it.
func commonWidth(records [][]string) (width int, share float64) {
	count := map[int]int{}
	for _, record := range records {
		count[len(record)]++
	}
	for w, c := range count {
		if c > count[width] || c == count[width] && w > width {
			width = w
		}
	}
	return width, float64(count[width]) / float64(len(records))
}

// looksNumeric accepts either decimal sign and digit groups.
func looksNumeric(b []byte) bool {
	if _, ok := number.Parse(b, '.'); ok {
		return true
	}
	return number.NotationOf(b, '.') != number.NoNumber
}

// guessDecimalComma reports whether the cells use the comma as the decimal sign: some cells do and
// none has a point.
func guessDecimalComma(body [][]string) bool {
	commas, points := 0, 0
	for _, record := range body {
		for _, cell := range record {
			b := []byte(cell)
			if _, ok := number.Parse(b, '.'); ok {
				if bytes.IndexByte(b, '.') >= 0 {
					points++
				}
			} else if n := number.NotationOf(b, '.'); n == number.OtherDecimal || n == number.OneThousand {
				commas++
			}
		}
	}
	return commas > 0 && points == 0
}

// guessHeader reports whether the first record names the columns, and whether the decision was
// close.
func guessHeader(records [][]string, decimal byte, missing missingCodes) (header, close bool) {
	if len(records) < 2 {
		for _, cell := range records[0] {
			if _, ok := number.Parse([]byte(cell), decimal); !ok && !missing.has([]byte(cell)) {
				return true, false
			}
		}
		return false, false
	}
	first, body := records[0], records[1:]
	width, _ := commonWidth(body)
	if len(first) == width-1 {
		return true, false
	}
	numeric := numericColumns(body, width, decimal, missing)
	texts, numbers, columns := 0, 0, 0
	var values []float64
	for j, cell := range first {
		if j >= width || !numeric[j] {
			continue
		}
		columns++
		if x, ok := number.Parse([]byte(cell), decimal); ok {
			numbers++
			values = append(values, x)
		} else if !missing.has([]byte(cell)) {
			texts++
		}
	}
	switch {
	case cornered(records, values):
		return true, false
	case columns == 0 || 2*texts >= columns || nameless(first, numeric):
		return true, false
	case texts > 0:
		return false, true
	case numbers < columns || numbers < 2 || numeric[0]:
		return false, false
	case identifierName(first[0]) || arithmetic(values):
		return true, true // years, time points, pixels
	}
	return false, true
}

// cornered reports whether the first record has numbers in order, such as heights, beside an empty corner, and every
// other record begins with a cell that is not empty.
func cornered(records [][]string, values []float64) bool {
	const fewest = 4
	if records[0][0] != "" || len(values) < fewest || len(values) != len(records[0])-1 {
		return false
	}
	return inference.OneWay(values) && !slices.ContainsFunc(records[1:], func(r []string) bool { return r[0] == "" })
}

// nameless reports whether the first record has names but for the first column, which numbers the rows, and no other
// column holds numbers.
func nameless(first []string, numeric []bool) bool {
	return len(first) > 1 && len(first) == len(numeric) && first[0] == "" && numeric[0] &&
		!slices.Contains(numeric[1:], true) &&
		!slices.Contains(first[1:], "")
}

// numericColumns reports, for each column, whether it has numbers and otherwise only missing cells.
func numericColumns(body [][]string, width int, decimal byte, missing missingCodes) []bool {
	numeric, text := make([]bool, width), make([]bool, width)
	for _, record := range body {
		for j, cell := range record {
			if j >= width || missing.among([]byte(cell)) {
				continue
			}
			if _, ok := number.Parse([]byte(cell), decimal); ok || number.Loose([]byte(cell)) {
				numeric[j] = true
			} else {
				text[j] = true
			}
		}
	}
	for j := range numeric {
		numeric[j] = numeric[j] && !text[j]
	}
	return numeric
}

// arithmetic reports whether the values are equally spaced whole numbers.
func arithmetic(values []float64) bool {
	for i, x := range values {
		if x != float64(int64(x)) {
			return false
		}
		if i > 0 && (x == values[i-1] || x-values[i-1] != values[1]-values[0]) {
			return false
		}
	}
	return true
}

var identifiers = map[string]bool{
	"": true, "id": true, "ids": true, "name": true, "names": true, "row": true, "rows": true,
	"rowname": true, "rownames": true,
	"row_names": true, "row.names": true, "index": true, "idx": true, "sample": true, "samples": true,
	"sample_id": true, "sampleid": true,
	"gene": true, "genes": true, "gene_id": true, "geneid": true, "gene_name": true, "symbol": true,
	"probe": true, "probe_id": true,
	"probeset": true, "cell": true, "cell_id": true, "barcode": true, "species": true, "taxon": true,
	"patient": true, "patient_id": true,
	"subject": true, "accession": true, "key": true, "no": true, "nr": true, "unnamed: 0": true, "x": true, "#": true,
}

// identifierName reports whether a column of that name usually identifies the rows.
func identifierName(name string) bool {
	return identifiers[strings.ToLower(strings.TrimPrefix(name, "#"))] || name == "#"
}
