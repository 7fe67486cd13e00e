package blocks_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/plotting/depict/blocks"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/gonum/mat"
)

// of returns a table of zeros and ones in two clusters of rows and three of columns, one of which has a single column
// without cells.
func of() *subject.Subject {
	rows, columns := []int{0, 1, 0, 1, 1}, []int{0, 1, 0, 2}
	x := mat.NewDense(5, 4, nil)
	d := &inference.Dataset{Name: "small", X: x, Kind: inference.Binary, Centre: make([]float64, 4),
		Scale: []float64{1, 1, 1, 1}}
	for i, a := range rows {
		d.Rows = append(d.Rows, fmt.Sprint("row ", i+1))
		for j, b := range columns {
			if a == b {
				x.Set(i, j, 1)
			}
			if b == 2 {
				x.Set(i, j, math.NaN())
			}
		}
	}
	x.Set(0, 0, 0)
	for j := range columns {
		d.Columns = append(d.Columns, fmt.Sprint("column ", j+1))
	}
	together := func(z []int) *mat.Dense {
		p := mat.NewDense(len(z), len(z), nil)
		for i, a := range z {
			for j, b := range z {
				if a == b {
					p.Set(i, j, 1)
				}
			}
		}
		return p
	}
	part := func(name string, z []int) *partition.Partition {
		return partition.Drawn(name, [][]int{z}, together(z), []float64{0, 0, 1}, 1)
	}
	return &subject.Subject{Data: d, Snapshot: &inference.Snapshot{Parts: []inference.Part{part("row clusters", rows),
		&partition.Columns{Partition: part("column clusters", columns)}}}}
}

// Rows and columns of a cluster stand beside each other, with gaps between; block means are those of the cells that are
// observed.
func TestFigure(t *testing.T) {
	s := of()
	m := blocks.Figure(s, blocks.State{})
	if !blocks.Has(s) || m.Heat == nil || len(m.Panels) != 1 {
		t.Fatalf("%+v", m)
	}
	for _, c := range []struct {
		items, class, gaps []int
	}{{m.Order, []int{0, 1, 0, 1, 1}, m.RowGaps}, {m.Heat.Order, []int{0, 1, 0, 2}, m.ColumnGaps}} {
		for at := 1; at < len(c.items); at++ {
			if parts := c.class[c.items[at]] != c.class[c.items[at-1]]; parts != slices.Contains(c.gaps, at) {
				t.Errorf("order %v with gaps %v", c.items, c.gaps)
			}
		}
		if clusters := slices.Max(c.class) + 1; len(c.gaps) != clusters-1 {
			t.Errorf("%d gaps between %d clusters", len(c.gaps), clusters)
		}
	}
	means := m.Panels[0].Heat.X
	for i, want := range []float64{0.75, 0, 0.75, 0, 0} { // one of four cells of the first block is 0
		if got := means.At(i, 0); got != want {
			t.Errorf("the mean of the block of row %d is %v, want %v", i+1, got, want)
		}
	}
	if !math.IsNaN(means.At(0, 3)) {
		t.Error("a block without cells has a mean")
	}
	lines := m.Details(0, 2)
	if lines[1][1] != "2 × 2, 4 cells observed" || lines[2][1] != "75 % are 1" {
		t.Errorf("a cell says %v", lines)
	}
	if lines := m.Details(1, 3); !strings.Contains(lines[2][1], "no cell") {
		t.Errorf("a cell without others says %v", lines)
	}
	for _, show := range []int{blocks.Cells, blocks.Means, blocks.Rows, blocks.Columns} {
		if f := blocks.Figure(s, blocks.State{Show: show}); f.Heat == nil || f.Panels != nil ||
			f.Symmetric != (show == blocks.Rows || show == blocks.Columns) ||
			blocks.Words(blocks.State{Show: show}) == blocks.Words(blocks.State{}) {
			t.Errorf("view %d is %+v", show, f)
		}
	}
	if f := blocks.Figure(&subject.Subject{Data: s.Data, Snapshot: &inference.Snapshot{}},
		blocks.State{}); !f.IsBlank() || f.Empty == "" {
		t.Error("without clusters there is a figure")
	}
}

// Where columns are of several kinds, the mean of a block is that of the cells of one kind, and the commonest level of
// categories.
func TestMeansOfKinds(t *testing.T) {
	s := of()
	x := mat.NewDense(5, 4, []float64{-1, 0, 3, 0, 1, 0, 400, 1, -1, 1, 8, 0, 1, 1, 500, 1, 1, 0, 900, 2})
	s.Data.X, s.Data.Kind = x, inference.Continuous
	s.Data.Preprocessing = inference.Preprocessing{Centre: true, Scale: true}
	s.Data.Kinds = []column.Kind{{}, {Sort: column.YesNo, Levels: []string{"no", "yes"}}, {Sort: column.Count},
		{Sort: column.Category, Levels: []string{"marsh", "dune", "wood"}}}
	m := blocks.Figure(s, blocks.State{})
	means := m.Panels[0].Heat
	for _, c := range []struct {
		row, column int
		want        string
	}{{0, 0, "−1 s.d."}, {1, 0, "1 s.d."}, {0, 1, "50 % yes"}, {1, 1, "33 % yes"}, {2, 2, "about 5"},
		{0, 3, "marsh, 100 %"}, {4, 3, "dune, 67 %"}} {
		if got := means.ValueText(c.row, c.column); got != c.want {
			t.Errorf("cell %d, %d of the means is %q, want %q", c.row+1, c.column+1, got, c.want)
		}
		if got := m.Details(c.row, c.column)[2][1]; got != c.want {
			t.Errorf("cell %d, %d says %q, want %q", c.row+1, c.column+1, got, c.want)
		}
	}
	sheets := m.Sheets()
	if len(sheets) != 2 {
		t.Fatal("the cells and the means have no sheets")
	}
	first := func(k int) []string {
		for cells := range sheets[k].Rows {
			if cells[0] == "row 1" {
				return cells
			}
		}
		return nil
	}
	if cells := first(0); !slices.Contains(cells, "marsh") || !slices.Contains(cells, "3") {
		t.Errorf("the cells in a file are %q", cells)
	}
	if cells := first(1); !slices.Contains(cells, "0.5") || !slices.Contains(cells, "5") {
		t.Errorf("the means in a file are %q", cells)
	}
}

