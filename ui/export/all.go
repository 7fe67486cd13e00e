package export

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/write"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/views/say"
)

// A Plate is a figure with the look that the user chose for it.
type Plate struct {
	depict.Plate
	Dress Dress
}

// Plates makes all figures of a result.
type Plates func(ctx context.Context) ([]Plate, error)

// An Arranged is a figure as the user arranged it, with the choices in words.
type Arranged struct {
	Figure   plotting.Figure
	Metadata plotting.Metadata
}

// PlatesOf makes the plates of a result, those that cannot be made left out, if there is one that can. arranged are
// figures of tabs that the user has looked at; they are taken as they are there, but whole. dress is the look of the
// figure of a tab.
func PlatesOf(s *depict.Subject, software string, arranged map[string]Arranged, dress func(tab string) Dress) Plates {
	return func(ctx context.Context) (out []Plate, err error) {
		var failed error
		for _, e := range depict.Of(s) {
			p, err := e.Plate(ctx, s)
			if err != nil {
				failed = errors.Join(failed, err)
				continue
			}
			if a, ok := arranged[e.Tab]; ok {
				p = e.Arranged(p, s, a.Figure, a.Metadata)
			}
			p.Metadata.Software = software
			out = append(out, Plate{p, dress(e.Tab)})
		}
		if len(out) == 0 {
			return nil, failed
		}
		return out, ctx.Err()
	}
}

// askAll asks where to save all figures of the result, each as wide as was chosen: in one PDF with a page
// for each, or in a folder with a file for each.
func (s *sheet) askAll() {
	filters := []dialogs.FileFilter{{Name: "One PDF, a page for each figure", Extensions: []string{"pdf"}}}
	for _, f := range write.Formats() {
		if f.Name != "pdf" {
			filters = append(filters,
				dialogs.FileFilter{Name: "A folder, named without the ending, of " + f.Title, Extensions: []string{f.Name}})
		}
	}
	s.d.ChooseSave("Export all figures", say.FileName(s.metadata.Title)+"-figures.pdf", filters, func(path string) {
		s.sheet.Close()
		s.d.Tell("The figures are drawn and saved. This takes a while where there are many.")
		to := path
		if !strings.EqualFold(filepath.Ext(path), ".pdf") {
			to = folderOf(path)
		}
		chosen := *s // a preview that is still drawn may yet change the sheet
		s.d.Write(to, func() error { return chosen.saveAll(s.d.Context, path) })
	})
}

// sized returns a size of a figure of its own as wide as was chosen here, in the same proportion.
func (s *sheet) sized(own plotting.Size) plotting.Size {
	size := s.size
	size.HeightMM = own.HeightMM * size.WidthMM / own.WidthMM
	return size
}

// folderOf is the folder of figures of a format that a path ends in: it is named without that ending.
func folderOf(path string) string { return strings.TrimSuffix(path, filepath.Ext(path)) }

// saveAll saves all figures into a PDF, or for the name of another format into a new folder of that
// name without its ending.
func (s *sheet) saveAll(ctx context.Context, path string) error {
	format, err := write.FormatOf(path, write.Formats())
	if err != nil {
		return err
	}
	plates, err := s.plates(ctx)
	if err != nil {
		return err
	}
	var pages []write.Page
	for _, p := range plates {
		f := s.inStyle(s.plain(p.Figure, true), p.Dress)
		pages = append(pages, write.Page{Figure: f, Size: s.sized(p.Size).GrownFor(f), Metadata: p.Metadata})
	}
	if format.Name == "pdf" {
		return write.File(path, func(w io.Writer) error { return write.Book(w, s.metadata.Title, pages) })
	}
	folder := folderOf(path)
	if err := os.Mkdir(folder, 0o777); errors.Is(err, os.ErrExist) {
		return fmt.Errorf("the folder %s already exists: give another name", folder)
	} else if err != nil {
		return err
	}
	for i, p := range pages {
		if err := write.Figure(filepath.Join(folder, plates[i].Name+"."+format.Name), p.Figure, p.Size,
			p.Metadata); err != nil {
			return err
		}
	}
	return nil
}
