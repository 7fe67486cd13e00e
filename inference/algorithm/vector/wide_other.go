//go:build !amd64

package vector

// wide is false: the loops for any processor are used.
const wide = false

func squaredDistanceWide(a, b *float64, n int) float64 { panic("vector: no wide instructions") }

func dotWide(a, b *float64, n int) float64 { panic("vector: no wide instructions") }

func blendWide(dst, a, b *float64, n int, wa, wb float64) float64 {
	panic("vector: no wide instructions")
}

func mixWide(dst, a, b *float64, n int, wa, wb float64) { panic("vector: no wide instructions") }

func addScaledWide(dst, a *float64, n int, w float64) { panic("vector: no wide instructions") }

func scaledWide(dst, a *float64, n int, w float64) { panic("vector: no wide instructions") }

func divideWide(a *float64, n int, w float64) { panic("vector: no wide instructions") }

func joinWide(vari, mean, va, ma, vb, mb *float64, n int, wa, wb float64) {
	panic("vector: no wide instructions")
}

func gatherWide(precision, sum, v, m *float64, n int, w float64) {
	panic("vector: no wide instructions")
}

func blendAndMeasureWide(dst, a, b *float64, n int, wa, wb float64, m, q *float64) (dq, mq, dm float64) {
	panic("vector: no wide instructions")
}

func distancesWide(a, b, c *float64, n int) (bc, ac, ab float64) {
	panic("vector: no wide instructions")
}

func turnsWide(a0, a1, b0, b1, c0, c1 *float64, n int) (dd, de, df, ef float64) {
	panic("vector: no wide instructions")
}

func lowerWide(dst, a *float64, n int, w float64) { panic("vector: no wide instructions") }

func leastSumWide(a, b *float64, n int) float64 { panic("vector: no wide instructions") }
