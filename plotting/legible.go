package plotting

// A Legible scene knows which of its legends had no room.
type Legible interface {
	Scene
	// LegendsLeftOut returns the titles of the legends that are left out for want of room.
	LegendsLeftOut() []string
}

// LegendsLeftOut returns the titles of the legends of a figure that have no room in that size.
func LegendsLeftOut(f Figure, s Size) []string {
	if scene, ok := f.Layout(s.Points()).(Legible); ok {
		return scene.LegendsLeftOut()
	}
	return nil
}

// Growth of a figure, in mm.
const (
	growthStep = 5
	mostGrowth = 2.2 // of the height, at most
)

// GrownFor returns the size with as much height as the legends of a figure need, the same size where they
// have room or would not have any in more than twice the height.
func (s Size) GrownFor(f Figure) Size {
	grown := s
	for ; grown.HeightMM <= mostGrowth*s.HeightMM; grown.HeightMM += growthStep {
		if len(LegendsLeftOut(f, grown)) == 0 {
			return grown
		}
	}
	return s
}