func TestGolden(t *testing.T) {
	s := of()
	for name, show := range map[string]int{"both": blocks.Both, "columns": blocks.Columns} {
		plottingtest.GoldenPicture(t, "blocks-"+name, blocks.Figure(s, blocks.State{Show: show}), 640, 420)
	}
}

func ExampleSheet() {
	sheet := blocks.Sheet(of())
	fmt.Println(strings.Join(sheet.Header, ","))
	for cells := range sheet.Rows {
		fmt.Println(strings.Join(cells, ","))
	}
	// Output:
	// row_cluster,column_cluster,rows,columns,cells,mean
	// 1,1,2,2,4,0.75
	// 1,2,2,1,2,0
	// 1,3,2,1,0,
	// 2,1,3,2,6,0
	// 2,2,3,1,3,1
	// 2,3,3,1,0,
}

// Nodes of a network stand in one order as rows and as columns, also where links have a direction.
func TestNetworkInOneOrder(t *testing.T) {
	z := []int{0, 1, 2, 0, 1, 2}
	x := mat.NewDense(6, 6, nil)
	d := &inference.Dataset{Name: "net", X: x, Kind: inference.Binary, Centre: make([]float64, 6),
		Scale: []float64{1, 1, 1, 1, 1, 1}}
	for i := range z {
		d.Rows = append(d.Rows, fmt.Sprint("node ", i+1))
		for j := range z {
			if z[j] == (z[i]+1)%3 || z[i] == 0 && z[j] == 2 && i < j {
				x.Set(i, j, 1)
			}
		}
	}
	d.Columns = d.Rows
	p := func() *partition.Partition {
		return partition.Drawn("clusters", [][]int{z}, nil, []float64{0, 0, 0, 1}, 1)
	}
	s := &subject.Subject{Data: d, Snapshot: &inference.Snapshot{Parts: []inference.Part{p(),
		&partition.Columns{Partition: p()}}}}
	m := blocks.Figure(s, blocks.State{})
	if !slices.Equal(m.Order, m.Heat.Order) || !slices.Equal(m.RowGaps, m.ColumnGaps) || len(m.RowGaps) != 2 {
		t.Errorf("rows stand as %v with gaps %v, columns as %v with gaps %v",
			m.Order, m.RowGaps, m.Heat.Order, m.ColumnGaps)
	}
}

// Links stand as they were beside columns of kinds that describe the nodes, which have no blocks.
func TestLinksBesideKinds(t *testing.T) {
	nodes, columns := []int{0, 1, 0, 1}, []int{-1, 0, 1, 0, 1, -1}
	x := mat.NewDense(4, 6, nil)
	d := &inference.Dataset{Name: "net", X: x, Kind: inference.Continuous, Rows: []string{"a", "b", "c", "d"},
		Columns:       []string{"age", "a", "b", "c", "d", "sex"},
		Preprocessing: inference.Preprocessing{Centre: true, Scale: true},
		Centre:        []float64{30, .5, .5, .5, .5, 0}, Scale: []float64{5, .5, .5, .5, .5, 1},
		Kinds: []column.Kind{{}, {}, {}, {}, {}, {Sort: column.YesNo, Levels: []string{"f", "m"}}}}
	d.ColumnAnnotations = []inference.Annotation{inference.InOrder(inference.TablesAnnotation,
		[]string{"people", "links", "links", "links", "links", "people"})}
	for i, a := range nodes {
		x.SetRow(i, []float64{float64(i), -1, -1, -1, -1, float64(i % 2)})
		for j, b := range columns {
			if a == b {
				x.Set(i, j, 1)
			}
		}
	}
	part := func(z []int) *partition.Partition { return &partition.Partition{Name: "cluster", Labels: z} }
	s := &subject.Subject{Data: d, Snapshot: &inference.Snapshot{Parts: []inference.Part{part(nodes),
		&partition.Columns{Partition: part(columns)}}}}
	m := blocks.Figure(s, blocks.State{})
	if len(m.Heat.Order) != 4 || slices.Contains(m.Heat.Order, 0) || slices.Contains(m.Heat.Order, 5) {
		t.Fatalf("columns %v stand in the figure", m.Heat.Order)
	}
	if a, b := m.Heat.ValueText(0, 1), m.Heat.ValueText(0, 2); a != "1" || b != "0" {
		t.Errorf("links are %q and %q", a, b)
	}
	if got := m.Details(0, 1); got[1][1] != "2 × 2, 4 cells observed" || got[2][1] != "100 % are 1" {
		t.Errorf("a block says %q", got)
	}
	var lines []string
	for cells := range blocks.Sheet(s).Rows {
		lines = append(lines, strings.Join(cells, ","))
	}
	if want := []string{"1,1,2,2,4,1", "1,2,2,2,4,0", "2,1,2,2,4,0", "2,2,2,2,4,1"}; !slices.Equal(lines, want) {
		t.Errorf("the sheet has %q", lines)
	}
}
