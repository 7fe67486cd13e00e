package depict

import (
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/board"
	"example.org/espalier/inference/stat/scores"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict/subject"
)

// CrossingWords say how well two partitions agree.
func CrossingWords(c *board.Crossing) string {
	return fmt.Sprintf("agreement %s, from 0 by chance to 1 (adjusted Rand index) · %s", number(c.AdjustedRand),
		plotting.Plural(c.Rows, "row"))
}

func crossingTitle(c *board.Crossing) string { return c.A.Name + " and " + c.B.Name }

// CrossingAlluvial shows how the groups of one partition flow into those of another. The data, which may be nil, name
// the rows.
func CrossingAlluvial(c *board.Crossing, d *inference.Dataset) chart.Alluvial {
	return chart.Alluvial{Title: crossingTitle(c), Subtitle: d.Say(CrossingWords(c)), Names: [2]string{c.A.Name, c.B.Name},
		Groups: [2][]string{c.A.Groups, c.B.Groups}, Counts: c.Counts, Style: plotting.Light}
}

// CrossingMatrix counts the rows of each pair of groups. Groups of the second partition stand below
// those of the first that have most of their rows. The data are those of [CrossingAlluvial].
func CrossingMatrix(c *board.Crossing, d *inference.Dataset) *cells.Confusion {
	f := &cells.Confusion{Title: crossingTitle(c), Subtitle: d.Say(CrossingWords(c)),
		Class: c.A.Name, Group: c.B.Name, Classes: c.A.Groups, Groups: c.B.Groups,
		Counts: c.Counts, Stands: scores.Majority(c.Counts), Equals: true, Window: plotting.All, Style: plotting.Light}
	if d != nil {
		f.Things = d.Things
	}
	return f
}

// CrossingPlates are the figures of two partitions ready to be printed.
func CrossingPlates(c *board.Crossing, software, data string) []Plate {
	m := plotting.Metadata{Title: crossingTitle(c), Software: software, Data: data}
	flow, table := m, m
	flow.Description = "rows of each group of " + c.A.Name + " by group of " + c.B.Name +
		", as bands · " + CrossingWords(c)
	table.Description = "rows of each group of " + c.A.Name + " by group of " + c.B.Name + " · " + CrossingWords(c)
	tallest := max(c.A.Count(), c.B.Count())
	return []Plate{
		{Name: "alluvial", Figure: CrossingAlluvial(c, nil), Metadata: flow,
			Size: plotting.Size{WidthMM: pageWidth, HeightMM: min(60+6*float64(tallest), mostTall), DPI: dpi}},
		{Name: "counts", Figure: CrossingMatrix(c, nil), Metadata: table,
			Size: plotting.Size{WidthMM: pageWidth, HeightMM: min(32+8*float64(max(len(c.A.Groups), 1)), mostTall), DPI: dpi}},
	}
}

// hasAlluvial reports whether the result has clusters and an annotation that could be a class.
func hasAlluvial(s *Subject) bool {
	return ofGroups(s) && s.Classification() == nil && hasClusters(s) && len(ClassAnnotations(s.Data)) > 0
}

// HasPartition reports whether the result puts the rows into groups by itself, or has a tree of them
// that can be cut into some.
func HasPartition(s *Subject) bool {
	return s.Classification() == nil && (s.HasTree() || hasClusters(s))
}

// alluvialOf shows how the classes of the rows flow into the clusters that were found.
func alluvialOf(s *Subject) chart.Alluvial {
	p := PuttingOf(s, ClassesState{Epoch: -1}) // the clusters as they are now
	c, err := board.Cross(board.Partition{Name: p.Class.Name,
		Rows: rowNames(len(p.Found)), Labels: p.Class.Codes, Groups: p.Class.Levels},
		board.Partition{Name: "cluster", Rows: rowNames(len(p.Found)), Labels: p.Found, Groups: p.Groups})
	if err != nil {
		return chart.Alluvial{Style: plotting.Light, Empty: "No row has both a class and a cluster."}
	}
	f := CrossingAlluvial(c, s.Data)
	f.Title = subject.JoinTitle(s.Title(0), "classes and clusters")
	return f
}

// rowNames number the rows, which need not have distinct names.
func rowNames(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint(i)
	}
	return names
}
