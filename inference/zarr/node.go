package zarr

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
)

// An Error describes a fault of a store, and its place.
type Error struct {
	Path string // of the group or the array, or of a file of it
	What string // a clause without a full stop
	// Unsupported: the store may be sound, but uses features that this package does not read.
	Unsupported bool
}

// Error returns the place and the fault.
func (e *Error) Error() string { return "Zarr " + e.Path + ": " + e.What }

func damaged(at, format string, a ...any) *Error {
	return &Error{Path: at, What: fmt.Sprintf(format, a...)}
}

func unsupported(format string, a ...any) *Error {
	return &Error{What: fmt.Sprintf(format, a...), Unsupported: true}
}

// in names the place of an error that has none.
func in(at string, err error) error {
	var e *Error
	if errors.As(err, &e) && e.Path == "" {
		named := *e
		named.Path = at
		return &named
	}
	return err
}

// Limits of a sound store.
const (
	mostMetadata = 16 << 20 // bytes of a file of metadata
	mostNames    = 1 << 16  // in a group
	mostRank     = 32
)

// Limit is how many bytes one call may return or unpack.
const Limit = 1 << 30

// A Node is a group or an array.
type Node struct {
	store      fs.FS
	path       string // without a slash at the beginning; "." for the root
	limit      int64  // tests lower it
	version    int
	attributes map[string]json.RawMessage
	meta       *metadata // of an array
}

// The files of metadata.
const (
	groupFile      = ".zgroup"
	arrayFile      = ".zarray"
	attributesFile = ".zattrs"
	thirdFile      = "zarr.json"
)

// Is reports whether a folder or an archive is a store.
func Is(store fs.FS) bool {
	for _, name := range []string{groupFile, thirdFile, arrayFile} {
		if info, err := fs.Stat(store, name); err == nil && !info.IsDir() {
			return true
		}
	}
	return false
}

// Open reads the metadata of the root of a store. An error is an *[Error].
func Open(store fs.FS) (*Node, error) { return open(store, ".", Limit) }

func open(store fs.FS, at string, limit int64) (*Node, error) {
	n := &Node{store: store, path: at, limit: limit}
	text, err := n.file(thirdFile, mostMetadata)
	if err == nil {
		return n, n.third(text)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	n.version = 2
	text, err = n.file(arrayFile, mostMetadata)
	switch {
	case err == nil:
		if n.meta, err = second(text); err != nil {
			return nil, in(n.Path(), err)
		}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	default:
		if _, err := n.file(groupFile, mostMetadata); err != nil {
			return nil, damaged(n.Path(), "there is neither a group nor an array")
		}
	}
	text, err = n.file(attributesFile, mostMetadata)
	if errors.Is(err, fs.ErrNotExist) {
		return n, nil
	}
	if err == nil && json.Unmarshal(text, &n.attributes) != nil {
		err = damaged(n.Path(), "the attributes are no JSON")
	}
	return n, err
}

// third reads the metadata of version 3.
func (n *Node) third(text []byte) error {
	var m struct {
		Format     int                        `json:"zarr_format"`
		Kind       string                     `json:"node_type"`
		Attributes map[string]json.RawMessage `json:"attributes"`
	}
	if err := json.Unmarshal(text, &m); err != nil || m.Format != 3 {
		return damaged(n.Path(), "zarr.json is no metadata of version 3")
	}
	n.version, n.attributes = 3, m.Attributes
	if m.Kind != "array" {
		return nil
	}
	var err error
	n.meta, err = third(text)
	return in(n.Path(), err)
}

// file returns a file of a node. A file that is not there is fs.ErrNotExist.
func (n *Node) file(name string, most int64) ([]byte, error) {
	at := path.Join(n.path, name)
	f, err := n.store.Open(at)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
			return nil, fs.ErrNotExist
		}
		return nil, damaged("/"+at, "cannot be read: %v", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err != nil {
		return nil, damaged("/"+at, "cannot be read: %v", err)
	}
	if int64(len(data)) > most {
		return nil, damaged("/"+at, "has more than %d bytes, which is the limit", most)
	}
	return data, nil
}

// Path returns the path of the node in the store, "/" for the root.
func (n *Node) Path() string { return path.Join("/", n.path) }

// IsArray reports whether the node is an array and no group.
func (n *Node) IsArray() bool { return n.meta != nil }

// Names returns the names of the members of a group, in alphabetical order. An error is an *[Error].
func (n *Node) Names() ([]string, error) {
	if n.meta != nil {
		return nil, nil
	}
	entries, err := fs.ReadDir(n.store, n.path)
	if err != nil {
		return nil, damaged(n.Path(), "cannot be read: %v", err)
	}
	if len(entries) > mostNames {
		return nil, damaged(n.Path(), "holds more than %d files", mostNames)
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") && n.is(e.Name()) {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// is reports whether a folder in a group is a group or an array.
func (n *Node) is(name string) bool {
	sub, err := fs.Sub(n.store, path.Join(n.path, name))
	return err == nil && Is(sub)
}

// Child returns the group or the array of that name in a group. An error, which is an *[Error], says why there is none.
func (n *Node) Child(name string) (*Node, error) {
	at := path.Join(n.path, name)
	if n.meta != nil || !fs.ValidPath(name) || strings.Contains(name, "/") || name == "." || !n.is(name) {
		return nil, damaged(n.Path(), "there is no %q", name)
	}
	return open(n.store, at, n.limit)
}

// Texts returns the values of an attribute that is a text or a list of texts, else nil.
func (n *Node) Texts(attribute string) []string { return attributeOf[string](n, attribute) }

// Ints returns the values of an attribute that is a whole number or a list of them, else nil.
func (n *Node) Ints(attribute string) []int64 { return attributeOf[int64](n, attribute) }

func attributeOf[T any](n *Node, name string) []T {
	text, ok := n.attributes[name]
	if !ok {
		return nil
	}
	var one *T
	if json.Unmarshal(text, &one) == nil && one != nil {
		return []T{*one}
	}
	var list []T
	if json.Unmarshal(text, &list) != nil {
		return nil
	}
	return list
}
