package write

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"fmt"

	"codeberg.org/go-pdf/fpdf"
)

// register gives fpdf a picture, once for equal ones, and returns its name.
//
// fpdf writes pictures sorted by their width, and those of one width in the random order of a map,
// so that the bytes of equal figures could differ. The pictures of a document are therefore told
// apart by a fraction of a pixel of width, which fpdf drops where it writes the width.
func (c *pdfCanvas) register(data []byte, options fpdf.ImageOptions) (name string, err error) {
	sum := sha256.Sum256(data)
	name = hex.EncodeToString(sum[:])
	if c.doc.GetImageInfo(name) != nil {
		return name, nil
	}
	info := c.doc.RegisterImageOptionsReader(name, options, bytes.NewReader(data))
	if err := c.doc.Error(); err != nil {
		return "", err
	}
	c.images++
	return name, widen(info, float64(c.images)/(1<<20))
}

// widen adds to the width of a picture. The width is not exported; it is reached through the
// picture's encoding as a stream of thirteen values, of which it is the fourth.
func widen(info *fpdf.ImageInfoType, by float64) error {
	coded, err := info.GobEncode()
	if err != nil {
		return err
	}
	var (
		data, mask, palette        []byte
		number, bits               int
		width, height, scale, dots float64
		space, filter, decode      string
		transparent                []int
	)
	values := []any{&data, &mask, &number, &width, &height, &space, &palette, &bits, &filter, &decode,
		&transparent, &scale, &dots}
	in := gob.NewDecoder(bytes.NewReader(coded))
	for _, v := range values {
		if err := in.Decode(v); err != nil {
			return fmt.Errorf("the picture's encoding: %w", err)
		}
	}
	width += by
	var b bytes.Buffer
	out := gob.NewEncoder(&b)
	for _, v := range values {
		if err := out.Encode(v); err != nil {
			return fmt.Errorf("the picture's encoding: %w", err)
		}
	}
	return info.GobDecode(b.Bytes())
}
