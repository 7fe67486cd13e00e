package job

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"example.org/espalier/inference/saved"
)

// A frame is what two processes send each other: the word "ESPF", the length of the body and its
// CRC-32C (4 bytes each, big endian), and the body, one message in CBOR.
const (
	frameMagic  = "ESPF"
	frameHead   = len(frameMagic) + 8
	frameLimit  = 1 << 30 // bytes of a body
	frameChunks = 1 << 20 // that are read at once, so that a length that is claimed costs nothing
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// writeFrame writes a message with one call of Write.
func writeFrame(w io.Writer, message any) error {
	body, err := saved.Encode(message)
	if err != nil {
		return err
	}
	if len(body) > frameLimit {
		return fmt.Errorf("a message of %d bytes is too long to send to another process", len(body))
	}
	b := make([]byte, 0, frameHead+len(body))
	b = append(b, frameMagic...)
	b = binary.BigEndian.AppendUint32(b, uint32(len(body)))
	b = binary.BigEndian.AppendUint32(b, crc32.Checksum(body, castagnoli))
	_, err = w.Write(append(b, body...))
	return err
}

// errCutShort is a message that ends early, because its writer did.
var errCutShort = errors.New("a message is cut short")

// readFrame reads a message into a pointer. The error is io.EOF where there is no further one.
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
