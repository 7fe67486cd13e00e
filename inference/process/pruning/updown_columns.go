package pruning

import (
	"math"

	"example.org/espalier/inference/algorithm/vector"
)

// If most columns are observed in different rows, or the leaves have a site for every cell, each
// column has its own message variances. The loops of this file then run over columns; loops over
// classes would handle one column at a time. They take one division for each column, and one
// logarithm for as many columns as keep the product in range.

const (
	ProductLow  = 1e-150
	ProductHigh = 1e150
)

// joinColumns is joinTwo with a class for every column.
func (u *UpDown) joinColumns(v, a, b int32) float64 {
	sigma2 := *u.Sigma2
	wa0, wb0 := sigma2*(u.Rem[v]-u.Rem[a]), sigma2*(u.Rem[v]-u.Rem[b])
	mv, vv := u.MeanOf(v), u.VariOf(v)
	ma, va := u.MeanOf(a)[:len(mv)], u.VariOf(a)[:len(mv)]
	mb, vb := u.MeanOf(b)[:len(mv)], u.VariOf(b)[:len(mv)]
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
func (u *UpDown) joinManyColumns(v int32, kids []int32) float64 {
	sigma2, d := *u.Sigma2, u.D
	mv, vv := u.MeanOf(v), u.VariOf(v)
	u.precision = Grow(u.precision, len(kids))
	u.shares = Grow(u.shares, len(kids))
	for i, k := range kids {
		u.shares[i] = sigma2 * (u.Rem[v] - u.Rem[k])
	}
	product, logs, q, factors := 1.0, 0.0, 0.0, 0
	for j := range mv {
		total, sum, finite := 0.0, 0.0, 0
		for i, k := range kids {
			w := u.Vari[int(k)*d+j] + u.shares[i]
			p := 0.0
			if w <= math.MaxFloat64 {
				p = 1 / w
				finite++
				total += p
				sum += p * u.Mean[int(k)*d+j]
				if product *= p; product < ProductLow || product > ProductHigh {
					logs, product = logs+math.Log(product), 1
				}
			}
			u.precision[i] = p
		}
		if finite == 0 {
			mv[j], vv[j] = 0, math.Inf(1)
			continue
		}
		factors += finite - 1
		m := sum / total
		mv[j], vv[j] = m, 1/total
		for i, k := range kids {
			e := u.Mean[int(k)*d+j] - m
			q += u.precision[i] * e * e
		}
		if product *= vv[j]; product < ProductLow || product > ProductHigh {
			logs, product = logs+math.Log(product), 1
		}
	}
	return 0.5 * (logs + math.Log(product) - float64(factors)*Ln2Pi - q)
}

// CavityColumns is cavityTwo with a class for every column.
func (u *UpDown) CavityColumns(v, child, sibling int32) {
	above0 := *u.Sigma2 * (u.ParentRem(v) - u.Rem[v])
	beside0 := *u.Sigma2 * (u.Rem[v] - u.Rem[sibling])
	mc, vc := u.CavMeanOf(child), u.CavVariOf(child)
	mv, vv := u.CavMeanOf(v)[:len(mc)], u.CavVariOf(v)[:len(mc)]
	ms, vs := u.MeanOf(sibling)[:len(mc)], u.VariOf(sibling)[:len(mc)]
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
func (u *UpDown) CavitiesManyColumns(v int32, visit func(leaf int32)) {
	kids, d, sigma2 := u.Kids[v], u.D, *u.Sigma2
	n := len(kids)
	// Rows 0..n hold Σ_{i≥row} of precision·mean and of precision; the last runs from the front.
	u.suffix = Grow(u.suffix, 2*(n+2)*d)
	sums := func(i int) (mean, precision []float64) {
		at := u.suffix[2*i*d : 2*(i+1)*d]
		return at[:d], at[d:]
	}
	m, p := sums(n)
	clear(m)
	clear(p)
	for i := n - 1; i >= 0; i-- {
		above, abovePrecision := sums(i + 1)
		m, p = sums(i)
		w0 := sigma2 * (u.Rem[v] - u.Rem[kids[i]])
		mk, vk := u.MeanOf(kids[i]), u.VariOf(kids[i])
		for j := range m {
			w := 1 / (vk[j] + w0)
			m[j], p[j] = above[j]+w*mk[j], abovePrecision[j]+w
		}
	}
	front, before := sums(n + 1)
	w0 := sigma2 * (u.ParentRem(v) - u.Rem[v])
	mv, vv := u.CavMeanOf(v), u.CavVariOf(v)
	for j := range front {
		before[j] = 1 / (vv[j] + w0)
		front[j] = before[j] * mv[j]
	}
	for i, child := range kids {
		m, p = sums(i + 1)
		mc, vc := u.CavMeanOf(child), u.CavVariOf(child)
		for j := range mc {
			vc[j] = 1 / (before[j] + p[j])
			mc[j] = vc[j] * (front[j] + m[j])
		}
		if visit != nil && u.IsLeaf(child) {
			visit(child)
		}
		w0 := sigma2 * (u.Rem[v] - u.Rem[child])
		mk, vk := u.MeanOf(child), u.VariOf(child)
		for j := range front {
			w := 1 / (vk[j] + w0)
			front[j] += w * mk[j]
			before[j] += w
		}
	}
}

// AgainstCavity returns Σ log N(m_v; μ, V_v + V + w) over the columns observed below v: the message
// of v against that of the rest of the tree, where w is the variance of the branch.
func (u *UpDown) AgainstCavity(v int32, w float64) float64 {
	sum := 0.0
	if u.Columnwise {
		mc, vc := u.CavMeanOf(v), u.CavVariOf(v)
		m, vari := u.MeanOf(v)[:len(mc)], u.VariOf(v)[:len(mc)]
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
	c := len(u.Classes)
	for k, cl := range u.Classes {
		total := u.Vari[int(v)*c+k] + u.CavVari[int(v)*c+k] + w
		if math.IsInf(total, 1) {
			continue
		}
		q := vector.SquaredDistance(u.MeanOf(v)[cl.Low:cl.High], u.CavMeanOf(v)[cl.Low:cl.High])
		sum -= 0.5 * (cl.Weight*math.Log(2*math.Pi*total) + q/total)
	}
	return sum
}

// Apart returns, over the columns observed below both a and b, the squared distance of
// their messages' means, the sum of their variances, and the number of columns.
func (u *UpDown) Apart(a, b int32) (square, variances, columns float64) {
	if u.Columnwise {
		ma, va := u.MeanOf(a), u.VariOf(a)
		mb, vb := u.MeanOf(b)[:len(ma)], u.VariOf(b)[:len(ma)]
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
	c := len(u.Classes)
	for k, cl := range u.Classes {
		v := u.Vari[int(a)*c+k] + u.Vari[int(b)*c+k]
		if math.IsInf(v, 1) {
			continue
		}
		square += vector.SquaredDistance(u.MeanOf(a)[cl.Low:cl.High], u.MeanOf(b)[cl.Low:cl.High])
		variances += cl.Weight * v
		columns += cl.Weight
	}
	return square, variances, columns
}
