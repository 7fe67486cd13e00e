package read

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"example.org/espalier/inference/words"
)

// archive reports whether data is a ZIP archive that is not a document of its own, as workbooks are.
func archive(data []byte) bool {
	return bytes.HasPrefix(data, []byte("PK\x03\x04")) && !isWorkbook(data) &&
		!bytes.Contains(data[:min(len(data), 4096)], []byte("opendocument"))
}

// unzip returns the table in a ZIP archive: the only file in it, or the parts of a Matrix Market
// table. What systems add (folders, hidden files) does not count.
func unzip(file string, data []byte) ([]byte, *Error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, unpacking(file, err)
	}
	var tables []*zip.File
	for _, f := range z.File {
		base := path.Base(strings.ReplaceAll(f.Name, `\`, "/"))
		if f.FileInfo().IsDir() || strings.HasPrefix(base, ".") || strings.HasPrefix(f.Name, "__MACOSX/") {
			continue
		}
		tables = append(tables, f)
	}
	if parts := marketParts(tables); parts != nil {
		return packMarket(file, parts)
	}
	switch len(tables) {
	case 0:
		return nil, &Error{File: file, What: "the ZIP archive contains no file", Remedy: "Pack the table again."}
	case 1:
		return unzipped(file, tables[0], MaxBytes)
	}
	names := make([]string, len(tables))
	for i, f := range tables {
		names[i] = f.Name
	}
	slices.Sort(names)
	return nil, &Error{File: file, What: fmt.Sprintf("the ZIP archive contains %d files: %s", len(names),
		words.QuoteSome(names, 6)),
		Remedy: "Unpack it and open one of them."}
}

// unzipped returns the content of a file of an archive, unpacked once more where it is gzipped. It
// is refused as soon as it has more than limit bytes.
func unzipped(file string, f *zip.File, limit int) ([]byte, *Error) {
	content, err := unpackedFrom(func() (io.Reader, error) { return f.Open() }, limit)
	if err != nil {
		return nil, unpacking(file, err)
	}
	content, _, e := gunzipped(file, content, limit)
	return content, e
}
