package tree

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// isXML reports whether a file begins as XML does.
func isXML(data []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(data), []byte("<")) }

// refused names a form of trees that is not read, with the remedy; "" for other files.
func refused(data []byte) string {
	head := bytes.TrimSpace(data)
	switch {
	case bytes.HasPrefix(head, []byte("{")) && bytes.Contains(head, []byte(`"placements"`)):
		return "this is a jplace file: placements of reads on a tree, not a tree of them; make one first, for example with gappa examine graft"
	case bytes.HasPrefix(head, []byte("{")) || bytes.HasPrefix(head, []byte("[{")):
		return "this is JSON, not a tree; export the tree in Newick or NEXUS form"
	case isXML(head) && bytes.Contains(head[:min(len(head), 4096)], []byte("nexml")):
		return "this is NeXML, which is not read; export the tree in Newick or NEXUS form"
	case len(head) > 5 && strings.EqualFold(string(head[:5]), "tread"):
		return "this is a file of TNT, which is not read; export the tree in Newick or NEXUS form"
	case network.Match(head[:min(len(head), 1<<16)]):
		return "this is a network: a leaf such as #H1 stands in two places; make a tree of it first"
	}
	return ""
}

// network finds the mark of a node with two parents in extended Newick (Cardona, Rossello and Valiente 2008), which
// names no leaf where it stands in quotes.
var network = regexp.MustCompile(`[,()][^,()'"\[\]:;]*#(H|LGT|R)\d+[:,)\[]`)

// ReadPhyloXML reads all trees of a phyloXML file (Han and Zmasek 2009): names, branch lengths and the last confidence
// of each clade. The error is a *ParseError.
func ReadPhyloXML(data []byte) ([]Parsed, error) {
	p := newParser(data, "phyloxml")
	d := xml.NewDecoder(bytes.NewReader(data))
	d.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) { return input, nil } // the text is UTF-8 already
	fail := func(problem string) ([]Parsed, error) { return nil, p.errorAt(int(d.InputOffset()), "%s", problem) }
	var all []Parsed
	var r *raw
	v := -1
	var path []string
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fail("the file is damaged: " + err.Error())
		}
		switch token := token.(type) {
		case xml.StartElement:
			name := token.Name.Local
			parent := ""
			if len(path) > 0 {
				parent = path[len(path)-1]
			}
			switch {
			case name == "clade":
				if r == nil {
					r = &raw{weight: math.NaN()}
				} else if v < 0 {
					return fail("a phylogeny has two clades at its root")
				}
				if v >= 0 {
					r.inner[v] = true
				}
				if len(r.parent) > mostNodes {
					return fail("the tree has too many nodes; keep the part that you need")
				}
				v = r.add(v, int(d.InputOffset()))
				for _, a := range token.Attr {
					if x, err := strconv.ParseFloat(strings.TrimSpace(a.Value),
						64); a.Name.Local == "branch_length" && err == nil && !math.IsNaN(x) && !math.IsInf(x, 0) {
						r.length[v] = x
					}
				}
			case v >= 0 && parent == "clade" && (name == "name" || name == "branch_length" || name == "confidence") ||
				v >= 0 && parent == "taxonomy" && name == "scientific_name" && !r.named[v]:
				content, err := textOf(d)
				if err != nil {
					return fail("the file is damaged: " + err.Error())
				}
				x, err := strconv.ParseFloat(content, 64)
				number := err == nil && !math.IsNaN(x) && !math.IsInf(x, 0)
				switch {
				case name == "branch_length" && number:
					r.length[v] = x
				case name == "confidence" && number && x >= 0:
					r.support[v] = x
				case (name == "name" || name == "scientific_name") && content != "":
					r.name[v], r.named[v] = content, true
				}
				continue
			}
			path = append(path, name)
		case xml.EndElement:
			path = path[:len(path)-1]
			if token.Name.Local != "clade" {
				continue
			}
			if v = r.parent[v]; v >= 0 {
				continue
			}
			out, err := p.assemble(r)
			if err != nil {
				return nil, err
			}
			all, r = append(all, out), nil
		}
	}
	if len(all) == 0 {
		return fail("there is no phylogeny in this file; export the tree in Newick or NEXUS form")
	}
	return all, nil
}

// textOf returns the text of the element that the decoder is in, without that of elements within.
func textOf(d *xml.Decoder) (string, error) {
	var b strings.Builder
	for {
		token, err := d.Token()
		if err != nil {
			return "", err
		}
		switch token := token.(type) {
		case xml.CharData:
			b.Write(token)
		case xml.EndElement:
			return strings.TrimSpace(b.String()), nil
		case xml.StartElement:
			if err := d.Skip(); err != nil {
				return "", err
			}
		}
	}
}
