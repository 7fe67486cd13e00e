package compare

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/process/coded"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/panics"
)

// Keys of the trees that can be compared with: these prefixes and a number or name.
const (
	pickFile    = "file"
	pickLoaded  = "file:"
	pickLinkage = "linkage:"
	pickBest    = "best:"
	pickResult  = "result:"
)

// MostLoaded is how many trees of one file are listed.
const MostLoaded = 12

// mostBest is how many of the best trees of the result are listed.
const mostBest = 20

// candidates are the trees that the tree of the result can be compared with.
type candidates struct {
	picked   string // a key; "" for none
	loaded   []Tree
	linkages map[string]Tree // of the present data, as they are made
	results  []Other         // of the study, the newest first
}

var linkageNames = []struct {
	method linkage.Method
	title  string
}{{linkage.Ward, "Ward linkage"}, {linkage.Average, "average linkage"}, {linkage.Complete, "complete linkage"},
	{linkage.Single, "single linkage"}}

func keyNumber(key, prefix string) (int, bool) {
	text, ok := strings.CutPrefix(key, prefix)
	i, err := strconv.Atoi(text)
	return i, ok && err == nil
}

// options lists the trees that can be picked now.
func (o *candidates) options(p *Pane) []controls.Option {
	list := append([]controls.Option{{Value: "", Title: "no other tree"}}, o.ofResults(p)...)
	list = append(list, controls.Option{Value: pickFile, Title: "Tree file…", Note: "Newick or NEXUS, with leaves named " +
		"like the rows.", Head: "Files"})
	for i, t := range o.loaded {
		list = append(list, controls.Option{Value: pickLoaded + strconv.Itoa(i), Title: t.Name, Head: "Files"})
	}
	for _, l := range linkageNames {
		if title := plotting.Capital(l.title); !o.lists(title) {
			list = append(list, controls.Option{Value: pickLinkage + string(l.method), Title: title, Head: "Linkages"})
		}
	}
	n := len(forest.TreesOf(p.result.Snapshot))
	for i := range min(n, mostBest) {
		if i != p.shown.Rank {
			list = append(list, controls.Option{Value: pickBest + strconv.Itoa(i), Title: fmt.Sprintf("Tree %d of %d", i+1, n),
				Head: "Trees of this result"})
		}
	}
	return list
}

// tree returns the tree picked. Its Tree is nil if none is picked, or while it is being made.
func (o *candidates) tree(p *Pane) Tree {
	if i, ok := keyNumber(o.picked, pickLoaded); ok && i < len(o.loaded) {
		return o.loaded[i]
	}
	if id, ok := keyNumber(o.picked, pickResult); ok {
		return o.ofResult(study.ResultID(id))
	}
	trees := forest.TreesOf(p.result.Snapshot)
	if i, ok := keyNumber(o.picked, pickBest); ok && i < len(trees) {
		t := p.own()
		t.Name, t.Tree = p.name(i), trees[i].Tree
		if i == 0 {
			t.Name += ", the best"
		}
		return t
	}
	method, ok := strings.CutPrefix(o.picked, pickLinkage)
	if !ok {
		return Tree{}
	}
	for _, l := range linkageNames {
		if string(l.method) == method {
			t := p.linkage(l.method)
			t.Name = l.title
			return t
		}
	}
	return Tree{}
}

// linkage returns a linkage of the data, and starts to make it if it is missing.
func (p *Pane) linkage(m linkage.Method) Tree {
	key, data := string(m), p.result.Data
	t, asked := p.others.linkages[key]
	if asked {
		return t
	}
	n, d := data.Dims()
	complete := data.Missing() == 0
	if err := run.Fits(inference.Estimate{Bytes: linkage.Bytes(n, d, complete, m, linkage.Euclidean)}); err != nil {
		p.others.picked = ""
		p.Fail("This linkage cannot be computed.", err)
		return t
	}
	p.others.linkages[key] = t
	p.from.Background(func(ctx context.Context) func() {
		t, err := panics.Call(func() (Tree, error) { return linkageOfData(ctx, data, m) })
		return func() {
			switch {
			case err != nil:
				p.Fail("This linkage cannot be computed.", err)
			case p.result.Data == data:
				p.others.linkages[key] = t
				p.refresh()
			}
		}
	})
	return t
}

func linkageOfData(ctx context.Context, data *inference.Dataset, m linkage.Method) (Tree, error) {
	c := linkage.New(coded.Of(data).X, m)
	for !c.Advance(1 << 24) {
		if err := ctx.Err(); err != nil {
			return Tree{}, err
		}
	}
	merges := c.Merges()
	t := Tree{Tree: linkage.Tree(merges, data.Rows), Axis: dendro.HeightAxis(1)}
	if n := len(merges); n > 0 && merges[n-1].Height > 0 {
		t.Axis = dendro.HeightAxis(linkage.Headroom * merges[n-1].Height)
	}
	return t, nil
}

// AddTrees adds trees of a file to the list and compares with the first.
func (p *Pane) AddTrees(name string, trees []tree.Parsed) {
	first := len(p.others.loaded)
	for i, t := range trees[:min(len(trees), MostLoaded)] {
		c := Tree{Name: name, Tree: t.Tree, Axis: dendro.AxisOf(t)}
		if len(trees) > 1 {
			c.Name = fmt.Sprintf("%s, tree %d", name, i+1)
			if t.Name != "" {
				c.Name = name + ", " + t.Name
			}
		}
		p.others.loaded = append(p.others.loaded, c)
	}
	p.pick(pickLoaded + strconv.Itoa(first))
}
