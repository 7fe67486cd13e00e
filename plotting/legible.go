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

// A Naming scene knows whether names of its rows had no room.
type Naming interface {
	NamesLeftOut() bool
}

// GrownFor returns the size with as much height as the legends of a figure need, and where it is set for print
// the names of its rows too; the same size where they have room or would not have any in more than twice the height.
func (s Size) GrownFor(f Figure) Size {
	s = s.grown(func(s Size) bool { return len(LegendsLeftOut(f, s)) == 0 })
	if !(s.Text > 0) {
		return s
	}
	return s.grown(func(s Size) bool {
		scene := f.Layout(s.Points())
		n, ok := scene.(Naming)
		l, legible := scene.(Legible)
		return !ok || !n.NamesLeftOut() && !(legible && len(l.LegendsLeftOut()) > 0)
	})
}

func (s Size) grown(fits func(Size) bool) Size {
	grown := s
	for ; grown.HeightMM <= mostGrowth*s.HeightMM; grown.HeightMM += growthStep {
		if fits(grown) {
			return grown
		}
	}
	return s
}
