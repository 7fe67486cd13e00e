package vbmfa

import (
	"slices"

	"gonum.org/v1/gonum/mat"
)

// rotate rotates the factors of a component to make ⟨ΛᵀΛ⟩ diagonal, strongest first, and updates
// q(ν). The rows do not depend on rotations, but the prior does. With q(ν) at its best the bound
// depends on the powers P_l of the factors through −Σ_l (a* + p/2) ln(b* + P_l/2), which is convex;
// among all rotations it is greatest if the powers are the eigenvalues (Schur). Alternating updates
// of Λ and x take hundreds of cycles to get there, and meanwhile superfluous factors share the
// directions of others (Luttinen and Ilin 2010). O((n + p·k)·k²).
func (m *mixture) rotate(c *component) {
	d, k, w := m.d, c.K, c.K+1
	if m.maximum || k < 2 {
		return
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
		return
	}
	var vectors mat.Dense
	e.VectorsTo(&vectors)
	// turn holds the rotation of [factors; 1], column by column as rows.
	turn := make([]float64, w*w)
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
	turnRows(c.X, turn, k, w, work)
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
