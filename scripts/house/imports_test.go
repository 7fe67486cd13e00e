package house

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"example.org/espalier/batch"
)

// mayImport says which parts of the project each part may import, beside itself.
var mayImport = map[string][]string{
	"":           {"batch", "plotting", "ui"},
	"assets":     {},
	"batch":      {"inference", "plotting", "sampledata"},
	"docs":       {},
	"inference":  {},
	"plotting":   {"inference"},
	"sampledata": {"inference"},
	"ui":         {"assets", "docs", "inference", "plotting", "sampledata", "views"},
	"views":      {"inference", "plotting"},
	"scripts":    {"assets", "batch", "inference", "plotting", "sampledata", "ui", "views"},
}

// windowless parts import nothing of the window's toolkit, not even in their tests.
var windowless = []string{"assets", "batch", "docs", "inference", "plotting", "sampledata"}

// figureRooms are the packages of figures. They stand side by side: what two of them need
// stands in the package plotting itself, in ink or in beside.
var figureRooms = []string{"cells", "chart", "dendro", "formula", "missing", "matrix", "network", "space"}

// figureRoom returns the room of figures that a package is, or "".
func figureRoom(path string) string {
	if name, ok := strings.CutPrefix(path, module+"plotting/"); ok && contains(figureRooms, name) {
		return name
	}
	return ""
}

// underKinds is all that the kinds of results stand on: they know no model, run or figure,
// and nothing of one another.
var underKinds = []string{"inference", "inference/tree", "inference/kind/wire", "inference/pieces",
	"inference/stat/grouping", "inference/algorithm/stable"}

// knowKinds are the packages beyond inference that may know any kind of result: those that make
// figures, facts and panes of results, the stages, which run models, and what tests share.
var knowKinds = []string{"plotting/depict", "plotting/depict/blockgraph", "plotting/depict/blocks",
	"plotting/depict/classtrees",
	"plotting/depict/expects",
	"plotting/depict/graphs", "plotting/depict/latent", "plotting/depict/mixtures", "plotting/depict/subject",
	"plotting/depict/trees", "plotting/depict/views",
	"plotting/depict/treestest", "plotting/facts", "plotting/plottingtest", "plotting/selected", "plotting/teach",
	"plotting/teach/clustering", "views/compare",
	"views/factors",
	"views/inspect", "views/network", "views/runs", "views/trees", "views/viewstest"}

// kindsOf returns the kinds of results among imports, by their folders.
func kindsOf(imports []string) (kinds []string) {
	for _, i := range imports {
		if name, ok := strings.CutPrefix(i, module+"inference/kind/"); ok && name != "wire" {
			kinds = append(kinds, name)
		}
	}
	return kinds
}

// Only what makes figures and panes of results knows kinds of results, and a new kind touches no
// other package.
func TestWhoKnowsKinds(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range list(t, "CGO_ENABLED=1", "-tags", "migrated_fynedo", "./...") {
		name := strings.TrimPrefix(p.ImportPath, module)
		kinds := kindsOf(p.Imports)
		seen[name] = len(kinds) > 0
		switch {
		case strings.HasPrefix(name, "inference/"):
		case len(kinds) > 0 && !contains(knowKinds, name):
			t.Errorf("%s knows the kinds %v", name, kinds)
		}
	}
	for _, name := range knowKinds {
		if !seen[name] {
			t.Errorf("%s knows no kind and can leave the list", name)
		}
	}
}

// kindRoom reports whether a package is a kind of result.
func kindRoom(path string) bool { return strings.HasPrefix(path, module+"inference/kind/") }

// viewRooms are the packages of views, each with those of them that it may import. Clock, theme, controls
// and screen stand below all; the package views itself gathers them.
var viewRooms = map[string][]string{
	"clock":     {},
	"theme":     {},
	"panics":    {},
	"say":       {},
	"controls":  {"theme"},
	"viewstest": {"clock", "theme"},
	"drawer":    {"controls", "say", "theme"},
	"stamp":     {"controls", "clock", "say", "theme"},
	"screen":    {"controls", "clock", "stamp", "theme"},
	"pane":      {"controls", "screen", "clock", "stamp", "theme"},
	"trees":     {"controls", "screen", "pane", "clock", "theme"},
	"factors":   {"controls", "screen", "pane", "clock", "theme"},
	"clusters":  {"controls", "screen", "pane", "clock", "theme"},
	"compare":   {"controls", "panics", "pane", "say", "screen", "clock", "theme", "trees"},
	"results":   {"controls", "screen", "clock", "theme"},
	"columns":   {"controls", "screen", "pane", "clock", "theme", "trees"},
	"network":   {"controls", "screen", "pane", "clock", "theme"},
	"runs":      {"controls", "screen", "pane", "clock", "stamp", "theme"},
	"paths":     {"controls", "screen", "pane", "clock", "theme", "trees"},
	"inspect":   {"clusters", "controls", "factors", "say", "screen", "pane", "clock", "theme", "trees"},
}

// windowRooms are the rooms of the window, each with those of them that it may import. The package
// ui itself stands over all: none of them imports it.
var windowRooms = map[string][]string{
	"clusters":     {"dialogs"},
	"comparing":    {"dialogs"},
	"datacolumn":   {"dialogs", "files", "recipes"},
	"dialogs":      {},
	"display":      {},
	"export":       {"dialogs"},
	"files":        {"dialogs"},
	"frame":        {},
	"help":         {"dialogs", "stages"},
	"joining":      {"dialogs"},
	"naming":       {"dialogs"},
	"nativedialog": {"dialogs"},
	"recipes":      {"dialogs"},
	"replaying":    {"dialogs"},
	"stages":       {"dialogs"},
	"workspace":    {"comparing", "files", "replaying"},
}

