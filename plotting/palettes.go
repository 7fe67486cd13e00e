package plotting

// The palettes of heat maps by name, which package ink draws: from low to high, and to both sides of a
// centre.
var (
	SequentialPalettes = []string{"cividis", "viridis", "blues", "purples", "copper", "greys"}
	DivergingPalettes  = []string{"blue-orange", "purple-green", "teal-brown", "blue-red"}
)

// TreeShapes are the shapes of trees by name, which package dendro draws.
var TreeShapes = []string{"rectangular", "circular", "slanted", "radial"}
