package network

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"example.org/espalier/inference/read/known"
	"example.org/espalier/inference/read/number"
	"example.org/espalier/inference/words"
)

// GraphML (Brandes et al. 2002). Keys called weight weigh links, and those called name or label name nodes; other keys
// of nodes become annotations. Of several graphs the first is read; ports, hyperedges and graphs in nodes are not.
var graphMLForm = known.Form{Title: "GraphML", Extensions: []string{"graphml"}, Has: isGraphML, Write: writeGraphML,
	Relations: relatedGraphML,
	Media: known.Media{Type: "application/graphml+xml", Comment: "Network (GraphML)", Parent: "application/xml",
		Magic: []string{"<graphml"}}}

// mostHead is how much of a file is looked at for its beginning.
const mostHead = 4096

func isGraphML(content []byte) bool {
	head := content[:min(len(content), mostHead)]
	return bytes.Contains(head, []byte("<graphml")) && bytes.HasPrefix(bytes.TrimLeft(bytes.TrimPrefix(head,
		[]byte("\xef\xbb\xbf")), " \t\r\n"), []byte("<"))
}

// A graphKey is what a file says of nodes or links under an identifier.
type graphKey struct {
	name, usual string
	edge, node  bool
}

// A graphReader reads GraphML.
type graphReader struct {
	d        *xml.Decoder
	text     []byte
	w        *net
	keys     map[string]*graphKey
	inOrder  []*graphKey
	directed bool // by default
	mixed    bool
	names    map[int]string
	first    map[string]int  // line of the first link of a node
	earlier  map[string]bool // nodes of the graphs before this one
	notes    []string
	several  bool   // relations are kept apart,
	relation string // by the graph
}

func writeGraphML(text []byte) (known.Written, *known.Fault) { return readGraphML(text, false) }

// relatedGraphML reads the links as several relations: those of each graph, or by a word of each link.
func relatedGraphML(text []byte) (known.Written, *known.Fault) { return readGraphML(text, true) }

func readGraphML(text []byte, several bool) (known.Written, *known.Fault) {
	d := xml.NewDecoder(bytes.NewReader(text))
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // it is UTF-8 by now
	r := &graphReader{d: d, text: text, w: newNet(), keys: map[string]*graphKey{}, names: map[int]string{},
		several: several}
	if f := r.read(); f != nil {
		return known.Written{}, f
	}
	names := make([]string, len(r.w.names))
	for i, name := range r.names {
		names[i] = name
	}
	what := r.w.describe("GraphML")
	r.w.named(names)
	r.w.directed = r.directed
	if r.mixed {
		r.w.directed = true
		r.notes = append(r.notes, "Some links have a direction and some have none: all are read as directed, "+
			"and those "+
			"without stand both ways.")
	}
	if several && r.w.relations == nil {
		return known.Written{}, &known.Fault{What: "does not say of which relation its links are",
			Remedy: "Give links a key called relation, or read them as one network (Layout, or --links undirected)."}
	}
	if several {
		r.notes = append(r.notes, r.w.ways(&r.w.directed))
	}
	return r.w.written(what, 0, r.notes...)
}

// fail returns a fault at the present line.
func (r *graphReader) fail(what, remedy string) *known.Fault {
	at, _ := r.d.InputPos()
	return &known.Fault{Line: at, What: what, Remedy: remedy}
}

const exportAgain = "Export the network again."

