package clusters

import (
	"example.org/espalier/plotting"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"
)

// Panes returns the panes of models without a tree, in the order of their tabs; one of them shows
// templates. sizes remembers the sizes of pictures; nil forgets.
func Panes(sizes Sizes, post screen.Post, style plotting.Style) (list []pane.Pane, templates *TemplatesView) {
	templates = NewTemplatesView(post, style)
	templates.Sizes = sizes
	return []pane.Pane{
		NewScatterView(post, style),
		NewContoursView(post, style),
		NewComponentsView(post, style),
		NewLoadingsView(post, style),
		templates,
		NewMembershipsView(post, style),
		NewConfusionView(post, style),
	}, templates
}
