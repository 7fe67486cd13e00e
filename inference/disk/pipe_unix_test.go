//go:build unix

package disk

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A pipe is read once somebody writes, up to a limit; waiting ends with the context, whether nobody has opened it to
// write or one who did writes nothing.
func TestReadPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	type answer struct {
		data []byte
		err  error
	}
	read := func(ctx context.Context) chan answer {
		got := make(chan answer, 1)
		go func() {
			data, err := ReadPipe(ctx, path, 100)
			got <- answer{data, err}
		}()
		return got
	}
	ctx, cancel := context.WithCancel(t.Context())
	got := read(ctx)
	cancel()
	if a := <-got; !errors.Is(a.err, context.Canceled) {
		t.Errorf("nobody writes: %q, %v", a.data, a.err)
	}

	ctx, cancel = context.WithCancel(t.Context())
	got = read(ctx)
	silent, err := os.OpenFile(path, os.O_WRONLY, 0) // which waits until it is read
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if a := <-got; !errors.Is(a.err, context.Canceled) {
		t.Errorf("nothing is written: %q, %v", a.data, a.err)
	}
	silent.Close()

	for text, good := range map[string]bool{"a,b\n1,2\n": true, strings.Repeat("x", 101): false} {
		got = read(t.Context())
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if a := <-got; (a.err == nil) != good || good && string(a.data) != text {
			t.Errorf("of %d bytes came %q, %v", len(text), a.data, a.err)
		}
	}
}
