package read

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// CDT and PCL, the forms of clustered and of plain gene tables of Cluster and TreeView (Eisen et
// al. 1998): columns GID, the identifier, NAME and GWEIGHT before the measurements, rows AID and
// EWEIGHT before the genes. The identifiers of the trees are left out, and so are a NAME that repeats the
// identifier and weights that are all 1; other names and weights are annotations.
var cdtFormat = format{Title: "CDT", Extensions: []string{"cdt", "pcl"}, has: isCDT, text: cdtText,
	Media: Media{Type: "text/x-cdt", Comment: "Clustered table (CDT)", Parent: "text/tab-separated-values"}}

func isCDT(content []byte) bool {
	content = bytes.TrimPrefix(content, []byte{0xef, 0xbb, 0xbf})
	fields := strings.Split(strings.TrimRight(string(content[:min(firstLine(content), 1<<16)]), "\r\n"), "\t")
	return len(fields) > 3 && (fields[0] == "GID" && slices.Contains(fields[:min(5, len(fields))], "NAME") || slices.Contains(fields[:4], "GWEIGHT") && fields[1] == "NAME")
}

// cdtText leaves out the columns and rows that are not measurements.
func cdtText(file string, content []byte, o Options) (decoded, *Error) {
	d, e := plainText(file, content, o)
	if e != nil {
		return d, e
	}
	header := strings.Split(strings.TrimRight(string(d.text[:firstLine(d.text)]), "\r\n"), "\t")
	var keep []int
	weights := slices.Index(header, "GWEIGHT")
	if weights >= 0 && !weighted(d.text, weights) {
		weights = -1
	}
	for j, name := range header {
		if len(keep) == 1 && name == "NAME" && repeats(d.text, j, keep[0]) {
			continue
		}
		if name != "GID" && (name != "GWEIGHT" || j == weights) {
			if len(keep) > 0 && (j == weights || len(keep) == 1 && name == "NAME") {
				d.annotations = append(d.annotations, len(keep))
			}
			keep = append(keep, j)
		}
	}
	out := make([]byte, 0, len(d.text))
	for line, text := 0, d.text; len(text) > 0; line++ {
		end := firstLine(text)
		cells := strings.Split(strings.TrimRight(string(text[:end]), "\r\n"), "\t")
		text = text[end:]
		if line > 0 && (cells[0] == "AID" || cells[0] == "EWEIGHT") {
			out = append(out, '\n') // a blank line keeps the count of lines
			if cells[0] == "EWEIGHT" {
				d.across = append(d.across, weightsAcross(cells, keep, len(d.annotations))...)
			}
			continue
		}
		for k, j := range keep {
			if k > 0 && j < len(cells) {
				out = append(out, '\t')
			}
			if j < len(cells) {
				out = append(out, cells[j]...)
			}
		}
		for _, more := range cells[min(len(header), len(cells)):] { // refused later, with its line
			out = append(append(out, '\t'), more...)
		}
		out = append(out, '\n')
	}
	d.text, d.separator = out, '\t'
	return d, nil
}

// weighted reports whether some gene has a weight, in column j, that is not 1.
func weighted(text []byte, j int) bool {
	for text = text[firstLine(text):]; len(text) > 0; {
		end := firstLine(text)
		cells := strings.Split(strings.TrimRight(string(text[:end]), "\r\n"), "\t")
		text = text[end:]
		if cells[0] != "AID" && cells[0] != "EWEIGHT" && j < len(cells) && !isOne(cells[j]) {
			return true
		}
	}
	return false
}

// repeats reports whether column j says of every gene what column k says.
func repeats(text []byte, j, k int) bool {
	for text = text[firstLine(text):]; len(text) > 0; {
		end := firstLine(text)
		cells := strings.Split(strings.TrimRight(string(text[:end]), "\r\n"), "\t")
		text = text[end:]
		if cells[0] != "AID" && cells[0] != "EWEIGHT" && max(j, k) < len(cells) && strings.TrimSpace(cells[j]) != strings.TrimSpace(cells[k]) {
			return false
		}
	}
	return true
}

func isOne(cell string) bool {
	x, err := strconv.ParseFloat(strings.TrimSpace(cell), 64)
	return strings.TrimSpace(cell) == "" || err == nil && x == 1
}

// weightsAcross returns the weights of the columns that are kept, unless all are 1. The measurements
// stand behind the name of the gene and this many annotations.
func weightsAcross(cells []string, keep []int, annotations int) []across {
	a, other := across{name: "EWEIGHT"}, false
	for k, j := range keep {
		value := ""
		if j < len(cells) && k > annotations {
			value = cells[j]
		}
		a.values = append(a.values, value)
		other = other || !isOne(value)
	}
	if !other {
		return nil
	}
	return []across{a}
}
