package posterior

import (
	"math"

	"example.org/espalier/inference/algorithm/vector"
)

// If most columns are observed in different rows, or the leaves have a site for every cell, each
// column has its own message variances. The loops of this file then run over columns; loops over
// classes would handle one column at a time. They take one division for each column, and one
// logarithm for as many columns as keep the product in range.

// VariOf returns the variances of the message from below v, one a class.
func (s *State) VariOf(v int32) []float64 {
	c := len(s.Classes)
	return s.Vari[int(v)*c : int(v)*c+c]
}

// CavVariOf returns the variances of the cavity above v, one a class.
func (s *State) CavVariOf(v int32) []float64 {
	c := len(s.Classes)
	return s.CavVari[int(v)*c : int(v)*c+c]
}

const (
	ProductLow  = 1e-150
	ProductHigh = 1e150
)

// joinColumns is joinTwo with a class for every column.
func (s *State) joinColumns(v, a, b int32) float64 {
	sigma2 := s.Hyper.Sigma2
	wa0, wb0 := sigma2*(s.Rem[v]-s.Rem[a]), sigma2*(s.Rem[v]-s.Rem[b])
	mv, vv := s.MeanOf(v), s.VariOf(v)
	ma, va := s.MeanOf(a)[:len(mv)], s.VariOf(a)[:len(mv)]
	mb, vb := s.MeanOf(b)[:len(mv)], s.VariOf(b)[:len(mv)]
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
		if product *= sum; product < ProductLow || product > ProductHigh {
			logs, product = logs+math.Log(product), 1
		}
	}
	return -0.5 * (float64(columns)*Ln2Pi + logs + math.Log(product) + q)
}

