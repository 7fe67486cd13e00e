package tree

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A ParseError describes a fault of a tree file and its place.
type ParseError struct {
	Format       string // "newick" or "nexus"
	Line, Column int    // from 1; columns count characters
	Problem      string // the fault and the remedy
}

func (e *ParseError) Error() string {
	return fmt.Sprintf("%s: line %d, column %d: %s", e.Format, e.Line, e.Column, e.Problem)
}

// parser reads trees from text. It keeps no stack: the node being read knows its parent, so nesting
// costs only memory.
type parser struct {
	data   []byte
	at     int
	format string
}

func newParser(data []byte, format string) *parser {
	p := &parser{data: data, format: format}
	if bytes.HasPrefix(data, []byte("\xef\xbb\xbf")) {
		p.at = 3
	}
	return p
}

func (p *parser) errorAt(offset int, format string, args ...any) error {
	before := p.data[:min(offset, len(p.data))]
	line := bytes.Count(before, []byte{'\n'}) + 1
	start := bytes.LastIndexByte(before, '\n') + 1
	if line == 1 && bytes.HasPrefix(before, []byte("\xef\xbb\xbf")) {
		start = 3
	}
	column := utf8.RuneCount(before[start:]) + 1
	return &ParseError{Format: p.format, Line: line, Column: column, Problem: fmt.Sprintf(format, args...)}
}

func isBlank(b byte) bool { return b == ' ' || b >= '\t' && b <= '\r' }

// space skips blanks and comments; it calls note with the inside of each comment.
func (p *parser) space(note func(comment []byte) error) error {
	for p.at < len(p.data) {
		switch b := p.data[p.at]; {
		case isBlank(b):
			p.at++
		case b == '[':
			start, depth := p.at, 0
			for ; p.at < len(p.data); p.at++ {
				if p.data[p.at] == '[' {
					depth++
				} else if p.data[p.at] == ']' {
					if depth--; depth == 0 {
						break
					}
				}
			}
			if p.at == len(p.data) {
				return p.errorAt(start, "this comment is never closed; add the missing ]")
			}
			p.at++
			if note != nil {
				if err := note(p.data[start+1 : p.at-1]); err != nil {
					return err
				}
			}
		default:
			return nil
		}
	}
	return nil
}

// quoted reads a name in quotes, in which a doubled quote stands for one.
func (p *parser) quoted() (string, error) {
	start, quote := p.at, p.data[p.at]
	var text []byte
	for p.at++; ; p.at++ {
		if p.at >= len(p.data) {
			return "", p.errorAt(start, "this quoted name is never closed; add the missing %c", quote)
		}
		if p.data[p.at] == quote {
			if p.at+1 < len(p.data) && p.data[p.at+1] == quote {
				p.at++
			} else {
				p.at++
				return string(text), nil
			}
		}
		text = append(text, p.data[p.at])
	}
}

// word reads up to any of the stop bytes. It trims blanks at the end and reduces blanks within to
// one.
func (p *parser) word(stops string) string {
	start := p.at
	for p.at < len(p.data) && strings.IndexByte(stops, p.data[p.at]) < 0 {
		p.at++
	}
	w := p.data[start:p.at]
	plain := true
	for _, b := range w {
		plain = plain && !isBlank(b)
	}
	if plain {
		return string(w)
	}
	return strings.Join(strings.FieldsFunc(string(w), func(r rune) bool { return r < utf8.RuneSelf && isBlank(byte(r)) }),
		" ")
}

// raw is a tree as written: nodes in pre-order.
type raw struct {
	parent  []int
	inner   []bool
	name    []string
	named   []bool
	length  []float64   // NaN where none is given
	support []float64   // NaN where none is given
	before  [][]float64 // supports before these in the names; nil for none
	at      []int       // offset in the file
	weight  float64     // NaN where none is given

	negative map[int]int // offsets of lengths below 0, by node
}

// mostNodes is how many nodes a tree may have; each takes some hundred bytes while it is read.
const mostNodes = 5_000_000

func (r *raw) add(parent, at int) int {
	r.parent = append(r.parent, parent)
	r.inner = append(r.inner, false)
	r.name = append(r.name, "")
	r.named = append(r.named, false)
	r.length = append(r.length, math.NaN())
	r.support = append(r.support, math.NaN())
	r.at = append(r.at, at)
	return len(r.parent) - 1
}

// The parts of a node that have been read.
const (
	nothing = iota
	clade
	label
	length
)

