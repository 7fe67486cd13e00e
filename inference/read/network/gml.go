package network

import (
	"bytes"
	"fmt"
	"math"
	"strings"

	"example.org/espalier/inference/read/known"
	"example.org/espalier/inference/read/number"
	"example.org/espalier/inference/words"
)

// GML (Himsolt 1997), in which many networks are shared. The label of a node is its name, value or weight weighs a
// link, and what else a node has becomes annotations.
var gmlForm = known.Form{Title: "GML", Extensions: []string{"gml"}, Has: isGML, Write: writeGML,
	Media: known.Media{Type: "text/x-gml", Comment: "Network (GML)", Parent: "text/plain"}}

// isGML tells a file by the word graph and a bracket, behind comments and words with their values.
func isGML(content []byte) bool {
	s := &gmlScanner{text: bytes.TrimPrefix(content[:min(len(content), mostHead)], []byte("\xef\xbb\xbf")), line: 1}
	const mostWords = 40
	for range mostWords {
		word, quoted := s.next()
		if word == "" && !quoted {
			return false
		}
		if word == "graph" && !quoted {
			after, quoted := s.next()
			return after == "[" && !quoted
		}
	}
	return false
}

// A gmlScanner cuts GML into words, texts in quotation marks and brackets.
type gmlScanner struct {
	text []byte
	line int
}

// next returns the next word, "" at the end; quoted says that it stands in quotation marks.
func (s *gmlScanner) next() (word string, quoted bool) {
	for len(s.text) > 0 {
		switch c := s.text[0]; {
		case c == '\n':
			s.line++
			s.text = s.text[1:]
		case c == ' ', c == '\t', c == '\r':
			s.text = s.text[1:]
		case c == '#': // a comment
			end := bytes.IndexByte(s.text, '\n')
			if end < 0 {
				end = len(s.text)
			}
			s.text = s.text[end:]
		case c == '[', c == ']':
			s.text = s.text[1:]
			return string(c), false
		case c == '"':
			end := bytes.IndexByte(s.text[1:], '"')
			if end < 0 {
				s.text = nil
				return "", false
			}
			word = string(s.text[1 : 1+end])
			s.line += strings.Count(word, "\n")
			s.text = s.text[end+2:]
			return unescaped(word), true
		default:
			end := bytes.IndexAny(s.text, " \t\r\n[]\"")
			if end < 0 {
				end = len(s.text)
			}
			word = string(s.text[:end])
			s.text = s.text[end:]
			return word, false
		}
	}
	return "", false
}

// unescaped puts back the signs that GML writes as entities.
func unescaped(text string) string {
	return strings.NewReplacer("&quot;", `"`, "&lt;", "<", "&gt;", ">", "&apos;", "'", "&amp;", "&").Replace(text)
}

// A gmlItem is a node or a link: its words with their values, and where it begins.
type gmlItem struct {
	names, values []string
	line          int
}

// get returns the value of a word.
func (g *gmlItem) get(word string) (value string, ok bool) {
	for k, name := range g.names {
		if strings.EqualFold(name, word) {
			return g.values[k], true
		}
	}
	return "", false
}

// item reads a list in brackets. Lists in it, such as those of how it is drawn, are passed over.
func (s *gmlScanner) item() (g *gmlItem, f *known.Fault) {
	g = &gmlItem{line: s.line}
	for {
		word, quoted := s.next()
		switch {
		case word == "]" && !quoted:
			return g, nil
		case word == "" && !quoted:
			return nil, &known.Fault{Line: s.line, What: "ends within a list: a bracket ] is missing",
				Remedy: "Copy or export it again."}
		}
		value, quotedValue := s.next()
		switch {
		case value == "[" && !quotedValue:
			if f := s.pass(); f != nil {
				return nil, f
			}
		case (value == "]" || value == "") && !quotedValue:
			return nil, &known.Fault{Line: s.line, What: fmt.Sprintf("the word %q has no value", words.Shorten(word)),
				Remedy: "Copy or export it again."}
		default:
			g.names, g.values = append(g.names, word), append(g.values, value)
		}
	}
}

