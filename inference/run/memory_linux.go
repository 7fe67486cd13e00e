package run

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
)

// systemAvailable reads /proc/meminfo, the limits of the control groups the process is in, versions 1
// and 2, and those set with ulimit.
func systemAvailable() (free int64, known bool) {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return linuxAvailable("/proc", "/sys/fs/cgroup", int64(m.HeapIdle))
}

// Heed makes the collector work harder before the heap reaches the limits set with ulimit, if there are any. A
// process that nevertheless exceeds them ends with a message of the Go runtime and SIGABRT, not with status 2,
// which means wrong usage.
func Heed() {
	left, known := limitLeft(filepath.Join("/proc", "self"))
	if !known {
		return
	}
	debug.SetTraceback("crash")
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if most := int64(m.Sys) + left; most < debug.SetMemoryLimit(-1) {
		debug.SetMemoryLimit(most)
	}
}

// Limited reports whether ulimit limits the memory of this process. When the memory is used up, Go ends the
// process.
func Limited() bool {
	_, known := limitLeft(filepath.Join("/proc", "self"))
	return known
}

// linuxAvailable is systemAvailable for a process whose heap already holds idle bytes.
func linuxAvailable(proc, cgroups string, idle int64) (free int64, known bool) {
	if kB, ok := field(filepath.Join(proc, "meminfo"), "MemAvailable:"); ok {
		free, known = kB*1024, true
	}
	if left, ok := limitLeft(filepath.Join(proc, "self")); ok && (!known || left+idle < free) {
		free, known = left+idle, true
	}
	list, err := os.ReadFile(filepath.Join(proc, "self", "cgroup"))
	if err != nil {
		return free, known
	}
	for line := range strings.Lines(string(list)) {
		// hierarchy:controllers:path, with no controllers in version 2.
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 {
			continue
		}
		var left int64
		ok := false
		switch {
		case parts[1] == "":
			left, ok = groupLeft(cgroups, parts[2], "memory.max", "memory.current", "inactive_file")
		case strings.Contains(","+parts[1]+",", ",memory,"):
			left, ok = groupLeft(filepath.Join(cgroups, "memory"), parts[2],
				"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
		}
		if ok && (!known || left < free) {
			free, known = left, true
		}
	}
	return free, known
}

const (
	forThreads = 16 << 20 // the stacks of more threads and bookkeeping of the runtime
	arena      = 64 << 20 // of address space, which the heap takes at once
)

// limitLeft returns how many bytes the limits on address space and data leave for the heap of a process.
func limitLeft(self string) (left int64, known bool) {
	limits, err := os.ReadFile(filepath.Join(self, "limits"))
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(limits)) {
		for _, l := range []struct {
			limit, used string
			step        int64
		}{{"Max address space", "VmSize:", arena}, {"Max data size", "VmData:", 1}} {
			rest, ok := strings.CutPrefix(line, l.limit)
			if !ok {
				continue
			}
			parts := strings.Fields(rest) // soft limit, hard limit, unit
			if len(parts) == 0 {
				continue
			}
			most, err := strconv.ParseInt(parts[0], 10, 64)
			used, ok := field(filepath.Join(self, "status"), l.used)
			if err != nil || !ok { // "unlimited"
				continue
			}
			if n := max(0, most-used*1024-forThreads) / l.step * l.step; !known || n < left {
				left, known = n, true
			}
		}
	}
	return left, known
}

// groupLeft returns the free memory of the control group at path below root and of all groups above it. In a container
// the path may not be visible; then root is the group itself.
func groupLeft(root, path, limitFile, usageFile, cacheField string) (left int64, known bool) {
	for dir := filepath.Join(root, path); strings.HasPrefix(dir, root); dir = filepath.Dir(dir) {
		limit, ok := number(filepath.Join(dir, limitFile))
		usage, ok2 := number(filepath.Join(dir, usageFile))
		if !ok || !ok2 {
			continue
		}
		cache, _ := field(filepath.Join(dir, "memory.stat"), cacheField) // given back when needed
		if l := max(0, limit-usage+cache); !known || l < left {
			left, known = l, true
		}
	}
	return left, known
}

// number reads a file that holds one number; "max" is none.
func number(path string) (int64, bool) {
	b, err := os.ReadFile(path)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseInt(string(bytes.TrimSpace(b)), 10, 64)
	return n, err == nil
}

// field reads the number behind a name at the beginning of a line.
func field(path, name string) (int64, bool) {
	f, err := os.Open(path)
	if err != nil {
		return 0, false
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		parts := strings.Fields(lines.Text())
		if len(parts) >= 2 && parts[0] == name {
			n, err := strconv.ParseInt(parts[1], 10, 64)
			return n, err == nil
		}
	}
	return 0, false
}
