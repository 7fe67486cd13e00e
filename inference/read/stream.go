package read

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"time"
	"unicode/utf8"

	"example.org/espalier/inference/read/encoding"
	"example.org/espalier/inference/read/known"
	"example.org/espalier/inference/read/network"
)

// Files of at least this many bytes are read as a stream: their text never lies in memory as a whole.
const (
	streamBytes  = 64 << 20
	streamPacked = 4 << 20 // of a gzipped file
)

// How a stream is read.
const (
	chunkBytes = 1 << 20
	chunks     = 3        // in memory at once
	headLines  = 8        // and this many lines, which the guesses use
	mostHead   = 64 << 20 // of a beginning with fewer lines
)

// headBytes is the least of the beginning. Tests lower it.
var headBytes = 16 << 20

// A stream is a large file of text, plain or gzipped, that is read from its beginning as often as needed.
type stream struct {
	name, path string
	packed     bool
	size       int64
	modified   time.Time
	latin      bool   // it is not UTF-8, but of charset
	charset    string // an encoding whose bytes are characters
	odd        int64  // where that was seen, in unpacked bytes; -1 where the user says so
	sum        string // SHA-256 of the file, once it was read to its end

	refused, remedy string // why it holds no table of measurements; "" where it may
}

// openStream returns the stream of a file, nil where it is to be read as a whole: because it is small, no regular file,
// or of a format that is not plain text.
func openStream(path string, from, packedFrom int64) (*stream, error) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() < min(from, packedFrom) {
		return nil, nil // what is wrong with it is said where it is read
	}
	s := &stream{name: filepath.Base(path), path: path, size: info.Size(), modified: info.ModTime()}
	file, err := os.Open(path)
	if err != nil {
		return nil, nil
	}
	defer file.Close()
	head := make([]byte, 2)
	if _, err := io.ReadFull(file, head); err != nil {
		return nil, nil
	}
	if s.packed = head[0] == 0x1f && head[1] == 0x8b; !s.packed && s.size < from {
		return nil, nil
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, nil
	}
	r, err := s.unpacked(file)
	if err != nil {
		return nil, unpacking(s.name, err)
	}
	head = make([]byte, 1<<16)
	n, err := io.ReadFull(r, head)
	if err != nil && err != io.ErrUnexpectedEOF {
		return nil, nil
	}
	head = head[:n]
	what, _ := notTable(head)
	if what != "" || archive(head) || formatOf(head).has != nil || bytes.HasPrefix(head, []byte("PAR1")) ||
		bytes.HasPrefix(head, []byte{0xff, 0xfe}) || bytes.HasPrefix(head, []byte{0xfe, 0xff}) ||
		encoding.Controls(head) >= 0 {
		return nil, nil
	}
	if s.refused, s.remedy = known.Refused(s.name, head); s.refused == "" && network.Lists(s.name, head, 0) {
		s.refused, s.remedy = "lists links, and is too large to be read as a network",
			"Keep the nodes that have the most links, or one connected part, and save that."
	}
	return s, nil
}

func (s *stream) unpacked(r io.Reader) (io.Reader, error) {
	b := bufio.NewReaderSize(r, 1<<18)
	if !s.packed {
		return b, nil
	}
	return gzip.NewReader(b)
}

// packing is as in decoded.
func (s *stream) packing() string {
	if s.packed {
		return "gzip"
	}
	return ""
}

// decoded returns what is known from the beginning of the text, which ends with a line.
func (s *stream) decoded(ctx context.Context) (decoded, *Error) {
	d := decoded{encoding: "UTF-8", format: textFormat, packing: s.packing()}
	if s.latin {
		d.encoding = titleOf(s.charset)
	}
	if s.latin && s.odd >= 0 {
		line, err := s.lineAt(s.odd)
		if err != nil {
			return d, s.unreadable(err)
		}
		d.notes = append(d.notes, otherNote(line, s.charset))
	}
	p := s.pour(ctx)
	defer p.close()
	whole, lines := false, 0
	for !whole && (len(d.text) < headBytes || len(d.text) < mostHead && lines < headLines) {
		c, e := p.next()
		if e != nil {
			return d, e
		}
		d.text = append(d.text, c...)
		lines += newlines(c)
		whole = c == nil
		p.done(c)
	}
	if !whole {
		end := bytes.LastIndexAny(d.text, "\r\n") + 1
		if end <= 0 {
			return d, s.longLine()
		}
		if d.text[end-1] == '\r' && end < len(d.text) && d.text[end] == '\n' {
			end++
		}
		d.text = d.text[:end]
	}
	return d, nil
}

