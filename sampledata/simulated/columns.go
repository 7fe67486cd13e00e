package simulated

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// dimensions draws six clusters of 100 points in ten columns that vary along 7, 4, 3, 2, 2 and 1 dimensions, as in Beal
// (2003), section 4.5.2: orthogonal loadings of length 1, centres on [0, 3], noise of standard deviation 0.1.
func dimensions(rng *rand.Rand) Drawn {
	names := []string{"7 dimensions", "4 dimensions", "3 dimensions", "2 dimensions a", "2 dimensions b", "1 dimension"}
	d := Drawn{Corner: "point", Labels: []string{"cluster"}, Columns: numbered("x%02d", 10)}
	centres := File{Name: "centres.csv", Header: append([]string{"cluster"}, d.Columns...)}
	loadings := File{Name: "loadings.csv", Header: append([]string{"cluster", "dimension"}, d.Columns...)}
	sizes := File{Name: "dimensions.csv", Header: []string{"cluster", "dimensions"}}
	for k, size := range []int{7, 4, 3, 2, 2, 1} {
		draws := make([]float64, 10*size)
		for i := range draws {
			draws[i] = rng.NormFloat64()
		}
		var qr mat.QR
		qr.Factorize(mat.NewDense(10, size, draws))
		var q mat.Dense
		qr.QTo(&q)
		var centre [10]float64
		for j := range centre {
			centre[j] = 3 * rng.Float64()
		}
		centres.Lines = append(centres.Lines, append([]string{names[k]}, numbers("%g", centre[:]...)...))
		sizes.Lines = append(sizes.Lines, []string{names[k], strconv.Itoa(size)})
		for l := range size {
			loadings.Lines = append(loadings.Lines,
				append([]string{names[k], strconv.Itoa(l + 1)}, numbers("%g", mat.Col(nil, l, &q)...)...))
		}
		for range 100 {
			x := centre
			for l := range size {
				f := rng.NormFloat64()
				for j := range x {
					x[j] += f * q.At(j, l)
				}
			}
			for j := range x {
				x[j] += 0.1 * rng.NormFloat64()
			}
			d.Rows = append(d.Rows, Row{fmt.Sprintf("point%03d", len(d.Rows)+1), []string{names[k]}, numbers("%.3f", x[:]...)})
		}
	}
	d.Truth = []File{sizes, centres, loadings}
	return d
}

// yes writes whether an item has a factor.
func yes(has bool) string {
	if has {
		return "yes"
	}
	return "no"
}

// shapes draws 100 pictures of 6 × 6 pixels: each is the sum of its shapes, 1 for each pixel that one covers, plus
// normal noise of standard deviation 0.5. Loadings are the shapes.
func shapes(rng *rand.Rand) Drawn {
	all := []struct {
		name    string
		p       float64
		picture string
	}{
		{"frame", 0.5, "####.. #..#.. #..#.. ####.. ...... ......"},
		{"cross", 0.4, "....#. ...### ....#. ...... ...... ......"},
		{"diagonal", 0.5, "#..... .#.... ..#... ...#.. ....#. .....#"},
		{"stairs", 0.3, "...... ...... ...... #..... ##.... ###..."},
		{"block", 0.4, "...... ...... ...... ...... ...### ...###"},
	}
	d := Drawn{Corner: "picture"}
	for i := range 36 {
		d.Columns = append(d.Columns, fmt.Sprintf("p%d%d", i/6+1, i%6+1))
	}
	loadings := File{Name: "loadings.csv", Header: append([]string{"shape"}, d.Columns...)}
	for i, s := range all {
		all[i].picture = strings.ReplaceAll(s.picture, " ", "")
		d.Labels = append(d.Labels, s.name)
		line := []string{s.name}
		for _, c := range all[i].picture {
			line = append(line, map[rune]string{'#': "1", '.': "0"}[c])
		}
		loadings.Lines = append(loadings.Lines, line)
	}
	for n := range 100 {
		r, x := Row{Name: fmt.Sprintf("picture%03d", n+1)}, make([]float64, 36)
		for _, s := range all {
			has := rng.Float64() < s.p
			r.Labels = append(r.Labels, yes(has))
			for i, c := range s.picture {
				if has && c == '#' {
					x[i]++
				}
			}
		}
		for i := range x {
			x[i] += 0.5 * rng.NormFloat64()
		}
		r.Values = numbers("%.2f", x...)
		d.Rows = append(d.Rows, r)
	}
	d.Truth = []File{loadings}
	return d
}

