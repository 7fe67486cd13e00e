package tree

import (
	"bufio"
	"io"
	"math"
	"strconv"
	"strings"
)

// ParseNewick reads the first tree of a Newick file, of any size and depth. Leaves are numbered in
// the order of the text; [MatchLeaves] matches them to the rows of a table. Names may be in single
// or double quotes, which are doubled within; underscores are kept. Comments in brackets may nest
// and are skipped, except [&R], [&W weight] and the supports of branch points: in [&posterior=…], support, prob,
// bootstrap, label, UFBoot and others; in [&&NHX:B=…]; as a number alone behind a length, :0.1[95]. The name of a
// branch point is a support too: 95, 95/100, of which the last counts and the others are kept, or 95:name. Whole
// numbers that count the branch points are names. Supports above 1 are percentages.
//
// The length of the root's own branch, or of a root with one child, is the top segment. Leaves within 10⁻⁶ of time 1
// are placed exactly there. Lengths of deeper trees are divided by the depth of the deepest leaf. Shallower trees, and
// trees whose leaves end at different times, keep their proportions. A branch point at time 1, above leaves of zero
// length, is placed just before it. [Parsed], which [ReadNewick] returns, records these changes.
//
// The error is a *ParseError. Lengths below 0 by at most a tenth of the longest one are set to 0; others are refused,
// and so is a tree in which only some branches have lengths.
func ParseNewick(data []byte) (*Tree, error) {
	p := newParser(data, "newick")
	parsed, err := p.next()
	if err != nil {
		return nil, err
	}
	if parsed == nil {
		return nil, p.errorAt(p.at, "there is no tree here; a Newick tree looks like ((a:0.5,b:0.5):0.5,c:1);")
	}
	return parsed.Tree, nil
}

// ReadNewick reads all trees of a Newick file in order, each as [ParseNewick] does. It returns at
// least one, or an error.
func ReadNewick(data []byte) ([]Parsed, error) {
	p := newParser(data, "newick")
	var all []Parsed
	for {
		parsed, err := p.next()
		if err != nil {
			return nil, err
		}
		if parsed == nil {
			break
		}
		all = append(all, *parsed)
	}
	if len(all) == 0 {
		return nil, p.errorAt(p.at, "there is no tree here; a Newick tree looks like ((a:0.5,b:0.5):0.5,c:1);")
	}
	return all, nil
}

// next reads one tree; nil at the end of the data.
func (p *parser) next() (*Parsed, error) {
	r, err := p.tree()
	if r == nil || err != nil {
		return nil, err
	}
	out, err := p.assemble(r)
	if err != nil {
		return nil, err
	}
	return &out, nil
}

// Newick returns t in Newick form with a newline at its end. The origin at time 0 is a root with
// one child, and branch lengths are in time. ParseNewick recovers the same times exactly, also
// close to 1. Supports are omitted.
func (t *Tree) Newick() string {
	var b strings.Builder
	if err := WriteNewick(&b, t); err != nil {
		panic("tree: " + err.Error()) // a Builder never fails
	}
	return b.String()
}

// WriteNewick writes trees in Newick form, one per line, each as [Tree.Newick] does.
func WriteNewick(w io.Writer, trees ...*Tree) error {
	b := bufio.NewWriter(w)
	for _, t := range trees {
		t.write(b, func(v int) string { return quoteName(t.Names[v]) }, nil, true)
		b.WriteByte('\n')
	}
	return b.Flush() // holds the first error of the writes above
}

// WriteNewickSupport is [WriteNewick] with the support of each branch point, a share in [0,1], as
// its name, after those of other kinds: 0.955/1. Most programs read supports from Newick in this way.
func WriteNewickSupport(w io.Writer, trees ...*Tree) error {
	b := bufio.NewWriter(w)
	for _, t := range trees {
		t.write(b, func(v int) string { return quoteName(t.Names[v]) }, func(v int) string {
			return t.SupportText(v, func(s float64) string { return strconv.FormatFloat(s, 'g', -1, 64) })
		}, true)
		b.WriteByte('\n')
	}
	return b.Flush()
}

// write writes t with its semicolon. note, unless nil, returns the text after the name of each node. The root is either
// the origin, with one child, or the topmost node with the top segment as its own branch.
func (t *Tree) write(b *bufio.Writer, name func(leaf int) string, note func(v int) string, origin bool) {
	var number []byte
	end := func(v int) {
		if note != nil {
			b.WriteString(note(v))
		}
		b.WriteByte(':')
		number = strconv.AppendFloat(number[:0], t.Length(v), 'g', -1, 64)
		b.Write(number)
	}
	if origin {
		b.WriteByte('(')
	}
	t.walk(func(v, child int) {
		switch {
		case t.IsLeaf(v):
			b.WriteString(name(v))
			end(v)
		case child == 0:
			b.WriteByte('(')
		case child < len(t.Children[v]):
			b.WriteByte(',')
		default:
			b.WriteByte(')')
			end(v)
		}
	})
	if origin {
		b.WriteByte(')')
	}
	b.WriteByte(';')
}

// quoteName returns a name as Newick and NEXUS accept it: unchanged if it consists of letters,
// digits, points, hyphens and plus signs, in single quotes otherwise. Underscores need quotes,
// because they may be read as blanks.
func quoteName(s string) string {
	plain := s != ""
	for i := 0; i < len(s) && plain; i++ {
		b := s[i]
		plain = b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '.' || b == '-' || b == '+'
	}
	if plain {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", "''") + "'"
}

// formatShare writes a support or a time for people: six digits.
func formatShare(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }

// annotation returns [&posterior=…,time=…] of node v, with more fields added.
func (t *Tree) annotation(v int, more []string) string {
	fields := make([]string, 0, 2+len(more))
	if t.Support != nil && !t.IsLeaf(v) && !math.IsNaN(t.Support[v]) {
		fields = append(fields, "posterior="+strconv.FormatFloat(t.Support[v], 'g', -1, 64))
	}
	fields = append(fields, "time="+formatShare(t.Time(v)))
	fields = append(fields, more...)
	return "[&" + strings.Join(fields, ",") + "]"
}
