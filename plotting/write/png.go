package write

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"io"
	"math"
	"time"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/raster"
)

var pngFormat = Format{Name: "png", Title: "PNG", Note: "Pixels, for slides and documents.", Pixels: true,
	figure: func(w io.Writer, f plotting.Figure, size plotting.Size, m plotting.Metadata) error {
		pw, ph, scale := size.Pixels()
		img, _ := raster.Figure(f, pw, ph, scale, nil)
		return encodePNG(w, img, size.Dots(), m)
	}}

// headerBytes is the length of the signature and the first chunk (IHDR) of a PNG
// file, after which text and resolution may stand.
const headerBytes = 8 + 4 + 4 + 13 + 4

// encodePNG writes a picture with its resolution (pHYs) and its metadata (iTXt).
func encodePNG(w io.Writer, img *image.RGBA, dpi int, m plotting.Metadata) error {
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return fmt.Errorf("plotting: png: %w", err)
	}
	xmp, err := xmp(m)
	if err != nil {
		return err
	}
	var extra bytes.Buffer
	perMetre := uint32(math.Round(float64(dpi) / plotting.MMPerInch * 1000))
	var phys [9]byte
	binary.BigEndian.PutUint32(phys[0:], perMetre)
	binary.BigEndian.PutUint32(phys[4:], perMetre)
	phys[8] = 1 // the unit is the metre
	writeChunk(&extra, "pHYs", phys[:])
	// The keywords are those of the PNG specification, section 11.3.3.2.
	for _, t := range [][2]string{
		{"Title", m.Title},
		{"Author", m.Author},
		{"Description", m.Caption()},
		{"Software", m.Software},
		{"Source", m.Data},
		{"Creation Time", m.Created.Format(time.RFC3339)},
		{"XML:com.adobe.xmp", string(xmp)},
	} {
		if t[1] != "" {
			// Keyword, not compressed, no language, no translated keyword, text in UTF-8.
			writeChunk(&extra, "iTXt", []byte(t[0]+"\x00\x00\x00\x00\x00"+t[1]))
		}
	}
	for _, part := range [][]byte{b.Bytes()[:headerBytes], extra.Bytes(), b.Bytes()[headerBytes:]} {
		if _, err := w.Write(part); err != nil {
			return fmt.Errorf("plotting: png: %w", err)
		}
	}
	return nil
}

// writeChunk appends a chunk: length, type, data, checksum of type and data.
func writeChunk(b *bytes.Buffer, kind string, data []byte) {
	var n [4]byte
	binary.BigEndian.PutUint32(n[:], uint32(len(data)))
	b.Write(n[:])
	sum := crc32.NewIEEE()
	both := io.MultiWriter(b, sum)
	io.WriteString(both, kind) // neither a buffer nor a checksum returns an error
	both.Write(data)
	binary.BigEndian.PutUint32(n[:], sum.Sum32())
	b.Write(n[:])
}
