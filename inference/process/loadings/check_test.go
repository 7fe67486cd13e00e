package loadings

import (
	"fmt"
	"math"
)

// check returns the first invariant of the state that does not hold. For tests.
func (s *State) check() error {
	for k := range s.size {
		m := 0
		for d := range s.obs.d {
			if s.z[d*s.size+k] {
				m++
			} else if s.g[d*s.size+k] != 0 {
				return fmt.Errorf("item %d has a loading of factor %d that is off", d, k)
			}
		}
		switch {
		case !s.used[k] && m > 0:
			return fmt.Errorf("free slot %d has %d items", k, m)
		case s.used[k] && m != s.m[k]:
			return fmt.Errorf("factor %d has %d items, %d were counted", k, m, s.m[k])
		case s.used[k] && m == 0 && s.o.support == Buffet:
			return fmt.Errorf("factor %d is empty", k)
		case s.used[k] && !(s.lambda[k] > 0):
			return fmt.Errorf("factor %d has the precision %v", k, s.lambda[k])
		}
	}
	for _, k := range s.live {
		for _, l := range s.live {
			want := dot(s.activity(int(k)), s.activity(int(l)))
			if got := s.s[int(k)*s.size+int(l)]; !(math.Abs(got-want) <= 1e-9*(1+math.Abs(want))) {
				return fmt.Errorf("product of activities %d and %d is %v, not %v", k, l, got, want)
			}
		}
		for n := range s.obs.n {
			if s.xt[n*s.size+int(k)] != s.x[int(k)*s.obs.n+n] {
				return fmt.Errorf("activity %d of case %d differs from its copy", k, n)
			}
		}
	}
	return nil
}
