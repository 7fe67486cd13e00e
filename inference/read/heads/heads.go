// Package heads reads what stands above and below the names of columns: groups of columns, as merged cells leave them,
// and texts that describe them.
package heads

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference/read/number"
)

// mostGroup limits the characters of the name of a group of columns; longer ones are sentences. A description has more
// characters than mostUnit.
const (
	mostGroup = 40
	mostUnit  = 14
)

// dayForm is a date, as titles have.
var dayForm = regexp.MustCompile(`\d[-/.]\d+[-/.]\d`)

// Merged reports whether a line above the names of columns puts them in groups, each under the first cell of the group
// as where cells were merged. It holds two words or more, and one of them stands over several names.
func Merged(above, names []string) bool {
	words, several := 0, false
	for j, cell := range above {
		if cell == "" {
			continue
		}
		if j >= len(names) || isNumber(cell) || len([]rune(cell)) > mostGroup || strings.Contains(cell, ": ") ||
			strings.HasSuffix(cell, ":") || dayForm.MatchString(cell) {
			return false
		}
		words++
		next := j + 1
		several = several || names[j] != "" && next < len(names) && names[next] != "" &&
			(next >= len(above) || above[next] == "")
	}
	return words > 1 && several
}

// Counted reports whether names of columns count them, from 0 or 1, as the columns of a plate: an empty cell, 1, 2, 3.
func Counted(names []string) bool {
	if len(names) < 3 || isNumber(names[0]) {
		return false
	}
	first := names[1]
	for j, cell := range names[1:] {
		if (first != "0" && first != "1") || cell != strconv.Itoa(int(first[0]-'0')+j) {
			return false
		}
	}
	return true
}

func isNumber(cell string) bool {
	_, is := number.Parse([]byte(cell), '.')
	return is || number.NotationOf([]byte(cell), '.') != number.NoNumber
}

// Spread gives each column the group above it, "" for those without one, and a name: that below the group, or where
// this is empty the word above. Names that occur in several groups end in that of their group.
func Spread(above, below []string) (groups, names []string) {
	groups, names = make([]string, len(below)), slices.Clone(below)
	group, times := "", map[string]int{}
	for j := range below {
		cell := ""
		if j < len(above) {
			cell = above[j]
		}
		switch {
		case names[j] == "":
			names[j], group = cell, "" // it stands over the name of this column alone
		case cell != "":
			group = cell
		}
		if below[j] != "" {
			groups[j] = group
		}
		times[names[j]]++
	}
	for j, name := range names {
		if name != "" && times[name] > 1 && groups[j] != "" {
			names[j] = name + " (" + groups[j] + ")"
		}
	}
	return groups, names
}

// NamedBelow reports whether a line of names leaves some columns of numbers without one and the line below it names
// them all.
func NamedBelow(above, below []string, numbers []int) bool {
	if len(numbers) < 2 || len(above) != len(below) {
		return false
	}
	_, names := Spread(above, below)
	bare, seen := false, map[string]bool{}
	for _, j := range numbers {
		bare = bare || above[j] == ""
		if seen[names[j]] {
			return false
		}
		seen[names[j]] = true
	}
	words := 0
	for _, cell := range above {
		if cell != "" {
			words++
		}
	}
	return bare && words > 1
}

// Described returns how many of the first lines below the names, one or two, describe the columns, as questions of a
// survey and their codes do: a text over each of three columns of numbers or more, some longer than a unit and none
// that may be a number. over returns the columns of numbers of some lines, nil where another has no word over one of
// them.
func Described(lines [][]string, width int, over func(line []string, below [][]string) []int) int {
	for n := 1; n <= 2 && n+1 < len(lines); n++ {
		full := true
		for _, line := range lines[:n] {
			if len(line) != width {
				return 0
			}
			columns := over(line, lines[n:])
			long := slices.ContainsFunc(columns, func(j int) bool { return len([]rune(line[j])) > mostUnit })
			loose := slices.ContainsFunc(columns, func(j int) bool { return number.Loose([]byte(line[j])) })
			full = full && len(columns) >= 3 && long && !loose
		}
		if full {
			return n
		}
	}
	return 0
}

// Extent returns the most frequent place, from 1, of the last cell that is not empty; the greater one on a tie.
func Extent(records [][]string) (width int) {
	count := map[int]int{}
	for _, record := range records {
		extent := len(record)
		for extent > 0 && record[extent-1] == "" {
			extent--
		}
		count[extent]++
	}
	for w, c := range count {
		if c > count[width] || c == count[width] && w > width {
			width = w
		}
	}
	return width
}

// flagWords are flags of columns, as Orange writes them.
var flagWords = map[string]bool{"class": true, "meta": true, "m": true, "i": true, "ignore": true}

// Flags reports whether cells are empty but for flags, such as "class" and "meta".
func Flags(cells []string) bool {
	for _, cell := range cells {
		if cell != "" && !flagWords[strings.ToLower(cell)] {
			return false
		}
	}
	return true
}