// pass leaves a list.
func (s *gmlScanner) pass() *known.Fault {
	for depth := 1; depth > 0; {
		word, quoted := s.next()
		switch {
		case quoted:
		case word == "[":
			depth++
		case word == "]":
			depth--
		case word == "":
			return &known.Fault{Line: s.line, What: "ends within a list: a bracket ] is missing",
				Remedy: "Copy or export it again."}
		}
	}
	return nil
}

func writeGML(text []byte) (known.Written, *known.Fault) {
	s := &gmlScanner{text: text, line: 1}
	for {
		word, quoted := s.next()
		if word == "" && !quoted {
			return known.Written{}, &known.Fault{What: "is GML without a graph", Remedy: exportAgain}
		}
		if word == "graph" && !quoted {
			if after, _ := s.next(); after == "[" {
				break
			}
		}
	}
	w := newNet()
	var nodes, edges []*gmlItem
	directed := false
	for {
		word, quoted := s.next()
		if word == "" && !quoted {
			return known.Written{}, &known.Fault{Line: s.line, What: "ends within the graph: a bracket ] is missing",
				Remedy: "Copy or export it again."}
		}
		if word == "]" && !quoted {
			break
		}
		value, valueQuoted := s.next()
		if value != "[" || valueQuoted {
			if word == "directed" {
				directed = value == "1"
			}
			continue
		}
		switch word {
		case "node", "edge":
			g, f := s.item()
			if f != nil {
				return known.Written{}, f
			}
			if word == "node" {
				nodes = append(nodes, g)
			} else {
				edges = append(edges, g)
			}
		default:
			if f := s.pass(); f != nil {
				return known.Written{}, f
			}
		}
	}
	names, f := w.gmlNodes(nodes)
	if f != nil {
		return known.Written{}, f
	}
	if f = w.gmlEdges(edges); f != nil {
		return known.Written{}, f
	}
	w.directed = directed
	what := w.describe("GML")
	w.named(names)
	return w.written(what, 0)
}

// gmlNodes adds the nodes and returns their labels.
func (w *net) gmlNodes(nodes []*gmlItem) (labels []string, f *known.Fault) {
	for _, g := range nodes {
		id, ok := g.get("id")
		if !ok {
			return nil, &known.Fault{Line: g.line, What: "has a node without an id", Remedy: exportAgain}
		}
		if _, twice := w.place[id]; twice {
			return nil, &known.Fault{Line: g.line, What: fmt.Sprintf("has a second node with the id %q",
				words.Shorten(id)),
				Remedy: "Give each node its own id."}
		}
		at := w.node(id)
		if f := w.tooMany(g.line); f != nil {
			return nil, f
		}
		label, _ := g.get("label")
		labels = append(labels, label)
		for k, name := range g.names {
			if p := strings.ToLower(name); p != "id" && p != "label" {
				w.tell(at, name, g.values[k])
			}
		}
	}
	return labels, nil
}

// gmlEdges adds the links.
func (w *net) gmlEdges(edges []*gmlItem) *known.Fault {
	for _, g := range edges {
		var at [2]int
		for side, word := range []string{"source", "target"} {
			id, ok := g.get(word)
			place, is := w.place[id]
			switch {
			case !ok:
				return &known.Fault{Line: g.line, What: "has a link without a " + word, Remedy: exportAgain}
			case !is:
				return &known.Fault{Line: g.line, What: fmt.Sprintf("has a link with %q, which is no node of "+
					"the file", words.Shorten(id)),
					Remedy: "Add the node, or correct the link."}
			}
			at[side] = place
		}
		weight, weighted := 1.0, false
		for _, word := range []string{"weight", "value"} {
			text, ok := g.get(word)
			if !ok {
				continue
			}
			x, is := number.Parse([]byte(text), '.')
			switch {
			case unknown(text):
				x = math.NaN()
			case !is && word == "value":
				continue // it says something else
			case !is:
				return &known.Fault{Line: g.line, What: fmt.Sprintf("the weight %q of a link is no number",
					words.Shorten(text)),
					Remedy: "Write a number, or leave out the weight where it is not known."}
			}
			weight, weighted = x, true
			break
		}
		w.join(at[0], at[1], weight, weighted)
	}
	return nil
}
