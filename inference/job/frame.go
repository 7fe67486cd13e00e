package job

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"sync"

	"example.org/espalier/inference/saved"
)

// A frame is one message between two processes: the word "ESPF", the length of the body and its CRC-32C (4 bytes each,
// big endian), and the body, one message in CBOR.
const (
	frameMagic  = "ESPF"
	frameHead   = len(frameMagic) + 8
	frameLimit  = 1 << 30 // bytes of a body
	keptFrame   = 8 << 20 // bytes of buffer kept for the next message
	frameChunks = 1 << 20 // read at once, so that a false length costs nothing
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// frames reuses the buffers of written messages for later ones, unless they are large.
var frames = sync.Pool{New: func() any { return new([]byte) }}

// writeFrame writes a message with one call of Write.
func writeFrame(w io.Writer, message any) error {
	kept := frames.Get().(*[]byte)
	defer frames.Put(kept)
	// otherwise a large one would be copied again and again as it grows
	if s, ok := message.(interface{ size() int }); ok {
		*kept = slices.Grow((*kept)[:0], frameHead+s.size())
	}
	b, err := saved.AppendEncoded(append((*kept)[:0], make([]byte, frameHead)...), message)
	if err != nil {
		return err
	}
	if *kept = b; cap(b) > keptFrame {
		*kept = nil
	}
	body := b[frameHead:]
	if len(body) > frameLimit {
		return fmt.Errorf("a message of %d bytes is too long to send to another process", len(body))
	}
	head := append(b[:0], frameMagic...)
	head = binary.BigEndian.AppendUint32(head, uint32(len(body)))
	binary.BigEndian.AppendUint32(head, crc32.Checksum(body, castagnoli))
	_, err = w.Write(b)
	return err
}

// errCutShort says that a message ends early, because its writer did.
var errCutShort = errors.New("a message is cut short")

// readFrame reads a message into a pointer. The error is io.EOF if there are no more.
func readFrame(r io.Reader, message any) error {
	var head [frameHead]byte
	switch _, err := io.ReadFull(r, head[:]); {
	case err == io.EOF:
		return io.EOF
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errCutShort
	case err != nil:
		return err
	}
	if string(head[:len(frameMagic)]) != frameMagic {
		return fmt.Errorf("%q is not the start of a message", head[:len(frameMagic)])
	}
	n, sum := binary.BigEndian.Uint32(head[4:]), binary.BigEndian.Uint32(head[8:])
	if n > frameLimit {
		return fmt.Errorf("a message claims %d bytes; the limit is %d", n, frameLimit)
	}
	var body bytes.Buffer
	body.Grow(int(min(n, frameChunks)))
	if got, err := io.CopyN(&body, r, int64(n)); err != nil {
		if errors.Is(err, io.EOF) {
			err = fmt.Errorf("%w: %d of %d bytes", errCutShort, got, n)
		}
		return err
	}
	if crc32.Checksum(body.Bytes(), castagnoli) != sum {
		return errors.New("a message is damaged")
	}
	if err := saved.Decode(body.Bytes(), message); err != nil {
		return fmt.Errorf("a message cannot be read: %w", err)
	}
	return nil
}
