package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// NotPlain is the error for something under the name of a file that is none: a folder, a pipe, a device.
type NotPlain struct {
	Path string
	Mode fs.FileMode // its type
}

func (e *NotPlain) Error() string { return fmt.Sprintf("%s is %s, not a file", e.Path, e.what()) }

func (e *NotPlain) what() string {
	switch {
	case e.Mode.IsDir():
		return "a folder"
	case e.Mode&fs.ModeSymlink != 0:
		return "a symbolic link"
	case e.Mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case e.Mode&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}

// Open opens a file to read, through links. Anything but a plain file is refused at once, with a [*NotPlain]: opening a
// pipe would wait for somebody who writes, and opening a device may do something.
func Open(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &NotPlain{path, info.Mode().Type()}
	}
	f, err := os.OpenFile(path, os.O_RDONLY|unblocked, 0)
	if err != nil {
		return nil, err
	}
	if info, err = f.Stat(); err == nil && !info.Mode().IsRegular() { // it was replaced meanwhile
		err = &NotPlain{path, info.Mode().Type()}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// Read returns the bytes of a plain file; see [Open]. One of more than most bytes is refused.
func Read(path string, most int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() > most {
		return nil, fmt.Errorf("%s has %d bytes, more than the %d that such a file may have", path, info.Size(), most)
	}
	data := make([]byte, 0, info.Size()+1)
	for { // it may grow meanwhile
		n, err := f.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		switch {
		case errors.Is(err, io.EOF):
			return data, nil
		case err != nil:
			return nil, err
		case int64(len(data)) > most:
			return nil, fmt.Errorf("%s grows beyond the %d bytes that such a file may have", path, most)
		case len(data) == cap(data):
			data = append(data, 0)[:len(data)]
		}
	}
}
