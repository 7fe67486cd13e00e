package disk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// lookForWriter is how often a pipe is looked at that nobody has opened to write.
const lookForWriter = 20 * time.Millisecond

// ReadPipe reads a pipe, from the first write until all writers have closed it. One that gives more than most bytes is
// refused. Soon after ctx ends it returns an error that wraps ctx.Err(), also where nobody ever writes.
func ReadPipe(ctx context.Context, path string, most int64) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|unblocked, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	stop := context.AfterFunc(ctx, func() { _ = f.SetReadDeadline(time.Unix(1, 0)) }) // of a pipe, which has deadlines
	defer stop()
	for {
		data, err := io.ReadAll(io.LimitReader(f, most+1))
		switch {
		case ctx.Err() != nil:
			return nil, fmt.Errorf("reading %s: %w", path, ctx.Err())
		case err != nil:
			return nil, err
		case int64(len(data)) > most:
			return nil, errors.New("it gives more than may be read")
		case len(data) > 0:
			return data, nil
		}
		select { // nobody has it open
		case <-ctx.Done():
		case <-time.After(lookForWriter):
		}
	}
}
