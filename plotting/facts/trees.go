package facts

import (
	"fmt"
	"io"
	"strconv"

	"example.org/espalier/inference/board"
	"example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/process/coded"
	"example.org/espalier/inference/stat/consensus"
	"example.org/espalier/inference/stat/gap"
	"example.org/espalier/inference/stat/reading"
	"example.org/espalier/inference/stat/support"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/depict/subject"
)

// trees are results with a tree of the rows. A search has its K best trees with their weights. Of a sampler the tree of
// maximum clade credibility is the tree of the result, and both consensus trees go, annotated, to consensus.nex. A tree
// over the columns goes to columns.nwk, with its supports.
var trees = Kind{
	Files: treeFiles,
	Printed: func(r Result) []string {
		if t, expected := r.Tree(), subject.ExpectedPoints(r.Subject); expected != "" && t != nil {
			return []string{plotting.Plural(t.Nodes()-t.Leaves(), "branch point") + ", " + expected}
		}
		return nil
	},
	Doubts: doubtsOfTree,
}

type (
	readingKey struct{}
	numberKey  struct{}
	claimsKey  struct{}
)

// readingOf reads the tree of a result, once; nil without one, or for one of other leaves than the rows.
func readingOf(r Result) *reading.Tree {
	return subject.Once(r.Subject, readingKey{}, func() *reading.Tree {
		if t := r.Tree(); t != nil && t.Leaves() == len(r.Data.Rows) {
			return reading.Read(t, coded.Worth(r.Data), r.ReadWithin())
		}
		return nil
	})
}

// groupedByTree cuts the tree into as many groups as there are labels, and compares the groups with the labels. Without
// labels it cuts the tree into as many groups as lie apart.
func groupedByTree(r Result, read *reading.Tree) (g grouped) {
	number := subject.Once(r.Subject, numberKey{}, read.Number)
	into := func(k int) []int { return fromOne(tree.GroupLabels(read.Groups(k), read.Tree.Leaves())) }
	name, count, labels := "tree cut by branches into groups that lie apart", number.Groups, into(number.Groups)
	if codes := codesOf(r); len(codes) > 0 {
		how, cut := cutOf(r, read)
		if a, found := board.AgreeTree(read.Tree, read.Resolved, codes, cut); a != nil {
			name, count, labels = how+" into as many groups as there are labels", a.Groups, fromOne(found)
			g.agreed, g.agreement = a, Agreement(r.Labels, a)
		}
	}
	g.reason = number.Reason()
	g.clusters = Of("name", name, "count", count, "labels", labels, "rows", r.Data.Rows)
	g.clusters.AddSome("offered", number.Groups)
	g.clusters.AddSome("reason", g.reason)
	if parted(number) {
		g.clusters.Add("parts", number.Parts)
		g.clusters.Add("part_labels", into(number.Parts))
	}
	return g
}

// parted reports whether the rows divide best into several parts although no groups are clear.
func parted(n gap.Number) bool { return n.Groups == 1 && n.Parts > 1 }

// cutOf returns how a tree is cut, in words and as a function of the number of groups.
func cutOf(r Result, read *reading.Tree) (name string, into func(k int) [][]int) {
	row := coded.Worth(r.Data).RawRowView
	switch r.Cut {
	case "time":
		return "tree cut at one time", func(k int) [][]int { g, _ := read.Tree.CutExactly(k, row); return g }
	case "tightest":
		return "tree cut into tightest clades", func(k int) [][]int { return read.Tree.CutTightest(k, row) }
	}
	return "tree cut by branches", read.Groups
}

