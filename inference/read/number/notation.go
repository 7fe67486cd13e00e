package number

import (
	"math"
	"regexp"
	"unicode/utf8"
)

// A Notation is what a cell that is not a number may have been meant as.
type Notation int

// What a cell may have been meant as.
const (
	NoNumber     Notation = iota
	Infinite              // inf, or a number that overflows
	Thousands             // 1,234,567 or 1 234: certainly signs between thousands
	OneThousand           // 1,234 where the point is the decimal sign
	OtherDecimal          // 1,5 where the point is the decimal sign, or 1.5 where the comma is
)

var infinityForm = regexp.MustCompile(`^[+\-−]?(?i:inf|infinity)$`)

// NotationOf classifies a cell that [Parse] refuses with the given decimal sign.
func NotationOf(b []byte, decimal byte) Notation {
	if len(b) > mostCell || len(b) == 0 {
		return NoNumber
	}
	c := b[0]
	if c-'0' >= 10 && c != '+' && c != '-' && c != '.' && c != ',' && c < utf8.RuneSelf && c != 'i' && c != 'I' {
		return NoNumber
	}
	if infinityForm.Match(b) {
		return Infinite
	}
	if x, ok := Parse(b, ','+'.'-decimal); ok && !math.IsInf(x, 0) {
		if OneGroup(b) {
			return OneThousand
		}
		return OtherDecimal
	}
	if Of(Plain(b)) != 0 {
		return Thousands
	}
	return NoNumber
}
