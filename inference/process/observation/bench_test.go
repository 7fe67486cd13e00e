package observation_test

import (
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/process/observation"
)

func BenchmarkDraw(b *testing.B) {
	for _, kind := range kinds {
		b.Run(kind.name, func(b *testing.B) {
			n, rng := kind.column.Width(), rand.New(rand.NewPCG(1, 1))
			m, w, u := make([]float64, n), make([]float64, n), make([]float64, n)
			for j := range w {
				w[j] = 1
			}
			cell := kind.column.Factor(0, kind.values[0])
			b.ReportAllocs()
			for b.Loop() {
				cell.Draw(m, w, rng, u)
			}
		})
	}
}

func BenchmarkMoments(b *testing.B) {
	for _, kind := range kinds {
		b.Run(kind.name, func(b *testing.B) {
			n := kind.column.Width()
			m, w, mean, variance := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
			for j := range w {
				w[j] = 1
			}
			cell := kind.column.Factor(0, kind.values[0])
			b.ReportAllocs()
			for b.Loop() {
				cell.Moments(m, w, mean, variance)
			}
		})
	}
}

func BenchmarkLogZ(b *testing.B) {
	for _, kind := range kinds {
		b.Run(kind.name, func(b *testing.B) {
			n := kind.column.Width()
			m, w, room := make([]float64, n), make([]float64, n), make([]float64, 2*n)
			for j := range w {
				w[j] = 1
			}
			cell := kind.column.Factor(0, kind.values[0])
			b.ReportAllocs()
			for b.Loop() {
				observation.LogZ(cell, m, w, room)
			}
		})
	}
}
