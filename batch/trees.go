package batch

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"

	"example.org/espalier/inference/board"
	"example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/stat/consensus"
	"example.org/espalier/inference/stat/gap"
	"example.org/espalier/inference/stat/reading"
	"example.org/espalier/inference/stat/scores"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
)

// writeTrees writes the tree of the result and the other trees of the model. A search gives its K
// best trees with their weights. A sampler gives the draws after burn-in; the tree of maximum clade
// credibility is then the tree of the result, and both consensus trees go, annotated, to
// consensus.nex. A tree over the columns goes to columns.nwk, with its supports.
func (f *fitted) writeTrees(out *folder) error {
	best := f.tree()
	if best == nil {
		return nil
	}
	if c := covariance.Of(f.snapshot); c != nil && c.Tree != nil {
		var columns bytes.Buffer
		if err := tree.WriteNewickSupport(&columns, c.Tree); err != nil {
			return err
		}
		if err := out.write("columns.nwk", columns.Bytes()); err != nil {
			return err
		}
	}
	var one, all bytes.Buffer
	if s := f.posterior(); s.Draws() > 0 {
		return f.writePosterior(out, s, best)
	}
	write := tree.WriteNewick
	if depict.CutByModel(f.snapshot) != nil { // the probability of each join
		write = tree.WriteNewickSupport
	}
	if err := write(&one, best.CollapseBelow(f.command.Below)); err != nil {
		return err
	}
	if err := out.write("tree.nwk", one.Bytes()); err != nil {
		return err
	}
	if b := depict.Backing(f.subject()); b != nil {
		var text bytes.Buffer
		if err := tree.WriteNEXUS(&text, f.subject().Metadata(0).Caption(), []tree.NEXUSTree{b.NEXUS(best)}); err != nil {
			return err
		}
		if err := out.write("supports.nex", text.Bytes()); err != nil {
			return err
		}
	}
	for _, t := range forest.TreesOf(f.snapshot) {
		fmt.Fprintf(&all, "[&W %s] %s", strconv.FormatFloat(t.Weight, 'g', -1, 64), t.Tree.Newick())
	}
	return out.write("trees.nwk", all.Bytes())
}

