package stored

import (
	"errors"
	"math"
	"slices"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/hdf5"
	"example.org/espalier/inference/zarr"
)

// A frame is the names of rows or columns and what is told of them.
type frame struct {
	key         string // the name of the column of names
	names       []string
	annotations []inference.Annotation
	left        []string // columns that are not read
}

// numbered returns a frame of n rows without names.
func numbered(n int) frame { return frame{names: make([]string, n)} }

// frameOf returns the frame that a node of AnnData holds, which must have n rows. whole is the file, where old versions
// keep the categories of columns.
func frameOf(whole, node Node, n int) (frame, error) {
	a, err := node.Array()
	if err != nil {
		return frame{}, err
	}
	var f frame
	if a != nil {
		f, err = recordFrame(whole, node, a)
	} else {
		f, err = groupFrame(node)
	}
	if err == nil && len(f.names) != n {
		err = fault(node, "names %d, but the matrix has %d", len(f.names), n)
	}
	if err != nil {
		return frame{}, err
	}
	for _, a := range f.annotations {
		if len(a.Values) != n {
			return frame{}, fault(node, "has %d values in %q, but the matrix has %d", len(a.Values), a.Name, n)
		}
	}
	return f, nil
}

// groupFrame reads a frame whose columns are arrays and groups.
func groupFrame(node Node) (f frame, err error) {
	all, err := node.Names()
	if err != nil {
		return f, err
	}
	if f.key = text(node, "_index"); f.key == "" {
		for _, name := range []string{"_index", "index"} {
			if slices.Contains(all, name) {
				f.key = name
				break
			}
		}
	}
	if f.names, err = frameNames(node, f.key); err != nil {
		return f, err
	}
	order, err := node.Texts("column-order")
	if err != nil {
		return f, err
	}
	for _, name := range all {
		if name != f.key && name != "__categories" && !slices.Contains(order, name) {
			order = append(order, name)
		}
	}
	for _, name := range order {
		if !slices.Contains(all, name) || name == f.key {
			continue
		}
		a, err := column(node, name)
		switch {
		case errors.Is(err, errKind) || notRead(err):
			f.left = append(f.left, name)
		case err != nil:
			return f, err
		default:
			f.annotations = append(f.annotations, a)
		}
	}
	return f, nil
}

// notRead reports whether an error says that something sound is not read.
func notRead(err error) bool {
	var h *hdf5.Error
	var z *zarr.Error
	return errors.As(err, &h) && h.Unsupported || errors.As(err, &z) && z.Unsupported
}

// frameNames returns the names of the rows of a frame.
func frameNames(node Node, key string) ([]string, error) {
	if key == "" {
		return nil, fault(node, "does not say which column names its rows")
	}
	child, err := node.Child(key)
	if err != nil {
		return nil, err
	}
	a, err := child.Array()
	if err != nil {
		return nil, err
	}
	if a != nil {
		return written(a)
	}
	names, _, err := parts(child)
	return names, err
}

// column returns a column of a frame as an annotation, or errKind where it is of a kind that is not read.
func column(node Node, name string) (inference.Annotation, error) {
	child, err := node.Child(name)
	if err != nil {
		return inference.Annotation{}, err
	}
	a, err := child.Array()
	if err != nil {
		return inference.Annotation{}, err
	}
	if a == nil {
		values, levels, err := parts(child)
		return annotation(name, values, levels), err
	}
	if a.Kind() == Whole && has(node, "__categories") {
		old, err := node.Child("__categories")
		if err != nil {
			return inference.Annotation{}, err
		}
		if has(old, name) {
			levels, err := texts(old, name)
			if err != nil {
				return inference.Annotation{}, err
			}
			codes, err := a.Ints(0, length(a))
			if err != nil {
				return inference.Annotation{}, err
			}
			values, err := decoded(child, codes, levels)
			return annotation(name, values, levels), err
		}
	}
	values, err := written(a)
	return annotation(name, values, nil), err
}

