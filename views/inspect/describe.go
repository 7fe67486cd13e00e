package inspect

import (
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/clusters"
)

// DescribeRows describes rows of the data in words and numbers, by m, the mixture shown of a
// snapshot (see [MixtureAt]), or by the clusters that a model found. It describes a component, the
// clusters that a row may belong to, or how many clusters several rows are spread over. The title
// is "" if the names of the rows say more.
func DescribeRows(s *inference.Snapshot, m *mixture.Mixture, rows []int) (title string, lines [][2]string) {
	if s == nil || len(rows) == 0 {
		return "", nil
	}
	if list := depict.SelectedComponents(mixture.Of(s), rows); len(list) == 1 && len(rows) == countOf(mixture.Of(s), list[0]) {
		return describeComponent(mixture.Of(s), list[0])
	}
	if len(rows) > 1 {
		title = plotting.Plural(len(rows), "row")
	}
	class, certainty := m.Assigned()
	if class == nil {
		class = partition.LabelsOf(s)
	}
	if class == nil {
		return title, nil
	}
	if r := rows[0]; len(rows) == 1 && r < len(class) && class[r] >= 0 {
		text := fmt.Sprintf("cluster %d", class[r]+1)
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
		return title, [][2]string{{"all in", fmt.Sprintf("cluster %d", most+1)}}
	}
	return title, [][2]string{{"in", plotting.Plural(len(sizes), "cluster")}, {"most in", fmt.Sprintf("cluster %d, %s", most+1, plotting.FormatCount(sizes[most]))}}
}

// countOf returns for how many rows a component is the most probable.
func countOf(m *mixture.Mixture, k int) int {
	class, _ := m.Assigned()
	return len(clusters.RowsOf(class, k))
}

func describeComponent(m *mixture.Mixture, k int) (string, [][2]string) {
	c := m.Components[k]
	lines := [][2]string{{"rows", plotting.FormatDigits(c.Size, 4)}, {"share", plotting.FormatPercent(c.Weight)}}
	if c.Loadings != nil {
		lines = append(lines, [2]string{"factors", fmt.Sprint(c.Dimension())}, [2]string{"noise", plotting.FormatPercent(cells.NoiseShare(m, c)) + " of its variance"})
	}
	lines = append(lines, [2]string{"score per row", plotting.FormatDigits(c.Score, 3)})
	if c.Class != "" {
		lines = append(lines, [2]string{"of class", c.Class})
	}
	return fmt.Sprintf("Cluster %d", k+1), append(lines, [2]string{"born as", fmt.Sprintf("component %d", c.ID+1)})
}
