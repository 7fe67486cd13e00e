package network

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"strings"

	"example.org/espalier/inference/read/known"
	"example.org/espalier/inference/read/number"
	"example.org/espalier/inference/words"
)

// A line is one of a list, with its cells.
type line struct {
	number int
	cells  []string
}

// A list is a text that may list links.
type list struct {
	file     string
	lines    []line // without comments and the header
	comments []string
	names    []string // of the columns; nil without a header
	from, to int      // columns
	weigh    int      // column of weights, −1 for none
	sort     int      // column that says whether a link has a direction, −1 for none
	comma    bool     // weights have decimal commas
	braces   bool     // lines end in what networkx writes of a link
}

// dictionary is what networkx writes behind the two ends.
var dictionary = regexp.MustCompile(`\s*\{(?:\s*|.*?['"]weight['"]:\s*([-+0-9.eE]+)[^}]*|[^}]*)\}\s*$`)

// List reads a list of links, a line for each: two nodes and, if there are, a weight and more. ok is false for a text
// that is none, as far as its names and cells tell. If way is not [Guess], the text is one. separator is that of the
// cells, 0 to guess it. file is the name of the file.
func List(file string, text []byte, separator rune, way Way) (t known.Written, what string, f *known.Fault, ok bool) {
	if way == Guess && len(text) > 2*headBytes && !Lists(file, text, separator) {
		return t, "", nil, false
	}
	l, sure := listOf(file, text, separator)
	if l == nil || way == Guess && !sure && !l.tells(true) {
		return t, "", nil, false
	}
	t, what, f = l.read(way)
	return t, what, f, true
}

// headBytes is how much of a text tells whether it may be a list of links, before all of it is looked at.
const headBytes = 1 << 18

// Lists reports whether a text seems to list links, by its beginning.
func Lists(file string, text []byte, separator rune) bool {
	head := text[:min(len(text), headBytes)]
	if len(head) < len(text) {
		head = head[:bytes.LastIndexByte(head, '\n')+1]
	}
	l, sure := listOf(file, head, separator)
	return l != nil && (sure || l.tells(len(head) == len(text)))
}

// mostColumns is the greatest number of cells of a line of a list.
const mostColumns = 16

// listOf cuts a text into lines and finds its header and columns; nil if it is no list. sure says that names or the
// file's own say that it is one.
func listOf(file string, text []byte, separator rune) (l *list, sure bool) {
	l = &list{file: strings.ToLower(file), weigh: -1, sort: -1, to: 1}
	if !l.split(text, separator) {
		return nil, false
	}
	l.header()
	return l, l.columns()
}

// split cuts a text into lines and cells. It reports whether there are lines of at least two cells, and none of very
// many.
func (l *list) split(text []byte, separator rune) bool {
	if separator == 0 {
		separator = l.separator(text)
	}
	at, wide := 0, 0
	for len(text) > 0 {
		end := known.FirstLine(text)
		row := strings.TrimRight(string(text[:end]), "\r\n")
		text = text[end:]
		at++
		trimmed := strings.TrimSpace(row)
		switch {
		case trimmed == "":
			continue
		case strings.HasPrefix(trimmed, "#"), strings.HasPrefix(trimmed, "%"), strings.HasPrefix(trimmed, "//"):
			if len(l.lines) == 0 {
				l.comments = append(l.comments, trimmed)
			}
			continue
		}
		weight := ""
		if strings.HasSuffix(trimmed, "}") {
			if m := dictionary.FindStringSubmatchIndex(row); m != nil {
				if m[2] >= 0 {
					weight = row[m[2]:m[3]]
				}
				row, l.braces = row[:m[0]], true
			}
		}
		cells := cellsOf(row, separator)
		if len(cells) > mostColumns {
			return false
		}
		if weight != "" {
			cells = append(cells, weight)
		}
		if len(cells) > 1 {
			wide++
		}
		l.lines = append(l.lines, line{at, cells})
	}
	return wide > 0
}

// separator guesses what separates the cells: the sign that stands in the most lines, by its rank where that is even.
func (l *list) separator(text []byte) rune {
	const looked = 200
	signs := []rune{'\t', ';', ',', '|'}
	count := make([]int, len(signs))
	lines := 0
	for len(text) > 0 && lines < looked {
		end := known.FirstLine(text)
		row := bytes.TrimSpace(text[:end])
		text = text[end:]
		if len(row) == 0 || row[0] == '#' || row[0] == '%' {
			continue
		}
		lines++
		for k, s := range signs {
			if bytes.ContainsRune(row, s) && row[len(row)-1] != '}' {
				count[k]++
			}
		}
	}
	for k, n := range count {
		if n > 0 && 2*n >= lines {
			return signs[k]
		}
	}
	return ' '
}

