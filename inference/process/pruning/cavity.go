package pruning

import (
	"math"

	"example.org/espalier/inference/algorithm/vector"
)

// CavityBelow sets row to the cavity above child b of v, given that above v.
func (m *Messages) CavityBelow(row, above []float64, v, b int32) {
	nv, sigma2 := &m.Node[v], *m.Sigma2
	wv := sigma2 * (m.ParentRem(v) - nv.Rem)
	if m.Plain { // one after the other, as joinPlain does
		met, x := above, above[0]+wv
		for s := nv.First; s >= 0; s = m.Node[s].Next {
			if s == b {
				continue
			}
			beside := m.Row(s)
			y := beside[0] + sigma2*(nv.Rem-m.Node[s].Rem)
			inverse := 1 / (x + y)
			share := y * inverse
			if m.Few {
				vector.MixFew(row[1:], met[1:], beside[1:], share, x*inverse)
			} else {
				vector.Mix(row[1:], met[1:], beside[1:], share, x*inverse)
			}
			met, x = row, x*share
		}
		row[0] = x
		return
	}
	s := nv.First
	if s == b {
		s = m.Node[b].Next
	}
	if nv.Kids == 2 {
		beside := m.Row(s)
		ws := sigma2 * (nv.Rem - m.Node[s].Rem)
		if m.Columnwise {
			vector.Join(row[:m.C], row[m.C:], above[:m.C], above[m.C:], beside[:m.C], beside[m.C:], wv, ws)
			return
		}
		for k, cl := range m.Classes {
			x, y := above[k]+wv, beside[k]+ws
			low, high := m.C+cl.Low, m.C+cl.High
			if math.IsInf(y, 1) {
				row[k] = x
				copy(row[low:high], above[low:high])
				continue
			}
			row[k] = x * (y / (x + y))
			vector.Mix(row[low:high], above[low:high], beside[low:high], y/(x+y), x/(x+y))
		}
		return
	}
	if m.Columnwise {
		clear(row)
		vector.Gather(row[:m.C], row[m.C:], above[:m.C], above[m.C:], wv)
		for s := nv.First; s >= 0; s = m.Node[s].Next {
			if s != b {
				vector.Gather(row[:m.C], row[m.C:], m.Row(s)[:m.C], m.Row(s)[m.C:], sigma2*(nv.Rem-m.Node[s].Rem))
			}
		}
		vector.Normalise(row[:m.C], row[m.C:])
		return
	}
	for k, cl := range m.Classes {
		low, high := m.C+cl.Low, m.C+cl.High
		total := 1 / (above[k] + wv)
		mean := row[low:high]
		vector.Scaled(mean, above[low:high], total)
		for s := nv.First; s >= 0; s = m.Node[s].Next {
			if s == b {
				continue
			}
			beside := m.Row(s)
			if precision := 1 / (beside[k] + sigma2*(nv.Rem-m.Node[s].Rem)); precision > 0 {
				total += precision
				vector.AddScaled(mean, beside[low:high], precision)
			}
		}
		row[k] = 1 / total
		vector.Scaled(mean, mean, row[k])
	}
}
