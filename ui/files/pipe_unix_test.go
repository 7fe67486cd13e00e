//go:build unix

package files

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A table is read from a pipe as soon as somebody writes; waiting for that ends with its context. A device is refused, and nothing is read
// from a pipe to find out what it is.
func TestTablesFromPipes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.csv")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	stopped := make(chan error, 1)
	go func() {
		_, err := Content(ctx, path)
		stopped <- err
	}()
	cancel()
	if err := <-stopped; !errors.Is(err, context.Canceled) {
		t.Errorf("nobody writes: %v", err)
	}
	if sort, lines, err := Told(t.Context(), path, nil); sort != Table || lines != nil || err != nil {
		t.Errorf("told %v, %v, %v", sort, lines, err)
	}

	wrote := make(chan error, 1)
	go func() { wrote <- os.WriteFile(path, []byte("name,a,b\nx,1,2\ny,3,5\n"), 0o600) }()
	data, err := Read(t.Context(), path)
	if err != nil || <-wrote != nil || !strings.Contains(string(data), "y,3,5") {
		t.Errorf("from the pipe came %q, %v", data, err)
	}

	if _, err := Read(t.Context(), "/dev/zero"); err == nil || !strings.Contains(err.Error(), "this is a device, not a file") {
		t.Errorf("a device: %v", err)
	}
}
