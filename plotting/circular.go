package plotting

import "gonum.org/v1/plot/vg"

// disc is the geometry of the circular shape.
type disc struct{ centre vg.Point }

func (l *dendrogramLayout) layoutCircular(s *DendrogramScene, box vg.Rectangle) {}
