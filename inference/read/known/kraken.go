package known

import (
	"regexp"
	"strconv"
	"strings"

	"example.org/espalier/inference/words"
)

// A report of Kraken (Wood and Salzberg 2014), of one sample: the share of its reads, how many are of the taxon and all
// below it, how many of itself, its rank, number and name, which is indented by its depth. Two columns of minimisers
// may stand between.
var krakenForm = Form{Title: "Kraken report", Extensions: []string{"kreport"}, Has: isKraken, Write: writeKraken}

var (
	krakenRank  = regexp.MustCompile(`^(?:[URDKPCOFGS][0-9]*|-)$`)
	krakenShare = regexp.MustCompile(`^ *(?:100|[0-9]{1,2})\.[0-9]{2}$`)
)

// krakenCells returns the cells of a line of a report, those of minimisers left out; nil for other lines.
func krakenCells(line string) []string {
	c := strings.Split(line, "\t")
	if len(c) == 8 && whole(c[3]) && whole(c[4]) {
		c = append(c[:3:3], c[5:]...)
	}
	if len(c) != 6 || !krakenShare.MatchString(c[0]) || !whole(c[1]) || !whole(c[2]) || !krakenRank.MatchString(c[3]) ||
		!whole(c[4]) || strings.TrimSpace(c[5]) == "" {
		return nil
	}
	return c
}

func isKraken(content []byte) bool {
	lines := firstLines(content)
	if len(lines) < 2 {
		return false
	}
	for _, line := range lines {
		if krakenCells(line) == nil {
			return false
		}
	}
	return true
}

// writeKraken measures the reads of each taxon itself: those of all below it would count reads several times.
func writeKraken(text []byte) (w Written, f *Fault) {
	w.Text = appendRow(nil, []string{"taxon", "reads", "with all below", "rank", "taxonomy id"})
	for at := 1; len(text) > 0; at++ {
		end := FirstLine(text)
		line := strings.TrimRight(string(text[:end]), "\r\n")
		if text = text[end:]; strings.TrimSpace(line) == "" {
			continue
		}
		c := krakenCells(line)
		if c == nil {
			return w, &Fault{Line: at, What: "is no line of a Kraken report: " + strconv.Quote(words.Shorten(line)),
				Remedy: "Write the report again, or read the file as any other table (as it stands, or --as-is)."}
		}
		w.Text = appendRow(w.Text, []string{strings.TrimSpace(c[5]), c[2], c[1], c[3], c[4]})
	}
	w.Annotations = []int{2, 3, 4}
	w.Notes = append(w.Notes,
		"Read as a Kraken report of 1 sample: the reads of each taxon itself. Groups and trees of samples need several: join their reports to one "+
			"table, such as with combine_bracken_outputs.py or kraken-biom.")
	return w, nil
}