// cellsOf returns the cells of a line; a blank separates where runs of blanks do.
func cellsOf(row string, separator rune) []string {
	var cells []string
	if separator == ' ' {
		cells = quotedFields(row)
	} else {
		cells = quotedSplit(row, byte(separator))
	}
	for len(cells) > 0 && cells[len(cells)-1] == "" {
		cells = cells[:len(cells)-1]
	}
	return cells
}

// quotedFields cuts a line at runs of blanks outside quotation marks.
func quotedFields(row string) (cells []string) {
	for {
		row = strings.TrimLeft(row, " \t")
		if row == "" {
			return cells
		}
		if row[0] == '"' {
			if end := strings.IndexByte(row[1:], '"'); end >= 0 {
				cells = append(cells, row[1:1+end])
				row = row[end+2:]
				continue
			}
		}
		end := strings.IndexAny(row, " \t")
		if end < 0 {
			return append(cells, row)
		}
		cells = append(cells, row[:end])
		row = row[end:]
	}
}

// quotedSplit cuts a line at a sign outside quotation marks. Two marks in a quoted cell are one.
func quotedSplit(row string, sign byte) (cells []string) {
	var b strings.Builder
	quoted := false
	for k := 0; k < len(row); k++ {
		switch c := row[k]; {
		case quoted && c == '"' && k+1 < len(row) && row[k+1] == '"':
			b.WriteByte('"')
			k++
		case c == '"' && (quoted || strings.TrimSpace(b.String()) == ""):
			quoted = !quoted
		case c == sign && !quoted:
			cells = append(cells, strings.TrimSpace(b.String()))
			b.Reset()
		default:
			b.WriteByte(c)
		}
	}
	return append(cells, strings.TrimSpace(b.String()))
}

// width is that of most lines.
func (l *list) width() int {
	count, best := map[int]int{}, 0
	for _, row := range l.lines {
		count[len(row.cells)]++
	}
	for w, n := range count {
		if n > count[best] || n == count[best] && w > best {
			best = w
		}
	}
	return best
}

// numbers reports whether most cells of a column are numbers; a word among them is refused where links are read.
func (l *list) numbers(j int) bool {
	points, commas, cells := 0, 0, 0
	for _, row := range l.lines {
		if j >= len(row.cells) || unknown(row.cells[j]) {
			continue
		}
		cells++
		if _, point := number.Parse([]byte(row.cells[j]), '.'); point {
			points++
		}
		if _, comma := number.Parse([]byte(row.cells[j]), ','); comma {
			commas++
		}
	}
	l.comma = l.comma || commas > points
	return cells > 0 && 2*max(points, commas) > cells
}

func unknown(cell string) bool {
	return cell == "" || strings.EqualFold(cell, "NA") || strings.EqualFold(cell, "NaN") || cell == "?"
}

// pairs is how many lines have two ends.
func (l *list) pairs() (n int) {
	for _, row := range l.lines {
		if l.hasEnds(row) {
			n++
		}
	}
	return n
}

func (l *list) hasEnds(row line) bool {
	return len(row.cells) > max(l.from, l.to) && row.cells[l.from] != "" && row.cells[l.to] != ""
}

