// Package network reads networks: lists of links, GraphML, GML and Pajek. They are written anew as a square table, with
// a row and a column for each node in the same order, whose cells are the links: 1, their number, or their weight. What
// a file says of nodes besides follows in further columns, which are annotations. Links between nodes of two sorts
// become a table with a row for each of the one and a column for each of the other.
package network

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read/known"
	"example.org/espalier/inference/words"
)

// MostNodes is the greatest number of nodes of a network: its table has the square of it of cells.
const MostNodes = 5000

// mostCells is the greatest number of cells of all relations.
const mostCells = MostNodes * MostNodes

// Forms are the forms of files that hold nothing else.
func Forms() []known.Form { return []known.Form{graphMLForm, gmlForm, pajekForm} }

// A Way says whether links have a direction.
type Way string

// The ways. By Guess the file decides.
const (
	Guess      Way = ""
	Undirected Way = "undirected"
	Directed   Way = "directed"
	Between    Way = "between"   // nodes of two sorts, the first and the second of each line
	Relations  Way = "relations" // several networks of the same nodes, by a word of each link
)

// WayOf returns the way that a word names.
func WayOf(word string) (Way, error) {
	switch w := Way(word); w {
	case Guess, Undirected, Directed, Between, Relations:
		return w, nil
	}
	return "", fmt.Errorf("links cannot be read as %q; choose undirected, directed, "+
		"between or relations", word)
}

// A net is a network while it is read.
type net struct {
	names []string // of nodes
	place map[string]int
	links map[[2]int]*link // as the file has them, from and to
	order [][2]int         // links by first appearance
	// about are the texts that the file has of nodes, by name in the order of first appearance.
	about    []string
	texts    map[string]map[int]string
	directed bool
	weighted bool // some link has a weight
	// relations are the networks that links make by their words, in the order of first appearance; nil for one.
	relations []*net
	relation  string // the word of the links
}

// A link is what a file says of two nodes.
type link struct {
	count  int
	weight float64 // the sum of the weights
	blank  bool    // some weight is not known
}

func newNet() *net {
	return &net{place: map[string]int{}, links: map[[2]int]*link{}, texts: map[string]map[int]string{}}
}

// node returns the place of a node, which is new or known.
func (w *net) node(name string) int {
	at, known := w.place[name]
	if !known {
		at = len(w.names)
		w.place[name] = at
		w.names = append(w.names, name)
	}
	return at
}

// tooMany refuses more nodes than a table may have.
func (w *net) tooMany(line int) *known.Fault {
	if len(w.names) <= MostNodes {
		return nil
	}
	return &known.Fault{Line: line, What: fmt.Sprintf("is the first with more than %d nodes, which is the "+
		"limit", MostNodes),
		Remedy: "Keep the nodes that have the most links, or one connected part, and save that."}
}

// join adds a link of a weight, NaN for one that is not known.
func (w *net) join(from, to int, weight float64, weighted bool) {
	key := [2]int{from, to}
	l := w.links[key]
	if l == nil {
		l = new(link)
		w.links[key] = l
		w.order = append(w.order, key)
	}
	l.count++
	w.weighted = w.weighted || weighted
	if math.IsNaN(weight) {
		l.blank = true
	} else {
		l.weight += weight
	}
}

// tell keeps a text of a node.
func (w *net) tell(node int, name, text string) {
	of := w.texts[name]
	if of == nil {
		of = map[int]string{}
		w.texts[name] = of
		w.about = append(w.about, name)
	}
	of[node] = text
}

// both reports how many pairs are linked one way, and how many both ways.
func (w *net) both() (one, two int) {
	for _, key := range w.order {
		switch {
		case key[0] == key[1]:
		case w.links[[2]int{key[1], key[0]}] == nil:
			one++
		case key[0] < key[1]:
			two++
		}
	}
	return one, two
}

// same reports whether all links that stand both ways are the same both ways.
func (w *net) same() bool {
	for _, key := range w.order {
		a, b := w.links[key], w.links[[2]int{key[1], key[0]}]
		if b != nil && (a.blank != b.blank || a.weight != b.weight || a.count != b.count) {
			return false
		}
	}
	return true
}