func (s *stream) longLine() *Error {
	return &Error{File: s.name, Line: 1, What: fmt.Sprintf("has a line of more than %d MiB", mostHead>>20),
		Remedy: "Export the table again, with a line for each row."}
}

func (s *stream) unreadable(err error) *Error {
	return &Error{File: s.name, Err: err, What: "cannot be read",
		Remedy: "Check the disk or the connection and try again."}
}

// lineAt returns the line, from 1, of an unpacked byte.
func (s *stream) lineAt(at int64) (int, error) {
	file, err := os.Open(s.path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	r, err := s.unpacked(file)
	if err != nil {
		return 0, err
	}
	r = io.LimitReader(r, at)
	line, returned := 1, false
	text := make([]byte, chunkBytes)
	for {
		n, err := io.ReadFull(r, text)
		if n > 0 {
			line += newlines(text[:n])
			if returned && text[0] == '\n' {
				line-- // it was tally with the return before it
			}
			returned = text[n-1] == '\r'
		}
		switch {
		case err == io.EOF || err == io.ErrUnexpectedEOF:
			return line, nil
		case err != nil:
			return 0, err
		}
	}
}

// errOther says that the file is not UTF-8, so that it must be read again as Latin-1.
var errOther = errors.New("not UTF-8")

// A pour reads a stream once, ahead of who takes its chunks.
type pour struct {
	s      *stream
	ctx    context.Context
	full   chan chunk
	free   chan []byte
	stop   chan struct{}
	gone   chan struct{}
	ended  bool
	report func(Progress)
}

type chunk struct {
	text []byte
	at   int64 // bytes of the file that were read
	err  *Error
}

// pour begins to read the text from its beginning. It must be closed.
func (s *stream) pour(ctx context.Context) *pour {
	p := &pour{s: s, ctx: ctx, full: make(chan chunk, chunks-1), free: make(chan []byte, chunks),
		stop: make(chan struct{}), gone: make(chan struct{}), report: reporting(ctx)}
	for range chunks {
		p.free <- nil
	}
	go func() {
		defer close(p.gone)
		defer close(p.full)
		if err := p.read(); err != nil {
			p.put(chunk{err: err})
		}
	}()
	return p
}

// close ends the reading and waits for it, unless the disk is silent.
func (p *pour) close() {
	close(p.stop)
	select {
	case <-p.gone:
	case <-p.ctx.Done():
	}
}

func (p *pour) put(c chunk) bool {
	select {
	case p.full <- c:
		return true
	case <-p.stop:
		return false
	}
}

// next returns the next part of the text, nil at its end. The part is good until it is given to done.
func (p *pour) next() ([]byte, *Error) {
	if p.ended {
		return nil, nil
	}
	select {
	case c, more := <-p.full:
		switch {
		case !more:
			p.ended = true
			return nil, nil
		case c.err != nil:
			p.ended = true
			return nil, c.err
		}
		p.report(Progress{Done: c.at, Total: p.s.size})
		return c.text, nil
	case <-p.ctx.Done():
		return nil, &Error{File: p.s.name, What: "reading was cancelled",
			Remedy: "Open it again to read it.", Err: p.ctx.Err()}
	}
}

func (p *pour) done(text []byte) {
	if text != nil {
		p.free <- text[:0] // which has room for all that there are
	}
}

// A tally counts the bytes of a file as they are read, and hashes them.
type tally struct {
	r io.Reader
	n int64
	h hash.Hash
}

func (c *tally) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += int64(n)
	c.h.Write(b[:n])
	return n, err
}

