package sampledata

import (
	"gonum.org/v1/gonum/mat"

	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
)

// TestSamples compares every sample with its entry in README.md.
func TestSamples(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]struct {
		n, d, missing int
		kind          inference.Kind
		levels        []int
	}{
		"penguins":          {344, 4, 8, inference.Continuous, []int{3, 3, 2, 3}},
		"animals":           {40, 31, 0, inference.Binary, []int{9}},
		"tissue_expression": {189, 500, 0, inference.Continuous, []int{7}},
		"olive_oils":        {572, 8, 0, inference.Continuous, []int{3, 9}},
		"digits8x8":         {1797, 64, 0, inference.Count, []int{10}},
		"shapes":            {100, 36, 0, inference.Continuous, []int{2, 2, 2, 2, 2}},
		"square":            {100, 2, 0, inference.Continuous, []int{4}},
		"fractal":           {63, 2, 0, inference.Continuous, []int{2, 4, 8}},
		"eighteen_clusters": {900, 2, 0, inference.Continuous, []int{18}},
		"spiral":            {800, 3, 0, inference.Continuous, []int{8}},
		"six_dimensions":    {600, 10, 0, inference.Continuous, []int{6}},
		"sparse_factors":    {100, 100, 0, inference.Continuous, slices.Repeat([]int{2}, 16)},
		"signalling":        {600, 11, 0, inference.Continuous, nil},
		"crabs":             {200, 5, 0, inference.Continuous, []int{2, 2}},
		"iris":              {150, 4, 0, inference.Continuous, []int{3}},
		"wine":              {178, 13, 0, inference.Continuous, []int{3}},
		"glass":             {214, 9, 0, inference.Continuous, []int{6}},
		"leukaemia_ALL":     {128, 500, 0, inference.Continuous, []int{2, 10, 6, 2}},
	}
	if len(List()) != len(want) {
		t.Errorf("%d samples, want %d", len(List()), len(want))
	}
	for _, s := range List() {
		t.Run(s.Name, func(t *testing.T) {
			w, ok := want[s.Name]
			if !ok {
				t.Fatal("not in the table of this test")
			}
			table, err := Open(s.Name)
			if err != nil {
				t.Fatal(err)
			}
			n, d := table.Dims()
			if n != w.n || d != w.d || table.Missing() != w.missing || table.Kind != w.kind {
				t.Errorf("%d × %d, %d missing, %s; want %d × %d, %d, %s", n, d, table.Missing(), table.Kind,
					w.n, w.d, w.missing, w.kind)
			}
			if table.Source != "sample:"+s.Name || table.Name != s.Name || len(table.SHA256) != 64 {
				t.Errorf("name %q, source %q, hash %q", table.Name, table.Source, table.SHA256)
			}
			if len(table.Annotations) != len(s.Annotations) {
				t.Errorf("%d annotations, want %v", len(table.Annotations), s.Annotations)
			}
			line := ""
			for _, l := range strings.Split(string(readme), "\n") {
				if strings.HasPrefix(l, "| `"+s.Name+"` ") {
					line = l
				}
			}
			if !strings.Contains(line, fmt.Sprintf("| %d × %d", n, d)) || !strings.Contains(line, "| "+string(table.Kind)+" |") {
				t.Errorf("README.md does not give size and kind: %q", line)
			}
			if licence, _,
				_ := strings.Cut(s.Licence, " as far"); licence != "Public domain" && !strings.Contains(line, licence) {
				t.Errorf("README.md does not give the licence %s", s.Licence)
			}
			if strings.HasPrefix(s.Licence, "Public domain") && !strings.Contains(line, "see MASS below") {
				t.Error("README.md does not point to the note of MASS")
			}
			for k, name := range s.Annotations {
				a, ok := table.AnnotationByName(name)
				if !ok {
					t.Errorf("no annotation %q", name)
					continue
				}
				if len(a.Levels) != w.levels[k] {
					t.Errorf("%s has %d levels, want %d", name, len(a.Levels), w.levels[k])
				}
				if !strings.Contains(line, fmt.Sprintf("%s (%d", name, len(a.Levels))) {
					t.Errorf("README.md does not give %s (%d)", name, len(a.Levels))
				}
			}
			for _, text := range []string{s.Title, s.Description, s.Source, s.Licence} {
				if text == "" {
					t.Error("an empty field")
				}
			}
			if strings.Count(strings.TrimSuffix(s.Description, "."), ". ") > 0 || !strings.HasSuffix(s.Description, ".") {
				t.Errorf("not one sentence: %q", s.Description)
			}
		})
	}
}

