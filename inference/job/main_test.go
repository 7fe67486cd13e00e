package job

import (
	"context"
	"fmt"
	"os"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/sampledata"
)

// workerVariable makes the test program a worker: no other program needs to be built.
const workerVariable = "ESPALIER_TEST_WORKER"

func TestMain(m *testing.M) {
	switch os.Getenv(workerVariable) {
	case "":
		os.Exit(m.Run())
	case "serve":
		if err := (Worker{Version: "test"}).Serve(context.Background(), os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	case "babble":
		fmt.Println("Welcome! This is no message, and it is long enough to be one.")
		_, _ = os.Stdin.Read(make([]byte, 1)) // stays until it is ended
		select {}
	case "glutton":
		glutton()
	case "broken head", "broken body": // killed in the middle of a message
		message := []byte("ESPF\x00\x00\x10\x00\x00\x00\x00\x00abc")
		if os.Getenv(workerVariable) == "broken head" {
			message = message[:6]
		}
		_, _ = os.Stdout.Write(message)
		if self, err := os.FindProcess(os.Getpid()); err == nil {
			_ = self.Kill()
		}
		select {}
	case "silent":
		fmt.Fprintln(os.Stderr, "out of memory")
		os.Exit(3)
	}
}

func process(mode string) Process {
	return Process{Command: []string{os.Args[0]}, Env: []string{workerVariable + "=" + mode}}
}

// runners are all ways to run a fit.
func runners() map[string]Runner {
	return map[string]Runner{
		"in this process": Local{Version: "test"}, "in another process": process("serve"),
		"in another process, kept": Kept{Process: process("serve")}}
}

func sample(t testing.TB, name string) *inference.Table {
	t.Helper()
	table, err := sampledata.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func build(t testing.TB, s Spec, table *inference.Table) *Material {
	t.Helper()
	s.Version = SpecVersion
	if s.Table.Source == "" {
		s.Table = SourceOf(table)
	}
	m, err := Build(s, table, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func start(t testing.TB, r Runner, m *Material, o Options) Handle {
	t.Helper()
	if o.Threads == 0 {
		o.Threads = 1
	}
	h, err := r.Start(t.Context(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	return h
}
