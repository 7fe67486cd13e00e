package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// processorClock returns a file for the flag -overlay of the go command, with which benchmarks measure the processor
// time of their process in place of the time on the wall. Other work on the machine counts for little then.
func processorClock(folder string) (overlay string, err error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", err
	}
	original := filepath.Join(strings.TrimSpace(string(root)), "src", "testing", "testing_other.go")
	text, err := os.ReadFile(original)
	if err != nil {
		return "", err
	}
	changed, err := onProcessorTime(string(text))
	if err != nil {
		return "", err
	}
	file := filepath.Join(folder, "testing_other.go")
	if err := os.WriteFile(file, []byte(changed), 0o644); err != nil {
		return "", err
	}
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {original: file}})
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(folder, "overlay.json")
	return overlay, os.WriteFile(overlay, replace, 0o644)
}

// onProcessorTime changes the clock in the text of testing/testing_other.go.
func onProcessorTime(text string) (string, error) {
	for _, change := range [][2]string{
		{`import "time"`, "import (\n\t\"syscall\"\n\t\"time\"\n)"},
		{"time.Now()", "processorTime()"},
		{"time.Since(b.now)", "processorTime().Sub(b.now)"},
	} {
		if strings.Count(text, change[0]) != 1 {
			return "", errors.New("the package testing of this Go has another clock: adapt scripts/sidebyside/clock.go")
		}
		text = strings.Replace(text, change[0], change[1], 1)
	}
	return text + `
func processorTime() time.Time {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Time{}.Add(time.Duration(u.Utime.Nano() + u.Stime.Nano()))
}
`, nil
}
