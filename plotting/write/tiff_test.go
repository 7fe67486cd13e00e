package write

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/image/tiff"

	"example.org/espalier/plotting"
)

// An independent reader finds every pixel, of pictures that take several strips and tables of codes, over white where
// they are transparent.
func TestTIFFKeepsPixels(t *testing.T) {
	noise := rand.New(rand.NewPCG(1, 2))
	for name, size := range map[string]image.Point{"one": {1, 1}, "line": {700, 1}, "small": {31, 17},
		"several strips": {700, 300}} {
		for _, rough := range []bool{false, true} {
			img := image.NewRGBA(image.Rectangle{Max: size})
			for y := range size.Y {
				for x := range size.X {
					k := color.RGBA{uint8(x / 3), uint8(y), uint8(x * y / 50), 255}
					if rough {
						a := uint8(noise.IntN(256))
						k = color.RGBA{uint8(noise.IntN(int(a) + 1)), uint8(noise.IntN(int(a) + 1)), 0, a}
					}
					img.SetRGBA(x, y, k)
				}
			}
			var b bytes.Buffer
			if err := encodeTIFF(&b, img, 300, testMetadata); err != nil {
				t.Fatal(err)
			}
			got, err := tiff.Decode(bytes.NewReader(b.Bytes()))
			if err != nil || got.Bounds() != img.Bounds() {
				t.Fatalf("%s: %v", name, err)
			}
			for y := range size.Y {
				for x := range size.X {
					k := img.RGBAAt(x, y)
					white := 255 - k.A
					want := color.RGBA{k.R + white, k.G + white, k.B + white, 255}
					if c := color.RGBAModel.Convert(got.At(x, y)); c != want {
						t.Fatalf("%s, rough %v: the pixel at %d, %d is %v, not %v", name, rough, x, y, c, want)
					}
				}
			}
		}
	}
}

// Codes change their length at every number of bytes near a change.
func TestLZWLengths(t *testing.T) {
	noise := rand.New(rand.NewPCG(3, 4))
	for n := range 1200 {
		img := image.NewRGBA(image.Rect(0, 0, n+1, 1))
		for x := range n + 1 {
			img.SetRGBA(x, 0, color.RGBA{uint8(noise.IntN(256)), uint8(noise.IntN(256)), uint8(noise.IntN(256)), 255})
		}
		var b bytes.Buffer
		if err := encodeTIFF(&b, img, 300, plotting.Metadata{}); err != nil {
			t.Fatal(err)
		}
		got, err := tiff.Decode(bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatalf("%d pixels: %v", n+1, err)
		}
		if c := color.RGBAModel.Convert(got.At(n, 0)); c != img.RGBAAt(n, 0) {
			t.Fatalf("%d pixels: the last is %v, not %v", n+1, c, img.RGBAAt(n, 0))
		}
	}
}

// The file says its resolution, what it shows and which program made it; libtiff agrees where it is installed.
func TestTIFFSaysWhatItIs(t *testing.T) {
	var b bytes.Buffer
	if err := Encode(&b, "tif", sampler{plotting.Light}, plotting.Size{WidthMM: 40, HeightMM: 30, DPI: 600},
		testMetadata); err != nil {
		t.Fatal(err)
	}
	data := b.Bytes()
	at := binary.LittleEndian.Uint32(data[4:])
	values := map[uint16]uint32{}
	last := uint16(0)
	for i := range int(binary.LittleEndian.Uint16(data[at:])) {
		f := data[int(at)+2+12*i:]
		tag := binary.LittleEndian.Uint16(f)
		if tag <= last {
			t.Errorf("field %d stands after field %d", tag, last)
		}
		last, values[tag] = tag, binary.LittleEndian.Uint32(f[8:])
	}
	if got := binary.LittleEndian.Uint32(data[values[tiffX]:]); got != 600 || values[tiffUnit]&0xffff != 2 {
		t.Errorf("%d dots per inch", got)
	}
	if text := string(data[values[tiffDescription]:]); !strings.HasPrefix(text, testMetadata.Caption()) {
		t.Error("the caption is missing")
	}
	look, err := exec.LookPath("tiffinfo")
	if err != nil {
		t.Skip("tiffinfo is not installed")
	}
	path := filepath.Join(t.TempDir(), "a.tif")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(look, path).CombinedOutput()
	if err != nil || strings.Contains(string(out), "Warning") || !strings.Contains(string(out),
		"Resolution: 600, 600 pixels/inch") || !strings.Contains(string(out), "Compression Scheme: LZW") {
		t.Errorf("%v: %s", err, out)
	}
}
