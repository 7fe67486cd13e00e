package read

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"example.org/espalier/inference"
	"example.org/espalier/inference/safe"
)

// Limits on what is read. Beyond them the table would not fit into the memory of a typical computer.
const (
	MaxBytes = 512 << 20   // of text, uncompressed; of a file that is read as a stream, of its annotations
	MaxCells = 400_000_000 // rows × columns: 1.6 GB as float32
	MaxRows  = 5_000_000   // each of which has a name and takes some 300 bytes beside its cells
	mostText = 8 << 30     // of a file that is read as a stream

	wholeCells = 50_000_000 // of annotations, and of formats that are not text
)

// File reads the table in a file. The table's Source is the path. Soon after ctx ends it returns an error
// that wraps ctx.Err(), also where a pipe is silent. An error is otherwise an *[Error].
func File(ctx context.Context, path string, o Options) (*inference.Table, error) {
	c, err := Open(ctx, path)
	if err != nil {
		return nil, err
	}
	return c.Table(ctx, o)
}

// Text returns the text in a file that is no table, such as trees, in UTF-8: of a gzipped file, of UTF-16
// or Latin-1 too. Soon after ctx ends it returns an error that wraps ctx.Err(). An error is an *[Error].
func Text(ctx context.Context, path string) ([]byte, error) {
	data, err := contentContext(ctx, path)
	if err != nil {
		return nil, err
	}
	name := filepath.Base(path)
	data, _, e := gunzipped(name, data, MaxBytes)
	if e != nil {
		return nil, e
	}
	if what, remedy := notText(data); what != "" {
		return nil, &Error{File: name, What: what, Remedy: remedy}
	}
	d, e := decodedText(name, data, Options{})
	if e != nil {
		return nil, e
	}
	return d.text, nil
}

// contentContext is content, which is left alone where ctx ends first: a pipe may never say a word.
func contentContext(ctx context.Context, path string) ([]byte, error) {
	type got struct {
		data []byte
		err  error
	}
	path = safe.Path(path)
	done := make(chan got, 1)
	go func() {
		data, err := content(path)
		done <- got{data, err}
	}()
	select {
	case g := <-done:
		return g.data, g.err
	case <-ctx.Done():
		return nil, &Error{File: filepath.Base(path), What: "was not read to its end: interrupted", Err: ctx.Err()}
	}
}

// content returns the bytes of a file, and those of files that belong to it, for [Content.Look] and [Bytes], and
// refuses files that are too large. An error is an *[Error].
func content(path string) ([]byte, error) {
	name := filepath.Base(path)
	fail := func(err error) ([]byte, error) {
		e := &Error{File: name, Err: err, What: "cannot be read", Remedy: "Check the disk or the connection and try again."}
		switch {
		case errors.Is(err, fs.ErrNotExist):
			e.What, e.Remedy = "there is no such file", "Check the name and the folder: "+path+"."
		case errors.Is(err, fs.ErrPermission):
			e.What, e.Remedy = "you do not have permission to read this file",
				"Change its permissions or copy it to one of your folders."
		}
		return nil, e
	}
	file, err := os.Open(path)
	if err != nil {
		return fail(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return fail(err)
	}
	if info.IsDir() {
		return nil, &Error{File: name, What: "is a folder", Remedy: "Choose a file in it."}
	}
	tooLarge := &Error{File: name, What: fmt.Sprintf("has more than %d MiB, which is the limit", MaxBytes>>20),
		Remedy: "Keep the rows or columns you need and save them as a smaller file."}
	if info.Size() > MaxBytes {
		return nil, tooLarge
	}
	if !info.Mode().IsRegular() { // a pipe has no size
		data, err := io.ReadAll(io.LimitReader(file, MaxBytes+1))
		if err != nil {
			return fail(err)
		}
		if len(data) > MaxBytes {
			return nil, tooLarge
		}
		return data, nil
	}
	data := make([]byte, info.Size())
	if _, err := io.ReadFull(file, data); err != nil {
		return fail(err)
	}
	return besideMarket(path, data)
}

// Bytes reads a table from the content of a file, gzipped or not. name is the file's base name:
// errors begin with it, and the table's name is made from it. source is stored in the table. An
// error is an *[Error].
func Bytes(name, source string, data []byte, o Options) (*inference.Table, error) {
	return BytesContext(context.Background(), name, source, data, o)
}

// BytesContext is [Bytes]. Soon after ctx ends it returns an error that wraps ctx.Err().
func BytesContext(ctx context.Context, name, source string, data []byte, o Options) (*inference.Table, error) {
	return ContentOf(name, source, data).Table(ctx, o)
}
