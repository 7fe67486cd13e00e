package lloyd

// rounds is how many rounds there are at most: they settle long before.
const rounds = 200

// Clusters are rows on their way to the centres that they will stay with.
type Clusters struct {
	Nearest []int     // centre of each row
	Centres []float64 // count×p; where nothing of a column was observed the value is arbitrary
	Size    []int     // rows of each centre
	Sum     float64   // of squared distances of the rows from their centres, once settled
	// Single moves single rows too, once no row is nearer to another centre: where the sum
	// is lower with both centres at their new means (Hartigan and Wong 1979). Fewer
	// assignments are left that only look like the best.
	Single bool

	d        Rows
	count    int
	seen     []float64 // cells observed, count×p
	next     int       // row that Advance goes on with
	sum      float64   // of the rows before it
	changed  bool      // a row before it has another centre
	single   bool      // single rows are moved in this round
	round    int
	finished bool
}

// New begins with an assignment of the rows, which it takes over.
func New(d Rows, nearest []int, count int) *Clusters {
	c := &Clusters{Nearest: nearest, Centres: make([]float64, count*d.P), Size: make([]int, count), d: d, count: count, seen: make([]float64, count*d.P)}
	c.centre()
	return c
}

// Settle goes on until no row changes its centre.
func (c *Clusters) Settle() {
	for !c.Advance(c.d.N * c.d.P * c.count) {
	}
}

// Advance does about so many multiply-adds and reports whether no row changes its centre
// any more. A round takes n·p·count; the result does not depend on where it is cut.
func (c *Clusters) Advance(work int) bool {
	for rows := max(1, work/max(1, c.d.P*c.count)); rows > 0 && !c.finished; rows-- {
		if c.single {
			c.move(c.next)
		} else {
			c.assign(c.next)
		}
		if c.next++; c.next == c.d.N {
			c.endRound()
		}
	}
	return c.finished
}

// endRound decides what the next round does: assign, move single rows once that changes
// nothing, and end when neither does.
func (c *Clusters) endRound() {
	c.round++
	if !c.single {
		c.Sum = c.sum
	}
	if c.changed {
		c.centre()
	}
	c.finished = c.round == rounds || !c.changed && (c.single || !c.Single)
	c.single = c.Single && !c.single && !c.changed
	if c.finished {
		c.total()
	}
	c.next, c.sum, c.changed = 0, 0, false
}

// move takes a row to the centre where the sum of squares, both means following it, is
// least.
func (c *Clusters) move(i int) {
	from := c.Nearest[i]
	if c.Size[from] == 1 {
		return
	}
	best, least := from, (1-1e-9)*c.leverage(i, from, -1)
	for s := range c.count {
		if s != from && c.Size[s] > 0 {
			if e := c.leverage(i, s, 1); e < least {
				best, least = s, e
			}
		}
	}
	if best == from {
		return
	}
	c.shift(i, from, -1)
	c.shift(i, best, 1)
	c.Nearest[i] = best
	c.changed = true
}

// leverage returns by how much the sum of squares of a centre's rows changes when row i
// joins (1) or leaves (−1) them: Σ_q n_q/(n_q ± 1)·(y_q − mean_q)².
func (c *Clusters) leverage(i, s int, sign float64) float64 {
	e, y := 0.0, c.d.row(i)
	mean, seen := c.at(s), c.seen[s*c.d.P:(s+1)*c.d.P]
	term := func(q int) {
		if n := seen[q]; n+sign > 0 {
			v := y[q] - mean[q]
			e += n / (n + sign) * v * v
		}
	}
	c.columns(i, term)
	return e
}

// shift takes a row into the mean of a centre, or out of it.
func (c *Clusters) shift(i, s int, sign float64) {
	y, mean, seen := c.d.row(i), c.at(s), c.seen[s*c.d.P:(s+1)*c.d.P]
	c.columns(i, func(q int) {
		if seen[q] += sign; seen[q] > 0 {
			mean[q] += sign * (y[q] - mean[q]) / seen[q]
		}
	})
	c.Size[s] += int(sign)
}

// columns calls f for the columns observed in a row.
func (c *Clusters) columns(i int, f func(q int)) {
	if c.d.Seen != nil && c.d.Seen[i] != nil {
		for _, q := range c.d.Seen[i] {
			f(q)
		}
		return
	}
	for q := range c.d.P {
		f(q)
	}
}

// assign takes a row to its nearest centre; of equal ones it stays with its own.
func (c *Clusters) assign(i int) {
	best := c.Nearest[i]
	least := c.d.Distance(i, c.at(best))
	for s := range c.count {
		if s == c.Nearest[i] || c.Size[s] == 0 {
			continue
		}
		if e := c.d.Distance(i, c.at(s)); e < least {
			best, least = s, e
		}
	}
	c.sum += least
	c.changed = c.changed || best != c.Nearest[i]
	c.Nearest[i] = best
}

func (c *Clusters) at(s int) []float64 { return c.Centres[s*c.d.P : (s+1)*c.d.P] }

// total sums the squared distances.
func (c *Clusters) total() {
	c.Sum = 0
	for i, s := range c.Nearest {
		c.Sum += c.d.Distance(i, c.at(s))
	}
}

// centre takes each centre to the mean of its rows. One that has lost them all goes to
// the row that is farthest from its own, which lowers the sum.
func (c *Clusters) centre() {
	for {
		c.means()
		empty := -1
		for s, n := range c.Size {
			if n == 0 {
				empty = s
				break
			}
		}
		if empty < 0 {
			return
		}
		farthest, most := -1, 0.0
		for i, s := range c.Nearest {
			if c.Size[s] > 1 {
				if e := c.d.Distance(i, c.at(s)); e > most {
					farthest, most = i, e
				}
			}
		}
		if farthest < 0 {
			return // fewer different rows than centres
		}
		c.Nearest[farthest] = empty
	}
}

func (c *Clusters) means() {
	p := c.d.P
	before := append([]float64(nil), c.Centres...)
	clear(c.Centres)
	clear(c.seen)
	clear(c.Size)
	for i, s := range c.Nearest {
		c.Size[s]++
		y, sum, seen := c.d.row(i), c.at(s), c.seen[s*p:(s+1)*p]
		if c.d.Seen != nil && c.d.Seen[i] != nil {
			for _, q := range c.d.Seen[i] {
				sum[q] += y[q]
				seen[q]++
			}
			continue
		}
		for q, v := range y {
			sum[q] += v
			seen[q]++
		}
	}
	for j, n := range c.seen {
		if n > 0 {
			c.Centres[j] /= n
		} else {
			c.Centres[j] = before[j]
		}
	}
}