// settle decides whether links have a direction: as asked, as the file says or, where it does not, if some but not all
// stand both ways or differ by the way. The note says so.
func (w *net) settle(asked Way, told *bool) (note string) {
	one, two := w.both()
	switch {
	case asked != Guess:
		w.directed = asked == Directed
		return ""
	case told != nil:
		w.directed = *told
		return ""
	case two > 0 && one > 0:
		w.directed = true
		return fmt.Sprintf("Links are taken as directed, from the first to the second node of a line: %s both "+
			"ways, and "+
			"%s one way. If they have no direction, say so (Layout, or --links undirected).",
			words.Plural(two, "pair")+words.ByNumber(two, " stands", " stand"),
			strconv.Itoa(one)+words.ByNumber(one, " stands", " stand"))
	case two > 0 && !w.same():
		w.directed = true
		return "Links are taken as directed, since they differ by their direction."
	case two > 0:
		w.directed = true // each stands both ways: nothing is to be added up
		return ""
	}
	return "Links are taken as undirected, since each pair of nodes stands once. If they have a direction, say so " +
		"(Layout, or --links directed)."
}

// value is the cell of a link: its weight, or how often it stands.
func (w *net) value(l *link) (x float64, missing bool) {
	switch {
	case w.weighted:
		return l.weight, l.blank
	case l.count > 0:
		return float64(l.count), false
	}
	return 0, false
}

// written returns the table of the network. The names of nodes become single lines, and are made unique as those of
// rows and columns are: a name that stands twice, of two nodes, gets a number.
func (w *net) written(what string, skipped int, notes ...string) (known.Written, *known.Fault) {
	n := len(w.names)
	if n < 2 {
		return known.Written{}, &known.Fault{What: fmt.Sprintf("has %s; a network needs at least 2",
			words.Plural(n, "node")),
			Remedy: "Open a file with the nodes and the links between them."}
	}
	all := []*net{w}
	if w.relations != nil {
		all = w.relations
	}
	if n*n*len(all) > mostCells {
		return known.Written{}, &known.Fault{What: fmt.Sprintf("has %d relations of %d nodes, which is more than %d "+
			"cells", len(all), n, mostCells), Remedy: "Keep fewer relations, or the nodes that have the most links."}
	}
	var cells [][]float64
	repeated, own := 0, 0
	for _, r := range all {
		x, several, same := r.cells(n)
		cells, repeated, own = append(cells, x), repeated+several, own+same
	}
	b := appendCell(nil, w.corner())
	for k, r := range all {
		for _, name := range w.names {
			if k > 0 {
				name = r.relation + "." + name
			}
			b = appendCell(append(b, '\t'), name)
		}
	}
	for _, name := range w.about {
		b = appendCell(append(b, '\t'), name)
	}
	b = append(b, '\n')
	for i, name := range w.names {
		b = appendCell(b, name)
		for _, of := range cells {
			for _, x := range of[i*n : (i+1)*n] {
				b = append(b, '\t')
				if !math.IsNaN(x) {
					b = strconv.AppendFloat(b, x, 'g', -1, 64)
				}
			}
		}
		for _, about := range w.about {
			b = appendCell(append(b, '\t'), w.texts[about][i])
		}
		b = append(b, '\n')
	}
	t := known.Written{Text: b, Skipped: skipped, Notes: []string{"Read as " + what + "."}, Network: true}
	for k := range w.about {
		t.Annotations = append(t.Annotations, 1+n*len(all)+k)
	}
	if w.relations != nil {
		t.Network, t.Named = false, true // it is not square
		t.Across = []known.Across{w.across()}
	}
	for _, note := range notes {
		if note != "" {
			t.Notes = append(t.Notes, note)
		}
	}
	if repeated > 0 {
		as := "counted"
		if w.weighted {
			as = "added up"
		}
		t.Notes = append(t.Notes, fmt.Sprintf("%s several times; they are %s.", words.Plural(repeated, "link")+
			words.ByNumber(repeated, " stands", " stand"), as))
	}
	if own > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("%s a node to itself.", words.Plural(own, "link")+
			words.ByNumber(own, " joins", " join")))
	}
	return t, nil
}

