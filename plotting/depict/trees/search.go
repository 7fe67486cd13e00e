package trees

import (
	"strings"

	"example.org/espalier/inference"
)

// search returns the rows whose name or annotations contain a text, in either case, in
// ascending order. An empty text finds nothing.
func search(text string, names []string, data *inference.Dataset) []int {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "" {
		return nil
	}
	var levels [][]bool // of each annotation, which levels match
	if data != nil {
		for _, a := range data.Annotations {
			found := make([]bool, len(a.Levels))
			for i, l := range a.Levels {
				found[i] = strings.Contains(strings.ToLower(l), text)
			}
			levels = append(levels, found)
		}
	}
	var rows []int
	for i, name := range names {
		found := strings.Contains(strings.ToLower(name), text)
		for k := 0; !found && k < len(levels); k++ {
			codes := data.Annotations[k].Codes
			found = i < len(codes) && codes[i] >= 0 && levels[k][codes[i]]
		}
		if found {
			rows = append(rows, i)
		}
	}
	return rows
}
