package known

import (
	"regexp"
	"strings"
)

// orangeFlag begins the names of columns in files of Orange with a single line of names: C and D say that a column
// holds numbers or names, S and T words and times, and the small letters m, c and i that it is beside the others, the
// class, or left out.
var orangeFlag = regexp.MustCompile(`^(m?i?c?)([CDST]?)#(.+)$`)

func orangeFlags(h Head) *Layout {
	flagged := 0
	for _, name := range h.Names {
		if m := orangeFlag.FindStringSubmatch(name); m != nil && m[1]+m[2] != "" {
			flagged++
		}
	}
	if flagged < 2 || 2*flagged < len(h.Names) {
		return nil
	}
	l := h.layout("Orange")
	l.What = "a table of Orange"
	l.Names = append([]string(nil), h.Names...)
	named := false
	for j, name := range h.Names {
		m := orangeFlag.FindStringSubmatch(name)
		if m == nil || m[1]+m[2] == "" {
			continue
		}
		l.Names[j] = m[3]
		switch {
		case strings.Contains(m[1], "i"):
			l.use(Out, j)
		case !named && strings.Contains(m[1], "m") && h.namesRows(j):
			named = true
			l.use(RowName, j)
		case strings.ContainsAny(m[1], "mc") || m[2] == "S" || m[2] == "T":
			l.use(About, j)
		case m[2] == "D" && !h.zeroOne(j):
			l.use(About, j)
		case m[2] == "C" || m[2] == "D":
			l.use(Measured, j)
		}
	}
	l.Samples = InRows
	return l
}

// zeroOne reports whether the first rows hold only zeros and ones in column j.
func (h Head) zeroOne(j int) bool {
	if !h.numeric(j) {
		return false
	}
	for i := range h.Rows {
		if c := h.cell(i, j); c != "" && c != "0" && c != "1" && !missingWords[strings.ToLower(c)] {
			return false
		}
	}
	return true
}
