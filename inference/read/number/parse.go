// Package number reads numbers as people write them: with a decimal point or comma, with separators of thousands, with
// units, percent signs and currencies, and with what says that a value is below or above a limit.
package number

import (
	"bytes"
	"strconv"
)

// powers are exact as float64.
var powers = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
	1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

var minusSign = []byte("−")

// Parse reads a decimal number with the given decimal sign and optional exponent, correctly
// rounded. Infinities, hexadecimal numbers and digit groups do not count as numbers; overflow gives
// an infinity.
func Parse(b []byte, decimal byte) (x float64, ok bool) {
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
