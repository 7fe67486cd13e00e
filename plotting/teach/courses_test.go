package teach

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	sheets "example.org/espalier/docs/teach"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/plotting/teach/stage"

	"gonum.org/v1/gonum/mat"
)

// counted and expected give a counter of a course at its present step.
func counted(name string) func(t *testing.T, c *Course) float64 {
	return func(t *testing.T, c *Course) float64 { return counter(t, c, name).Drawn }
}

func expected(name string) func(t *testing.T, c *Course) float64 {
	return func(t *testing.T, c *Course) float64 { return counter(t, c, name).Expected }
}

func counter(t *testing.T, c *Course, name string) Counter {
	t.Helper()
	for _, k := range c.Counters() {
		if k.Name == name {
			return k
		}
	}
	t.Fatalf("%s has no counter %s", c.Stage.Name, name)
	return Counter{}
}

// written are numbers that sheets spell out.
var written = strings.NewReplacer("no ", "0 ", "none", "0", "one ", "1 ", "Three", "3", "three", "3", "five", "5", "eight", "8",
	"nine", "9", ",", "", "−", "-")

// What lesson sheets say of a course at its first seed is what it shows.
func TestSheetsOnCourses(t *testing.T) {
	type value = func(t *testing.T, c *Course) float64
	is := func(v float64) value { return func(*testing.T, *Course) float64 { return v } }
	fresh := func(k int) value {
		return func(_ *testing.T, c *Course) float64 {
			results := c.play.(*stage.Course[*boundPlay]).State.results
			return results[len(results)-1].fresh[k]
		}
	}
	late := func(name string) value {
		return func(t *testing.T, c *Course) float64 {
			k := counter(t, c, name)
			return k.Drawn - k.Expected
		}
	}
	end := math.MaxInt
	for _, c := range []struct {
		stage    string
		settings []string
		step     int
		phrase   string
		want     []value
	}{
		{"bound", nil, 9, "maximum where three are used", []value{counted("used at highest F")}},
		{"bound", []string{"points=60"}, end, "Three, though", []value{counted("used at highest F")}},
		{"bound", []string{"points=60"}, end, "about −6.2 nats each, variational Bayes −4.3", []value{fresh(1), fresh(0)}},
		{"sparse", nil, 0, "no two columns", []value{counted("edges")}},
		{"sparse", nil, 3, "all nine are there at step 3, when λ has fallen to 0.7", []value{counted("true edges found"), is(3),
			is(math.Pow(.03, 3.0/32))}},
		{"sparse", nil, 3, "this network: nine edges, none of chance", []value{counted("edges"), counted("chance edges")}},
		{"nested-crp", nil, 10, "0.090 at S = 10", []value{expected("stars, left"), is(10)}},
		{"nested-crp", nil, 14, "0.047 at 20", []value{expected("stars, left"), is(20)}},
		{"nested-crp", nil, end, "0.0016 at 640", []value{expected("stars, left"), is(640)}},
		{"geweke", nil, end, "3 instead of 2.3", []value{expected("factors, correct"), counted("factors, deletes first")}},
		{"geweke", []string{"cases=6"}, end, "1.8 factors for 3", []value{counted("factors, deletes first"),
			expected("factors, correct")}},
		{"geweke", []string{"items=4"}, end, "3.35 for 4.17", []value{counted("factors, deletes first"),
			expected("factors, correct")}},
		{"tempering", nil, end, "after 150 steps it is still 0.11 off", []value{is(150), late("right of 0, cold")}},
		{"tempering", []string{"method=annealing"}, end, "∫ prior × likelihood: 0.094 here", []value{expected("mean weight")}},
		{"tempering", []string{"temperatures=2"}, end, "0.23 of the swaps", []value{expected("swaps accepted")}},
		{"tempering", nil, end, "with four chains 0.68", []value{expected("swaps accepted")}},
		{"scores", nil, 5, "After five all points are right", []value{func(t *testing.T, c *Course) float64 {
			return 5 * counted("Rand index")(t, c)
		}}},
		{"scores", []string{"start=single"}, 0, "purity is 1", []value{counted("purity")}},
		{"network-blocks", []string{"within=0.2", "between=0.12"}, end, "all nodes stay one cluster",
			[]value{counted("clusters found")}},
	} {
		t.Run(c.stage+" "+c.phrase, func(t *testing.T) {
			sheet, _ := sheets.Of(c.stage)
			if !strings.Contains(spacePattern.ReplaceAllString(sheet, " "), c.phrase) {
				t.Fatalf("the sheet does not say %q", c.phrase)
			}
			s, err := Find(c.stage)
			if err != nil {
				t.Fatal(err)
			}
			course := open(t, s, usualSeed, c.settings...)
			to(t, course, min(c.step, course.Steps()))
			told := numberPattern.FindAllString(written.Replace(strings.TrimRight(c.phrase, ".")+" "), -1)
			told = slices.DeleteFunc(told, func(s string) bool { return s == "0" && strings.Contains(c.phrase, "right of 0") })
			if len(told) != len(c.want) {
				t.Fatalf("the phrase has the numbers %q", told)
			}
			for i, text := range told {
				number, err := strconv.ParseFloat(text, 64)
				_, decimals, _ := strings.Cut(text, ".")
				half := 0.5000001 * math.Pow(10, -float64(len(decimals)))
				if got := c.want[i](t, course); err != nil || !(math.Abs(number-got) <= half) {
					t.Errorf("%s stands there, and it is %v", text, got)
				}
			}
		})
	}
}

