package encoding

import "unicode/utf8"

// Controls returns the place of the first control character if more than one in fifty of the first
// bytes are control characters, else −1.
func Controls(text []byte) int {
	head := text[:min(len(text), 1<<16)]
	first, count := -1, 0
	for i, c := range head {
		if c < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\v' && c != '\f' {
			if first < 0 {
				first = i
			}
			count++
		}
	}
	if count*50 > len(head) {
		return first
	}
	return -1
}

// FirstInvalid returns the place of the first byte that is not UTF-8, the length of the text if all is.
func FirstInvalid(text []byte) int {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return len(text)
}
