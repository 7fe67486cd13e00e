package run

import (
	"syscall"
	"unsafe"
)

var globalMemoryStatusEx = syscall.NewLazyDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx")

// systemAvailable asks Windows for the physical memory that is free.
func systemAvailable() (free int64, known bool) {
	var status struct { // MEMORYSTATUSEX
		length, load                         uint32
		totalPhysical, availablePhysical     uint64
		totalPageFile, availablePageFile     uint64
		totalVirtual, availableVirtual, more uint64
	}
	status.length = uint32(unsafe.Sizeof(status))
	ok, _, _ := globalMemoryStatusEx.Call(uintptr(unsafe.Pointer(&status)))
	return int64(status.availablePhysical), ok != 0
}
