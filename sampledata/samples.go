package sampledata

var samples = []Sample{
	{
		Name: "penguins", Title: "Penguins", File: "penguins.csv",
		Description: "Four body measurements of 344 penguins of three species on three islands near Palmer Station, Antarctica, with a few missing.",
		Annotations: []string{"species", "island", "sex", "year"},
	},
}
