package read

import "context"

// Progress says how much of a file was read. It begins anew where a file must be read a second time.
type Progress struct{ Done, Total int64 } // bytes of the file

type progressKey struct{}

// WithProgress returns a context under which the reading of a large file tells how far it is, often and one after the other.
func WithProgress(ctx context.Context, report func(Progress)) context.Context {
	return context.WithValue(ctx, progressKey{}, report)
}

func reporting(ctx context.Context) func(Progress) {
	if report, ok := ctx.Value(progressKey{}).(func(Progress)); ok {
		return report
	}
	return func(Progress) {}
}
