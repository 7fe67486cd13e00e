package stored

import (
	"strings"

	"example.org/espalier/inference"
)

// The matrices of 10x Genomics: Cell Ranger 3 and later keeps one in the group matrix, earlier ones one for each
// genome. Cells are the columns of the file and become the rows.
// https://www.10xgenomics.com/support/software/cell-ranger/latest/analysis/outputs/cr-outputs-h5-matrices
var tenX = form{title: "10x Genomics HDF5",
	is: func(root Node) bool { return len(tenXGroups(root)) > 0 }, sheets: tenXSheets}

const turnedNote = "The columns of the matrix, which are the observed cells, became the rows of the table."

// tenXGroups are the groups that hold a matrix.
func tenXGroups(root Node) (groups []string) {
	names, err := root.Names()
	if err != nil {
		return nil
	}
	for _, name := range names {
		if n, err := root.Child(name); err == nil && has(n, "barcodes", "data", "indices", "indptr", "shape") {
			groups = append(groups, name)
		}
	}
	return groups
}

func tenXSheets(root Node) (list []sheet, notes []string, err error) {
	for _, name := range tenXGroups(root) {
		list = append(list, sheet{name, func() (m matrix, rows, columns frame, err error) {
			n, err := root.Child(name)
			if err != nil {
				return m, rows, columns, err
			}
			return tenXMatrix(n)
		}})
	}
	return list, []string{turnedNote}, nil
}

func tenXMatrix(n Node) (m matrix, rows, columns frame, err error) {
	shape, err := ints(n, "shape")
	if err != nil {
		return m, rows, columns, err
	}
	if len(shape) != 2 {
		return m, rows, columns, fault(n, "does not say how many features and cells it has")
	}
	if m, err = sparse(n, shape[1], shape[0]); err != nil {
		return m, rows, columns, err
	}
	rows.key = "barcode"
	if rows.names, err = texts(n, "barcodes"); err != nil {
		return m, rows, columns, err
	}
	features, names, told := n, "gene_names", map[string]string{"genes": "id"}
	if has(n, "features") {
		if features, err = n.Child("features"); err != nil {
			return m, rows, columns, err
		}
		names, told = "name", map[string]string{"id": "id", "feature_type": "feature type", "genome": "genome"}
	}
	if columns.names, err = texts(features, names); err != nil {
		return m, rows, columns, err
	}
	for _, path := range []string{"genes", "id", "feature_type", "genome"} {
		if told[path] == "" || !has(features, path) {
			continue
		}
		values, err := texts(features, path)
		if err != nil {
			return m, rows, columns, err
		}
		if a := inference.NewAnnotation(told[path], values); len(a.Levels) > 1 {
			columns.annotations = append(columns.annotations, a)
		}
	}
	return m, rows, columns, lengths(n, m, rows, columns)
}

// lengths checks the names and annotations of a matrix against it.
func lengths(n Node, m matrix, rows, columns frame) error {
	for _, f := range []struct {
		frame
		n    int
		what string
	}{{rows, m.n, "rows"}, {columns, m.d, "columns"}} {
		if len(f.names) != f.n {
			return fault(n, "has %d names of %s, but the matrix has %d", len(f.names), f.what, f.n)
		}
		for _, a := range f.annotations {
			if len(a.Values) != f.n {
				return fault(n, "has %d values in %q, but the matrix has %d %s", len(a.Values), a.Name, f.n, f.what)
			}
		}
	}
	return nil
}

// BIOM 2.1, tables of how often species or genes were found in samples. Samples become the rows.
// https://biom-format.org/documentation/format_versions/biom-2.1.html
var biom = form{title: "BIOM 2.1",
	is: func(root Node) bool { return has(root, "observation", "sample") }, sheets: biomSheets}

func biomSheets(root Node) (list []sheet, notes []string, err error) {
	read := func() (m matrix, rows, columns frame, err error) {
		sample, err := root.Child("sample")
		if err != nil {
			return m, rows, columns, err
		}
		observation, err := root.Child("observation")
		if err != nil {
			return m, rows, columns, err
		}
		if rows, err = biomFrame(sample, "sample"); err != nil {
			return m, rows, columns, err
		}
		if columns, err = biomFrame(observation, "observation"); err != nil {
			return m, rows, columns, err
		}
		cells, err := sample.Child("matrix")
		if err != nil {
			return m, rows, columns, err
		}
		m, err = sparse(cells, int64(len(rows.names)), int64(len(columns.names)))
		if err != nil {
			return m, rows, columns, err
		}
		return m, rows, columns, lengths(root, m, rows, columns)
	}
	return []sheet{{"matrix", read}}, []string{"The samples became the rows of the table."}, nil
}

