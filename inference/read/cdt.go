package read

import (
	"bytes"
	"slices"
	"strings"
)

// CDT and PCL, the forms of clustered and of plain gene tables of Cluster and TreeView (Eisen et
// al. 1998): columns GID, the identifier, NAME and GWEIGHT before the measurements, rows AID and
// EWEIGHT before the genes. Weights and the identifiers of the trees are left out.
var cdtFormat = format{Title: "CDT", Extensions: []string{"cdt", "pcl"}, has: isCDT, text: cdtText}

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
	for j, name := range header {
		if name != "GID" && name != "GWEIGHT" {
			keep = append(keep, j)
		}
	}
	if len(keep) > 1 && header[keep[1]] == "NAME" {
		d.annotations = []int{1}
	}
	out := make([]byte, 0, len(d.text))
	for line, text := 0, d.text; len(text) > 0; line++ {
		end := firstLine(text)
		cells := strings.Split(strings.TrimRight(string(text[:end]), "\r\n"), "\t")
		text = text[end:]
		if line > 0 && (cells[0] == "AID" || cells[0] == "EWEIGHT") {
			out = append(out, '\n') // a blank line keeps the count of lines
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