// naive merges clusters of points as a linkage is defined, and returns the heights.
func naive(points []Point, distance func(a, b []Point) float64) (heights []float64) {
	var clusters [][]Point
	for _, p := range points {
		clusters = append(clusters, []Point{p})
	}
	for len(clusters) > 1 {
		least, a, b := math.Inf(1), 0, 0
		for i := range clusters {
			for j := range i {
				if d := distance(clusters[i], clusters[j]); d < least {
					least, a, b = d, i, j
				}
			}
		}
		heights = append(heights, least)
		clusters[b] = slices.Concat(clusters[b], clusters[a])
		clusters = slices.Delete(clusters, a, a+1)
	}
	return heights
}

// squares is the sum of squares of points about their mean.
func squares(list []Point) (sum float64) {
	for i, p := range list {
		for _, q := range list[:i] {
			sum += ((p.X-q.X)*(p.X-q.X) + (p.Y-q.Y)*(p.Y-q.Y)) / float64(len(list))
		}
	}
	return sum
}

// The heights of the merges are those of a search for the two nearest clusters by the definition of each linkage.
func TestMergesOfLinkages(t *testing.T) {
	over := func(a, b []Point, start float64, f func(so, d float64) float64) float64 {
		for _, p := range a {
			for _, q := range b {
				start = f(start, math.Hypot(p.X-q.X, p.Y-q.Y))
			}
		}
		return start
	}
	for method, distance := range map[string]func(a, b []Point) float64{
		"single":   func(a, b []Point) float64 { return over(a, b, math.Inf(1), math.Min) },
		"complete": func(a, b []Point) float64 { return over(a, b, 0, math.Max) },
		"average": func(a, b []Point) float64 {
			return over(a, b, 0, func(so, d float64) float64 { return so + d/float64(len(a)*len(b)) })
		},
		"ward": func(a, b []Point) float64 {
			return math.Sqrt(2 * max(squares(slices.Concat(a, b))-squares(a)-squares(b), 0))
		},
	} {
		s, err := Find("linkage")
		if err != nil {
			t.Fatal(err)
		}
		c := open(t, s, 3, "method="+method, "points=30")
		for at, want := range naive(c.play.Points(), distance) {
			to(t, c, at+1)
			if k := counter(t, c, "height of the merge"); !(math.Abs(k.Drawn-want) <= 1e-9) || !(math.Abs(k.Expected-want) <= 1e-9) {
				t.Errorf("%s: merge %d is at %v, %v is expected, and it is %v", method, at+1, k.Drawn, k.Expected, want)
			}
		}
	}
}

// logMixture is the log density of a row under a mixture of factor analysers, with the covariance of each written out.
func logMixture(m *mixture.Mixture, row []float64) float64 {
	sum, d := 0.0, len(row)
	for _, c := range m.Components {
		s, dev := mat.NewSymDense(d, nil), mat.NewVecDense(d, nil)
		for i := range d {
			dev.SetVec(i, row[i]-c.Mean[i])
			for j := range i + 1 {
				v := 0.0
				if i == j {
					v = m.Noise[i]
				}
				if c.Loadings != nil {
					v += mat.Dot(c.Loadings.RowView(i), c.Loadings.RowView(j))
				}
				s.SetSym(i, j, v)
			}
		}
		var inverse mat.Dense
		if err := inverse.Inverse(s); err != nil {
			return math.NaN()
		}
		sum += c.Weight * math.Exp(-mat.Inner(dev, &inverse, dev)/2) /
			math.Sqrt(math.Pow(2*math.Pi, float64(d))*mat.Det(s))
	}
	return math.Log(sum)
}

// What new rows score under both mixtures is the mean log density of the mixtures that are shown.
func TestNewRowsOfMixtures(t *testing.T) {
	s, err := Find("bound")
	if err != nil {
		t.Fatal(err)
	}
	c := open(t, s, 2, "points=60", "components=2")
	to(t, c, c.Steps())
	p, want := c.play.(*stage.Course[*boundPlay]).State, [2]float64{}
	for k, f := range p.fits {
		for i := range boundNew {
			want[k] += logMixture(f.shown, p.new.RawRowView(i)) / boundNew
		}
		// columns of loadings of less than a thousandth of the noise are shown as 0
		if got := p.results[len(p.results)-1].fresh[k]; !(math.Abs(got-want[k]) <= 0.01) {
			t.Errorf("fit %d scores %v, and the mixture shown %v", k, got, want[k])
		}
	}
}
