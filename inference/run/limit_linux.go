package run

import (
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"syscall"
)

// Limit lets this process take this many additional bytes of memory. If it tries to take more, the system refuses,
// and Go ends the process with "out of memory". The collector works harder before that, and begins early, because
// the system also counts memory that the heap has given back.
func Limit(bytes int64) error {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if most := int64(m.Sys) + bytes/10*6; most < debug.SetMemoryLimit(-1) {
		debug.SetMemoryLimit(most)
	}
	used, ok := field(filepath.Join("/proc", "self", "status"), "VmData:")
	if !ok {
		return os.ErrNotExist
	}
	var l syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_DATA, &l); err != nil {
		return err
	}
	if need := uint64(used*1024 + bytes); bytes < math.MaxInt64/2 && need < l.Cur {
		l.Cur = need
	}
	return syscall.Setrlimit(syscall.RLIMIT_DATA, &l)
}
