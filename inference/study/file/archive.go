package file

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"example.org/espalier/inference/safe"
)

// Version is the version of the layout that this program writes; it reads all versions up to this one. Since version 2
// columns may have annotations; since version 3 states omit draws that are in the snapshot; since version 4 tables that
// were joined know their files.
const Version = 4

// Extension ends the names of studies.
const Extension = ".espalier"

// Is reports whether a path has the extension of a study. A folder is none, whatever its name.
func Is(path string) bool {
	if !strings.EqualFold(filepath.Ext(path), Extension) {
		return false
	}
	info, err := os.Stat(safe.Path(path))
	return err != nil || !info.IsDir()
}

const format = "espalier study"

// manifest is espalier.json, the first part.
type manifest struct {
	Format  string    `json:"format"`
	Version int       `json:"version"`
	Program string    `json:"espalier,omitempty"` // version of the program that wrote it
	Parts   []listing `json:"parts"`
}

type listing struct {
	Name   string `json:"name"`
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Write writes parts as an archive. Equal parts give equal bytes. The manifest comes first, so that one can tell which
// parts are missing from a truncated archive.
func Write(w io.Writer, parts []Part, program string) error {
	m := manifest{Format: format, Version: Version, Program: program}
	for _, p := range parts {
		sum := sha256.Sum256(p.Data)
		m.Parts = append(m.Parts, listing{p.Name, len(p.Data), hex.EncodeToString(sum[:])})
	}
	text, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return fmt.Errorf("writing the list of parts: %w", err)
	}
	all := append([]Part{{manifestName, text}}, parts...)
	z := zip.NewWriter(w)
	for p, packed := range inParallel(all, pack) {
		if err := put(z, p, packed); err != nil {
			return err
		}
	}
	return z.Close()
}

// put writes a part. Sizes and checksum precede the bytes, in case the file is cut short after
// them.
func put(z *zip.Writer, p Part, as packed) error {
	to, err := z.CreateRaw(&zip.FileHeader{Name: p.Name, Method: as.method, CRC32: crcOf(p.Data),
		CompressedSize64: uint64(len(as.data)), UncompressedSize64: uint64(len(p.Data))})
	if err == nil {
		_, err = to.Write(as.data)
	}
	return err
}

type packed struct {
	method uint16
	data   []byte
}

// worth is the least share of its bytes that deflating must save for a part to be deflated, because
// unpacking takes time.
const worth = 0.3

var packers = sync.Pool{New: func() any {
	f, err := flate.NewWriter(nil, flate.BestSpeed)
	if err != nil {
		panic(err) // the level is a constant
	}
	return f
}}

func pack(p Part) packed {
	var b bytes.Buffer
	f := packers.Get().(*flate.Writer)
	defer packers.Put(f)
	f.Reset(&b)
	_, err := f.Write(p.Data)
	if err = errors.Join(err, f.Close()); err != nil {
		panic(err) // memory accepts all writes
	}
	if float64(b.Len()) > (1-worth)*float64(len(p.Data)) {
		return packed{zip.Store, p.Data}
	}
	return packed{zip.Deflate, b.Bytes()}
}
