package ink

import (
	"image/color"
	"math"
	"slices"

	"example.org/espalier/inference/algorithm/selection"
	"example.org/espalier/plotting"
)

// A ColorMap gives a colour to every number in [0,1].
type ColorMap struct {
	Name  string
	Table [256]color.RGBA
	// Dark takes its place in the dark style, so that high values stand out there; nil for a map that serves in both.
	Dark *ColorMap
}

// At returns the colour of t, clamped to [0,1]. NaN gives the first colour; use [Scale.At] if
// values may be missing.
func (m *ColorMap) At(t float64) color.RGBA {
	if !(t > 0) {
		return m.Table[0]
	}
	return m.Table[int(min(t, 1)*255+0.5)]
}

// The colour maps. Viridis and Cividis are for magnitudes, Signed for values about zero. All change
// evenly in lightness and keep their order for readers with any kind of colour vision. Ink goes
// from paper to ink, for probabilities.
var (
	Viridis = NewMap("viridis", viridisStops)
	Cividis = NewMap("cividis", cividisStops)
	Signed  = NewMap("signed", []uint32{0x1F4E8C, 0xF7F7F5, 0xC24D0E})
	Ink     = NewMap("ink", []uint32{0xF7F7F5, 0x1F2328}).InTheDark([]uint32{0x2B3035, 0xF0F0EC})
)

// In returns the map that stands for m in a style.
func (m *ColorMap) In(s plotting.Style) *ColorMap {
	if s.Dark && m.Dark != nil {
		return m.Dark
	}
	return m
}

// InTheDark returns the map with another for the dark style, of evenly spaced stops.
func (m *ColorMap) InTheDark(stops []uint32) *ColorMap {
	of := *m
	of.Dark = NewMap(m.Name+" in the dark", stops)
	return &of
}

// NewMap interpolates evenly spaced stops in OKLab, where equal steps look equal.
func NewMap(name string, stops []uint32) *ColorMap {
	m := &ColorMap{Name: name}
	labs := make([]OKLab, len(stops))
	for i, s := range stops {
		labs[i] = ToOKLab(plotting.Hex(s))
	}
	for i := range m.Table {
		x := float64(i) / 255 * float64(len(stops)-1)
		k := min(int(x), len(stops)-2)
		m.Table[i] = labs[k].Mix(labs[k+1], x-float64(k)).RGBA()
	}
	return m
}

// A Scale maps values to colours. The zero value is not usable.
type Scale struct {
	Map       *ColorMap
	Low, High float64 // values at the ends of Map; Low < High
	Missing   color.RGBA
}

// At returns the colour of v: Missing for NaN, the end colours beyond the limits.
func (s Scale) At(v float64) color.RGBA {
	if math.IsNaN(v) {
		return s.Missing
	}
	return s.Map.At((v - s.Low) / (s.High - s.Low))
}

// SymmetricLimit returns the 98th percentile of |v| over the finite values (the
// smallest |v| that at least 98 % do not exceed). Where that is zero it returns the
// greatest |v|, and 1 where all are zero or none is finite.
func SymmetricLimit(values []float64) float64 {
	a := make([]float64, 0, len(values))
	for _, v := range values {
		if v = math.Abs(v); !math.IsNaN(v) && !math.IsInf(v, 0) {
			a = append(a, v)
		}
	}
	if len(a) == 0 {
		return 1
	}
	k := int(math.Ceil(0.98*float64(len(a)))) - 1
	selection.Kth(a, k)
	l := a[k]
	if l == 0 {
		l = slices.Max(a)
	}
	if l == 0 {
		return 1
	}
	return l
}

// viridisStops are twenty evenly spaced colours of viridis, by Nathaniel Smith and
// Stéfan van der Walt (2015), which is in the public domain (CC0).
var viridisStops = []uint32{
	0x440154, 0x481567, 0x482677, 0x453781, 0x404788, 0x39568C, 0x33638D, 0x2D708E, 0x287D8E, 0x238A8D,
	0x1F968B, 0x20A387, 0x29AF7F, 0x3CBB75, 0x55C667, 0x73D055, 0x95D840, 0xB8DE29, 0xDCE319, 0xFDE725,
}

// cividisStops are sixteen evenly spaced colours of cividis: Nuñez, Anderton and
// Renslow, "Optimizing colormaps with consideration for color vision deficiency to
// enable accurate interpretation of scientific data", PLoS ONE 13 (2018) e0199239.
var cividisStops = []uint32{
	0x00224E, 0x002E6C, 0x1E3A6F, 0x35456C, 0x47516C, 0x575D6D, 0x666970, 0x757575,
	0x848279, 0x948E77, 0xA59C74, 0xB7A96E, 0xC8B866, 0xDBC75A, 0xEED649, 0xFEE838,
}