// joinManyColumns is joinMany with a class for every column.
func (s *State) joinManyColumns(v int32, kids []int32) float64 {
	sigma2, d := s.Hyper.Sigma2, s.D
	mv, vv := s.MeanOf(v), s.VariOf(v)
	s.precision = Grow(s.precision, len(kids))
	s.shares = Grow(s.shares, len(kids))
	for i, k := range kids {
		s.shares[i] = sigma2 * (s.Rem[v] - s.Rem[k])
	}
	product, logs, q, factors := 1.0, 0.0, 0.0, 0
	for j := range mv {
		total, sum, finite := 0.0, 0.0, 0
		for i, k := range kids {
			w := s.Vari[int(k)*d+j] + s.shares[i]
			p := 0.0
			if w <= math.MaxFloat64 {
				p = 1 / w
				finite++
				total += p
				sum += p * s.Mean[int(k)*d+j]
				if product *= p; product < ProductLow || product > ProductHigh {
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
			e := s.Mean[int(k)*d+j] - m
			q += s.precision[i] * e * e
		}
		if product *= vv[j]; product < ProductLow || product > ProductHigh {
			logs, product = logs+math.Log(product), 1
		}
	}
	return 0.5 * (logs + math.Log(product) - float64(factors)*Ln2Pi - q)
}

// CavityColumns is cavityTwo with a class for every column.
func (s *State) CavityColumns(v, child, sibling int32) {
	above0 := s.Hyper.Sigma2 * (s.ParentRem(v) - s.Rem[v])
	beside0 := s.Hyper.Sigma2 * (s.Rem[v] - s.Rem[sibling])
	mc, vc := s.CavMeanOf(child), s.CavVariOf(child)
	mv, vv := s.CavMeanOf(v)[:len(mc)], s.CavVariOf(v)[:len(mc)]
	ms, vs := s.MeanOf(sibling)[:len(mc)], s.VariOf(sibling)[:len(mc)]
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

// CavitiesManyColumns is cavitiesMany with a class for every column. visit, unless nil, is called
// for each leaf once its cavity is known, and later children get the message that it leaves there:
// a serial pass over the leaves in O(K·D).
func (s *State) CavitiesManyColumns(v int32, visit func(leaf int32)) {
	kids, d, sigma2 := s.Kids[v], s.D, s.Hyper.Sigma2
	n := len(kids)
	// Rows 0..n hold Σ_{i≥row} of precision·mean and of precision; the last runs from the front.
	s.suffix = Grow(s.suffix, 2*(n+2)*d)
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
		w0 := sigma2 * (s.Rem[v] - s.Rem[kids[i]])
		mk, vk := s.MeanOf(kids[i]), s.VariOf(kids[i])
		for j := range m {
			w := 1 / (vk[j] + w0)
			m[j], p[j] = above[j]+w*mk[j], abovePrecision[j]+w
		}
	}
	front, before := sums(n + 1)
	w0 := sigma2 * (s.ParentRem(v) - s.Rem[v])
	mv, vv := s.CavMeanOf(v), s.CavVariOf(v)
	for j := range front {
		before[j] = 1 / (vv[j] + w0)
		front[j] = before[j] * mv[j]
	}
	for i, child := range kids {
		m, p = sums(i + 1)
		mc, vc := s.CavMeanOf(child), s.CavVariOf(child)
		for j := range mc {
			vc[j] = 1 / (before[j] + p[j])
			mc[j] = vc[j] * (front[j] + m[j])
		}
		if visit != nil && s.IsLeaf(child) {
			visit(child)
		}
		w0 := sigma2 * (s.Rem[v] - s.Rem[child])
		mk, vk := s.MeanOf(child), s.VariOf(child)
		for j := range front {
			w := 1 / (vk[j] + w0)
			front[j] += w * mk[j]
			before[j] += w
		}
	}
}

// AgainstCavity returns Σ log N(m_v; μ, V_v + V + w) over the columns observed below v: the message
// of v against that of the rest of the tree, where w is the variance of the branch.
func (s *State) AgainstCavity(v int32, w float64) float64 {
	sum := 0.0
	if s.Columnwise {
		mc, vc := s.CavMeanOf(v), s.CavVariOf(v)
		m, vari := s.MeanOf(v)[:len(mc)], s.VariOf(v)[:len(mc)]
		product, logs, q, columns := 1.0, 0.0, 0.0, 0
		for j := range mc {
			total := vari[j] + vc[j] + w
			if total > math.MaxFloat64 {
				continue
			}
			d := m[j] - mc[j]
			q += d * d / total
			columns++
			if product *= total; product < ProductLow || product > ProductHigh {
				logs, product = logs+math.Log(product), 1
			}
		}
		return -0.5 * (float64(columns)*Ln2Pi + logs + math.Log(product) + q)
	}
	c := len(s.Classes)
	for k, cl := range s.Classes {
		total := s.Vari[int(v)*c+k] + s.CavVari[int(v)*c+k] + w
		if math.IsInf(total, 1) {
			continue
		}
		q := vector.SquaredDistance(s.MeanOf(v)[cl.Low:cl.High], s.CavMeanOf(v)[cl.Low:cl.High])
		sum -= 0.5 * (cl.Weight*math.Log(2*math.Pi*total) + q/total)
	}
	return sum
}

// Apart returns, over the columns observed below both a and b, the squared distance of
// their messages' means, the sum of their variances, and the number of columns.
func (s *State) Apart(a, b int32) (square, variances, columns float64) {
	if s.Columnwise {
		ma, va := s.MeanOf(a), s.VariOf(a)
		mb, vb := s.MeanOf(b)[:len(ma)], s.VariOf(b)[:len(ma)]
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
	c := len(s.Classes)
	for k, cl := range s.Classes {
		v := s.Vari[int(a)*c+k] + s.Vari[int(b)*c+k]
		if math.IsInf(v, 1) {
			continue
		}
		square += vector.SquaredDistance(s.MeanOf(a)[cl.Low:cl.High], s.MeanOf(b)[cl.Low:cl.High])
		variances += cl.Weight * v
		columns += cl.Weight
	}
	return square, variances, columns
}

// branchMomentColumns is branchMoment with a class for every column.
func (s *State) branchMomentColumns(b int32, w float64) float64 {
	mc, vc := s.CavMeanOf(b), s.CavVariOf(b)
	m, vari := s.MeanOf(b)[:len(mc)], s.VariOf(b)[:len(mc)]
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
func (s *State) leafResidualColumns(v int32) float64 {
	mc, vc := s.CavMeanOf(v), s.CavVariOf(v)
	y, vari := s.MeanOf(v)[:len(mc)], s.VariOf(v)[:len(mc)]
	w0, r := s.Hyper.Sigma2*s.ParentRem(v), 0.0
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
