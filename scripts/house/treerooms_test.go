package house

import (
	"slices"
	"strings"
	"testing"
)

// treeRooms are the rooms of the diffusion trees, each with those of them that it may import. The package pydt itself
// stands over all: none of them imports it.
var treeRooms = map[string][]string{
	"attaching":  {"meeting", "posterior"},
	"branches":   {"hyper", "posterior", "times"},
	"cellwise":   {},
	"columntree": {"branches", "hyper", "posterior", "problem"},
	"correlated": {"columntree"},
	"ensemble":   {"hyper", "leaves", "numbers", "posterior", "predict", "problem"},
	"evidence":   {"hyper", "posterior"},
	"factors":    {},
	"forecast":   {"cellwise", "correlated", "ensemble", "hyper", "posterior", "predict", "problem"},
	"hyper":      {"noise", "priors", "problem"},
	"kept":       {"hyper", "posterior", "problem"},
	"leaves":     {},
	"meeting":    {},
	"nearness":   {},
	"noise":      {},
	"numbers":    {},
	"passing":    {},
	"pilot":      {"forecast", "hyper", "kept", "noise", "posterior", "priors", "problem", "sampler"},
	"placing":    {"attaching", "evidence", "hyper", "polishing", "posterior", "problem", "times"},
	"polishing":  {"hyper", "noise", "posterior", "priors", "times"},
	"posterior":  {"hyper", "leaves", "problem"},
	"predict":    {"cellwise", "leaves", "posterior", "problem"},
	"priors":     {},
	"problem":    {"leaves", "nearness"},
	"pydttest": {"attaching", "correlated", "ensemble", "evidence", "forecast", "hyper", "kept", "leaves",
		"placing", "polishing", "posterior", "predict", "problem", "times"}, // for tests alone
	"sampler": {"cellwise", "columntree", "correlated", "ensemble", "factors", "forecast", "hyper", "kept",
		"nearness", "noise", "posterior", "predict", "priors", "problem", "stretching"},
	"search": {"branches", "cellwise", "columntree", "ensemble", "evidence", "hyper", "numbers", "passing",
		"pilot", "placing", "polishing", "posterior", "predict", "priors", "problem", "sampler", "times"},
	"stretching": {},
	"times":      {"meeting", "posterior", "problem"},
	"together": {"cellwise", "columntree", "correlated", "ensemble", "forecast", "hyper", "kept", "noise",
		"pilot", "posterior", "predict", "problem", "sampler", "search"},
}

// forTests is the room that has what tests of the others share.
const forTests = "pydttest"

// treeProcesses are the packages below the rooms, each with those of them that it may import. They know no model.
var treeProcesses = map[string][]string{
	"pitmanyor": {},
	"pruning":   {"timetree"},
	"timetree":  {},
}

// A tree's prior, its structure and its messages import each other one way only, and no model.
func TestTreeProcesses(t *testing.T) {
	const process = module + "inference/process/"
	seen := 0
	for _, p := range list(t, "CGO_ENABLED=0", "-tags", "headless", "./inference/process/...") {
		may, known := treeProcesses[strings.TrimPrefix(p.ImportPath, process)]
		if !known {
			continue
		}
		seen++
		for _, i := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
			other, ok := strings.CutPrefix(i, process)
			if ok && i != p.ImportPath && !contains(may, other) || strings.HasPrefix(i, module+"inference/model/") {
				t.Errorf("%s imports %s", p.ImportPath, i)
			}
		}
	}
	if seen != len(treeProcesses) {
		t.Errorf("%d of %d packages found", seen, len(treeProcesses))
	}
}

// Imports among the rooms of the diffusion trees point one way.
func TestTreeRooms(t *testing.T) {
	const pydt = module + "inference/model/pydt"
	seen := 0
	for _, p := range list(t, "CGO_ENABLED=0", "-tags", "headless", "./inference/model/pydt/...") {
		room, below := strings.CutPrefix(p.ImportPath, pydt+"/")
		if !below {
			continue
		}
		may, known := treeRooms[room]
		if !known {
			t.Errorf("%s is no room of the diffusion trees", p.ImportPath)
			continue
		}
		seen++
		for _, i := range p.Imports {
			if other, ok := strings.CutPrefix(i, pydt); ok && !contains(may, strings.TrimPrefix(other, "/")) {
				t.Errorf("the room %s of the diffusion trees imports %s", room, i)
			}
		}
		for _, i := range slices.Concat(p.TestImports, p.XTestImports) {
			other, ok := strings.CutPrefix(i, pydt)
			if other = strings.TrimPrefix(other, "/"); ok && i != p.ImportPath && other != forTests &&
				!contains(may, other) && !contains(treeRooms[forTests], other) {
				t.Errorf("tests of the room %s of the diffusion trees import %s", room, i)
			}
		}
	}
	if seen != len(treeRooms) {
		t.Errorf("%d of %d rooms of the diffusion trees found", seen, len(treeRooms))
	}
}
