package job

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/run"
)

// Process runs each fit in a separate process, so that a crash or a lack of memory ends nothing
// else.
type Process struct {
	// Command is the program and its arguments; empty is this program with the argument "work".
	Command []string
	// Env is added to the environment of this process.
	Env []string
	// Limited processes may take no more memory than [Material.Allowance]. One that exceeds it ends
	// itself or is ended by the system, and the fit says so.
	Limited bool
	// Started is called with each process; may be nil.
	Started func(*os.Process)
}

var _ Runner = Process{}

// patience is how long a process may take to end before it is killed.
const patience = 5 * time.Second

// Start implements Runner.
func (p Process) Start(ctx context.Context, m *Material, o Options) (Handle, error) {
	s, err := m.request(o)
	if err != nil {
		return nil, err
	}
	if p.Limited {
		s.Allowance = m.Allowance()
	}
	command := p.Command
	if len(command) == 0 {
		self, err := os.Executable()
		if err != nil {
			return nil, fmt.Errorf("starting a worker process: %w", err)
		}
		command = []string{self, "work"}
	}
	c := exec.Command(command[0], command[1:]...)
	c.Env = append(os.Environ(), p.Env...)
	w := &worker{command: c, allowance: s.Allowance, ended: make(chan struct{})}
	c.Stderr = &w.complaint
	if w.in, err = c.StdinPipe(); err != nil {
		return nil, fmt.Errorf("starting a worker process: %w", err)
	}
	out, to, err := os.Pipe() // not StdoutPipe, which Wait closes before all is read
	if err != nil {
		return nil, fmt.Errorf("starting a worker process: %w", err)
	}
	c.Stdout = to
	if err := c.Start(); err != nil {
		out.Close()
		to.Close()
		return nil, fmt.Errorf("starting a worker process: %w", err)
	}
	to.Close()
	if p.Started != nil {
		p.Started(c.Process)
	}
	go w.wait()
	h := newClient(m, w, w.in)
	go func() {
		<-h.gone
		out.Close()
		w.Close()
	}()
	stop := context.AfterFunc(ctx, func() {
		h.mu.Lock()
		h.cause = context.Cause(ctx)
		h.mu.Unlock()
		h.Close()
	})
	go func() {
		<-h.gone
		stop()
	}()
	if err := h.begin(out, s, w.reason); err != nil {
		h.Close()
		return nil, err
	}
	return h, nil
}

// request holds the spec of a fit and its tables.
func (m *Material) request(o Options) (*startRequest, error) {
	s := &startRequest{Spec: m.Spec.JSON(), Options: o}
	var err error
	if s.Table, err = EncodeTable(m.Source); err != nil {
		return nil, err
	}
	if m.Test != nil {
		s.Test, err = EncodeTable(m.Test)
	}
	return s, err
}

// worker is a process that fits.
type worker struct {
	command   *exec.Cmd
	in        io.WriteCloser
	complaint tail
	allowance int64 // of memory, in bytes; 0 for no limit
	ended     chan struct{}
	err       error // how it ended, once ended is closed
	once      sync.Once
}

func (w *worker) wait() {
	w.err = w.command.Wait()
	close(w.ended)
}

// Close ends the process: it ends by itself when its input ends, and is killed if it does not.
func (w *worker) Close() error {
	w.once.Do(func() {
		_ = w.in.Close() // the process may be gone
		t := time.AfterFunc(patience, func() { _ = w.command.Process.Kill() })
		go func() {
			<-w.ended
			t.Stop()
		}()
	})
	return nil
}

// reason says, in a sentence for the user, why nothing more comes from the process.
func (w *worker) reason(err error) error {
	if err != io.EOF && !errors.Is(err, errCutShort) { // its output makes no sense, so end it
		_ = w.command.Process.Kill()
		<-w.ended
		return fmt.Errorf("the worker process sent a message that cannot be read, and was stopped: %w", err)
	}
	_ = w.Close() // if it only fell silent, end it
	<-w.ended
	how := "it ended without a message"
	var exit *exec.ExitError
	switch {
	case errors.As(w.err, &exit):
		how = exit.Error()
	case w.err != nil:
		how = w.err.Error()
	}
	text := w.complaint.String()
	starved := w.starved()
	if starved {
		how = "it ran out of memory"
		if w.allowance > 0 {
			how += "; its limit, from the model's estimate, was " + run.BytesInWords(w.allowance)
		}
		text = ""
	}
	if status, ok := killedBy(w.err); ok && text == "" && !starved {
		how = "signal: " + status + "; a user stopped it, or the system did because memory ran out"
	}
	if text != "" {
		how += "; it said: " + text
	}
	return fmt.Errorf("the worker process of the fit died (%s): continue from the last saved state, or start the fit "+
		"again", how)
}

// starved reports whether the process seems to have ended for lack of memory. Go says so if it asks for the
// memory itself. The C library reports a thread that cannot be created, and if the runtime's own bookkeeping
// gets no memory, it stops on its own stack, goroutine 0; that counts if the process was limited.
func (w *worker) starved() bool {
	c := &w.complaint
	return c.begins("runtime: out of memory", "fatal error: out of memory", "cannot allocate memory") ||
		c.begins("pthread_create failed", "failed to create new OS thread") ||
		w.allowance > 0 && c.begins("SIGSEGV: segmentation violation") && c.begins("goroutine 0 ")
}

// killedBy returns the name of the signal that ended a process.
func killedBy(err error) (string, bool) {
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return "", false
	}
	return strings.CutPrefix(exit.Error(), "signal: ")
}

// Allowance is how many bytes of memory a process may take for the fit: eight times the model's estimate plus the
// memory for holding and sending the tables, with extra room for small fits. The draws of a chain are held, encoded in
// its state and in a snapshot, and copied into messages, and the system also counts memory that the heap has given
// back.
func (m *Material) Allowance() int64 {
	const room = 1 << 30
	cells := 0
	for _, t := range []*inference.Table{m.Source, m.Test} {
		if t != nil {
			n, d := t.Dims()
			cells += n * d
		}
	}
	return room + 8*m.Estimate().Bytes + 64*int64(cells)
}

// tail keeps the beginning and the end of the text written to it.
type tail struct {
	mu   sync.Mutex
	b    []byte
	head []byte // the first bytes
}

const tailLength = 2000

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.b = append(t.b, p...)
	t.head = append(t.head, p[:min(len(p), tailLength-len(t.head))]...)
	if k := len(t.b) - tailLength; k > 0 {
		t.b = bytes.Clone(t.b[k:])
	}
	return len(p), nil
}

// begins reports whether the beginning of the text contains one of some texts.
func (t *tail) begins(texts ...string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.ContainsFunc(texts, func(text string) bool { return bytes.Contains(t.head, []byte(text)) })
}

// String returns the kept text on one line.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.Join(strings.Fields(string(t.b)), " ")
}
