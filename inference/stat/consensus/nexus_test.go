package consensus

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/tree"
)

// A consensus tree survives writing and reading with its structure, times and supports.
func TestExportedTreesReadBack(t *testing.T) {
	forSmallSets(t, func(t *testing.T, _ *rand.Rand, draws []forest.Draw) {
		s := New(draws)
		for _, x := range []*tree.Tree{s.Majority(0.5), s.MaximumCladeCredibility()} {
			var nexus, newick bytes.Buffer
			if err := tree.WriteNEXUS(&nexus, "", []tree.NEXUSTree{s.NEXUS("consensus", x)}); err != nil {
				t.Fatal(err)
			}
			if err := tree.WriteNewickSupport(&newick, x); err != nil {
				t.Fatal(err)
			}
			fromNEXUS, err := tree.ParseNEXUS(nexus.Bytes())
			if err != nil {
				t.Fatalf("%v in\n%s", err, nexus.String())
			}
			fromNewick, err := tree.ParseNewick(newick.Bytes())
			if err == nil {
				fromNewick, err = tree.MatchLeaves(fromNewick, x.Names)
			}
			if err != nil {
				t.Fatalf("%v in\n%s", err, newick.String())
			}
			for _, y := range []*tree.Tree{fromNEXUS[0], fromNewick} {
				if y.Canonical() != x.Canonical() {
					t.Fatalf("%s became %s", x.Canonical(), y.Canonical())
				}
				for _, p := range tree.SharedClades(x, y) {
					if x.Support[p[0]] != y.Support[p[1]] || !(math.Abs(x.Time(p[0])-y.Time(p[1])) <= 1e-9) {
						t.Errorf("support %v at %v became %v at %v", x.Support[p[0]], x.Time(p[0]), y.Support[p[1]], y.Time(p[1]))
					}
				}
			}
		}
	})
}

func TestAnnotationsOfFigTree(t *testing.T) {
	read := func(text string) *tree.Tree {
		x, err := tree.ParseNewick([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	var draws []forest.Draw
	for i, text := range []string{"(((a:0.5,b:0.5):0.25,c:0.75):0.25);", "(((a:0.25,b:0.25):0.5,c:0.75):0.25);",
		"((a:0.75,b:0.75,c:0.75):0.25);"} {
		draws = append(draws, forest.Draw{Iteration: 10 * i, Tree: read(text)})
	}
	s := New(draws)
	var b bytes.Buffer
	if err := tree.WriteNEXUS(&b, "", []tree.NEXUSTree{s.NEXUS("consensus", s.Majority(0.5))}); err != nil {
		t.Fatal(err)
	}
	// The annotation stands between the node and its branch length, the range in braces.
	for _, want := range []string{
		"TREE consensus = [&R] ((1[&time=1,height=0,",
		")[&posterior=0.6666666666666666,time=0.625,height=0.375,height_mean=0.375,height_median=0.375,height_95%_HPD={0.25,0.5}]:0.375",
		"height=0.75,height_mean=0.75,height_median=0.75,height_95%_HPD={0.75,0.75}]:0.2",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%s is not in\n%s", want, b.String())
		}
	}
	b.Reset()
	if err := tree.WriteNEXUS(&b, "", NEXUSDraws(draws)); err != nil {
		t.Fatal(err)
	}
	all, err := tree.ReadNEXUS(b.Bytes())
	if err != nil || len(all) != 3 || all[2].Name != "chain_1_iteration_20" {
		t.Errorf("%d draws, %v", len(all), err)
	}
	if len(s.Trees()) != 3 {
		t.Error("draws are missing")
	}
}

// The range of heights holds 95 % of the draws: of forty, two lie far out and are not in it.
func TestRangesHoldNearlyAllDraws(t *testing.T) {
	var draws []forest.Draw
	for k := range 40 {
		h := 0.4 + 0.001*float64(k)
		switch k {
		case 38:
			h = 0.1
		case 39:
			h = 0.7
		}
		tr, err := tree.ParseNewick([]byte(fmt.Sprintf("(((a:%g,b:%g):%g,c:0.75):0.25);", h, h, 0.75-h)))
		if err != nil {
			t.Fatal(err)
		}
		draws = append(draws, forest.Draw{Iteration: k, Tree: tr})
	}
	s := New(draws)
	var b bytes.Buffer
	if err := tree.WriteNEXUS(&b, "", []tree.NEXUSTree{s.NEXUS("consensus", s.Majority(0.5))}); err != nil {
		t.Fatal(err)
	}
	if want := "height_95%_HPD={0.4,0.437}"; !strings.Contains(b.String(), want) {
		t.Errorf("%s is not in\n%s", want, b.String())
	}
}
