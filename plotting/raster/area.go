package raster

import "math/bits"

// An area is the exact coverage of the pixels of a box by closed polygons. A line adds, to each
// pixel that it crosses, the area to its right there; running sums along the rows give the rest.
// Bits record which pixels were crossed, so a picture costs its outlines and its ink, not its box:
// rings and thin lines have boxes as large as the figure.
type area struct {
	w, h  int
	width int       // of a row of cells: w and two for what lies on the right border
	words int       // of a row of bits
	cells []float32 // change of the sum along a row at a pixel; zero between pictures
	bits  []uint64  // pixels with a change; zero between pictures
	top   int       // rows from top to bottom−1 have bits
	last  int
	x, y  float32 // the pen
	runs  []coverRun
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
		a.mark(row, first, first+2)
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
	for i := 1; i < n-1; i++ {
		now := per * (base + float32(i) + 0.5 - p)
		cells[i] += now - before
		before = now
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

// A coverRun is pixels of equal coverage, 1 to 255, in a row.
type coverRun struct {
	x, n     int
	coverage uint32
}

// takeRow returns the runs of row y from left to right, which stand until the next call, and empties the row.
func (a *area) takeRow(y int) []coverRun {
	runs := a.runs[:0]
	cells := a.cells[y*a.width : (y+1)*a.width]
	words := a.bits[y*a.words : (y+1)*a.words]
	sum, covered, from := float32(0), uint32(0), 0
	for i, word := range words {
		if word == 0 {
			continue
		}
		words[i] = 0
		for word != 0 {
			x := i<<6 | bits.TrailingZeros64(word)
			word &= word - 1
			sum += cells[x]
			cells[x] = 0
			share := min(max(sum, -sum), 1)
			now := uint32(int32(share*255 + 0.5))
			if now == covered {
				continue
			}
			if covered > 0 && from < a.w {
				runs = append(runs, coverRun{from, min(x, a.w) - from, covered})
			}
			covered, from = now, x
		}
	}
	if covered > 0 && from < a.w {
		runs = append(runs, coverRun{from, a.w - from, covered})
	}
	a.runs = runs
	return runs
}

// close ends a picture, all rows of which were taken.
func (a *area) close() { a.top, a.last = a.h, 0 }

// mask writes the coverage to pixels, stride in a row, and empties the box.
func (a *area) mask(pix []uint8, stride int) {
	for y := a.top; y < a.last; y++ {
		for _, r := range a.takeRow(y) {
			row := pix[y*stride+r.x:][:r.n]
			for i := range row {
				row[i] = uint8(r.coverage)
			}
		}
	}
	a.close()
}
