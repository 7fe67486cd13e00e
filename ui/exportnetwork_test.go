package ui

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/espalier/inference/kind/graph"

	"fyne.io/fyne/v2"
)

// A network is exported as GraphML, JSON of Cytoscape, DOT and CSV, by its key, and only where one is shown.
func TestExportNetwork(t *testing.T) {
	folder := t.TempDir()
	s := newStage(t, usual, nil, realModel(t, "glasso"))
	s.openSample("iris")
	item := func() *fyne.MenuItem {
		for _, i := range s.w.menu.main.Items[0].Items {
			if i.Label == "Export Network…" {
				return i
			}
		}
		t.Fatal("the menu has no such item")
		return nil
	}
	s.do(func() {
		if s.w.menu.refresh(); !item().Disabled {
			t.Error("a tree can be exported as a network")
		}
	})
	s.fitted("iris", "glasso")
	var edges int
	s.do(func() {
		s.w.menu.refresh()
		if i := item(); i.Disabled || i.Shortcut == nil || i.Shortcut.ShortcutName() != (key{fyne.KeyN, control | fyne.KeyModifierShift}).shortcut().ShortcutName() {
			t.Errorf("disabled %v, key %v", i.Disabled, i.Shortcut)
		}
		edges = len(graph.Of(s.w.centre.shown.Snapshot).Edges)
	})
	if edges == 0 {
		t.Fatal("no edges")
	}
	save := func(name string) []byte {
		path := filepath.Join(folder, name)
		s.do(func() {
			s.w.ws.Dismiss()
			s.w.Chooser = answers{path}
			item().Action()
		})
		s.until("the file "+name, func() bool { return s.w.ws.Notice.Text != "" })
		s.do(func() {
			if n := s.w.ws.Notice; n.Bad {
				t.Errorf("%s: %+v", name, n)
			}
		})
		text, _ := os.ReadFile(path)
		return text
	}
	var ml struct {
		Graph struct {
			Node []struct{} `xml:"node"`
			Edge []struct{} `xml:"edge"`
		} `xml:"graph"`
	}
	if err := xml.Unmarshal(save("a.graphml"), &ml); err != nil || len(ml.Graph.Node) != 4 || len(ml.Graph.Edge) != edges {
		t.Errorf("GraphML: %d nodes, %d edges of %d, %v", len(ml.Graph.Node), len(ml.Graph.Edge), edges, err)
	}
	var js struct {
		Elements struct {
			Nodes, Edges []struct{ Data struct{ ID string } }
		}
	}
	if err := json.Unmarshal(save("a.cyjs"), &js); err != nil || len(js.Elements.Nodes) != 4 || len(js.Elements.Edges) != edges {
		t.Errorf("Cytoscape: %d nodes, %d edges, %v", len(js.Elements.Nodes), len(js.Elements.Edges), err)
	}
	if dot := string(save("a.dot")); strings.Count(dot, " -- ") != edges || !strings.HasPrefix(dot, "graph {") {
		t.Errorf("DOT: %s", dot)
	}
	rows, err := csv.NewReader(bytes.NewReader(save("a.csv"))).ReadAll()
	if err != nil || len(rows) != 1+edges || rows[0][0] != "source" {
		t.Errorf("CSV: %v, %v", rows, err)
	}
}
