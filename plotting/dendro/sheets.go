package dendro

import (
	"strconv"

	"example.org/espalier/plotting"
)

// Sheets returns the order of the leaves with groups, annotations and the values shown
// ("leaves"), the nodes with parent, time, size and support ("nodes"), and likewise those of the tree
// of the columns where there is one ("column nodes").
func (d *Dendrogram) Sheets() []plotting.Sheet {
	if d.Tree == nil || len(d.Tree.Preorder) == 0 {
		return nil
	}
	sheets := []plotting.Sheet{d.leafSheet(), d.nodeSheet()}
	if d.Heat != nil && d.Heat.Tree != nil {
		sheets = append(sheets, d.columnNodeSheet())
	}
	return sheets
}

func (d *Dendrogram) leafSheet() plotting.Sheet {
	header := []string{"position", "name"}
	c := newClasses(d)
	if c.group != nil {
		header = append(header, "group")
	}
	for _, s := range d.Strips {
		header = append(header, s.Annotation.Name)
	}
	if d.Heat != nil {
		for _, j := range d.Heat.Order {
			header = append(header, d.Heat.ColumnName(j))
		}
	}
	return plotting.Sheet{Name: "leaves", Header: header, Rows: func(yield func([]string) bool) {
		cells := make([]string, 0, len(header))
		for r, leaf := range d.Tree.Order() {
			row := int(leaf)
			cells = append(cells[:0], strconv.Itoa(r+1), d.Tree.Tree().Names[row])
			if c.group != nil {
				name := ""
				if g := c.group[r]; g >= 0 {
					name = d.Groups[g].Name
				}
				cells = append(cells, name)
			}
			for i := range d.Strips {
				name := ""
				if code := d.Strips[i].Code(row); code >= 0 {
					name = d.Strips[i].Annotation.Levels[code]
				}
				cells = append(cells, name)
			}
			if d.Heat != nil {
				n, _ := d.Heat.X.Dims()
				for _, j := range d.Heat.Order {
					if row < n {
						cells = append(cells, d.Heat.CellText(row, j))
					} else {
						cells = append(cells, "")
					}
				}
			}
			if !yield(cells) {
				return
			}
		}
	}}
}

// near returns the supports that forgive stray rows, by node; nil where there are none.
func (d *Dendrogram) near() []float64 {
	if d.Near == nil {
		return nil
	}
	return d.Near.Near(d.Tree.Tree())
}

func (d *Dendrogram) nodeSheet() plotting.Sheet {
	t, p := d.Tree.Tree(), d.Tree
	header := []string{"node", "parent", "name", "time", "leaves"}
	if d.Height > 0 {
		header = append(header, "height")
	}
	if t.Support != nil {
		header = append(header, "support")
	}
	if t.Before != nil {
		header = append(header, "all supports of its file")
	}
	near := d.near()
	if near != nil {
		header = append(header, "support forgiving stray rows")
	}
	if d.Branches != nil {
		header = append(header, d.Branches.Title)
	}
	unnamed := func(row int) string { return d.cladeWords(int(p.Preorder[row])) }
	return plotting.Sheet{Name: "nodes", Header: header, Unnamed: unnamed, Rows: func(yield func([]string) bool) {
		cells := make([]string, 0, len(header))
		for _, node := range p.Preorder {
			v := int(node)
			parent, name := "", ""
			if t.Parent[v] >= 0 {
				parent = strconv.Itoa(t.Parent[v])
			}
			if t.IsLeaf(v) {
				name = t.Names[v]
			}
			cells = append(cells[:0], strconv.Itoa(v), parent, name, plotting.Cell(p.Time[v]), strconv.Itoa(p.Size(v)))
			if d.Height > 0 {
				cells = append(cells, plotting.Cell((1-p.Time[v])*d.Height))
			}
			if t.Support != nil {
				support := ""
				if v < len(t.Support) && !t.IsLeaf(v) {
					support = plotting.Cell(t.Support[v])
				}
				cells = append(cells, support)
			}
			if t.Before != nil {
				cells = append(cells, t.SupportText(v, plotting.Cell))
			}
			if near != nil {
				cells = append(cells, plotting.Cell(near[v]))
			}
			if d.Branches != nil {
				value := ""
				if v < len(d.Branches.Values) {
					value = plotting.Cell(d.Branches.Values[v])
				}
				cells = append(cells, value)
			}
			if !yield(cells) {
				return
			}
		}
	}}
}

// cladeWords names a clade by its first and last leaf.
func (d *Dendrogram) cladeWords(v int) string {
	p := d.Tree
	if v == p.Tree().Top {
		return "the whole tree"
	}
	leaves := p.Leaves(v)
	names := p.Tree().Names
	return "the clade of " + names[leaves[0]] + " and " + names[leaves[len(leaves)-1]] + ", " +
		plotting.Plural(len(leaves), "leaf|leaves")
}
