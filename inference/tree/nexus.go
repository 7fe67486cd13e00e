package tree

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A NEXUSTree is a tree for WriteNEXUS.
type NEXUSTree struct {
	Name   string // "" becomes tree_1, tree_2, …
	Tree   *Tree
	Weight float64 // share among the trees; NaN or 0 if unknown
	// Fields are further annotations of each node, such as "height_mean=0.3"; nil for none.
	Fields [][]string
	// TopIsRoot makes the topmost node the root, with the top segment as its own branch, for
	// programs that do not expect a root with one child. Otherwise the root is the origin.
	TopIsRoot bool
}

// A LeafAnnotation gives each leaf a label, by which viewers can colour.
type LeafAnnotation struct {
	Name   string
	Values []string // one per leaf; "" is missing
}

// WriteNEXUS writes trees over the same leaves as a NEXUS file for FigTree and other programs:
// taxa, a translation table, and each tree with [&R], its weight as [&W …] and the annotations
// posterior and time of its nodes. The comment, which may be "", comes first. The error names trees
// whose leaves differ from the first one's, or annotations that do not have one value per leaf.
func WriteNEXUS(w io.Writer, comment string, trees []NEXUSTree, annotations ...LeafAnnotation) error {
	if len(trees) == 0 {
		return fmt.Errorf("nexus: there is no tree to write")
	}
	names := trees[0].Tree.Names
	for i, n := range trees {
		if !slices.Equal(n.Tree.Names, names) {
			return fmt.Errorf("nexus: the leaves of tree %d differ from those of tree 1", i+1)
		}
	}
	for _, a := range annotations {
		if len(a.Values) != len(names) {
			return fmt.Errorf("nexus: annotation %q has %d values for %d leaves", a.Name, len(a.Values), len(names))
		}
	}
	b := bufio.NewWriter(w)
	b.WriteString("#NEXUS\n")
	if comment != "" {
		fmt.Fprintf(b, "[%s]\n", noBrackets(comment))
	}
	fmt.Fprintf(b, "BEGIN TAXA;\n\tDIMENSIONS NTAX=%d;\n\tTAXLABELS\n", len(names))
	for _, n := range names {
		b.WriteString("\t\t" + quoteName(n) + "\n")
	}
	b.WriteString("\t;\nEND;\nBEGIN TREES;\n\tTRANSLATE\n")
	for i, n := range names {
		end := ","
		if i == len(names)-1 {
			end = ""
		}
		fmt.Fprintf(b, "\t\t%d %s%s\n", i+1, quoteName(n), end)
	}
	b.WriteString("\t;\n")
	fields := leafFields(len(names), annotations)
	for i, n := range trees {
		name := n.Name
		if name == "" {
			name = "tree_" + strconv.Itoa(i+1)
		}
		fmt.Fprintf(b, "\tTREE %s = ", quoteNEXUS(name))
		if n.Weight > 0 {
			fmt.Fprintf(b, "[&W %s] ", strconv.FormatFloat(n.Weight, 'g', -1, 64))
		}
		b.WriteString("[&R] ")
		t := n.Tree
		t.write(b, func(v int) string { return strconv.Itoa(v + 1) }, func(v int) string {
			var more []string
			if n.Fields != nil {
				more = n.Fields[v]
			}
			if t.IsLeaf(v) {
				more = slices.Concat(more, fields[v])
			}
			return t.annotation(v, more)
		}, !n.TopIsRoot)
		b.WriteByte('\n')
	}
	b.WriteString("END;\n")
	return b.Flush()
}

// quoteNEXUS leaves underscores alone in the names of trees.
func quoteNEXUS(s string) string {
	if q := quoteName(strings.ReplaceAll(s, "_", "")); q[0] != '\'' {
		return s
	}
	return quoteName(s)
}

func noBrackets(s string) string { return strings.NewReplacer("[", "(", "]", ")").Replace(s) }

// leafFields returns key=value of each leaf's annotations.
func leafFields(n int, annotations []LeafAnnotation) [][]string {
	fields := make([][]string, n)
	for _, a := range annotations {
		key := strings.Map(func(r rune) rune {
			if strings.ContainsRune("[]{}=,\"'&:;()", r) || r <= ' ' {
				return '_'
			}
			return r
		}, a.Name)
		for v, value := range a.Values {
			if value == "" {
				continue
			}
			if _, err := strconv.ParseFloat(value, 64); err != nil {
				value = `"` + strings.NewReplacer("[", "(", "]", ")", `"`, "'").Replace(value) + `"`
			}
			fields[v] = append(fields[v], key+"="+value)
		}
	}
	return fields
}

// ParseNEXUS reads the trees of a NEXUS file; see [ReadNEXUS].
func ParseNEXUS(data []byte) ([]*Tree, error) {
	all, err := ReadNEXUS(data)
	trees := make([]*Tree, len(all))
	for i, p := range all {
		trees[i] = p.Tree
	}
	return trees, err
}

