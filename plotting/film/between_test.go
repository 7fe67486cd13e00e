package film

import (
	"image/gif"
	"os"
	"path/filepath"
	"testing"
	"time"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A block is a figure that is a box at a place; another place has motion.
type block struct{ at float64 }

type blockScene struct {
	plotting.Scene
	at float64
}

func (b block) Layout(size vg.Point) plotting.Scene {
	s := ink.Sentence{Text: "block"}.Layout(size)
	return blockScene{s, b.at}
}

func (b blockScene) MotionFrom(from plotting.Scene) func(share float64) plotting.Scene {
	was, ok := from.(blockScene)
	if !ok || was.at == b.at {
		return nil
	}
	return func(share float64) plotting.Scene { return blockScene{b.Scene, (1-share)*was.at + share*b.at} }
}

// The pictures between two go the whole way, slower at the ends, and a change without motion cuts.
func TestBetween(t *testing.T) {
	size, was := vg.Point{X: 100, Y: 50}, -1.0
	list := Between(block{0}, block{8}, 7)
	steps := []float64{}
	for _, f := range list {
		now := f.Layout(size).(blockScene).at
		steps, was = append(steps, now-max(was, 0)), now
	}
	if len(list) != 8 || was != 8 || !(steps[0] < steps[3] && steps[7] < steps[3] && steps[0] > 0) {
		t.Errorf("%d pictures, steps %v", len(list), steps)
	}
	if got := Between(block{3}, block{3}, 2)[0].Layout(size).(blockScene).at; got != 3 {
		t.Errorf("a picture without motion is at %v", got)
	}
	if styled := list[3].(plotting.Styled).WithStyle(plotting.Dark).Layout(size).(blockScene).at; styled != 4 {
		t.Errorf("in another style it is at %v", styled)
	}
}

// A film is saved with the times of its pictures.
func TestSave(t *testing.T) {
	f := &Film{}
	f.Add(ink.Sentence{Text: "first", Style: plotting.Light}, 100*time.Millisecond)
	f.Add(ink.Sentence{Text: "second", Style: plotting.Light}, 100*time.Millisecond)
	f.Hold(time.Second)
	if len(f.frames) != 2 || f.delays[1] != time.Second {
		t.Errorf("%d pictures for %v", len(f.frames), f.delays)
	}
	path := filepath.Join(t.TempDir(), "film.gif")
	size := plotting.Size{WidthMM: 100, HeightMM: 50, DPI: 50}
	if _, err := f.Save(t.Context(), path, &plotting.Dark, Fitted(size), size, plotting.Metadata{}); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	g, err := gif.DecodeAll(file)
	if err != nil || len(g.Image) != 2 || g.Delay[1] != 100 || g.Config.Width != 1440 || g.Config.Height != 720 {
		t.Errorf("%d pictures of %d × %d: %v", len(g.Image), g.Config.Width, g.Config.Height, err)
	}
	files, err := f.Save(t.Context(), filepath.Join(t.TempDir(), "film.png"), nil, Fitted(size), size,
		plotting.Metadata{})
	if err != nil || len(files) != 2 || filepath.Base(files[1]) != "film-0002.png" {
		t.Errorf("%v: %v", files, err)
	}
}