// sparseFactors draws 100 items in 100 cases, the sum of 16 sparse factors and noise with a signal ten times as strong,
// as in the study of Knowles (2012), section 3.3.1, but with links at random: each item has each factor with
// probability 0.1. The network of the study is not published with it. Labels say which items have which factor.
func sparseFactors(rng *rand.Rand) Drawn {
	const items, cases, factors = 100, 100, 16
	has, g, x := make([]bool, items*factors), mat.NewDense(items, factors, nil), mat.NewDense(factors, cases, nil)
	for i := range has {
		if has[i] = rng.Float64() < 0.1; has[i] {
			g.Set(i/factors, i%factors, rng.NormFloat64())
		}
	}
	for k := range factors {
		for n := range cases {
			x.Set(k, n, rng.NormFloat64())
		}
	}
	var y mat.Dense
	y.Mul(g, x)
	power := mat.Norm(&y, 2)
	noise := math.Sqrt(power * power / (items * cases) / 10)
	d := Drawn{Corner: "item", Labels: numbered("factor%02d", factors), Columns: numbered("case%03d", cases)}
	loadings := File{Name: "loadings.csv", Header: append([]string{"item"}, d.Labels...)}
	activities := File{Name: "activities.csv", Header: append([]string{"case"}, d.Labels...)}
	for i := range items {
		r := Row{Name: fmt.Sprintf("item%03d", i+1)}
		for k := range factors {
			r.Labels = append(r.Labels, yes(has[i*factors+k]))
		}
		for n := range cases {
			r.Values = append(r.Values, fmt.Sprintf("%.2f", y.At(i, n)+noise*rng.NormFloat64()))
		}
		d.Rows = append(d.Rows, r)
		loadings.Lines = append(loadings.Lines, append([]string{r.Name}, numbers("%g", g.RawRowView(i)...)...))
	}
	for n := range cases {
		activities.Lines = append(activities.Lines, append([]string{d.Columns[n]}, numbers("%g", mat.Col(nil, n, x)...)...))
	}
	d.Truth = []File{loadings, activities}
	return d
}

// pathway is the network of the simulated signalling: each protein with its parents and the slopes on these,
// parents first. Who depends on whom is the consensus that Sachs and others 2005 list (Science 308,
// 523-529); the numbers are made up.
var pathway = []struct {
	name    string
	parents []string
	slopes  []float64
	noise   float64
}{
	{"pkc", nil, nil, 0.8},
	{"plcg", nil, nil, 0.9},
	{"pka", []string{"pkc"}, []float64{-0.6}, 0.7},
	{"pip3", []string{"plcg"}, []float64{0.7}, 0.6},
	{"pip2", []string{"plcg", "pip3"}, []float64{0.5, 0.6}, 0.5},
	{"raf", []string{"pkc", "pka"}, []float64{0.6, -0.5}, 0.6},
	{"mek", []string{"raf", "pkc", "pka"}, []float64{0.9, 0.4, -0.4}, 0.5},
	{"erk", []string{"mek", "pka"}, []float64{0.8, -0.4}, 0.5},
	{"akt", []string{"erk", "pka"}, []float64{0.7, -0.4}, 0.5},
	{"jnk", []string{"pkc", "pka"}, []float64{0.7, -0.4}, 0.7},
	{"p38", []string{"pkc", "pka"}, []float64{0.8, -0.4}, 0.6},
}

// signalling draws 600 cells. Its truth is the list of edges.
func signalling(rng *rand.Rand) Drawn {
	d := Drawn{Corner: "cell"}
	edges := File{Name: "edges.csv", Header: []string{"source", "target"}}
	for _, p := range pathway {
		d.Columns = append(d.Columns, p.name)
		for _, q := range p.parents {
			edges.Lines = append(edges.Lines, []string{q, p.name})
		}
	}
	for n := range 600 {
		r, value := Row{Name: fmt.Sprintf("cell%03d", n+1)}, map[string]float64{}
		for _, p := range pathway {
			v := p.noise * rng.NormFloat64()
			for k, q := range p.parents {
				v += p.slopes[k] * value[q]
			}
			value[p.name] = v
			r.Values = append(r.Values, fmt.Sprintf("%.3f", 3+v)) // as logs of intensities
		}
		d.Rows = append(d.Rows, r)
	}
	d.Truth = []File{edges}
	return d
}
