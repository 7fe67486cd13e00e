package number

import (
	"bytes"
	"math"
)

// A Group is the sign between thousands.
type Group byte

// The signs between thousands.
const (
	None       Group = iota
	Sign             // that of point and comma which is not the decimal sign
	Blank            // any space: 1 000
	Apostrophe       // 1'000
	groups
)

// A Style is a way to write numbers.
type Style struct {
	Decimal byte // '.' or ','
	Group   Group
}

// A Set is a set of styles.
type Set uint8

// All are all styles; Points and Commas those with that decimal sign.
const (
	Points Set = 1<<groups - 1
	Commas Set = Points << groups
	All        = Points | Commas
)

// Set returns the set of this style alone.
func (s Style) Set() Set {
	b := Set(1) << s.Group
	if s.Decimal == ',' {
		b <<= groups
	}
	return b
}

// Has reports whether the set holds a style.
func (s Set) Has(style Style) bool { return s&style.Set() != 0 }

// Styles are the styles of the set, those with a decimal point and without a sign between thousands first.
func (s Set) Styles() (list []Style) {
	for _, decimal := range []byte{'.', ','} {
		for g := range groups {
			if style := (Style{decimal, g}); s.Has(style) {
				list = append(list, style)
			}
		}
	}
	return list
}

// Of returns the styles in which b, in ASCII, is a finite number.
func Of(b []byte) (s Set) {
	for _, style := range All.Styles() {
		if _, ok := style.Parse(b); ok {
			s |= style.Set()
		}
	}
	return s
}

// Parse reads a finite number that may have signs between thousands: 1,234,567.8 with groups of three digits, or as in
// India 12,34,567.8.
func (s Style) Parse(b []byte) (x float64, ok bool) {
	if x, ok = Parse(b, s.Decimal); ok || s.Group == None {
		return x, ok && !math.IsInf(x, 0)
	}
	whole, end, ok := s.grouped(b)
	if !ok {
		return 0, false
	}
	x, ok = Parse(append(whole, b[end:]...), s.Decimal)
	return x, ok && !math.IsInf(x, 0)
}

// grouped returns the whole part of b without its signs between thousands, and where it ends.
func (s Style) grouped(b []byte) (whole []byte, end int, ok bool) {
	sign := ',' + '.' - s.Decimal
	switch s.Group {
	case Blank:
		sign = ' '
	case Apostrophe:
		sign = '\''
	}
	if end = bytes.IndexByte(b, s.Decimal); end < 0 {
		end = len(b)
	}
	digits := b[:end]
	if len(digits) > 0 && (digits[0] == '-' || digits[0] == '+') {
		whole, digits = append(whole, digits[0]), digits[1:]
	}
	parts := bytes.Split(digits, []byte{sign})
	last := len(parts) - 1
	if last < 1 || len(parts[0]) < 1 || len(parts[0]) > 3 || len(parts[last]) != 3 || parts[0][0] == '0' {
		return nil, 0, false
	}
	indian := s.Group == Sign && len(parts[0]) <= 2 && last > 1
	three := true
	for k, part := range parts {
		for _, c := range part {
			if c-'0' >= 10 {
				return nil, 0, false
			}
		}
		if k > 0 && k < last {
			three = three && len(part) == 3
			indian = indian && len(part) == 2
		}
		whole = append(whole, part...)
	}
	for _, c := range b[min(end+1, len(b)):] {
		if c-'0' >= 10 { // 1,234e5 is no number that anybody writes
			return nil, 0, false
		}
	}
	return whole, end, three || indian
}

// OneGroup reports whether b, which Parse reads, may be a whole number with one sign between thousands too: 1.234, but
// not 0.234 nor 1234.567.
func OneGroup(b []byte) bool {
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		b = b[1:]
	}
	if len(b) < 5 || len(b) > 7 || b[0] == '0' {
		return false
	}
	for k, c := range b {
		if at := k == len(b)-4; at != (c == '.' || c == ',') || !at && c-'0' >= 10 {
			return false
		}
	}
	return true
}
