package batch

import (
	"context"
	"slices"
	"strings"
	"text/tabwriter"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/facts"
)

// chosenWhereShown is chosen for those of the choices whose figure the result has.
func chosenWhereShown(ctx context.Context, s *depict.Subject, texts []string) (study.Panes, error) {
	return chosen(ctx, s, slices.DeleteFunc(slices.Clone(texts), func(text string) bool {
		figure := figureIn(text)
		_, err := depict.Named(s, figure)
		return strings.Contains(text, ".") && depict.Known(figure) && err != nil
	}))
}

// figureIn is the name of the figure in a text of --set-figure.
func figureIn(text string) string {
	figure, _, _ := strings.Cut(text, ".")
	return strings.TrimSpace(figure)
}

// chosen returns the choices in the figures of a result that the texts of --set-figure make.
func chosen(ctx context.Context, s *depict.Subject, texts []string) (study.Panes, error) {
	panes := s.Panes
	for _, text := range texts {
		given, value, ok := strings.Cut(text, "=")
		figure, name, named := strings.Cut(given, ".")
		if !ok || !named {
			return nil, usage("--set-figure %s: give the name of a figure, what to choose in it and how, "+
				"such as tree.shown=medoid", text)
		}
		e, err := depict.Named(s, strings.TrimSpace(figure))
		if err != nil {
			return nil, usage("--set-figure %s: %s", text, err)
		}
		if panes, err = e.Chosen(ctx, s, panes, strings.TrimSpace(name), value); err != nil {
			return nil, usage("--set-figure %s: %s", text, err)
		}
	}
	return panes, nil
}

// list prints the figures of a result, each with its choices.
func (c *figuresCommand) list(s *console, subject *depict.Subject) error {
	entries := depict.Of(subject)
	if c.JSON {
		var list []facts.List
		for _, e := range entries {
			choices := []facts.List{}
			for _, k := range e.Offered(subject) {
				options := []string{}
				for _, o := range k.Options {
					options = append(options, o.Name)
				}
				choices = append(choices, facts.Of("name", k.Name, "about", k.Help, "options", options))
			}
			list = append(list, facts.Of("name", e.Name, "title", e.Tab, "shows", e.About, "choices", choices))
		}
		text, err := facts.Encode(list)
		if err != nil {
			return err
		}
		_, err = s.stdout.Write(text)
		return err
	}
	w := tabwriter.NewWriter(s.stdout, 0, 0, 2, ' ', 0)
	for _, e := range entries {
		printf(w, "%s\t%s\n", e.Name, e.About)
		for _, k := range e.Offered(subject) {
			printf(w, "  %s.%s\t%s: %s\n", e.Name, k.Name, k.Help, k.List())
		}
	}
	return w.Flush()
}
