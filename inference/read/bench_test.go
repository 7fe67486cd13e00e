package read

import (
	"math/rand/v2"
	"strconv"
	"testing"
)

// wide makes a table of rows × columns numbers like those of an expression matrix.
func wide(rows, columns int) []byte {
	rng := rand.New(rand.NewPCG(1, 1))
	text := []byte("sample,tissue")
	for j := range columns {
		text = append(text, ",gene"+strconv.Itoa(j)...)
	}
	text = append(text, '\n')
	for i := range rows {
		text = append(text, "s"+strconv.Itoa(i)+",tissue"+strconv.Itoa(i%7)...)
		for range columns {
			text = append(text, ',')
			text = strconv.AppendFloat(text, 8+2*rng.NormFloat64(), 'f', 4, 64)
		}
		text = append(text, '\n')
	}
	return text
}

// BenchmarkBytes reads 20,000 × 500 cells (70 MB).
func BenchmarkBytes(b *testing.B) {
	text := wide(20_000, 500)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		t, err := Bytes("wide.csv", "", text, Options{})
		if err != nil {
			b.Fatal(err)
		}
		if n, d := t.Dims(); n != 20_000 || d != 500 || len(t.Annotations) != 1 {
			b.Fatalf("%d × %d", n, d)
		}
	}
}