// parts reads a column that is a group: categories with codes, or values with a mask of those that are missing.
func parts(node Node) (values, levels []string, err error) {
	switch {
	case has(node, "categories", "codes"):
		if levels, err = texts(node, "categories"); err != nil {
			return nil, nil, err
		}
		codes, err := ints(node, "codes")
		if err != nil {
			return nil, nil, err
		}
		values, err = decoded(node, codes, levels)
		return values, levels, err
	case has(node, "values", "mask"):
		if values, err = texts(node, "values"); err != nil {
			return nil, nil, err
		}
		a, err := array(node, "mask")
		if err != nil {
			return nil, nil, err
		}
		mask, err := a.Floats(0, length(a))
		if err != nil {
			return nil, nil, err
		}
		if len(mask) != len(values) {
			return nil, nil, fault(node, "has %d values and a mask of %d", len(values), len(mask))
		}
		for i, m := range mask {
			if m != 0 {
				values[i] = ""
			}
		}
		return values, nil, nil
	}
	return nil, nil, errKind
}

// decoded returns the levels of codes; −1 is a missing value.
func decoded(node Node, codes []int64, levels []string) ([]string, error) {
	values := make([]string, len(codes))
	for i, c := range codes {
		switch {
		case c < -1 || c >= int64(len(levels)):
			return nil, fault(node, "has the code %d, but %d categories", c, len(levels))
		case c >= 0:
			values[i] = levels[c]
		}
	}
	return values, nil
}

// annotation makes an annotation whose levels stand in the order of the file.
func annotation(name string, values, levels []string) inference.Annotation {
	a := inference.NewAnnotation(name, values)
	if a.Numeric || len(levels) == 0 {
		return a
	}
	used := map[string]bool{}
	for _, l := range a.Levels {
		used[l] = true
	}
	code := map[string]int{}
	var order []string
	for _, l := range levels {
		if used[l] {
			code[l], used[l] = len(order), false
			order = append(order, l)
		}
	}
	for i, v := range a.Values {
		if v != "" {
			a.Codes[i] = code[v]
		}
	}
	a.Levels = order
	return a
}

// recordFrame reads a frame of old versions of AnnData: an array of records, whose categories are in uns.
func recordFrame(whole, node Node, a Array) (f frame, err error) {
	fields := a.Fields()
	if a.Kind() != Record || len(fields) == 0 {
		return f, fault(node, "is no table")
	}
	f.key = fields[0]
	if slices.Contains(fields, "index") {
		f.key = "index"
	}
	for _, name := range fields {
		field, err := a.Field(name)
		if err != nil {
			return f, err
		}
		values, err := written(field)
		if errors.Is(err, errKind) {
			f.left = append(f.left, name)
			continue
		}
		if err != nil {
			return f, err
		}
		if name == f.key {
			f.names = values
			continue
		}
		var levels []string
		if has(whole, "uns") && field.Kind() == Whole {
			uns, err := whole.Child("uns")
			if err != nil {
				return f, err
			}
			if has(uns, name+"_categories") {
				if levels, err = texts(uns, name+"_categories"); err != nil {
					return f, err
				}
				codes, err := field.Ints(0, length(field))
				if err != nil {
					return f, err
				}
				if values, err = decoded(node, codes, levels); err != nil {
					return f, err
				}
			}
		}
		f.annotations = append(f.annotations, annotation(name, values, levels))
	}
	return f, nil
}

// counted returns the names "prefix 1", "prefix 2" and so on.
func counted(prefix string, n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = prefix + " " + strconv.Itoa(i+1)
	}
	return names
}

// written returns the values of an array as texts, "" where one is missing.
func written(a Array) ([]string, error) {
	n := length(a)
	if len(a.Shape()) > 1 {
		return nil, errKind
	}
	switch a.Kind() {
	case Text:
		return a.Texts(0, n)
	case Whole:
		x, err := a.Ints(0, n)
		out := make([]string, len(x))
		for i, v := range x {
			out[i] = strconv.FormatInt(v, 10)
		}
		return out, err
	case Real, Single, Truth:
		x, err := a.Floats(0, n)
		out := make([]string, len(x))
		for i, v := range x {
			switch {
			case a.Kind() == Truth:
				out[i] = strconv.FormatBool(v != 0)
			case math.IsNaN(v):
			case a.Kind() == Single:
				out[i] = strconv.FormatFloat(v, 'g', -1, 32)
			default:
				out[i] = strconv.FormatFloat(v, 'g', -1, 64)
			}
		}
		return out, err
	}
	return nil, errKind
}
