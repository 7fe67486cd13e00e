package disk

import (
	"bytes"
	"os"
	"strconv"
)

// dying reports whether a process was killed but has not let go of its files yet, which takes as long as its present
// write. Its first thread has then ended, is ending, or has the signal before it.
func dying(pid int) bool {
	folder := "/proc/" + strconv.Itoa(pid)
	stat, err := os.ReadFile(folder + "/stat")
	if err != nil {
		return false // it is no more, so it has no lock either
	}
	// After the name, which may have parentheses of its own: state, five numbers, flags (proc(5)).
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 7 {
		return false
	}
	const exiting = 0x4
	if flags, err := strconv.ParseUint(string(fields[6]), 10, 64); err == nil && flags&exiting != 0 {
		return true
	}
	if state := fields[0][0]; state == 'Z' || state == 'X' {
		return true
	}
	status, err := os.ReadFile(folder + "/status")
	if err != nil {
		return false
	}
	const kill = 1 << (9 - 1)
	for _, name := range []string{"SigPnd:", "ShdPnd:"} {
		_, rest, _ := bytes.Cut(status, []byte(name))
		line, _, _ := bytes.Cut(rest, []byte("\n"))
		if waiting, err := strconv.ParseUint(string(bytes.TrimSpace(line)), 16, 64); err == nil && waiting&kill != 0 {
			return true
		}
	}
	return false
}
