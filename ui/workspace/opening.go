package workspace

import (
	"context"

	"example.org/espalier/ui/files"
)

// Telling returns a context under which the reading of a large file shows how far it is.
func (w *Workspace) Telling(ctx context.Context, o *Reading) context.Context {
	return files.Telling(ctx, func(far string) {
		w.Post(func() {
			if w.Opening == o {
				o.far = far
				w.Changed(BusyChanged)
			}
		})
	})
}