// ReadNEXUS reads all trees of all TREES blocks of a NEXUS file, each as [ParseNewick] does, with
// names translated. Trees with the leaves of the taxa block, or else of the first tree, are
// numbered alike. Other blocks are skipped. It returns at least one tree, or an error, which is a
// *ParseError.
func ReadNEXUS(data []byte) ([]Parsed, error) {
	p := newParser(data, "nexus")
	if err := p.space(nil); err != nil {
		return nil, err
	}
	if len(data)-p.at < 6 || !strings.EqualFold(string(data[p.at:p.at+6]), "#nexus") {
		return nil, p.errorAt(p.at, "a NEXUS file begins with #NEXUS; if this is a Newick tree, name the file .nwk")
	}
	p.at += 6
	f := &nexusFile{parser: p, isTaxon: map[string]bool{}, translate: map[string]string{}}
	for {
		more, err := f.command()
		if err != nil {
			return nil, err
		}
		if !more {
			break
		}
	}
	if len(f.trees) == 0 {
		return nil, p.errorAt(p.at, "there is no tree in this file; its TREES block is missing or empty")
	}
	names := f.taxa
	if _, err := MatchLeaves(f.trees[0].Tree, names); err != nil {
		names = f.trees[0].Tree.Names
	}
	for i, tree := range f.trees {
		if same, err := MatchLeaves(tree.Tree, names); err == nil {
			f.trees[i].Tree = same
		}
	}
	return f.trees, nil
}

type nexusFile struct {
	*parser
	block     string
	taxa      []string
	isTaxon   map[string]bool
	translate map[string]string
	trees     []Parsed
}

// command reads one command up to its semicolon.
func (f *nexusFile) command() (more bool, err error) {
	word, err := f.token()
	if err != nil || word == "" && f.at >= len(f.data) {
		return false, err
	}
	switch strings.ToLower(word) {
	case "begin":
		name, err := f.token()
		if err != nil {
			return false, err
		}
		f.block = strings.ToLower(name)
	case "end", "endblock":
		f.block = ""
	case "taxlabels":
		if f.block != "taxa" && f.block != "data" && f.block != "characters" {
			break
		}
		for {
			label, quoted, err := f.item()
			if err != nil {
				return false, err
			}
			if !quoted && (label == "" || label == ";") {
				break
			}
			f.taxa = append(f.taxa, label)
			f.isTaxon[label] = true
		}
		return true, nil
	case "translate":
		if f.block == "trees" {
			return true, f.translation()
		}
	case "tree", "utree":
		if f.block == "trees" {
			return true, f.readTree()
		}
	case ";":
		return true, nil
	}
	return true, f.skip()
}

// token reads the next word or punctuation mark; "" at the end.
func (f *nexusFile) token() (string, error) {
	s, _, err := f.item()
	return s, err
}

// item is token; quoted reports whether the word was in quotes.
func (f *nexusFile) item() (s string, quoted bool, err error) {
	if err := f.space(nil); err != nil {
		return "", false, err
	}
	if f.at >= len(f.data) {
		return "", false, nil
	}
	switch b := f.data[f.at]; b {
	case '\'', '"':
		s, err = f.quoted()
		return s, true, err
	case ';', ',', '=', '*', '(', ')', ':', ']':
		f.at++
		return string(b), false, nil
	}
	return f.word("()[]:;,='\" \t\n\v\f\r"), false, nil
}

func (f *nexusFile) skip() error {
	for {
		s, quoted, err := f.item()
		if err != nil || !quoted && (s == ";" || s == "" && f.at >= len(f.data)) {
			return err
		}
	}
}

// translation reads "token name, token name, …;".
func (f *nexusFile) translation() error {
	for {
		start := f.at
		key, quoted, err := f.item()
		if err != nil {
			return err
		}
		if !quoted && (key == ";" || key == "" && f.at >= len(f.data)) {
			return nil
		}
		if !quoted && key == "," {
			continue
		}
		name, nameQuoted, err := f.item()
		if err != nil {
			return err
		}
		if !nameQuoted && (name == "," || name == ";" || name == "") {
			return f.errorAt(start, "the translation of %q lacks a name", key)
		}
		f.translate[key] = name
		mark, _, err := f.item()
		if err != nil {
			return err
		}
		switch mark {
		case ";":
			return nil
		case ",":
		default:
			return f.errorAt(start, "the translation of %q is not followed by a comma; quote names that contain blanks", key)
		}
	}
}

// readTree reads "[*] name = newick;" after the word TREE.
func (f *nexusFile) readTree() error {
	start := f.at
	var name string
	for {
		s, quoted, err := f.item()
		if err != nil {
			return err
		}
		if !quoted && s == "=" {
			break
		}
		if !quoted && (s == ";" || s == "") {
			return f.errorAt(start, "this tree lacks a name and an equals sign; write TREE name = (a,b);")
		}
		if quoted || s != "*" {
			name = s
		}
	}
	r, err := f.tree()
	if err != nil {
		return err
	}
	if r == nil {
		return f.errorAt(start, "this tree is cut off")
	}
	for v := range r.name {
		if r.inner[v] || !r.named[v] {
			continue
		}
		if full, ok := f.translate[r.name[v]]; ok {
			r.name[v] = full
		} else if i, err := strconv.Atoi(r.name[v]); err == nil && len(f.translate) == 0 && i >= 1 && i <= len(f.taxa) &&
			!f.isTaxon[r.name[v]] {
			r.name[v] = f.taxa[i-1]
		}
	}
	parsed, err := f.assemble(r)
	if err != nil {
		return err
	}
	parsed.Name = name
	if parsed.Weight == 0 {
		parsed.Weight = math.NaN()
	}
	f.trees = append(f.trees, parsed)
	return nil
}
