package vbmfa

import (
	"slices"

	"example.org/espalier/inference/parallel"

	"gonum.org/v1/gonum/mat"
)

// rotate rotates the factors of components to make ⟨ΛᵀΛ⟩ diagonal, strongest first, and updates
// q(ν). The rows do not depend on rotations, but the prior does. With q(ν) at its best the bound
// depends on the powers P_l of the factors through −Σ_l (a* + p/2) ln(b* + P_l/2), which is convex;
// among all rotations it is greatest if the powers are the eigenvalues (Schur). Alternating updates
// of Λ and x take hundreds of cycles to get there, and meanwhile superfluous factors share the
// directions of others (Luttinen and Ilin 2010). O((n + p·k)·k²).
func (m *mixture) rotate(group []*component) {
	d := m.d
	w := widest(group)
	turns := make([][]float64, len(group))
	share(len(group), d.threads, len(group)*d.p*w*w*w, func(s int) { turns[s] = m.turnLoadings(group[s]) })
	blocks := parallel.Count(d.n, blockRows)
	share(len(group)*blocks, d.threads, len(group)*d.n*w*w, func(at int) {
		turn, c, b := turns[at/blocks], group[at/blocks], at%blocks
		if turn == nil {
			return
		}
		turnRows(c.X[b*blockRows*c.K:min(d.n, (b+1)*blockRows)*c.K], turn, c.K, c.K+1, make([]float64, c.K))
	})
}

// turnLoadings rotates all but the factors of the rows, and returns the rotation of [factors; 1], column by
// column as rows; nil where there is nothing to rotate.
func (m *mixture) turnLoadings(c *component) (turn []float64) {
	d, k, w := m.d, c.K, c.K+1
	if m.maximum || k < 2 {
		return nil
	}
	power := mat.NewSymDense(k, nil)
	for q := range d.p {
		row, cov := c.loading(q), c.cov(q)
		for a := range k {
			for z := range a + 1 {
				power.SetSym(a, z, power.At(a, z)+row[a]*row[z]+cov[a*w+z])
			}
		}
	}
	var e mat.EigenSym
	if !e.Factorize(power, true) {
		return nil
	}
	var vectors mat.Dense
	e.VectorsTo(&vectors)
	turn = make([]float64, w*w)
	turn[w*w-1] = 1
	for l := range k {
		column := turn[l*w : l*w+k]
		mat.Col(column, k-1-l, &vectors)
		if least, most := slices.Min(column), slices.Max(column); -least > most {
			for a := range column {
				column[a] = -column[a]
			}
		}
	}
	work := make([]float64, w*w)
	turnRows(c.M, turn, w, w, work)
	turnRows(c.Syx, turn, w, w, work)
	for q := range d.p {
		turnSquare(c.cov(q), turn, w, w, work)
	}
	for at := 0; at < len(c.Sxx); at += w * w {
		turnSquare(c.Sxx[at:at+w*w], turn, w, w, work)
	}
	for at := 0; at < len(c.Cov); at += k * k {
		turnSquare(c.Cov[at:at+k*k], turn, k, w, work)
	}
	c.derived = false
	m.updatePrecisions(c)
	return turn
}

// turnRows multiplies each row of n numbers by a rotation, whose columns are the first n numbers of
// the rows of turn, w apart.
func turnRows(rows, turn []float64, n, w int, work []float64) {
	for at := 0; at < len(rows); at += n {
		row := rows[at : at+n]
		for l := range n {
			work[l] = dot(row, turn[l*w:l*w+n])
		}
		copy(row, work[:n])
	}
}

// turnSquare replaces a symmetric n×n matrix a by RᵀaR.
func turnSquare(a, turn []float64, n, w int, work []float64) {
	turnRows(a, turn, n, w, work)
	for i := range n {
		for j := range i {
			a[i*n+j], a[j*n+i] = a[j*n+i], a[i*n+j]
		}
	}
	turnRows(a, turn, n, w, work)
	for i := range n {
		for j := range i {
			v := (a[i*n+j] + a[j*n+i]) / 2
			a[i*n+j], a[j*n+i] = v, v
		}
	}
}
