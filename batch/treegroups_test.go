package batch

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// written writes a table and returns its path.
func written(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "table.csv")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A cut that equal rows decide is noted, whatever the way of cutting; one between different rows is not.
func TestTiesInCutsAreNoted(t *testing.T) {
	path := written(t, "id,x,three,two\na,1,p,p\nb,1,p,p\nc,1,q,p\nd,2,r,q\ne,2,r,q\n")
	for _, k := range []struct {
		labels, cut string
		note        string
	}{
		{"three", "branches", "Other cuts into 3 groups explain exactly as much"},
		{"three", "time", "passes between branch points of the same height"},
		{"three", "tightest", "Other clades are as tight as these 3"},
		{"two", "tightest", ""},
		{"two", "branches", ""},
		{"two", "time", ""},
	} {
		out := parse(t, must(t, "fit", path, "--model", "agglomerative", "--labels", k.labels, "--cut", k.cut, "--json"))
		said := strings.Contains(strings.Join(out.Notes, "\n"), "The order of the rows chose these groups")
		if said != (k.note != "") || !strings.Contains(strings.Join(out.Notes, "\n"), k.note) {
			t.Errorf("%s by %s: notes %q", k.labels, k.cut, out.Notes)
		}
		if k.labels == "two" && out.Scores["adjusted_rand_index"] != 1.0 {
			t.Errorf("two by %s: %v", k.cut, out.Scores)
		}
	}
}

// Without labels a tree is cut into the groups that lie apart, and noise is said to have none.
func TestTreeIsCutIntoGroupsThatLieApart(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for groups, reason := range map[int]string{1: "No clear groups: no two parts have a gap between them", 3: "3 groups: there are gaps that one cloud"} {
		var text strings.Builder
		text.WriteString("id,x,y\n")
		for i := range 45 {
			fmt.Fprintf(&text, "r%d,%.4f,%.4f\n", i, rng.NormFloat64()+float64(8*(i%groups)), rng.NormFloat64()+float64(8*(i%groups*(i%groups))))
		}
		for _, model := range []string{"ddt", "agglomerative"} {
			out := must(t, "fit", written(t, text.String()), "--model", model, "--json")
			if p := parse(t, out); p.Clusters.Count != groups || !strings.Contains(out, reason) || strings.Contains(out, "part_labels") != (groups == 1) {
				t.Errorf("%s of %d groups: %+v", model, groups, p.Clusters)
			}
		}
	}
}

// A star says that it finds no order, and a tree that sets rows apart less than Ward's says so. Single linkage, which was asked for,
// says neither.
func TestTreeSaysWhatItDoesNotShow(t *testing.T) {
	var text strings.Builder
	text.WriteString("id,x,y,z\n")
	rng := rand.New(rand.NewPCG(3, 2))
	for i := range 30 {
		fmt.Fprintf(&text, "r%d,%.4f,%.4f,%.4f\n", i, rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64())
	}
	path := written(t, text.String())
	star := strings.Join(parse(t, must(t, "fit", path, "--model", "pydt", "--set", "theta=100", "--fix", "theta", "--json")).Notes, "\n")
	if !strings.Contains(star, "the model finds no order among them") {
		t.Errorf("star: %q", star)
	}
	out := strings.Join(parse(t, must(t, "fit", path, "--model", "agglomerative", "--set", "linkage=single", "--json")).Notes, "\n")
	if strings.Contains(out, "simple clustering") {
		t.Errorf("single linkage: %q", out)
	}
}

// The order in which the levels of a category are listed changes neither the cut of a tree nor what it agrees with.
func TestCutDoesNotDependOnTheOrderOfLevels(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	var text strings.Builder
	text.WriteString("id,group,x,place,soil\n")
	places, soils := []string{"sea", "wood", "town", "moor", "lake"}, []string{"clay", "peat", "sand"}
	for i := range 40 {
		g := i % 3
		place, soil := places[(g+rng.IntN(2))%5], soils[g]
		if rng.IntN(4) == 0 {
			place, soil = places[rng.IntN(5)], soils[rng.IntN(3)]
		}
		fmt.Fprintf(&text, "r%d,%d,%.3f,%s,%s\n", i, g, rng.NormFloat64()+float64(g), place, soil)
	}
	path := written(t, text.String())
	for _, cut := range []string{"branches", "time", "tightest"} {
		var first parsed
		for k, levels := range []string{"sea,wood,town,moor,lake", "town,lake,sea,moor,wood"} {
			out := parse(t, must(t, "fit", path, "--model", "agglomerative", "--labels", "group", "--cut", cut,
				"--kind", "place=category:"+levels, "--kind", "soil=category", "--json"))
			if k == 0 {
				first = out
				continue
			}
			if !slices.Equal(first.Clusters.Labels, out.Clusters.Labels) {
				t.Errorf("cut by %s: %v and %v", cut, first.Clusters.Labels, out.Clusters.Labels)
			}
		}
	}
}
