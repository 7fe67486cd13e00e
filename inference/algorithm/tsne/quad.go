package tsne

import "math"

// A quad is a tree of squares over places.
type quad struct {
	cells []cell
}

// A cell is a square with the number and the mean of the places in it.
type cell struct {
	x, y, half float64 // its middle, and half its side
	count      float64
	mx, my     float64
	child      [4]int32 // 0 for none
	leaf       bool
}

const deepest = 48

func newQuad(x, y []float64) *quad {
	low, high := math.Inf(1), math.Inf(-1)
	for i := range x {
		low, high = min(low, x[i], y[i]), max(high, x[i], y[i])
	}
	q := &quad{}
	q.cells = append(q.cells, cell{x: (low + high) / 2, y: (low + high) / 2, half: (high-low)/2 + 1e-9, leaf: true})
	for i := range x {
		q.insert(0, x[i], y[i], 1, 0)
	}
	return q
}

// insert puts so many places at one point into a cell.
func (q *quad) insert(at int32, x, y, count float64, depth int) {
	for {
		c := &q.cells[at]
		if c.leaf && c.count > 0 && depth < deepest && (c.mx != x || c.my != y) { // its point moves down
			mx, my, had := c.mx, c.my, c.count
			c.leaf = false
			next := q.below(at, mx, my)
			d := &q.cells[next]
			d.mx, d.my, d.count = mx, my, had
			c = &q.cells[at]
		}
		c.mx = (c.mx*c.count + x*count) / (c.count + count)
		c.my = (c.my*c.count + y*count) / (c.count + count)
		c.count += count
		if c.leaf {
			return
		}
		at = q.below(at, x, y)
		depth++
	}
}

// below is the quarter of a cell that holds a point, made where it is not there yet.
func (q *quad) below(at int32, x, y float64) int32 {
	c := q.cells[at]
	k, half := 0, c.half/2
	mx, my := c.x-half, c.y-half
	if x >= c.x {
		k, mx = k+1, c.x+half
	}
	if y >= c.y {
		k, my = k+2, c.y+half
	}
	if c.child[k] == 0 {
		q.cells = append(q.cells, cell{x: mx, y: my, half: half, leaf: true})
		q.cells[at].child[k] = int32(len(q.cells) - 1)
	}
	return q.cells[at].child[k]
}

// repel sums w²·(difference) and w = 1/(1 + distance²) over all places, far cells by their means.
func (q *quad) repel(x, y float64) (fx, fy, sum float64) {
	var stack [4 * deepest]int32
	top := 1
	for top > 0 {
		top--
		c := &q.cells[stack[top]]
		dx, dy := x-c.mx, y-c.my
		d := dx*dx + dy*dy
		if c.leaf || 4*c.half*c.half < angle*angle*d {
			w := 1 / (1 + d)
			sum += c.count * w
			fx += c.count * w * w * dx
			fy += c.count * w * w * dy
			continue
		}
		for _, child := range c.child {
			if child != 0 {
				stack[top] = child
				top++
			}
		}
	}
	return fx, fy, sum
}
