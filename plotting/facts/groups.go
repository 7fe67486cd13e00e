package facts

import (
	"fmt"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/board"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/kind/profile"
	"example.org/espalier/inference/stat/scores"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/depict/subject"
)

// groups are results that put the rows into groups, with or without a tree.
var groups = Kind{
	Members: func(r Result) (l List) {
		g := groupedOf(r)
		if g.clusters != nil {
			l.Add("clusters", g.clusters)
		}
		if g.agreement != nil {
			l.Add("scores", g.agreement)
		}
		return l
	},
	Printed: printedGroups,
	Doubts:  doubtsOfGroups,
	Overview: func(s Shown) (string, List) {
		labels := partition.LabelsOf(s.Snapshot)
		if labels == nil {
			return "", nil
		}
		sizes := map[int]int{}
		none := 0
		for _, k := range labels {
			if k < 0 {
				none++
			} else {
				sizes[k]++
			}
		}
		var l List
		for k := range min(mostListed, len(sizes)) {
			l.Offer(cluster(k), s.Data.Say(plotting.Plural(sizes[k], "row")), func() study.Selection {
				return study.Selection{Rows: depict.RowsOf(labels, k)}
			})
		}
		if none > 0 {
			l.Offer("in none", s.Data.Say(plotting.Plural(none, "row")), func() study.Selection {
				return study.Selection{Rows: depict.RowsOf(labels, -1)}
			})
		}
		return "Clusters", l
	},
	Describe: func(s Shown, of study.Selection) (string, [][2]string, bool) {
		if _, whole := wholeComponent(s, of.Rows); whole || len(of.Rows) == 0 {
			return "", nil, false
		}
		title, lines := describeRows(s, of.Rows)
		return title, lines, true
	},
}

// mostListed limits how many clusters or factors the inspector lists.
const mostListed = 60

// grouped are the groups of a result and how they agree with labels.
type grouped struct {
	clusters, agreement List // nil for none
	agreed              *board.Agreement
	reason              string // why a tree is cut into so many groups; "" for others
}

type groupedKey struct{ labels, cut, class string }

// groupedOf returns the groups that a model found or, where the tree is to be compared with labels or is all there is,
// those into which it is cut.
func groupedOf(r Result) grouped {
	return subject.Once(r.Subject, groupedKey{r.Labels, r.Cut, r.Class}, func() grouped {
		read, p := readingOf(r), partition.Of(r.Snapshot)
		switch {
		case read != nil && (r.Labels != "" || p == nil):
			return groupedByTree(r, read)
		case p != nil && r.Class == "": // else they are given, not found
			return groupedByModel(r, p)
		}
		return grouped{}
	})
}

func groupedByModel(r Result, p *partition.Partition) (g grouped) {
	count, alone := p.Count()
	c := Of("name", "found by "+r.Info.Name, "count", count, "labels", fromOne(p.Labels), "rows", r.Data.Rows)
	if number := numberOf(p); number != nil {
		c.Add("alone", alone)
		c.Add("number", number)
	}
	c.AddSome("words", p.Words())
	c.AddSome("together", merged(r.Tree(), p.Labels, count))
	g.clusters = c
	codes := codesOf(r)
	if len(codes) == 0 {
		return g
	}
	if a := board.AgreeGroups(p.Labels, codes); a != nil {
		a.Groups = count
		levels := levelsOf(r)
		g.agreed, g.agreement = a, Agreement(r.Labels, a)
		g.agreement.AddSome("levels", levels)
		g.agreement.AddSome("confusion", scores.Confusion(codes, p.Labels, len(levels), count))
	}
	return g
}

// foundGroups says how many groups a model found, with their sizes; "" where a tree, a graph or profiles tell.
func foundGroups(r Result) string {
	p := partition.Of(r.Snapshot)
	if p == nil || r.Class != "" || profile.Of(r.Snapshot) != nil {
		return ""
	}
	if g := graph.Of(r.Snapshot); g != nil && g.Over == graph.Rows {
		return ""
	}
	noun := "group"
	words := r.Data.Say(p.Words())
	if words == "" {
		noun = strings.TrimSuffix(p.Name, "s")
		return sizesOf(p.Labels, noun)
	}
	if groups, _ := p.Count(); groups > 1 {
		_, sizes, _ := strings.Cut(sizesOf(p.Labels, noun), "; ")
		sizes, _, _ = strings.Cut(sizes, "; in none") // the words say who stands alone
		words += "; " + sizes
	}
	return words
}

// mostAlone is the share of the rows from which on it is doubted that a partition into clusters of one row describes
// them.
const mostAlone = 0.25

