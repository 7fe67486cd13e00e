package write

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"io"

	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/raster"
)

var tiffFormat = Format{Name: "tif", Title: "TIFF", Note: "Pixels, as many journals ask for them.", Pixels: true,
	figure: func(w io.Writer, f plotting.Figure, size plotting.Size, m plotting.Metadata) error {
		pw, ph, scale := size.Pixels()
		img, _ := raster.Figure(f, pw, ph, scale, nil)
		return encodeTIFF(w, img, size.Dots(), m)
	}}

// stripBytes is about how much of a picture a strip holds.
const stripBytes = 1 << 18

// Tags of TIFF 6.0.
const (
	tiffWidth       = 256
	tiffLength      = 257
	tiffBits        = 258
	tiffCompression = 259
	tiffPhotometric = 262
	tiffDescription = 270
	tiffOffsets     = 273
	tiffSamples     = 277
	tiffRows        = 278
	tiffCounts      = 279
	tiffX           = 282
	tiffY           = 283
	tiffUnit        = 296
	tiffSoftware    = 305
	tiffTime        = 306
	tiffArtist      = 315
	tiffPredictor   = 317
	tiffXMP         = 700
)

// Types of the values of a field.
const (
	tiffByte     = 1
	tiffASCII    = 2
	tiffShort    = 3
	tiffLong     = 4
	tiffRational = 5
)

// A tiffField is a line of the directory of a TIFF file.
type tiffField struct {
	tag, kind uint16
	count     int
	value     []byte
}

func shorts(tag uint16, list ...uint16) tiffField {
	var b []byte
	for _, v := range list {
		b = binary.LittleEndian.AppendUint16(b, v)
	}
	return tiffField{tag, tiffShort, len(list), b}
}

func longs(tag uint16, list []uint32) tiffField {
	var b []byte
	for _, v := range list {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return tiffField{tag, tiffLong, len(list), b}
}

func ascii(tag uint16, text string) tiffField {
	return tiffField{tag, tiffASCII, len(text) + 1, append([]byte(text), 0)}
}

// encodeTIFF writes a picture without transparency as TIFF 6.0: RGB by LZW with the differences of neighbours, its
// resolution, and its metadata.
func encodeTIFF(w io.Writer, img *image.RGBA, dpi int, m plotting.Metadata) error {
	width, height := img.Rect.Dx(), img.Rect.Dy()
	rows := min(max(stripBytes/max(3*width, 1), 1), height)
	var file bytes.Buffer
	file.WriteString("II*\x00\x00\x00\x00\x00") // the place of the directory is filled in below
	var offsets, counts []uint32
	var code lzwWriter
	for y := 0; y < height; y += rows {
		at := file.Len()
		code.write(&file, differences(img, y, min(y+rows, height)))
		offsets, counts = append(offsets, uint32(at)), append(counts, uint32(file.Len()-at))
		if file.Len()%2 == 1 {
			file.WriteByte(0) // values begin at even places
		}
	}
	about, err := xmp(m)
	if err != nil {
		return err
	}
	dots := binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, uint32(dpi)), 1)
	fields := []tiffField{
		longs(tiffWidth, []uint32{uint32(width)}), longs(tiffLength, []uint32{uint32(height)}), shorts(tiffBits, 8, 8, 8),
		shorts(tiffCompression, 5), shorts(tiffPhotometric, 2), shorts(tiffSamples, 3), shorts(tiffPredictor, 2),
		longs(tiffOffsets, offsets), longs(tiffRows, []uint32{uint32(rows)}), longs(tiffCounts, counts),
		{tiffX, tiffRational, 1, dots}, {tiffY, tiffRational, 1, dots}, shorts(tiffUnit, 2),
		{tiffXMP, tiffByte, len(about), about},
	}
	for _, t := range []struct {
		tag  uint16
		text string
	}{{tiffDescription, m.Caption()}, {tiffSoftware, m.Software},
		{tiffTime, m.Created.UTC().Format("2006:01:02 15:04:05")}, {tiffArtist, m.Author}} {
		if t.text != "" {
			fields = append(fields, ascii(t.tag, t.text))
		}
	}
	putDirectory(&file, fields)
	if file.Len() > 1<<32-1 {
		return fmt.Errorf("plotting: tif: the picture takes more than the 4 GB that a TIFF can have")
	}
	if _, err := w.Write(file.Bytes()); err != nil {
		return fmt.Errorf("plotting: tif: %w", err)
	}
	return nil
}

