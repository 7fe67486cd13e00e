package house

import (
	"go/ast"
	"os"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/catalog"
	tables "example.org/espalier/inference/read"
	"example.org/espalier/inference/recipe"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/teach"
	"example.org/espalier/plotting/write"
)

// CONTRIBUTING.md says what belongs to a new model, kind of result, figure, format, step or stage. These tests walk
// the lists and ask for it.

// tests are the functions in the test files of a folder, with the identifiers that each mentions.
type tests map[string][]string

// testsOf reads the tests of the folders that start with a prefix; the keys are folders.
func testsOf(t *testing.T, prefix string) map[string]tests {
	all := map[string]tests{}
	for _, s := range sources(t, prefix) {
		if !s.test() {
			continue
		}
		if all[s.room()] == nil {
			all[s.room()] = tests{}
		}
		for _, d := range s.file.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			var names []string
			ast.Inspect(fn, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					names = append(names, id.Name)
				}
				return true
			})
			all[s.room()][fn.Name.Name] = names
		}
	}
	return all
}

// has reports whether a function whose name starts with a prefix mentions all of some identifiers, or calls
// functions of the tests that do.
func (f tests) has(prefix string, mentions ...string) bool {
	for name := range f {
		if strings.HasPrefix(name, prefix) && f.reaches(name, mentions, map[string]bool{}) {
			return true
		}
	}
	return false
}

func (f tests) reaches(name string, mentions []string, seen map[string]bool) bool {
	found := map[string]bool{}
	var walk func(name string)
	walk = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		for _, id := range f[name] {
			found[id] = true
			if _, ok := f[id]; ok {
				walk(id)
			}
		}
	}
	walk(name)
	return !slices.ContainsFunc(mentions, func(m string) bool { return !found[m] })
}

// rows returns what stands in backquotes in the first cells of the tables of a document.
func rows(t *testing.T, file string) (names []string) {
	t.Helper()
	text := read(t, file)
	for _, line := range strings.Split(text, "\n") {
		if cells := strings.Split(line, "|"); len(cells) > 3 {
			for _, m := range quoted.FindAllStringSubmatch(cells[1], -1) {
				names = append(names, m[1])
			}
		}
	}
	return names
}

// folderOf returns the folder of the type of a value.
func folderOf(v any) string { return strings.TrimPrefix(reflect.TypeOf(v).PkgPath(), module) }

// A model has a test of its type, an Example that fits it, and a row in the table of the README.
func TestModelsAreWhole(t *testing.T) {
	all, named := testsOf(t, "inference/model"), rows(t, "README.md")
	for _, m := range catalog.Models() {
		name, folder := m.Info().Name, folderOf(m)
		if !all[folder].has("Test", reflect.TypeOf(m).Name()) {
			t.Errorf("%s: no test in %s names its type %s", name, folder, reflect.TypeOf(m).Name())
		}
		if !all[folder].has("Example", "New") {
			t.Errorf("%s: %s has no Example that fits it", name, folder)
		}
		if !slices.Contains(named, name) {
			t.Errorf("%s has no row in README.md", name)
		}
	}
}

// A kind of result has the tests that hold its form and its reading, and a file that shows the form.
func TestKindsAreWhole(t *testing.T) {
	all := testsOf(t, "inference/kind")
	kinds := 0
	for _, s := range sources(t, "inference/kind") {
		room := s.room()
		if s.test() || !strings.HasPrefix(room, "inference/kind/") || room == "inference/kind/wire" || !declares(s, "Kind") {
			continue
		}
		kinds++
		for prefix, calls := range map[string]string{"Test": "Kind", "Fuzz": "FuzzKind"} {
			if !all[room].has(prefix, calls) {
				t.Errorf("%s has no %s… that calls inferencetest.%s", room, prefix, calls)
			}
		}
		if !all[room].has("Test", "SameForm") {
			t.Errorf("%s: nothing holds its form, by inferencetest.SameForm", room)
		}
		if files, _ := os.ReadDir(path.Join(room, "testdata")); len(files) == 0 {
			t.Errorf("%s has no file of its form in testdata", room)
		}
	}
	if kinds < 10 {
		t.Errorf("only %d kinds were found", kinds)
	}
}