// read sends the text in chunks of whole characters.
func (p *pour) read() *Error {
	s := p.s
	file, err := os.Open(s.path)
	if err != nil {
		return s.unreadable(err)
	}
	defer file.Close()
	raw := &tally{r: file, h: sha256.New()}
	r, err := s.unpacked(raw)
	if err != nil {
		return unpacking(s.name, err)
	}
	var rest [utf8.UTFMax]byte // of a character that the last chunk cut
	kept, at, first := 0, int64(0), true
	for {
		var text []byte
		select {
		case text = <-p.free:
		case <-p.stop:
			return nil
		}
		if cap(text) < chunkBytes+utf8.UTFMax {
			text = make([]byte, 0, chunkBytes+utf8.UTFMax)
		}
		text = append(text[:0], rest[:kept]...)
		n, err := fill(r, text[kept:kept+chunkBytes])
		text = text[:kept+n]
		end := err == io.EOF
		switch {
		case err != nil && !end && s.packed:
			return unpacking(s.name, err)
		case err != nil && !end:
			return s.unreadable(err)
		case at+int64(len(text)) > mostText:
			return &Error{File: s.name, What: fmt.Sprintf("holds more than %d GiB of text, which is the limit",
				mostText>>30),
				Remedy: smaller}
		}
		whole, e := s.check(text, at, end)
		if e != nil {
			return e
		}
		kept = copy(rest[:], text[whole:])
		at += int64(whole)
		text = text[:whole]
		if first {
			first = false
			text = bytes.TrimPrefix(text, []byte{0xef, 0xbb, 0xbf})
		}
		if s.latin {
			text = decodedAs(text, s.charset)
		}
		if len(text) > 0 && !p.put(chunk{text: text, at: raw.n}) {
			return nil
		}
		if end {
			return p.end(raw)
		}
	}
}

// fill reads until b is full. Unlike io.ReadFull it tells the end of a file from a file that is cut short.
func fill(r io.Reader, b []byte) (n int, err error) {
	for n < len(b) && err == nil {
		var k int
		k, err = r.Read(b[n:])
		n += k
	}
	return n, err
}

// check returns how much of text, which begins at an unpacked byte, is whole characters.
func (s *stream) check(text []byte, at int64, end bool) (whole int, e *Error) {
	if i := bytes.IndexByte(text, 0); i >= 0 {
		line, err := s.lineAt(at + int64(i))
		if err != nil {
			return 0, s.unreadable(err)
		}
		return 0, zeroByte(s.name, line)
	}
	whole = len(text)
	if s.latin {
		return whole, nil
	}
	if !end {
		for k := 1; k < utf8.UTFMax && k <= len(text); k++ {
			if utf8.RuneStart(text[len(text)-k]) {
				if !utf8.FullRune(text[len(text)-k:]) {
					whole -= k
				}
				break
			}
		}
	}
	if !utf8.Valid(text[:whole]) {
		s.odd = at + int64(encoding.FirstInvalid(text[:whole]))
		return 0, &Error{File: s.name, Err: errOther}
	}
	return whole, nil
}

// end reads what follows the packed text and keeps the hash of the file.
func (p *pour) end(raw *tally) *Error {
	if _, err := io.Copy(io.Discard, raw); err != nil {
		return p.s.unreadable(err)
	}
	info, err := os.Stat(p.s.path)
	if err != nil {
		return p.s.unreadable(err)
	}
	sum := hex.EncodeToString(raw.h.Sum(nil))
	if info.Size() != p.s.size || !info.ModTime().Equal(p.s.modified) || p.s.sum != "" && p.s.sum != sum {
		return p.s.changed()
	}
	p.s.sum = sum
	return nil
}

func (s *stream) changed() *Error {
	return &Error{File: s.name, What: "was changed while it was read", Remedy: "Open it again once it is complete."}
}
