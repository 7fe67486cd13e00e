package network

import (
	"path"
	"slices"
	"strings"

	"example.org/espalier/inference/read/number"
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

// kinds are names of columns that say of which relation a link is, the surest first.
var kinds = []string{"relation", "relationship", "relationtype", "layer", "interaction", "interactiontype", "type",
	"kind", "category", "label"}

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

// header takes the first line for names of columns if it has those of ends, or a word over numbers; or the last
// comment.
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
		sure = sure || strings.Contains(c, "nodes:") || strings.Contains(c, "edges:") ||
			strings.Contains(c, "fromnodeid")
	}
	if named && !weak[plain(l.names[l.from])] && l.width() <= 3+max(0, len(l.names)-3) {
		sure = sure || l.linksNames() && (l.width() <= 3 || l.edgeColumns())
	}
	return sure && l.pairs() > 0
}

// edgeColumns reports whether all columns beside the ends are such as lists of links have.
func (l *list) edgeColumns() bool {
	usual := strings.Fields("type directed id label timeset interval relation relationship interaction " +
		"interactiontype " +
		"year time timestamp date name sharedname sharedinteraction season book kind category layer color colour")
	for j, name := range l.names {
		p := plain(name)
		if j != l.from && j != l.to && !slices.Contains(usual, p) && !slices.Contains(weights, p) {
			return false
		}
	}
	return true
}
