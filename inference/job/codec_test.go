package job

import (
	"bytes"
	"strings"
	"testing"

	"example.org/espalier/inference/pieces"
	"example.org/espalier/inference/saved"
)

// A result is written without the draws that its state shares with its snapshot, and one that was written with them is
// read as before.
func TestResultsHaveDrawsOnce(t *testing.T) {
	m := build(t, Spec{Model: "pydt", Settings: map[string]Value{"method": {Text: "mcmc"}},
		Goal: Goal{Iterations: number(150)}, Chains: 2, Seed: 3}, sample(t, "crabs"))
	h := start(t, Local{}, m, Options{Keep: true})
	if err := h.Wait(); err != nil {
		t.Fatal(err)
	}
	r, err := h.Result(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	now, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	snapshot, err := snapshotPieces(r.Snapshot)
	if err != nil {
		t.Fatal(err)
	}
	seal := func(layout uint16) []byte {
		places := &saved.Places{}
		b, err := pieces.Whole(saved.SealPieces(resultOwner, layout, encodedResult{Spec: r.Spec.JSON(), Hash: r.Hash, Version: r.Version,
			Data: r.Data, Notes: r.Notes, Decided: r.Decided,
			Snapshot: places.Put(snapshot), Iterations: r.Iterations, Seconds: r.Seconds, Gain: r.Gain, Ended: int(r.Ended),
			Reached: r.Reached, Diagnostics: r.Diagnostics, State: places.Put(r.State), Final: r.Final,
			Arithmetic: r.Arithmetic}, places))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	before := seal(resultLayout)
	if len(now)+r.State.Len()/3 > len(before) {
		t.Errorf("%d bytes, before %d, with a state of %d", len(now), len(before), r.State.Len())
	}
	for name, b := range map[string][]byte{"now": now, "before": before} {
		back, err := DecodeResult(b)
		if err != nil || !bytes.Equal(flat(t, back.State), flat(t, r.State)) || !bytes.Equal(canonical(t, back), canonical(t, r)) {
			t.Errorf("%s: the result is read back as another one: %v", name, err)
		}
	}
	if _, err := DecodeResult(seal(resultLayoutApart + 1)); err == nil ||
		!strings.Contains(err.Error(), "it has layout 3, but this version of the program reads 2") {
		t.Errorf("a result of a newer layout: %v", err)
	}
	for i := range now[:len(now)-1] {
		if i%(len(now)/50) == 0 {
			if _, err := DecodeResult(now[:i]); err == nil {
				t.Errorf("a result cut after %d bytes is read", i)
			}
		}
	}
}
