package screen

import "example.org/espalier/views/stamp"

// Seen returns the stamp of the picture on the screen: that of its source when the picture was requested or, where all
// requests are drawn, the present one.
func Seen(v *View) stamp.Stamp {
	if v.Settled() && !v.stale {
		return v.Of
	}
	return v.pictures.now().of
}
