package raster

import (
	"sync"

	"espalier/assets"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// SansRegular returns Liberation Sans, parsed once.
var SansRegular = sync.OnceValue(func() *opentype.Font { return parse(assets.SansRegular) })

// SansBold returns Liberation Sans Bold, parsed once.
var SansBold = sync.OnceValue(func() *opentype.Font { return parse(assets.SansBold) })

func parse(ttf []byte) *opentype.Font {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic("raster: embedded font: " + err.Error())
	}
	return f
}

// metrics caches what layout asks of a font: glyph numbers, advances and kerning,
// in shares of the size. It is safe for concurrent use.
type metrics struct {
	font  *opentype.Font
	units fixed.Int26_6 // per em

	mu      sync.RWMutex
	buffer  sfnt.Buffer
	glyphs  map[rune]glyph
	kerning map[[2]sfnt.GlyphIndex]float64

	outlines map[sfnt.GlyphIndex]sfnt.Segments
}

type glyph struct {
	index   sfnt.GlyphIndex
	advance float64
}

var fonts sync.Map // *opentype.Font → *metrics

func metricsOf(f *opentype.Font) *metrics {
	if m, ok := fonts.Load(f); ok {
		return m.(*metrics)
	}
	m, _ := fonts.LoadOrStore(f, &metrics{
		font:    f,
		units:   fixed.Int26_6(f.UnitsPerEm()),
		glyphs:  map[rune]glyph{},
		kerning: map[[2]sfnt.GlyphIndex]float64{},

		outlines: map[sfnt.GlyphIndex]sfnt.Segments{},
	})
	return m.(*metrics)
}

// glyph returns the glyph of r; a letter that the font lacks gives its empty box.
// The caller holds mu for reading and gets it back so.
func (m *metrics) glyph(r rune) glyph {
	g, ok := m.glyphs[r]
	if ok {
		return g
	}
	m.mu.RUnlock()
	m.mu.Lock()
	defer func() { m.mu.Unlock(); m.mu.RLock() }()
	index, err := m.font.GlyphIndex(&m.buffer, r)
	if err != nil {
		index = 0
	}
	g.index = index
	if a, err := m.font.GlyphAdvance(&m.buffer, index, m.units, font.HintingNone); err == nil {
		g.advance = float64(a) / float64(m.units)
	}
	m.glyphs[r] = g
	return g
}

// kern returns the kerning between two glyphs, under the same lock as glyph.
func (m *metrics) kern(a, b sfnt.GlyphIndex) float64 {
	pair := [2]sfnt.GlyphIndex{a, b}
	k, ok := m.kerning[pair]
	if ok {
		return k
	}
	m.mu.RUnlock()
	m.mu.Lock()
	defer func() { m.mu.Unlock(); m.mu.RLock() }()
	if v, err := m.font.Kern(&m.buffer, a, b, m.units, font.HintingNone); err == nil {
		k = float64(v) / float64(m.units)
	}
	m.kerning[pair] = k
	return k
}

// Advance returns the width of s as a share of the font's size, kerning included:
// the same as vg's font.Face.Width, from a cache.
func Advance(f *opentype.Font, s string) float64 {
	m := metricsOf(f)
	m.mu.RLock()
	defer m.mu.RUnlock()
	x, last := 0.0, noGlyph
	for _, r := range s {
		g := m.glyph(r)
		if last != noGlyph {
			x += m.kern(last, g.index)
		}
		x += g.advance
		last = g.index
	}
	return x
}

// noGlyph stands for no letter before.
const noGlyph = sfnt.GlyphIndex(0xFFFF)

// placed is a letter and where its pen stands, in shares of the size.
type placed struct {
	index sfnt.GlyphIndex
	x     float64
}

// place appends the letters of s.
func (m *metrics) place(out []placed, s string) []placed {
	m.mu.RLock()
	defer m.mu.RUnlock()
	x, last := 0.0, noGlyph
	for _, r := range s {
		g := m.glyph(r)
		if last != noGlyph {
			x += m.kern(last, g.index)
		}
		out = append(out, placed{g.index, x})
		x += g.advance
		last = g.index
	}
	return out
}

// Kerning returns by how much kerning widens s, as a share of the font's size:
// usually negative.
func Kerning(f *opentype.Font, s string) float64 {
	m := metricsOf(f)
	m.mu.RLock()
	defer m.mu.RUnlock()
	sum, last := 0.0, noGlyph
	for _, r := range s {
		g := m.glyph(r)
		if last != noGlyph {
			sum += m.kern(last, g.index)
		}
		last = g.index
	}
	return sum
}
