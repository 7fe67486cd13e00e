package vbmfa

// A piece is a block of the rows of a member of a cycle: places in the list of its rows, or rows where it looks
// at all of them.
type piece struct{ member, low, high int }

// pieces returns the next unit of work on the rows of some components: one for each thread, or more if they are little
// work. rows returns the number of rows of a component to look at.
func (y *cycle) pieces(m *mixture, all []*component, rows func(c *component) int) (of []piece, work int) {
	low := y.Low
	for k := y.At; k < len(all); k++ {
		w, n := all[k].K+1, rows(all[k])
		size, one := m.d.blockOf(w), m.d.workOf(w)
		for first := true; low < n || first; first = false {
			if work >= unitWork*m.d.threads {
				return of, work
			}
			high := min(n, low+size)
			of = append(of, piece{k, low, high})
			work += (high - low) * one
			low = high
		}
		low = 0
	}
	return of, work
}

// pass moves on behind the last piece of a unit; rows is that of pieces.
func (y *cycle) pass(all []*component, rows func(c *component) int, last piece) {
	y.At, y.Low = last.member, last.high
	if y.Low < rows(all[y.At]) {
		return
	}
	y.Low = 0
	if y.At++; y.At == len(all) {
		y.At = 0
		y.Stage++
	}
}

// expect updates q(x) on some rows of the members.
func (y *cycle) expect(m *mixture, all []*component) {
	every := y.Group == nil && y.Wide
	rows := func(c *component) int {
		if every {
			return m.d.n
		}
		return len(y.held(c))
	}
	of, work := y.pieces(m, all, rows)
	for _, p := range of {
		if p.low == 0 {
			newExpecter(m, all[p.member])
		}
	}
	share(len(of), m.d.threads, work, func(i int) {
		p := of[i]
		c := all[p.member]
		if every {
			c.expecter.visit(m, p.low, p.high, nil)
		} else if p.low < p.high {
			among := y.held(c)[p.low:p.high]
			c.expecter.visit(m, int(among[0]), int(among[len(among)-1])+1, among)
		}
	})
	y.pass(all, rows, of[len(of)-1])
}

// gather adds up some rows of the members.
func (y *cycle) gather(m *mixture, all []*component) {
	rows := func(c *component) int { return len(y.held(c)) }
	of, work := y.pieces(m, all, rows)
	for len(y.blocks) < len(of) {
		y.blocks = append(y.blocks, &gatherer{})
	}
	share(len(of), m.d.threads, work, func(i int) {
		if p := of[i]; p.low < p.high {
			y.blocks[i].block(m, all[p.member], y.held(all[p.member])[p.low:p.high])
		}
	})
	for i, p := range of {
		c := all[p.member]
		if p.low == 0 {
			newGatherer(m, c)
		}
		if p.low < p.high {
			c.gatherer.add(y.blocks[i])
		}
		if p.high == rows(c) {
			c.gatherer.done(m)
		}
	}
	y.pass(all, rows, of[len(of)-1])
}