func TestOpenUnknown(t *testing.T) {
	_, err := Open("pinguins")
	if err == nil || !strings.Contains(err.Error(), `"pinguins"`) {
		t.Fatalf("got %v", err)
	}
	for _, s := range List() {
		if !strings.Contains(err.Error(), s.Name) {
			t.Errorf("%q does not name %s", err, s.Name)
		}
	}
}

func TestListIsACopy(t *testing.T) {
	List()[0].Name = "changed"
	if List()[0].Name == "changed" {
		t.Error("the list can be changed from outside")
	}
}

// TestAnimals checks facts that README.md promises and that follow from one another.
func TestAnimals(t *testing.T) {
	table, err := Open("animals")
	if err != nil {
		t.Fatal(err)
	}
	place := map[string]int{}
	for j, c := range table.Columns {
		place[c] = j
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	class, _ := table.AnnotationByName("class")
	rows, columns := map[string]string{}, map[string]string{}
	for _, c := range table.Columns {
		if !strings.Contains(string(readme), "\n| "+c+" | ") {
			t.Errorf("README.md does not define %s", c)
		}
		key := fmt.Sprint(table.X.(*mat.Dense).ColView(place[c]))
		if twin, ok := columns[key]; ok {
			t.Errorf("%s and %s are equal", c, twin)
		}
		columns[key] = c
	}
	for i, animal := range table.Rows {
		if !strings.Contains(string(readme), animal) {
			t.Errorf("README.md does not say which species %s is", animal)
		}
		key := fmt.Sprint(table.X.(*mat.Dense).RawRowView(i))
		if twin, ok := rows[key]; ok {
			t.Errorf("%s and %s are equal", animal, twin)
		}
		rows[key] = animal
		has := func(trait string) bool { return table.X.At(i, place[trait]) == 1 }
		is := func(c string) bool { return class.Values[i] == c }
		for _, implication := range []struct {
			name      string
			then, say bool
		}{
			{"bone needs a backbone", has("bony_skeleton"), has("backbone")},
			{"lungs need a backbone", has("lungs"), has("backbone")},
			{"what flies has wings", has("flies"), has("wings")},
			{"milk is for mammals", has("milk"), is("mammal")},
			{"mammals give milk", is("mammal"), has("milk")},
			{"birds have feathers", is("bird"), has("feathers")},
			{"insects have six legs", is("insect"), has("six_legs")},
			{"the sea is water", has("feeds_in_sea"), has("feeds_in_water")},
			{"everyone eats", true, has("eats_animals") || has("eats_plants")},
			{"warm blood is of mammals and birds", has("warm_blooded"), is("mammal") || is("bird")},
			{"warm blood needs a divided heart", has("warm_blooded"), has("four_chambered_heart")},
			{"an amnion needs lungs", has("amnion"), has("lungs")},
			{"no backbone with an outer skeleton", has("exoskeleton"), !has("backbone")},
			{"six legs are not eight", has("six_legs"), !has("eight_or_more_legs")},
			{"two legs are not four", has("two_legs"), !has("four_legs")},
			{"antennae need an outer skeleton", has("antennae"), has("exoskeleton")},
		} {
			if implication.then && !implication.say {
				t.Errorf("%s: %s", animal, implication.name)
			}
		}
	}
}
