package ui

import (
	"bufio"
	"os"
	"strconv"
	"strings"
)

// availableMemory returns how many bytes could be used without swapping, 0 where the
// system does not say.
func availableMemory() int64 {
	f, err := os.Open("/proc/meminfo")
	if err != nil {
		return 0
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if rest, ok := strings.CutPrefix(s.Text(), "MemAvailable:"); ok {
			kilo, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(rest, "kB")), 10, 64)
			if err != nil {
				return 0
			}
			return kilo * 1024
		}
	}
	return 0
}
