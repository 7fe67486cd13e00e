package file

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/kind"
	"example.org/espalier/inference/pieces"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/saved"
	"example.org/espalier/inference/study"
)

// resultJSON is the outcome of a fit without its large parts.
type resultJSON struct {
	Table   study.TableID `json:"table"`
	First   bool          `json:"first,omitempty"`
	Model   string        `json:"model"` // as in spec.json
	Seed    uint64        `json:"seed"`  // as in spec.json
	Hash    string        `json:"hash"`  // of the spec as it was given
	Version string        `json:"espalier,omitempty"`
	// Arithmetic says how the computer rounds that fitted it.
	Arithmetic string    `json:"arithmetic,omitempty"`
	Data       factsJSON `json:"data"`

	Iterations int      `json:"iterations"`
	Seconds    float64  `json:"seconds"`
	Ended      string   `json:"ended"`
	Reached    bool     `json:"reached,omitempty"`
	Settled    bool     `json:"settled,omitempty"`
	Final      bool     `json:"final,omitempty"`
	Gain       *float64 `json:"gain"`
	Problem    string   `json:"problem,omitempty"`

	Places      []int                  `json:"places,omitempty"`
	Notes       []string               `json:"notes,omitempty"`
	Decided     map[string]string      `json:"decided,omitempty"`
	Annotations []inference.Annotation `json:"annotations,omitempty"` // that had been added to the table
	Across      []inference.Annotation `json:"column_annotations,omitempty"`
}

type factsJSON struct {
	Name    string `json:"name"`
	Source  string `json:"source"`
	SHA256  string `json:"sha256,omitempty"`
	Rows    int    `json:"rows"`
	Columns int    `json:"columns"`
	Missing int    `json:"missing"`
}

// The names of the parts of a result, after its folder.
const (
	specRest     = "/spec.json"
	resultRest   = "/result.json"
	scoresRest   = "/scores"
	snapshotRest = "/snapshot"
	stateRest    = "/state"
	testRest     = "/test" // of a table, as in tables
)

func resultName(id study.ResultID) string { return fmt.Sprintf("%s%d", resultsFolder, id) }

// Result returns the parts of a result, the large ones last.
func Result(r study.Result) ([]Part, error) {
	small, err := smallParts(r)
	if err != nil {
		return nil, err
	}
	var found, state *pieces.Bytes
	add := func(rest string, p *pieces.Bytes, err error) error {
		var data []byte
		if err == nil {
			data, err = p.MarshalBinary()
		}
		if err != nil {
			return fmt.Errorf("writing result %d: %w", r.ID, err)
		}
		small = append(small, Part{resultName(r.ID) + rest, data})
		return nil
	}
	if s := r.Fit.Snapshot; s != nil {
		found, err = kind.SnapshotPieces(s)
		if err := add(snapshotRest, found, err); err != nil {
			return nil, err
		}
	}
	if r.Fit.State != nil {
		state, err = saved.Apart(r.Fit.State, found)
		if err := add(stateRest, state, err); err != nil {
			return nil, err
		}
	}
	return small, nil
}

func smallParts(r study.Result) ([]Part, error) {
	f, name := r.Fit, resultName(r.ID)
	j := resultJSON{Table: r.Table, First: r.First, Model: f.Spec.Model, Seed: f.Spec.Seed, Hash: f.Hash,
		Version: f.Version, Arithmetic: f.Arithmetic, Data: factsJSON(f.Data),
		Iterations: f.Iterations, Seconds: f.Seconds, Ended: f.Ended.String(), Reached: f.Reached, Settled: f.Settled,
		Final: f.Final, Problem: f.Problem, Places: r.Places,
		Notes: f.Notes, Decided: f.Decided, Annotations: r.Made.Rows, Across: r.Made.Columns}
	if !math.IsNaN(f.Gain) && !math.IsInf(f.Gain, 0) {
		j.Gain = &f.Gain
	}
	spec, err := json.MarshalIndent(f.Spec, "", " ")
	var short, scores []byte
	if err == nil {
		short, err = json.MarshalIndent(j, "", " ")
	}
	if err == nil {
		scores, err = f.EncodeScores()
	}
	if err != nil {
		return nil, fmt.Errorf("writing result %d: %w", r.ID, err)
	}
	parts := []Part{{name + specRest, spec}, {name + resultRest, short}, {name + scoresRest, scores}}
	if r.Test == nil {
		return parts, nil
	}
	test, err := tableParts(name+testRest, r.Test)
	return append(parts, test...), err
}

