package raster

import "math/bits"

// An area is the exact coverage of the pixels of a box by closed polygons. A line adds, to each
// pixel that it crosses, the area to its right there; running sums along the rows give the rest.
// Bits record which pixels were crossed, so a picture costs its outlines and its ink, not its box:
// rings and thin lines have boxes as large as the figure.
type area struct {
	w, h  int
	width int       // of a row of cells: w and two for coverage on the right border
	words int       // of a row of bits
	cells []float32 // change of the sum along a row at a pixel; zero between pictures
	bits  []uint64  // pixels with a change; zero between pictures
	top   int       // rows from top to bottom−1 have bits
	last  int
	x, y  float32 // the pen
	runs  []coverRun
	row   []uint8 // coverage of a row
}

// reset begins an empty box.
func (a *area) reset(w, h int) {
	a.w, a.h, a.width, a.words = w, h, w+2, (w+2+63)/64
	if n := a.width * h; cap(a.cells) < n {
		a.cells = make([]float32, n)
	} else {
		a.cells = a.cells[:n]
	}
	if n := a.words * h; cap(a.bits) < n {
		a.bits = make([]uint64, n)
	} else {
		a.bits = a.bits[:n]
	}
	if len(a.row) < a.width {
		a.row = make([]uint8, a.width)
	}
	a.top, a.last = h, 0
}

// moveTo puts the pen at a place in the box.
func (a *area) moveTo(x, y float32) { a.x, a.y = x, y }

// lineTo adds a line from the pen to a place in the box, its borders included. Polygons
// must be closed by the caller.
func (a *area) lineTo(x, y float32) {
	x0, y0, x1, y1, sign := a.x, a.y, x, y, float32(1)
	a.x, a.y = x, y
	if y0 == y1 {
		return
	}
	if y0 > y1 {
		x0, y0, x1, y1, sign = x1, y1, x0, y0, -1
	}
	slope := (x1 - x0) / (y1 - y0)
	first, last := int(y0), min(above(y1), a.h)
	a.top, a.last = min(a.top, first), max(a.last, last)
	right := float32(a.w)
	for row := first; row < last; row++ {
		from, to := max(y0, float32(row)), min(y1, float32(row+1))
		if from >= to {
			continue
		}
		p := min(max(x0+slope*(from-y0), 0), right)
		q := min(max(x0+slope*(to-y0), 0), right)
		a.cross(row, min(p, q), max(p, q), sign*(to-from))
	}
}

// above returns x ≥ 0, rounded up.
func above(x float32) int {
	n := int(x)
	if float32(n) < x {
		n++
	}
	return n
}

// cross adds a piece of a line within one row, from p to q ≥ p, that falls by d.
func (a *area) cross(row int, p, q, d float32) {
	first := int(p)
	cells := a.cells[row*a.width+first : (row+1)*a.width]
	base := float32(first)
	end := above(q)
	if end <= first+1 { // one pixel
		share := d * ((p+q)/2 - base)
		cells[0] += d - share
		cells[1] += share
		if bit := uint(first & 63); bit < 63 {
			a.bits[row*a.words+first>>6] |= 3 << bit
		} else {
			a.mark(row, first, first+2)
		}
		return
	}
	// Trapezia: the area to the right in each pixel less that in the one before.
	per := d / (q - p)
	head := base + 1 - p
	sum := per * head * head / 2
	cells[0] += sum
	tail := q - float32(end-1)
	n := end - first // pixels crossed
	before := sum
	middle := base + 1.5
	for inner := cells[1 : n-1]; len(inner) > 0; inner = inner[1:] {
		now := per * (middle - p)
		inner[0] += now - before
		before = now
		middle++
	}
	now := d - per*tail*tail/2
	cells[n-1] += now - before
	cells[n] += d - now
	a.mark(row, first, first+n+1)
}

// mark notes that the cells from first to last−1 of a row have changed.
func (a *area) mark(row, first, last int) {
	w := a.bits[row*a.words : (row+1)*a.words]
	for first < last {
		i, n := first>>6, min(last-first, 64-first&63)
		w[i] |= (1<<uint(n) - 1) << uint(first&63)
		first += n
	}
}

// A coverRun is pixels in a row from x on: all of one coverage, 1 to 255, or where that is 0 those of the mask from x
// on.
type coverRun struct {
	x, n     int
	coverage uint32
}

// Equal pixels are a run of their own from evenRun on, if they are covered, and end a run from gapRun on, if they are
// clear.
const (
	evenRun = 64
	gapRun  = 16
)

// takeRow returns the runs of row y from left to right and their mask, which stand until the next call, and empties the
// row.
func (a *area) takeRow(y int) (runs []coverRun, mask []uint8) {
	runs, mask = a.runs[:0], a.row
	cells := a.cells[y*a.width : (y+1)*a.width]
	words := a.bits[y*a.words : (y+1)*a.words]
	// The mask is known up to at, and no run covers what it holds from from on; −1 for nothing.
	sum, covered, from, at := float32(0), uint8(0), -1, 0
	even := func(to int) { // pixels up to to are as covered as the last one
		switch n := to - at; {
		case n <= 0:
			return
		case covered == 0 && (n >= gapRun || from < 0) || n >= evenRun:
			if from >= 0 {
				runs, from = append(runs, coverRun{x: from, n: at - from}), -1
			}
			if covered > 0 {
				runs = append(runs, coverRun{at, n, uint32(covered)})
			}
		default:
			if from < 0 {
				from = at
			}
			m := mask[at:to]
			for i := range m {
				m[i] = covered
			}
		}
		at = to
	}
	for i, word := range words {
		if word == 0 {
			continue
		}
		words[i] = 0
		for x := i << 6; word != 0; {
			skip := bits.TrailingZeros64(word)
			x += skip
			word >>= skip & 63
			n := bits.TrailingZeros64(^word)
			word >>= n & 63
			if n == 64 {
				word = 0
			}
			even(x)
			if from < 0 {
				from = x
			}
			changes, m := cells[x:x+n], mask[x:x+n]
			for j, change := range changes {
				sum += change
				m[j] = uint8(min(int32(max(sum, -sum)*255+0.5), 255))
			}
			clear(changes)
			x += n
			covered, at = m[n-1], x
		}
	}
	if at < a.w {
		even(a.w)
	}
	if from >= 0 && from < a.w {
		runs = append(runs, coverRun{x: from, n: min(at, a.w) - from})
	}
	a.runs = runs
	return runs, mask
}

// close ends a picture, all rows of which were taken.
func (a *area) close() { a.top, a.last = a.h, 0 }

// mask writes the coverage to pixels, stride in a row, and empties the box.
func (a *area) mask(pix []uint8, stride int) {
	for y := a.top; y < a.last; y++ {
		runs, mask := a.takeRow(y)
		for _, r := range runs {
			row := pix[y*stride+r.x:][:r.n]
			if r.coverage == 0 {
				copy(row, mask[r.x:])
				continue
			}
			for i := range row {
				row[i] = uint8(r.coverage)
			}
		}
	}
	a.close()
}
