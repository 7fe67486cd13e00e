package autosave

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/disk"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/kind"
	"example.org/espalier/inference/pieces"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/study/file"
)

// victimOf makes this test program the process that is killed; its value is the folder in which it
// works.
const victimOf = "ESPALIER_VICTIM"

// workerVariable makes this program a worker process of a fit.
const workerVariable = "ESPALIER_TEST_WORKER"

func TestMain(m *testing.M) {
	if os.Getenv(workerVariable) != "" {
		if err := (job.Worker{}).Serve(context.Background(), os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if dir := os.Getenv(victimOf); dir != "" {
		if err := victim(dir, os.Stdout); err != nil {
			fmt.Println("failed", err)
		}
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// autosavesOf is the folder of automatic saves of a process whose state folder is dir/state.
func autosavesOf(dir string) string { return filepath.Join(dir, "state", "espalier", "autosave") }
func studyOf(dir string) string     { return filepath.Join(dir, "studies", "chain.espalier") }

// chain describes a fit that never ends by itself.
func chain(seed uint64, iterations int) job.Spec {
	return job.Spec{Version: job.SpecVersion, Table: job.SourceOf(normal(60, 3)), Model: "pydt", Seed: seed, Chains: 2,
		Settings: map[string]job.Value{"method": {Text: "mcmc"}}, Goal: job.Goal{Iterations: &iterations}}
}

const endless = 100_000_000

// victim does what the program does, repeatedly, until it is killed: it restores what was saved
// automatically, continues the chain, saves automatically, and saves the study. Whenever an
// automatic save is complete it prints its number. Some of its writes fail as on a full disk.
func victim(dir string, out io.Writer) error {
	seed, err := strconv.ParseUint(os.Getenv(victimOf+"_SEED"), 10, 64)
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(seed, uint64(os.Getpid())))
	var d *disk.Disk
	if random.IntN(3) == 0 {
		fails := make(chan bool)
		go func() {
			for {
				fails <- random.IntN(20) == 0
			}
		}()
		d = &disk.Disk{Before: func(disk.Op, string, int) error {
			if <-fails {
				return errors.New("no space left on device")
			}
			return nil
		}}
	}
	left, lost := Orphans(autosavesOf(dir), d)
	if len(lost) > 0 || len(left) > 1 {
		return fmt.Errorf("%d orphans, %v", len(left), lost)
	}
	var session *Session
	c := study.Contents{}
	if len(left) == 1 {
		session = left[0]
		if c, lost = session.Contents(); len(lost) > 0 {
			return fmt.Errorf("lost: %v", lost)
		}
	} else if session, err = Begin(autosavesOf(dir), d); err != nil {
		return err
	}
	o := job.Options{Threads: 1, Every: time.Millisecond}
	if r, ok := c.Results[1]; ok {
		o.State = r.Fit.State
	} else {
		c.Tables = map[study.TableID]*inference.Table{1: normal(60, 3)}
		c.State = study.State{Note: "0"}.Opened(study.Sheet{Table: 1}).WithResult(1)
	}
	m, err := job.Build(chain(seed, endless), c.Tables[1], nil)
	if err != nil {
		return err
	}
	h, err := job.Local{}.Start(context.Background(), m, o)
	if err != nil {
		return err
	}
	number, err := strconv.Atoi(c.State.Note)
	if err != nil {
		return err
	}
	work := func() Work {
		number++
		c := c
		c.State.Note = strconv.Itoa(number)
		c.Results = map[study.ResultID]study.Result{1: {ID: 1, Table: 1, Fit: m.Outline().With(h.Latest(), h.Progress())}}
		return Work{Contents: c, Of: studyOf(dir), Running: map[study.ResultID]Fit{1: h}}
	}
	var k *Keeper
	ready := make(chan struct{})
	k = Keep(session, func(context.Context) (Work, bool) { return work(), true },
		Options{Every: time.Millisecond, Share: 1, Told: func(err error) {
			<-ready
			if err == nil {
				fmt.Fprintln(out, "saved", number)
			}
			k.Ended()
		}})
	close(ready)
	k.Ended()
	return saveAgainAndAgain(dir, d, m, h)
}

// saveAgainAndAgain saves the study, as a user would who does nothing else.
func saveAgainAndAgain(dir string, d *disk.Disk, m *job.Material, h job.Handle) error {
	f := file.Hold(studyOf(dir))
	if f.ReadOnly != nil {
		return f.ReadOnly
	}
	f.Disk = d
	for {
		state, err := h.Save(context.Background())
		if err != nil {
			return err
		}
		fit := m.Outline().With(h.Latest(), h.Progress())
		fit.State = state
		c := study.Contents{State: study.State{}.Opened(study.Sheet{Table: 1}).WithResult(1),
			Tables:  map[study.TableID]*inference.Table{1: m.Source},
			Results: map[study.ResultID]study.Result{1: {ID: 1, Table: 1, Fit: fit}}}
		_ = f.Save(c, "") // on a disk that is full at times
	}
}

// kills kills victims at random moments and checks what is left each time. It returns how many had
// saved something.
func kills(t *testing.T, n int, random *rand.Rand) (saved int) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	victims := hunter{program: program}
	const each = 12 // kills of one chain
	for i := 0; i < n; i += each {
		dir, seed := t.TempDir(), random.Uint64N(1<<32)
		if err := os.MkdirAll(filepath.Dir(studyOf(dir)), 0o755); err != nil {
			t.Fatal(err)
		}
		known := 0 // the number of the last save that is known to be complete
		for range min(each, n-i) {
			number := victims.kill(t, dir, seed, random.IntN(4), random.Float64())
			if number > known {
				known = number
				saved++
			}
			intact(t, dir, known)
			if t.Failed() {
				return saved
			}
		}
		if known > 0 {
			goesOn(t, dir, seed)
		}
	}
	return saved
}

// A hunter kills victims.
type hunter struct {
	program string
	first   time.Duration // until the first save of the last victim that came so far
}

// kill starts a victim and kills it once it has reported this many saves and a share of the time has
// passed that the last of them, or another victim's first one, took, so that none survives because the
// machine is busy. It returns the number of the last save reported.
func (h *hunter) kill(t *testing.T, dir string, seed uint64, saves int, share float64) (number int) {
	t.Helper()
	c := exec.Command(h.program)
	c.Env = append(os.Environ(), victimOf+"="+dir, fmt.Sprintf("%s_SEED=%d", victimOf, seed))
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	after := func(took time.Duration) {
		// it may have failed before
		timer := time.AfterFunc(time.Duration(share*float64(took)), func() { _ = c.Process.Kill() })
		t.Cleanup(func() { timer.Stop() })
	}
	if saves == 0 {
		after(h.first)
	}
	told, last := 0, time.Now()
	for lines := bufio.NewScanner(out); lines.Scan(); {
		what, rest, _ := strings.Cut(lines.Text(), " ")
		if what != "saved" {
			t.Errorf("a victim %s: %s", what, rest)
			continue
		}
		if n, err := strconv.Atoi(rest); err == nil { // the last line may be cut short
			number = n
		}
		now := time.Now()
		if told++; told == 1 {
			h.first = now.Sub(last)
		}
		if told == saves {
			after(now.Sub(last))
		}
		last = now
	}
	_ = c.Wait() // it was killed
	return number
}

// intact checks what a kill has left, as the next start does.
func intact(t *testing.T, dir string, known int) {
	t.Helper()
	left, lost := Orphans(autosavesOf(dir), nil)
	if len(lost) > 0 || known > 0 && len(left) != 1 {
		t.Errorf("%d sessions are left after save %d: %v", len(left), known, lost)
	}
	for _, s := range left {
		c, lost := s.Contents()
		number, err := strconv.Atoi(c.State.Note)
		if len(lost) > 0 || err != nil || number < known {
			t.Errorf("save %q opens after save %d was complete: %v", c.State.Note, known, lost)
		}
		if files, _ := os.ReadDir(s.dir); len(files) != 3 {
			t.Errorf("in a session are %v", files)
		}
		used := map[int]bool{}
		for _, e := range s.now.Parts {
			for _, p := range e.Pieces {
				used[p.File] = true
			}
		}
		if files, _ := os.ReadDir(filepath.Join(s.dir, piecesFolder)); len(files) != len(used) {
			t.Errorf("%d files of pieces are there, %d used", len(files), len(used))
		}
		if err := s.Release(); err != nil {
			t.Error(err)
		}
	}
	path := studyOf(dir)
	f := file.Hold(path)
	if f.ReadOnly != nil {
		t.Error(f.ReadOnly)
	}
	if c, lost, err := f.Read(); !errors.Is(err, os.ErrNotExist) && (err != nil || len(lost) > 0 ||
		c.Results[1].Fit.State == nil) {
		t.Errorf("the study does not open: %v, %v", lost, err)
	}
	if err := f.Release(); err != nil {
		t.Error(err)
	}
	if files, _ := os.ReadDir(filepath.Dir(path)); len(files) > 1 {
		t.Errorf("beside the study are %v", files)
	}
}

// goesOn compares a chain that was killed many times with one that was never killed.
func goesOn(t *testing.T, dir string, seed uint64) {
	t.Helper()
	left, _ := Orphans(autosavesOf(dir), nil)
	if len(left) != 1 {
		t.Fatalf("%d sessions are left", len(left))
	}
	defer left[0].Release()
	c, _ := left[0].Contents()
	state := c.Results[1].Fit.State
	done := func(iterations int, state *pieces.Bytes) []byte {
		m, err := job.Build(chain(seed, iterations), c.Tables[1], nil)
		if err != nil {
			t.Fatal(err)
		}
		h, err := job.Local{}.Start(context.Background(), m, job.Options{Threads: 1, State: state})
		if err != nil {
			t.Fatal(err)
		}
		defer h.Close()
		if err := h.Wait(); err != nil {
			t.Fatal(err)
		}
		s := *h.Latest()
		s.Trace.Seconds, s.Chains = nil, nil
		for _, tr := range h.Latest().Chains {
			tr.Seconds = nil
			s.Chains = append(s.Chains, tr)
		}
		b, err := pieces.Whole(kind.SnapshotPieces(&s))
		if err != nil || s.Iteration != iterations {
			t.Fatal(s.Iteration, err)
		}
		return b
	}
	m, err := job.Build(chain(seed, endless), c.Tables[1], nil)
	if err != nil {
		t.Fatal(err)
	}
	h, err := job.Local{}.Start(context.Background(), m, job.Options{State: state, Paused: true})
	if err != nil {
		t.Fatal(err)
	}
	total := max(0, h.Progress().Iteration) + 3
	h.Close()
	if !bytes.Equal(done(total, state), done(total, nil)) {
		t.Errorf("a chain that was killed many times differs after %d iterations from one that was not", total)
	}
}

// A process that is killed at any moment loses nothing that was saved, leaves nothing that the next
// start does not clear, and its chain continues to the same bits.
func TestKills(t *testing.T) {
	n := 36
	if testing.Short() {
		n = 12
	}
	random := rand.New(rand.NewPCG(11, 12))
	saved := kills(t, n, random)
	t.Logf("%d of %d victims had completed a save", saved, n)
	if saved < n/3 {
		t.Errorf("of %d victims %d had saved something; the test says little", n, saved)
	}
}
