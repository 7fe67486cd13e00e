package frame

import (
	"example.org/espalier/plotting/raster"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
)

// Visions returns the menu that shows the figures as people without one kind of cones see them, until the program
// ends; changed is called after each change.
func Visions(changed func()) *fyne.MenuItem {
	all := fyne.NewMenuItem("Colour Vision", nil)
	all.ChildMenu = fyne.NewMenu("")
	for v, name := range []string{raster.Usual: "Usual", raster.Protanopia: "Protanopia",
		raster.Deuteranopia: "Deuteranopia", raster.Tritanopia: "Tritanopia"} {
		item := fyne.NewMenuItem(name, nil)
		item.Checked = screen.Vision() == raster.Vision(v)
		item.Action = func() {
			screen.SetVision(raster.Vision(v))
			for i, other := range all.ChildMenu.Items {
				other.Checked = i == v
			}
			changed()
		}
		all.ChildMenu.Items = append(all.ChildMenu.Items, item)
	}
	return all
}
