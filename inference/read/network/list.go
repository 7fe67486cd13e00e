package network

import (
	"bytes"
	"fmt"
	"math"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference/read/known"
	"example.org/espalier/inference/read/number"
	"example.org/espalier/inference/words"
)

// endings are those of the names of files that hold lists of links.
var endings = []string{".edges", ".edgelist", ".edge", ".elist", ".el", ".links", ".ncol", ".wpairs"}

// ends are names that lists of links give to the columns of their two ends, as [plain] gives them.
var ends = map[string]string{"source": "target", "from": "to", "node1": "node2", "nodea": "nodeb",
	"protein1": "protein2", "gene1": "gene2", "genea": "geneb", "proteina": "proteinb", "parent": "child", "src": "dst",
	"fromnode": "tonode", "fromnodeid": "tonodeid", "interactora": "interactorb", "u": "v", "startnode": "endnode",
	"sourcenode": "targetnode", "ego": "alter", "citing": "cited", "sender": "receiver", "predator": "prey",
	"vertex1": "vertex2", "v1": "v2", "id1": "id2", "name1": "name2", "person1": "person2", "species1": "species2",
	"sourceid": "targetid", "fromid": "toid", "head": "tail", "i": "j", "node1id": "node2id"}

// weak are names of ends that other columns have too: they tell only where the cells do.
var weak = map[string]bool{"u": true, "i": true, "v1": true, "head": true, "parent": true}

// oneWay are names of ends whose links have a direction by what they mean.
var oneWay = map[string]bool{"citing": true, "predator": true, "sender": true, "parent": true}

// weights are names of columns that weigh links.
var weights = []string{"weight", "weights", "count", "counts", "combinedscore", "score", "value", "strength", "n",
	"number", "w", "frequency", "freq", "interactions", "contacts", "times", "similarity", "correlation"}

// plain is a name in lower case with only its letters and figures.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		}
		return -1
	}, name)
}

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

// split cuts a text into lines and cells. It reports whether there are lines of at least two cells, and none of very many.
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

// header takes the first line for names of columns if it has those of ends, or a word over numbers; or the last comment.
func (l *list) header() {
	if len(l.lines) > 1 {
		const leastUnder = 4 // lines below a header of single letters
		from, _, ok := endsOf(l.lines[0].cells)
		ok = ok && !l.nodesOver() && (len(l.lines[0].cells[from]) > 1 || len(l.lines) > leastUnder)
		if ok || l.wordsOver() {
			l.names = l.lines[0].cells
			l.lines = l.lines[1:]
			return
		}
	}
	if n := len(l.comments); n > 0 {
		last := strings.TrimLeft(l.comments[n-1], "#%/ ")
		for _, separator := range []rune{'\t', ',', ' '} {
			if names := cellsOf(last, separator); len(names) > 1 {
				if _, _, ok := endsOf(names); ok {
					l.names = names
					return
				}
			}
		}
	}
}

// nodesOver reports whether a word of the first line stands in other lines too, as a node does.
func (l *list) nodesOver() bool {
	for _, row := range l.lines[1:] {
		for _, c := range row.cells {
			if slices.Contains(l.lines[0].cells, c) {
				return true
			}
		}
	}
	return false
}

// wordsOver reports whether the first line holds a word where all cells below are numbers.
func (l *list) wordsOver() bool {
	for j, name := range l.lines[0].cells {
		if _, is := number.Parse([]byte(name), '.'); is || name == "" {
			continue
		}
		numbers, any := true, false
		for _, row := range l.lines[1:] {
			if j < len(row.cells) {
				_, is := number.Parse([]byte(row.cells[j]), '.')
				numbers, any = numbers && is, true
			}
		}
		if numbers && any {
			return true
		}
	}
	return false
}

// endsOf finds the columns of the two ends by their names.
func endsOf(names []string) (from, to int, ok bool) {
	for i, name := range names {
		if want, is := ends[plain(name)]; is {
			for j, other := range names {
				if j != i && plain(other) == want {
					return i, j, true
				}
			}
		}
	}
	return 0, 1, false
}

// columns finds which columns are the ends and which weighs. It reports whether names or the file's own say that the
// text is a list of links.
func (l *list) columns() (sure bool) {
	named := false
	if l.names != nil {
		l.from, l.to, named = endsOf(l.names)
	}
	for j, name := range l.names {
		if j == l.from || j == l.to {
			continue
		}
		if p := plain(name); p == "type" || p == "directed" {
			l.sort = j
		} else if l.weigh < 0 && slices.Contains(weights, p) && l.numbers(j) {
			l.weigh = j
		}
	}
	if l.weigh < 0 && l.to == 1 && l.from == 0 && l.width() == 3 && l.sort < 0 && l.numbers(2) {
		l.weigh = 2
	}
	sure = l.braces || slices.Contains(endings, path.Ext(strings.TrimSuffix(l.file, ".gz")))
	for _, c := range l.comments {
		c = strings.ToLower(c)
		sure = sure || strings.Contains(c, "nodes:") || strings.Contains(c, "edges:") || strings.Contains(c, "fromnodeid")
	}
	if named && !weak[plain(l.names[l.from])] && l.width() <= 3+max(0, len(l.names)-3) {
		sure = sure || l.linksNames() && (l.width() <= 3 || l.edgeColumns())
	}
	return sure && l.pairs() > 0
}