// doubtsOfGroups says that clusters leave many rows alone. A model that samples says it in the words of its partition.
func doubtsOfGroups(r Result) []string {
	p := partition.Of(r.Snapshot)
	if p == nil || r.Class != "" || p.Words() != "" {
		return nil
	}
	sizes, _ := clusterSizes(p.Labels)
	alone := single(sizes)
	if n := len(p.Labels); float64(alone) >= mostAlone*float64(n) {
		return []string{r.Data.Say(fmt.Sprintf("The clusters describe %d of %d rows; the others stand alone.", n-alone, n))}
	}
	return nil
}

// printedGroups says which groups were found, how they agree with the labels, and why a tree is cut into so many.
func printedGroups(r Result) (lines []string) {
	g := groupedOf(r)
	if text := foundGroups(r); text != "" {
		lines = append(lines, text)
	}
	if a := g.agreed; a != nil {
		text := fmt.Sprintf("adjusted Rand index %.3f, normalised mutual information %.3f, purity %.3f", a.AdjustedRand,
			a.MutualInformation, a.Purity)
		into := plotting.Plural(a.Groups, "group")
		if r.Tree() != nil {
			into = "cut into " + into
			if text += fmt.Sprintf("; dendrogram purity %.3f", a.DendrogramPurity); a.ResolvedPurity != a.DendrogramPurity {
				text += fmt.Sprintf(" (%.3f with the children of each branch point grouped)", a.ResolvedPurity)
			}
		}
		lines = append(lines, fmt.Sprintf("against %s, %s: %s", r.Labels, into, strings.ReplaceAll(text, "-", "−")))
	}
	if g.reason != "" {
		lines = append(lines, g.reason)
	}
	return lines
}

// codesOf returns the code of each fitted row's label, −1 where it is missing; nil without labels.
func codesOf(r Result) []int { return labelled(r).Codes }

// levelsOf returns the values that the labels have.
func levelsOf(r Result) []string { return labelled(r).Levels }

func labelled(r Result) inference.Annotation {
	for _, a := range r.Data.Annotations {
		if a.Name == r.Labels && r.Labels != "" {
			return a
		}
	}
	return inference.Annotation{}
}

// Agreement lays out how a result agrees with labels. The variation of information is in nats; the resolved purity is
// that of the tree with the children of branch points of many joined two by two.
func Agreement(labels string, a *board.Agreement) List {
	return Of("labels", labels, "groups", a.Groups, "rows", a.Rows, "adjusted_rand_index", Number(a.AdjustedRand),
		"normalised_mutual_information", Number(a.MutualInformation), "variation_of_information",
		Number(a.VariationOfInformation),
		"purity", Number(a.Purity), "dendrogram_purity", Number(a.DendrogramPurity), "dendrogram_purity_resolved",
		Number(a.ResolvedPurity))
}

// merged returns the probability that the rows of each group are one cluster, from the tree that the model cut; 1 for a
// single row, nil without such a tree.
func merged(t *tree.Tree, labels []int, groups int) (of []Number) {
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
		of = append(of, Number(p))
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

// assigned returns the cluster of each row, −1 for none, and how certain it is; nil where nothing tells.
func assigned(s Shown) (class []int, certainty []float64) {
	if class, certainty = depict.MixtureOf(s.Subject, s.Epoch).Assigned(); class == nil {
		class = partition.LabelsOf(s.Snapshot)
	}
	return class, certainty
}

// describeRows says to which clusters rows belong.
func describeRows(s Shown, rows []int) (title string, lines [][2]string) {
	if len(rows) > 1 {
		title = s.Data.Say(plotting.Plural(len(rows), "row"))
	}
	class, certainty := assigned(s)
	if class == nil {
		return title, nil
	}
	if r := rows[0]; len(rows) == 1 && r < len(class) && class[r] >= 0 {
		text := cluster(class[r])
		if certainty != nil {
			text += ", " + plotting.FormatPercent(certainty[r])
		}
		return title, [][2]string{{"belongs to", text}}
	}
	sizes, most := map[int]int{}, 0
	for _, r := range rows {
		if r < len(class) && class[r] >= 0 {
			sizes[class[r]]++
		}
	}
	for k, n := range sizes {
		if n > sizes[most] || n == sizes[most] && k < most {
			most = k
		}
	}
	switch len(sizes) {
	case 0:
		return title, nil
	case 1:
		return title, [][2]string{{"all in", cluster(most)}}
	}
	return title, [][2]string{{"in", plotting.Plural(len(sizes), "cluster")},
		{"most in", cluster(most) + ", " + plotting.FormatCount(sizes[most])}}
}