// declares reports whether a file declares a constant or function of a name at its top.
func declares(s source, name string) bool {
	for _, d := range s.file.Decls {
		if g, ok := d.(*ast.GenDecl); ok {
			for _, spec := range g.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok &&
					slices.ContainsFunc(v.Names, func(id *ast.Ident) bool { return id.Name == name }) {
					return true
				}
			}
		}
	}
	return false
}

// A type of figures has a golden picture, a test of what lies under the pointer, and an Example.
func TestFiguresAreWhole(t *testing.T) {
	all := testsOf(t, "plotting")
	figures := 0
	for _, s := range sources(t, "plotting") {
		if s.test() || figureRoom(module+s.room()) == "" {
			continue
		}
		for _, d := range s.file.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv == nil || fn.Name.Name != "Layout" {
				continue
			}
			name := receiver(fn.Recv.List[0].Type)
			figures++
			if !all[s.room()].has("Example" + name) {
				t.Errorf("%s.%s has no Example", s.room(), name)
			}
			if f := all[s.room()]; !f.has("Test", name, "GoldenPicture") && !f.has("Test", name, "Golden") {
				t.Errorf("%s.%s has no golden picture", s.room(), name)
			}
			if !all[s.room()].has("Test", name, "Hit") {
				t.Errorf("%s.%s: no test looks at what Hit finds", s.room(), name)
			}
		}
	}
	if figures < 20 {
		t.Errorf("only %d types of figures were found", figures)
	}
	named := rows(t, "docs/formats.md")
	for _, name := range depict.AllNames() {
		if !slices.Contains(named, name) {
			t.Errorf("the figure %s has no row in docs/formats.md", name)
		}
	}
}

// A format of pictures is tested and has a row in docs/formats.md.
func TestPictureFormatsAreWhole(t *testing.T) {
	all, named := testsOf(t, "plotting/write"), rows(t, "docs/formats.md")
	for _, f := range append(write.Formats(), write.Films()...) {
		if !all["plotting/write"].has("Test", f.Name+"Format") && !all["plotting/write"].has("Test", "Formats") {
			t.Errorf("no test names the format %s", f.Name)
		}
		if !slices.Contains(named, f.Name) {
			t.Errorf("the format of pictures %s has no row in docs/formats.md", f.Name)
		}
	}
}

// A format of tables has a row in docs/formats.md; package read asks for its test and its seed.
func TestTableFormatsAreWhole(t *testing.T) {
	text := read(t, "docs/formats.md")
	for _, e := range tables.Extensions() {
		if !regexp.MustCompile("\\." + regexp.QuoteMeta(e) + "\\b").MatchString(text) {
			t.Errorf("docs/formats.md does not name files .%s", e)
		}
	}
}

// A step of a recipe has a row in docs/preparing.md. Its Example is a seed of the fuzz test, which walks the list.
func TestStepsAreWhole(t *testing.T) {
	named, all := rows(t, "docs/preparing.md"), testsOf(t, "inference/recipe")
	if !all["inference/recipe"].has("Fuzz", "Kinds") {
		t.Error("no fuzz test of recipes walks the kinds of steps")
	}
	for _, k := range recipe.Kinds {
		steps, err := recipe.Parse(k.Example)
		if err != nil || len(steps) != 1 {
			t.Errorf("the example of %s: %v", k.Name, err)
		}
		if !slices.ContainsFunc(named, func(row string) bool {
			s, err := recipe.ParseStep(row)
			return err == nil && len(steps) == 1 && s.Kind == steps[0].Kind
		}) {
			t.Errorf("the step %s has no row in docs/preparing.md", k.Name)
		}
	}
}

// A stage has a lesson sheet with its picture, which the table of stages shows.
func TestStagesAreWhole(t *testing.T) {
	text := read(t, "docs/teach/README.md")
	for _, s := range teach.Stages() {
		for _, ending := range []string{".md", ".png"} {
			file := path.Join("docs/teach", s.Name+ending)
			if _, err := os.Stat(file); err != nil {
				t.Errorf("the stage %s: %v", s.Name, err)
			}
			if !strings.Contains(text, "("+s.Name+ending+")") {
				t.Errorf("docs/teach/README.md does not show %s", file)
			}
		}
	}
}
