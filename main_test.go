package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestCanOpen(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.csv")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if canOpen(file) != nil || canOpen("sample:crabs") != nil {
		t.Error("data cannot be opened")
	}
	if err := canOpen(file + "x"); err == nil {
		t.Error("a file that is not there can be opened")
	}
}
