package run

import "testing"

func TestLinuxAvailable(t *testing.T) {
	check := func(name, proc, groups string, want int64) {
		t.Helper()
		if got, known := linuxAvailable(proc, groups, 10); !known || got != want {
			t.Errorf("%s: %d (known %v), want %d", name, got, known, want)
		}
	}
	const meminfo = "MemTotal:  8000 kB\nMemFree:  100 kB\nMemAvailable:  4000 kB\n"

	dir := t.TempDir()
	write(t, meminfo, dir, "meminfo")
	check("no groups", dir, dir+"/none", 4000*1024)

	write(t, "0::/user/app\n", dir, "self", "cgroup")
	write(t, "max\n", dir, "v2", "user", "app", "memory.max")
	write(t, "70000\n", dir, "v2", "user", "app", "memory.current")
	check("no limit", dir, dir+"/v2", 4000*1024)
	write(t, "1000000\n", dir, "v2", "user", "memory.max")
	write(t, "700000\n", dir, "v2", "user", "memory.current")
	write(t, "anon 1\ninactive_file 200000\n", dir, "v2", "user", "memory.stat")
	check("limit of the group above", dir, dir+"/v2", 500000)

	write(t, "4:cpu:/\n7:memory:/jail\n", dir, "self", "cgroup")
	write(t, "900000\n", dir, "v1", "memory", "memory.limit_in_bytes") // the jail is not visible
	write(t, "1000000\n", dir, "v1", "memory", "memory.usage_in_bytes")
	check("version 1, over its limit", dir, dir+"/v1", 0)

	write(t, "Limit                     Soft Limit           Hard Limit           Units\n"+
		"Max data size             unlimited            unlimited            bytes\n"+
		"Max address space         300000000            unlimited            bytes\n", dir, "self", "limits")
	write(t, "Name:\tx\nVmSize:\t    2000 kB\nVmData:\t     500 kB\n", dir, "self", "status")
	write(t, "", dir, "self", "cgroup")
	write(t, "MemAvailable:  8000000 kB\n", dir, "meminfo")
	check("address space", dir, dir+"/none", 4*arena+10)
	write(t, "Max data size             20000000             unlimited            bytes\n", dir, "self", "limits")
	check("data", dir, dir+"/none", 20000000-500*1024-forThreads+10)

	if _, known := linuxAvailable(dir+"/none", dir, 10); known {
		t.Error("known without any file")
	}
}
