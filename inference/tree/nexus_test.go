package tree

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestNEXUSRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		n := rapid.IntRange(1, 20).Draw(t, "leaves")
		names := rapid.SliceOfNDistinct(rapid.String(), n, n, func(s string) string { return s }).Draw(t, "names")
		var trees []NEXUSTree
		for range rapid.IntRange(1, 3).Draw(t, "trees") {
			r := grow(rng, n)
			r.Names = names
			if rng.IntN(2) == 0 {
				r.Support = make([]float64, r.Nodes())
				for v := range r.Support {
					r.Support[v] = math.NaN()
					if v >= n {
						r.Support[v] = rng.Float64()
					}
				}
			}
			trees = append(trees, NEXUSTree{Tree: r, Weight: rng.Float64(), Name: "best_" + rapid.String().Draw(t, "name")})
		}
		values := make([]string, n)
		for i := range values {
			values[i] = rapid.String().Draw(t, "value")
		}
		var b bytes.Buffer
		if err := WriteNEXUS(&b, "a [comment]", trees, LeafAnnotation{"posterior of, it", values}); err != nil {
			t.Fatal(err)
		}
		all, err := ReadNEXUS(b.Bytes())
		if err != nil {
			t.Fatalf("%v in\n%s", err, b.String())
		}
		if len(all) != len(trees) {
			t.Fatalf("%d trees became %d", len(trees), len(all))
		}
		for i, p := range all {
			want := trees[i]
			if !slices.Equal(p.Tree.Names, names) || p.Tree.Canonical() != want.Tree.Canonical() {
				t.Fatalf("tree changed:\n%s", b.String())
			}
			if p.Name != want.Name || p.Weight != want.Weight || !p.Lengths {
				t.Fatalf("name %q, weight %v, lengths %v", p.Name, p.Weight, p.Lengths)
			}
			for _, s := range SharedClades(p.Tree, want.Tree) {
				if !(math.Abs(p.Tree.LogTime[s[0]]-want.Tree.LogTime[s[1]]) <= 1e-9) {
					t.Fatal("times changed")
				}
				if want.Tree.Support != nil && p.Tree.Support[s[0]] != want.Tree.Support[s[1]] {
					t.Fatal("supports changed")
				}
			}
		}
	})
}

func TestNEXUSForms(t *testing.T) {
	for name, s := range map[string]string{
		"translated": "#NEXUS\nbegin trees;\n translate 1 'a b', 2 b, 3 'it''s';\n tree * x = [&R] ((1:.5,2:.5)[&prob=0.5]:.5,3:1);\nend;",
		"numbered":   "#nexus\n[c]\nBEGIN TAXA; DIMENSIONS NTAX=3; TAXLABELS 'a b' b 'it''s'; END; BEGIN TREES; TREE x=[&U]((1:.5,2:.5)0.5:.5,3:1); END;",
		"named":      "#NEXUS\nbegin data; matrix a 01[;] b ';'; end; begin TREES; utree 'x' = ((\"a b\":.5,b:.5)50:.5,'it''s':1); end;",
	} {
		all, err := ReadNEXUS([]byte(s))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		r := all[0].Tree
		if all[0].Name != "x" || r.Canonical() != "((0,1),2)" || !slices.Equal(r.Names, []string{"a b", "b", "it's"}) ||
			r.Support == nil {
			t.Errorf("%s: %+v of %s", name, all[0], r.Newick())
		}
	}
}

func TestNEXUSErrors(t *testing.T) {
	for s, want := range map[string]string{
		"(a,b);":   "nexus: line 1, column 1: a NEXUS file begins with #NEXUS",
		"#NEXUS\n": "nexus: line 2, column 1: there is no tree in this file",
		"#NEXUS begin trees; tree x = (a:1,\nb:-1); end;": "nexus: line 2, column 3: branch length -1 is negative",
		"#NEXUS begin trees; tree (a:1,b:1); end;":        "nexus: line 1, column 25: this tree lacks a name",
		"#NEXUS begin trees; translate 1 a 2 b; end;":     "nexus: line 1, column 30: the translation of \"1\" is not followed",
		"#NEXUS begin trees; translate 1, 2 b; end;":      "nexus: line 1, column 30: the translation of \"1\" lacks a name",
		"#NEXUS begin trees; tree x = [&R] ((a,b)":        "nexus: line 1, column 35: 1 of the parentheses",
		"#NEXUS begin trees; tree x = ":                   "nexus: line 1, column 25: this tree is cut off",
		"#NEXUS begin trees; [never":                      "nexus: line 1, column 21: this comment is never closed",
	} {
		_, err := ReadNEXUS([]byte(s))
		var place *ParseError
		if err == nil || !strings.HasPrefix(err.Error(), want) || !errors.As(err, &place) {
			t.Errorf("%q gives %v, want %s", s, err, want)
		}
	}
	if err := WriteNEXUS(&bytes.Buffer{}, "", nil); err == nil {
		t.Error("no trees are written")
	}
	a, b := comb(3), comb(4)
	if err := WriteNEXUS(&bytes.Buffer{}, "", []NEXUSTree{{Tree: a}, {Tree: b}}); err == nil {
		t.Error("trees over different leaves are written")
	}
	if err := WriteNEXUS(&bytes.Buffer{}, "", []NEXUSTree{{Tree: a}}, LeafAnnotation{"x", nil}); err == nil {
		t.Error("an annotation without values is written")
	}
}

func FuzzParseNEXUS(f *testing.F) {
	for _, s := range []string{
		"#NEXUS\nbegin trees;\n translate 1 'a b', 2 b, 3 'it''s';\n tree * x = [&R] ((1:.5,2:.5)[&prob=0.5]:.5,3:1);\nend;",
		"#nexus\n[c]\nBEGIN TAXA; DIMENSIONS NTAX=3; TAXLABELS 'a b' b 'it''s'; END; BEGIN TREES; TREE x=[&U]((1:.5,2:.5)0.5:.5,3:1); END;",
		"#NEXUS\nbegin data; matrix a 01[;] b ';'; end; begin TREES; utree 'x' = ((\"a b\":.5,b:.5)50:.5,'it''s':1); end;",
		"#NEXUS begin trees; tree x = [&W 0.5] (a,b); tree y = (b,a); end;",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		all, err := ReadNEXUS(data)
		if err != nil {
			var place *ParseError
			if !errors.As(err, &place) || place.Line < 1 || place.Column < 1 {
				t.Fatalf("error without a place: %v", err)
			}
			return
		}
		for _, p := range all {
			sound(t, p)
			var b bytes.Buffer
			if err := WriteNEXUS(&b, string(data), []NEXUSTree{{Name: p.Name, Tree: p.Tree, Weight: p.Weight}}); err != nil {
				t.Fatal(err)
			}
			back, err := ReadNEXUS(b.Bytes())
			if err != nil {
				t.Fatalf("%v in\n%s", err, b.String())
			}
			if back[0].Name != p.Name && p.Name != "" || !slices.Equal(back[0].Tree.Names, p.Tree.Names) {
				t.Fatalf("%q with %q became %q with %q", p.Name, p.Tree.Names, back[0].Name, back[0].Tree.Names)
			}
		}
	})
}