func (r *graphReader) read() *known.Fault {
	graphs := 0
	for {
		token, err := r.d.Token()
		if errors.Is(err, io.EOF) {
			if graphs == 0 {
				return &known.Fault{What: "is GraphML without a graph", Remedy: exportAgain}
			}
			return nil
		}
		if err != nil {
			return r.broken(err)
		}
		start, is := token.(xml.StartElement)
		if !is {
			continue
		}
		var f *known.Fault
		switch start.Name.Local {
		case "key":
			f = r.key(start)
		case "graph":
			if graphs++; graphs > 1 && !r.several {
				r.notes = append(r.notes, "The file holds several graphs; the first was read. To read each as a "+
					"relation, say so (Layout, or --links relations).")
				return nil
			}
			directed := attribute(start, "edgedefault") != "undirected"
			r.mixed = r.mixed || graphs > 1 && directed != r.directed
			r.directed, r.relation = directed, strings.Join(strings.Fields(attribute(start, "id")), " ")
			if graphs > 1 && r.relation == "" {
				r.relation = fmt.Sprint("graph ", graphs)
			}
			f = r.graph()
		}
		if f != nil {
			return f
		}
	}
}

func (r *graphReader) broken(err error) *known.Fault {
	at, _ := r.d.InputPos()
	what := "is damaged or cut short"
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		at, what = syntax.Line, "is damaged or cut short: "+syntax.Msg
	}
	return &known.Fault{Line: at, What: what, Remedy: "Copy or export it again."}
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}

// key reads what a key is called and its usual value.
func (r *graphReader) key(e xml.StartElement) *known.Fault {
	k := &graphKey{name: attribute(e, "attr.name")}
	of := attribute(e, "for")
	k.node, k.edge = of == "node" || of == "all" || of == "", of == "edge" || of == "all" || of == ""
	if k.name == "" {
		k.name = attribute(e, "id")
	}
	if attribute(e, "yfiles.type") != "" {
		k.node, k.edge = false, false // how it was drawn
	}
	r.keys[attribute(e, "id")] = k
	r.inOrder = append(r.inOrder, k)
	return r.inside(func(start xml.StartElement) *known.Fault {
		if start.Name.Local != "default" {
			return r.skip()
		}
		text, f := r.content()
		k.usual = text
		return f
	})
}

// inside calls f with each element in the present one, until that ends.
func (r *graphReader) inside(f func(xml.StartElement) *known.Fault) *known.Fault {
	for {
		token, err := r.d.Token()
		if err != nil {
			return r.broken(err)
		}
		switch t := token.(type) {
		case xml.EndElement:
			return nil
		case xml.StartElement:
			if fault := f(t); fault != nil {
				return fault
			}
		}
	}
}

func (r *graphReader) skip() *known.Fault {
	if err := r.d.Skip(); err != nil {
		return r.broken(err)
	}
	return nil
}

// content returns the text of the present element and leaves it. Elements in it are passed over.
func (r *graphReader) content() (string, *known.Fault) {
	var b strings.Builder
	for {
		token, err := r.d.Token()
		if err != nil {
			return "", r.broken(err)
		}
		switch t := token.(type) {
		case xml.CharData:
			b.Write(t)
		case xml.EndElement:
			return strings.TrimSpace(b.String()), nil
		case xml.StartElement:
			if f := r.skip(); f != nil {
				return "", f
			}
		}
	}
}

// data reads the data of a node or a link, by the name of the key.
func (r *graphReader) data(of func(k *graphKey) bool, tell func(name, text string) *known.Fault) *known.Fault {
	return r.inside(func(start xml.StartElement) *known.Fault {
		if start.Name.Local == "graph" {
			return r.fail("has a graph within a node, which cannot be read", "Export the network as one graph.")
		}
		if start.Name.Local != "data" {
			return r.skip()
		}
		k := r.keys[attribute(start, "key")]
		text, f := r.content()
		if f != nil || k == nil || !of(k) {
			return f
		}
		return tell(k.name, text)
	})
}

