package number

import (
	"bytes"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Limit says how a value stands to the number in its cell.
type Limit byte

// How a value stands to its number.
const (
	Exact   Limit = iota
	Below         // <0.05
	Above         // >100
	Flagged       // 1.5*, ~3
	Between       // 3-5
)

// A Cell is a number with what else its cell says.
type Cell struct {
	Digits []byte // the number alone, in ASCII
	// Unit follows the number, or is the currency before it; "" without one. Units that mean the same are written alike.
	Unit  string
	Close bool // nothing stands between the number and its unit
	Limit Limit
	// To is the upper limit where the value lies between two, of which Digits is the lower one.
	To []byte
}

// mostCell limits the bytes of a cell that may be a number.
const mostCell = 64

// Dissect takes a cell apart; ok is false where it does not hold exactly one number with at most a unit, a currency and
// a sign of a limit. It takes parentheses around an amount for a minus sign, as accountants do.
func Dissect(b []byte) (c Cell, ok bool) {
	if len(b) == 0 || len(b) > mostCell || !mayBegin(b) {
		return c, false
	}
	b = Plain(b)
	if b, c.Limit = limitOf(b); len(b) == 0 {
		return c, false
	}
	negative := false
	if n := len(b); n > 2 && b[0] == '(' && b[n-1] == ')' {
		negative, b = true, bytes.TrimSpace(b[1:n-1])
	}
	sign, b := signOf(b)
	before, b := currencyOf(b)
	if before != "" && sign == 0 {
		sign, b = signOf(b)
	}
	if negative && sign != 0 {
		return c, false
	}
	if negative {
		sign = '-'
	}
	digits, rest := core(b)
	if len(digits) == 0 {
		return c, false
	}
	c.Digits = digits
	if sign == '-' {
		c.Digits = append([]byte{'-'}, digits...)
	}
	c.Close = len(rest) == 0 || rest[0] != ' '
	rest = bytes.TrimSpace(rest)
	if flags := bytes.TrimRight(rest, "*†‡§"); len(flags) < len(rest) && c.Limit == Exact {
		rest, c.Limit = bytes.TrimSpace(flags), Flagged
	}
	after, ok := unitOf(rest)
	if !ok || before != "" && after != "" {
		return c, false
	}
	c.Unit = before + after
	return c, !negative || c.Unit == "" || before != ""
}

// rangeOf takes a cell apart that holds two numbers, the lower one first, between which a value lies: 3-5, 0.6–0.9, 1
// to 2 mg.
func rangeOf(b []byte) (c Cell, ok bool) {
	if len(b) > mostCell {
		return c, false
	}
	b = Plain(b)
	for _, sign := range []string{"–", "-", " to "} {
		for at := 1; at < len(b); at++ {
			if !bytes.HasPrefix(b[at:], []byte(sign)) {
				continue
			}
			low, one := Dissect(bytes.TrimSpace(b[:at]))
			high, two := Dissect(bytes.TrimSpace(b[at+len(sign):]))
			if !one || !two || low.Limit != Exact || high.Limit != Exact || low.Unit != "" && low.Unit != high.Unit {
				continue
			}
			for _, s := range (Of(low.Digits) & Of(high.Digits)).Styles() {
				x, _ := s.Parse(low.Digits)
				if y, _ := s.Parse(high.Digits); x < y {
					return Cell{Digits: low.Digits, To: high.Digits, Unit: high.Unit, Close: high.Close, Limit: Between}, true
				}
			}
		}
	}
	return c, false
}

// mayBegin reports whether a cell may hold a number by its first character.
func mayBegin(b []byte) bool {
	c := b[0]
	switch {
	case c-'0' < 10 || bytes.IndexByte([]byte("+-.,<>~=$(*"), c) >= 0:
		return true
	case c >= utf8.RuneSelf:
		return true
	}
	return currencyLetters[c]
}

// limitOf returns what follows a sign of a limit.
func limitOf(b []byte) ([]byte, Limit) {
	for _, sign := range []struct {
		text string
		l    Limit
	}{{"<=", Below}, {"=<", Below}, {"<", Below}, {"≤", Below}, {"⩽", Below}, {"≦", Below}, {">=", Above}, {"=>", Above},
		{">", Above}, {"≥", Above}, {"⩾", Above}, {"≧", Above},
		{"~", Flagged}, {"≈", Flagged}, {"*", Flagged}} {
		if bytes.HasPrefix(b, []byte(sign.text)) {
			return bytes.TrimSpace(b[len(sign.text):]), sign.l
		}
	}
	return b, Exact
}

func signOf(b []byte) (sign byte, rest []byte) {
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		return b[0], bytes.TrimLeft(b[1:], " ")
	}
	return 0, b
}