func (f *fitted) writePosterior(out *folder, s *consensus.Set, credible *tree.Tree) error {
	comment := fmt.Sprintf("%s; %s after burn-in", f.subject().Metadata(0).Caption(), plotting.Plural(s.Draws(), "draw"))
	var annotations []tree.LeafAnnotation
	for _, a := range f.material.Data.Annotations {
		annotations = append(annotations, tree.LeafAnnotation{Name: a.Name, Values: a.Values})
	}
	for _, file := range []struct {
		name  string
		write func(w io.Writer) error
	}{
		{"tree.nwk", func(w io.Writer) error { return tree.WriteNewickSupport(w, credible.CollapseBelow(f.command.Below)) }},
		{"trees.nwk", func(w io.Writer) error { return tree.WriteNewick(w, s.Trees()...) }},
		{"trees.nex", func(w io.Writer) error { return tree.WriteNEXUS(w, comment, consensus.NEXUSDraws(s.All())) }},
		{"consensus.nex", func(w io.Writer) error {
			return tree.WriteNEXUS(w, comment, []tree.NEXUSTree{
				s.NEXUS("majority_rule", s.Majority(0.5)), s.NEXUS("maximum_clade_credibility", credible)}, annotations...)
		}},
	} {
		var b bytes.Buffer
		if err := file.write(&b); err != nil {
			return err
		}
		if err := out.write(file.name, b.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// posterior gathers the draws after burn-in; an empty set for methods that do not sample.
func (f *fitted) posterior() *consensus.Set { return f.subject().Draws() }

// tree returns the tree of the result: the best tree or, for a sampler, that of maximum clade
// credibility; nil if there is none.
func (f *fitted) tree() *tree.Tree { return f.subject().Tree() }

// clusters are groups of the rows that were fitted.
type clusters struct {
	Name   string   `json:"name"`
	Count  int      `json:"count"`
	Labels []int    `json:"labels"` // group of each row, from 1; 0 for one that stands alone
	Rows   []string `json:"rows"`
	// Offered is into how many groups the tree may be cut, and Reason why; 1 where no groups are clear.
	Offered int    `json:"offered,omitempty"`
	Reason  string `json:"reason,omitempty"`
	// Where no groups are clear: into how many parts the rows divide best all the same, and the part of each row, from 1.
	Parts      int   `json:"parts,omitempty"`
	PartLabels []int `json:"part_labels,omitempty"`

	// Of a model that samples: what its draws say.
	Alone *int          `json:"alone,omitempty"` // rows that stand alone
	Drawn *numberOfSets `json:"number,omitempty"`
	Words string        `json:"words,omitempty"`
	// Of a model that cuts the tree it made: the probability that the rows of each group are one cluster.
	Together []number `json:"together,omitempty"`
}

// numberOfSets is the number of groups over the draws.
type numberOfSets struct {
	Mean number `json:"mean"`
	From int    `json:"from"` // of the 90 % interval
	To   int    `json:"to"`
	One  number `json:"one"` // the share of the draws with one group
	// Agreement is how far the groups of each chain agree with those shown.
	Agreement []number `json:"agreement,omitempty"`
}

// agreement compares a result with labels. Rows without a label are left out.
type agreement struct {
	Labels            string `json:"labels"`
	Groups            int    `json:"groups"`
	Rows              int    `json:"rows"` // that have a label
	AdjustedRand      number `json:"adjusted_rand_index"`
	MutualInformation number `json:"normalised_mutual_information"`
	Variation         number `json:"variation_of_information"` // nats
	Purity            number `json:"purity"`
	DendrogramPurity  number `json:"dendrogram_purity"`
	// ResolvedPurity is that of the tree with the children of branch points of many joined two by two.
	ResolvedPurity number `json:"dendrogram_purity_resolved"`
	// For groups instead of a tree: the levels of the labels, and the rows of each level by group.
	Levels    []string `json:"levels,omitempty"`
	Confusion [][]int  `json:"confusion,omitempty"`
}

// agreement cuts the tree of the result into as many groups as there are labels, and compares the
// groups with the labels. Without labels it cuts the tree into as many groups as lie apart, and the
// second result is nil. For models that give groups, with or without a tree, see partition.
func (f *fitted) agreement() (*clusters, *agreement) {
	read := f.reading()
	if read == nil || f.command.Labels == "" && partition.Of(f.snapshot) != nil {
		return f.partition()
	}
	number, data := f.number(), f.material.Data
	all := &clusters{Name: "tree cut by branches into groups that lie apart", Count: number.Groups,
		Labels: fromOne(tree.GroupLabels(read.Groups(number.Groups), read.Tree.Leaves())), Rows: data.Rows, Offered: number.Groups, Reason: number.Reason()}
	if number.Groups == 1 && number.Parts > 1 {
		all.Parts, all.PartLabels = number.Parts, fromOne(tree.GroupLabels(read.Groups(number.Parts), read.Tree.Leaves()))
	}
	codes := f.labels()
	if f.command.Labels == "" || len(codes) == 0 {
		return all, nil
	}
	name, into := f.cut()
	a, cut := board.AgreeTree(read.Tree, read.Resolved, codes, into)
	if a == nil {
		return all, nil
	}
	all.Name, all.Count, all.Labels = name+" into as many groups as there are labels", a.Groups, fromOne(cut)
	return all, agreementOf(f.command.Labels, a)
}

// cut returns what --cut does, in words and as a function of the number of groups.
func (f *fitted) cut() (name string, into func(k int) [][]int) {
	read, row := f.reading(), f.material.Data.X.RawRowView
	switch f.command.Cut {
	case "time":
		return "tree cut at one time", func(k int) [][]int { g, _ := read.Tree.CutExactly(k, row); return g }
	case "tightest":
		return "tree cut into tightest clades", func(k int) [][]int { return read.Tree.CutTightest(k, row) }
	}
	return "tree cut by branches", read.Groups
}

// reading reads the tree of the result, once; nil without one, or for one of other leaves than the rows.
func (f *fitted) reading() *reading.Tree {
	t := f.tree()
	if f.read == nil && t != nil && t.Leaves() == len(f.material.Data.Rows) {
		f.read = reading.Of(t, f.material.Data.X)
	}
	return f.read
}

// number says into how many groups the tree may be cut.
func (f *fitted) number() gap.Number {
	if f.groups == nil {
		n := f.reading().Number()
		f.groups = &n
	}
	return *f.groups
}

// ofTree lists what must be said of a tree: that its groups are arbitrary, that it sets the rows apart less than simple clustering
// does, or that it finds no order among them.
func (f *fitted) ofTree() (notes []string) {
	read := f.reading()
	if read == nil {
		return nil
	}
	if f.claims == nil {
		f.claims = []string{}
		if f.subject().Height() == 0 { // of the model's own, not a linkage
			if text := read.Apart().Sentence(); text != "" {
				if f.settings.Has("columns") && f.settings.Text("columns") != "independent" {
					text += " Try --set columns=independent."
				}
				f.claims = append(f.claims, text+" --model agglomerative makes Ward's tree.")
			}
			if text := read.Star(); text != "" {
				f.claims = append(f.claims, text)
			}
		}
	}
	notes = slices.Clone(f.claims)
	k := 0
	if codes := f.labels(); f.command.Labels != "" && len(codes) > 0 {
		k = board.Distinct(codes)
	}
	if text := f.ties(k); text != "" {
		notes = append(notes, text)
	}
	return notes
}

// ties says that the groups which are compared with labels are arbitrary; "" where they are not.
func (f *fitted) ties(k int) string {
	if k < 2 {
		return ""
	}
	switch f.command.Cut {
	case "time":
		return f.reading().TimesTied(k)
	case "tightest":
		return f.reading().TightestTied(k)
	}
	return f.reading().Ties(k)
}

// agreementOf lays out how a result agrees with labels.
func agreementOf(labels string, a *board.Agreement) *agreement {
	return &agreement{Labels: labels, Groups: a.Groups, Rows: a.Rows,
		AdjustedRand: number(a.AdjustedRand), MutualInformation: number(a.MutualInformation), Variation: number(a.VariationOfInformation),
		Purity: number(a.Purity), DendrogramPurity: number(a.DendrogramPurity), ResolvedPurity: number(a.ResolvedPurity)}
}

// partition returns the groups that a model found, and their agreement with the labels, if there
// are any.
func (f *fitted) partition() (*clusters, *agreement) {
	l := partition.Of(f.snapshot)
	if l == nil || f.command.Classes != "" { // given, not found
		return nil, nil
	}
	count, alone := l.Count()
	c := &clusters{Name: "found by " + f.info.Name, Count: count, Labels: fromOne(l.Labels), Rows: f.material.Data.Rows, Words: l.Words()}
	if mean, from, to, ok := l.NumberDrawn(); ok {
		c.Alone, c.Drawn = &alone, &numberOfSets{Mean: number(mean), From: from, To: to, One: number(l.OneGroup())}
		for _, a := range l.Agreement {
			c.Drawn.Agreement = append(c.Drawn.Agreement, number(a))
		}
	}
	c.Together = f.merged(l.Labels, count)
	codes := f.labels()
	if len(codes) == 0 {
		return c, nil
	}
	a := board.AgreeGroups(l.Labels, codes)
	if a == nil {
		return c, nil
	}
	out, levels := agreementOf(f.command.Labels, a), f.levels()
	out.Groups, out.Levels, out.Confusion = c.Count, levels, scores.Confusion(codes, l.Labels, len(levels), c.Count)
	return c, out
}

// merged returns the probability that the rows of each group are one cluster, from the tree that the model cut; 1 for a
// single row, nil without such a tree.
func (f *fitted) merged(labels []int, groups int) (of []number) {
	t := f.tree()
	if t == nil || t.Support == nil {
		return nil
	}
	rows := make([][]int, groups)
	for i, k := range labels {
		if k >= 0 {
			rows[k] = append(rows[k], i)
		}
	}
	for _, r := range rows {
		p := 1.0
		if v, exact := t.FindClade(r); exact && !t.IsLeaf(v) {
			p = t.Support[v]
		}
		of = append(of, number(p))
	}
	return of
}

// fromOne returns groups as result.json numbers them.
func fromOne(groups []int) []int {
	out := make([]int, len(groups))
	for i, g := range groups {
		out[i] = g + 1
	}
	return out
}

// levels returns the values that the labels have.
func (f *fitted) levels() []string {
	for _, a := range f.material.Data.Annotations {
		if a.Name == f.command.Labels {
			return a.Levels
		}
	}
	return nil
}

// labels returns the code of each fitted row's label, -1 where it is missing.
func (f *fitted) labels() []int {
	for _, a := range f.material.Data.Annotations {
		if a.Name == f.command.Labels {
			return a.Codes
		}
	}
	return nil
}
