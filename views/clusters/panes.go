package clusters

import (
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"
)

// tabs are those of the panes of models without a tree, in their order; templates stand among them.
var tabs = []string{"Map", "Views", "Blocks", "Clusters", "Contours", "Components", "Loadings", "Memberships",
	"Classes"}

// Panes returns the panes of models without a tree, in the order of their tabs; one of them shows
// templates. sizes remembers the sizes of pictures; nil forgets.
func Panes(sizes Sizes, post screen.Post, style plotting.Style) (list []pane.Pane, templates *TemplatesView) {
	templates = NewTemplatesView(post, style)
	templates.Sizes = sizes
	for _, tab := range tabs {
		if tab == "Memberships" {
			list = append(list, templates)
		}
		list = append(list, pane.NewEntry(depict.ByTab(tab), nil, post, style))
	}
	return list, templates
}

// Plain returns those panes without templates.
func Plain(post screen.Post, style plotting.Style) (list []pane.Pane) {
	for _, tab := range tabs {
		list = append(list, pane.NewEntry(depict.ByTab(tab), nil, post, style))
	}
	return list
}

// Shortcuts returns the keys of the views of models without a tree, for the help.
func Shortcuts() []screen.Shortcut {
	return pane.Shortcuts("Blocks", "Clusters", "Map", "Loadings", "Memberships", "Templates", "Components", "Classes",
		"Columns", "Views", "Dependence", "Profiles")
}
