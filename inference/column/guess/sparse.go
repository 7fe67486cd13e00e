package guess

import "example.org/espalier/inference/column"

const (
	fewestSparse    = 20  // columns of a table of sparse counts
	leastDispersion = .75 // of these, variance by mean: 1 for a Poisson distribution, 0 for one value
)

// sparselyCounted reports whether the columns of a table of counts begin at 0 and vary as counts of rare things do.
// Then its many columns that reach only 1 or 3 are counts of rarer things, not answers or grades: grades all reach the
// end of their scale, while the greatest counts differ.
func sparselyCounted(columns []numbers) bool {
	varying, dispersed, rare := 0, 0, 0
	reach, most := map[float64]int{}, 0
	for _, c := range columns {
		if c.n == 0 || c.low == c.high {
			continue
		}
		varying++
		if c.whole && c.low == 0 && c.variance >= leastDispersion*c.mean {
			dispersed++
		}
		if c.high <= leastCount {
			rare++
		}
		if c.high > 1 {
			reach[c.high]++
			most = max(most, reach[c.high])
		}
	}
	return varying >= fewestSparse && 5*dispersed >= 4*varying && 5*rare >= varying && 2*most < varying
}

// counted says that a column counts something that is rare in most rows.
func (c numbers) counted(g *Guess) {
	if c.n == 0 || !c.whole || c.low < 0 || c.low == c.high || g.Kind.Sort == column.Count || snp.MatchString(g.Name) {
		return
	}
	*g = c.number("whole numbers from " + plain(c.low) + " to " + plain(c.high) + ", in a table of counts")
	g.Kind.Sort = column.Count
}
