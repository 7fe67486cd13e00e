package stored

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path"
	"strings"

	"example.org/espalier/inference/hdf5"
)

// A File is an open file that holds arrays in groups.
type File struct {
	Root    Node
	Packing string // "gzip" or "ZIP" of a compressed file
	sum     func() (string, error)
	closer  io.Closer // nil for bytes in memory
}

// Close ends the reading of the file.
func (f *File) Close() {
	if f.closer != nil {
		_ = f.closer.Close() // nothing was written
	}
}

// Sum returns the SHA-256 of the file, or of all files of a folder, in hexadecimal.
func (f *File) Sum() (string, error) { return f.sum() }

// OpenFile opens a file, or a folder that is a Zarr store, if it holds arrays in groups; nil where it does not. Content
// that is packed may have most bytes.
func OpenFile(path string, most int64) (*File, error) {
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		return openFolder(path)
	}
	if err != nil || !info.Mode().IsRegular() {
		return nil, nil // what is wrong with it is said where it is read
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, nil
	}
	f, err := Open(file, info.Size(), most)
	if f == nil || err != nil {
		file.Close()
		return nil, err
	}
	f.closer = file
	return f, nil
}

// Open opens the content of a file of size bytes if it holds arrays in groups; nil where it does not. Content that is
// packed may have most bytes.
func Open(r io.ReaderAt, size, most int64) (*File, error) {
	f := &File{sum: func() (string, error) {
		h := sha256.New()
		_, err := io.Copy(h, io.NewSectionReader(r, 0, size))
		return hex.EncodeToString(h.Sum(nil)), err
	}}
	head := make([]byte, min(size, 8))
	if _, err := r.ReadAt(head, 0); err != nil && err != io.EOF {
		return nil, err
	}
	var err error
	switch {
	case isHDF5(r, size):
		f.Root, err = HDF5(r, size)
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		f.Packing = "gzip"
		f.Root, err = gzipped(io.NewSectionReader(r, 0, size), most)
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		f.Packing = "ZIP"
		f.Root, err = zipped(r, size, most)
	}
	if f.Root == nil || err != nil {
		return nil, err
	}
	return f, nil
}

// isHDF5 reports whether a file has the signature of HDF5, at its beginning or after a block of the user's own.
func isHDF5(r io.ReaderAt, size int64) bool {
	b := make([]byte, len(hdf5.Signature))
	for at := int64(0); at+int64(len(b)) <= size && at <= 1<<16; at = max(512, 2*at) {
		if _, err := r.ReadAt(b, at); err != nil {
			return false
		}
		if string(b) == hdf5.Signature {
			return true
		}
	}
	return false
}

// unpacked returns the root of an HDF5 file that r unpacks, nil where it is none.
func unpacked(r io.Reader, most int64) (Node, error) {
	head := make([]byte, len(hdf5.Signature))
	if _, err := io.ReadFull(r, head); err != nil || string(head) != hdf5.Signature {
		return nil, nil
	}
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	if err != nil {
		return nil, &Error{What: "the compressed file is damaged or cut short",
			Remedy: "Copy or download it again, or unpack it first.", Err: err}
	}
	if int64(len(data)) > most {
		return nil, &Error{What: fmt.Sprintf("unpacks to more than %d MiB, which is the limit", most>>20),
			Remedy: "Unpack it first: a file that is not packed may be larger."}
	}
	data = append(head, data...)
	return HDF5(bytes.NewReader(data), int64(len(data)))
}

func gzipped(r io.Reader, most int64) (Node, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, nil
	}
	return unpacked(z, most)
}

// zipped opens what a ZIP archive holds: a Zarr store, the table of a QIIME 2 artifact, or the one HDF5 file that is in
// it.
func zipped(r io.ReaderAt, size, most int64) (Node, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, nil // said where it is read
	}
	if root, err := zarrIn(z); root != nil || err != nil {
		return root, err
	}
	var one *zip.File
	files := 0
	for _, f := range z.File {
		base := path.Base(strings.ReplaceAll(f.Name, `\`, "/"))
		if f.FileInfo().IsDir() || strings.HasPrefix(base, ".") || strings.HasPrefix(f.Name, "__MACOSX/") {
			continue
		}
		if strings.HasSuffix(f.Name, "/data/feature-table.biom") {
			one, files = f, 1
			break
		}
		one = f
		files++
	}
	if files != 1 {
		return nil, nil
	}
	content, err := one.Open()
	if err != nil {
		return nil, nil
	}
	defer content.Close()
	return unpacked(content, most)
}
