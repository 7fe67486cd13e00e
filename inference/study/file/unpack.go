package file

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"example.org/espalier/inference/study"
)

// Limits of what is taken from an archive.
const (
	mostParts    = 100_000
	mostPart     = 1 << 31   // bytes of one part
	mostFree     = 256 << 20 // bytes of all parts, however small the archive is,
	mostPerByte  = 100       // and so many more for each byte of it
	mostManifest = 64 << 20
)

// ErrNewer is the error of an archive that a newer program wrote.
type ErrNewer struct {
	Version int    // of its layout
	Program string // its version, "" where it is not told
}

func (e *ErrNewer) Error() string {
	by := "a newer version of Espalier"
	if e.Program != "" {
		by += " (" + e.Program + ")"
	}
	return fmt.Sprintf("it was written by %s: its layout is version %d, and this program reads up to version %d. Update the program to open it; the file is left as it is", by, e.Version, Version)
}

// errForeign is the error of what is no study at all.
var errForeign = errors.New("it is not a study of Espalier")

// A found is a part of an archive, not unpacked.
type found struct {
	name          string
	method        uint16
	crc           uint32
	packed, bytes uint64
	open          func() (io.Reader, error) // of the packed bytes
}

// unpack returns the parts of an archive that are whole, and what is not. The error says that there
// is nothing to be had.
func unpack(r io.ReaderAt, size int64) (parts map[string][]byte, program string, lost []study.Loss, err error) {
	all, cut, err := list(r, size)
	if err != nil {
		return nil, "", nil, err
	}
	if cut != nil {
		lost = append(lost, study.Loss{What: "the end of the file", Why: cut.Error()})
	}
	all, twice := once(all)
	lost = append(lost, twice...)
	left := uint64(mostFree + mostPerByte*size)
	parts = map[string][]byte{}
	bad := map[string]error{}
	for i, f := range all { // the manifest alone, before anything large is unpacked
		if f.name != manifestName {
			continue
		}
		all = slices.Delete(all, i, i+1)
		data, err := f.read()
		if err != nil {
			bad[f.name] = err
			break
		}
		parts[f.name] = data
		if program, err = checkVersion(data); err != nil {
			return nil, "", nil, err
		}
		break
	}
	all = slices.DeleteFunc(all, func(f found) bool {
		if f.bytes > left {
			bad[f.name] = f.tooMuch()
			return true
		}
		left -= f.bytes
		return false
	})
	for f, r := range inParallel(all, found.tried) {
		if r.err != nil {
			bad[f.name] = r.err
		} else {
			parts[f.name] = r.data
		}
	}
	if parts[manifestName] == nil && parts[studyName] == nil && bad[manifestName] == nil && bad[studyName] == nil {
		return nil, "", nil, errForeign
	}
	told := check(parts, bad)
	for _, name := range sorted(bad) {
		told = append(told, study.Loss{What: name, Why: bad[name].Error()})
	}
	delete(parts, manifestName)
	return parts, program, append(lost, told...), nil
}

// once leaves the first of parts that have the same name, and tells of the others.
func once(all []found) (kept []found, lost []study.Loss) {
	seen := map[string]bool{}
	for _, f := range all {
		if seen[f.name] {
			lost = append(lost, study.Loss{What: f.name, Why: "it stands in the file twice; the first is read"})
			continue
		}
		seen[f.name] = true
		kept = append(kept, f)
	}
	return kept, lost
}

func checkVersion(text []byte) (program string, err error) {
	var m manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return "", nil // the list is damaged, which check tells
	}
	switch {
	case m.Format != format:
		return "", errForeign
	case m.Version > Version:
		return "", &ErrNewer{m.Version, m.Program}
	}
	return m.Program, nil
}