// doubtsOfTree lists warnings about a tree: that its groups are arbitrary, that it sets the rows apart less than simple
// clustering does, or that it finds no order among them.
func doubtsOfTree(r Result) []string {
	read := readingOf(r)
	if read == nil {
		return nil
	}
	claims := subject.Once(r.Subject, claimsKey{}, func() (list []string) {
		if r.Height() != 0 { // a linkage, and no tree of the model's own
			return nil
		}
		if text := read.Apart().Sentence(); text != "" && !r.Data.OfKinds() && !r.ByClarity() {
			// The tree of auto is that of columns by themselves already.
			if s := r.Settings; s.Has("columns") && s.Text("columns") != "independent" && s.Text("columns") != "auto" {
				text += " Try --set columns=independent."
			}
			list = append(list, text+" --model agglomerative makes Ward's tree.")
		}
		if text := read.Star(); text != "" {
			list = append(list, text)
		}
		if text := support.TooHigh(r.Snapshot); text != "" {
			list = append(list, text+" Try --set columns=covariance.")
		}
		return list
	})
	list := append([]string{}, claims...)
	k := 0
	if codes := codesOf(r); len(codes) > 0 {
		k = board.Distinct(codes)
	}
	if text := ties(r, read, k); text != "" {
		list = append(list, text)
	}
	return list
}

// ties says that the groups which are compared with labels are arbitrary; "" where they are not.
func ties(r Result, read *reading.Tree, k int) string {
	switch {
	case k < 2:
		return ""
	case r.Cut == "time":
		return read.TimesTied(k)
	case r.Cut == "tightest":
		return read.TightestTied(k)
	}
	return read.Ties(k)
}

func treeFiles(r Result) (files []File) {
	best := r.Tree()
	if best == nil {
		return nil
	}
	add := func(name string, write func(io.Writer) error) { files = append(files, File{Name: name, Write: write}) }
	if c := covariance.Of(r.Snapshot); c != nil && c.Tree != nil {
		add("columns.nwk", func(w io.Writer) error { return tree.WriteNewickSupport(w, c.Tree) })
	}
	if s := r.Draws(); s.Draws() > 0 {
		return append(files, drawnFiles(r, s, best)...)
	}
	write := tree.WriteNewick
	if depict.CutByModel(r.Snapshot) != nil { // the probability of each join
		write = tree.WriteNewickSupport
	}
	add("tree.nwk", func(w io.Writer) error { return write(w, best.CollapseBelow(r.Below)) })
	if b := subject.Backing(r.Subject); b != nil {
		add("supports.nex", func(w io.Writer) error {
			return tree.WriteNEXUS(w, r.Metadata(0).Caption(), []tree.NEXUSTree{b.NEXUS(best)})
		})
	}
	add("trees.nwk", func(w io.Writer) error {
		for _, t := range forest.TreesOf(r.Snapshot) {
			if _, err := fmt.Fprintf(w, "[&W %s] %s", strconv.FormatFloat(t.Weight, 'g', -1, 64), t.Tree.Newick()); err != nil {
				return err
			}
		}
		return nil
	})
	return files
}

// drawnFiles are the trees of a sampler; credible is that of maximum clade credibility.
func drawnFiles(r Result, s *consensus.Set, credible *tree.Tree) []File {
	comment := fmt.Sprintf("%s; %s after burn-in", r.Metadata(0).Caption(), plotting.Plural(s.Draws(), "draw"))
	var annotations []tree.LeafAnnotation
	for _, a := range r.Data.Annotations {
		annotations = append(annotations, tree.LeafAnnotation{Name: a.Name, Values: a.Values})
	}
	return []File{
		{Name: "tree.nwk",
			Write: func(w io.Writer) error { return tree.WriteNewickSupport(w, credible.CollapseBelow(r.Below)) }},
		{Name: "trees.nwk", Write: func(w io.Writer) error { return tree.WriteNewick(w, s.Trees()...) }},
		{Name: "trees.nex",
			Write: func(w io.Writer) error { return tree.WriteNEXUS(w, comment, consensus.NEXUSDraws(s.All())) }},
		{Name: "consensus.nex", Write: func(w io.Writer) error {
			return tree.WriteNEXUS(w, comment, []tree.NEXUSTree{
				s.NEXUS("majority_rule", s.Majority(0.5)), s.NEXUS("maximum_clade_credibility", credible)}, annotations...)
		}},
	}
}
