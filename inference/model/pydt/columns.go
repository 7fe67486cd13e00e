package pydt

import (
	"math"

	"example.org/espalier/inference/algorithm/vector"
)

// If most columns are observed in different rows, or the leaves have a site for every cell, each
// column has its own message variances. The loops of this file then run over columns; loops over
// classes would handle one column at a time. They take one division for each column, and one
// logarithm for as many columns as keep the product in range.

// variOf returns the variances of the message from below v, one a class.
func (s *state) variOf(v int32) []float64 {
	c := len(s.classes)
	return s.vari[int(v)*c : int(v)*c+c]
}

// cavVariOf returns the variances of the cavity above v, one a class.
func (s *state) cavVariOf(v int32) []float64 {
	c := len(s.classes)
	return s.cavVari[int(v)*c : int(v)*c+c]
}

const (
	productLow  = 1e-150
	productHigh = 1e150
)

// joinColumns is joinTwo with a class for every column.
func (s *state) joinColumns(v, a, b int32) float64 {
	sigma2 := s.hyper.sigma2
	wa0, wb0 := sigma2*(s.rem[v]-s.rem[a]), sigma2*(s.rem[v]-s.rem[b])
	mv, vv := s.meanOf(v), s.variOf(v)
	ma, va := s.meanOf(a)[:len(mv)], s.variOf(a)[:len(mv)]
	mb, vb := s.meanOf(b)[:len(mv)], s.variOf(b)[:len(mv)]
	vv = vv[:len(mv)]
	product, logs, q, columns := 1.0, 0.0, 0.0, 0
	for j := range mv {
		wa, wb := va[j]+wa0, vb[j]+wb0
		sum := wa + wb
		if sum > math.MaxFloat64 {
			if wa <= math.MaxFloat64 {
				mv[j], vv[j] = ma[j], wa
			} else {
				mv[j], vv[j] = mb[j], wb
			}
			continue
		}
		inverse := 1 / sum
		d := ma[j] - mb[j]
		share := wa * inverse
		mv[j] = ma[j] - share*d
		vv[j] = wb * share
		q += d * d * inverse
		columns++
		if product *= sum; product < productLow || product > productHigh {
			logs, product = logs+math.Log(product), 1
		}
	}
	return -0.5 * (float64(columns)*ln2Pi + logs + math.Log(product) + q)
}

// joinManyColumns is joinMany with a class for every column.
func (s *state) joinManyColumns(v int32, kids []int32) float64 {
	sigma2, d := s.hyper.sigma2, s.d
	mv, vv := s.meanOf(v), s.variOf(v)
	s.precision = grow(s.precision, len(kids))
	s.shares = grow(s.shares, len(kids))
	for i, k := range kids {
		s.shares[i] = sigma2 * (s.rem[v] - s.rem[k])
	}
	product, logs, q, factors := 1.0, 0.0, 0.0, 0
	for j := range mv {
		total, sum, finite := 0.0, 0.0, 0
		for i, k := range kids {
			w := s.vari[int(k)*d+j] + s.shares[i]
			p := 0.0
			if w <= math.MaxFloat64 {
				p = 1 / w
				finite++
				total += p
				sum += p * s.mean[int(k)*d+j]
				if product *= p; product < productLow || product > productHigh {
					logs, product = logs+math.Log(product), 1
				}
			}
			s.precision[i] = p
		}
		if finite == 0 {
			mv[j], vv[j] = 0, math.Inf(1)
			continue
		}
		factors += finite - 1
		m := sum / total
		mv[j], vv[j] = m, 1/total
		for i, k := range kids {
			e := s.mean[int(k)*d+j] - m
			q += s.precision[i] * e * e
		}
		if product *= vv[j]; product < productLow || product > productHigh {
			logs, product = logs+math.Log(product), 1
		}
	}
	return 0.5 * (logs + math.Log(product) - float64(factors)*ln2Pi - q)
}

// cavityColumns is cavityTwo with a class for every column.
func (s *state) cavityColumns(v, child, sibling int32) {
	above0 := s.hyper.sigma2 * (s.parentRem(v) - s.rem[v])
	beside0 := s.hyper.sigma2 * (s.rem[v] - s.rem[sibling])
	mc, vc := s.cavMeanOf(child), s.cavVariOf(child)
	mv, vv := s.cavMeanOf(v)[:len(mc)], s.cavVariOf(v)[:len(mc)]
	ms, vs := s.meanOf(sibling)[:len(mc)], s.variOf(sibling)[:len(mc)]
	vc = vc[:len(mc)]
	for j := range mc {
		above, beside := vv[j]+above0, vs[j]+beside0
		if beside > math.MaxFloat64 {
			mc[j], vc[j] = mv[j], above
			continue
		}
		share := above / (above + beside)
		mc[j] = mv[j] - share*(mv[j]-ms[j])
		vc[j] = beside * share
	}
}