// had holds the readable parts of a result.
type had struct {
	result study.Result
	ok     bool // there is enough of it
	lost   []error
}

func (r *had) lose(what string, err error) {
	r.lost = append(r.lost, fmt.Errorf("%s cannot be read: %w", what, err))
}

var errMissing = errors.New("it is not there")

// readShort reads a result without its large parts, the snapshot and the state. Without its spec or
// its facts there is no result; any other part may be missing.
func readShort(id study.ResultID, parts source) (r had) {
	name := resultName(id)
	fit, err := readFacts(&r.result, parts.part(name+specRest), parts.part(name+resultRest))
	if err != nil {
		r.lost = append(r.lost, err)
		return r
	}
	r.ok, r.result.ID, r.result.Fit = true, id, fit
	if data := parts.part(name + scoresRest); data == nil {
		r.lose("its scores and diagnostics", errMissing)
	} else if err := fit.DecodeScores(data); err != nil {
		r.lose("its scores and diagnostics", err)
	}
	if h := fit.Spec.Held; h != nil && h.Test != nil {
		if r.result.Test, err = readTable(name+testRest, parts); err != nil {
			r.lose("its table of new rows or cells", err)
		}
	}
	if !parts.has(name+snapshotRest) && !parts.has(name+stateRest) {
		r.ok = false
		r.lose("what was found", errMissing)
	}
	return r
}

// readLarge reads the parts that [readShort] left out. At least one of them must be there.
func (r *had) readLarge(parts source) {
	name := resultName(r.result.ID)
	fit := *r.result.Fit
	r.result.Fit = &fit
	found := parts.part(name + snapshotRest)
	if found != nil {
		var err error
		if fit.Snapshot, err = kind.DecodeSnapshot(found); err != nil {
			fit.Snapshot = nil
			r.lose("what was found", err)
		}
	}
	if state := parts.part(name + stateRest); state != nil {
		whole, err := saved.Together(state, found)
		if err != nil { // it is checked when the fit continues
			r.lose("the state to go on from", err)
		}
		fit.State = pieces.Of(whole)
	}
	if fit.Snapshot == nil && fit.State == nil {
		r.ok = false
		r.lose("what was found", errMissing)
	}
}

func readFacts(r *study.Result, specText, text []byte) (*job.Result, error) {
	if specText == nil || text == nil {
		return nil, errors.New("its description is missing")
	}
	spec, err := job.ParseFitted(specText)
	if err != nil {
		return nil, err
	}
	var j resultJSON
	if err := json.Unmarshal(text, &j); err != nil {
		return nil, fmt.Errorf("the outcome of the fit cannot be read: %w", err)
	}
	ended, ok := stateOf(j.Ended)
	if !ok || j.Iterations < 0 || !(j.Seconds >= 0 && j.Seconds <= time.Duration(math.MaxInt64).Seconds()) {
		return nil, fmt.Errorf("its record is impossible: %d iterations in %v s, state %q", j.Iterations, j.Seconds, j.Ended)
	}
	for _, p := range j.Places {
		if p < 0 || p >= 1<<20 {
			return nil, fmt.Errorf("its record is impossible: a group has place %d among the colours", p)
		}
	}
	r.Places = j.Places
	r.Table, r.First, r.Made = j.Table, j.First, study.Annotations{Rows: j.Annotations, Columns: j.Across}
	f := &job.Result{Spec: spec, Hash: j.Hash, Version: j.Version, Arithmetic: j.Arithmetic, Data: job.Facts(j.Data),
		Notes: j.Notes, Decided: j.Decided,
		Iterations: j.Iterations, Seconds: j.Seconds, Ended: ended, Reached: j.Reached, Settled: j.Settled, Final: j.Final,
		Problem: j.Problem, Gain: math.NaN()}
	if j.Gain != nil {
		f.Gain = *j.Gain
	}
	return f, nil
}

func stateOf(name string) (run.State, bool) {
	for s := run.Building; s <= run.Failed; s++ {
		if s.String() == name {
			return s, true
		}
	}
	return 0, false
}
