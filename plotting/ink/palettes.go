package ink

import (
	"image/color"

	"example.org/espalier/plotting"
)

// palettes are the maps that a person can choose, by the names of package plotting. Those of
// magnitudes only grow lighter or darker, and those of signs have arms that do, so that they keep
// their order for readers with any kind of colour vision.
var palettes = map[string]*ColorMap{
	"cividis": Cividis,
	"viridis": Viridis,
	"blues":   NewMap("blues", []uint32{0xF3F7FB, 0x9DC3E2, 0x3B7FB8, 0x0B2E59}),
	"purples": NewMap("purples", []uint32{0xF8F5FA, 0xC3AED6, 0x8457A6, 0x37115C}),
	"copper":  NewMap("copper", []uint32{0xFBF5EE, 0xE6B98A, 0xB06A32, 0x4A2206}),
	"greys":   NewMap("greys", []uint32{0xF7F7F5, 0x1F2328}),

	"blue-orange":  Signed,
	"purple-green": NewMap("purple-green", []uint32{0x5B2A86, 0xB79ACB, 0xF7F7F5, 0x8FC28A, 0x1B6E3A}),
	"teal-brown":   NewMap("teal-brown", []uint32{0x01554C, 0x6FB7AC, 0xF7F7F5, 0xD3AC62, 0x6B3F06}),
	"blue-red":     NewMap("blue-red", []uint32{0x20418A, 0x8FB0DC, 0xF7F7F5, 0xE59A86, 0xA3142B}),
}

// Palette returns the map of a name, nil for none.
func Palette(name string) *ColorMap { return palettes[name] }

// Reverse returns the map from its end.
func (m *ColorMap) Reverse() *ColorMap {
	r := &ColorMap{Name: m.Name + " reversed"}
	for i, c := range m.Table {
		r.Table[255-i] = c
	}
	return r
}

// categoryPalettes are the palettes of categories. All but the first are those of Paul Tol,
// "Colour schemes", SRON/EPS/TN/09-002 (2021), safe for readers with any kind of colour vision.
var categoryPalettes = map[string][]color.NRGBA{
	"okabe-ito": CategoryColours[:],
	"bright":    hexes(0x4477AA, 0xEE6677, 0x228833, 0xCCBB44, 0x66CCEE, 0xAA3377, 0xBBBBBB),
	"muted":     hexes(0x332288, 0xCC6677, 0xDDCC77, 0x117733, 0x88CCEE, 0x882255, 0x44AA99, 0x999933, 0xAA4499),
	"light":     hexes(0x77AADD, 0xEE8866, 0xEEDD88, 0xFFAABB, 0x99DDFF, 0x44BB99, 0xBBCC33, 0xAAAA00),
}

func hexes(list ...uint32) (colours []color.NRGBA) {
	for _, x := range list {
		colours = append(colours, plotting.Hex(x))
	}
	return colours
}

// CategoryPalette returns the colours of a palette of categories; those of Okabe and Ito where there is
// none of that name.
func CategoryPalette(name string) []color.NRGBA {
	if p := categoryPalettes[name]; p != nil {
		return p
	}
	return CategoryColours[:]
}
