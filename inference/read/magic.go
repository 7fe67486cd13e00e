package read

import "bytes"

// signatures are the first bytes of files that people try to open as tables.
var signatures = []struct {
	prefix string
	what   string
	remedy string // "" to open another file
}{
	{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "is an old Excel workbook or another Office file", saveAsCSV},
	{"\x89PNG\r\n\x1a\n", "is a picture (PNG), not a table", ""},
	{"\xff\xd8\xff", "is a picture (JPEG), not a table", ""},
	{"GIF8", "is a picture (GIF), not a table", ""},
	{"%PDF-", "is a PDF document, not a table", "Use the data that come with the paper, as CSV."},
	{"BZh", "is compressed with bzip2", unpackIt},
	{"\xfd7zXZ\x00", "is compressed with xz", unpackIt},
	{"\x28\xb5\x2f\xfd", "is compressed with zstd", unpackIt},
	{"7z\xbc\xaf\x27\x1c", "is a 7-Zip archive", unpackIt},
	{"Rar!", "is a RAR archive", unpackIt},
	{"\x1f\x8b", "is compressed twice with gzip", unpackIt},
	{"ARROW1", "is an Arrow file", saveAsCSV},
	{"SQLite format 3\x00", "is an SQLite database", "Export the table you need as CSV."},
	{"BAM\x01", "is a BAM file: reads and where they align",
		"Count the reads of each gene, such as with featureCounts, and open that table."},
	{"CRAM", "is a CRAM file: reads and where they align",
		"Count the reads of each gene, such as with featureCounts, and open that table."},
	{"BCF\x02", "is a BCF file: variants with the genotypes of each sample",
		"Make a table of genotypes of it, such as with plink2 --recode A, and open that."},
	{"\x93NUMPY", "is a NumPy array", "Save it as CSV with numpy.savetxt."},
	{"RDX2\n", "is an R workspace", writeFromR},
	{"RDX3\n", "is an R workspace", writeFromR},
	{"X\n\x00\x00\x00", "is an R object (RDS)", writeFromR},
	{"{\\rtf", "is a text document (RTF), not a table", ""},
}

const (
	saveAsCSV  = "Open it in the program that wrote it and save the sheet as CSV (UTF-8)."
	unpackIt   = "Unpack it first, or compress it with gzip."
	writeFromR = "Export the table from R with write.csv."
)

// notTable names a file that is not a table of text, and the remedy, "" to open another
// file. what is "" for a file that may be one.
func notTable(data []byte) (what, remedy string) {
	if what, remedy = notText(data); what != "" {
		return what, remedy
	}
	head := bytes.ToLower(bytes.TrimSpace(bytes.TrimPrefix(data[:min(len(data), 4096)], []byte{0xef, 0xbb, 0xbf})))
	for _, tag := range []string{"<!doctype", "<html", "<?xml", "<svg"} {
		if bytes.HasPrefix(head, []byte(tag)) {
			return "is a web page or XML, not a table", "Download the file itself, not the page that shows it."
		}
	}
	if bytes.HasPrefix(head, []byte("{")) && bytes.Contains(head, []byte(`"placements"`)) {
		return "is a jplace file: placements of reads on a tree, not a table",
			"Make a tree of it, for example with gappa examine graft, and compare that with the one of a fit."
	}
	for _, start := range []string{`{"`, "[{", "[["} {
		if bytes.HasPrefix(head, []byte(start)) {
			return "is JSON, not a table", "Save the table as CSV."
		}
	}
	return "", ""
}

// notText is notTable of a file that may hold something other than a table, such as a tree in XML.
func notText(data []byte) (what, remedy string) {
	for _, s := range signatures {
		if bytes.HasPrefix(data, []byte(s.prefix)) {
			return s.what, s.remedy
		}
	}
	head := data[:min(len(data), 4096)]
	if bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		if bytes.Contains(head, []byte("opendocument")) {
			return "is an OpenDocument spreadsheet or document", saveAsCSV
		}
		return "is a ZIP archive within another", unpackIt
	}
	return "", ""
}
