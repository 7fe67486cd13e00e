package teach

import (
	"strings"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/plottingtest"
	"example.org/espalier/plotting/teach/poll"
	"example.org/espalier/plotting/teach/stage"
)

// The pictures of some stages at their end are those that were looked at, light and dark.
func TestPicturesOfStages(t *testing.T) {
	for name, style := range map[string]plotting.Style{"crp": plotting.Light, "exchange": plotting.Dark,
		"linkage": plotting.Light, "simpson": plotting.Dark, "sparse": plotting.Light} {
		plottingtest.GoldenPicture(t, "end-"+name, plotting.InStyle(atEnd(t, name), style), 700, 440)
	}
}

// So are those that a room sees while it is asked how many factors or stars there will be.
func TestPicturesWhileAsked(t *testing.T) {
	for name, style := range map[string]plotting.Style{"factors": plotting.Light, "pydt-shapes": plotting.Dark} {
		s, err := Find(name)
		if err != nil {
			t.Fatal(err)
		}
		c := open(t, s, usualSeed)
		asked, ok := poll.Of(s.Ask, c.Options.Settings)
		parts := c.Figure().(stage.Parted)
		for i, part := range parts.PartNames() {
			if ok && strings.HasPrefix(part, s.Ask.Part) {
				plottingtest.GoldenPicture(t, "asked-"+name, plotting.InStyle(asked.Below(parts.Part(i)), style), 700, 520)
			}
		}
	}
}