// putDirectory appends the directory of a file, with the values that do not fit into it.
func putDirectory(file *bytes.Buffer, fields []tiffField) {
	stable.SortFunc(fields, func(a, b tiffField) int { return int(a.tag) - int(b.tag) })
	directory := binary.LittleEndian.AppendUint16(nil, uint16(len(fields)))
	for _, f := range fields {
		directory = binary.LittleEndian.AppendUint16(directory, f.tag)
		directory = binary.LittleEndian.AppendUint16(directory, f.kind)
		directory = binary.LittleEndian.AppendUint32(directory, uint32(f.count))
		if len(f.value) <= 4 {
			directory = append(append(directory, f.value...), make([]byte, 4-len(f.value))...)
			continue
		}
		directory = binary.LittleEndian.AppendUint32(directory, uint32(file.Len()))
		file.Write(f.value)
		if file.Len()%2 == 1 {
			file.WriteByte(0)
		}
	}
	binary.LittleEndian.PutUint32(file.Bytes()[4:], uint32(file.Len()))
	file.Write(append(directory, 0, 0, 0, 0)) // no other directory
}

// differences returns the pixels of rows as RGB, over white, each less the one at its left.
func differences(img *image.RGBA, from, to int) []byte {
	width := img.Rect.Dx()
	out := make([]byte, 0, 3*width*(to-from))
	for y := from; y < to; y++ {
		row := img.Pix[y*img.Stride : y*img.Stride+4*width]
		var before [3]byte
		for x := 0; x < len(row); x += 4 {
			for k := range 3 {
				v := row[x+k] + 255 - row[x+3] // colours are multiplied by their opacity
				out = append(out, v-before[k])
				before[k] = v
			}
		}
	}
	return out
}

// An lzwWriter compresses as section 13 of TIFF 6.0 says: codes grow one entry earlier than elsewhere, most significant
// bit first.
type lzwWriter struct {
	table [lzwMost + 1][256]uint16 // the code of a string and one more byte; 0 for none
	next  uint16
	width uint
	bits  uint32 // that are not written yet, below the others
	held  uint
}

const (
	lzwClear = 256
	lzwEnd   = 257
	lzwMost  = 4094 // the last entry before the table begins anew
)

func (l *lzwWriter) begin() {
	clear(l.table[:])
	l.next, l.width = lzwEnd+1, 9
}

func (l *lzwWriter) put(b *bytes.Buffer, code uint16) {
	l.bits, l.held = l.bits<<l.width|uint32(code), l.held+l.width
	for l.held >= 8 {
		l.held -= 8
		b.WriteByte(byte(l.bits >> l.held))
	}
}

// add counts an entry, and lengthens the codes.
func (l *lzwWriter) add() {
	if l.next == 511 || l.next == 1023 || l.next == 2047 {
		l.width++
	}
	l.next++
}

// write appends data compressed.
func (l *lzwWriter) write(b *bytes.Buffer, data []byte) {
	l.bits, l.held = 0, 0
	l.begin()
	l.put(b, lzwClear)
	if len(data) > 0 {
		s := uint16(data[0])
		for _, k := range data[1:] {
			if longer := l.table[s][k]; longer != 0 {
				s = longer
				continue
			}
			l.put(b, s)
			l.table[s][k] = l.next
			s = uint16(k)
			if l.add(); l.next > lzwMost {
				l.put(b, lzwClear)
				l.begin()
			}
		}
		l.put(b, s)
		l.add()
	}
	l.put(b, lzwEnd)
	if l.held > 0 {
		b.WriteByte(byte(l.bits << (8 - l.held)))
	}
}
