package read

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"example.org/espalier/inference/read/known"
)

// Trees returns the text of the trees in a file, Newick or NEXUS: as it stands, or made of GTR and ATR, the trees of
// the rows and columns of a CDT, whose names are in the CDT beside them. Of a CDT it is the tree of its rows or,
// without one, that of its columns. An error is an *[Error].
func Trees(ctx context.Context, path string) ([]byte, error) {
	text, err := Text(ctx, path)
	if err != nil {
		return nil, err
	}
	pairs := IsNodes(text)
	if !pairs && !known.IsCDT(text) {
		return text, nil
	}
	table, nodes := text, text
	file := filepath.Base(path)
	if pairs {
		cdt, found := beside(path, ".cdt")
		if !found {
			return nil, &Error{File: file, What: "names its leaves by identifiers only",
				Remedy: "Put the CDT of the same name beside it, which has their names."}
		}
		if table, err = Text(ctx, cdt); err != nil {
			return nil, err
		}
	} else {
		tree, found := beside(path, ".gtr")
		if !found {
			tree, found = beside(path, ".atr")
		}
		if !found {
			return nil,
				&Error{File: file, What: "is a table without a tree", Remedy: "Put the GTR or ATR of the same name beside it."}
		}
		file = filepath.Base(tree)
		if nodes, err = Text(ctx, tree); err != nil {
			return nil, err
		}
	}
	newick, e := newickOf(file, nodes, leafNames(table))
	if e != nil {
		return nil, e
	}
	return newick, nil
}

// beside returns the file of the same name with another extension.
func beside(path, extension string) (other string, found bool) {
	base := strings.TrimSuffix(path, filepath.Ext(path))
	for _, e := range []string{extension, strings.ToUpper(extension)} {
		if info, err := os.Stat(base + e); err == nil && info.Mode().IsRegular() {
			return base + e, true
		}
	}
	return "", false
}

// nodeForm is a line of GTR or ATR: a node, what it joins, and how alike they are.
var nodeForm = regexp.MustCompile(`^NODE\d+X\t[^\t]+\t[^\t]+\t[^\t]+`)

// IsNodes reports whether a text is GTR or ATR, by its beginning.
func IsNodes(text []byte) bool {
	_, rest, _ := bytes.Cut(text[:min(len(text), 1<<12)], []byte("NODEID\t")) // a header that some programs write
	return nodeForm.Match(text) || nodeForm.Match(rest[firstLine(rest):])
}

// leafNames returns the names of the rows and of the columns of a CDT by their identifiers.
func leafNames(cdt []byte) map[string]string {
	named := map[string]string{}
	var header []string
	for rest := cdt; len(rest) > 0; {
		line := rest[:firstLine(rest)]
		rest = rest[len(line):]
		cells := strings.Split(strings.TrimRight(string(line), "\r\n"), "\t")
		switch {
		case header == nil:
			header = cells
		case cells[0] == "AID":
			for j, id := range cells[1:] {
				if id != "" && j+1 < len(header) {
					named[id] = header[j+1]
				}
			}
		case header[0] == "GID" && len(cells) > 1:
			named[cells[0]] = cells[1]
		}
	}
	return named
}

// A joint is a node of GTR or ATR.
type joint struct {
	parts [2]string
	alike float64
}

// newickOf writes pairs of nodes as a tree. The likeness of a node is its time: leaves are at 1.
func newickOf(file string, text []byte, named map[string]string) ([]byte, *Error) {
	joints := map[string]joint{}
	part := map[string]bool{}
	leaves := 1.0
	line := 0
	var order []string
	for rest := text; len(rest) > 0; {
		row := rest[:firstLine(rest)]
		rest = rest[len(row):]
		line++
		cells := strings.Split(strings.TrimRight(string(row), "\r\n"), "\t")
		if len(cells) < 4 || strings.HasPrefix(cells[0], "NODEID") {
			continue
		}
		alike, err := strconv.ParseFloat(strings.TrimSpace(cells[3]), 64)
		if err != nil || joints[cells[0]] != (joint{}) || part[cells[1]] || part[cells[2]] || cells[1] == cells[2] {
			return nil, &Error{File: file, Line: line, What: "does not join two nodes, each for the first time",
				Remedy: "Export the tree again."}
		}
		joints[cells[0]] = joint{[2]string{cells[1], cells[2]}, alike}
		part[cells[1]], part[cells[2]] = true, true
		leaves = max(leaves, alike)
		order = append(order, cells[0])
	}
	root := ""
	for _, node := range order {
		if !part[node] {
			if root != "" {
				return nil, &Error{File: file, What: fmt.Sprintf("is not one tree: nothing joins %s and %s", root, node),
					Remedy: "Export the tree again."}
			}
			root = node
		}
	}
	if root == "" {
		return nil,
			&Error{File: file, What: "is not a tree: no node stands above the others", Remedy: "Export the tree again."}
	}
	w := newickWriter{joints: joints, named: named, leaves: leaves}
	w.node(root, joints[root].alike)
	w.b.WriteString(";\n")
	if w.written != 2*len(joints)+1 {
		return nil, &Error{File: file, What: "is not one tree: some nodes go in circles", Remedy: "Export the tree again."}
	}
	return w.b.Bytes(), nil
}

type newickWriter struct {
	b       bytes.Buffer
	joints  map[string]joint
	named   map[string]string
	leaves  float64
	written int
}

// node writes a node whose parent is at a time.
func (w *newickWriter) node(id string, parent float64) {
	w.written++
	at := w.leaves
	if k, inner := w.joints[id]; inner {
		at = max(k.alike, parent)
		w.b.WriteByte('(')
		w.node(k.parts[0], at)
		w.b.WriteByte(',')
		w.node(k.parts[1], at)
		w.b.WriteByte(')')
	} else {
		name, known := w.named[id]
		if !known {
			name = id
		}
		w.b.WriteString("'" + strings.ReplaceAll(name, "'", "''") + "'")
	}
	w.b.WriteByte(':')
	w.b.WriteString(strconv.FormatFloat(max(0, at-parent), 'g', -1, 64))
}
