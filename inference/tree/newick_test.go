package tree

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func parse(t *testing.T, s string) Parsed {
	t.Helper()
	all, err := ReadNewick([]byte(s))
	if err != nil {
		t.Fatalf("%.60s: %v", s, err)
	}
	for _, p := range all {
		if err := p.Tree.Check(); err != nil {
			t.Fatalf("%.60s: %v", s, err)
		}
	}
	return all[0]
}

func TestNewickForms(t *testing.T) {
	for s, want := range map[string]string{
		"((a:.5,b:.5):.4,c:.9):.1;":              "(((a:0.5,b:0.5):0.4,c:0.9):0.09999999999999998);",
		"(((a:.5,b:.5):.4,c:.9):.1);":            "(((a:0.5,b:0.5):0.4,c:0.9):0.09999999999999998);",
		"((((a:.5,b:.5):.3):.1,c:.9):.1);":       "(((a:0.5,b:0.5):0.4,c:0.9):0.09999999999999998);",
		" [c [nested] ](a : 1 ,\n b:1e0)[&R] ; ": "((a:1,b:1):0);",
		"('a''b':1,\"q \"\"r\":1,b c  d:1);":     "(('a''b':1,'q \"r':1,'b c d':1):0);",
		"(a:0.5,b:0.25);":                        "((a:0.5,b:0.25):0);",
		"((a:10,b:10):30,c:40);":                 "(((a:0.25,b:0.25):0.75,c:1):0);",
		"((a:.5,b:.5):0,c:.5):.5;":               "((a:0.5,b:0.5,c:0.5):0.5);",
		"(a,b,(c,d));":                           "((a:0.6666666666666666,b:0.6666666666666666,(c:0.33333333333333337,d:0.33333333333333337):0.33333333333333326):0.33333333333333337);",
		"(,);":                                   "(('leaf 1':0.5,'leaf 2':0.5):0.5);",
		"a;":                                     "(a:1);",
		"(a:0.25);":                              "(a:0.25);",
		"(A_1:1,\"\":1)":                         "(('A_1':1,'':1):0);",
		"\xef\xbb\xbf(a:1,b:1);":                 "((a:1,b:1):0);",
		"(a:0.3333333,b:0.3333333):0.6666667;":   "((a:0.3333333,b:0.3333333):0.6666667);",
		"((a:-0,b:0):1,c:1);":                    "",
		"(a[&rate={0.1,0.2},x=\"y,posterior=3\"]:1,b:1);": "((a:1,b:1):0);",
	} {
		p := parse(t, s)
		if got := strings.TrimSpace(p.Tree.Newick()); want != "" && got != want {
			// Times within rounding are as good.
			w := parse(t, want).Tree
			if p.Tree.Canonical() != w.Canonical() || !slices.Equal(p.Tree.Names, w.Names) || !closeTimes(p.Tree, w, 1e-12) {
				t.Errorf("%s\nbecame %s\nnot    %s", s, got, want)
			}
		}
	}
}

func closeTimes(a, b *Tree, tolerance float64) bool {
	for v := range a.LogTime {
		x, y := a.LogTime[v], b.LogTime[v]
		if x != y && !(math.Abs(x-y) <= tolerance*max(1, x, y)) {
			return false
		}
	}
	return true
}

func TestNewickTimes(t *testing.T) {
	for s, want := range map[string]struct {
		timed, lengths bool
		scale          float64
		joined         int
	}{
		"((a:.5,b:.5):.5,c:1);":                 {true, true, 1, 0},
		"((a:.4999997,b:.5000003):.5,c:1);":     {true, true, 1, 0},
		"((a:.49,b:.5):.5,c:1);":                {false, true, 1, 0},
		"((a:.25,b:.25):.25,c:.5);":             {false, true, 1, 0},
		"((a:5,b:5):5,c:10);":                   {false, true, 10, 0},
		"((a,b),c);":                            {false, false, 1, 0},
		"((a:0,b:0):0,c:0);":                    {false, false, 1, 0},
		"((a:.5,b:.5):0,(c:.25,d:.25):.25):.5;": {true, true, 1, 1},
		"((a:0,b:0):.5,(c:.25,d:.25):.25):.5;":  {true, true, 1, 0},
		"(((a:0,b:0):0,e:0):.5,c:.5):.5;":       {true, true, 1, 1},
	} {
		p := parse(t, s)
		if p.Timed() != want.timed || p.Lengths != want.lengths || p.Scale != want.scale || p.Joined != want.joined {
			t.Errorf("%s: timed %v, lengths %v, scale %v, joined %d; want %v", s, p.Timed(), p.Lengths, p.Scale, p.Joined, want)
		}
	}
}

