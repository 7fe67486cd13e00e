package lloyd

// rounds is the greatest number of rounds; clusters settle long before.
const rounds = 200

// Clusters assign rows to centres while k-means runs.
type Clusters struct {
	Nearest []int     // nearest centre of each row
	Centres []float64 // count×p; arbitrary where a cluster has no observed value in a column
	Size    []int     // rows of each centre
	Sum     float64   // of squared distances of the rows from their centres, once settled
	// Single also moves single rows once no row is nearer to another centre: a row moves if the sum
	// is lower with both centres at their new means (Hartigan and Wong 1979). This escapes some
	// local minima.
	Single bool

	d        Rows
	count    int
	seen     []float64 // cells observed, count×p
	next     int       // row at which Advance continues
	sum      float64   // of the rows before it
	changed  bool      // a row before it has another centre
	single   bool      // single rows are moved in this round
	round    int
	finished bool
}

// New starts from an assignment of the rows and takes ownership of it.
func New(d Rows, nearest []int, count int) *Clusters {
	c := &Clusters{Nearest: nearest, Centres: make([]float64, count*d.P), Size: make([]int, count), d: d, count: count,
		seen: make([]float64, count*d.P)}
	c.centre()
	return c
}

// Settle continues until no row changes its centre.
func (c *Clusters) Settle() {
	for !c.Advance(c.d.N * c.d.P * c.count) {
	}
}

// Advance does about the given number of multiply-adds and reports whether the assignment is final.
// A round takes n·p·count; the result does not depend on how the work is sliced.
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

// endRound chooses the next round: assign again, then move single rows once assigning changes
// nothing, then end when neither changes anything.
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

// move moves a row to the centre that minimises the sum of squares when both means follow it.
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

// leverage returns the change of the sum of squares of a centre's rows when row i joins (1) or
// leaves (−1) them: Σ_q n_q/(n_q ± 1)·(y_q − mean_q)².
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

// shift adds a row to the mean of a centre, or removes it.
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

// assign moves a row to its nearest centre; on a tie it stays with its own.
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

// centre moves each centre to the mean of its rows. A centre without rows moves to the row farthest
// from its own centre, which lowers the sum.
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
			return // fewer distinct rows than centres
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
