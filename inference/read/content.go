package read

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read/encoding"
	"example.org/espalier/inference/safe"
)

// A Content is a file that may be read several times with other options. A small one is kept in memory; a large one
// of text, plain or gzipped, stays on the disk and is read as a stream, and so do files that hold arrays in groups.
type Content struct {
	name, source string
	data         []byte
	stream       *stream // nil where data are kept
	place        string  // of a file that holds arrays in groups; its data are not kept

	mu     sync.Mutex
	looked *looked // the last table of a stream that was looked at
}

// looked is a table with the options that it was read with.
type looked struct {
	o     Options
	table *inference.Table
}

// Open returns the content of a file, or says why it cannot be read. Soon after ctx ends it returns an error that
// wraps ctx.Err(), also where a pipe is silent. An error is an *[Error].
func Open(ctx context.Context, path string) (*Content, error) {
	return openFrom(ctx, path, streamBytes, streamPacked)
}

func openFrom(ctx context.Context, path string, from, packedFrom int64) (c *Content, err error) {
	path = inFolder(path)
	c = ContentOf(filepath.Base(path), path, nil)
	path = safe.Path(path)
	if isStored(path) {
		c.place = path
		return c, nil
	}
	if c.stream, err = openStream(path, from, packedFrom); err != nil || c.stream != nil {
		return c, err
	}
	c.data, err = contentContext(ctx, path)
	return c, err
}

// ContentOf returns the content of a file that is in memory. Name and source are as in [Bytes]; those that are no UTF-8
// are made text, which [Open] takes for a path too.
func ContentOf(name, source string, data []byte) *Content {
	return &Content{name: strings.ToValidUTF8(name, "\ufffd"), source: safe.Name(source), data: data}
}

// Table reads the table. Soon after ctx ends it returns an error that wraps ctx.Err(). An error is an *[Error].
func (c *Content) Table(ctx context.Context, o Options) (*inference.Table, error) {
	if t := c.again(o); t != nil {
		return Annotated(ctx, t, o)
	}
	_, r, e := c.read(ctx, c.source, o)
	if e != nil {
		return nil, e
	}
	return Annotated(ctx, r.table, o)
}

// again returns the table of a large file that was looked at with the same options, so that it is not read twice; nil
// if there is none.
func (c *Content) again(o Options) *inference.Table {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.looked == nil || !reflect.DeepEqual(o, c.looked.o) {
		return nil
	}
	t := *c.looked.table
	t.Source = c.source
	return &t
}

// keep remembers a table of a large file; nil forgets it.
func (c *Content) keep(l *looked) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.looked = l
}

// Look reads the content as [BytesContext] does and describes what was guessed. The error, an *[Error], is not
// nil only if there is nothing to show, as for a picture or an empty file. A table that can be
// shown but not read has a Preview with its Problem. Soon after ctx ends it returns an error that wraps ctx.Err().
func (c *Content) Look(ctx context.Context, o Options) (*Preview, error) {
	c.keep(nil)
	l, r, e := c.read(ctx, "", o)
	if e == nil && (c.stream != nil || c.place != "") {
		c.keep(&looked{o, r.table})
	}
	return shown(ctx, c.name, l, r, e)
}

// read lays out and builds the table; l is nil if there is none, r if it cannot be laid out.
func (c *Content) read(ctx context.Context, source string, o Options) (l *layout, r *result, e *Error) {
	if f, e := c.openStored(); f != nil || e != nil {
		if e != nil {
			return nil, nil, e
		}
		defer f.Close()
		return c.readStored(ctx, f, source, o)
	}
	if c.stream == nil {
		if l, e = newLayout(ctx, c.name, c.data, o); e == nil {
			r, e = l.build(source)
		}
		return l, r, otherSheets(l, e)
	}
	s := *c.stream // others may read it too
	if s.charset = Latin; o.Encoding != "" && o.Encoding != encoding.UTF8 {
		if !encoding.Single(o.Encoding) {
			return nil, nil,
				&Error{File: c.name, What: "is too large to be read as " + encoding.Title(o.Encoding), Remedy: "Save it as UTF-8."}
		}
		s.latin, s.charset, s.odd = true, o.Encoding, -1
	}
	for {
		if l, e = s.layout(ctx, o); e == nil {
			r, e = l.build(source)
		}
		if e == nil || !errors.Is(e.Err, errOther) || s.latin {
			return l, r, e
		}
		s.latin, s.sum = true, ""
		r = nil // it may not come so far again
	}
}

func (s *stream) layout(ctx context.Context, o Options) (*layout, *Error) {
	if s.refused != "" && !o.AsIs {
		return nil, &Error{File: s.name, What: s.refused, Remedy: cmp.Or(s.remedy, openAnother())}
	}
	d, e := s.decoded(ctx)
	if e != nil {
		return nil, e
	}
	l := &layout{ctx: ctx, file: s.name, o: o, decoded: d, stream: s, head: len(d.text)}
	return l, l.begin()
}

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

// WithProgress returns a context under which the reading of a large file tells how far it is, often and one after the
// other.
func WithProgress(ctx context.Context, report func(Progress)) context.Context {
	return context.WithValue(ctx, progressKey{}, report)
}

func reporting(ctx context.Context) func(Progress) {
	if report, ok := ctx.Value(progressKey{}).(func(Progress)); ok {
		return report
	}
	return func(Progress) {}
}
