package plotting

// A Typeface is the design of the letters of a figure.
type Typeface int

// The typefaces. Their letters are as wide as those of Arial and Helvetica, Times New Roman, and Courier New, which
// journals ask for.
const (
	Sans  Typeface = iota // Liberation Sans
	Serif                 // Liberation Serif
	Mono                  // Liberation Mono
)

// typefaceNames are the values of the control, in the order of the constants.
var typefaceNames = []string{"sans", "serif", "mono"}

// String returns "sans", "serif" or "mono".
func (t Typeface) String() string { return typefaceNames[t] }
