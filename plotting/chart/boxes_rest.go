package chart

import (
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// Sizes of the bar that shows which of many panels are in sight.
const (
	restBar  = 4.0 // its width
	restRoom = 10  // least margin for it and for the words below
)

// addRest says how many panels are out of sight, and shows on a screen in a bar at the right which are in it.
func (s *boxScene) addRest() {
	right, under := s.size.X-s.area.Max.X, s.area.Min.Y
	if s.above+s.below == 0 || len(s.panels) == 0 || right < restRoom {
		return
	}
	st, all := s.Style, vg.Length(len(s.Panels))
	track := vg.Rectangle{Min: vg.Point{X: s.area.Max.X + 4, Y: s.area.Min.Y},
		Max: vg.Point{X: s.area.Max.X + 4 + restBar, Y: s.area.Max.Y}}
	if st.Handles {
		s.list.Box(st.Hairline, track)
		high := track.Max.Y - track.Min.Y
		thumb := track
		thumb.Max.Y -= high * vg.Length(s.above) / all
		thumb.Min.Y += high * vg.Length(s.below) / all
		s.list.Box(st.Muted, thumb)
	}
	text := ""
	switch {
	case !st.Handles: // on paper nothing lies below
		text = plotting.FormatCount(len(s.panels)) + " of " + plotting.FormatCount(len(s.Panels)) + " shown"
	case s.below > 0 && s.above > 0:
		text = plotting.FormatCount(s.above) + " more above, " + plotting.FormatCount(s.below) + " below"
	case s.below > 0:
		text = plotting.FormatCount(s.below) + " more below"
	default:
		text = plotting.FormatCount(s.above) + " more above"
	}
	if f := ink.Regular(st.Typeface, st.TickSize); under >= restRoom && ink.TextWidth(f, text) < s.area.Size().X {
		s.list.Text(f, st.Muted, vg.Point{X: s.area.Max.X, Y: under - st.TickSize}, ink.BaseRight, 0, text)
	}
}
