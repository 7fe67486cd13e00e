// Package sampledata holds the small tables that come with the program, each with its source,
// licence and annotations. README.md beside them describes them for readers.
package sampledata

import (
	"bytes"
	"compress/gzip"
	"context"
	"embed"
	"fmt"
	"io"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read"
)

// Tables of more than 10 kB are gzipped, to a third of their size.
//
//go:embed *.csv *.csv.gz truth/*.csv
var files embed.FS

// A Sample is a table that comes with the program.
type Sample struct {
	Name        string // as in "sample:NAME"
	Title       string // for menus
	Description string // one sentence
	Source      string // who made it and where it was published
	Licence     string // under which it is given here
	File        string // base name of the embedded file; .csv, or .csv.gz if it is gzipped
	Annotations []string
}

// List returns the samples in the order of the menu.
func List() []Sample { return append([]Sample(nil), samples...) }

// Open reads a sample. The error for an unknown name lists the samples.
func Open(name string) (*inference.Table, error) {
	names := make([]string, len(samples))
	for i, s := range samples {
		if s.Name == name {
			return s.open()
		}
		names[i] = s.Name
	}
	return nil, fmt.Errorf("there is no sample %q; the samples are %s", name, strings.Join(names, ", "))
}

// Truth returns the list of edges, as CSV, of the network that a sample was drawn from. The error for
// samples without one lists those that have one.
func Truth(name string) ([]byte, error) {
	b, err := files.ReadFile("truth/" + name + ".csv")
	if err == nil {
		return b, nil
	}
	known, err := files.ReadDir("truth")
	if err != nil {
		return nil, fmt.Errorf("sampledata: %w", err)
	}
	var names []string
	for _, f := range known {
		names = append(names, strings.TrimSuffix(f.Name(), ".csv"))
	}
	return nil, fmt.Errorf("the network of sample %q is not known; those known are of %s", name, strings.Join(names, ", "))
}

func (s Sample) open() (*inference.Table, error) {
	data, err := content(s.File)
	if err != nil {
		return nil, fmt.Errorf("sampledata: %w", err)
	}
	plain := strings.TrimSuffix(s.File, ".gz")
	return read.Bytes(plain, "sample:"+s.Name, data, read.Options{
		Separator: ',', Header: read.Yes, RowNames: read.Yes, Annotations: s.Annotations,
	})
}

// content is an embedded file as it was before it was gzipped.
func content(file string) ([]byte, error) {
	data, err := files.ReadFile(file)
	if err != nil || !strings.HasSuffix(file, ".gz") {
		return data, err
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// OpenSource opens a table by its source: a file, or a sample as sample:NAME, with the annotations that options name.
func OpenSource(ctx context.Context, source string, o read.Options) (*inference.Table, error) {
	name, ok := strings.CutPrefix(source, "sample:")
	if !ok {
		return read.File(ctx, source, o)
	}
	t, err := Open(name)
	if err != nil {
		return nil, err
	}
	return read.Annotated(ctx, t, o)
}
