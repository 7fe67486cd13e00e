package run

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// systemAvailable reads /proc/meminfo, the limits of the control groups the process is in, versions 1
// and 2, and those set with ulimit.
func systemAvailable() (free int64, known bool) { return linuxAvailable("/proc", "/sys/fs/cgroup") }

func linuxAvailable(proc, cgroups string) (free int64, known bool) {
	if kB, ok := field(filepath.Join(proc, "meminfo"), "MemAvailable:"); ok {
		free, known = kB*1024, true
	}
	if left, ok := limitLeft(filepath.Join(proc, "self")); ok && (!known || left < free) {
		free, known = left, true
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

// limitLeft returns what the limits of address space and of data leave a process, in bytes.
func limitLeft(self string) (left int64, known bool) {
	limits, err := os.ReadFile(filepath.Join(self, "limits"))
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(limits)) {
		for _, l := range []struct{ limit, used string }{{"Max address space", "VmSize:"}, {"Max data size", "VmData:"}} {
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
			if n := max(0, most-used*1024); !known || n < left {
				left, known = n, true
			}
		}
	}
	return left, known
}

// groupLeft returns what the control group at path below root and all groups above it leave free.
// In a container the path may not be visible; then root is the group itself.
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
