package vbmfa

// lloyd improves an assignment of the rows to clusters until it stays: k-means,
// O(n·p·count) a round. Missing cells are left out of the distances.
func lloyd(d *rows, nearest []int, count int) []int {
	mean, seen := make([]float64, count*d.p), make([]float64, count*d.p)
	for range 100 {
		clear(mean)
		clear(seen)
		for _, pt := range d.patterns {
			for i := pt.low; i < pt.high; i++ {
				for _, q := range pt.columns {
					mean[nearest[i]*d.p+q] += d.y[i*d.p+q]
					seen[nearest[i]*d.p+q]++
				}
			}
		}
		for j := range mean {
			if seen[j] > 0 {
				mean[j] /= seen[j]
			}
		}
		changed := false
		for _, pt := range d.patterns {
			for i := pt.low; i < pt.high; i++ {
				best, least := nearest[i], -1.0
				for s := range count {
					e := 0.0
					for _, q := range pt.columns {
						v := d.y[i*d.p+q] - mean[s*d.p+q]
						e += v * v
					}
					if least < 0 || e < least {
						best, least = s, e
					}
				}
				changed = changed || best != nearest[i]
				nearest[i] = best
			}
		}
		if !changed {
			break
		}
	}
	return nearest
}
