package raster

import (
	"math"
	"sync"

	"example.org/espalier/plotting/typeface"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// A Font is one of Liberation: its file, and its content, parsed once.
type Font struct {
	TTF    func() []byte
	Parsed func() *opentype.Font
}

func fontOf(f typeface.Font) Font {
	return Font{f.TTF, sync.OnceValue(func() *opentype.Font { return parse(f.TTF()) })}
}

// A Family is the fonts of one variant of Liberation.
type Family struct{ Regular, Bold, Italic, BoldItalic Font }

func familyOf(f typeface.Family) Family {
	return Family{fontOf(f.Regular), fontOf(f.Bold), fontOf(f.Italic), fontOf(f.BoldItalic)}
}

// Families are the fonts of figures, by variant.
var Families = map[string]Family{
	"Sans":  familyOf(typeface.Sans),
	"Serif": familyOf(typeface.Serif),
	"Mono":  familyOf(typeface.Mono),
}

func parse(ttf []byte) *opentype.Font {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic("raster: embedded font: " + err.Error())
	}
	return f
}

// metrics caches the measures of a font for layout: glyph numbers, advances and kerning, in shares of the size. It is
// safe for concurrent use.
type metrics struct {
	font  *opentype.Font
	units fixed.Int26_6 // per em

	mu       sync.RWMutex
	buffer   sfnt.Buffer
	glyphs   map[rune]glyph
	kerning  map[[2]sfnt.GlyphIndex]float64
	outlines map[sfnt.GlyphIndex]sfnt.Segments

	// For each new tree, thousands of names are measured; tables hold most of their letters.
	common [plain]glyph          // unknown until asked for
	pairs  [plain][plain]float64 // NaN until asked for
}

// plain is the number of letters in tables: those of ASCII.
const plain = 128

type glyph struct {
	index   sfnt.GlyphIndex
	advance float64
}

var fonts sync.Map // *opentype.Font → *metrics

func metricsOf(f *opentype.Font) *metrics {
	if m, ok := fonts.Load(f); ok {
		return m.(*metrics)
	}
	made := &metrics{
		font:     f,
		units:    fixed.Int26_6(f.UnitsPerEm()),
		glyphs:   map[rune]glyph{},
		kerning:  map[[2]sfnt.GlyphIndex]float64{},
		outlines: map[sfnt.GlyphIndex]sfnt.Segments{},
	}
	for i := range made.common {
		made.common[i] = unknown
		for j := range made.pairs[i] {
			made.pairs[i][j] = math.NaN()
		}
	}
	m, _ := fonts.LoadOrStore(f, made)
	return m.(*metrics)
}

// glyph returns the glyph of r; a letter that the font lacks gives its empty box. The caller holds
// mu for reading before and after the call.
func (m *metrics) glyph(r rune) glyph {
	if r < plain {
		if g := m.common[r]; g != unknown {
			return g
		}
	} else if g, ok := m.glyphs[r]; ok {
		return g
	}
	m.mu.RUnlock()
	m.mu.Lock()
	defer func() { m.mu.Unlock(); m.mu.RLock() }()
	var g glyph
	if index, err := m.font.GlyphIndex(&m.buffer, r); err == nil {
		g.index = index
	}
	if a, err := m.font.GlyphAdvance(&m.buffer, g.index, m.units, font.HintingNone); err == nil {
		g.advance = float64(a) / float64(m.units)
	}
	if r < plain {
		m.common[r] = g
	} else {
		m.glyphs[r] = g
	}
	return g
}

// kern returns the kerning between two letters whose glyphs are a and b, under the same
// lock as glyph.
func (m *metrics) kern(r, s rune, a, b sfnt.GlyphIndex) float64 {
	tabled, pair := r < plain && s < plain, [2]sfnt.GlyphIndex{a, b}
	if tabled {
		if k := m.pairs[r][s]; !math.IsNaN(k) {
			return k
		}
	} else if k, ok := m.kerning[pair]; ok {
		return k
	}
	m.mu.RUnlock()
	m.mu.Lock()
	defer func() { m.mu.Unlock(); m.mu.RLock() }()
	k := 0.0
	if v, err := m.font.Kern(&m.buffer, a, b, m.units, font.HintingNone); err == nil {
		k = float64(v) / float64(m.units)
	}
	if tabled {
		m.pairs[r][s] = k
	} else {
		m.kerning[pair] = k
	}
	return k
}

// walk calls f with the glyph of each letter of s, the kerning before it and the place of its pen,
// in shares of the size. It returns the place of the pen after the last letter.
func (m *metrics) walk(s string, f func(g glyph, kern, x float64)) float64 {
	m.mu.RLock()
	defer m.mu.RUnlock()
	x, before, last := 0.0, rune(-1), noGlyph
	for _, r := range s {
		g, kern := m.glyph(r), 0.0
		if last != noGlyph {
			kern = m.kern(before, r, last, g.index)
		}
		x += kern
		if f != nil {
			f(g, kern, x)
		}
		x += g.advance
		before, last = r, g.index
	}
	return x
}

// Advance returns the width of s as a share of the font's size, kerning included:
// the same as vg's font.Face.Width, from a cache.
func Advance(f *opentype.Font, s string) float64 {
	m := metricsOf(f)
	if w, ok := m.tabled(s); ok {
		return w
	}
	return m.walk(s, nil)
}

// tabled returns the result of walk for a text whose letters and pairs are all in the tables already.
func (m *metrics) tabled(s string) (width float64, ok bool) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	for i := range len(s) {
		b := s[i]
		if b >= plain || m.common[b].index == noGlyph {
			return 0, false
		}
		if i > 0 {
			kern := m.pairs[s[i-1]&(plain-1)][b]
			if math.IsNaN(kern) {
				return 0, false
			}
			width += kern
		}
		width += m.common[b].advance
	}
	return width, true
}

// noGlyph means that there is no letter before.
const noGlyph = sfnt.GlyphIndex(0xFFFF)

// unknown marks a letter that was not asked for yet.
var unknown = glyph{index: noGlyph}

// placed is a letter and the place of its pen, in shares of the size.
type placed struct {
	index sfnt.GlyphIndex
	x     float64
}

// place appends the letters of s.
func (m *metrics) place(out []placed, s string) []placed {
	m.walk(s, func(g glyph, _, x float64) { out = append(out, placed{g.index, x}) })
	return out
}

// Kerning returns the width that kerning adds to s, as a share of the font's size: usually
// negative.
func Kerning(f *opentype.Font, s string) float64 {
	sum := 0.0
	metricsOf(f).walk(s, func(_ glyph, kern, _ float64) { sum += kern })
	return sum
}
