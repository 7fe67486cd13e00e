package recipes

import (
	"example.org/espalier/inference"
	"example.org/espalier/inference/recipe"
	"example.org/espalier/inference/survey"
	"example.org/espalier/views/controls"
)

// menuOf lists the steps that can be added to the recipe of a table, those for samples on the side where these seem to be.
func menuOf(t *inference.Table, transposed bool) (options []controls.Option) {
	across := survey.Orient(t).Turned != transposed
	for i := range recipe.Kinds {
		k := &recipe.Kinds[i]
		add := func(argument, title, tip string) {
			step := recipe.Step{Kind: k, Argument: argument, Across: across && k.Sided}
			if tip == "" {
				tip = k.Tip
			}
			options = append(options, controls.Option{Value: step.String(), Title: title, Note: tip, Head: k.Title})
		}
		for _, c := range k.Choices {
			add(c.Argument, c.Title, c.Tip)
		}
		if len(k.Choices) > 0 || k.Takes == recipe.Annotations {
			if k.Takes == recipe.Annotations {
				for _, list := range [][]inference.Annotation{t.Annotations, t.ColumnAnnotations} {
					for _, a := range list {
						if len(a.Levels) > 1 || a.Numeric {
							add(recipe.Names(a.Name), a.Name, "")
						}
					}
				}
			}
			continue
		}
		options = append(options, controls.Option{Value: recipe.Step{Kind: k, Across: across && k.Sided}.String(), Title: k.Title, Note: k.Tip})
	}
	return options
}
