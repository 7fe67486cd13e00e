package stored

import (
	"fmt"
	"slices"
	"strings"

	"example.org/espalier/inference/words"
)

// AnnData, the form of scanpy: the matrix X, the frames obs of its rows and var of its columns, more matrices of the
// same shape in layers, the matrix before genes were chosen in raw, and coordinates of the rows in obsm.
// https://anndata.readthedocs.io/en/latest/fileformat-prose.html, also as versions before 0.7 wrote it.
var annData = form{title: "AnnData", is: isAnnData, sheets: annSheets}

func isAnnData(root Node) bool {
	return text(root, "encoding-type") == "anndata" || has(root, "obs", "var")
}

// unread are the groups of AnnData that a table has no place for.
var unread = []string{"obsp", "varm", "varp", "uns"}

func annSheets(root Node) (list []sheet, notes []string, err error) {
	all, err := root.Names()
	if err != nil {
		return nil, nil, err
	}
	measured := func(name, path, columns string) {
		list = append(list, sheet{name, func() (matrix, frame, frame, error) { return annMatrix(root, path, columns) }})
	}
	if slices.Contains(all, "X") {
		measured("X", "X", "var")
	}
	if slices.Contains(all, "layers") {
		names, err := below(root, "layers")
		if err != nil {
			return nil, nil, err
		}
		for _, name := range names {
			measured("layers/"+name, "layers/"+name, "var")
		}
	}
	switch {
	case slices.Contains(all, "raw"):
		raw, err := root.Child("raw")
		if err != nil {
			return nil, nil, err
		}
		if has(raw, "X", "var") {
			measured("raw", "raw/X", "raw/var")
		}
	case slices.Contains(all, "raw.X") && slices.Contains(all, "raw.var"): // before version 0.7
		measured("raw", "raw.X", "raw.var")
	}
	if slices.Contains(all, "obsm") {
		names, err := below(root, "obsm")
		if err != nil {
			return nil, nil, err
		}
		for _, name := range names {
			list = append(list,
				sheet{"obsm/" + name, func() (matrix, frame, frame, error) { return annCoordinates(root, name) }})
		}
	}
	var left []string
	for _, name := range unread {
		names, err := below(root, name)
		if err == nil && len(names) > 0 {
			left = append(left, fmt.Sprintf("%s (%s)", name, words.Some(names, 4)))
		}
	}
	if len(left) > 0 {
		notes = append(notes, "Not read: "+strings.Join(left, "; ")+".")
	}
	return list, notes, nil
}

// below are the names in a group of the root, none where there is no such group.
func below(root Node, name string) ([]string, error) {
	if !has(root, name) {
		return nil, nil
	}
	n, err := root.Child(name)
	if err != nil {
		return nil, err
	}
	return n.Names()
}

// annMatrix reads a matrix over obs and a frame of columns.
func annMatrix(root Node, path, columns string) (m matrix, rows, across frame, err error) {
	if m, rows, err = annRows(root, path); err != nil {
		return m, rows, across, err
	}
	vars, err := down(root, columns)
	if err != nil {
		return m, rows, across, err
	}
	across, err = frameOf(root, vars, m.d)
	return m, rows, across, err
}

// annRows reads a matrix over obs.
func annRows(root Node, path string) (m matrix, rows frame, err error) {
	n, err := down(root, path)
	if err != nil {
		return m, rows, err
	}
	if m, err = matrixOf(n); err != nil {
		return m, rows, err
	}
	obs, err := root.Child("obs")
	if err != nil {
		return m, rows, err
	}
	rows, err = frameOf(root, obs, m.n)
	return m, rows, err
}

// annCoordinates reads a matrix of obsm, whose columns have no names.
func annCoordinates(root Node, name string) (m matrix, rows, across frame, err error) {
	m, rows, err = annRows(root, "obsm/"+name)
	return m, rows, frame{names: counted(name, m.d)}, err
}
