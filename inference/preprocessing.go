package inference

// Preprocessing is the recorded way from a Table to a Dataset. The operations are
// done in the order of the fields. The zero value does nothing.
type Preprocessing struct {
	Transpose  bool `json:"transpose,omitempty"`
	Log2p1     bool `json:"log2p1,omitempty"`      // log2(x+1) of every cell
	TopRows    int  `json:"top_rows,omitempty"`    // keep the k most variable rows; 0 keeps all
	TopColumns int  `json:"top_columns,omitempty"` // keep the k most variable columns; 0 keeps all
	Centre     bool `json:"centre,omitempty"`      // subtract each column's mean
	Scale      bool `json:"scale,omitempty"`       // divide each column by its standard deviation
	ScaleAll   bool `json:"scale_all,omitempty"`   // divide the whole table by one factor
}
