package vector

import "golang.org/x/sys/cpu"

// wide reports whether the processor has instructions for four numbers at a time. Tests change it.
var wide = cpu.X86.HasAVX

// These handle n numbers from each address on. They are in wide_amd64.s.

//go:noescape
func squaredDistanceWide(a, b *float64, n int) float64

//go:noescape
func dotWide(a, b *float64, n int) float64

//go:noescape
func blendWide(dst, a, b *float64, n int, wa, wb float64) float64

//go:noescape
func mixWide(dst, a, b *float64, n int, wa, wb float64)

//go:noescape
func addScaledWide(dst, a *float64, n int, w float64)

//go:noescape
func scaledWide(dst, a *float64, n int, w float64)

//go:noescape
func divideWide(a *float64, n int, w float64)

//go:noescape
func joinWide(vari, mean, va, ma, vb, mb *float64, n int, wa, wb float64)

//go:noescape
func gatherWide(precision, sum, v, m *float64, n int, w float64)

//go:noescape
func blendAndMeasureWide(dst, a, b *float64, n int, wa, wb float64, m, q *float64) (dq, mq, dm float64)

//go:noescape
func distancesWide(a, b, c *float64, n int) (bc, ac, ab float64)

//go:noescape
func turnsWide(a0, a1, b0, b1, c0, c1 *float64, n int) (dd, de, df, ef float64)

//go:noescape
func lowerWide(dst, a *float64, n int, w float64)

//go:noescape
func leastSumWide(a, b *float64, n int) float64