// read makes the network of the lines.
func (l *list) read(way Way) (t known.Written, what string, f *known.Fault) {
	w := newNet()
	from, to := map[string]bool{}, map[string]bool{}
	var told *bool
	if l.names != nil && oneWay[plain(l.names[l.from])] {
		told = new(true)
	}
	for _, c := range l.comments {
		if c = strings.ToLower(c); strings.Contains(c, "undirected") {
			told = new(false)
		} else if strings.Contains(c, "directed graph") {
			told = new(true)
		}
	}
	sign := byte('.')
	if l.comma {
		sign = ','
	}
	kind := -1
	if way == Relations {
		if kind = l.kind(); kind < 0 {
			return t, "", &known.Fault{What: "has no column that says of which relation a link is",
				Remedy: "Call that column relation, or read the links as one network (Layout, or --links undirected)."}
		}
	}
	for _, row := range l.lines {
		if len(row.cells) == 0 {
			continue
		}
		if !l.hasEnds(row) {
			for _, j := range []int{l.from, l.to} { // a node without links
				if j < len(row.cells) && row.cells[j] != "" {
					w.node(row.cells[j])
				}
			}
			continue
		}
		weight, weighted := 1.0, false
		if l.weigh >= 0 {
			weighted, weight = true, math.NaN()
			if l.weigh < len(row.cells) && !unknown(row.cells[l.weigh]) {
				x, is := number.Parse([]byte(row.cells[l.weigh]), sign)
				if !is {
					return t, "", &known.Fault{Line: row.number, What: fmt.Sprintf("the weight %q of the link "+
						"of %q and %q "+
						"is no number", words.Shorten(row.cells[l.weigh]), words.Shorten(row.cells[l.from]),
						words.Shorten(row.cells[l.to])),
						Remedy: "Write a number, or leave the cell empty where the weight is not known."}
				}
				weight = x
			}
		}
		if l.sort >= 0 && l.sort < len(row.cells) && l.sort != kind {
			switch strings.ToLower(row.cells[l.sort]) {
			case "directed", "true":
				told = new(true)
			case "undirected", "false":
				if told == nil {
					told = new(false)
				}
			}
		}
		a, b := row.cells[l.from], row.cells[l.to]
		from[a], to[b] = true, true
		w.join(w.node(a), w.node(b), weight, weighted)
		if f := w.tooMany(row.number); f != nil {
			return t, "", f
		}
		if kind >= 0 {
			r, f := w.of(row, kind)
			if f != nil {
				return t, "", f
			}
			r.join(w.node(a), w.node(b), weight, weighted)
		}
	}
	if way == Relations {
		what = w.describe("a list")
		t, f = w.written(what, 0, w.ways(told), l.left(kind))
		return t, what, f
	}
	shared := false
	for name := range from {
		shared = shared || to[name]
	}
	what = w.describe("a list")
	if way == Between || way == Guess && l.sorts(shared, len(from), len(to)) {
		return w.twoSorts(what, 0, "No node stands on both sides of the links: the rows are the nodes of the "+
			"first side "+
			"and the columns those of the second. bicluster finds blocks of both. If they are of one sort, say "+
			"so (Layout, "+
			"or --links undirected)."), what, nil
	}
	note := w.settle(way, told)
	t, f = w.written(what, 0, note, l.left(-1), l.related())
	return t, what, f
}

// sorts reports whether the two sides are nodes of two sorts: texts, several on each side, of which none is shared.
func (l *list) sorts(shared bool, from, to int) bool {
	return !shared && from > 1 && to > 1 && !l.wholeOnly()
}

// of returns the network of the relation that a line names in a column.
func (w *net) of(row line, column int) (*net, *known.Fault) {
	if column < len(row.cells) {
		if relation := strings.Join(strings.Fields(row.cells[column]), " "); relation != "" {
			return w.under(relation), nil
		}
	}
	return nil, &known.Fault{Line: row.number, What: "does not say of which relation the link is",
		Remedy: "Fill in the column of relations, or leave out the line."}
}

// kind finds the column that says of which relation a link is, −1 for none: by its name or, without names, the third of
// three.
func (l *list) kind() int {
	for _, want := range kinds {
		for j, name := range l.names {
			if j != l.from && j != l.to && j != l.weigh && plain(name) == want {
				return j
			}
		}
	}
	if l.names == nil && l.width() == 3 && l.weigh < 0 {
		return 2
	}
	return -1
}

// related says that links could be read as several relations, where a column has few words.
func (l *list) related() string {
	j := l.kind()
	if j < 0 {
		return ""
	}
	count := map[string]int{}
	for _, row := range l.lines {
		if j < len(row.cells) && row.cells[j] != "" {
			count[strings.ToLower(row.cells[j])]++
		}
	}
	const most = 20
	if len(count) < 2 || len(count) > most || len(l.lines) < 3*len(count) || count["directed"]+count["undirected"] > 0 {
		return ""
	}
	return fmt.Sprintf("The links are of %d relations, which are read as one. To have them apart, say so (Layout, or "+
		"--links relations).", len(count))
}

// left names the columns that are not used; kind is that of relations, if it is.
func (l *list) left(kind int) string {
	var names []string
	for j, name := range l.names {
		if j != l.from && j != l.to && j != l.weigh && j != l.sort && j != kind && name != "" {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return words.Plural(len(names), "column") + " of the links " + words.Were(len(names)) + " left out: " +
		words.QuoteSome(names, 5) + "."
}
