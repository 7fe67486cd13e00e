package network

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"example.org/espalier/inference/read/known"
	"example.org/espalier/inference/read/number"
	"example.org/espalier/inference/words"
)

// Pajek (Batagelj and Mrvar): *Vertices with their names, then *Arcs, which have a direction, and *Edges, which have
// none, or their lists.
var pajekForm = known.Form{Title: "Pajek", Extensions: []string{"net"}, Has: isPajek, Write: writePajek,
	Media: known.Media{Type: "text/x-pajek", Comment: "Network (Pajek)", Parent: "text/plain"}}

func isPajek(content []byte) bool {
	content = bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))
	for range 50 {
		if len(content) == 0 {
			return false
		}
		end := known.FirstLine(content)
		row := strings.ToLower(strings.TrimSpace(string(content[:min(end, mostHead)])))
		content = content[end:]
		switch {
		case row == "", row[0] == '%', strings.HasPrefix(row, "*network"):
		default:
			return strings.HasPrefix(row, "*vertices ") || strings.HasPrefix(row, "*vertices\t")
		}
	}
	return false
}

// A pajekReader reads Pajek.
type pajekReader struct {
	w           *net
	n           int
	names       []string
	part        string // of the file, "*arcs"
	arcs, edges bool
	pairs       []pajekLink
}

// A pajekLink is a line of links, from 0.
type pajekLink struct {
	from, to         int
	weight           float64
	weighted, direct bool
}

func writePajek(text []byte) (known.Written, *known.Fault) {
	r := &pajekReader{w: newNet()}
	at := 0
	for len(text) > 0 {
		end := known.FirstLine(text)
		row := strings.TrimSpace(string(text[:end]))
		text = text[end:]
		at++
		if row == "" || row[0] == '%' {
			continue
		}
		if f := r.line(row, at); f != nil {
			return known.Written{}, f
		}
	}
	for i := range r.n {
		r.w.node(strconv.Itoa(i + 1))
	}
	for _, p := range r.pairs {
		r.w.join(p.from, p.to, p.weight, p.weighted)
		if r.arcs && !p.direct && p.from != p.to {
			r.w.join(p.to, p.from, p.weight, p.weighted)
		}
	}
	r.w.directed = r.arcs
	note := ""
	if r.arcs && r.edges {
		note = "Some links have a direction and some have none: all are read as directed, and those without " +
			"stand both ways."
	}
	what := r.w.describe("Pajek")
	r.w.named(r.names)
	return r.w.written(what, 0, note)
}

func (r *pajekReader) line(row string, at int) *known.Fault {
	if row[0] == '*' {
		fields := strings.Fields(row)
		r.part = strings.ToLower(fields[0])
		switch r.part {
		case "*vertices":
			if r.n > 0 {
				return &known.Fault{Line: at, What: "has a second network",
					Remedy: "Save each network as a file of its own."}
			}
			n := 0
			if len(fields) > 1 {
				n, _ = strconv.Atoi(fields[1])
			}
			if n < 1 {
				return &known.Fault{Line: at, What: "does not say how many vertices there are",
					Remedy: "Write *Vertices and their number."}
			}
			if n > MostNodes {
				return &known.Fault{Line: at, What: fmt.Sprintf("has %d nodes; at most %d are read", n, MostNodes),
					Remedy: "Keep the nodes that have the most links, or one connected part, and save that."}
			}
			r.n, r.names = n, make([]string, n)
		case "*arcs", "*arcslist":
			r.arcs = true
		case "*edges", "*edgeslist":
			r.edges = true
		case "*matrix":
			return &known.Fault{Line: at, What: "holds its links as a matrix, which is not read",
				Remedy: "Save it with *Arcs or *Edges."}
		}
		return nil
	}
	cells := quotedFields(row)
	switch r.part {
	case "*vertices":
		i, f := r.vertex(cells[0], at)
		if f == nil && len(cells) > 1 {
			r.names[i] = cells[1]
		}
		return f
	case "*arcs", "*edges":
		return r.link(cells, at)
	case "*arcslist", "*edgeslist":
		return r.list(cells, at)
	}
	return nil
}

// vertex reads the number of a vertex, and returns it from 0.
func (r *pajekReader) vertex(text string, at int) (int, *known.Fault) {
	i, err := strconv.Atoi(text)
	if err != nil || i < 1 || i > r.n {
		return 0, &known.Fault{Line: at, What: fmt.Sprintf("%q is no number of a vertex, from 1 to %d",
			words.Shorten(text), r.n),
			Remedy: "Correct the number, or that of the vertices."}
	}
	return i - 1, nil
}

func (r *pajekReader) link(cells []string, at int) *known.Fault {
	if len(cells) < 2 {
		return &known.Fault{Line: at, What: "has one vertex where a link has two",
			Remedy: "Add the other, or take out the line."}
	}
	from, f := r.vertex(cells[0], at)
	if f != nil {
		return f
	}
	to, f := r.vertex(cells[1], at)
	if f != nil {
		return f
	}
	p := pajekLink{from: from, to: to, weight: 1, direct: r.part == "*arcs"}
	if len(cells) > 2 {
		x, is := number.Parse([]byte(cells[2]), '.')
		if !is {
			return &known.Fault{Line: at, What: fmt.Sprintf("the weight %q of a link is no number",
				words.Shorten(cells[2])),
				Remedy: "Write a number."}
		}
		p.weight, p.weighted = x, true
	}
	r.pairs = append(r.pairs, p)
	return nil
}

// list reads a vertex and those to which it is linked.
func (r *pajekReader) list(cells []string, at int) *known.Fault {
	from, f := r.vertex(cells[0], at)
	if f != nil {
		return f
	}
	for _, cell := range cells[1:] {
		to, f := r.vertex(cell, at)
		if f != nil {
			return f
		}
		r.pairs = append(r.pairs, pajekLink{from: from, to: to, weight: 1, direct: r.part == "*arcslist"})
	}
	return nil
}
