package files

import (
	"context"
	"fmt"
	"time"

	"example.org/espalier/inference/read"
	"example.org/espalier/plotting"
)

// Telling returns a context under which the reading of a large file calls tell with how far it is, such as ", 40 %, 3 s
// left".
func Telling(ctx context.Context, tell func(far string)) context.Context {
	begun, last := time.Now(), int64(-1)
	return read.WithProgress(ctx, func(p read.Progress) {
		percent := 100 * p.Done / max(1, p.Total)
		if percent == last {
			return
		}
		if percent < last { // it is read a second time
			begun = time.Now()
		}
		last = percent
		far := fmt.Sprintf(", %d %%", percent)
		if p.Done > 0 {
			far += ", " + plotting.FormatDuration(p.Left(time.Since(begun))) + " left"
		}
		tell(far)
	})
}