// currencyOf returns the currency before an amount.
func currencyOf(b []byte) (unit string, rest []byte) {
	for _, c := range currencies {
		if after, ok := bytes.CutPrefix(b, []byte(c.text)); ok {
			after = bytes.TrimLeft(after, " ")
			if len(after) > 0 && (after[0]-'0' < 10 || bytes.IndexByte([]byte("+-.,"), after[0]) >= 0) {
				return c.unit, after
			}
		}
	}
	return "", b
}

// core returns the number at the beginning of b, with signs between its digits, and what follows it.
func core(b []byte) (digits, rest []byte) {
	digit := func(k int) bool { return k >= 0 && k < len(b) && b[k]-'0' < 10 }
	at, any := 0, false
	for ; at < len(b); at++ {
		c := b[at]
		switch {
		case digit(at):
			any = true
			continue
		case c == '.' || c == ',':
			continue
		case (c == ' ' || c == '\'') && digit(at-1) && digit(at+1):
			continue
		}
		break
	}
	if !any {
		return nil, b
	}
	digits, rest = b[:at:at], b[at:]
	if n := exponent(rest); n > 0 {
		return b[: at+n : at+n], b[at+n:]
	}
	if power, n := powerOfTen(rest); n > 0 {
		return append(append(digits, 'e'), power...), rest[n:]
	}
	return digits, rest
}

// exponent returns the length of an exponent at the beginning of b: "e-5" at the end of a word.
func exponent(b []byte) int {
	if len(b) < 2 || b[0] != 'e' && b[0] != 'E' {
		return 0
	}
	return endOfDigits(b, 1)
}

// endOfDigits returns where the whole number that begins at a place of b ends, 0 where none does.
func endOfDigits(b []byte, at int) int {
	if at < len(b) && (b[at] == '-' || b[at] == '+') {
		at++
	}
	start := at
	for at < len(b) && b[at]-'0' < 10 {
		at++
	}
	if at == start || at-start > 4 || at < len(b) && b[at] != ' ' && b[at] != '*' && b[at] != '%' {
		return 0
	}
	return at
}

// powerOfTen returns the exponent of "×10^5" at the beginning of b, and the length of that.
func powerOfTen(b []byte) (exponent []byte, length int) {
	trimmed := bytes.TrimLeft(b, " ")
	rest, found := trimmed, false
	for _, times := range []string{"×", "x", "X", "*", "·"} {
		if rest, found = bytes.CutPrefix(trimmed, []byte(times)); found {
			break
		}
	}
	if !found {
		return nil, 0
	}
	if rest, found = bytes.CutPrefix(bytes.TrimLeft(rest, " "), []byte("10")); !found {
		return nil, 0
	}
	if caret, ok := bytes.CutPrefix(rest, []byte("^")); ok {
		rest = caret
	} else if len(rest) == 0 || rest[0] != '-' && rest[0] != '+' {
		return nil, 0
	}
	n := endOfDigits(rest, 0)
	if n == 0 {
		return nil, 0
	}
	return rest[:n], len(b) - len(rest) + n
}

// mostUnit limits the characters of a unit.
const mostUnit = 16

// unitOf returns b where it may be a unit: a word without digits, but for powers such as m2.
func unitOf(b []byte) (string, bool) {
	text := string(b)
	if utf8.RuneCountInString(text) > mostUnit || !utf8.ValidString(text) {
		return "", false
	}
	words := 1
	var before rune
	for _, r := range text {
		switch {
		case unicode.IsLetter(r) || strings.ContainsRune("%‰°/·^²³¹⁻€$£¥₹µ.", r):
		case (r >= '0' && r <= '9' || r == '-') && (unicode.IsLetter(before) || strings.ContainsRune("^-", before)):
		case r == ' ':
			words++
		default:
			return "", false
		}
		before = r
	}
	return canonical(text), words <= 3
}

// twoForm is a number and another one, such as its error, in one cell: 5.1 ± 0.2; 5.1 (0.2); 5.1 [4.9, 5.3]; 120/80.
var twoForm = regexp.MustCompile(`^[-+−]?[0-9]+(?:[.,][0-9]+)?[ ]*(?:±|\+/-|\+-|/|[(\[][ ]*±?)[ ]*[-+−]?[0-9][0-9.,;:–− -]*[)\]]?$`)

// Two reports whether a cell holds two numbers, such as 5.1 ± 0.2.
func Two(cell string) bool { return twoForm.MatchString(cell) }
