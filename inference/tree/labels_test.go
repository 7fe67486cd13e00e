package tree

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// supportsOf lists the supports of the branch points but the topmost, sorted.
func supportsOf(t *Tree) string {
	var list []float64
	for v := range t.Parent {
		if t.Support != nil && !t.IsLeaf(v) && v != t.Top && !math.IsNaN(t.Support[v]) {
			list = append(list, t.Support[v])
		}
	}
	slices.Sort(list)
	return fmt.Sprint(list)
}

// TestSupportDialects: supports as programs write them.
func TestSupportDialects(t *testing.T) {
	for text, want := range map[string]string{
		"((a:1,b:1)95.5/100:1,(c:1,d:1)62/71:1,e:2);":                                            "[0.71 1]",
		"((a:1,b:1)95.5/0.98/100:1,(c:1,d:1)62/0.5/71:1,e:2);":                                   "[0.71 1]",
		"((a:1,b:1)100:1,(c:1,d:1)95.5/90:1,e:2);":                                               "[0.9 1]",
		"((a:1,b:1):1[95],(c:1,d:1):1[62],e:2);":                                                 "[0.62 0.95]",
		"((a:1,b:1)[&&NHX:B=95:S=x]:1,(c:1,d:1):1[&&NHX:B=62],e:2);":                             "[0.62 0.95]",
		"((a:1,b:1)[&label=95]:1,(c:1,d:1)[&label=62]:1,e:2);":                                   "[0.62 0.95]",
		"((a:1,b:1)[&UFBoot=95]:1,(c:1,d:1)[&UFBoot=62]:1,e:2);":                                 "[0.62 0.95]",
		"((a:1,b:1)'95.0:g__X':1,(c:1,d:1)'62.0:f__Y; g__Z':1,e:2)d__B:1;":                       "[0.62 0.95]",
		"((a:1,b:1)[&prob(percent)=\"95\"]:1,(c:1,d:1)[&prob=0.62,prob(percent)=\"62\"]:1,e:2);": "[0.62 0.95]",
		"(('#H1':1,b:1)95:1,(c:1,d#1:1)62:1,e:2);":                                               "[0.62 0.95]",
		"((a:1,b:1)95%:1,(c:1,d:1)62%:1,e:2);":                                                   "[0.62 0.95]",
		"((a:1,b:1)7:1,(c:1,d:1)8:1,e:2)6;":                                                      "[]",
		"(((a:1,b:1)5:1,c:2)6:1,(d:1.5,e:1.5)7:1.5)8;":                                           "[]",
		"((a:1,b:1)1:1,(c:1,d:1)2:1,e:2);":                                                       "[]",
		"((a:1,b:1)98:1,(c:1,d:1)99:1,e:2);":                                                     "[0.98 0.99]",
		"((a:1,b:1)0.95:1,(c:1,d:1)1:1,e:2);":                                                    "[0.95 1]",
		"((a:1,b:1)g__X:1,(c:1,d:1)'A/B':1,e:2);":                                                "[]",
		"((a:1[comment],b[3]:1)90:1,(c:1,d:1)80:1,e:2);":                                         "[0.8 0.9]",
		"[12] ((a:1,b:1)90:1,(c:1,d:1)80:1,e:2)[3];":                                             "[0.8 0.9]",
		"<phyloxml><phylogeny><clade><clade branch_length='1'><confidence type='bootstrap'>95</confidence><clade><name>a</name><branch_length>1</branch_length></clade><clade><name>b</name><branch_length>1</branch_length></clade></clade><clade><name>c</name><branch_length>2</branch_length></clade></clade></phylogeny></phyloxml>": "[0.95]",
	} {
		all, err := Read([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := supportsOf(all[0].Tree); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestSeveralSupports: labels of several supports keep all of them, as shares, through what is done to a tree, and
// they are written as they were.
func TestSeveralSupports(t *testing.T) {
	texts := func(x *Tree) string {
		var list []string
		for v := range x.Parent {
			if s := x.SupportText(v, func(s float64) string { return fmt.Sprint(math.Round(1e6*s) / 1e6) }); s != "" {
				list = append(list, s)
			}
		}
		slices.Sort(list)
		return strings.Join(list, " ")
	}
	for text, want := range map[string]string{
		"((a:1,b:1)95.5/100:1,(c:1,d:1)62/71:1,e:2);":          "0.62/0.71 0.955/1",
		"((a:1,b:1)95.5/0.98/100:1,(c:1,d:1)62/0.5/71:1,e:2);": "0.62/0.5/0.71 0.955/0.98/1",
		"((a:1,b:1)95.5/100:1,(c:1,d:1)71:1,e:2);":             "0.71 0.955/1",
		"((a:1,b:1)0.9/1:1,(c:1,d:1)0.5/0.25:1,e:2);":          "0.5/0.25 0.9/1",
		"((a:1,b:1)'95.5/100:g__X':1,(c:1,d:1)'62/71':1,e:2);": "0.62/0.71 0.955/1",
		"((a:1,b:1)7/6:1,(c:1,d:1)8/9:1,e:2);":                 "0.07/0.06 0.08/0.09",
		"((a:1,b:1)2000/100:1,(c:1,d:1)62/71:1,e:2);":          "0.62/0.71 NaN/1",
		"((a:1,b:1)100:1,(c:1,d:1)71:1,e:2);":                  "0.71 1",
	} {
		all, err := Read([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		x := all[0].Tree
		if err := x.Check(); err != nil || texts(x) != want {
			t.Errorf("%s: %s, want %s; %v", text, texts(x), want, err)
		}
		same := x.Clone()
		matched, err := MatchLeaves(x, []string{"e", "d", "c", "b", "a"})
		if err != nil {
			t.Fatal(err)
		}
		for name, y := range map[string]*Tree{"clone": same, "matched": matched,
			"restricted": x.Restrict([]int{0, 1, 2, 3}), "collapsed": x.CollapseBelow(0)} {
			if err := y.Check(); err != nil || texts(y) != want {
				t.Errorf("%s, %s: %s, want %s; %v", text, name, texts(y), want, err)
			}
		}
		if strings.Contains(want, "NaN") {
			continue
		}
		var b strings.Builder
		if err := WriteNewickSupport(&b, x); err != nil {
			t.Fatal(err)
		}
		if again, err := Read([]byte(b.String())); err != nil || texts(again[0].Tree) != want {
			t.Errorf("written %s: %v", b.String(), err)
		}
	}
	one, err := Read([]byte("((a:1,b:1,c:1)95/40:1,(d:1,e:1)80/90:1,f:2);"))
	if err != nil {
		t.Fatal(err)
	}
	whole := one[0].Tree
	if got := texts(whole.CollapseBelow(.5)); got != "0.8/0.9" {
		t.Errorf("collapsed: %s", got)
	}
	resolved := whole.Resolved(func(leaf int) []float64 { return []float64{float64(leaf)} })
	if len(resolved.Before) != resolved.Nodes() || texts(resolved) != texts(whole) {
		t.Errorf("resolved: %s", texts(resolved))
	}
}

// TestSlightlyNegative: lengths of neighbour joining become 0, with a note; others are refused.
func TestSlightlyNegative(t *testing.T) {
	all, err := Read([]byte("((a:1,b:-0.01):1,c:2);"))
	if err != nil || len(all[0].Notes) != 1 || !strings.Contains(all[0].Notes[0], "1 branch lengths slightly below 0") {
		t.Fatalf("%+v, %v", all, err)
	}
	if _, err := Read([]byte("((a:1,b:-0.5):1,c:2);")); err == nil ||
		!strings.Contains(err.Error(), "column 9: branch length -0.5 is negative") {
		t.Error(err)
	}
}

// TestRefusedTrees: other forms are named.
func TestRefusedTrees(t *testing.T) {
	for text, want := range map[string]string{
		`{"tree":"((a:1{0},b:1{1}):1{2});","placements":[]}`:       "jplace",
		"((A:1,(B:1)#H1:1)90:1,(C:1,#H1:1)80:1,E:2);":              "this is a network",
		"tread 'trees from TNT'\n(0 (1 2 ))*\n(0 (2 1 ));\nproc-;": "TNT",
		`{"name":"root"}`:                       "JSON",
		`<nex:nexml xmlns:nex="x"></nex:nexml>`: "NeXML",
		"<phyloxml><phylogeny>":                 "damaged",
		"<phyloxml></phyloxml>":                 "no phylogeny",
	} {
		if _, err := Read([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// FuzzPhyloXML: no file makes the reader panic, and what it reads is a tree.
func FuzzPhyloXML(f *testing.F) {
	f.Add([]byte(
		"<phyloxml><phylogeny><clade><clade branch_length='1'><name>a</name></clade><clade><branch_length>1</branch_length></clade></clade></phylogeny></phyloxml>"))
	f.Add([]byte("<clade></clade><clade><clade/></clade></clade>"))
	f.Add([]byte("<a><clade><name>x<b/></name></clade></a>"))
	f.Fuzz(func(t *testing.T, data []byte) {
		all, err := ReadPhyloXML(data)
		for _, p := range all {
			if e := p.Tree.Check(); err == nil && e != nil {
				t.Fatalf("%q: %v", data, e)
			}
		}
	})
}
