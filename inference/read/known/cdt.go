package known

import (
	"slices"
	"strconv"
	"strings"
)

// CDT and PCL, the forms of clustered and of plain gene tables of Cluster and TreeView (Eisen et
// al. 1998): columns GID, the identifier, NAME and GWEIGHT before the measurements, rows AID and
// EWEIGHT before the genes. The identifiers of the trees are left out, and so are a NAME that repeats the
// identifier and weights that are all 1; other names and weights are annotations.
var cdtForm = Form{Title: "CDT", Extensions: []string{"cdt", "pcl"}, Has: IsCDT, Write: writeCDT,
	Media: Media{Type: "text/x-cdt", Comment: "Clustered table (CDT)", Parent: "text/tab-separated-values"}}

// IsCDT reports whether a file is a CDT or a PCL.
func IsCDT(content []byte) bool {
	content = withoutMark(content)
	fields := strings.Split(strings.TrimRight(string(content[:min(FirstLine(content), 1<<16)]), "\r\n"), "\t")
	return len(fields) > 3 && (fields[0] == "GID" && slices.Contains(fields[:min(5, len(fields))], "NAME") ||
		slices.Contains(fields[:4], "GWEIGHT") && fields[1] == "NAME")
}

// writeCDT leaves out the columns and rows that are not measurements.
func writeCDT(whole []byte) (d Written, f *Fault) {
	header := strings.Split(strings.TrimRight(string(whole[:FirstLine(whole)]), "\r\n"), "\t")
	var keep []int
	weights := slices.Index(header, "GWEIGHT")
	if weights >= 0 && !weighted(whole, weights) {
		weights = -1
	}
	for j, name := range header {
		if len(keep) == 1 && name == "NAME" && repeats(whole, j, keep[0]) {
			continue
		}
		if name != "GID" && (name != "GWEIGHT" || j == weights) {
			if len(keep) > 0 && (j == weights || len(keep) == 1 && name == "NAME") {
				d.Annotations = append(d.Annotations, len(keep))
			}
			keep = append(keep, j)
		}
	}
	out := make([]byte, 0, len(whole))
	for line, text := 0, whole; len(text) > 0; line++ {
		end := FirstLine(text)
		cells := cellsOf(text[:end])
		text = text[end:]
		if line > 0 && (cells[0] == "AID" || cells[0] == "EWEIGHT") {
			out = append(out, '\n') // a blank line keeps the count of lines
			if cells[0] == "EWEIGHT" {
				d.Across = append(d.Across, weightsAcross(cells, keep, len(d.Annotations))...)
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
	d.Text = out
	return d, nil
}

// weighted reports whether some gene has a weight, in column j, that is not 1.
func weighted(text []byte, j int) bool {
	for text = text[FirstLine(text):]; len(text) > 0; {
		end := FirstLine(text)
		cells := cellsOf(text[:end])
		text = text[end:]
		if cells[0] != "AID" && cells[0] != "EWEIGHT" && j < len(cells) && !isOne(cells[j]) {
			return true
		}
	}
	return false
}

// repeats reports whether column j says of every gene what column k says.
func repeats(text []byte, j, k int) bool {
	for text = text[FirstLine(text):]; len(text) > 0; {
		end := FirstLine(text)
		cells := cellsOf(text[:end])
		text = text[end:]
		if cells[0] != "AID" && cells[0] != "EWEIGHT" && max(j, k) < len(cells) &&
			strings.TrimSpace(cells[j]) != strings.TrimSpace(cells[k]) {
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
func weightsAcross(cells []string, keep []int, annotations int) []Across {
	a, other := Across{Name: "EWEIGHT"}, false
	for k, j := range keep {
		value := ""
		if j < len(cells) && k > annotations {
			value = cells[j]
		}
		a.Values = append(a.Values, value)
		other = other || !isOne(value)
	}
	if !other {
		return nil
	}
	return []Across{a}
}
