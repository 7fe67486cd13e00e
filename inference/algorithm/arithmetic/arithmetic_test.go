package arithmetic

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/cpu"
)

// child is set where the test runs itself again, to print its mark.
const child = "ESPALIER_ARITHMETIC_CHILD"

// The mark is the same in every process and without the wide instructions, which only loops over columns use; without
// fused multiply-adds, where the processor has them, it is another.
func TestMark(t *testing.T) {
	if os.Getenv(child) != "" {
		os.Stdout.WriteString("mark " + Mark() + "\n")
		return
	}
	mark := func(debug string) string {
		c := exec.Command(os.Args[0], "-test.run", "^TestMark$")
		c.Env = append(os.Environ(), child+"=1", "GODEBUG="+debug)
		out, err := c.CombinedOutput()
		_, after, found := strings.Cut(string(out), "mark ")
		if err != nil || !found {
			t.Fatalf("%v: %s", err, out)
		}
		return after[:8]
	}
	here := Mark()
	for _, same := range []string{"", "cpu.avx2=off", "cpu.avx512f=off"} {
		if got := mark(same); got != here {
			t.Errorf("with GODEBUG=%q the mark is %s, not %s", same, got, here)
		}
	}
	if !strings.HasSuffix(Here(), "rounding "+here) || !strings.HasPrefix(Here(), runtime.GOARCH) {
		t.Errorf("here is %q", Here())
	}
	if runtime.GOARCH == "amd64" && cpu.X86.HasFMA && cpu.X86.HasAVX {
		if got := mark("cpu.fma=off"); got == here {
			t.Error("without fused multiply-adds the mark is the same: it would tell no processor from another")
		}
	}
}
