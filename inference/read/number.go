package read

import (
	"bytes"
	"math"
	"regexp"
	"strconv"
)

// powers are exact as float64.
var powers = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

var minusSign = []byte("−")

// parseNumber reads a decimal number with the given decimal sign and optional exponent, correctly
// rounded. Infinities, hexadecimal numbers and digit groups do not count as numbers; overflow gives
// an infinity.
func parseNumber(b []byte, decimal byte) (x float64, ok bool) {
	i, negative := 0, false
	switch {
	case len(b) == 0:
		return 0, false
	case b[0] == '-' || b[0] == '+':
		negative, i = b[0] == '-', 1
	case b[0] == minusSign[0] && bytes.HasPrefix(b, minusSign):
		negative, i = true, len(minusSign)
	}
	start := i
	var mantissa uint64
	digits, fraction, point := 0, 0, -1
	for ; i < len(b); i++ {
		c := b[i]
		if c-'0' < 10 {
			if digits < 19 {
				mantissa = mantissa*10 + uint64(c-'0')
			}
			digits++
			if point >= 0 {
				fraction++
			}
			continue
		}
		if c != decimal || point >= 0 {
			break
		}
		point = i
	}
	if digits == 0 {
		return 0, false
	}
	exponent := 0
	if i < len(b) {
		if b[i] != 'e' && b[i] != 'E' && (b[i] != 'd' && b[i] != 'D' || point < 0) { // 1.5D+01 is Fortran's; 1D5 is a name
			return 0, false
		}
		i++
		sign := 1
		if i < len(b) && (b[i] == '-' || b[i] == '+') {
			if b[i] == '-' {
				sign = -1
			}
			i++
		}
		if i == len(b) {
			return 0, false
		}
		for ; i < len(b); i++ {
			if b[i]-'0' >= 10 {
				return 0, false
			}
			if exponent < 1e6 {
				exponent = exponent*10 + int(b[i]-'0')
			}
		}
		exponent *= sign
	}
	exponent -= fraction
	// Whole numbers below 2⁵³ and these powers are exact, so one operation rounds once (Clinger
	// 1990). All other numbers take the slow path.
	if digits <= 19 && mantissa < 1<<53 && exponent >= -22 && exponent <= 22 {
		x = float64(mantissa)
		if exponent < 0 {
			x /= powers[-exponent]
		} else {
			x *= powers[exponent]
		}
	} else {
		text := bytes.Map(func(r rune) rune {
			if r == 'd' || r == 'D' {
				return 'e'
			}
			return r
		}, b[start:])
		if point >= 0 {
			text[point-start] = '.'
		}
		x, _ = strconv.ParseFloat(string(text), 64) // an error can only be overflow: x is then infinite
	}
	if negative {
		x = -x
	}
	return x, true
}

// notation is what a cell that is not a number may have been meant as.
type notation int

const (
	other        notation = iota
	infinite              // inf, or a number that overflows
	grouped               // 1,234,567 or 1 234: certainly a thousands separator
	maybeGrouped          // 1,234 where the point is the decimal sign
	otherDecimal          // 1,5 where the point is the decimal sign, or 1.5 where the comma is
)

var (
	infinityForm = regexp.MustCompile(`^[+\-−]?(?i:inf|infinity)$`)
	groupForm    = regexp.MustCompile(`^[+\-−]?\d{1,3}(?:(?:,\d{3})+(?:\.\d*)?|(?:\.\d{3})+(?:,\d*)?|(?:[ '’\x{a0}\x{2009}\x{202f}]\d{3})+(?:[.,]\d*)?)$`)
	oneGroup     = regexp.MustCompile(`^[+\-−]?[1-9]\d{0,2}[.,]\d{3}$`)
)

// notationOf classifies a cell that parseNumber refused with the given decimal sign.
func notationOf(b []byte, decimal byte) notation {
	if len(b) > 64 || len(b) == 0 {
		return other
	}
	c := b[0]
	if c-'0' >= 10 && c != '+' && c != '-' && c != '.' && c != ',' && c != minusSign[0] && c != 'i' && c != 'I' {
		return other
	}
	if infinityForm.Match(b) {
		return infinite
	}
	alternative := byte('.')
	if decimal == '.' {
		alternative = ','
	}
	if x, ok := parseNumber(b, alternative); ok && !math.IsInf(x, 0) {
		if oneGroup.Match(b) {
			return maybeGrouped
		}
		return otherDecimal
	}
	if groupForm.Match(b) {
		return grouped
	}
	return other
}
