package ui

import (
	"context"

	"example.org/espalier/ui/files"
)

// telling returns a context under which the reading of a large file shows how far it is.
func (w *Workspace) telling(ctx context.Context, o *reading) context.Context {
	return files.Telling(ctx, func(far string) {
		w.post(func() {
			if w.opening == o {
				o.far = far
				w.changed(BusyChanged)
			}
		})
	})
}
