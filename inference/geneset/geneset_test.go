package geneset

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strings"
	"testing"

	"example.org/espalier/inference/read"
)

// enumerate draws every set of n of the names 0 to N−1 and counts those with k or more below K.
func enumerate(k, set, drawn, all int) float64 {
	hits, total := 0, 0
	for mask := range 1 << all {
		size, in := 0, 0
		for i := range all {
			if mask>>i&1 == 1 {
				size++
				if i < set {
					in++
				}
			}
		}
		if size == drawn {
			total++
			if in >= k {
				hits++
			}
		}
	}
	return float64(hits) / float64(total)
}

func TestUpperTailByEnumeration(t *testing.T) {
	for all := 1; all <= 9; all++ {
		for set := 0; set <= all; set++ {
			for drawn := 0; drawn <= all; drawn++ {
				for k := -1; k <= all+1; k++ {
					if got, want := UpperTail(k, set, drawn, all), enumerate(k, set, drawn, all); !(math.Abs(got-want) <= 1e-14) {
						t.Fatalf("P(X ≥ %d) for %d of %d in %d drawn is %v, not %v", k, set, all, drawn, got, want)
					}
				}
			}
		}
	}
}

// Of many names it agrees with sums of whole numbers of any size, far into the tail.
func TestUpperTailOfManyNames(t *testing.T) {
	for _, c := range [][4]int{{8, 50, 100, 20000}, {1, 50, 100, 20000}, {40, 200, 1500, 12000}, {60, 200, 1500, 12000},
		{150, 200, 1500, 12000}, {3, 3, 3, 50000}, {150, 1000, 1000, 10000}, {990, 1000, 1000, 1010}} {
		k, set, drawn, all := c[0], c[1], c[2], c[3]
		sum, hit, miss := new(big.Int), new(big.Int).Binomial(int64(set), int64(k)),
			new(big.Int).Binomial(int64(all-set), int64(drawn-k))
		for x := k; x <= min(set, drawn); x++ {
			sum.Add(sum, new(big.Int).Mul(hit, miss))
			hit.Quo(hit.Mul(hit, big.NewInt(int64(set-x))), big.NewInt(int64(x+1)))
			miss.Quo(miss.Mul(miss, big.NewInt(int64(drawn-x))), big.NewInt(int64(all-set-drawn+x+1)))
		}
		want, _ := new(big.Rat).SetFrac(sum, new(big.Int).Binomial(int64(all), int64(drawn))).Float64()
		if got := UpperTail(k, set, drawn, all); !(math.Abs(got/want-1) <= 1e-9) {
			t.Errorf("%v: %v, not %v", c, got, want)
		}
	}
}

// The lady tasting tea (Fisher 1935): all four cups found of eight has probability 1/70, three or more 17/70.
func TestLadyTastingTea(t *testing.T) {
	if a, b := UpperTail(4, 4, 4, 8),
		UpperTail(3, 4, 4, 8); !(math.Abs(a-1./70) <= 1e-15) || !(math.Abs(b-17./70) <= 1e-15) {
		t.Errorf("%v, %v", a, b)
	}
}

func names(from, to int) (list []string) {
	for i := from; i < to; i++ {
		list = append(list, fmt.Sprintf("g%d", i))
	}
	return list
}

func TestTest(t *testing.T) {
	sets := []Set{{Name: "first", Members: append(names(0, 5), "elsewhere")},
		{Name: "spread", Members: []string{"g1", "g11", "g15", "g19"}},
		{Name: "small", Members: []string{"g1", "g2", "x", "y"}}}
	r, err := Test(context.Background(), []List{{"clade", []string{"G0", "g1", "g2", "g2", "g3", "nowhere"}},
		{"empty", nil}, {"other", []string{"g19"}}}, sets, Options{Background: append(names(0, 20), "g3")})
	if err != nil {
		t.Fatal(err)
	}
	if r.Background != 20 || r.Lists != 2 || r.Sets != 2 || r.LeftOut != 1 || r.Outside != 1 || len(r.Rows) != 4 {
		t.Fatalf("%+v", r)
	}
	top := r.Rows[0]
	// 4 of 4 names among 5 of 20: C(5,4)/C(20,4) = 5/4845; the least of four p-values is multiplied by 4.
	if top.List != "clade" || top.Set != "first" || !(math.Abs(top.P-5./4845) <= 1e-15) ||
		!(math.Abs(top.Adjusted-20./4845) <= 1e-15) || top.Expected != 1 || top.Fold != 4 ||
		!reflect.DeepEqual(top.Overlap, []string{"g0", "g1", "g2", "g3"}) {
		t.Errorf("%+v", top)
	}
	if r.Below(0.05) != 1 || r.Rows[3].P != 1 {
		t.Errorf("%+v", r.Rows)
	}
	if _, err := Test(context.Background(), nil, sets, Options{Background: []string{"a"}}); !errors.Is(err, ErrNoSets) {
		t.Errorf("%v", err)
	}
	if r, err := Test(context.Background(), []List{{"a", names(0, 3)}}, sets,
		Options{Background: names(0, 20), Least: 2, Most: 4}); err != nil || r.Sets != 2 {
		t.Errorf("%+v, %v", r, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Test(ctx, []List{{"a", names(0, 3)}}, sets, Options{Background: names(0, 20)}); !errors.Is(err,
		context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestGMT(t *testing.T) {
	const text = "\xef\xbb\xbfA\tabout a\tx\ty\t\tx\r\n\n# a comment\tx\ty\nB\t\tz\n"
	sets, err := ReadGMT("s.gmt", []byte(text))
	if err != nil || !reflect.DeepEqual(sets, []Set{{"A", "about a", []string{"x", "y"}}, {"B", "", []string{"z"}}}) {
		t.Errorf("%+v, %v", sets, err)
	}
	var b bytes.Buffer
	if err := WriteGMT(&b, sets); err != nil || b.String() != "A\tabout a\tx\ty\nB\tna\tz\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
	for text, want := range map[string]string{"": "no sets", "A\tb\n": "line 1: has 2 cells",
		"A\tb\tc\n\n\tb\tc\n": "line 3: has a set without a name",
		"A\tb\tc\nA\tb\td\n":  "line 2: repeats the name \"A\" of the set on line 1"} {
		e := (*read.Error)(nil)
		if _, err := ReadGMT("s.gmt", []byte(text)); !errors.As(err, &e) || !strings.Contains(err.Error(), want) ||
			e.Remedy == "" {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// FuzzGMT: any bytes give sets that are written and read again to the same, or an error with a remedy.
func FuzzGMT(f *testing.F) {
	f.Add([]byte("A\tb\tc\td\n"))
	f.Add([]byte("A\t\t\t\nB\tx y\tz\r\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		sets, err := ReadGMT("fuzz.gmt", text)
		if err != nil {
			if e := (*read.Error)(nil); !errors.As(err, &e) || e.What == "" || e.Remedy == "" {
				t.Fatalf("%#v", err)
			}
			return
		}
		var once, twice bytes.Buffer
		if err := WriteGMT(&once, sets); err != nil {
			t.Fatal(err)
		}
		again, err := ReadGMT("again.gmt", once.Bytes())
		if err != nil {
			return // names that differ only in blanks, or sets without members
		}
		if err := WriteGMT(&twice, again); err != nil || !bytes.Equal(once.Bytes(), twice.Bytes()) {
			t.Fatalf("%q becomes %q", once.String(), twice.String())
		}
	})
}
