package depict_test

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"testing"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/depict/choice"
	"example.org/espalier/plotting/matrix"
	"example.org/espalier/plotting/network"
	"example.org/espalier/plotting/write"
)

// panesOf reads states of panes as a study has them.
func panesOf(t testing.TB, text string) (p study.Panes) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		t.Fatal(err)
	}
	return p
}

// drawn is the figure of a result with states of panes, and its SVG.
func drawn(t testing.TB, s *depict.Subject, e depict.Entry, p study.Panes) (plotting.Figure, string) {
	t.Helper()
	s.Panes = p
	plate, err := e.Plate(context.Background(), s)
	if err != nil {
		t.Fatalf("%s: %v", e.Name, err)
	}
	var b bytes.Buffer
	if err := write.Inline(&b, "x", plate.Figure, plate.Size, plate.Metadata.Title,
		plate.Metadata.Description); err != nil {
		t.Fatalf("%s: %v", e.Name, err)
	}
	return plate.Figure, b.String()
}

// Files have the choices that a study of today keeps of a mixture: joined classes, the order of the components, the
// class of the mixture, the accepted epoch, means before loadings, directions of the plane.
func TestFilesHaveTheChoicesOfAMixture(t *testing.T) {
	s := fit(t, "iris", "vbmfa", 12, nil)
	s.Number = 4
	p := panesOf(t,
		`{"Classes":true,"Components":{"Sort":"rows","Descending":true},"Loadings":true,"mixture":{"class":"species"},
		"Clusters":{"Across":1,"Up":0,"Deep":-1,"Turn":{"Around":-0.5,"Up":0.35},"Colour":"species","Epoch":0}}`)
	f, _ := drawn(t, s, depict.ByTab("Classes"), p)
	if c := f.(*cells.Confusion); len(c.Groups) != 3 {
		t.Errorf("classes are not joined: %v", c.Groups)
	}
	f, _ = drawn(t, s, depict.ByTab("Components"), p)
	c := f.(cells.Table)
	if c.Columns[c.Sort].Name != "rows" || !c.Descending ||
		!slices.ContainsFunc(c.Columns, func(c cells.TableColumn) bool { return c.Name == "species" }) {
		t.Errorf("components are ordered by %d, with %v", c.Sort, c.Columns)
	}
	for _, tab := range []string{"Loadings", "Clusters"} {
		_, usual := drawn(t, s, depict.ByTab(tab), nil)
		if _, chosen := drawn(t, s, depict.ByTab(tab), p); chosen == usual {
			t.Errorf("%s is drawn as if nothing was chosen", tab)
		}
	}
	if n := len(depict.Pictured(s.Snapshot)); n > 0 {
		p := panesOf(t, `{"mixture":{"result":4,"past":1}}`)
		_, usual := drawn(t, s, depict.ByTab("Components"), nil)
		if _, past := drawn(t, s, depict.ByTab("Components"), p); past == usual {
			t.Error("the first accepted epoch is drawn as the present")
		}
		if _,
			other := drawn(t, s, depict.ByTab("Components"), panesOf(t, `{"mixture":{"result":5,"past":1}}`)); other != usual {
			t.Error("the epoch of another result is shown")
		}
	}
}

// Files have the choices that a study of today keeps of factors: their order and number, the minor ones, the order of
// the items and of the cases, the annotation and the axes.
func TestFilesHaveTheChoicesOfFactors(t *testing.T) {
	s := fit(t, "wine", "nsfa", 30, nil)
	p := panesOf(t,
		`{"Features":{"AsNumbered":true,"AsInTable":true,"Loadings":true,"Now":true,"Minor":true},"Activities":"as in the table","Activities, minor":true,
		"Reconstruction":{"Panel":"residual","AsInTable":true,"Cases":"as in the table"},"Scatter":{"Across":2,"Up":1,"Colour":"nothing","Arrows":-1},
		"Factors":{"Order":"file order","Most":50,"Minor":true},"Ranking":true,"By group":{"InOrder":true,"Minor":true,"Most":0}}`)
	for _, tab := range []string{"Features", "Activities", "Reconstruction", "Scatter", "Factors", "By group"} {
		e := depict.ByTab(tab)
		if !e.Offers(s) {
			continue
		}
		_, usual := drawn(t, s, e, nil)
		if _, chosen := drawn(t, s, e, p); chosen == usual {
			t.Errorf("%s is drawn as if nothing was chosen", tab)
		}
	}
	f, _ := drawn(t, s, depict.ByTab("Reconstruction"), p)
	if m := f.(matrix.Matrix); m.Heat == nil || len(m.Heat.Columns) != len(s.Data.Rows) {
		t.Errorf("not the residual alone: %d columns", len(m.Heat.Columns))
	}
	f, _ = drawn(t, s, depict.ByTab("Factors"), p)
	if h := f.(cells.Hinton); !slices.Equal(h.Rows, s.Data.Columns) {
		t.Errorf("the items stand as %v", h.Rows)
	}
}

