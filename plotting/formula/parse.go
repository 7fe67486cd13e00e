package formula

import (
	"fmt"
	"strings"
	"unicode"
)

// A mathNode is a part of a formula; its kind says which fields are in use.
type mathNode struct {
	kind     mathKind
	text     string      // mathWord, mathSign, mathBig, mathOpen
	inner    []*mathNode // mathRow, mathRoot, mathAccent, mathOpen
	above    *mathNode   // numerator, superscript, upper limit
	below    *mathNode   // denominator, subscript, lower limit
	base     *mathNode   // mathScript
	accent   string      // mathAccent: "hat", "bar" or "tilde"
	close    string      // mathOpen: the closing delimiter
	relation bool        // mathSign: stands between two sides
	binary   bool        // mathSign: stands between two terms
}

type mathKind int

const (
	mathRow mathKind = iota
	mathWord
	mathSign
	mathSpace
	mathFraction
	mathScript
	mathBig
	mathRoot
	mathAccent
	mathOpen
)

// mathNames are the letters and signs that can be written by name.
var mathNames = map[string]string{
	"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "eta": "η", "theta": "θ", "kappa": "κ",
	"lambda": "λ", "mu": "μ", "nu": "ν", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ",
	"psi": "ψ", "omega": "ω",
	"Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
	"infty": "∞", "times": "×", "cdot": "·", "pm": "±", "sim": "~", "propto": "∝", "in": "∈",
	"le": "≤", "ge": "≥", "ne": "≠",
	"approx": "≈", "to": "→", "dots": "…", "partial": "∂", "{": "{", "}": "}",
}

var (
	mathRelations = "=~∝∈≤≥≠≈<>→←"
	mathBinaries  = "+−±×·"
	mathBigs      = map[string]string{"sum": "∑", "prod": "∏", "int": "∫"}
)

// mathParser reads the notation of [Formula].
type mathParser struct {
	text []rune
	at   int
}

func parseMath(line string) (*mathNode, error) {
	p := &mathParser{text: []rune(line)}
	row, err := p.row("")
	if err != nil {
		return nil, fmt.Errorf("plotting: formula %q, letter %d: %w", line, p.at+1, err)
	}
	return row, nil
}

// row reads up to a stop: "" for the end of the line, "}" or "\right".
func (p *mathParser) row(stop string) (*mathNode, error) {
	row := &mathNode{kind: mathRow}
	for {
		for p.at < len(p.text) && p.text[p.at] == ' ' {
			p.at++
		}
		if p.at == len(p.text) {
			if stop != "" {
				return nil, fmt.Errorf("%s is missing", stop)
			}
			return row, nil
		}
		if stop != "" && strings.HasPrefix(string(p.text[p.at:min(len(p.text), p.at+8)]), stop) {
			p.at += len(stop)
			return row, nil
		}
		if c := p.text[p.at]; c == '_' || c == '^' {
			if len(row.inner) == 0 {
				return nil, fmt.Errorf("nothing stands before %c", c)
			}
			last := row.inner[len(row.inner)-1]
			if err := p.script(&last); err != nil {
				return nil, err
			}
			row.inner[len(row.inner)-1] = last
			continue
		}
		n, err := p.atom()
		if err != nil {
			return nil, err
		}
		row.inner = append(row.inner, n)
	}
}

// script attaches the argument of _ or ^ to a node.
func (p *mathParser) script(to **mathNode) error {
	sign := p.text[p.at]
	p.at++
	arg, err := p.argument()
	if err != nil {
		return err
	}
	n := *to
	if n.kind != mathScript && n.kind != mathBig {
		n = &mathNode{kind: mathScript, base: n}
		*to = n
	}
	place := &n.below
	if sign == '^' {
		place = &n.above
	}
	if *place != nil {
		return fmt.Errorf("a second %c in the same place", sign)
	}
	*place = arg
	return nil
}

// argument reads one letter or a group in braces.
func (p *mathParser) argument() (*mathNode, error) {
	for p.at < len(p.text) && p.text[p.at] == ' ' {
		p.at++
	}
	if p.at < len(p.text) && p.text[p.at] == '{' {
		p.at++
		return p.row("}")
	}
	if p.at == len(p.text) {
		return nil, fmt.Errorf("something is missing at the end")
	}
	if c := p.text[p.at]; c != '\\' {
		p.at++
		return mathToken(string(c)), nil
	}
	return p.atom()
}

