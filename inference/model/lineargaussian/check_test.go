package lineargaussian

import "math"

// check panics if the state contradicts itself. Tests call it.
func (s *state) check() {
	seen := map[int]bool{}
	for k, c := range s.z {
		m := 0
		for _, on := range c {
			if on {
				m++
			}
		}
		if m != s.count[k] || m == 0 || seen[s.ids[k]] || s.ids[k] >= s.next {
			panic("lineargaussian: columns, counts and ids do not agree")
		}
		seen[s.ids[k]] = true
	}
	if len(s.ids) != len(s.z) || len(s.count) != len(s.z) || len(s.posterior.mean) != len(s.z) ||
		len(s.posterior.covariance) != len(s.z) {
		panic("lineargaussian: there are more columns of one kind than of another")
	}
	was := s.posterior
	s.refresh(-1)
	for k := range s.z {
		for j, v := range s.posterior.mean[k] {
			if !(math.Abs(v-was.mean[k][j]) <= 1e-6*(1+math.Abs(v))) {
				panic("lineargaussian: the mean that was kept up to date is wrong")
			}
		}
		for g, v := range s.posterior.covariance[k] {
			if !(math.Abs(v-was.covariance[k][g]) <= 1e-6*(1+math.Abs(v))) {
				panic("lineargaussian: the covariance that was kept up to date is wrong")
			}
		}
	}
	s.posterior = was
}
