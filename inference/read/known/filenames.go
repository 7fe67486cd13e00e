package known

import (
	"regexp"
	"strings"

	"example.org/espalier/inference"
)

// fileForm is the name of a file of reads or spectra, of which R may have made a name with points.
var fileForm = regexp.MustCompile(
	`(?i)(?:\.(?:bam|sam|cram|fastq|fq|raw|mzml|mzxml|wiff|d|dia|tdf|sf|tsv|txt|out|tab|results|counts?|htseq|gz|bw|bigwig|profile|cel))$`)

// fileEnds is what follows the name of a sample in that of a file.
var fileEnds = regexp.MustCompile(
	`(?i)(?:[._-]?(?:aligned(?:\.sortedbycoord)?(?:\.out)?|readspergene(?:\.out)?|sorted(?:bycoord)?|sort|dedup|markdup|markduplicates|rmdup|genes|isoforms|abundance|quant|out|filtered|metaphlan_bugs_list)?\.(?:bam|sam|cram|fastq|fq|raw|mzml|mzxml|wiff|d|dia|tdf|sf|tsv|txt|out|tab|results|counts?|htseq|gz|bw|bigwig|cel))+$`)

// strictForm is the name of a file of reads, spectra or probes that nothing else is called like.
var strictForm = regexp.MustCompile(
	`(?i)\.(?:bam|sam|cram|raw|mzml|mzxml|wiff|cel|cel\.gz|genes\.results|isoforms\.results|readspergene\.out\.tab|sf|htseq|fastq\.gz)$`)

// files are tables whose columns are called by the files that were measured.
func files(h Head) *Layout {
	l := h.layout("")
	if len(h.Names) == 0 || !strictForm.MatchString(h.Names[len(h.Names)-1]) &&
		!strictForm.MatchString(h.Names[len(h.Names)/2]) {
		return nil
	}
	named := 0
	for j, name := range h.Names {
		if strictForm.MatchString(name) {
			l.use(Measured, j)
			named++
		}
	}
	if named < 2 || named < h.Width-6 {
		return nil
	}
	if l.Uses[0] == Any && h.namesRows(0) {
		l.use(RowName, 0)
	}
	l.What = "a table of " + inference.Plural(named, "file")
	return l.samples(h)
}

// fileNames shortens names of files to what tells them apart: "/data/a/s1.sorted.bam" to "s1". ok is false where most
// are none, or where the short names would not tell them apart.
func fileNames(names []string) (short []string, ok bool) {
	files := 0
	for _, name := range names {
		if strings.ContainsAny(name, `/\`) || fileForm.MatchString(name) {
			files++
		}
	}
	if files == 0 || files < len(names) {
		return nil, false
	}
	parts := make([][]string, len(names))
	for i, name := range names {
		parts[i] = strings.FieldsFunc(name, func(r rune) bool { return r == '/' || r == '\\' })
		if len(parts[i]) == 0 {
			return nil, false
		}
	}
	for last := 1; ; last++ { // the last part of the path that tells all apart
		short = short[:0]
		for _, p := range parts {
			if last > len(p) {
				return nil, false
			}
			short = append(short, p[len(p)-last])
		}
		if distinct(short) {
			break
		}
	}
	short = withoutPrefix(short)
	cut := make([]string, len(short))
	for i, s := range short {
		cut[i] = fileEnds.ReplaceAllString(s, "")
	}
	if distinct(cut) {
		short = cut
	}
	if end := commonEnd(short); len(short) > 1 && end != "" {
		for i := range short {
			cut[i] = strings.TrimSuffix(short[i], end)
		}
		if distinct(cut) {
			short = cut
		}
	}
	for i := range short {
		if short[i] != names[i] {
			return short, true
		}
	}
	return nil, false
}

// distinct reports whether all names differ and none is empty.
func distinct(names []string) bool {
	seen := map[string]bool{"": true}
	for _, s := range names {
		if seen[s] {
			return false
		}
		seen[s] = true
	}
	return true
}

// withoutPrefix takes off the path that R made a part of each name: "X.data.a.s1.bam" becomes "s1.bam".
func withoutPrefix(names []string) []string {
	if len(names) < 2 {
		return names
	}
	start := names[0]
	for _, s := range names[1:] {
		for !strings.HasPrefix(s, start) {
			start = start[:len(start)-1]
		}
	}
	if !strings.HasPrefix(start, "X.") && !strings.HasPrefix(start, ".") {
		return names
	}
	start = start[:strings.LastIndex(start, ".")+1]
	out := make([]string, len(names))
	for i, s := range names {
		out[i] = strings.TrimPrefix(s, start)
	}
	return out
}

// commonEnd returns what all names end with, from a point on; "" for nothing.
func commonEnd(names []string) string {
	end := names[0]
	for _, s := range names[1:] {
		for !strings.HasSuffix(s, end) {
			end = end[1:]
		}
	}
	if at := strings.Index(end, "."); at >= 0 {
		return end[at:]
	}
	return ""
}
