// Package film puts pictures that follow each other into one file, or into numbered ones, and makes those between two
// figures of which one becomes the other.
package film

import (
	"context"
	"fmt"
	"image"
	"io"
	"path/filepath"
	"strings"
	"time"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/raster"
	"example.org/espalier/plotting/write"

	"gonum.org/v1/plot/vg"
)

// A Film is a sequence of pictures. The zero value has none.
type Film struct {
	Tell   func(share float64) // is told which share of the pictures is drawn, while it is saved; nil for nobody
	frames []plotting.Figure
	delays []time.Duration
}

// Add appends a picture that stays for a while.
func (f *Film) Add(p plotting.Figure, stays time.Duration) {
	f.frames, f.delays = append(f.frames, p), append(f.delays, stays)
}

// Hold has the last picture stay for another while.
func (f *Film) Hold(stays time.Duration) { f.delays[len(f.delays)-1] = stays }

// scale is the number of pixels to a point of films in one file, which are shown on slides.
const scale = 1.5

// encode writes the film into one file, in pictures of a size in points.
func (f *Film) encode(ctx context.Context, w io.Writer, format write.Format,
	dress func(plotting.Figure) plotting.Figure, size vg.Point) error {
	var img *image.RGBA
	asked := 0
	return format.Film(w, len(f.frames), func(i int) (*image.RGBA, error) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		f.tell(asked, write.Asked(len(f.frames)))
		asked++
		img, _ = raster.Figure(dress(f.frames[i]), int(scale*size.X), int(scale*size.Y), scale, img)
		return img, nil
	}, func(i int) time.Duration { return f.delays[i] })
}

func (f *Film) tell(done, of int) {
	if f.Tell != nil {
		f.Tell(float64(done) / float64(of))
	}
}

// Size is that of films in one file, in points, unless another is asked for.
var Size = vg.Point{X: 960, Y: 600}

// Save writes a film to a file in the format of its extension: an animation of so many points, or numbered pictures of
// a size in mm, "crp.png" becoming "crp-0001.png" and so on. It returns the files written. Its pictures are drawn in a
// style; nil leaves them as they are.
func (f *Film) Save(ctx context.Context, path string, style *plotting.Style, points vg.Point, size plotting.Size,
	m plotting.Metadata) ([]string, error) {
	format, err := write.FormatOf(path, write.Films())
	if err != nil {
		return nil, err
	}
	dress := func(p plotting.Figure) plotting.Figure { return p }
	if style != nil {
		dress = func(p plotting.Figure) plotting.Figure { return plotting.InStyle(p, *style) }
	}
	if format.Moves() {
		return []string{path}, write.File(path, func(w io.Writer) error {
			return f.encode(ctx, w, format, dress, points)
		})
	}
	ext := filepath.Ext(path)
	var files []string
	for i, p := range f.frames {
		if err := ctx.Err(); err != nil {
			return files, err
		}
		f.tell(i, len(f.frames))
		name := fmt.Sprintf("%s-%04d%s", strings.TrimSuffix(path, ext), i+1, strings.ToLower(ext))
		if err := write.Figure(name, dress(p), size, m); err != nil {
			return files, err
		}
		files = append(files, name)
	}
	return files, nil
}

// Fitted returns the size in points of a film of pictures that are made for a size in mm: as wide as [Size], as high
// as the sides say, but no higher than wide.
func Fitted(s plotting.Size) vg.Point {
	return vg.Point{X: Size.X, Y: min(Size.X*vg.Length(s.HeightMM/s.WidthMM), Size.X)}
}
