package number

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// Plain writes what people and programs write for the signs of a number in ASCII: digits of full width and of Arabic,
// minus signs and dashes before a number, spaces of any width, apostrophes.
func Plain(b []byte) []byte {
	b = bytes.TrimSpace(b)
	ascii := true
	for _, c := range b {
		ascii = ascii && c < utf8.RuneSelf
	}
	if ascii {
		return b
	}
	out := make([]byte, 0, len(b))
	for at := 0; at < len(b); {
		r, size := utf8.DecodeRune(b[at:])
		at += size
		switch {
		case r >= 0xff01 && r <= 0xff5e: // of full width
			r -= 0xfee0
		case r >= 0x660 && r <= 0x669:
			r = r - 0x660 + '0'
		case r >= 0x6f0 && r <= 0x6f9:
			r = r - 0x6f0 + '0'
		case r == '−' || r == '‐' || r == '‑' || r == '‒' || r == '–' || r == '﹣':
			if before := bytes.TrimRight(out, " "); len(before) == 0 ||
				bytes.IndexByte([]byte("<>=eE($"), before[len(before)-1]) >= 0 {
				r = '-'
			}
		case r == '’' || r == '‘' || r == 'ʼ' || r == '´':
			r = '\''
		case r == 'μ': // the letter, for the sign of a millionth
			r = 'µ'
		case unicode.IsSpace(r):
			r = ' '
		}
		if r == utf8.RuneError && size == 1 {
			out = append(out, b[at-1])
			continue
		}
		out = utf8.AppendRune(out, r)
	}
	return bytes.TrimSpace(out)
}