// testsOfViews has what only tests of views need, such as sample data.
const testsOfViews = module + "views/viewstest"

// viewRoom returns the room of views that a package is, or "".
func viewRoom(path string) string {
	name, _ := strings.CutPrefix(path, module+"views/")
	if name == path {
		return ""
	}
	return name
}

// models are the folders of one model each, which know nothing of one another.
func models(all []listed) map[string]bool {
	m := map[string]bool{}
	for _, p := range all {
		if p.ImportPath == module+"inference/catalog" {
			for _, i := range p.Imports {
				if strings.HasPrefix(i, module+"inference/") {
					m[i] = true
				}
			}
		}
	}
	return m
}

const module = "example.org/espalier/"

type listed struct {
	ImportPath                         string
	Imports, TestImports, XTestImports []string
	Deps                               []string
}

func list(t *testing.T, env string, args ...string) []listed {
	t.Helper()
	c := exec.Command("go",
		append([]string{"list", "-e", "-json=ImportPath,Imports,TestImports,XTestImports,Deps"}, args...)...)
	c.Env = append(os.Environ(), env)
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.Bytes())
	}
	var all []listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// part returns the part of the project that a package belongs to.
func part(path string) (string, bool) {
	if path == strings.TrimSuffix(module, "/") {
		return "", true
	}
	rest, ok := strings.CutPrefix(path, module)
	first, _, _ := strings.Cut(rest, "/")
	return first, ok
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

func isToolkit(path string) bool { return strings.HasPrefix(path, "fyne.io/") }

func TestImportDirections(t *testing.T) {
	all := list(t, "CGO_ENABLED=1", "-tags", "migrated_fynedo", "./...")
	if len(all) < 10 {
		t.Fatalf("only %d packages found", len(all))
	}
	model := models(all)
	if len(model) == 0 {
		t.Error("the catalog holds no model")
	}
	rooms, kinds := 0, 0
	for _, p := range all {
		from, ours := part(p.ImportPath)
		allowed, known := mayImport[from]
		if !ours || !known {
			t.Errorf("%s belongs to no part of the project", p.ImportPath)
			continue
		}
		if kindRoom(p.ImportPath) {
			kinds++
		}
		for _, i := range p.Imports {
			to, ours := part(i)
			if ours && to != from && !contains(allowed, to) && !(p.ImportPath == testsOfViews && to == "sampledata") {
				t.Errorf("%s imports %s", p.ImportPath, i)
			}
			if kindRoom(p.ImportPath) && ours && !contains(underKinds, strings.TrimPrefix(i, module)) {
				t.Errorf("the kind of result %s imports %s", p.ImportPath, i)
			}
			if model[i] && p.ImportPath != module+"inference/catalog" && (model[p.ImportPath] || from == "inference") {
				t.Errorf("%s imports the model %s", p.ImportPath, i)
			}
		}
		if room := viewRoom(p.ImportPath); room != "" {
			may, known := viewRooms[room]
			if !known {
				t.Errorf("%s is no room of views", p.ImportPath)
			}
			for _, i := range p.Imports {
				if other := viewRoom(i); other != "" && !contains(may, other) {
					t.Errorf("the views of %s import those of %s", room, other)
				}
			}
		}
		if room, ok := strings.CutPrefix(p.ImportPath, module+"ui/"); ok {
			may, known := windowRooms[room]
			if !known {
				t.Errorf("%s is no room of the window", p.ImportPath)
			}
			for _, i := range p.Imports {
				if other, ok := strings.CutPrefix(i, module+"ui"); ok && !contains(may, strings.TrimPrefix(other, "/")) {
					t.Errorf("the window's room %s imports %s", room, i)
				}
			}
		}
		if contains(p.Imports, testsOfViews) {
			t.Errorf("%s imports what is for tests", p.ImportPath)
		}
		if room := figureRoom(p.ImportPath); room != "" {
			rooms++
			for _, i := range p.Imports {
				if figureRoom(i) != "" {
					t.Errorf("the figures of %s import those of %s", room, figureRoom(i))
				}
			}
		}
		if !contains(windowless, from) {
			continue
		}
		for _, i := range append(append(p.Deps, p.TestImports...), p.XTestImports...) {
			if isToolkit(i) {
				t.Errorf("%s depends on %s", p.ImportPath, i)
			}
		}
	}
	if kinds < 2 {
		t.Errorf("%d kinds of results found", kinds)
	}
	if rooms != len(figureRooms) {
		t.Errorf("%d of %d rooms of figures found", rooms, len(figureRooms))
	}
}

func TestHeadlessBuildHasNoWindow(t *testing.T) {
	self := list(t, "CGO_ENABLED=0", "-tags", "headless", ".")
	if len(self) != 1 || len(self[0].Deps) < 50 {
		t.Fatalf("found %d packages", len(self))
	}
	if !contains(self[0].Deps, module+"inference/model/pydt") || !contains(self[0].Deps, module+"plotting") {
		t.Error("the headless program has no models or no figures")
	}
	for _, d := range self[0].Deps {
		if isToolkit(d) || d == "runtime/cgo" || strings.HasPrefix(d, module+"ui") || strings.HasPrefix(d, module+"views") {
			t.Errorf("the headless program depends on %s", d)
		}
	}
}

func TestVersionsAgree(t *testing.T) {
	toml, err := os.ReadFile("FyneApp.toml")
	if err != nil {
		t.Fatal(err)
	}
	if want := "Version = \"" + batch.Version + "\"\n"; !strings.Contains(string(toml), want) {
		t.Errorf("FyneApp.toml has not %s", want)
	}
}
