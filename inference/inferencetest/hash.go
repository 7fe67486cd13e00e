package inferencetest

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"hash"
	"hash/fnv"
	"math"
	"sync"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind"
	"example.org/espalier/inference/pieces"

	"gonum.org/v1/gonum/mat"
)

// digest hashes values bit by bit, each with its length.
type digest struct{ hash.Hash64 }

func (d digest) integer(x int) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], uint64(x))
	d.Write(b[:])
}

func (d digest) reals(xs ...float64) {
	d.integer(len(xs))
	for _, x := range xs {
		d.integer(int(math.Float64bits(x)))
	}
}

func (d digest) text(s string) {
	d.integer(len(s))
	d.Write([]byte(s))
}

func (d digest) matrix(x *mat.Dense) {
	r, c := x.Dims()
	d.integer(r)
	d.integer(c)
	for i := range r {
		d.reals(x.RawRowView(i)...)
	}
}

// hashSnapshot hashes all that a model puts into a snapshot, every byte of every part, save
// the words of its phase, which may depend on time, and the traces, which the run fills in. It
// fails for a part of an unknown kind, and where what is read back from the bytes is not what
// was written.
func hashSnapshot(s *inference.Snapshot) (uint64, error) {
	bare := *s
	bare.Phase, bare.Trace, bare.Chains = "", inference.Trace{}, nil
	written, err := roundTrip(&bare)
	if err != nil {
		return 0, err
	}
	if len(s.Trace.Names) > 0 || len(s.Chains) > 0 {
		if _, err := roundTrip(s); err != nil {
			return 0, err
		}
	}
	h := fnv.New64a()
	h.Write(written)
	return h.Sum64(), nil
}

// roundTrip returns the bytes of a snapshot, and an error where reading them gives another.
func roundTrip(s *inference.Snapshot) ([]byte, error) {
	written, err := pieces.Whole(kind.SnapshotPieces(s))
	if err != nil {
		return nil, err
	}
	read, err := kind.DecodeSnapshot(written)
	if err != nil {
		return nil, fmt.Errorf("what was written cannot be read: %w", err)
	}
	again, err := pieces.Whole(kind.SnapshotPieces(read))
	if err != nil {
		return nil, fmt.Errorf("what was read cannot be written: %w", err)
	}
	if !bytes.Equal(written, again) {
		return nil, fmt.Errorf("what was read back is not what was written: %d and %d bytes", len(again), len(written))
	}
	return written, nil
}

func hashDataset(data *inference.Dataset) uint64 {
	d := digest{fnv.New64a()}
	d.matrix(data.X)
	for _, names := range [][]string{data.Rows, data.Columns} {
		d.integer(len(names))
		for _, n := range names {
			d.text(n)
		}
	}
	return d.Sum64()
}

func sameBits(a, b []float64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if math.Float64bits(a[i]) != math.Float64bits(b[i]) {
			return false
		}
	}
	return true
}

// countdown is a context that is cancelled after the given number of looks.
type countdown struct {
	context.Context
	mu   sync.Mutex
	left int
	done chan struct{}
}

func newCountdown(looks int) *countdown {
	return &countdown{Context: context.Background(), left: looks, done: make(chan struct{})}
}

func (c *countdown) look() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.left--; c.left == 0 {
		close(c.done)
	}
}

// Done counts as a look, and may cancel.
func (c *countdown) Done() <-chan struct{} {
	c.look()
	return c.done
}

// Err counts as a look, and may cancel.
func (c *countdown) Err() error {
	c.look()
	select {
	case <-c.done:
		return context.Canceled
	default:
		return nil
	}
}
