package known

import (
	"bytes"
	"strings"
)

// A file of metadata of QIIME 2: a line below the names says which columns are numeric and which categorical.
var qiimeForm = Form{Title: "QIIME 2 metadata", Extensions: []string{"metadata.tsv"}, Has: isQiime, Write: writeQiime}

const qiimeTypes = "#q2:types"

func isQiime(content []byte) bool {
	content = withoutMark(content)
	first := FirstLine(content)
	return bytes.HasPrefix(content[first:], []byte(qiimeTypes+"\t"))
}

// writeQiime takes categorical columns for annotations, also where they hold numbers.
func writeQiime(text []byte) (w Written, f *Fault) {
	end := FirstLine(text)
	names := cellsOf(text[:end])
	names[0] = strings.TrimPrefix(names[0], "#")
	text = text[end:]
	end = FirstLine(text)
	for j, t := range cellsOf(text[:end]) {
		if j > 0 && j < len(names) && strings.EqualFold(strings.TrimSpace(t), "categorical") {
			w.Annotations = append(w.Annotations, j)
		}
	}
	w.Skipped, w.Samples = 2, InRows
	w.Text = append(appendRow(nil, names), text[end:]...)
	return w, nil
}
