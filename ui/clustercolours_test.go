//go:build unix

package ui

import (
	"testing"

	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting/ink"
)

// The clusters of a later result have the colours of those of an earlier one with the same rows, whatever their
// numbers, and keep them in the document.
func TestClustersKeepTheirColours(t *testing.T) {
	s := newStage(t, usual, nil, realModel(t, "kmeans"), realModel(t, "dpmm"))
	s.do(func() { s.w.ws.Use(blobs(80, 4)) })
	s.until("the table", func() bool {
		return s.w.ws.Table() != nil && s.w.ws.Busy() == "" && s.w.centre.shown != nil
	})
	fit := func(model string, seed uint64) (colour []any) {
		s.do(func() {
			if err := s.w.ws.Next.SetModel(model); err != nil {
				t.Fatal(err)
			}
			if model == "kmeans" {
				if err := s.w.ws.Next.Set("k", "8", false); err != nil {
					t.Fatal(err)
				}
			}
		})
		s.until("the data", func() bool { return s.w.ws.Busy() == "" })
		var id study.ResultID
		s.do(func() {
			s.w.ws.Next.SetSeed(seed)
			s.w.ws.Next.SetIterations(30)
			s.w.ws.Runs.Run()
			id = s.w.ws.Now().Shown
		})
		s.until("the fit", func() bool {
			j := s.w.ws.Runs.Job()
			return j != nil && j.ID == id && j.Kept
		})
		s.do(func() {
			known, _ := s.w.ws.Doc.Result(id)
			labels := partition.LabelsOf(known.Fit.Snapshot)
			if len(labels) != 80 || len(known.Places) == 0 {
				t.Fatalf("%d labels, places %v", len(labels), known.Places)
			}
			subject := s.w.ws.Runs.Job().Subject()
			for i, k := range labels {
				colour = append(colour, nil)
				if k < 0 {
					continue
				}
				if colour[i] = ink.Places(known.Places).Ink(k); subject.Places.Ink(k) != colour[i] {
					t.Errorf("row %d has another colour in figures", i+1)
				}
			}
		})
		return colour
	}
	first := fit("kmeans", 1)
	for _, other := range [][]any{fit("kmeans", 2), fit("dpmm", 3)} {
		same, of := 0, 0
		for i, c := range other {
			if c != nil {
				of++
				if c == first[i] {
					same++
				}
			}
		}
		if 10*same < 7*of {
			t.Errorf("%d of %d rows have the colour of their cluster in the first result", same, of)
		}
	}
}
