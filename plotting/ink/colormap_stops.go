package ink

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