// check takes out parts that are not as the manifest says, and tells which are missing. Those in bad
// are known to be damaged.
func check(parts map[string][]byte, bad map[string]error) (lost []study.Loss) {
	var m manifest
	if text := parts[manifestName]; text == nil || json.Unmarshal(text, &m) != nil {
		return []study.Loss{{What: "the list of parts", Why: "it is damaged; what looks whole is read"}}
	}
	listed := map[string]bool{manifestName: true}
	for _, l := range m.Parts {
		listed[l.Name] = true
		data, ok := parts[l.Name]
		sum := sha256.Sum256(data)
		switch {
		case bad[l.Name] != nil:
		case !ok:
			lost = append(lost, study.Loss{What: l.Name, Why: "it is missing"})
		case hex.EncodeToString(sum[:]) != l.SHA256:
			lost = append(lost, study.Loss{What: l.Name, Why: "it is damaged"})
			delete(parts, l.Name)
		}
	}
	for _, name := range sorted(parts) {
		if !listed[name] {
			lost = append(lost, study.Loss{What: fmt.Sprintf("%.80q", name), Why: "it does not belong to the study"})
			delete(parts, name)
		}
	}
	return lost
}

type unpacked struct {
	data []byte
	err  error
}

func (f found) tried() unpacked {
	data, err := f.read()
	return unpacked{data, err}
}

func (f found) tooMuch() error {
	return fmt.Errorf("it claims %d bytes, which is more than such a file can hold", f.bytes)
}

// read unpacks a part.
func (f found) read() ([]byte, error) {
	if f.bytes > mostPart || f.name == manifestName && f.bytes > mostManifest {
		return nil, f.tooMuch()
	}
	r, err := f.open()
	if err != nil {
		return nil, err
	}
	switch f.method {
	case zip.Store:
	case zip.Deflate:
		r = flate.NewReader(r)
	default:
		return nil, fmt.Errorf("it is packed in a way that is not known (%d)", f.method)
	}
	var b bytes.Buffer
	b.Grow(int(min(f.bytes, 64+1100*f.packed)) + bytes.MinRead) // deflate packs 1,032 bytes into one at most
	if n, err := io.Copy(&b, io.LimitReader(r, int64(f.bytes)+1)); err != nil {
		return nil, fmt.Errorf("it is damaged: %w", err)
	} else if uint64(n) != f.bytes {
		return nil, fmt.Errorf("it is damaged: it has not the %d bytes that it claims", f.bytes)
	}
	if crcOf(b.Bytes()) != f.crc {
		return nil, errors.New("it is damaged: its checksum is wrong")
	}
	return b.Bytes(), nil
}

// list lists the parts of an archive by its directory or, where that is not whole, by the headers in
// front of the parts. cut says why the directory could not be used.
func list(r io.ReaderAt, size int64) (all []found, cut, err error) {
	z, err := zip.NewReader(r, size)
	if err == nil {
		if len(z.File) > mostParts {
			return nil, nil, fmt.Errorf("it has %d parts, more than any study", len(z.File))
		}
		for _, f := range z.File {
			all = append(all, found{f.Name, f.Method, f.CRC32, f.CompressedSize64, f.UncompressedSize64, f.OpenRaw})
		}
		return all, nil, nil
	}
	if all = scan(r, size); len(all) == 0 {
		return nil, nil, errForeign
	}
	return all, errors.New("it is cut short or damaged"), nil
}

// scan lists the parts of an archive from its beginning, as far as they are whole. It stops at a part
// of which the length does not stand before it.
func scan(r io.ReaderAt, size int64) (all []found) {
	const (
		magic   = 0x04034b50
		fixed   = 30
		trailer = 1 << 3 // the flag that the length stands behind
	)
	var h [fixed]byte
	for at := int64(0); at+fixed <= size && len(all) < mostParts; {
		if _, err := r.ReadAt(h[:], at); err != nil || binary.LittleEndian.Uint32(h[:]) != magic {
			return all
		}
		u16 := func(i int) int64 { return int64(binary.LittleEndian.Uint16(h[i:])) }
		u32 := func(i int) uint64 { return uint64(binary.LittleEndian.Uint32(h[i:])) }
		name := make([]byte, u16(26))
		f := found{method: uint16(u16(8)), crc: uint32(u32(14)), packed: u32(18), bytes: u32(22)}
		begin := at + fixed + int64(len(name)) + u16(28)
		end := begin + int64(f.packed)
		if u16(6)&trailer != 0 || end > size {
			return all
		}
		if _, err := r.ReadAt(name, at+fixed); err != nil {
			return all
		}
		f.name = string(name)
		f.open = func() (io.Reader, error) { return io.NewSectionReader(r, begin, int64(f.packed)), nil }
		all = append(all, f)
		at = end
	}
	return all
}
