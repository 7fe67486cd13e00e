package read

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"example.org/espalier/inference"
)

// streamed reads a text from a file as a stream, plain or gzipped.
func streamed(t testing.TB, ctx context.Context, text []byte, packed bool, o Options) (*inference.Table, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.csv")
	if packed {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		if _, err := z.Write(text); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		text = b.Bytes()
	}
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	c, err := openFrom(ctx, path, 1, 1)
	if err != nil {
		return nil, err
	}
	return c.Table(ctx, o)
}

// hard makes a table with everything that a scanner may stumble over, of more than two chunks: quoted ends of lines,
// doubled quotation marks, blank lines, CR LF, missing cells, texts that come late, and letters of several bytes.
func hard(rows int) []byte {
	rng := rand.New(rand.NewPCG(3, 4))
	var b bytes.Buffer
	b.WriteString("# a comment\r\nname,kind,a,b,\"c \"\"d\"\"\",late\r\n")
	for i := range rows {
		end := "\n"
		if rng.IntN(3) == 0 {
			end = "\r\n"
		}
		fmt.Fprintf(&b, "\"row\r\n%d\",%q,%.3f, %d ,%s,", i, []string{"æther", "東京", "x,y", "plain"}[rng.IntN(4)],
			rng.NormFloat64(), rng.IntN(100), []string{"1.5", "NA", "", "-2e3"}[rng.IntN(4)])
		if i > rows/2 {
			b.WriteString("high")
		} else {
			b.WriteString("7")
		}
		b.WriteString(end)
		if rng.IntN(20) == 0 {
			b.WriteString(strings.Repeat("\n", rng.IntN(5)))
		}
	}
	return b.Bytes()
}

// TestStreamsAsAWhole: a stream gives the table that the whole text gives, and the same errors.
func TestStreamsAsAWhole(t *testing.T) {
	text := hard(20_000)
	latin := bytes.ReplaceAll(text, []byte("æ"), []byte{0xe6})
	for name, c := range map[string]struct {
		text []byte
		o    Options
	}{
		"hard":    {text, Options{}},
		"Latin-1": {bytes.ReplaceAll(latin, []byte("東京"), []byte("T")), Options{}},
		"late Latin-1": {
			append(bytes.Clone(bytes.ReplaceAll(text, []byte("東"), nil)), "\"z\",\"caf\xe9\",1,2,3,high\n"...), Options{}},
		"byte order mark": {append([]byte("\ufeff"), text...), Options{}},
		"decimal commas":  {[]byte("a;b\n" + strings.Repeat("1;2\n", 100_000) + "1,5;2\n"), Options{}},
		"no header":       {wide(300, 200), Options{Header: No}},
		"old end mark":    {append(bytes.Clone(text), 0x1a, 0x1a), Options{}},
		"a ragged row":    {append(bytes.Clone(text), "1,2\n"...), Options{}},
		"an open quote":   {append(bytes.Clone(text), "\"1,2\n"...), Options{}},
		"text after":      {append(bytes.Clone(text), "\"1\"x,2\n"...), Options{}},
		"a zero byte":     {append(bytes.Clone(text), "\"1\x00\",2\n"...), Options{}},
		"a stray text":    {append(bytes.Clone(wide(20_000, 30)), "s,t"+strings.Repeat(",1", 29)+",oops\n"...), Options{}},
		"forced":          {text, Options{Numeric: []string{"late"}}},
		"annotation":      {text, Options{Annotations: []string{"a"}}},
		"one row":         {[]byte("a,b\n1,2\n"), Options{}},
		"blanks":          {[]byte(strings.Repeat("\n", 1<<21) + "a,b\n1,2\n3,4\n"), Options{}},
		"two columns of a long line": {[]byte("a,b\n" + strings.Repeat("1", 3<<20) + "x,2\n" +
			"y,3\nz,4\n"), Options{}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, packed := range []bool{false, true} {
				want, errWant := Bytes("test.csv", "", c.text, c.o)
				got, err := streamed(t, t.Context(), c.text, packed, c.o)
				if (err == nil) != (errWant == nil) || err != nil && err.Error() != errWant.Error() {
					t.Fatalf("packed %v: %v\nas a whole: %v", packed, err, errWant)
				}
				if err != nil {
					checkError(t, err)
					continue
				}
				if !sameTable(got, want) || !packed && got.SHA256 != want.SHA256 {
					t.Errorf("packed %v: another table, notes %q, as a whole %q", packed, got.Notes, want.Notes)
				}
			}
		})
	}
}

// lowerHead lets streams be guessed from a beginning of about one chunk.
func lowerHead(t *testing.T) {
	was := headBytes
	t.Cleanup(func() { headBytes = was })
	headBytes = 1
}

