package batch

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func treeFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestCompare(t *testing.T) {
	left := treeFile(t, "left.nwk", "(((a:0.2,b:0.2):0.3,c:0.5):0.4,(d:0.3,e:0.3):0.6):0.1;")
	right := treeFile(t, "right.nex", "#NEXUS\nBEGIN TREES;\nTREE one = (((a:0.4,c:0.4):0.1,b:0.5):0.4,(e:0.2,d:0.2):0.7):0.1;\nEND;\n")
	dir := t.TempDir()
	var got comparedTrees
	if err := json.Unmarshal([]byte(must(t, "compare", left, right, "--json", "--out", dir, "--figures", "svg")), &got); err != nil {
		t.Fatal(err)
	}
	// Clades abc and de are shared, ab and ac are not; drawn as b, a, c no line crosses.
	if got.Distance != 2 || got.Shared != 2 || got.Leaves != 5 || got.Left.Only != 1 || got.Right.Clades != 3 || got.Crossings != 0 || got.Moved != 0 {
		t.Errorf("%+v", got)
	}
	if got.Time == nil || got.Branches == nil || *got.Branches < 0.5 || *got.Branches > 0.54 {
		t.Errorf("times from 0 to 1 compare: %v, %v", got.Time, got.Branches)
	}
	want := []string{"compare-clades.csv", "compare-leaves.csv", "compare-summary.csv", "compare.json", "compare.svg"}
	if files := names(t, dir); !reflect.DeepEqual(files, want) {
		t.Errorf("files %v", files)
	}
	if text := must(t, "compare", left, right); !strings.Contains(text, "Robinson-Foulds distance") {
		t.Errorf("%q", text)
	}
}

func TestCompareOtherLeaves(t *testing.T) {
	left := treeFile(t, "left.nwk", "(((a,b),c),(d,e));")
	right := treeFile(t, "right.nwk", "((a:1,b:1):1,(c:2,z:2):1);")
	status, _, text := command(t, "compare", left, right)
	if status != statusError || !strings.Contains(text, "--common") || !strings.Contains(text, `"z"`) {
		t.Errorf("status %d, %q", status, text)
	}
	var got comparedTrees
	if err := json.Unmarshal([]byte(must(t, "compare", "--common", left, right, "--json")), &got); err != nil {
		t.Fatal(err)
	}
	if got.Leaves != 3 || !reflect.DeepEqual(got.Left.LeftOut, []string{"d", "e"}) || got.Time != nil {
		t.Errorf("%+v", got)
	}
	if status, _, text := command(t, "compare", left, treeFile(t, "bad.nwk", "((a,b)")); status != statusError || !strings.Contains(text, "line 1") {
		t.Errorf("status %d, %q", status, text)
	}
	if status, _, _ := command(t, "compare", left, right, "--figures", "svg"); status != statusUsage {
		t.Errorf("figures without a folder: status %d", status)
	}
}
