package cells_test

import (
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/gonum/mat"
)

// Species by the cluster in which a model put their rows. The last row is in no cluster.
func ExampleConfusion() {
	species := inference.Annotation{Name: "species", Levels: []string{"blue", "orange"}, Codes: []int{0, 0, 1, 1, 1, 1}}
	c := cells.NewConfusion(species, []int{1, 1, 0, 0, 1, -1}, []string{"cluster 1", "cluster 2"}, nil)
	c.Style = plotting.Light
	plottingtest.PrintSheet(c, "confusion", 2)
	// Output:
	// species,cluster 2,cluster 1
	// blue,2,0
	// orange,1,2
}

// Loadings of two items on two factors, one of which is switched off.
func ExampleHinton() {
	h := cells.Hinton{Title: "Loadings", Rows: []string{"length", "width"}, Style: plotting.Light, Window: plotting.All,
		Blocks: []cells.HintonBlock{{
			Name: "cluster 1", Values: mat.NewDense(2, 2, []float64{1, 0, -0.5, 0}),
			Columns: []cells.HintonColumn{{Name: "factor 1"}, {Name: "factor 2", Off: true}},
		}}}
	plottingtest.PrintSheet(h, "values", 3)
	// Output:
	// block,column,on,row,value
	// cluster 1,factor 1,yes,length,1
	// cluster 1,factor 1,yes,width,-0.5
	// cluster 1,factor 2,no,length,0
}

// Scores of two models, the better one first.
func ExampleTable() {
	row := func(i int, name string, score float64) cells.TableRow {
		return cells.TableRow{Index: i,
			Cells: []cells.TableCell{{Text: name, Value: math.NaN()}, {Text: plotting.FormatDigits(score, 2), Value: score}}}
	}
	t := cells.Table{Title: "Held-out fit", Style: plotting.Light, Window: plotting.All, Sort: 1, Descending: true,
		Columns: []cells.TableColumn{{Head: "model", Name: "model", Text: true}, {Head: "log density", Name: "log_density"}},
		Rows:    []cells.TableRow{row(0, "gaussian", -2.4), row(1, "dpmm", -1.2)}}
	plottingtest.PrintSheet(t, t.Sheets()[0].Name, 2)
	// Output:
	// model,log_density
	// dpmm,-1.2
	// gaussian,-2.4
}

// A mean over four columns that are the pixels of a square.
func ExampleTemplates() {
	t := cells.Templates{Width: 2, Height: 2, Names: []string{"a", "b", "c", "d"}, Style: plotting.Light,
		Window: plotting.All, Blocks: []cells.TemplateBlock{
			{Name: "cluster 1", Size: 1, Pictures: []cells.TemplatePicture{{Name: "mean", Values: []float64{0, 1, 1, 0}}}},
		}}
	t.SetScales()
	plottingtest.PrintSheet(t, "templates", 3)
	// Output:
	// block,picture,column,x,y,value
	// cluster 1,mean,a,1,1,0
	// cluster 1,mean,b,2,1,1
	// cluster 1,mean,c,1,2,1
}
