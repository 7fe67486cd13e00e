// Package typeface holds the fonts of figures and of the window, packed; a family is unpacked when it is first used.
package typeface

import (
	"archive/tar"
	"embed"
	"io"
	"sync"

	_ "codeberg.org/go-fonts/liberation" // the fonts are this module's, so its licences are among those of the program

	"github.com/klauspost/compress/zstd"
)

// The fonts are those of codeberg.org/go-fonts/liberation, a tar of each family packed by zstd --ultra -22: 1.7 MB in
// place of 4.4, as the styles of a family have much in common.
//
//go:embed *.tar.zst
var packed embed.FS

// A Font is a file of TrueType.
type Font struct {
	Name string        // of the file
	TTF  func() []byte // what it holds; nobody may change it
}

// A Family is the fonts of one variant of Liberation.
type Family struct{ Regular, Bold, Italic, BoldItalic Font }

// The families of Liberation.
var (
	Sans  = family("Sans")
	Serif = family("Serif")
	Mono  = family("Mono")
)

func family(variant string) Family {
	files := sync.OnceValue(func() map[string][]byte { return unpack(variant) })
	font := func(style string) Font {
		name := "Liberation" + variant + "-" + style + ".ttf"
		return Font{name, func() []byte { return files()[name] }}
	}
	return Family{font("Regular"), font("Bold"), font("Italic"), font("BoldItalic")}
}

// unpack returns the fonts of a variant by the names of their files. It panics where the program was built without
// them.
func unpack(variant string) map[string][]byte {
	files, err := read(variant)
	if err != nil {
		panic("typeface: the fonts of Liberation " + variant + ": " + err.Error())
	}
	return files
}

func read(variant string) (map[string][]byte, error) {
	f, err := packed.Open(variant + ".tar.zst")
	if err != nil {
		return nil, err
	}
	d, err := zstd.NewReader(f, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	defer d.Close()
	files := map[string][]byte{}
	for archive := tar.NewReader(d); ; {
		header, err := archive.Next()
		if err == io.EOF {
			return files, nil
		}
		if err != nil {
			return nil, err
		}
		content := make([]byte, header.Size)
		if _, err := io.ReadFull(archive, content); err != nil {
			return nil, err
		}
		files[header.Name] = content
	}
}
