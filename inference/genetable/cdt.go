package genetable

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/tree"
)

// Clustered are the files of a table in the order of its trees, as Java TreeView opens them. GTR is the tree of
// the rows, ATR that of the columns; nil where there is none.
type Clustered struct {
	CDT, GTR, ATR []byte
}

// Cluster writes data, in the units of the table read, in the order of a tree of its rows, one of its columns, or
// both; nil for none. The trees have the names of rows and of columns at their leaves. The likeness of a node is
// its time: 0 at the root, 1 at the leaves. A branch point of more than two children becomes several nodes of
// one likeness, because the form has only pairs.
func Cluster(d *inference.Dataset, rows, columns *tree.Tree) (*Clustered, error) {
	if rows == nil && columns == nil {
		return nil, errors.New("there is no tree to order the table by")
	}
	byRow, err := order(d.Rows, rows, "row")
	if err != nil {
		return nil, err
	}
	byColumn, err := order(d.Columns, columns, "column")
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	w := bufio.NewWriter(&b)
	line := func(cells ...string) {
		for i, c := range cells {
			if i > 0 {
				w.WriteByte('\t')
			}
			w.WriteString(clean(c))
		}
		w.WriteByte('\n')
	}
	var id []string // before the names of rows, where rows have a tree
	if rows != nil {
		id = []string{"GID"}
	}
	head := append(id, "NAME_ID", "NAME", "GWEIGHT")
	blanks := make([]string, len(head)-1)
	weights := append([]string{"EWEIGHT"}, blanks...)
	arrays := append([]string{"AID"}, blanks...)
	for _, j := range byColumn {
		head, weights, arrays = append(head, d.Columns[j]), append(weights, "1"), append(arrays, "ARRY"+strconv.Itoa(j)+"X")
	}
	line(head...)
	if columns != nil {
		line(arrays...)
	}
	line(weights...)
	for _, i := range byRow {
		cells := []string{d.Rows[i], d.Rows[i], "1"}
		if rows != nil {
			cells = append([]string{"GENE" + strconv.Itoa(i) + "X"}, cells...)
		}
		for _, j := range byColumn {
			if x := d.Input(i, j); math.IsNaN(x) {
				cells = append(cells, "")
			} else {
				cells = append(cells, number(x))
			}
		}
		line(cells...)
	}
	if err := w.Flush(); err != nil {
		return nil, err
	}
	return &Clustered{b.Bytes(), nodes(rows, d.Rows, "GENE"), nodes(columns, d.Columns, "ARRY")}, nil
}

// order returns the places of names in the order of the leaves; as they are without a tree.
func order(names []string, t *tree.Tree, what string) ([]int, error) {
	if t == nil {
		return inference.UpTo(len(names)), nil
	}
	if t.Leaves() != len(names) {
		return nil, fmt.Errorf("the tree has %d leaves, but the table has %d %ss", t.Leaves(), len(names), what)
	}
	at := places(names)
	var list []int
	for _, leaf := range t.LeafOrder() {
		i, ok := at[t.Names[leaf]]
		if !ok {
			return nil, fmt.Errorf("the leaf %q is not a %s of the table", t.Names[leaf], what)
		}
		list = append(list, i)
	}
	return list, nil
}

func places(names []string) map[string]int {
	at := make(map[string]int, len(names))
	for i, s := range names {
		at[s] = i
	}
	return at
}

// nodes writes a tree as pairs, children before parents; nil for none.
func nodes(t *tree.Tree, names []string, leaf string) []byte {
	if t == nil {
		return nil
	}
	at := places(names)
	var b bytes.Buffer
	id := make([]string, t.Nodes())
	made := 0
	all := t.PreOrder()
	for k := len(all) - 1; k >= 0; k-- {
		v := all[k]
		if t.IsLeaf(v) {
			id[v] = leaf + strconv.Itoa(at[t.Names[v]]) + "X"
			continue
		}
		children := t.Children[v]
		id[v] = id[children[0]]
		for _, c := range children[1:] {
			made++
			node := fmt.Sprintf("NODE%dX", made)
			fmt.Fprintf(&b, "%s\t%s\t%s\t%s\n", node, id[v], id[c], number(t.Time(v)))
			id[v] = node
		}
	}
	return b.Bytes()
}

// Files hands each file to put, with the ending of its name.
func (c *Clustered) Files(put func(ending string, write func(w io.Writer) error) error) error {
	for _, f := range []struct {
		ending string
		data   []byte
	}{{".gtr", c.GTR}, {".atr", c.ATR}, {".cdt", c.CDT}} { // the file that is opened comes last
		if f.data == nil {
			continue
		}
		if err := put(f.ending, func(w io.Writer) error { _, err := w.Write(f.data); return err }); err != nil {
			return err
		}
	}
	return nil
}