// TestStreamOfLongLines: the guesses see rows below a line of names that is longer than the beginning usually is. R
// writes no name above the names of the rows, so the names alone do not tell the width.
func TestStreamOfLongLines(t *testing.T) {
	lowerHead(t)
	const columns = 140_000 // 1.8 MB of names, and 0.6 MB a row
	var b bytes.Buffer
	for j := range columns {
		fmt.Fprintf(&b, "\trs%010d", j)
	}
	text := b.Bytes()[1:]
	for i := range 6 {
		text = append(text, fmt.Sprintf("\nrow%d", i)...)
		text = append(text, bytes.Repeat([]byte("\t0,5"), columns)...)
	}
	want, err := Bytes("test.csv", "", text, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := streamed(t, t.Context(), text, false, Options{}); err != nil || !sameTable(got, want) {
		t.Errorf("%v", err)
	}
}

// TestStreamThatGoesAway: where a file that turns out not to be UTF-8 cannot be opened again, there is an error.
func TestStreamThatGoesAway(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("open files cannot be removed")
	}
	lowerHead(t)
	path := filepath.Join(t.TempDir(), "test.csv")
	if err := os.WriteFile(path, append(wide(4000, 100), "caf\xe9\n"...), 0o644); err != nil {
		t.Fatal(err)
	}
	c, err := openFrom(t.Context(), path, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	parts := 0
	ctx := WithProgress(t.Context(), func(Progress) {
		if parts++; parts == 2 { // the beginning was guessed from, and the reading begins
			if err := os.Remove(path); err != nil {
				t.Error(err)
			}
		}
	})
	if p, err := c.Look(ctx, Options{}); p != nil || err == nil || !strings.Contains(err.Error(), "cannot be read") {
		t.Errorf("%v, %+v", err, p)
	}
}

// sameTable compares all but where the table came from.
func sameTable(a, b *inference.Table) bool {
	x, y := *a, *b
	x.Source, y.Source, x.SHA256, y.SHA256, x.X, y.X = "", "", "", "", nil, nil
	n, d := a.Dims()
	if m, e := b.Dims(); n != m || d != e || !reflect.DeepEqual(x, y) {
		return false
	}
	for i := range n {
		for j := range d {
			if math.Float64bits(a.X.At(i, j)) != math.Float64bits(b.X.At(i, j)) {
				return false
			}
		}
	}
	return true
}

// TestNarrow: above the limit the cells are those of the wide table rounded to float32, a note says so, and what
// float32 cannot hold is refused where it stands.
func TestNarrow(t *testing.T) {
	text := wide(3000, 40)
	want, err := Bytes("test.csv", "", text, Options{})
	if err != nil {
		t.Fatal(err)
	}
	limitTo(t, 3000*42-1, MaxCells)
	for _, packed := range []bool{false, true} {
		got, err := streamed(t, t.Context(), text, packed, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !inference.IsNarrow(got.X) || len(got.Notes) != 1 ||
			!strings.Contains(got.Notes[0], "float32") || got.Kind != want.Kind {
			t.Fatalf("%T, %q", got.X, got.Notes)
		}
		inference.Rows(got.X, func(i int, row []float64) bool {
			for j, x := range row {
				if x != float64(float32(want.X.At(i, j))) {
					t.Fatalf("cell %d, %d is %v, not %v", i, j, x, want.X.At(i, j))
				}
			}
			return true
		})
	}
	limitTo(t, 3000*42, MaxCells)
	got, err := streamed(t, t.Context(), text, false, Options{})
	if err != nil || !sameTable(got, want) || inference.IsNarrow(got.X) {
		t.Errorf("at the limit: %T, %v", got, err)
	}
	limitTo(t, 10, MaxCells)
	if _, err = Bytes("test.csv", "", []byte("a,b\n1,2\n3,1e39\n5,6\n7,8\n9,10\n11,12\n"), Options{}); err == nil ||
		!strings.Contains(err.Error(), `test.csv, line 3, column 2 "b": "1e39" is beyond ±3.4e38`) {
		t.Errorf("%v", err)
	}
	ids := "id,b,p\n"
	for i := range 20 {
		ids += fmt.Sprintf("%d,%v,%ve-60\n", 100_000_000+i, 1e9+0.001*float64(i), 1+i)
	}
	got, err = Bytes("test.csv", "", []byte(ids), Options{})
	if err != nil || got.Rows[3] != "100000003" || !strings.Contains(strings.Join(got.Notes, " "),
		`1 column varies so little around a large number that this rounding matters: "b"`) ||
		!strings.Contains(strings.Join(got.Notes, " "),
			`1 column has only numbers of less than 1.2e-38, of which float32 keeps few digits or none: "p"`) {
		t.Errorf("%v, %+v", err, got)
	}
}

// TestStreamIsCancelled: wherever the context ends, the reading ends with it.
func TestStreamIsCancelled(t *testing.T) {
	text := wide(4000, 100)
	ctx, cancel := context.WithCancel(t.Context())
	var seen []Progress
	told := WithProgress(ctx, func(p Progress) {
		if seen = append(seen, p); len(seen) == 3 {
			cancel()
		}
	})
	if table, err := streamed(t, told, text, false, Options{}); table != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if len(seen) < 3 || seen[0].Done <= 0 || seen[0].Done > seen[0].Total || seen[0].Total != int64(len(text)) {
		t.Errorf("%v", seen)
	}
	seen = nil
	if _, err := streamed(t, WithProgress(t.Context(), func(p Progress) { seen = append(seen, p) }), text, false,
		Options{}); err != nil || seen[len(seen)-1].Done != int64(len(text)) {
		t.Errorf("%v, %v", seen, err)
	}
}

// TestLookedAtOnce: what was looked at is not read again to be opened with the same options.
func TestLookedAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.csv")
	if err := os.WriteFile(path, wide(100, 20), 0o644); err != nil {
		t.Fatal(err)
	}
	c, err := openFrom(t.Context(), path, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	p, err := c.Look(t.Context(), Options{})
	if err != nil || p.Problem != nil || p.Encoding != "UTF-8" || p.Rows != 100 {
		t.Fatalf("%v, %+v", err, p)
	}
	reads := 0
	ctx := WithProgress(t.Context(), func(Progress) { reads++ })
	table, err := c.Table(ctx, Options{})
	if err != nil || table.X != p.Table.X || table.Source != path || table.SHA256 == "" || reads > 0 {
		t.Errorf("%v, %+v, %d parts read", err, table, reads)
	}
	if table, err = c.Table(ctx, Options{RowNames: No}); err != nil || table.Rows[0] != "1" || reads == 0 {
		t.Errorf("%v, %+v, %d parts read", err, table, reads)
	}
}

// TestChangedStream: a file that grows between two readings is refused.
func TestChangedStream(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.csv")
	text := wide(100, 20)
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	c, err := openFrom(t.Context(), path, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(text, text[bytes.IndexByte(text, '\n')+1:]...), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Table(t.Context(), Options{}); err == nil ||
		!strings.Contains(err.Error(), "was changed while it was read") {
		t.Errorf("%v", err)
	}
}

// TestReadingHoldsOneTable: the live heap stays below 1.6 times the size of the table while a stream is read into it
// and the table is prepared with few of its columns. Twice the table would be as large as the table and its text.
func TestReadingHoldsOneTable(t *testing.T) {
	const columns = 800
	rows := 20_000 // 110 MB of text
	if testing.Short() {
		rows = 6_000
	}
	for _, c := range []struct {
		name  string
		limit int
		bytes uint64
	}{{"float64", MaxCells, uint64(8 * rows * columns)}, {"float32", 1_000_000, uint64(4 * rows * columns)}} {
		t.Run(c.name, func(t *testing.T) {
			limitTo(t, c.limit, MaxCells)
			path := filepath.Join(t.TempDir(), "wide.csv")
			if err := os.WriteFile(path, wide(rows, columns), 0o644); err != nil {
				t.Fatal(err)
			}
			live := func() uint64 {
				runtime.GC()
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				return m.HeapAlloc
			}
			before, most, calls := live(), uint64(0), 0
			see := func() { most = max(most, live()-min(before, live())) }
			ctx := WithProgress(t.Context(), func(Progress) {
				if calls++; calls%8 == 0 {
					see()
				}
			})
			content, err := openFrom(ctx, path, 1, 1)
			if err != nil {
				t.Fatal(err)
			}
			table, err := content.Table(ctx, Options{})
			if err != nil {
				t.Fatal(err)
			}
			see()
			data, err := table.Prepare(inference.Preprocessing{Centre: true, TopColumns: 20})
			if err != nil {
				t.Fatal(err)
			}
			see()
			if _, d := data.Dims(); d != 20 || inference.IsNarrow(table.X) != (c.limit < rows*columns) {
				t.Fatalf("%d columns, %T", d, table.X)
			}
			room := uint64(70 << 20) // the beginning of the text, chunks, names
			t.Logf("at most %d MB for a table of %d MB", most>>20, c.bytes>>20)
			if most > c.bytes*8/5+room || most < c.bytes {
				t.Errorf("at most %d MB are alive, for a table of %d MB", most>>20, c.bytes>>20)
			}
			runtime.KeepAlive(table)
		})
	}
}

// BenchmarkStream reads 20,000 × 500 cells (70 MB) as a stream.
func BenchmarkStream(b *testing.B) {
	path := filepath.Join(b.TempDir(), "wide.csv")
	text := wide(20_000, 500)
	if err := os.WriteFile(path, text, 0o644); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		c, err := openFrom(b.Context(), path, 1, 1)
		if err != nil {
			b.Fatal(err)
		}
		table, err := c.Table(b.Context(), Options{})
		if err != nil {
			b.Fatal(err)
		}
		if n, d := table.Dims(); n != 20_000 || d != 500 {
			b.Fatalf("%d × %d", n, d)
		}
	}
}
