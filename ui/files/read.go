package files

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"

	"example.org/espalier/inference/disk"
	"example.org/espalier/inference/read"
	_ "example.org/espalier/inference/read/columnar" // opens Parquet files
	_ "example.org/espalier/inference/read/workbook" // opens workbooks
	"example.org/espalier/views/say"
)

// largest is the size of a file above which it is not read into memory.
const largest = 2 << 30

// large is the size from which on a file may be read as a stream.
const large = 4 << 20

// Content returns the content of a file: its bytes, or where it is large the place to read them from; ctx can cancel
// it.
func Content(ctx context.Context, path string) (*read.Content, error) {
	if info, err := os.Stat(path); err == nil &&
		(info.Mode().IsRegular() && info.Size() >= large || info.IsDir() && read.IsFolder(path)) {
		return read.Open(ctx, path)
	}
	data, err := Read(ctx, path)
	if err != nil {
		return nil, err
	}
	return read.ContentOf(filepath.Base(path), path, data), nil
}

// Read reads a whole file; ctx can cancel it.
func Read(ctx context.Context, path string) ([]byte, error) {
	name := filepath.Base(path)
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, &read.Error{File: name, What: "there is no such file",
			Remedy: "Look in " + filepath.Dir(path) + ": it may have been moved or renamed.", Err: err}
	case err != nil:
		return nil, &read.Error{File: name, What: "the file cannot be read: " + err.Error(), Err: err}
	case info.IsDir():
		return nil, &read.Error{File: name, What: "this is a folder", Remedy: "Choose a table in it."}
	case info.Size() > largest:
		return nil, &read.Error{File: name, What: "the file has " + say.Bytes(info.Size()),
			Remedy: "Keep only the rows and columns you need, at most " + say.Bytes(largest) + "."}
	case info.Mode()&os.ModeNamedPipe != 0:
		return fromPipe(ctx, path)
	case !info.Mode().IsRegular():
		return nil, &read.Error{File: name, What: "this is a device, not a file", Remedy: "Copy what it gives to a file."}
	}
	f, err := os.Open(path)
	if err != nil {
		what, remedy := "the file cannot be read", ""
		if errors.Is(err, os.ErrPermission) {
			what, remedy = "you do not have permission to read this file",
				"Ask its owner for permission or copy it to one of your folders."
		}
		return nil, &read.Error{File: name, What: what, Remedy: remedy, Err: err}
	}
	defer f.Close()
	data, err := io.ReadAll(untilDone{ctx, f})
	if err != nil {
		return nil, &read.Error{File: name, What: "reading stopped: " + err.Error(), Remedy: "Try again.", Err: err}
	}
	return data, nil
}

// fromPipe reads a pipe to its end.
func fromPipe(ctx context.Context, path string) ([]byte, error) {
	data, err := disk.ReadPipe(ctx, path, read.MaxBytes)
	if err != nil {
		return nil, &read.Error{File: filepath.Base(path), What: "the pipe cannot be read: " + err.Error(),
			Remedy: "Write what it gives to a file.", Err: err}
	}
	return data, nil
}

// untilDone reads until a context ends.
type untilDone struct {
	ctx context.Context
	r   io.Reader
}

func (u untilDone) Read(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.r.Read(p)
}
