package screen

import "example.org/espalier/views/stamp"

// Seen returns what the picture on the screen is of: what its source was said to be of when it was asked for or, where
// all that was asked for is drawn, what it is said to be of now.
func Seen(v *View) stamp.Stamp {
	if v.Settled() && !v.stale {
		return v.Of
	}
	return v.pictures.now().of
}
