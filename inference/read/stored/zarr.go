package stored

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"example.org/espalier/inference/zarr"
)

// IsFolder reports whether a path is a folder that is a Zarr store.
func IsFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir() && zarr.Is(os.DirFS(path))
}

// openFolder opens a folder that is a Zarr store; nil where it is none. Nothing outside of the folder is read.
func openFolder(path string) (*File, error) {
	if !IsFolder(path) {
		return nil, nil
	}
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, nil
	}
	f := &File{closer: root, sum: func() (string, error) { return sumOf(root.FS()) }}
	if f.Root, err = zarrRoot(root.FS()); err != nil {
		root.Close()
		return nil, err
	}
	return f, nil
}

// mostFiles is how many files a folder may have.
const mostFiles = 1 << 21

// sumOf returns the SHA-256 of all files of a folder, each after its name and length, in the order of their names.
func sumOf(folder fs.FS) (string, error) {
	h := sha256.New()
	files := 0
	err := fs.WalkDir(folder, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		if files++; files > mostFiles {
			return fmt.Errorf("the folder has more than %d files", mostFiles)
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		f, err := folder.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		fmt.Fprintf(h, "%d %s %d\n", len(path), path, info.Size())
		_, err = io.Copy(h, f)
		return err
	})
	return hex.EncodeToString(h.Sum(nil)), err
}

// zarrIn returns the root of the Zarr store in a ZIP archive, which may be alone in a folder; nil where there is none.
func zarrIn(z *zip.Reader) (Node, error) {
	if zarr.Is(z) {
		return zarrRoot(z)
	}
	entries, err := fs.ReadDir(z, ".")
	if err != nil {
		return nil, nil
	}
	only := ""
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") || e.Name() == "__MACOSX" {
			continue
		}
		if only != "" || !e.IsDir() {
			return nil, nil
		}
		only = e.Name()
	}
	if only == "" {
		return nil, nil
	}
	sub, err := fs.Sub(z, only)
	if err != nil || !zarr.Is(sub) {
		return nil, nil
	}
	return zarrRoot(sub)
}

func zarrRoot(store fs.FS) (Node, error) {
	n, err := zarr.Open(store)
	if err != nil {
		return nil, err
	}
	return zarrNode{n}, nil
}

type zarrNode struct{ n *zarr.Node }

func (n zarrNode) Path() string                             { return n.n.Path() }
func (n zarrNode) Names() ([]string, error)                 { return n.n.Names() }
func (n zarrNode) Texts(attribute string) ([]string, error) { return n.n.Texts(attribute), nil }
func (n zarrNode) Ints(attribute string) ([]int64, error)   { return n.n.Ints(attribute), nil }

func (n zarrNode) Child(name string) (Node, error) {
	c, err := n.n.Child(name)
	if err != nil {
		return nil, err
	}
	return zarrNode{c}, nil
}

func (n zarrNode) Array() (Array, error) {
	if !n.n.IsArray() {
		return nil, nil
	}
	a, err := n.n.Array()
	if err != nil {
		return nil, err
	}
	return zarrArray{a}, nil
}

type zarrArray struct{ a *zarr.Array }

func (a zarrArray) Shape() []int   { return sizes(a.a.Shape) }
func (a zarrArray) ChunkRows() int { return a.a.ChunkRows() }

func (a zarrArray) Kind() Kind {
	switch t := a.a.Type; {
	case t.Text():
		return Text
	case t.Class == zarr.Bool:
		return Truth
	case t.Class != zarr.Float:
		return Whole
	case t.Size < 8:
		return Single
	}
	return Real
}

func (a zarrArray) Floats(from, n int) ([]float64, error) { return a.a.Float64s(from, n) }
func (a zarrArray) Ints(from, n int) ([]int64, error)     { return a.a.Int64s(from, n) }
func (a zarrArray) Texts(from, n int) ([]string, error)   { return a.a.Strings(from, n) }
func (a zarrArray) Fields() []string                      { return nil }
func (a zarrArray) Field(string) (Array, error)           { return nil, errKind }
