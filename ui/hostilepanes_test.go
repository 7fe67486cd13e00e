package ui

import (
	"encoding/json"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference/study"
	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/ui/workspace"
)

// hostile returns a value like v of a JSON text, with random numbers, texts and lengths in place of
// its own.
func hostile(r *rand.Rand, v any) any {
	if r.IntN(4) == 0 {
		return v
	}
	switch v := v.(type) {
	case map[string]any:
		m := map[string]any{}
		for _, k := range slices.Sorted(maps.Keys(v)) {
			m[k] = hostile(r, v[k])
		}
		return m
	case []any:
		var list []any
		for range r.IntN(6) {
			var of any = r.IntN(9) - 3
			if len(v) > 0 {
				of = v[r.IntN(len(v))]
			}
			list = append(list, hostile(r, of))
		}
		return list
	case nil:
		return []any{nil, []any{}, []any{-1, 5, 5, 1e6}, []any{[]any{0, 1}, []any{-7, 1 << 40}}, []any{"species", ""}}[r.IntN(5)]
	case float64:
		numbers := []any{-1, 0, 1, 2, 3, 5, 17, -1 << 62, 1 << 62, 1 << 31, -1000000000, 0.5, -0.3, 1e300}
		if v == math.Trunc(v) && r.IntN(10) > 0 { // of a whole number others are refused
			numbers = numbers[:11]
		}
		return numbers[r.IntN(len(numbers))]
	case string:
		return []string{"", "species", "PC 1", "\x00", "result 1", "annotation species", "groups", "no such thing", "sepal_width"}[r.IntN(9)]
	case bool:
		return r.IntN(2) == 0
	}
	return v
}

// States of panes that a hostile or foreign file has, numbers far out of range among them, give panes
// that show something and never a panic.
func TestHostileStatesOfPanes(t *testing.T) {
	seeds := 12
	if testing.Short() {
		seeds = 1
	}
	models := []string{"pydt", "dpmm", "nsfa", "agglomerative", "outtree"}
	if testing.Short() {
		models = models[1:2] // the window is tested under the race detector too, which is slow
	}
	for k, model := range models {
		s := newStage(t, usual, nil, realModel(t, "dpmm"), realModel(t, "nsfa"), realModel(t, "outtree"), realModel(t, "pydt"))
		s.openSample("iris")
		s.do(func() {
			if err := s.w.ws.Next.SetModel(model); err != nil {
				t.Fatal(err)
			}
			if model == "pydt" {
				if err := s.w.ws.Next.Set("method", "mcmc", false); err != nil {
					t.Fatal(err)
				}
			}
			s.w.ws.Next.SetIterations(6) // another method goes back to its usual number
			s.w.ws.Runs.Go()
		})
		s.until("the fit", func() bool {
			j := s.w.ws.Runs.Job()
			return j != nil && j.Info.Name == model && j.Kept && s.w.centre.shown != nil &&
				s.w.centre.shown.Snapshot == j.Snapshot
		})
		usualStates := study.Panes{workspace.PaneTree: drawn.NewLook([]string{"species"}),
			secondTree: drawn.NewLook(nil), workspace.SecondName: workspace.SecondChoice{Result: 1, Tab: "Tree"}}
		s.do(func() {
			for _, l := range s.w.centre.leaves {
				if p, ok := l.Pane.(interface{ States() study.Panes }); ok {
					maps.Copy(usualStates, p.States())
				}
			}
		})
		empty := map[string]bool{} // tabs that show nothing whatever is chosen
		for seed := range 1 + seeds {
			r := rand.New(rand.NewPCG(uint64(seed), uint64(7+k))) // each model has states of its own
			states := study.Panes{}
			for _, name := range slices.Sorted(maps.Keys(usualStates)) {
				text, err := json.Marshal(usualStates[name])
				if err != nil {
					t.Fatal(err)
				}
				var value any
				if err := json.Unmarshal(text, &value); err != nil {
					t.Fatal(err)
				}
				if states[name] = value; seed > 0 {
					states[name] = hostile(r, value)
				}
			}
			text, _ := json.Marshal(states) // what a file would have
			var tabs []string
			s.do(func() {
				var read study.Panes
				if err := json.Unmarshal(text, &read); err != nil {
					t.Fatal(err)
				}
				s.w.ws.Doc.Do("states", "", func(now study.State) study.State {
					h, _ := now.Sheet()
					h.Panes = read
					return now.WithSheet(h)
				})
				tabs = s.w.centre.tabs.Names()
			})
			for _, tab := range tabs {
				s.do(func() { s.w.centre.tabs.Pick(tab) })
				l := s.w.centre.leaf(tab)
				s.until("the picture of "+tab, func() bool { return l.View().Settled() })
				s.do(func() {
					if nothing := l.Figure() == nil; seed == 0 {
						empty[tab] = nothing
					} else if nothing && !empty[tab] {
						t.Errorf("%s, seed %d: %s shows nothing of %s", model, seed, tab, text)
					}
					l.About()
				})
			}
		}
		s.do(func() { s.w.close(); s.closed = true })
	}
}