// edgeColumns reports whether all columns beside the ends are such as lists of links have.
func (l *list) edgeColumns() bool {
	usual := []string{"type", "directed", "id", "label", "timeset", "interval", "relation", "relationship", "interaction",
		"interactiontype", "year", "time", "timestamp", "date", "name", "sharedname", "sharedinteraction", "season", "book",
		"kind", "category", "layer", "color", "colour"}
	for j, name := range l.names {
		p := plain(name)
		if j != l.from && j != l.to && !slices.Contains(usual, p) && !slices.Contains(weights, p) {
			return false
		}
	}
	return true
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

// linksNames reports whether the ends may be names of nodes: texts, or whole numbers from 0 that are no sequence of
// intervals, which rise and in which each number stands once on either side.
func (l *list) linksNames() bool {
	from, to := map[string]int{}, map[string]int{}
	whole, most, rising := true, 0, true
	for _, row := range l.lines {
		if !l.hasEnds(row) {
			continue
		}
		a, b := row.cells[l.from], row.cells[l.to]
		for _, c := range []string{a, b} {
			_, is := number.Parse([]byte(c), '.')
			_, err := strconv.ParseUint(c, 10, 63)
			whole = whole && err == nil
			if is && err != nil {
				return false // a measurement
			}
		}
		x, _ := strconv.Atoi(a)
		y, _ := strconv.Atoi(b)
		rising = rising && x < y
		from[a]++
		to[b]++
		most = max(most, from[a], to[b])
	}
	return len(from) > 0 && !(whole && rising && most <= 1)
}

// tells reports whether the cells of two or three columns say that they list links. Names do if many stand in both
// columns. Whole numbers do if no pair stands twice and none joins a number to itself, nearly all from the least to the
// greatest occur, and the lines are ordered as lists of links are: the first below the second throughout or above it, or
// all in order. whole says that these are all lines, not the first.
func (l *list) tells(whole bool) bool {
	const fewest = 3
	if w := l.width(); w < 2 || w > 3 || w == 3 && l.weigh < 0 || len(l.lines) < fewest || l.names != nil && l.wholeOnly() {
		return false
	}
	if l.wholeOnly() {
		return l.wholeLinks(whole)
	}
	a, b := map[string]bool{}, map[string]bool{}
	for _, row := range l.lines {
		if !l.hasEnds(row) {
			return false
		}
		for _, c := range []string{row.cells[l.from], row.cells[l.to]} {
			if _, is := number.Parse([]byte(c), '.'); is {
				if _, err := strconv.ParseUint(c, 10, 63); err != nil {
					return false
				}
			}
		}
		a[row.cells[l.from]], b[row.cells[l.to]] = true, true
	}
	shared := 0
	for name := range b {
		if a[name] {
			shared++
		}
	}
	things := len(a) + len(b) - shared
	few := things*things < 2*len(l.lines) // fewer than so many links need: grades, or yes and no
	return shared >= 2 && 2*shared >= min(len(a), len(b)) && !few
}

// wholeOnly reports whether all ends are whole numbers.
func (l *list) wholeOnly() bool {
	for _, row := range l.lines {
		if !l.hasEnds(row) {
			continue
		}
		for _, c := range []string{row.cells[l.from], row.cells[l.to]} {
			if _, err := strconv.ParseUint(c, 10, 31); err != nil {
				return false
			}
		}
	}
	return true
}

func (l *list) wholeLinks(whole bool) bool {
	const leastNumbers, leastLines = 5, 5
	seen := map[[2]int]bool{}
	used, first := map[int]bool{}, map[int]bool{}
	below, above, ordered := true, true, true
	last := [2]int{-1, -1}
	low, high := math.MaxInt, 0
	for _, row := range l.lines {
		if !l.hasEnds(row) {
			return false
		}
		a, _ := strconv.Atoi(row.cells[l.from])
		b, _ := strconv.Atoi(row.cells[l.to])
		if a == b || seen[[2]int{a, b}] {
			return false
		}
		seen[[2]int{a, b}] = true
		below, above = below && a < b, above && a > b
		ordered = ordered && (a > last[0] || a == last[0] && b > last[1])
		last = [2]int{a, b}
		used[a], used[b], first[a] = true, true, true
		low, high = min(low, a, b), max(high, a, b)
	}
	return len(used) >= leastNumbers && len(l.lines) >= leastLines && low <= 1 &&
		(!whole || 10*len(used) >= 8*(high-low+1)) && 5*len(l.lines) >= 6*len(first) && (below || above || ordered)
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
					return t, "", &known.Fault{Line: row.number, What: fmt.Sprintf("the weight %q of the link of %q and %q "+
						"is no number", words.Shorten(row.cells[l.weigh]), words.Shorten(row.cells[l.from]),
						words.Shorten(row.cells[l.to])),
						Remedy: "Write a number, or leave the cell empty where the weight is not known."}
				}
				weight = x
			}
		}
		if l.sort >= 0 && l.sort < len(row.cells) {
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
	}
	shared := false
	for name := range from {
		shared = shared || to[name]
	}
	what = w.describe("a list")
	if way == Between || way == Guess && l.sorts(shared, len(from), len(to)) {
		return w.twoSorts(what, 0, "No node stands on both sides of the links: the rows are the nodes of the first side "+
			"and the columns those of the second. bicluster finds blocks of both. If they are of one sort, say so (Links, "+
			"or --links undirected)."), what, nil
	}
	note := w.settle(way, told)
	t, f = w.written(what, 0, note, l.left())
	return t, what, f
}

// sorts reports whether the two sides are nodes of two sorts: texts, several on each side, of which none is shared.
func (l *list) sorts(shared bool, from, to int) bool {
	return !shared && from > 1 && to > 1 && !l.wholeOnly()
}

// left names the columns that are not used.
func (l *list) left() string {
	var names []string
	for j, name := range l.names {
		if j != l.from && j != l.to && j != l.weigh && j != l.sort && name != "" {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return words.Plural(len(names), "column") + " of the links " + words.Were(len(names)) + " left out: " +
		words.QuoteSome(names, 5) + "."
}
