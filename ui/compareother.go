package ui

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"espalier/inference"
	"espalier/inference/algorithm/linkage"
	"espalier/inference/kind/forest"
	"espalier/inference/run"
	"espalier/inference/tree"
	"espalier/plotting"
	"espalier/plotting/dendro"
	"espalier/ui/dialogs"
	"espalier/ui/guard"
	"espalier/ui/say"
	"espalier/views/compare"
	"espalier/views/controls"
)

// Keys of the trees that can be compared with: these prefixes and a number or name.
const (
	pickFile    = "file"
	pickLoaded  = "file:"
	pickLinkage = "linkage:"
	pickBest    = "best:"
	pickEarlier = "earlier:"
)

// Bounds of the list of trees.
const (
	mostLoaded  = 12 // trees of one file
	mostBest    = 20
	mostEarlier = 8
)

// others are the trees that the tree of the result can be compared with.
type others struct {
	picked   string // a key; "" for none
	loaded   []compare.Tree
	linkages map[string]compare.Tree // of the present data, as they are made
	earlier  []compare.Tree          // of runs before, oldest first
}

var linkageNames = []struct {
	method linkage.Method
	title  string
}{{linkage.Ward, "Ward linkage"}, {linkage.Average, "average linkage"}, {linkage.Complete, "complete linkage"}, {linkage.Single, "single linkage"}}

// remember keeps the tree of a run when another begins on the same rows; on other rows
// there is nothing to compare with.
func (o *others) remember(before, now *Result) {
	if before == nil || len(forest.TreesOf(before.Snapshot)) == 0 {
		return
	}
	if !slices.Equal(before.Data.Rows, now.Data.Rows) {
		o.picked, o.earlier = "", nil
		return
	}
	if before.Info.Name == now.Info.Name && before.Seed == now.Seed && before.First == now.First &&
		before.Data == now.Data && sameSettings(before.Settings, now.Settings) {
		return
	}
	t := compare.Tree{Name: shortName(before, 0) + ", before", Tree: forest.Best(before.Snapshot), Axis: dendro.DiffusionAxis()}
	if h := before.Subject().Height(); h > 0 {
		t.Axis = dendro.HeightAxis(h)
	}
	if v, ok := before.Subject().Objective(0); ok {
		t.Name += " (" + say.Number(v) + ")"
	}
	o.earlier = append(o.earlier, t)
	if len(o.earlier) > mostEarlier {
		o.earlier = slices.Clone(o.earlier[1:])
		if o.picked == pickEarlier+"0" {
			o.picked = ""
		} else if i, ok := keyNumber(o.picked, pickEarlier); ok {
			o.picked = pickEarlier + strconv.Itoa(i-1)
		}
	}
}

func keyNumber(key, prefix string) (int, bool) {
	text, ok := strings.CutPrefix(key, prefix)
	i, err := strconv.Atoi(text)
	return i, ok && err == nil
}

// options lists what can be picked now.
func (o *others) options(p *comparePage) []controls.Option {
	list := []controls.Option{{Value: "", Title: "no other tree"}, {Value: pickFile, Title: "Tree file…", Note: "Newick or NEXUS; leaves are named like the rows."}}
	for i, t := range o.loaded {
		list = append(list, controls.Option{Value: pickLoaded + strconv.Itoa(i), Title: t.Name})
	}
	for _, l := range linkageNames {
		if p.result.Subject().Linkage() == strings.Fields(l.title)[0] {
			continue
		}
		list = append(list, controls.Option{Value: pickLinkage + string(l.method), Title: plotting.Capital(l.title)})
	}
	best, n := p.c.tree.Best()
	for i := range min(n, mostBest) {
		if i != best {
			list = append(list, controls.Option{Value: pickBest + strconv.Itoa(i), Title: fmt.Sprintf("Tree %d of %d", i+1, n)})
		}
	}
	for i, t := range o.earlier {
		list = append(list, controls.Option{Value: pickEarlier + strconv.Itoa(i), Title: t.Name})
	}
	return list
}

// tree returns the tree picked; its Tree is nil where none is, or while it is made.
func (o *others) tree(p *comparePage) compare.Tree {
	if i, ok := keyNumber(o.picked, pickLoaded); ok && i < len(o.loaded) {
		return o.loaded[i]
	}
	if i, ok := keyNumber(o.picked, pickEarlier); ok && i < len(o.earlier) {
		return o.earlier[i]
	}
	trees := p.c.tree.Trees()
	if i, ok := keyNumber(o.picked, pickBest); ok && i < len(trees) {
		t := p.own()
		t.Name, t.Tree = shortName(p.result, i), trees[i].Tree
		if i == 0 {
			t.Name += ", the best"
		}
		return t
	}
	method, ok := strings.CutPrefix(o.picked, pickLinkage)
	if !ok {
		return compare.Tree{}
	}
	for _, l := range linkageNames {
		if string(l.method) == method {
			t := p.linkage(l.method)
			t.Name = l.title
			return t
		}
	}
	return compare.Tree{}
}

