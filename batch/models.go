package batch

import (
	"fmt"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/facts"
)

type modelsCommand struct {
	Model string `arg:"" optional:"" words:"models" help:"Show only this model."`
	JSON  bool   `name:"json" help:"Print the list as JSON."`
}

// Help implements kong.HelpProvider.
func (modelsCommand) Help() string { return example("espalier models pydt", "espalier models --json") }

// modelFacts and parameterFacts are the layout of the JSON.
type modelFacts struct {
	Name           string                  `json:"name"`
	Title          string                  `json:"title"`
	Family         string                  `json:"family"`
	Summary        string                  `json:"summary"`
	Reference      string                  `json:"reference"`
	Iteration      string                  `json:"iteration"`
	Iterations     int                     `json:"iterations"`
	Objective      string                  `json:"objective"`
	ObjectiveTitle string                  `json:"objective_title"`
	Scalars        []string                `json:"scalars"`
	ScoresTrees    bool                    `json:"scores_trees"`
	Samples        bool                    `json:"samples_from_prior"`
	Preprocessing  inference.Preprocessing `json:"preprocessing"`
	OneFactor      bool                    `json:"one_factor"`
	Parameters     []parameterFacts        `json:"parameters"`
}

type parameterFacts struct {
	Name     string   `json:"name"`
	Title    string   `json:"title"`
	Type     string   `json:"type"`
	Default  any      `json:"default"`
	Min      *number  `json:"min,omitempty"` // null: no limit
	Max      *number  `json:"max,omitempty"`
	OpenMin  bool     `json:"open_min,omitempty"`
	OpenMax  bool     `json:"open_max,omitempty"`
	Choices  []string `json:"choices,omitempty"`
	Range    string   `json:"range"`
	Unit     string   `json:"unit"`
	Help     string   `json:"help"`
	Learnt   bool     `json:"learnt"`
	Advanced bool     `json:"advanced,omitempty"`
}

// Run lists the models.
func (c *modelsCommand) Run(s *console) error {
	models := catalog.Models()
	if c.Model != "" {
		m, err := find(c.Model)
		if err != nil {
			return err
		}
		models = []inference.Model{m}
	}
	if c.JSON {
		list := []modelFacts{}
		for _, m := range models {
			list = append(list, describe(m))
		}
		text, err := facts.Encode(list)
		if err != nil {
			return err
		}
		_, err = s.stdout.Write(text)
		return err
	}
	for i, m := range models {
		if i > 0 {
			fmt.Fprintln(s.stdout)
		}
		printModel(s, m)
	}
	return nil
}

func describe(m inference.Model) modelFacts {
	i := m.Info()
	defaults := i.Defaults()
	f := modelFacts{i.Name, i.Title, i.Family, i.Summary, i.Reference,
		i.Iteration, i.Iterations, i.Objective, i.ObjectiveTitle,
		append([]string{}, i.Scalars...), isScorer(m), isSampler(m), i.Preprocessing, i.OneFactor, []parameterFacts{}}
	for _, p := range i.Parameters {
		g := parameterFacts{Name: p.Name, Title: p.Title, Type: string(p.Type), Default: defaults.Value(p.Name),
			Choices: p.Choices, Range: p.Range(), Unit: p.Unit, Help: p.Help, Learnt: p.Learnt, Advanced: p.Advanced,
			OpenMin: p.OpenMin, OpenMax: p.OpenMax}
		if p.Type == inference.Real || p.Type == inference.Integer {
			low, high := number(p.Min), number(p.Max)
			g.Min, g.Max = &low, &high
		}
		f.Parameters = append(f.Parameters, g)
	}
	return f
}

func printModel(s *console, m inference.Model) {
	i := m.Info()
	printf(s.stdout, "%s: %s\n  %s\n", i.Name, i.Title, i.Summary)
	usual := "  Preprocessing: " + i.Preprocessing.String()
	if i.OneFactor {
		usual += ", or as a whole where columns share a unit"
	}
	if i.Iterations > 0 {
		usual += "; iterations: " + plotting.Plural(i.Iterations, i.Iteration)
	}
	printf(s.stdout, "%s\n", usual)
	for _, p := range i.Parameters {
		facts := []string{p.Range(), "default " + p.Default}
		if p.Unit != "" {
			facts = append(facts, p.Unit)
		}
		if p.Learnt {
			facts = append(facts, "learnt")
		}
		printf(s.stdout, "    %-10s %s (%s)\n", p.Name, p.Help, strings.Join(facts, "; "))
	}
	printf(s.stdout, "  %s\n", i.Reference)
}
