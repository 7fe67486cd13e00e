package trees

import (
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/dendro"
)

// The controls of the drawer for the fields of a [Look].
const (
	orderControl = "columns"
	namesControl = "row-names"
	shapeControl = "tree-shape"
)

// Control returns the value of a control that the look keeps itself; ok is false for others.
func (l Look) Control(name string) (value string, ok bool) {
	switch name {
	case orderControl:
		return string(l.ColumnsOrder), true
	case shapeControl:
		return l.Shape.String(), true
	case namesControl:
		return string(plotting.NoNames), !l.Labels // which names are shown is not its own
	}
	return "", false
}

// WithControl gives a control another value. kept says that the look keeps all of it.
func (l Look) WithControl(name, text string) (other Look, kept bool) {
	switch name {
	case orderControl:
		if l.ColumnsOrder = plotting.ColumnOrder(text); !l.ColumnsOrder.Known() {
			l.ColumnsOrder = plotting.UsualOrder
		}
		return l, true
	case shapeControl:
		l.Shape, _ = dendro.ShapeNamed(text)
		return l, true
	case namesControl:
		l.Labels = text != string(plotting.NoNames)
		return l, !l.Labels
	}
	return l, false
}