// linkage returns a linkage of the data, and has it made where it is not yet there.
func (p *comparePage) linkage(m linkage.Method) compare.Tree {
	key, data := string(m), p.result.Data
	t, asked := p.others.linkages[key]
	if asked {
		return t
	}
	n, _ := data.Dims()
	if err := run.Fits(inference.Estimate{Bytes: linkage.Bytes(n)}); err != nil {
		p.others.picked = ""
		p.c.w.ws.fail("This linkage cannot be made.", err)
		return t
	}
	p.others.linkages[key] = t
	p.c.w.Background(func(ctx context.Context) func() {
		t, err := guard.Call(func() (compare.Tree, error) { return linkageOfData(ctx, data, m) })
		return func() {
			switch {
			case err != nil:
				p.c.w.ws.fail("This linkage cannot be made.", err)
			case p.result != nil && p.result.Data == data:
				p.others.linkages[key] = t
				p.refresh()
			}
		}
	})
	return t
}

func linkageOfData(ctx context.Context, data *inference.Dataset, m linkage.Method) (compare.Tree, error) {
	c := linkage.New(data.X, m)
	for !c.Advance(1 << 24) {
		if err := ctx.Err(); err != nil {
			return compare.Tree{}, err
		}
	}
	merges := c.Merges()
	t := compare.Tree{Tree: linkage.Tree(merges, data.Rows), Axis: dendro.HeightAxis(1)}
	if n := len(merges); n > 0 && merges[n-1].Height > 0 {
		t.Axis = dendro.HeightAxis(linkage.Headroom * merges[n-1].Height)
	}
	return t, nil
}

// treeFilters are the kinds of file that hold trees.
var treeFilters = []dialogs.FileFilter{
	{Name: "Trees (Newick, NEXUS)", Extensions: []string{"nwk", "newick", "tre", "tree", "trees", "nex", "nexus", "nxs", "txt"}},
	{Name: "All files", Extensions: []string{"*"}},
}

// isTreeFile reports whether a name is that of a file of trees.
func isTreeFile(path string) bool {
	ext := strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), ".")
	return ext != "txt" && slices.Contains(treeFilters[0].Extensions, ext)
}

// askCompare lets the user choose a file of trees to compare with.
func (w *window) askCompare() {
	if w.centre.shown == nil || w.centre.shown.Subject().Treeless() {
		w.ws.fail("There is no tree to compare with.", errNoFigure)
		return
	}
	w.ChooseOpen("Compare with a tree", treeFilters, w.compareFile)
}

// compareFile reads the trees of a file and compares with the first.
func (w *window) compareFile(path string) {
	name := filepath.Base(path)
	if w.centre.shown == nil {
		w.ws.fail(name+" holds a tree.", errNoTable)
		return
	}
	w.Background(func(ctx context.Context) func() {
		trees, err := guard.Call(func() ([]tree.Parsed, error) {
			data, err := readFile(ctx, path)
			if err != nil {
				return nil, err
			}
			return tree.Read(data)
		})
		return func() {
			if err != nil {
				w.ws.fail("Could not read the tree of "+name+".", err)
				return
			}
			w.compareTrees(strings.TrimSuffix(name, filepath.Ext(name)), trees)
		}
	})
}

// compareTrees adds trees of a file to the list and compares with the first.
func (w *window) compareTrees(name string, trees []tree.Parsed) {
	p := w.centre.compare
	first := len(p.others.loaded)
	for i, t := range trees[:min(len(trees), mostLoaded)] {
		c := compare.Tree{Name: name, Tree: t.Tree, Axis: dendro.AxisOf(t)}
		if len(trees) > 1 {
			c.Name = fmt.Sprintf("%s, tree %d", name, i+1)
			if t.Name != "" {
				c.Name = name + ", " + t.Name
			}
		}
		p.others.loaded = append(p.others.loaded, c)
	}
	if len(trees) > 1 {
		w.ws.Tell(Notice{Text: fmt.Sprintf("%s has %s trees: the first is shown, and the list at the top has the first %d.", name, say.Thousands(len(trees)), min(len(trees), mostLoaded))})
	}
	w.centre.tabs.Pick(tabCompare)
	p.pick(pickLoaded + strconv.Itoa(first))
}
