package sampledata

// permission states the licence of the data sets of R package MASS.
const permission = "Public domain as far as known: \"Our understanding is that the dataset files MASS/data/*.rda are not copyright\" (MASS)"

// samples are in the order of the menu. README.md describes each at more length.
var samples = []Sample{
	{
		Name: "penguins", Title: "Penguins", File: "penguins.csv.gz",
		Description: "Four body measurements of 344 penguins of three species from islands near Palmer Station, Antarctica, with a few cells missing.",
		Source:      "Gorman, Williams and Fraser 2014; R package palmerpenguins",
		Licence:     "CC0 1.0",
		Annotations: []string{"species", "island", "sex", "year"},
	},
	{
		Name: "animals", Title: "Animals (yes or no)", File: "animals.csv",
		Description: "Thirty-one yes-or-no traits of forty animals, from abalone to chimpanzee, with their class.",
		Source:      "Written for this program from textbook zoology",
		Licence:     "CC0 1.0",
		Annotations: []string{"class"},
	},
	{
		Name: "tissue_expression", Title: "Gene expression of tissues", File: "tissue_expression.csv.gz",
		Description: "Expression of 500 genes in 189 samples of seven human tissues.",
		Source:      "R package dslabs, object tissue_gene_expression",
		Licence:     "Artistic-2.0",
		Annotations: []string{"tissue"},
	},
	{
		Name: "olive_oils", Title: "Italian olive oils", File: "olive_oils.csv.gz",
		Description: "Eight fatty acids, in per cent, of 572 olive oils from nine areas in three regions of Italy.",
		Source:      "Forina, Armanino, Lanteri and Tiscornia 1983; R package dslabs, object olive",
		Licence:     "Artistic-2.0",
		Annotations: []string{"region", "area"},
	},
	{
		Name: "digits8x8", Title: "Handwritten digits", File: "digits8x8.csv.gz",
		Description: "1,797 handwritten digits as 8 × 8 pictures of 17 shades, 0 to 16.",
		Source:      "Alpaydin and Kaynak 1998, UCI Machine Learning Repository; Python package scikit-learn",
		Licence:     "BSD-3-Clause",
		Annotations: []string{"digit"},
	},
	{
		Name: "shapes", Title: "Pictures of five shapes", File: "shapes.csv.gz",
		Description: "A hundred noisy pictures of 6 × 6 pixels, each the sum of some of five shapes, with labels for the shapes in each.",
		Source:      "Drawn at random for this program",
		Licence:     "CC0 1.0",
		Annotations: []string{"frame", "cross", "diagonal", "stairs", "block"},
	},
	{
		Name: "square", Title: "Four clusters on a square", File: "square.csv",
		Description: "A hundred points of the plane from four clusters around the corners of a square, equally likely, with their clusters.",
		Source:      "Drawn for this program from the density of Knowles 2012, section 4.7.1, behind figure 4.9; not the numbers of that figure",
		Licence:     "CC0 1.0",
		Annotations: []string{"cluster"},
	},
	{
		Name: "fractal", Title: "Fractal of 63 points", File: "fractal.csv",
		Description: "Sixty-three tips of a branching pattern in the plane, in halves, quarters and eighths: a tree without noise.",
		Source:      "Drawn for this program as a toy of the kind of Knowles, Van Gael and Ghahramani 2011, figure 3; not their points",
		Licence:     "CC0 1.0",
		Annotations: []string{"half", "quarter", "eighth"},
	},
	{
		Name: "eighteen_clusters", Title: "Eighteen clusters", File: "eighteen_clusters.csv.gz",
		Description: "Nine hundred points of the plane from eighteen round clusters of fifty, with their clusters.",
		Source:      "Drawn for this program as Beal 2003, section 4.5.1, describes such data",
		Licence:     "CC0 1.0",
		Annotations: []string{"cluster"},
	},
	{
		Name: "spiral", Title: "Shrinking spiral", File: "spiral.csv.gz",
		Description: "Eight hundred noisy points along a shrinking spiral in three dimensions, with the quarter turn they are from.",
		Source:      "Drawn for this program from equations 4.86 and 4.87 of Beal 2003, after Ueda and others 2000",
		Licence:     "CC0 1.0",
		Annotations: []string{"quarter_turn"},
	},
	{
		Name: "six_dimensions", Title: "Six clusters of known dimensions", File: "six_dimensions.csv.gz",
		Description: "Six hundred points in ten columns from six clusters that vary along 7, 4, 3, 2, 2 and 1 dimensions.",
		Source:      "Drawn for this program as Beal 2003, section 4.5.2, describes such data",
		Licence:     "CC0 1.0",
		Annotations: []string{"cluster"},
	},
	{
		Name: "sparse_factors", Title: "Sixteen sparse factors", File: "sparse_factors.csv.gz",
		Description: "A hundred items in a hundred cases, made from sixteen sparse factors and noise, with the factors of each item; items are the rows, so let factors load on the rows.",
		Source:      "Drawn for this program as Knowles 2012, section 3.3.1, describes such data, with links at random",
		Licence:     "CC0 1.0",
		Annotations: []string{"factor01", "factor02", "factor03", "factor04", "factor05", "factor06", "factor07", "factor08",
			"factor09", "factor10", "factor11", "factor12", "factor13", "factor14", "factor15", "factor16"},
	},
	{
		Name: "signalling", Title: "Simulated signalling network", File: "signalling.csv.gz",
		Description: "Log intensities of eleven signalling proteins in 600 simulated cells, drawn from a network that is known.",
		Source:      "Drawn at random for this program along the network of Sachs and others 2005; not measured",
		Licence:     "CC0 1.0",
	},
	{
		Name: "crabs", Title: "Rock crabs", File: "crabs.csv",
		Description: "Five measurements, in millimetres, of 200 crabs of two colour forms and both sexes of Leptograpsus variegatus.",
		Source:      "Campbell and Mahon 1974; R package MASS, object crabs",
		Licence:     permission,
		Annotations: []string{"species", "sex"},
	},
	{
		Name: "iris", Title: "Irises", File: "iris.csv",
		Description: "Length and width of sepals and petals, in centimetres, of 150 irises of three species.",
		Source:      "Anderson 1935, Fisher 1936; Python package scikit-learn",
		Licence:     "BSD-3-Clause",
		Annotations: []string{"species"},
	},
	{
		Name: "wine", Title: "Wines of Piedmont", File: "wine.csv.gz",
		Description: "Thirteen chemical measurements of 178 wines from three grape varieties.",
		Source:      "Forina and others 1988, UCI Machine Learning Repository; Python package scikit-learn",
		Licence:     "BSD-3-Clause",
		Annotations: []string{"cultivar"},
	},
	{
		Name: "glass", Title: "Forensic glass", File: "glass.csv.gz",
		Description: "Refractive index and eight oxides, in per cent of weight, of 214 fragments of glass of six types.",
		Source:      "Evett and Spiehler 1987; R package MASS, object fgl",
		Licence:     permission,
		Annotations: []string{"type"},
	},
	{
		Name: "leukaemia_ALL", Title: "Acute lymphoblastic leukaemia", File: "leukaemia_ALL.csv.gz",
		Description: "The 500 most variable probe sets in 128 patients with acute lymphoblastic leukaemia of B-cell or T-cell lineage.",
		Source:      "Chiaretti and others 2004; Bioconductor package ALL",
		Licence:     "Artistic-2.0",
		Annotations: []string{"lineage", "stage", "molecular", "sex"},
	},
}