// cavitiesManyColumns is cavitiesMany with a class for every column. visit, unless nil, is called
// for each leaf once its cavity is known, and later children get the message that it leaves there:
// a serial pass over the leaves in O(K·D).
func (s *state) cavitiesManyColumns(v int32, visit func(leaf int32)) {
	kids, d, sigma2 := s.kids[v], s.d, s.hyper.sigma2
	n := len(kids)
	// Rows 0..n hold Σ_{i≥row} of precision·mean and of precision; the last runs from the front.
	s.suffix = grow(s.suffix, 2*(n+2)*d)
	sums := func(i int) (mean, precision []float64) {
		at := s.suffix[2*i*d : 2*(i+1)*d]
		return at[:d], at[d:]
	}
	m, p := sums(n)
	clear(m)
	clear(p)
	for i := n - 1; i >= 0; i-- {
		above, abovePrecision := sums(i + 1)
		m, p = sums(i)
		w0 := sigma2 * (s.rem[v] - s.rem[kids[i]])
		mk, vk := s.meanOf(kids[i]), s.variOf(kids[i])
		for j := range m {
			w := 1 / (vk[j] + w0)
			m[j], p[j] = above[j]+w*mk[j], abovePrecision[j]+w
		}
	}
	front, before := sums(n + 1)
	w0 := sigma2 * (s.parentRem(v) - s.rem[v])
	mv, vv := s.cavMeanOf(v), s.cavVariOf(v)
	for j := range front {
		before[j] = 1 / (vv[j] + w0)
		front[j] = before[j] * mv[j]
	}
	for i, child := range kids {
		m, p = sums(i + 1)
		mc, vc := s.cavMeanOf(child), s.cavVariOf(child)
		for j := range mc {
			vc[j] = 1 / (before[j] + p[j])
			mc[j] = vc[j] * (front[j] + m[j])
		}
		if visit != nil && s.isLeaf(child) {
			visit(child)
		}
		w0 := sigma2 * (s.rem[v] - s.rem[child])
		mk, vk := s.meanOf(child), s.variOf(child)
		for j := range front {
			w := 1 / (vk[j] + w0)
			front[j] += w * mk[j]
			before[j] += w
		}
	}
}

// againstCavity returns Σ log N(m_v; μ, V_v + V + w) over the columns observed below v: the message
// of v against that of the rest of the tree, where w is the variance of the branch.
func (s *state) againstCavity(v int32, w float64) float64 {
	sum := 0.0
	if s.columnwise {
		mc, vc := s.cavMeanOf(v), s.cavVariOf(v)
		m, vari := s.meanOf(v)[:len(mc)], s.variOf(v)[:len(mc)]
		product, logs, q, columns := 1.0, 0.0, 0.0, 0
		for j := range mc {
			total := vari[j] + vc[j] + w
			if total > math.MaxFloat64 {
				continue
			}
			d := m[j] - mc[j]
			q += d * d / total
			columns++
			if product *= total; product < productLow || product > productHigh {
				logs, product = logs+math.Log(product), 1
			}
		}
		return -0.5 * (float64(columns)*ln2Pi + logs + math.Log(product) + q)
	}
	c := len(s.classes)
	for k, cl := range s.classes {
		total := s.vari[int(v)*c+k] + s.cavVari[int(v)*c+k] + w
		if math.IsInf(total, 1) {
			continue
		}
		q := vector.SquaredDistance(s.meanOf(v)[cl.low:cl.high], s.cavMeanOf(v)[cl.low:cl.high])
		sum -= 0.5 * (cl.weight*math.Log(2*math.Pi*total) + q/total)
	}
	return sum
}

// apart returns, over the columns observed below both a and b, the squared distance of
// their messages' means, the sum of their variances, and the number of columns.
func (s *state) apart(a, b int32) (square, variances, columns float64) {
	if s.columnwise {
		ma, va := s.meanOf(a), s.variOf(a)
		mb, vb := s.meanOf(b)[:len(ma)], s.variOf(b)[:len(ma)]
		for j := range ma {
			if v := va[j] + vb[j]; v <= math.MaxFloat64 {
				d := ma[j] - mb[j]
				square += d * d
				variances += v
				columns++
			}
		}
		return square, variances, columns
	}
	c := len(s.classes)
	for k, cl := range s.classes {
		v := s.vari[int(a)*c+k] + s.vari[int(b)*c+k]
		if math.IsInf(v, 1) {
			continue
		}
		square += vector.SquaredDistance(s.meanOf(a)[cl.low:cl.high], s.meanOf(b)[cl.low:cl.high])
		variances += cl.weight * v
		columns += cl.weight
	}
	return square, variances, columns
}

// branchMomentColumns is branchMoment with a class for every column.
func (s *state) branchMomentColumns(b int32, w float64) float64 {
	mc, vc := s.cavMeanOf(b), s.cavVariOf(b)
	m, vari := s.meanOf(b)[:len(mc)], s.variOf(b)[:len(mc)]
	vc = vc[:len(mc)]
	e := 0.0
	for j := range mc {
		rest := vari[j] + vc[j]
		if rest > math.MaxFloat64 {
			e += w
			continue
		}
		share := w / (w + rest)
		d := share * (m[j] - mc[j])
		e += d*d + rest*share
	}
	return e
}

// leafResidualColumns is leafResidual with a class for every column.
func (s *state) leafResidualColumns(v int32) float64 {
	mc, vc := s.cavMeanOf(v), s.cavVariOf(v)
	y, vari := s.meanOf(v)[:len(mc)], s.variOf(v)[:len(mc)]
	w0, r := s.hyper.sigma2*s.parentRem(v), 0.0
	for j := range mc {
		if vari[j] > math.MaxFloat64 {
			continue
		}
		w := vc[j] + w0
		f := vari[j] / (w + vari[j])
		d := f * (y[j] - mc[j])
		r += d*d + w*f
	}
	return r
}