func (r *graphReader) graph() *known.Fault {
	declared := map[string]bool{}
	r.earlier = map[string]bool{}
	for _, name := range r.w.names { // of graphs before
		declared[name], r.earlier[name] = true, true
	}
	r.first = map[string]int{}
	err := r.inside(func(start xml.StartElement) *known.Fault {
		switch start.Name.Local {
		case "node":
			id := attribute(start, "id")
			if id == "" {
				return r.fail("has a node without an id", exportAgain)
			}
			if declared[id] && !(r.several && r.earlier[id]) {
				return r.fail(fmt.Sprintf("has a second node with the id %q", words.Shorten(id)),
					"Give each node its own id.")
			}
			declared[id], r.earlier[id] = true, false
			at := r.w.node(id)
			if f := r.w.tooMany(r.line()); f != nil {
				return f
			}
			for _, k := range r.inOrder {
				if k.node && k.usual != "" {
					r.about(at, k.name, k.usual)
				}
			}
			return r.data(func(k *graphKey) bool { return k.node }, func(name, text string) *known.Fault {
				r.about(at, name, text)
				return nil
			})
		case "edge":
			return r.edge(start)
		case "hyperedge":
			return r.fail("has a link of several nodes (hyperedge), which cannot be read",
				"Export links of two nodes each.")
		}
		return r.skip()
	})
	if err != nil {
		return err
	}
	for _, name := range r.w.names {
		if !declared[name] {
			return &known.Fault{Line: r.first[name], What: fmt.Sprintf("has a link with %q, which is no node of "+
				"the file", words.Shorten(name)),
				Remedy: "Add the node, or correct the link."}
		}
	}
	return nil
}

func (r *graphReader) line() int {
	at, _ := r.d.InputPos()
	return at
}

// about keeps what the file says of a node; its name goes apart.
func (r *graphReader) about(node int, name, text string) {
	switch plain(name) {
	case "name", "label":
		if text != "" && r.names[node] == "" || plain(name) == "label" && text != "" {
			r.names[node] = text
		}
	default:
		r.w.tell(node, name, text)
	}
}

func (r *graphReader) edge(start xml.StartElement) *known.Fault {
	source, target := attribute(start, "source"), attribute(start, "target")
	line := r.line()
	if source == "" || target == "" {
		return r.fail("has a link without a source or a target", exportAgain)
	}
	directed := r.directed
	if text := attribute(start, "directed"); text != "" {
		directed = text == "true" || text == "1"
	}
	weight, weighted := 1.0, false
	weigh := func(text string) *known.Fault {
		x, is := number.Parse([]byte(text), '.')
		switch {
		case unknown(text):
			x = math.NaN()
		case !is:
			return &known.Fault{Line: line, What: fmt.Sprintf("the weight %q of the link of %q and %q is no number",
				words.Shorten(text), words.Shorten(source), words.Shorten(target)),
				Remedy: "Write a number, or leave out the weight where it is not known."}
		}
		weight, weighted = x, true
		return nil
	}
	for _, k := range r.inOrder {
		if k.edge && plain(k.name) == "weight" && k.usual != "" {
			if f := weigh(k.usual); f != nil {
				return f
			}
		}
	}
	relation, rank := r.relation, len(kinds)
	f := r.data(func(k *graphKey) bool { return k.edge }, func(name, text string) *known.Fault {
		if at := slices.Index(kinds, plain(name)); at >= 0 && at < rank && text != "" {
			relation, rank = strings.Join(strings.Fields(text), " "), at
		}
		if plain(name) != "weight" {
			return nil
		}
		return weigh(text)
	})
	if f != nil {
		return f
	}
	for _, name := range []string{source, target} {
		if r.first[name] == 0 {
			r.first[name] = line
		}
	}
	a, b := r.w.node(source), r.w.node(target)
	nets := []*net{r.w}
	if r.several {
		if relation == "" {
			return r.fail(fmt.Sprintf("does not say of which relation the link of %q and %q is", words.Shorten(source),
				words.Shorten(target)), "Give the graph an id, or each link a key called relation.")
		}
		nets = append(nets, r.w.under(relation))
	}
	for _, w := range nets {
		w.join(a, b, weight, weighted)
		if !directed && r.directed && a != b {
			w.join(b, a, weight, weighted)
		}
	}
	r.mixed = r.mixed || directed != r.directed
	return nil
}