// biomFrame reads the names of one axis and its metadata. Several texts of one name, as of a taxonomy, are joined.
func biomFrame(axis Node, key string) (f frame, err error) {
	f.key = key
	if f.names, err = texts(axis, "ids"); err != nil {
		return f, err
	}
	names, err := below(axis, "metadata")
	if err != nil {
		return f, err
	}
	for _, name := range names {
		a, err := array(axis, "metadata/"+name)
		if err != nil {
			return f, err
		}
		values, ok, err := joined(a)
		if err != nil {
			return f, err
		}
		if !ok {
			f.left = append(f.left, name)
			continue
		}
		f.annotations = append(f.annotations, inference.NewAnnotation(strings.ReplaceAll(name, "@@SLASH@@", "/"), values))
	}
	return f, nil
}

// joined returns the values of an array of one or two dimensions as texts; ok is false where it is of another kind.
func joined(a Array) (values []string, ok bool, err error) {
	shape := a.Shape()
	if len(shape) == 2 && a.Kind() == Text {
		all, err := a.Texts(0, shape[0])
		if err != nil {
			return nil, false, err
		}
		for i := range shape[0] {
			var parts []string
			for _, s := range all[i*shape[1] : (i+1)*shape[1]] {
				if s != "" {
					parts = append(parts, s)
				}
			}
			values = append(values, strings.Join(parts, "; "))
		}
		return values, true, nil
	}
	if len(shape) != 1 || a.Kind() == Other || a.Kind() == Record {
		return nil, false, nil
	}
	values, err = written(a)
	return values, err == nil, err
}

// Loom, genes in rows and cells in columns. Cells become the rows. https://linnarssonlab.org/loompy/format/
var loom = form{title: "Loom",
	is: func(root Node) bool { return has(root, "matrix", "row_attrs", "col_attrs") }, sheets: loomSheets}

func loomSheets(root Node) (list []sheet, notes []string, err error) {
	paths := []string{"matrix"}
	layers, err := below(root, "layers")
	if err != nil {
		return nil, nil, err
	}
	for _, name := range layers {
		paths = append(paths, "layers/"+name)
	}
	for _, path := range paths {
		list = append(list, sheet{path, func() (m matrix, rows, columns frame, err error) {
			n, err := down(root, path)
			if err != nil {
				return m, rows, columns, err
			}
			if m, err = matrixOf(n); err != nil {
				return m, rows, columns, err
			}
			m = m.turned()
			if rows, err = loomFrame(root, "col_attrs", m.n, "CellID", "obs_names", "Cell_id", "cell_names"); err != nil {
				return m, rows, columns, err
			}
			if columns, err = loomFrame(root, "row_attrs", m.d, "Gene", "var_names", "gene_names", "Accession"); err != nil {
				return m, rows, columns, err
			}
			return m, rows, columns, lengths(root, m, rows, columns)
		}})
	}
	return list, []string{turnedNote}, nil
}

// loomFrame reads the attributes of one axis of n; the first of the keys that is there names it.
func loomFrame(root Node, group string, n int, keys ...string) (frame, error) {
	f := numbered(n)
	node, err := root.Child(group)
	if err != nil {
		return f, err
	}
	names, err := node.Names()
	if err != nil {
		return f, err
	}
	for _, key := range keys {
		if f.key == "" && has(node, key) {
			f.key = key
		}
	}
	for _, name := range names {
		a, err := array(node, name)
		if err != nil {
			return f, err
		}
		values, ok, err := joined(a)
		switch {
		case err != nil:
			return f, err
		case !ok:
			f.left = append(f.left, name)
		case name == f.key:
			f.names = values
		default:
			f.annotations = append(f.annotations, inference.NewAnnotation(name, values))
		}
	}
	return f, nil
}