func TestNewickSupports(t *testing.T) {
	for s, want := range map[string]float64{
		"((a:.5,b:.5)0.75:.5,c:1);":                               0.75,
		"((a:.5,b:.5)75:.5,c:1)100;":                              0.75,
		"((a:.5,b:.5)[&time=0.5,posterior=0.75]:.5,c:1);":         0.75,
		"((a:.5,b:.5):.5[&prob=7.5E-1],c:1);":                     0.75,
		"((a:.5,b:.5)[&x=\"1,support=0.1\",SUPPORT=.75]:.5,c:1);": 0.75,
	} {
		r := parse(t, s).Tree
		v, _ := r.FindClade([]int{0, 1})
		if r.Support == nil || r.Support[v] != want {
			t.Errorf("%s: supports %v, want %v", s, r.Support, want)
		}
	}
	for _, s := range []string{"((a:.5,b:.5)mammals:.5,c:1);", "((a:.5,b:.5)400:.5,c:1);", "(a1[&posterior=1]:1,2:1);"} {
		if r := parse(t, s).Tree; r.Support != nil {
			t.Errorf("%s has supports %v", s, r.Support)
		}
	}
}

func TestNewickErrors(t *testing.T) {
	for s, want := range map[string]string{
		"":                                   "newick: line 1, column 1: there is no tree here",
		"\n [only] \n":                       "newick: line 3, column 1: there is no tree here",
		";":                                  "newick: line 1, column 1: there is no tree before",
		"(a,b":                               "newick: line 1, column 1: 1 of the parentheses",
		"((a,\nb):1,(c":                      "newick: line 1, column 1: 2 of the parentheses",
		"(a,b));":                            "newick: line 1, column 6: \")\" without an open parenthesis",
		"a,b;":                               "newick: line 1, column 2: \",\" without an open parenthesis",
		"(a,b;":                              "newick: line 1, column 5: the tree ends within a parenthesis",
		"(a:1,\n b:-0.5);":                   "newick: line 2, column 4: branch length -0.5 is negative",
		"(a:1,b:NaN);":                       "newick: line 1, column 8: branch length \"NaN\" is not",
		"(a:1,b:1e999);":                     "newick: line 1, column 8: branch length \"1e999\" is not",
		"(a:1,b:);":                          "newick: line 1, column 8: branch length \"\" is not",
		"(a:1,é b:x);":                       "newick: line 1, column 10: branch length \"x\" is not",
		"(a:1,b:1:2);":                       "newick: line 1, column 9: a second branch length",
		"(a:1,b);":                           "newick: line 1, column 6: this branch has no length",
		"(a:1,'b:1);":                        "newick: line 1, column 6: this quoted name is never closed",
		"(a:1,[b:1);":                        "newick: line 1, column 6: this comment is never closed",
		"(a:1,b]:1);":                        "newick: line 1, column 7: ] without",
		"(a:1,'b' c:1);":                     "newick: line 1, column 10: a name stands where",
		"(a,b)(c,d);":                        "newick: line 1, column 6: a parenthesis opens",
		"(a:1e308,(b:1e308,c:1e308):1e308);": "newick: line 1, column 1: the branch lengths are too large",
	} {
		_, err := ParseNewick([]byte(s))
		var place *ParseError
		if err == nil || !strings.HasPrefix(err.Error(), want) || !errors.As(err, &place) {
			t.Errorf("%q gives %v, want %s", s, err, want)
		}
	}
}

func TestNewickRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, rng := draw(t)
		switch rng.IntN(3) {
		case 0: // branch points as close to time 1 as they come
			for _, v := range r.PreOrder() {
				if p := r.Parent[v]; !r.IsLeaf(v) && p >= 0 {
					r.LogTime[v] = r.LogTime[p] + 20*rng.ExpFloat64() + 1e-6
				}
			}
		case 1: // leaves at different times
			for v := range r.Leaves() {
				if p := r.Parent[v]; p >= 0 {
					r.LogTime[v] = r.LogTime[p] + rng.ExpFloat64() + 1e-3
				}
			}
		}
		for i := range r.Names {
			r.Names[i] = rapid.String().Draw(t, "name")
		}
		back, err := ReadNewick([]byte(r.Newick()))
		if err != nil {
			t.Fatal(err)
		}
		order := r.LeafOrder()
		got := back[0].Tree
		for i, v := range order {
			if got.Names[i] != r.Names[v] {
				t.Fatalf("leaf %q became %q", r.Names[v], got.Names[i])
			}
		}
		if got.Restrict(inverse(order)).Canonical() != r.Canonical() {
			t.Fatal("the structure changed")
		}
		for i := range order {
			for j := range order {
				x, y := got.LogTime[got.CommonAncestor(i, j)], r.LogTime[r.CommonAncestor(order[i], order[j])]
				if x != y && !(math.Abs(x-y) <= 1e-9*max(1, x)) {
					t.Fatalf("−log(1−t) = %v became %v", y, x)
				}
			}
		}
	})
}

func inverse(order []int) []int {
	inv := make([]int, len(order))
	for i, v := range order {
		inv[v] = i
	}
	return inv
}

func TestNewickDepth(t *testing.T) {
	const n = 100_000
	for _, s := range []string{
		strings.Repeat("(", n) + "a" + strings.Repeat(")", n) + ";",
		strings.Repeat("(b,", n) + "a" + strings.Repeat(")", n) + ";",
		"[" + strings.Repeat("[", n) + strings.Repeat("]", n) + "](a,b);",
	} {
		p := parse(t, s)
		p.Tree.Newick()
		p.Tree.Canonical()
	}
	for _, s := range []string{strings.Repeat("(", n), strings.Repeat("(,", n), strings.Repeat("[", n),
		strings.Repeat(")", n)} {
		if _, err := ParseNewick([]byte(s)); err == nil {
			t.Errorf("%.5s… is taken for a tree", s)
		}
	}
}

func FuzzParseNewick(f *testing.F) {
	for _, s := range []string{
		"((a:.5,b:.5):.4,c:.9):.1;", "(a,b,(c,d));", "('a''b':1,\"q\":1)[&R];", "[x[y]](a:1,b:1e0);(c,d);",
		"((a:0,b:0)0.9:.5,c:.5[&posterior=1]):.5;", "(((a:1e-300,b:0):0,c:1):1e300);", "(,);", "a", "(a:-1,b:1);",
		"((a:10,b:10):30,c:40);", "[&W 1/3](a:1,b:1);", "\xef\xbb\xbf(\xff,b);",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		all, err := ReadNewick(data)
		if err != nil {
			var place *ParseError
			if !errors.As(err, &place) || place.Line < 1 || place.Column < 1 {
				t.Fatalf("error without a place: %v", err)
			}
			return
		}
		for _, p := range all {
			sound(t, p)
			back, err := ParseNewick([]byte(p.Tree.Newick()))
			if err != nil {
				t.Fatal(err)
			}
			if back.Leaves() != p.Tree.Leaves() {
				t.Fatalf("%d leaves became %d", p.Tree.Leaves(), back.Leaves())
			}
		}
	})
}

// sound checks a tree that a reader has accepted.
func sound(t *testing.T, p Parsed) {
	if err := p.Tree.Check(); err != nil {
		t.Fatal(err)
	}
	if !(p.Scale >= 1) || math.IsInf(p.Scale, 0) {
		t.Fatalf("scale %v", p.Scale)
	}
	if p.Tree.Canonical() != p.Tree.Ladderize().Canonical() {
		t.Fatal("canonical form depends on the drawing order")
	}
}

func BenchmarkParseNewick(b *testing.B) {
	text := []byte(grow(rand.New(rand.NewPCG(1, 1)), 200_000).Newick())
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ParseNewick(text); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkNewick(b *testing.B) {
	r := grow(rand.New(rand.NewPCG(1, 1)), 200_000)
	for b.Loop() {
		r.Newick()
	}
}
