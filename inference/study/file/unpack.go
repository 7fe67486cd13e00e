package file

import (
	"archive/zip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"example.org/espalier/inference/study"
)

// Limits on the size of an archive.
const (
	mostParts    = 100_000
	mostPart     = 1 << 31   // bytes of one part
	mostFree     = 256 << 20 // bytes of all parts, however small the archive is,
	mostPerByte  = 100       // and this number more for each byte of it
	mostManifest = 64 << 20
)

// ErrNewer is the error of an archive that a newer program wrote.
type ErrNewer struct {
	Version int    // of its layout
	Program string // its version, "" if unknown
}

func (e *ErrNewer) Error() string {
	by := "a newer version of Espalier"
	if e.Program != "" {
		by += " (" + e.Program + ")"
	}
	return fmt.Sprintf("it was written by %s: its layout is version %d, but this program reads versions up to %d. "+
		"Update the program to open it; the file is unchanged", by, e.Version, Version)
}

// errForeign is the error for a file that is not a study at all.
var errForeign = errors.New("it is not an Espalier study")

// openArchive lists the parts of an archive, and reports which are missing or cannot be read. It
// returns an error if nothing can be read.
func openArchive(r io.ReaderAt, size int64) (a *archive, lost []study.Loss, err error) {
	all, cut, err := list(r, size)
	if err != nil {
		return nil, nil, err
	}
	if cut != nil {
		lost = append(lost, study.Loss{What: "the end of the file", Why: cut.Error()})
	}
	all, twice := once(all)
	lost = append(lost, twice...)
	a = &archive{found: map[string]found{}, bad: map[string]error{}, asked: map[string]bool{}}
	left := uint64(mostFree + mostPerByte*size)
	for _, f := range all {
		a.found[f.name] = f
		switch {
		case f.name == manifestName:
		case f.bytes > left:
			a.bad[f.name] = f.tooMuch()
		default:
			left -= f.bytes
		}
	}
	if !a.has(manifestName) && !a.has(studyName) {
		return nil, nil, errForeign
	}
	missing, err := a.list(a.part(manifestName))
	return a, append(lost, missing...), err
}

// once keeps the first of several parts with the same name, and reports the others.
func once(all []found) (kept []found, lost []study.Loss) {
	seen := map[string]bool{}
	for _, f := range all {
		if seen[f.name] {
			lost = append(lost, study.Loss{What: f.name, Why: "it is in the file twice; the first is read"})
			continue
		}
		seen[f.name] = true
		kept = append(kept, f)
	}
	return kept, lost
}

// list reads the list in the manifest, and reports parts that are not in the archive. Parts that are not listed are
// removed.
func (a *archive) list(text []byte) (lost []study.Loss, err error) {
	if err := a.bad[manifestName]; err != nil {
		lost = append(lost, study.Loss{What: manifestName, Why: err.Error()})
	}
	delete(a.found, manifestName)
	delete(a.bad, manifestName)
	var m manifest
	if text == nil || json.Unmarshal(text, &m) != nil {
		return append(lost, study.Loss{What: "the list of parts", Why: "it is damaged; what looks whole is read"}), nil
	}
	switch {
	case m.Format != format:
		return nil, errForeign
	case m.Version > Version:
		return nil, &ErrNewer{m.Version, m.Program}
	}
	a.listed = map[string]string{}
	for _, l := range m.Parts {
		if a.listed[l.Name] = l.SHA256; !a.has(l.Name) {
			lost = append(lost, study.Loss{What: l.Name, Why: "it is missing"})
		}
	}
	for _, name := range a.names() {
		if _, ok := a.listed[name]; !ok {
			lost = append(lost, study.Loss{What: fmt.Sprintf("%.80q", name), Why: "it does not belong to the study"})
			delete(a.found, name)
			delete(a.bad, name)
		}
	}
	return lost, nil
}

// list lists the parts of an archive by its directory or, if that is damaged, by the headers of the
// parts. cut says why the directory could not be used.
func list(r io.ReaderAt, size int64) (all []found, cut, err error) {
	z, err := zip.NewReader(r, size)
	if err == nil {
		if len(z.File) > mostParts {
			return nil, nil, fmt.Errorf("it has %d parts, more than any study has", len(z.File))
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
// whose length does not precede it.
func scan(r io.ReaderAt, size int64) (all []found) {
	const (
		magic   = 0x04034b50
		fixed   = 30
		trailer = 1 << 3 // the flag that the length follows the part
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