// cells returns the links of a network among n nodes as a square table, and how many stand several times and how many
// join a node to itself.
func (w *net) cells(n int) (cells []float64, repeated, own int) {
	cells = make([]float64, n*n)
	add := func(i, j int, l *link) {
		x, missing := w.value(l)
		if missing {
			x = math.NaN()
		}
		cells[i*n+j] += x
	}
	for _, key := range w.order {
		l := w.links[key]
		if l.count > 1 {
			repeated++
		}
		i, j := key[0], key[1]
		if i == j {
			own++
		}
		add(i, j, l)
		if !w.directed && i != j {
			add(j, i, l)
		}
	}
	return cells, repeated, own
}

// under returns the network of the links of a relation, whose nodes are those of w.
func (w *net) under(relation string) *net {
	for _, r := range w.relations {
		if r.relation == relation {
			return r
		}
	}
	r := newNet()
	r.relation = relation
	w.relations = append(w.relations, r)
	return r
}

// across says of which relation each column of the table is.
func (w *net) across() known.Across {
	a := known.Across{Name: inference.TablesAnnotation, Values: []string{""}}
	for _, r := range w.relations {
		for range w.names {
			a.Values = append(a.Values, r.relation)
		}
	}
	for range w.about {
		a.Values = append(a.Values, "")
	}
	return a
}

// ways says how the links of each relation are read, having settled that; told is what the file says.
func (w *net) ways(told *bool) string {
	var some []string
	for _, r := range w.relations {
		r.settle(Guess, told)
		way := "undirected"
		if r.directed {
			way = "directed"
		}
		some = append(some, fmt.Sprintf("%q of %s, %s", words.Shorten(r.relation),
			words.Plural(len(r.order), "link"), way))
	}
	const most = 6
	if len(some) > most {
		some = append(some[:most], fmt.Sprintf("%d more", len(w.relations)-most))
	}
	return words.Plural(len(w.relations), "relation") + " of the same nodes: " + strings.Join(some, "; ") +
		". blockmodel explains them together."
}

// twoSorts returns the table of links between nodes of two sorts, rows the first ends and columns the second.
func (w *net) twoSorts(what string, skipped int, note string) known.Written {
	var rows, columns []int
	at := make(map[int]int)
	for _, key := range w.order {
		for side, list := range []*[]int{&rows, &columns} {
			if _, seen := at[key[side]]; !seen {
				at[key[side]] = len(*list)
				*list = append(*list, key[side])
			}
		}
	}
	b := appendCell(nil, w.corner())
	for _, j := range columns {
		b = appendCell(append(b, '\t'), w.names[j])
	}
	b = append(b, '\n')
	for _, i := range rows {
		b = appendCell(b, w.names[i])
		for _, j := range columns {
			b = append(b, '\t')
			if l := w.links[[2]int{i, j}]; l == nil {
				b = append(b, '0')
			} else if x, missing := w.value(l); !missing {
				b = strconv.AppendFloat(b, x, 'g', -1, 64)
			}
		}
		b = append(b, '\n')
	}
	return known.Written{Text: b, Skipped: skipped, Notes: []string{"Read as " + what + ".", note}, Named: true}
}

// corner names the column of names as no node is called.
func (w *net) corner() string {
	name := "node"
	for {
		if _, taken := w.place[name]; !taken {
			return name
		}
		name += "_"
	}
}

// appendCell writes a cell: blanks and ends of lines in it become one space, so that a row stays a line, and one that
// begins with a quotation mark is quoted.
func appendCell(b []byte, cell string) []byte {
	cell = strings.Join(strings.Fields(cell), " ")
	if strings.HasPrefix(cell, `"`) {
		cell = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
	}
	return append(b, cell...)
}

// describe says what a network is: "a list of 78 links of 34 nodes".
func (w *net) describe(form string) string {
	return fmt.Sprintf("%s of %s and %s", form, words.Plural(len(w.names), "node"), words.Plural(len(w.order), "link"))
}

// named gives the nodes other names than those by which links know them, "" to keep one, if all are then called
// differently.
func (w *net) named(names []string) {
	seen := map[string]bool{}
	all := slices.Clone(w.names)
	for i, name := range names {
		if name = strings.Join(strings.Fields(name), " "); name != "" {
			all[i] = name
		}
		if seen[all[i]] {
			return
		}
		seen[all[i]] = true
	}
	w.names = all
	w.place = make(map[string]int, len(all))
	for i, name := range all {
		w.place[name] = i
	}
}
