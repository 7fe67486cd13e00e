package kind_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/kind/trials"
	"example.org/espalier/inference/pieces"

	"github.com/google/go-cmp/cmp"
)

func trace(first float64) inference.Trace {
	return inference.Trace{Names: []string{"log_joint", "noise"}, Iteration: []int{0, 1, 4}, Seconds: []float64{0.5, 1, 2},
		Values: [][]float64{{first, math.Inf(-1), math.NaN()}, {4, 5, 6}}}
}

func full() *inference.Snapshot {
	return &inference.Snapshot{Model: "dpmm", Phase: "sampling", Iteration: 4,
		Parts: []inference.Part{&partition.Partition{Name: "cluster", Labels: []int{0, 1}},
			&trials.Trials{Unit: "row", Share: 0.5, Part: 1, Models: []trials.Model{{Name: "kde"}}}},
		Scalars: []inference.Scalar{{Name: "alpha", Mean: 1.5, StandardDeviation: 0.25}, {Name: "scale", Mean: math.NaN()}},
		Trace:   trace(1), Chains: []inference.Trace{trace(1), trace(2)}}
}

func encode(t testing.TB, s *inference.Snapshot) []byte {
	t.Helper()
	b, err := pieces.Whole(kind.SnapshotPieces(s))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestSnapshotComesBack(t *testing.T) {
	other := full()
	other.Trace = trace(7)
	bare := &inference.Snapshot{Model: "kde"}
	for name, s := range map[string]*inference.Snapshot{"full": full(), "another trace": other, "bare": bare} {
		written := encode(t, s)
		got, err := kind.DecodeSnapshot(written)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if d := cmp.Diff(s, got, inferencetest.SameBits()...); d != "" {
			t.Errorf("%s:\n%s", name, d)
		}
		if !bytes.Equal(encode(t, got), written) {
			t.Errorf("%s is written in two forms", name)
		}
		for cut := range written {
			if _, err := kind.DecodeSnapshot(written[:cut:cut]); err == nil {
				t.Errorf("%s: %d of %d bytes are read", name, cut, len(written))
			}
		}
	}
}

// Each thing that a snapshot says is in its bytes.
func TestSnapshotBytesSeeAll(t *testing.T) {
	written := encode(t, full())
	for name, change := range map[string]func(s *inference.Snapshot){
		"model":     func(s *inference.Snapshot) { s.Model = "other" },
		"phase":     func(s *inference.Snapshot) { s.Phase = "" },
		"iteration": func(s *inference.Snapshot) { s.Iteration++ },
		"part":      func(s *inference.Snapshot) { s.Parts = s.Parts[:1] },
		"name":      func(s *inference.Snapshot) { s.Scalars[0].Name = "beta" },
		"mean":      func(s *inference.Snapshot) { s.Scalars[0].Mean = 2 },
		"deviation": func(s *inference.Snapshot) { s.Scalars[0].StandardDeviation = 2 },
		"trace":     func(s *inference.Snapshot) { s.Trace = trace(3) },
		"chains":    func(s *inference.Snapshot) { s.Chains = s.Chains[:1] },
		"column":    func(s *inference.Snapshot) { s.Chains[1].Names = []string{"log_joint", "c"} },
		"at":        func(s *inference.Snapshot) { s.Chains[1].Iteration = []int{0, 1, 5} },
		"seconds":   func(s *inference.Snapshot) { s.Chains[1].Seconds = []float64{0.5, 1, 3} },
		"value":     func(s *inference.Snapshot) { s.Chains[1].Values[1][2] = 7 },
	} {
		s := full()
		change(s)
		if bytes.Equal(encode(t, s), written) {
			t.Errorf("the bytes do not see another %s", name)
		}
	}
}

// stranger is a part of a kind that is in no list.
type stranger struct{ *partition.Partition }

func (stranger) Kind() string { return "stranger" }

func TestRefuses(t *testing.T) {
	for want, change := range map[string]func(s *inference.Snapshot){
		`does not know the kind of result "stranger"`: func(s *inference.Snapshot) { s.Parts[0] = stranger{} },
		"two parts of kind partition":                 func(s *inference.Snapshot) { s.Parts[1] = s.Parts[0] },
		"of iteration -1":                             func(s *inference.Snapshot) { s.Iteration = -1 },
	} {
		s := full()
		change(s)
		if _, err := pieces.Whole(kind.SnapshotPieces(s)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
		if err := kind.Check(s, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	b := encode(t, full())
	for want, change := range map[string][]byte{
		"does not know the kind":                   bytes.Replace(b, []byte("ipartition"), []byte("ipartitiom"), 1),
		"not an Espalier snapshot":                 bytes.Replace(b, []byte("espalier"), []byte("Espalier"), 1),
		"the form of the snapshot has version 2, ": bytes.Replace(b, []byte("snapshot\x01"), []byte("snapshot\x02"), 1),
		"the form of partition has version": bytes.Replace(b, []byte("partition\x04"),
			[]byte("partition\x05"), 1),
	} {
		if _, err := kind.DecodeSnapshot(change); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	short := full()
	short.Chains[1].Values[1] = short.Chains[1].Values[1][:2]
	if _, err := kind.DecodeSnapshot(encode(t, short)); err == nil || !strings.Contains(err.Error(), `column "noise"`) {
		t.Errorf("a column that is too short: %v", err)
	}
}

func TestUnknownKindIsNotWritten(t *testing.T) {
	if _, err := pieces.Whole(kind.SnapshotPieces(&inference.Snapshot{Parts: []inference.Part{stranger{}}})); err == nil {
		t.Error("a part of an unknown kind is written")
	}
}

func FuzzSnapshot(f *testing.F) {
	f.Add(encode(f, full()))
	f.Add(encode(f, &inference.Snapshot{}))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := kind.DecodeSnapshot(data)
		if err != nil {
			return
		}
		if err := kind.Check(s, nil); err != nil {
			t.Fatalf("what was read does not pass its check: %v", err)
		}
		written := encode(t, s)
		again, err := kind.DecodeSnapshot(written)
		if err != nil || !bytes.Equal(encode(t, again), written) {
			t.Fatalf("what was read is written in two forms, or not at all: %v", err)
		}
	})
}
