package screen

import (
	"sync/atomic"

	"example.org/espalier/plotting/raster"
)

// vision is how whoever looks at the screen sees, which is the same for all views. It changes what the screen shows and
// nothing that is exported.
var vision atomic.Int32

// SetVision makes all views show their figures as an eye with that vision sees them, from their next pictures on.
func SetVision(v raster.Vision) { vision.Store(int32(v)) }

// Vision returns how figures are shown.
func Vision() raster.Vision { return raster.Vision(vision.Load()) }
