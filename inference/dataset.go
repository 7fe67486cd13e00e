package inference

import "gonum.org/v1/gonum/mat"

// A Dataset is the numbers a model sees. X is n×d in working units
// u = (g(y) − Centre_d)/Scale_d, with g the identity or log2(1+y); NaN marks a
// missing cell. It is immutable.
type Dataset struct {
	Name          string
	Rows, Columns []string
	X             *mat.Dense
	Kind          Kind
	Preprocessing Preprocessing
	// RowIndex and ColumnIndex give the place in the Table (after transposition) of each row and column kept.
	RowIndex, ColumnIndex []int
	// Centre and Scale map back to input units, one value a column; 0 and 1 where nothing was done.
	Centre, Scale []float64
	// Annotations are those of the rows kept. Empty after a transposition.
	Annotations []Annotation
}

// Dims returns the numbers of rows and of columns.
func (d *Dataset) Dims() (rows, columns int) { return d.X.Dims() }