// mathToken is the node of a letter, word, number or sign.
func mathToken(s string) *mathNode {
	switch {
	case s == "-":
		s = "−"
	case s == "*":
		s = "·"
	}
	r := []rune(s)[0]
	if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("∞∂…", r) {
		return &mathNode{kind: mathWord, text: s}
	}
	return &mathNode{kind: mathSign, text: s, relation: strings.Contains(mathRelations, s),
		binary: strings.Contains(mathBinaries, s)}
}

// atom reads one thing that is neither _ nor ^.
func (p *mathParser) atom() (*mathNode, error) {
	c := p.text[p.at]
	switch {
	case c == '\\':
		return p.command()
	case c == '{':
		p.at++
		return p.row("}")
	case c == '}':
		return nil, fmt.Errorf("a } without its {")
	case unicode.IsLetter(c):
		return mathToken(p.while(func(r rune) bool { return unicode.IsLetter(r) })), nil
	case unicode.IsDigit(c):
		return mathToken(p.while(func(r rune) bool { return unicode.IsDigit(r) || r == '.' })), nil
	}
	p.at++
	return mathToken(string(c)), nil
}

func (p *mathParser) while(ok func(rune) bool) string {
	from := p.at
	for p.at < len(p.text) && ok(p.text[p.at]) {
		p.at++
	}
	return string(p.text[from:p.at])
}

// command reads a command, which begins with a backslash.
func (p *mathParser) command() (*mathNode, error) {
	p.at++
	name := p.while(unicode.IsLetter)
	if name == "" && p.at < len(p.text) {
		name = string(p.text[p.at])
		p.at++
	}
	switch name {
	case "frac":
		a, err := p.argument()
		if err != nil {
			return nil, err
		}
		b, err := p.argument()
		return &mathNode{kind: mathFraction, above: a, below: b}, err
	case "sqrt", "hat", "bar", "tilde":
		a, err := p.argument()
		n := &mathNode{kind: mathRoot, inner: []*mathNode{a}, accent: name}
		if name != "sqrt" {
			n.kind = mathAccent
		}
		return n, err
	case "text":
		return p.words()
	case "left":
		return p.delimited()
	case "quad":
		return &mathNode{kind: mathSpace, text: "quad"}, nil
	case ",", " ":
		return &mathNode{kind: mathSpace}, nil
	}
	if s, ok := mathBigs[name]; ok {
		return &mathNode{kind: mathBig, text: s}, nil
	}
	if s, ok := mathNames[name]; ok {
		return mathToken(s), nil
	}
	return nil, fmt.Errorf("there is no \\%s", name)
}

// words reads \text{…}, in which spaces count.
func (p *mathParser) words() (*mathNode, error) {
	if p.at == len(p.text) || p.text[p.at] != '{' {
		return nil, fmt.Errorf("\\text needs {…}")
	}
	p.at++
	s := p.while(func(r rune) bool { return r != '}' })
	if p.at == len(p.text) {
		return nil, fmt.Errorf("} is missing")
	}
	p.at++
	return &mathNode{kind: mathWord, text: s}, nil
}

// delimited reads \left( … \right) and the like.
func (p *mathParser) delimited() (*mathNode, error) {
	sign := func() (string, error) {
		if p.at < len(p.text) && p.text[p.at] == '\\' {
			p.at++
		}
		if p.at == len(p.text) || !strings.ContainsRune("()[]{}|.", p.text[p.at]) {
			return "", fmt.Errorf("a bracket is missing: \\left and \\right need one of ( ) [ ] { } | or a full stop")
		}
		p.at++
		return string(p.text[p.at-1]), nil
	}
	open, err := sign()
	if err != nil {
		return nil, err
	}
	row, err := p.row("\\right")
	if err != nil {
		return nil, err
	}
	end, err := sign()
	return &mathNode{kind: mathOpen, text: open, close: end, inner: []*mathNode{row}}, err
}
