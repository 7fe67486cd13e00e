package hdf5

import "bytes"

// A cursor reads the fields of a structure one after another. Beyond its end it returns zeros and is short.
type cursor struct {
	b     []byte
	at    int
	short bool
}

// take returns the next n bytes, nil where there are fewer.
func (c *cursor) take(n int) []byte {
	if n < 0 || n > len(c.b)-c.at {
		c.short, c.at = true, len(c.b)
		return nil
	}
	c.at += n
	return c.b[c.at-n : c.at]
}

func (c *cursor) skip(n int) { c.take(n) }

// uint reads a whole number of n ≤ 8 bytes, the least significant first.
func (c *cursor) uint(n int) uint64 { return little(c.take(n)) }

// int reads a number that is small by its meaning; a larger one is 1<<31.
func (c *cursor) int(n int) int { return int(min(c.uint(n), 1<<31)) }

func little(b []byte) uint64 {
	x := uint64(0)
	for i := len(b) - 1; i >= 0; i-- {
		x = x<<8 | uint64(b[i])
	}
	return x
}

// rest is how many bytes are left.
func (c *cursor) rest() int { return len(c.b) - c.at }

// text reads a text that ends with a zero byte, padded to a multiple of pad bytes.
func (c *cursor) text(pad int) string {
	if c.at >= len(c.b) {
		c.short = true
		return ""
	}
	n := bytes.IndexByte(c.b[c.at:], 0)
	if n < 0 {
		c.short, c.at = true, len(c.b)
		return ""
	}
	s := string(c.b[c.at : c.at+n])
	c.skip(padded(n+1, pad))
	return s
}

// padded returns the next multiple of pad.
func padded(n, pad int) int { return (n + pad - 1) / pad * pad }