// tree reads one tree up to its semicolon. It returns nil at the end of the data.
func (p *parser) tree() (*raw, error) {
	r := &raw{weight: math.NaN(), negative: map[int]int{}}
	v, state := -1, nothing
	note := func(comment []byte) error { r.annotate(v, string(comment), state == length); return nil }
	for {
		if err := p.space(note); err != nil {
			return nil, err
		}
		if p.at >= len(p.data) {
			if v < 0 {
				return nil, nil
			}
			if v != 0 {
				open := 0
				first := v
				for u := r.parent[v]; u >= 0; u = r.parent[u] {
					open++
					first = u
				}
				return nil, p.errorAt(r.at[first], "%d of the parentheses opened from here on are never closed; the "+
					"file may be cut off", open)
			}
			return r, nil // the last semicolon is optional
		}
		if v < 0 {
			v = r.add(-1, p.at)
		}
		if len(r.parent) > mostNodes {
			return nil, p.errorAt(p.at, "the tree has more than %d nodes, which is the limit; keep the part that you need",
				mostNodes)
		}
		switch b := p.data[p.at]; b {
		case '(':
			if state != nothing {
				return nil, p.errorAt(p.at, "a parenthesis opens where a comma, ) or ; is expected")
			}
			r.inner[v] = true
			p.at++
			v = r.add(v, p.at)
			state = nothing
		case ',', ')':
			if r.parent[v] < 0 {
				return nil, p.errorAt(p.at, "%q without an open parenthesis; remove it or add the missing (", string(b))
			}
			p.at++
			v = r.parent[v]
			state = clade
			if b == ',' {
				v = r.add(v, p.at)
				state = nothing
			}
		case ';':
			if r.parent[v] >= 0 {
				return nil, p.errorAt(p.at, "the tree ends within a parenthesis; add the missing )")
			}
			if state == nothing {
				return nil, p.errorAt(p.at, "there is no tree before this semicolon")
			}
			p.at++
			return r, nil
		case ':':
			if state == length {
				return nil, p.errorAt(p.at, "a second branch length for the same branch; remove one")
			}
			p.at++
			if err := p.space(note); err != nil {
				return nil, err
			}
			start := p.at
			text := p.word("()[]:;,'\" \t\n\v\f\r")
			x, err := strconv.ParseFloat(text, 64)
			switch {
			case err != nil || math.IsNaN(x) || math.IsInf(x, 0):
				return nil, p.errorAt(start, "branch length %q is not a finite number", text)
			case x < 0:
				r.negative[v] = start
			}
			r.length[v] = x + 0 // −0 becomes 0
			state = length
		case ']':
			return nil, p.errorAt(p.at, "] without an open comment; quote names that contain brackets")
		default:
			if state == label || state == length {
				return nil, p.errorAt(p.at, "a name stands where a comma, ) or ; is expected; quote names that "+
					"contain blanks or punctuation")
			}
			if b == '\'' || b == '"' {
				text, err := p.quoted()
				if err != nil {
					return nil, err
				}
				r.name[v], r.named[v] = text, true
			} else {
				r.name[v], r.named[v] = p.word("()[]:;,"), true
			}
			state = label
		}
	}
}

// annotate reads the inside of a comment: [&R] and [&W weight] of a tree, [&posterior=0.9,…] of
// node v. It ignores everything else.
func (r *raw) annotate(v int, comment string, behindLength bool) {
	if x, err := strconv.ParseFloat(strings.TrimSpace(comment), 64); err == nil && behindLength && x >= 0 && !math.IsInf(x,
		0) {
		r.support[v] = x // RAxML: (a:0.1,b:0.1):0.1[95]
		return
	}
	if !strings.HasPrefix(comment, "&") {
		return
	}
	comment = strings.TrimLeft(comment, "&")
	if w, ok := strings.CutPrefix(strings.ToUpper(comment), "W "); ok && v <= 0 {
		top, bottom, fraction := strings.Cut(strings.TrimSpace(w), "/")
		x, err := strconv.ParseFloat(top, 64)
		if fraction && err == nil {
			var y float64
			y, err = strconv.ParseFloat(bottom, 64)
			x /= y
		}
		if err == nil && x >= 0 && !math.IsInf(x, 0) {
			r.weight = x
		}
		return
	}
	if v < 0 {
		return
	}
	if fields, ok := strings.CutPrefix(comment, "NHX:"); ok { // Zmasek and Eddy 2001
		comment = strings.ReplaceAll(fields, ":", ",")
	}
	for len(comment) > 0 {
		end := fieldEnd(comment)
		key, value, ok := strings.Cut(comment[:end], "=")
		percent := ok && strings.EqualFold(strings.TrimSpace(key), "prob(percent)") // MrBayes, beside prob as a share
		if percent || ok && isSupport(strings.ToLower(strings.TrimSpace(key))) {
			switch x, err := strconv.ParseFloat(strings.Trim(value, " \"%"), 64); {
			case err != nil || !(x >= 0) || math.IsInf(x, 0):
			case !percent:
				r.support[v] = x
			case math.IsNaN(r.support[v]):
				r.support[v] = x / 100
			}
		}
		comment = comment[min(end+1, len(comment)):]
	}
}

func isSupport(key string) bool {
	switch key {
	case "posterior", "support", "prob", "probability", "bootstrap", "label", "b", "ufboot", "bs", "pp",
		"posterior_probability", "bootstrap_support", "sh_alrt", "sh-alrt":
		return true
	}
	return false
}

// fieldEnd returns the end of the first field of key=value,key={a,b},key="a,b".
func fieldEnd(s string) int {
	quoted, depth := false, 0
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			quoted = !quoted
		case quoted:
		case s[i] == '{':
			depth++
		case s[i] == '}':
			depth--
		case s[i] == ',' && depth <= 0:
			return i
		}
	}
	return len(s)
}
