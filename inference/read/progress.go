package read

import (
	"context"
	"time"
)

// Progress says how much of a file was read. It begins again where a file must be read a second time.
type Progress struct{ Done, Total int64 } // bytes of the file

// Left predicts how long the rest takes, after so much time for what is done; 0 where nothing is.
func (p Progress) Left(elapsed time.Duration) time.Duration {
	if p.Done <= 0 {
		return 0
	}
	return time.Duration(float64(elapsed) * float64(p.Total-p.Done) / float64(p.Done))
}

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
