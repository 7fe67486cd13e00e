package linkage

import "slices"

// diana splits clusters from the top (Kaufman and Rousseeuw 1990, Finding groups in data,
// chapter 6). The row with the greatest mean distance from the others leaves first; rows
// follow it, one by one, while they are nearer on average to those that have left than to
// those that stay. The height of a branch point is the diameter of its cluster.
type diana struct {
	pairTable
	left   [][]int   // clusters of two rows or more that are not split yet
	sum    []float64 // of each row's distances to those of its cluster
	result []joining // the last split first when done
}

func newDiana(n int, t pairTable) *diana {
	s := &diana{pairTable: t, sum: make([]float64, n)}
	all := make([]int, n)
	for i := range n {
		all[i] = i
		for j := range i {
			s.sum[i] += s.d[s.at(i, j)]
			s.sum[j] += s.d[s.at(i, j)]
		}
	}
	if n > 1 {
		s.left = [][]int{all}
	}
	return s
}

// joins returns the splits from the last to the first, so that a cluster is made before it
// is used.
func (s *diana) joins() []joining {
	slices.Reverse(s.result)
	return s.result
}

// step splits one cluster.
func (s *diana) step() (int64, bool) {
	if len(s.left) == 0 {
		return 0, true
	}
	stay := s.left[len(s.left)-1]
	s.left = s.left[:len(s.left)-1]
	m := len(stay)
	diameter := 0.0
	for k, i := range stay {
		for _, j := range stay[:k] {
			diameter = max(diameter, s.d[s.at(i, j)])
		}
	}
	away := make([]float64, m) // by place in stay: the sum of distances to those that have left
	var gone []int
	var goneSums []float64
	work := int64(m) * int64(m) / 2
	for len(stay) > 1 {
		best, gain := -1, 0.0
		for k, i := range stay {
			g := s.sum[i] / float64(len(stay)-1)
			if len(gone) > 0 {
				g -= away[k] / float64(len(gone))
			}
			if best < 0 && len(gone) == 0 || g > gain {
				best, gain = k, g
			}
		}
		if best < 0 {
			break
		}
		i := stay[best]
		for k, j := range stay {
			if k != best {
				v := s.d[s.at(i, j)]
				s.sum[j] -= v
				away[k] += v
			}
		}
		for k, j := range gone {
			goneSums[k] += s.d[s.at(i, j)]
		}
		gone, goneSums = append(gone, i), append(goneSums, away[best])
		stay, away = slices.Delete(stay, best, best+1), slices.Delete(away, best, best+1)
		work += 2 * int64(m)
	}
	for k, i := range gone {
		s.sum[i] = goneSums[k]
	}
	slices.Sort(gone)
	s.result = append(s.result, joining{stay[0], gone[0], diameter})
	for _, part := range [][]int{gone, stay} {
		if len(part) > 1 {
			s.left = append(s.left, part)
		}
	}
	return work, len(s.left) == 0
}
