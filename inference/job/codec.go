package job

import (
	"encoding/json"
	"errors"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind"
	"example.org/espalier/inference/pieces"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/saved"
	"example.org/espalier/inference/stat/diagnostics"
)

// An encoded result has one of two layouts: in the later one the state lacks the draws that the snapshot has.
const (
	resultLayout      = 1
	resultLayoutApart = 2
)

const resultOwner = "result"

// encodedResult is the binary form of a result.
type encodedResult struct {
	Spec          json.RawMessage
	Hash, Version string
	Data          Facts
	Notes         []string
	Decided       map[string]string
	Snapshot      saved.Place
	Iterations    int
	Seconds, Gain float64
	Ended         int
	Problem       string
	Settled       bool
	Reached       bool
	Rows          *RowScores
	Cells         *CellScores
	Classes       *ClassScores
	Evidence      *EvidenceScore
	Diagnostics   *diagnostics.Report
	State         saved.Place
	Final         bool
	Arithmetic    string `cbor:",omitempty"` // "" in older files
}

// Encode returns the result as bytes that [DecodeResult] reads.
func (r *Result) Encode() ([]byte, error) { return pieces.Whole(r.Pieces()) }

// Pieces is Encode in pieces, which are not copied.
func (r *Result) Pieces() (*pieces.Bytes, error) {
	snapshot, err := snapshotPieces(r.Snapshot)
	if err != nil {
		return nil, err
	}
	state, err := saved.Apart(r.State, snapshot)
	if err != nil {
		return nil, err
	}
	layout := uint16(resultLayout)
	if state.Len() < r.State.Len() {
		layout = resultLayoutApart
	}
	places := &saved.Places{}
	return saved.SealPieces(resultOwner, layout, encodedResult{r.Spec.JSON(), r.Hash, r.Version, r.Data,
		r.Notes, r.Decided, places.Put(snapshot),
		r.Iterations, r.Seconds, r.Gain, int(r.Ended), r.Problem, r.Settled, r.Reached, r.Rows, r.Cells, r.Classes,
		r.Evidence, r.Diagnostics, places.Put(state), r.Final, r.Arithmetic}, places)
}

// Bits returns the part of a result that is the same whenever and wherever one build fits its Spec: the
// encoded result without times and without the state. r has a Snapshot.
func (r *Result) Bits() ([]byte, error) {
	timeless := func(t inference.Trace) inference.Trace {
		t.Seconds = make([]float64, len(t.Seconds))
		return t
	}
	c, s := *r, *r.Snapshot
	c.Seconds, c.State, c.Arithmetic = 0, nil, ""
	s.Trace, s.Chains = timeless(s.Trace), nil
	for _, t := range r.Snapshot.Chains {
		s.Chains = append(s.Chains, timeless(t))
	}
	c.Snapshot = &s
	return c.Encode()
}

// DecodeResult reads a result that [Result.Encode] wrote. It returns an error if the bytes are
// damaged or are not a result.
func DecodeResult(data []byte) (*Result, error) {
	var e encodedResult
	if err := saved.Open(resultOwner, resultLayoutApart, data, &e); err != nil {
		if saved.Open(resultOwner, resultLayout, data, &e) != nil {
			return nil, err
		}
	} else if e.State.Bytes, err = saved.Together(e.State.Bytes, e.Snapshot.Bytes); err != nil {
		return nil, err
	}
	spec, err := ParseFitted(e.Spec)
	if err != nil {
		return nil, err
	}
	snapshot, err := decodeSnapshot(e.Snapshot.Bytes)
	if err != nil {
		return nil, err
	}
	r := &Result{Spec: spec, Hash: e.Hash, Version: e.Version, Arithmetic: e.Arithmetic, Data: e.Data, Notes: e.Notes,
		Decided: e.Decided, Snapshot: snapshot,
		Iterations: e.Iterations, Seconds: e.Seconds, Ended: run.State(e.Ended), Reached: e.Reached, Problem: e.Problem,
		Gain: e.Gain, Settled: e.Settled,
		Rows: e.Rows, Cells: e.Cells, Classes: e.Classes, Evidence: e.Evidence, Diagnostics: e.Diagnostics,
		State: pieces.Of(e.State.Bytes),
		Final: e.Final}
	if snapshot == nil {
		return nil, errors.New("the result has no snapshot")
	}
	return r, r.check()
}

// scoresLayout is the number of the current layout of encoded scores.
const scoresLayout = 1

const scoresOwner = "scores"

// encodedScores is the binary form of the scores, evidence and diagnostics of a result.
type encodedScores struct {
	Rows        *RowScores
	Cells       *CellScores
	Classes     *ClassScores
	Evidence    *EvidenceScore
	Diagnostics *diagnostics.Report
}

// EncodeScores returns scores, evidence and diagnostics as bytes that [Result.DecodeScores] reads.
func (r *Result) EncodeScores() ([]byte, error) {
	return saved.Seal(scoresOwner, scoresLayout, encodedScores{r.Rows, r.Cells, r.Classes, r.Evidence, r.Diagnostics})
}

// DecodeScores reads what [Result.EncodeScores] wrote into a result that is being made. If the
// bytes are damaged it returns an error and leaves the result unchanged.
func (r *Result) DecodeScores(data []byte) error {
	var e encodedScores
	if err := saved.Open(scoresOwner, scoresLayout, data, &e); err != nil {
		return err
	}
	with := &Result{Ended: r.Ended, Rows: e.Rows, Cells: e.Cells, Classes: e.Classes, Evidence: e.Evidence,
		Diagnostics: e.Diagnostics}
	if err := with.check(); err != nil {
		return err
	}
	r.Rows, r.Cells, r.Classes, r.Evidence, r.Diagnostics = e.Rows, e.Cells, e.Classes, e.Evidence, e.Diagnostics
	return nil
}

// check refuses lists of inconsistent lengths.
func (r *Result) check() error {
	ok := r.Iterations >= 0 && r.Ended >= run.Building && r.Ended <= run.Failed
	if s := r.Rows; s != nil {
		ok = ok && len(s.Names) == len(s.LogDensity)
	}
	if s := r.Cells; s != nil {
		n := len(s.LogDensity)
		ok = ok && len(s.Row) == n && len(s.Column) == n && len(s.Value) == n && len(s.Predicted) == n
		ok = ok && (s.Sort == nil && s.Mass == nil || len(s.Sort) == n && len(s.Mass) == n)
	}
	if s := r.Classes; s != nil {
		n := len(s.Names)
		ok = ok && len(s.Truth) == n && len(s.Found) == n && s.Probabilities != nil
		if ok {
			rows, columns := s.Probabilities.Dims()
			ok = rows == n && columns == len(s.Levels)
		}
		for _, c := range s.Found {
			ok = ok && c >= 0 && c < len(s.Levels)
		}
	}
	if !ok {
		return errors.New("the parts of the result do not fit together")
	}
	return nil
}

// encodeSnapshot returns a snapshot as bytes, nil for none.
func encodeSnapshot(s *inference.Snapshot) ([]byte, error) { return pieces.Whole(snapshotPieces(s)) }

func snapshotPieces(s *inference.Snapshot) (*pieces.Bytes, error) {
	if s == nil {
		return nil, nil
	}
	return kind.SnapshotPieces(s)
}

// decodeSnapshot reads what encodeSnapshot wrote.
func decodeSnapshot(data []byte) (*inference.Snapshot, error) {
	if len(data) == 0 {
		return nil, nil
	}
	return kind.DecodeSnapshot(data)
}
