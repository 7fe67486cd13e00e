package read

import (
	"context"
	"errors"
	"path/filepath"

	"example.org/espalier/inference"
)

// A Content is a file that may be read several times with other options. A small one is kept in memory; a large one
// of text, plain or gzipped, stays on the disk and is read as a stream.
type Content struct {
	name, source string
	data         []byte
	stream       *stream // nil where data are kept
}

// Open returns the content of a file, or says why it cannot be read. Soon after ctx ends it returns an error that
// wraps ctx.Err(), also where a pipe is silent. An error is an *[Error].
func Open(ctx context.Context, path string) (*Content, error) {
	return openFrom(ctx, path, streamBytes, streamPacked)
}

func openFrom(ctx context.Context, path string, from, packedFrom int64) (c *Content, err error) {
	c = &Content{name: filepath.Base(path), source: path}
	if c.stream, err = openStream(path, from, packedFrom); err != nil || c.stream != nil {
		return c, err
	}
	c.data, err = contentContext(ctx, path)
	return c, err
}

// ContentOf returns the content of a file that is in memory. Name and source are as in [Bytes].
func ContentOf(name, source string, data []byte) *Content {
	return &Content{name: name, source: source, data: data}
}

// Bytes returns the bytes of a small file, nil for a large one.
func (c *Content) Bytes() []byte { return c.data }

// Table reads the table. Soon after ctx ends it returns an error that wraps ctx.Err(). An error is an *[Error].
func (c *Content) Table(ctx context.Context, o Options) (*inference.Table, error) {
	_, r, e := c.read(ctx, c.source, o)
	if e != nil {
		return nil, e
	}
	return Annotated(ctx, r.table, o)
}

// Look is [LookContext] of the content.
func (c *Content) Look(ctx context.Context, o Options) (*Preview, error) {
	l, r, e := c.read(ctx, "", o)
	return shown(ctx, c.name, l, r, e)
}

// read lays out and builds the table; l is nil if there is none, r if it cannot be laid out.
func (c *Content) read(ctx context.Context, source string, o Options) (l *layout, r *result, e *Error) {
	for {
		if l, e = c.layout(ctx, o); e == nil {
			r, e = l.build(source)
		}
		if e == nil || !errors.Is(e.Err, errOther) || c.stream.latin {
			return l, r, e
		}
		c.stream.latin, c.stream.sum = true, ""
	}
}

func (c *Content) layout(ctx context.Context, o Options) (*layout, *Error) {
	if c.stream == nil {
		return newLayout(ctx, c.name, c.data, o)
	}
	d, e := c.stream.decoded(ctx)
	if e != nil {
		return nil, e
	}
	l := &layout{ctx: ctx, file: c.stream.name, o: o, decoded: d, stream: c.stream, head: len(d.text)}
	return l, l.begin()
}