// Files have the choices that a study of today keeps of a network: the threshold of its measure, the layout, colours,
// sizes, and the nodes that were moved.
func TestFilesHaveTheChoicesOfANetwork(t *testing.T) {
	s := fit(t, "wine", "glasso", 12, nil)
	s.Number = 2
	e := depict.ByTab("Network")
	f, _ := drawn(t, s, e, nil)
	usual := f.(*network.Network)
	f, _ = drawn(t, s, e, panesOf(t,
		`{"Network":{"Least":0.5,"Thinned":true,"Arranged":0.5,"Layout":"circle","Across":0,"Up":1,"Colour":"none","Size":"edges","Around":0,"Moved":{"3":[7,8]},"Of":2}}`))
	n := f.(*network.Network)
	if n.X[3] != 7 || n.Y[3] != 8 || !n.Outward || n.Sizes == nil || usual.Outward || usual.Sizes != nil {
		t.Errorf("node 3 is at %v, %v; sizes %v", n.X[3], n.Y[3], n.Sizes)
	}
	f, _ = drawn(t, s, e, panesOf(t, `{"Network":{"Layout":"circle","Thinned":true,"Moved":{"3":[7,8]},"Of":1}}`))
	if n := f.(*network.Network); n.X[3] == 7 {
		t.Error("a node is moved that was moved in another result")
	}
}

// Files have the choices that a study of today keeps of the course of a search and of the paths of a tree.
func TestFilesHaveTheChoicesOfARun(t *testing.T) {
	s := fit(t, "iris", "vbmfa", 12, nil)
	f, _ := drawn(t, s, depict.ByTab("Trace"), panesOf(t, `{"Trace":{"Shown":1,"BySeconds":true}}`))
	if c := f.(chart.Trace); !c.BySeconds || c.Title == s.Info.ObjectiveTitle {
		t.Errorf("the course is of %q, by seconds: %v", c.Title, c.BySeconds)
	}
	s = fit(t, "iris", "agglomerative", 1, nil)
	p := panesOf(t,
		`{"Paths":{"State":{"Along":2,"Means":true,"Seed":1,"NoLabels":true,"Until":0.5,"Cursor":false},"Colour":"species"},"Density":{"State":{"Across":1,"Up":0,"HideTree":true},"Colour":"species"}}`)
	for _, tab := range []string{"Paths", "Density"} {
		_, usual := drawn(t, s, depict.ByTab(tab), nil)
		if _, chosen := drawn(t, s, depict.ByTab(tab), p); chosen == usual {
			t.Errorf("%s is drawn as if nothing was chosen", tab)
		}
	}
}

// Every choice of every figure is kept as JSON and drawn again from it, and some option of each changes the figure.
func TestEveryChoiceIsDrawn(t *testing.T) {
	for _, of := range []struct {
		sample, model string
		same          []string // choices that change nothing in this result
	}{
		{"iris", "vbmfa", []string{"confusion.class"}},                  // there is one annotation
		{"wine", "nsfa", []string{"groups.annotation", "groups.order"}}, // the factors have the order of their p values
		{"wine", "glasso", nil},
		{"wine", "bicluster", []string{"confusion.class"}},
		{"wine", "crosscat", nil},
		{"iris", "agglomerative", []string{"paths.colour", "density.colour"}}, // the tree is coloured by the one annotation
		{"glass", "pca", []string{"groups.annotation"}},
	} {
		if testing.Short() && of.model != "vbmfa" && of.model != "agglomerative" && of.model != "bicluster" {
			continue
		}
		s := fit(t, of.sample, of.model, 12, nil)
		for _, e := range depict.Of(s) {
			if e.Tab == "Tree" {
				continue // its choices have tests of their own
			}
			st := e.State(depict.Given{Subject: s}, nil)
			names := map[string]bool{}
			if before := e.Choices(); len(before) != len(st.Choices(depict.Given{Subject: s})) {
				t.Errorf("%s has %d choices before there is a result: a pane makes its tools then", e.Name, len(before))
			}
			for _, c := range st.Choices(depict.Given{Subject: s}) {
				if names[c.Name] || c.Name == "" || c.Help == "" || c.Label == "" {
					t.Errorf("%s has the choice %+v", e.Name, c)
				}
				if names[c.Name] = true; c.Needless {
					continue
				}
				_, usual := drawn(t, s, e, nil)
				changes := false
				options := c.Options[:min(len(c.Options), 4)]
				if c.Put != nil {
					options = choice.Names("0.5") // of a number
				}
				for _, o := range options {
					p, err := e.Chosen(context.Background(), s, nil, c.Name, o.Name)
					if err != nil {
						t.Errorf("%s.%s=%s: %v", e.Name, c.Name, o.Name, err)
						continue
					}
					text, err := json.Marshal(p)
					if err != nil {
						t.Fatal(err)
					}
					_, kept := drawn(t, s, e, p)
					if _, read := drawn(t, s, e, panesOf(t, string(text))); read != kept {
						t.Errorf("%s.%s=%s is drawn otherwise once it was read from %s", e.Name, c.Name, o.Name, text)
					}
					changes = changes || kept != usual
				}
				if !changes && !slices.Contains(of.same, e.Name+"."+c.Name) {
					t.Errorf("%s of %s: no option of %s changes the figure: %s", e.Name, of.model, c.Name, c.List())
				}
			}
			if _, err := e.Chosen(context.Background(), s, nil, "nothing", "x"); err == nil {
				t.Errorf("%s has a choice called nothing", e.Name)
			}
		}
	}
}
