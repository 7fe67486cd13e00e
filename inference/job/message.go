package job

import (
	"context"
	"errors"

	"example.org/espalier/inference"
	"example.org/espalier/inference/run"

	"gonum.org/v1/gonum/mat"
)

// A request is a message from a client to a worker. ID identifies the request; 0 means that no reply is wanted.
type request struct {
	ID      uint64
	Start   *startRequest `cbor:",omitempty"` // the first request, and no other
	Command *Command      `cbor:",omitempty"`
	Query   *Query        `cbor:",omitempty"`
	Save    bool          `cbor:",omitempty"`
	Rest    bool          `cbor:",omitempty"`
	Result  bool          `cbor:",omitempty"`
	Cancel  uint64        `cbor:",omitempty"` // ID of the request for which nobody is waiting any more
}

// A startRequest describes the fit to start. The table is sent in the form of [EncodeTable] or as the bytes of its
// file; if it is not sent, the worker opens the file that the Spec names.
type startRequest struct {
	Spec        []byte // JSON
	Table, Test []byte
	Raw         bool // Table and Test are bytes of files
	Options     Options
	Allowance   int64 `cbor:",omitempty"` // of memory, in bytes; 0 for no limit
}

// A reply is a message from a worker: the answer to a request, or, with ID 0, news of the fit.
type reply struct {
	ID       uint64
	Able     *Abilities    `cbor:",omitempty"` // to Start
	Failure  *failure      `cbor:",omitempty"`
	Answer   *wireAnswer   `cbor:",omitempty"`
	Bytes    []byte        `cbor:",omitempty"` // of a state or a result
	Progress *run.Progress `cbor:",omitempty"`
	Snapshot []byte        `cbor:",omitempty"`
	Ended    bool          `cbor:",omitempty"` // the fit has ended, with or without Failure
}

// size is roughly the number of bytes of a large reply.
func (r reply) size() int {
	n := 4096 + len(r.Bytes) + len(r.Snapshot)
	if r.Answer != nil {
		n += len(r.Answer.Snapshot)
	}
	return n
}

// wireAnswer is the form in which an Answer is sent.
type wireAnswer struct {
	LogDensity, Mean []float64
	Levels           []string
	Probabilities    *mat.Dense
	Evidence         *inference.EvidenceEstimate
	Snapshot         []byte
}

func (a Answer) wire() (*wireAnswer, error) {
	picture, err := encodeSnapshot(a.Snapshot)
	return &wireAnswer{a.LogDensity, a.Mean, a.Levels, a.Probabilities, a.Evidence, picture}, err
}

func (w *wireAnswer) answer() (Answer, error) {
	s, err := decodeSnapshot(w.Snapshot)
	return Answer{w.LogDensity, w.Mean, w.Levels, w.Probabilities, w.Evidence, s}, err
}

// A failure is the form in which one process sends an error to another.
type failure struct {
	Text     string
	Canceled bool       `cbor:",omitempty"`
	Panic    *wirePanic `cbor:",omitempty"`
}

type wirePanic struct {
	Model     string
	Iteration int
	Value     string
	Stack     string
}

// failureOf returns the form in which an error is sent; nil for nil.
func failureOf(err error) *failure {
	if err == nil {
		return nil
	}
	f := &failure{Text: err.Error(), Canceled: errors.Is(err, context.Canceled)}
	if p := (*run.Panic)(nil); errors.As(err, &p) {
		value := ""
		if p.Value != nil {
			value = textOf(p.Value)
		}
		f.Panic = &wirePanic{p.Model, p.Iteration, value, p.Stack}
	}
	return f
}

// err returns the error that was sent; nil for nil.
func (f *failure) err() error {
	switch {
	case f == nil:
		return nil
	case f.Panic != nil:
		return &run.Panic{Model: f.Panic.Model, Iteration: f.Panic.Iteration, Value: f.Panic.Value, Stack: f.Panic.Stack}
	case f.Canceled:
		return canceledError{f.Text}
	}
	return errors.New(f.Text)
}

// canceledError is the error of a context that was cancelled in another process.
type canceledError struct{ text string }

func (e canceledError) Error() string        { return e.text }
func (e canceledError) Is(target error) bool { return target == context.Canceled }
